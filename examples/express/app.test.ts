import request from 'supertest';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './app.ts';
import { objectionsTo, startPrism } from './prism.ts';

const start = async () => {
  const { app, close } = await createApp();
  onTestFinished(close);
  return app;
};

const key = { Authorization: 'Bearer demo' };
const maple = { name: 'Maple', categoryId: 3, status: 'available' };

test('an added animal is stored, and the page of the app counts it', async () => {
  const app = await start();
  await request(app).get('/').expect(200, '13 animals are looking for a home.');
  await request(app).post('/v1/pets').set(key).send(maple).expect(201);
  await request(app)
    .get('/v1/pets/25')
    .set(key)
    .expect(200, { id: 25, ...maple });
  await request(app).get('/').expect(200, '14 animals are looking for a home.');
});

test('a request that breaks the document gets its error', async () => {
  const app = await start();
  const refused = await request(app).post('/v1/pets').set(key).send({ name: 'Maple' }).expect(400);
  expect(refused.body).toEqual({ code: 'bad_request', message: 'body.categoryId is required', status: 400 });
  await request(app).get('/v1/pets').expect(401);
});

test('a fault is switched on as the panel does it, and the app says what its reader can do', async () => {
  const app = await start();
  await request(app)
    .get('/_vivarium/')
    .expect(200, /<title>Vivarium/);
  await request(app).put('/_vivarium/api/worlds/default/faults/unavailable').send({ enabled: true }).expect(200);
  await request(app).get('/v1/pets').set(key).expect(503);
  await request(app).get('/').expect(502, 'The store is closed. Please come back later.');
});

test('Prism finds nothing in the responses, whatever their status', async () => {
  const app = await start();
  const prism = await startPrism(app);
  onTestFinished(prism.close);
  const judged = request(prism.url);
  const responses = [
    await judged.get('/pets?limit=2').set(key).expect(200),
    await judged.post('/pets').set(key).send(maple).expect(201),
    await judged.get('/pets/25').set(key).expect(200),
    await judged.get('/pets/26').set(key).expect(404),
    await judged.post('/pets').set(key).send({ name: 'Maple' }).expect(400),
    await judged.get('/store/orders').expect(401),
  ];
  expect(responses.map(objectionsTo)).toEqual(responses.map(() => []));
});

test('Prism objects to a response that a fault has broken', async () => {
  const app = await start();
  const prism = await startPrism(app);
  onTestFinished(prism.close);
  await request(app).put('/_vivarium/api/worlds/default/faults/missing-required').send({ enabled: true }).expect(200);
  const broken = await request(prism.url).get('/pets/1').set(key).expect(200);
  expect(objectionsTo(broken)).toEqual([expect.objectContaining({ code: 'required' })]);
});
