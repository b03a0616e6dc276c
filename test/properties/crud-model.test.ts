/** Every action on a resource, compared with a plain array. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/core/primitives/json.ts';
import { decide, itemsOf, readyService, requestOf, stateOf, take } from '../core/helpers.ts';
import { ordersDocument } from '../core/orders.ts';
import fc from '../fast-check.ts';

const service = await readyService(ordersDocument);

type Order = Readonly<Record<string, Json>>;

const text = fc.constantFrom('', 'a', 'b', 'null', '__proto__', '😀');
const id = fc.integer({ min: 1, max: 12 });
const properties = fc.record(
  { title: text, state: fc.constantFrom('open', 'paid'), note: text, tag: text },
  { requiredKeys: ['title', 'state'] },
);
const change = fc.record(
  { title: text, state: fc.constantFrom('open', 'paid'), note: text, tag: text, id },
  { requiredKeys: [] },
);

type Step =
  | { readonly type: 'create'; readonly body: JsonObject & { id: number } }
  | { readonly type: 'replace' | 'update'; readonly id: number; readonly body: JsonObject }
  | { readonly type: 'read' | 'delete'; readonly id: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(id, properties).map(([own, rest]): Step => ({ type: 'create', body: { id: own, ...rest } })),
  },
  fc
    .tuple(id, id, properties)
    .map(([own, other, rest]): Step => ({ type: 'replace', id: own, body: { id: other, ...rest } })),
  fc.tuple(id, change).map(([own, body]): Step => ({ type: 'update', id: own, body })),
  id.map((own): Step => ({ type: 'read', id: own })),
  id.map((own): Step => ({ type: 'delete', id: own })),
);

/** The expected result: the status, the body if there is one, and the items afterwards. */
const expected = (orders: readonly Order[], one: Step): readonly [number, Json | undefined, readonly Order[]] => {
  const own = one.type === 'create' ? one.body.id : one.id;
  const at = orders.findIndex((order) => order.id === own);
  const before = orders[at];
  if (one.type === 'create')
    return before === undefined ? [201, one.body, [...orders, one.body]] : [409, undefined, orders];
  if (before === undefined) return [404, undefined, orders];
  switch (one.type) {
    case 'read':
      return [200, before, orders];
    case 'delete':
      return [204, undefined, orders.toSpliced(at, 1)];
    case 'replace':
    case 'update': {
      const after = { ...(one.type === 'update' && before), ...one.body, id: own };
      return [200, after, orders.with(at, after)];
    }
    default:
      throw new Error(one satisfies never);
  }
};

const methods = { create: 'POST', replace: 'PUT', update: 'PATCH', read: 'GET', delete: 'DELETE' } as const;

const requestFor = (one: Step) =>
  requestOf(
    methods[one.type],
    one.type === 'create' ? '/orders' : `/orders/${one.id}`,
    'body' in one ? { body: one.body } : {},
  );

test('after any operations, a resource equals an array', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const state = stateOf(service);
      let orders: readonly Order[] = [];
      for (const one of steps) {
        const [status, body, after] = expected(orders, one);
        const answer = take(service, state, requestFor(one));
        expect(answer.status).toBe(status);
        if (status < 300) expect(answer.body).toEqual(body);
        // No response without a fault violates the document.
        if (status < 400) expect(answer.exchange.violations).toEqual([]);
        expect(itemsOf(state, 'orders')).toEqual(after);
        orders = after;
      }
    }),
    { numRuns: 60 },
  );
});

test('a list equals a filter over all items in order, up to its limit', () => {
  const orders = fc
    .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 60 }), properties), {
      maxLength: 40,
      size: 'max',
      selector: ([own]) => own,
    })
    .map((list) => list.map(([own, rest]): Order => ({ id: own, ...rest })));
  const query = fc.record(
    {
      state: fc.array(fc.constantFrom<string>('open', 'paid', 'lost'), { minLength: 1, maxLength: 2 }),
      note: text,
      tag: text,
      limit: fc.integer({ min: -1, max: 10 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(orders, query, (data, { state: states, note, tag, limit }) => {
      const parameters = new URLSearchParams();
      for (const one of states ?? []) parameters.append('state', one);
      for (const [name, value] of Object.entries({ note, tag, limit }))
        if (value !== undefined) parameters.set(name, String(value));
      const found = data.filter(
        (order) =>
          (states === undefined || states.includes(order.state as string)) &&
          (note === undefined || order.note === note) &&
          (tag === undefined || order.tag === tag),
      );
      const answer = decide(
        service,
        stateOf(service, { data: { orders: data } }),
        requestOf('GET', `/orders?${parameters}`),
      );
      // A size of -1 is none.
      const end = limit === -1 ? undefined : limit;
      expect([answer.status, answer.body]).toEqual([200, found.slice(0, end)]);
      expect(answer.exchange.violations).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
