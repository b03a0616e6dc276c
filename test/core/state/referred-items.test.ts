import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { Reference } from '../../../src/core/service/collection-facts.ts';
import { createCollection } from '../../../src/core/state/collection.ts';
import { withReferences } from '../../../src/core/state/referred-items.ts';
import type { State } from '../../../src/core/state/state.ts';
import { specOf } from '../bound.ts';

const users = createCollection(specOf('users'), [{ id: 7, name: 'Ada', secret: 'x' }]);
const state = { collections: new Map([['users', users]]) } as unknown as State;

const reference: Reference = {
  property: 'owner',
  isList: false,
  idProperty: 'id',
  isNumber: true,
  properties: new Set(['id', 'name']),
  collection: 'users',
};

const resolved = (rest: Partial<Reference>, value: JsonObject, before?: JsonObject): JsonObject =>
  withReferences(state, [{ ...reference, ...rest }], value, before);

const ada = { id: 7, name: 'Ada' };
const below = { inside: 'attributes', wrapper: 'data' };
const eve = { id: 8, name: 'Eve' };

test.each<[string, Partial<Reference>, JsonObject, JsonObject]>([
  ['an id', {}, { owner: 7 }, { owner: ada }],
  ['an id as text', {}, { owner: '7' }, { owner: ada }],
  ['an object with the id alone', {}, { owner: { id: 7 } }, { owner: ada }],
  ['all properties', { properties: undefined }, { owner: 7 }, { owner: { ...ada, secret: 'x' } }],
  ['an unknown id', {}, { owner: 8 }, { owner: { id: 8 } }],
  ['an id without a collection', { collection: undefined }, { owner: 7 }, { owner: { id: 7 } }],
  ['a list of ids', { isList: true }, { owner: [7, 8] }, { owner: [ada, { id: 8 }] }],
  ['an id', below, { attributes: { owner: 7 } }, { attributes: { owner: { data: ada } } }],
  ['an id', { wrapper: 'data', isList: true }, { owner: { data: [8, 7] } }, { owner: { data: [{ id: 8 }, ada] } }],
  ['the connected one', { wrapper: 'data' }, { owner: { connect: [7] } }, { owner: { data: ada } }],
  ['the only one of a set', {}, { owner: { set: [{ id: 7 }] } }, { owner: ada }],
  ['none that is connected', {}, { owner: { set: [] } }, { owner: null }],
  ['each of a set', { isList: true }, { owner: { set: [8, 7] } }, { owner: [{ id: 8 }, ada] }],
  ['the id beside an object, in a list,', { isList: true }, { owner: [eve, 7] }, { owner: [eve, ada] }],
])('%s becomes the item', (_name, rest, value, wanted) => {
  expect(resolved(rest, value)).toEqual(wanted);
});

test.each<[string, Partial<Reference>, JsonObject]>([
  ['nothing', {}, {}],
  ['null', {}, { owner: null }],
  ['a flag', {}, { owner: true }],
  ['an empty text', { isNumber: false }, { owner: '' }],
  ['a text where the id is a number', {}, { owner: 'Ada' }],
  ['an object with more than the id', {}, { owner: { id: 7, name: 'Eve' } }],
  ['an object with another property', {}, { owner: { name: 'Eve' } }],
  ['an object with an unknown id', {}, { owner: { id: 8 } }],
  ['a list of objects', { isList: true }, { owner: [eve] }],
])('%s stays as it is', (_name, rest, value) => {
  expect(resolved(rest, value)).toBe(value);
});

test.each<[JsonObject, readonly object[]]>([
  [{ connect: [7] }, [eve, ada]],
  [{ connect: [{ id: 7 }], disconnect: ['8'] }, [ada]],
  [{ disconnect: [{ id: 8 }] }, []],
  [{ set: [7] }, [ada]],
])('%j changes the list before', (owner, wanted) => {
  const before = { attributes: { owner: { data: [eve] } } };

  expect(resolved({ ...below, isList: true }, { attributes: { owner } }, before)).toEqual({
    attributes: { owner: { data: wanted } },
  });
});

test('what the item had before stays as it is', () => {
  const owner = { id: 7 };
  const value = { owner };
  expect(resolved({}, value, { owner })).toBe(value);
  expect(resolved({}, value, { owner: 7 })).toEqual({ owner: ada });
});

test('items are copied up to a size: each would be as large as all that it refers to', () => {
  const text = 'x'.repeat(600_000);
  const first = { id: 7, text };
  const large = createCollection(specOf('users'), [first, { id: 8, text: 'y' }]);
  const many = { collections: new Map([['users', large]]) } as unknown as State;
  const references = [{ ...reference, isList: true, properties: undefined }];
  const { owner } = withReferences(many, references, { owner: [7, 7, 8] });
  expect(owner).toEqual([first, { id: 7 }, { id: 8, text: 'y' }]);
});
