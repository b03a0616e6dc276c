/** The service in an Express app. */
import express from 'express';
import request from 'supertest';
import { expect, test } from 'vitest';
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
