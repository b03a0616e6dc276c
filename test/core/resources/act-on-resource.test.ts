/** The effects of operations, for a document with all kinds of operations. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { State } from '../../../src/core/state/state.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { answer, bindService, inPath, itemOf, json, specOf, worldOf } from '../bound.ts';
import { decide, documentOf, itemsOf, readyService, requestOf, type Sent, stateOf, take } from '../helpers.ts';
import { ordersDocument } from '../orders.ts';

const orders = [
  { id: 1, title: 'a', state: 'open', note: '', tag: 'x' },
  { id: 2, title: 'b', state: 'paid', tag: 'x' },
  { id: 3, title: 'c', state: 'open', note: 'n', tag: 'y' },
];

let service: Service;
beforeAll(async () => {
  service = await readyService(ordersDocument);
});

const stateWith = (scenario: ScenarioDocument = { data: { orders } }): State => stateOf(service, scenario);
const send = (state: State, method: string, target: string, sent?: Sent) =>
  take(service, state, requestOf(method, target, sent));
const list = (query: string, state = stateWith()): Json | undefined => send(state, 'GET', `/orders?${query}`).body;
const idsOf = (value: Json | undefined): readonly Json[] => (value as readonly { id: Json }[]).map(({ id }) => id);

describe('a list', () => {
  test('contains items with any of several filter values', () => {
    expect(idsOf(list('state=open'))).toEqual([1, 3]);
    expect(idsOf(list('state=open&state=paid'))).toEqual([1, 2, 3]);
    expect(idsOf(list('state=lost'))).toEqual([]);
  });

  test('contains items that match all filters', () => {
    expect(idsOf(list('state=open&tag=x'))).toEqual([1]);
    expect(idsOf(list('state=open&state=paid&tag=x'))).toEqual([1, 2]);
    expect(idsOf(list('state=paid&tag=y'))).toEqual([]);
  });

  test('with an empty filter value contains items with that value, none without the property', () => {
    const state = stateWith({
      data: { orders: [...orders, { id: 4, title: 'd', state: 'paid', note: '', tag: 'z' }] },
    });
    expect(idsOf(list('note=', state))).toEqual([1, 4]);
    expect(idsOf(list('note=&tag=x', state))).toEqual([1]);
    expect(idsOf(list('tag=x&note=&state=paid', state))).toEqual([]);
  });

  test('ends at its limit, whatever it is', () => {
    expect(idsOf(list('limit=2'))).toEqual([1, 2]);
    expect(idsOf(list('limit=1&state=open'))).toEqual([1]);
    expect(idsOf(list('limit=0'))).toEqual([]);
    expect(idsOf(list('limit=-1'))).toEqual([1, 2, 3]);
    expect(idsOf(list('limit=9223372036854775807'))).toEqual([1, 2, 3]);
  });
});

describe('creating', () => {
  const value = { title: 'new', state: 'open' };

  test('uses the id in the request if it may have one, and rejects an existing one', () => {
    const state = stateWith();
    const created = send(state, 'POST', '/orders', { body: { id: 77, ...value } });
    expect(created.body).toEqual({ id: 77, ...value });
    const conflict = send(state, 'POST', '/orders', { body: { id: 77, ...value } });
    expect(conflict.status).toBe(409);
    expect(conflict.exchange.steps.at(-1)).toMatchObject({ message: 'body.id 77 already exists' });
    expect(itemsOf(state, 'orders')).toHaveLength(4);
  });

  test('generates missing required properties, and omits optional ones', () => {
    const state = stateOf(service, {
      data: { orders },
      requests: 'report',
      defaults: { orders: { note: 'from the scenario', title: 'not taken' } },
    });
    const created = send(state, 'POST', '/orders', { body: { title: 'sent' } }).body as JsonObject;
    expect(Object.keys(created)).toEqual(['id', 'title', 'note', 'state']);
    expect(created).toMatchObject({
      id: 4,
      title: 'sent',
      note: 'from the scenario',
      state: expect.stringMatching(/^(open|paid)$/),
    });
  });

  test('generates an unused id if ids are strings', () => {
    const state = stateWith();
    const codes = Array.from(
      { length: 30 },
      () => (send(state, 'POST', '/customers', { body: {} }).body as { code: string }).code,
    );
    expect(new Set(codes).size).toBe(30);
    for (const code of codes) {
      expect(code).not.toBe('');
      expect(send(state, 'GET', `/customers/${encodeURIComponent(code)}`).body).toEqual({ code });
    }
  });

  test('an id with an inherited name is an ordinary id', () => {
    const state = stateWith({
      data: {
        customers: ['__proto__', 'constructor', '😀', 'a/b', 'x'.repeat(300)].map((code) => ({ code, name: code })),
      },
    });
    for (const { code } of itemsOf(state, 'customers') as { code: string }[])
      expect(send(state, 'GET', `/customers/${encodeURIComponent(code)}`).body).toEqual({ code, name: code });
    expect(send(state, 'GET', '/customers/toString').status).toBe(404);
  });
});

describe('changing an item', () => {
  test('replaces it completely, with its position and its id', () => {
    const state = stateWith();
    const replaced = send(state, 'PUT', '/orders/1', { body: { id: 99, title: 'z', state: 'paid' } });
    expect(replaced.body).toEqual({ id: 1, title: 'z', state: 'paid' });
    expect(itemsOf(state, 'orders')).toEqual([replaced.body, orders[1], orders[2]]);
    expect(idsOf(list('state=open', state))).toEqual([3]);
    expect(idsOf(list('state=paid', state))).toEqual([1, 2]);
  });

  test('updates the properties in the request', () => {
    const state = stateWith();
    expect(send(state, 'PATCH', '/orders/1', { body: { note: 'changed', id: 99 } }).body).toEqual({
      ...orders[0],
      note: 'changed',
    });
    expect(itemsOf(state, 'orders')[0]).toEqual({ ...orders[0], note: 'changed' });
    expect(send(state, 'PATCH', '/orders/1', { body: {} }).body).toEqual({ ...orders[0], note: 'changed' });
  });

  test('rejects contract violations, and changes nothing', () => {
    const state = stateWith();
    expect(send(state, 'PUT', '/orders/1', { body: { title: 'z' } }).status).toBe(400);
    expect(send(state, 'PATCH', '/orders/1', { body: { state: 'lost' } }).status).toBe(400);
    expect(itemsOf(state, 'orders')).toEqual(orders);
  });

  test('deletes it, and its id is not used again', () => {
    const state = stateWith();
    const deleted = send(state, 'DELETE', '/orders/3');
    expect([deleted.status, deleted.reply.response.body]).toEqual([204, undefined]);
    expect(send(state, 'GET', '/orders/3').status).toBe(404);
    expect(send(state, 'DELETE', '/orders/3').status).toBe(404);
    expect(idsOf(list('', state))).toEqual([1, 2]);
    expect(send(state, 'POST', '/orders', { body: { id: 3, title: 'a', state: 'open' } }).status).toBe(201);
  });

  test.each(['PUT', 'PATCH', 'DELETE', 'GET'])('%s of one that does not exist is 404', (method) => {
    const sent = method === 'PUT' || method === 'PATCH' ? { body: { id: 9, title: 'a', state: 'open' } } : {};
    const state = stateWith();
    expect(send(state, method, '/orders/9', sent).status).toBe(404);
    expect(itemsOf(state, 'orders')).toEqual(orders);
  });
});

test('creating rejects a name in the metadata of the item that another one has', async () => {
  const text: JsonObject = { type: 'string' };
  const metadata: JsonObject = { type: 'object', required: ['name'], properties: { name: text } };
  const pod: JsonObject = { type: 'object', required: ['metadata'], properties: { metadata, image: text } };
  const own = await readyService(
    documentOf({
      '/pods': {
        get: { operationId: 'listPods', responses: { 200: answer({ type: 'array', items: pod }) } },
        post: { operationId: 'createPod', requestBody: { content: json(pod) }, responses: { 201: answer(pod) } },
      },
      '/pods/{name}': {
        parameters: [inPath('name', 'string')],
        get: { operationId: 'readPod', responses: { 200: answer(pod) } },
      },
    }),
  );
  const state = stateOf(own, {});
  const create = (name: string) => take(own, state, requestOf('POST', '/pods', { body: { metadata: { name } } }));
  expect(create('web').status).toBe(201);
  expect(create('db').status).toBe(201);
  const conflict = create('web');
  expect(conflict.status).toBe(409);
  expect(conflict.exchange.steps.at(-1)).toMatchObject({ message: 'body.metadata.name web already exists' });
  expect(take(own, state, requestOf('GET', '/pods/web')).status).toBe(200);
});

describe('an operation on no resource', () => {
  const report = (seed: number, target = '/report') =>
    decide(service, stateOf(service, { seed }), requestOf('GET', target));

  test('gets generated data that depend on the seed, the path and the query', () => {
    expect(report(1).body).toEqual({ total: expect.any(Number) });
    expect(report(1).body).toEqual(report(1).body);
    const totals = [1, 2, 3, 4, 5].map((seed) => JSON.stringify(report(seed).body));
    expect(new Set(totals).size).toBeGreaterThan(1);
    const queries = [1, 2, 3, 4, 5].map((value) => JSON.stringify(report(1, `/report?a=${value}`).body));
    expect(new Set(queries).size).toBeGreaterThan(1);
  });

  test('reports the reason', () => {
    expect(report(1).exchange.steps.at(-1)).toMatchObject({
      type: 'stateless',
      reason: expect.stringContaining('No recognised operation'),
    });
  });
});

test('reading an item is no creation, even if the document has a 201', async () => {
  const thing = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  const responses = { 200: answer(thing), 201: answer(thing) };
  const paths = { '/things/{id}': { get: { operationId: 'read', responses } } };
  const things = specOf('things');
  const own = await bindService(paths, () => ({ specs: [things], bindings: { read: itemOf('read', things) } }));
  expect(decide(own, worldOf(own, { things: [{ id: 1 }] }), requestOf('GET', '/things/1')).status).toBe(200);
});
