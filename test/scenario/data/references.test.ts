/** Properties of generated items that refer by their name to items of other collections. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { StepBudget } from '../../../src/core/primitives/step-budget.ts';
import type { CollectionSpec } from '../../../src/core/service/binding.ts';
import { createReferences } from '../../../src/scenario/data/references.ts';
import { collection, collectionsOf, parent } from '../nested-stub.ts';

const users = collection('users', { idType: 'string' });
const parts = collection('parts', { idType: 'integer' });
const orders = collection('orders', { idType: 'integer', parents: [parent('shop', { property: 'shopId' })] });
const items: Readonly<Record<string, readonly JsonObject[]>> = {
  users: [{ id: 'u-1' }, { id: 'u-2' }, { name: 'without an id' }],
  parts: [{ id: 7 }, { id: 9223372036854775807n }],
  shops: [{ id: 's-1' }],
  levels: [{ id: 3 }],
};

const referencesOf = (...specs: readonly CollectionSpec[]) =>
  createReferences(
    collectionsOf(...specs, collection('shops', { idType: 'string' }), collection('levels')),
    ({ name }) => items[name] ?? [],
    1,
  );

const steps = (): StepBudget => new StepBudget(1000);
const setIn = (item: JsonObject, from: CollectionSpec = orders): JsonObject =>
  referencesOf(users, parts, orders).set(from, item, steps());

const userIds = ['u-1', 'u-2'];

describe('a generated property refers to an item', () => {
  test.each(['userId', 'user_id', 'userID', 'user-id'])('by the name %s', (name) => {
    expect(userIds).toContain(setIn({ id: 1, [name]: 'x' })[name]);
  });

  test('by the name of its collection alone, where ids are numbers', () => {
    expect([7, 9223372036854775807n]).toContain(setIn({ id: 1, part: 12 }).part);
    expect([7, 9223372036854775807n]).toContain(setIn({ id: 1, part: 12n }).part);
    expect(setIn({ id: 1, user: 'x' }).user).toBe('x');
  });

  test('with an equal choice for an equal seed, and different ones for different items', () => {
    const chosen = (id: number): Json | undefined => setIn({ id, userId: 'x' }).userId;
    expect(chosen(1)).toBe(chosen(1));
    expect(new Set(Array.from({ length: 20 }, (_, id) => chosen(id)))).toEqual(new Set(userIds));
  });
});

describe('a generated property is left', () => {
  test.each<[string, JsonObject]>([
    ['with a value of another type than the ids', { userId: 5 }],
    ['with a text where ids are numbers', { partId: 'x' }],
    ['as the id of its own item', { id: 8 }],
    ['as the id of its parent', { shopId: 'x' }],
    ['below $parent', { $parent: { userId: 'x' } }],
    ['with the name of a measure', { level: 5 }],
    ['without a collection of its name', { animalId: 'x' }],
    ['without a name before the id', { Id: 'x' }],
  ])('%s', (_what, item) => {
    expect(setIn(item)).toEqual(item);
  });

  test('where its collection has no items', () => {
    const empty = createReferences(collectionsOf(users, orders), () => [], 1);
    expect(empty.set(orders, { userId: 'x' }, steps())).toEqual({ userId: 'x' });
  });

  test('where two collections have its name, or the one is a singleton', () => {
    const twice = referencesOf(users, collection('old.users', { localName: 'old.users', idType: 'string' }), orders);
    expect(twice.set(orders, { userId: 'x' }, steps())).toEqual({ userId: 'x' });
    const alone = referencesOf(collection('user', { kind: 'singleton', idType: 'string' }), orders);
    expect(alone.set(orders, { userId: 'x' }, steps())).toEqual({ userId: 'x' });
  });

  test('where the item would not match its schema', () => {
    const strict = {
      ...orders,
      check: (value: Json) =>
        (value as JsonObject).userId === 'x' ? [] : [{ pointer: '/userId', rule: 'const', message: 'must be x' }],
    };
    expect(setIn({ userId: 'x' }, strict)).toEqual({ userId: 'x' });
  });

  test('once the budget is spent', () => {
    const budget = new StepBudget(0);
    const set = referencesOf(users, orders).set(orders, { id: 1, userId: 'x', user_id: 'x' }, budget);
    expect(userIds).toContain(set.userId);
    expect(set.user_id).toBe('x');
  });
});

test('a collection of the own service comes before those of others', () => {
  const own = collection('a.users', { service: 'a', localName: 'users', idType: 'string' });
  const other = collection('b.users', { service: 'b', localName: 'users', idType: 'string' });
  const from = collection('b.orders', { service: 'b', localName: 'orders', properties: new Set(['id', 'userId']) });
  const far = collection('c.orders', { service: 'c', localName: 'orders', properties: new Set(['userId']) });
  const references = createReferences(collectionsOf(own, other, from, far), ({ name }) => [{ id: name }], 1);
  expect(references.set(from, { userId: 'x' }, steps())).toEqual({ userId: 'b.users' });
  expect(references.set(far, { userId: 'x' }, steps())).toEqual({ userId: 'a.users' });
  expect(references.nameOf(from, other)).toBe('userId');
  expect(references.nameOf(from, own)).toBeUndefined();
});
