/** The service in an Express app. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import request from 'supertest';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createVivarium } from '../src/index.ts';

const key = 'Bearer demo';
const body = { name: 'Maple', categoryId: 3 };

test('the app keeps all paths outside the base paths', async () => {
  const vivarium = await createVivarium();
  const app = express();
  app.use(vivarium.middleware());
  app.get('/mine', (_request, response) => response.send('mine'));
  await request(app).get('/mine').expect(200, 'mine');
  await request(app)
    .get('/v1/pets/1')
    .set('Authorization', key)
    .expect(200, /"Luna"/);
  await request(app)
    .get('/v1/nowhere')
    .expect(404, /"code"/);
});

test('a request reads the changes of the previous one in its world', async () => {
  const app = express().use((await createVivarium()).middleware());
  await request(app).post('/v1/pets').set('Authorization', key).send(body).expect(201);
  await request(app)
    .get('/v1/pets/25')
    .set('Authorization', key)
    .expect(200, { id: 25, ...body });
  await request(app).get('/~alice/v1/pets/25').set('Authorization', key).expect(404);
});

test('it can be mounted below a path', async () => {
  const app = express().use('/mock', (await createVivarium()).middleware());
  await request(app)
    .get('/mock/v1/pets/1')
    .set('Authorization', key)
    .expect(200, /"Luna"/);
  await request(app)
    .get('/v1/pets/1')
    .set('Authorization', key)
    .expect(404, /Cannot GET/);
});

test('a body that the app has parsed is used', async () => {
  const app = express()
    .use(express.json())
    .use((await createVivarium()).middleware());
  await request(app)
    .post('/v1/pets')
    .set('Authorization', key)
    .send(body)
    .expect(201, { id: 25, ...body });
  const refused = await request(app).post('/v1/pets').set('Authorization', key).send({ name: 1 }).expect(400);
  expect(refused.headers['vivarium-violations']).toBe('2');
});

test('the control API exists with the option for it', async () => {
  const vivarium = await createVivarium();
  await request(express().use(vivarium.middleware())).get('/_vivarium/api/health').expect(404);
  const app = express().use(vivarium.middleware({ control: true }));
  await request(app).get('/_vivarium/api/health').expect(200, /"ok"/);
  await request(app).put('/_vivarium/api/worlds/default/faults/unauthorized').send({}).expect(200);
  await request(app).get('/v1/pets').set('Authorization', key).expect(401);
});

test('a server that is not of Express serves the control API, its pages and its log as one of Express', async () => {
  const vivarium = await createVivarium();
  const serve = vivarium.middleware({ control: true });
  const server = createServer((request, response) => serve(request, response, () => response.writeHead(418).end()));
  await request(server).get('/mine').expect(418);
  await request(server).get('/v1/pets/1').set('Authorization', key).expect(200);
  await request(server).get('/_vivarium/').set('Accept', 'text/html').expect(200, /<html/);
  const yaml = request(server).get('/_vivarium/api/worlds/default/scenario').set('Accept', 'application/yaml');
  await yaml.expect('Content-Type', /yaml/).expect(200);
  await request(server).put('/_vivarium/api/worlds/default/faults/unauthorized').send({}).expect(200);
  await request(server)
    .get('/_vivarium/api/helth')
    .expect(404, /Did you mean \/_vivarium\/api\/health/);
});

test('the settings of the app that it is mounted in hold for the control API', async () => {
  const vivarium = await createVivarium({ token: 'sesame' });
  const app = express()
    .set('trust proxy', true)
    .use('/mock', vivarium.middleware({ control: true }));
  const { body } = await request(app)
    .get('/mock/_vivarium/api/service')
    .set({ Authorization: 'Bearer sesame', 'X-Forwarded-Proto': 'https' })
    .expect(200);
  expect(JSON.stringify(body)).toMatch(/https:\/\/127\.0\.0\.1:\d+\/mock\/v1/);
});

test('a response that another middleware began and passed on breaks off, and the log says why', async () => {
  const error = vi.fn();
  const vivarium = await createVivarium({ logger: { ...console, error } });
  const app = express().use((_request, response, next) => {
    response.status(200).write('begun');
    next();
  }, vivarium.middleware());
  const server = app.listen(0);
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/pets`;
  for (const init of [{}, { method: 'POST', body: '{}' }]) {
    const response = await fetch(url, { ...init, headers: { Authorization: key } });
    await expect(response.text()).rejects.toThrow('terminated');
  }
  server.close();
  expect(vivarium.world().exchanges()).toEqual([]);
  expect(error.mock.calls.map(([message]) => message)).toEqual([
    'Internal error while handling GET /v1/pets.',
    'Internal error while handling POST /v1/pets.',
  ]);
});

test.each([
  ['localhost:4999', 'http://localhost:4999/mock'],
  // Another site can make its name point to this machine.
  ['evil.example.com', undefined],
])(
  'a picture that is generated has an address that %s decides only if nobody else has that name',
  async (host, named) => {
    const url = { type: 'string', format: 'uri', pattern: '^https?://' };
    const schema = { type: 'object', properties: { id: { type: 'integer' }, avatar: url }, required: ['id', 'avatar'] };
    const content = { 'application/json': { schema: { type: 'array', items: schema } } };
    const paths = { '/people': { get: { responses: { 200: { description: 'All.', content } } } } };
    const document = { openapi: '3.1.0', info: { title: 'People', version: '1' }, paths };
    const server = createServer(express().use('/mock', (await createVivarium({ document })).middleware()));
    onTestFinished(() => void server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const { body: people } = await request(server).get('/mock/people').set('Host', host).expect(200);
    expect(people[0].avatar).toContain(`${named ?? `http://127.0.0.1:${port}/mock`}/_vivarium/pictures/`);
  },
);
