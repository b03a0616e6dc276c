/** A session, as an agent plays it: it knows only what the tools say. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { connectHttp, eras } from './connect.ts';

test.each(eras)('an agent mends a client, completes its tests and reproduces an error (%s)', async (era) => {
  const vivarium = await createVivarium({ allowChanges: true });
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  const { use } = await connectHttp(url, era);
  const { services } = await use('describe_service');
  const base = services[0].url;
  const headers = { authorization: 'Bearer demo', 'content-type': 'application/json' };
  /** The client that it works on, and its tests. */
  const addPet = (pet: object) => fetch(`${base}/pets`, { method: 'POST', headers, body: JSON.stringify(pet) });
  const listPets = () => fetch(`${base}/pets`, { headers });

  // Why does the client get 400?
  expect((await addPet({ name: 'Maple', category: 3 })).status).toBe(400);
  const { exchanges } = await use('list_exchanges', { status: '4xx' });
  const explained = await use('explain_exchange', { exchange: exchanges[0].id });
  expect(explained.next).toContain('body.categoryId is required');
  expect(explained.next).toContain('explain_operation createPet');
  const { request } = await use('explain_operation', { operation: 'createPet' });
  expect(request.body).toHaveProperty('categoryId');
  expect((await addPet({ name: 'Maple', categoryId: 3 })).status).toBe(201);
  expect((await use('gate')).violations).toMatchObject([{ operation: 'createPet', pointer: '/categoryId' }]);

  // Which operations do its tests not cover?
  await listPets();
  const { uncovered } = await use('coverage');
  expect(uncovered).toContain('getPet');
  const missing = await use('explain_operation', { operation: 'getPet' });
  const sent = await use('send_request', { ...missing.request, headers: { authorization: 'Bearer demo' } });
  expect(sent).toMatchObject({ status: 200, response: { body: { id: 1 } } });
  // What the agent sent is no test of the client.
  expect((await use('coverage')).uncovered).toContain('getPet');

  // What does the client do with a 503?
  await use('set_fault', { fault: 'unavailable', on: { operation: 'listPets' } });
  const failed = await listPets();
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '1']);
  const [last] = (await use('list_exchanges', { fault: 'unavailable' })).exchanges;
  expect((await use('explain_exchange', { exchange: last.id })).next).toContain('set_fault with enabled false');
  await use('set_fault', { fault: 'unavailable', enabled: false });
  expect((await listPets()).status).toBe(200);
});
