/** Faults with a named example, at one place, and for a credential that was sent. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium, type ScenarioDocument, type VivariumWorld } from '../../src/index.ts';
import { documentOf, integer, listOf, named, object, text } from '../short-document.ts';

const error = (message: string) => ({ value: { code: 'e', message, status: 400 } });
const schema = object({ code: text, message: text, status: integer }, ['code', 'message', 'status']);
const example = (of: object) => ({ description: 'No.', content: { 'application/json': { schema, ...of } } });
const list = named('listOrders', listOf(object({ id: integer, item: text }, ['id', 'item'])));
const document = documentOf(
  'Orders',
  {
    '/orders': {
      get: {
        ...list,
        responses: {
          ...list.responses,
          401: example({ example: error('The key is missing.').value }),
          409: example({ examples: { stale: error('Stale.'), locked: error('Locked.') } }),
        },
      },
    },
  },
  {},
  {
    components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
    security: [{ key: [] }],
  },
);

const worldWith = async (scenario: ScenarioDocument = {}): Promise<VivariumWorld> => {
  const vivarium = await createVivarium({ document, scenario });
  onTestFinished(() => vivarium.close());
  return vivarium.world();
};
const get = (world: VivariumWorld) => world.fetch('/orders', { headers: { 'x-key': 'demo' } });

test('a status fault sends the named example, with the actual status', async () => {
  const world = await worldWith({ faults: [{ name: 'locked', status: 409, example: 'locked' }] });
  const response = await get(world);
  expect(response.status).toBe(409);
  expect(await response.json()).toEqual({ code: 'e', message: 'Locked.', status: 409 });
  expect(world.fault('locked', { enabled: true })).toMatchObject({ status: 409, example: 'locked' });
  world.fault('locked', { enabled: true, example: 'unknown' });
  expect((await get(world)).status).toBe(409);
  expect(world.exchanges()[0]?.why.join('\n')).toContain('without its example "unknown"');
  expect(world.fault('locked', { enabled: true, body: { own: true } })).not.toHaveProperty('example');
});

test('example and body, and properties of another effect, are rejected', async () => {
  const world = await worldWith();
  const wrong = [
    { status: 409, example: 'locked', body: {} },
    { contract: 'wrong-type', example: 'locked' },
    { status: 409, at: '/0' },
    { contract: 'wrong-type', at: '0/item' },
  ] as const;
  for (const patch of wrong) expect(() => world.fault('own', patch)).toThrow(/example|has at|JSON Pointer/);
});

test('a contract fault breaks the place of its pointer, or nothing', async () => {
  const world = await worldWith({
    data: {
      orders: [
        { id: 1, item: 'tea' },
        { id: 2, item: 'cup' },
      ],
    },
    faults: [{ use: 'wrong-type', at: '/1/item' }],
  });
  expect(await (await get(world)).json()).toEqual([
    { id: 1, item: 'tea' },
    { id: 2, item: 12345 },
  ]);
  expect(world.exchanges()[0]?.faults).toMatchObject([{ name: 'wrong-type', pointer: '/1/item' }]);
  world.fault('wrong-type', { at: '/9/item' });
  expect(await (await get(world)).json()).toEqual([
    { id: 1, item: 'tea' },
    { id: 2, item: 'cup' },
  ]);
  expect(world.exchanges()[0]?.why.join('\n')).toContain('no place /9/item');
});

test('a forced 401 states that a sent key is not accepted', async () => {
  const world = await worldWith({ faults: ['unauthorized'] });
  expect(await (await get(world)).json()).toMatchObject({ message: 'The API key is not accepted', status: 401 });
  expect(await (await world.fetch('/orders')).json()).toMatchObject({ message: 'The key is missing.' });
});
