import { describe, expect, test } from 'vitest';
import { ActiveFaults } from '../../../src/core/faults/active-faults.ts';
import { builtInFaults } from '../../../src/core/faults/built-in-faults.ts';
import type { Fault } from '../../../src/core/faults/fault.ts';
import { getProperty, type JsonObject } from '../../../src/core/primitives/json.ts';
import { emptySortedMap, sizeOf, valuesOf } from '../../../src/core/primitives/sorted-map.ts';
import { matchesWildcard } from '../../../src/core/primitives/wildcard.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import {
  type Collection,
  createCollection,
  findItem,
  indexText,
  itemsWith,
  nextIntegerId,
} from '../../../src/core/state/collection.ts';
import { fromData } from '../../../src/core/state/item-key.ts';
import { applyChanges, type Change, defaultRules, type State } from '../../../src/core/state/state.ts';
import { StateCollections } from '../../../src/core/state/state-collections.ts';
import fc from '../../fast-check.ts';
import { plainCollection } from '../plain-collection.ts';

const indexed = ['color', 'size'];
const specOf = (idType: CollectionSpec['idType'] = 'integer'): CollectionSpec =>
  plainCollection('things', { idType, indexed, properties: new Set(['id', ...indexed]), required: ['id'] });

const keyOf = (spec: CollectionSpec, value: JsonObject): string | undefined => fromData(spec, value).key;

const stateOf = (values: readonly JsonObject[] = [], spec = specOf()): State => ({
  name: 'test',
  seed: 1,
  parts: new Map(),
  responses: new Map(),
  rules: defaultRules,
  collections: new StateCollections(new Map([['things', createCollection(spec, values)]])),
  faults: new Map(),
  active: new ActiveFaults(new Map()),
  startedAt: 0,
  counters: { exchanges: 0, calls: new Map(), faults: new Map() },
});

const things = (state: State): Collection => state.collections.get('things') as Collection;
const valuesIn = (collection: Collection): readonly JsonObject[] =>
  [...valuesOf(collection.items)].map((item) => item.value);

const put = (value: JsonObject): Change => ({
  type: 'put',
  collection: 'things',
  key: keyOf(specOf(), value) as string,
  value,
});
const remove = (key: string): Change => ({ type: 'delete', collection: 'things', key });
const fill = (values: readonly JsonObject[]): Change => ({ type: 'fill', collection: 'things', values });

const colors = ['red', 'green', '', '__proto__', 'null', '7', 'true'];
const sizes = ['1', '2', '9007199254740993'];
const item = fc.record(
  {
    id: fc.oneof(fc.integer({ min: -3, max: 40 }), fc.constantFrom('__proto__', 'constructor', '7', '😀', 2n ** 60n)),
    color: fc.constantFrom<JsonObject[string]>('red', 'green', '', '__proto__', null, 7, '7', true, { deep: 1 }),
    size: fc.constantFrom<JsonObject[string]>(1, 2, 9007199254740993n),
  },
  { requiredKeys: ['id'] },
);
const uniqueItems = fc.uniqueArray(item, { selector: (value) => String(value.id), maxLength: 12 });
const change = fc.oneof(
  { weight: 6, arbitrary: item.map(put) },
  { weight: 3, arbitrary: item.map((value) => remove(String(value.id))) },
  { weight: 1, arbitrary: uniqueItems.map(fill) },
);

/** The same on a plain array. */
const applyNaively = (values: readonly JsonObject[], one: Change): readonly JsonObject[] => {
  switch (one.type) {
    case 'put': {
      const at = values.findIndex((value) => String(value.id) === one.key);
      return at < 0 ? [...values, one.value] : values.with(at, one.value);
    }
    case 'delete':
      return values.filter((value) => String(value.id) !== one.key);
    case 'fill':
      return one.values;
    default:
      throw new Error(one.type);
  }
};

describe('after any changes', () => {
  test('a collection equals an array in creation order, and finds each item by its id', () => {
    fc.assert(
      fc.property(uniqueItems, fc.array(change, { maxLength: 60 }), (start, changes) => {
        const state = stateOf(start);
        applyChanges(state, changes);
        const model = changes.reduce(applyNaively, start);
        expect(valuesIn(things(state))).toEqual(model);
        expect(sizeOf(things(state).orders)).toBe(model.length);
        for (const value of model) expect(findItem(things(state), String(value.id))?.value).toBe(value);
        expect(findItem(things(state), 'no such id')).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });

  test('an index returns the same items as a filter over all items', () => {
    fc.assert(
      fc.property(uniqueItems, fc.array(change, { maxLength: 60 }), (start, changes) => {
        const state = stateOf(start);
        applyChanges(state, changes);
        const collection = things(state);
        for (const property of ['color', 'size']) {
          for (const text of [...colors, ...sizes, 'x']) {
            const naive = valuesIn(collection).filter((value) => indexText(getProperty(value, property)) === text);
            expect([...valuesOf(itemsWith(collection, property, text))].map((found) => found.value)).toEqual(naive);
          }
          // Values without items are removed from the index.
          const texts = valuesIn(collection).map((value) => indexText(getProperty(value, property)));
          const distinct = new Set(texts.filter((text) => text !== undefined));
          expect(sizeOf(collection.indexes.get(property) ?? emptySortedMap<string, never>())).toBe(distinct.size);
        }
      }),
      { numRuns: 150 },
    );
  });

  test('a collection read before is as it was', () => {
    fc.assert(
      fc.property(uniqueItems, fc.array(change, { minLength: 1, maxLength: 30 }), (start, changes) => {
        const state = stateOf(start);
        const before = things(state);
        applyChanges(state, changes);
        expect(valuesIn(before)).toEqual(start);
      }),
      { numRuns: 60 },
    );
  });

  test('the next id is one above the highest integer id that was ever there', () => {
    const id = fc.integer({ min: 1, max: 60 });
    const ids = fc.uniqueArray(id, { maxLength: 4 });
    const step = fc.oneof(
      id.map((one) => put({ id: one })),
      id.map((one) => remove(String(one))),
      ids.map((some) => fill(some.map((one) => ({ id: one })))),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (changes) => {
        const state = stateOf();
        let highest = 0;
        for (const one of changes) {
          applyChanges(state, [one]);
          highest = Math.max(highest, ...valuesIn(things(state)).map((value) => Number(value.id)));
          expect(nextIntegerId(things(state))).toBe(highest + 1);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('once the highest id leaves the safe integers', () => {
  const last = Number.MAX_SAFE_INTEGER;

  test('the last safe integer is still given, then the lowest free id', () => {
    const state = stateOf([{ id: 1 }, { id: 3 }, { id: last - 1 }]);
    expect(nextIntegerId(things(state))).toBe(last);
    applyChanges(state, [put({ id: last })]);
    expect(nextIntegerId(things(state))).toBe(2);
    applyChanges(state, [put({ id: 2 })]);
    expect(nextIntegerId(things(state))).toBe(4);
  });

  test('an id that is deleted is free again, and none is duplicated', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 30 }), { freq: 3 }), { maxLength: 60 }), (steps) => {
        const state = stateOf([{ id: 2n ** 63n - 1n }, { id: 2 }]);
        for (const deleted of steps) {
          const used = new Set(valuesIn(things(state)).map((value) => String(value.id)));
          let free = 1;
          while (used.has(String(free))) free++;
          expect(nextIntegerId(things(state))).toBe(free);
          applyChanges(state, [deleted === null ? put({ id: free }) : remove(String(deleted))]);
        }
      }),
      { numRuns: 60 },
    );
  });
});

test('text ids are counted, so that the number of an item is never given twice', () => {
  const state = stateOf([{ id: 'a' }, { id: 'b' }], specOf('string'));
  expect(things(state).highestId).toBe(2n);
  applyChanges(state, [put({ id: 'c' }), put({ id: 'c', color: 'red' }), remove('a'), remove('b')]);
  expect(things(state).highestId).toBe(3n);
  applyChanges(state, [fill([{ id: 'z' }])]);
  expect(things(state).highestId).toBe(3n);
});

test('items without an id of their own are counted, past the ids that others have', () => {
  const spec: CollectionSpec = { ...specOf(), idProperty: undefined };
  const collection = createCollection(spec, [{ color: 'red' }, { $id: 1, color: 'green' }, { $id: '3' }, {}, {}]);
  const keys = [...valuesOf(collection.items)].map(({ key }) => key);
  expect(keys).toEqual(['6', '1', '3', '4', '5']);
  expect(nextIntegerId(collection)).toBe(7);
  expect(valuesIn(collection)[1]).toEqual({ color: 'green' });
});

test('an item with $parent gets the properties that refer to its parents', () => {
  const parent = { name: 'owner', property: 'ownerId', type: 'integer', example: undefined } as const;
  const spec: CollectionSpec = { ...specOf(), parents: [parent] };
  expect(fromData(spec, { $parent: { owner: '7' }, id: 1 })).toEqual({ key: '7,1', value: { id: 1, ownerId: 7 } });
  expect(fromData(spec, { ownerId: 7, id: 1 })).toEqual({ key: '7,1', value: { id: 1, ownerId: 7 } });
});

test('a filled collection contains exactly the new items, and its ids continue after the highest ever used', () => {
  const state = stateOf([{ id: 9, color: 'red' }]);
  applyChanges(state, [fill([{ id: 2, color: 'green' }, { id: 1 }])]);
  expect(valuesIn(things(state))).toEqual([{ id: 2, color: 'green' }, { id: 1 }]);
  expect(sizeOf(itemsWith(things(state), 'color', 'red'))).toBe(0);
  expect(nextIntegerId(things(state))).toBe(10);
});

test('an id is found by its text, whatever its type', () => {
  const spec = specOf();
  expect(keyOf(spec, { id: 7 })).toBe('7');
  expect(keyOf(spec, { id: '7' })).toBe('7');
  expect(keyOf(spec, { id: 9007199254740993n })).toBe('9007199254740993');
  expect(keyOf(spec, { id: null })).toBeUndefined();
  expect(keyOf(spec, { id: [7] })).toBeUndefined();
  expect(keyOf(spec, {})).toBeUndefined();
  expect(keyOf({ ...spec, idProperty: 'constructor' }, {})).toBeUndefined();
});

test('a change of a collection that does not exist is a bug and throws', () => {
  const change = { ...put({ id: 1 }), collection: 'others' } as Change;
  expect(() => applyChanges(stateOf(), [change])).toThrow('no collection "others"');
});

describe('counters', () => {
  test('a call counts for the exchange number and for its operation', () => {
    const state = stateOf();
    applyChanges(
      state,
      ['a', '', 'a'].map((operation) => ({ type: 'call', operation })),
    );
    expect(state.counters.exchanges).toBe(3);
    expect([...state.counters.calls]).toEqual(Object.entries({ a: 2, '': 1 }));
  });

  test('a fault is counted as seen, and as fired if it affected the response', () => {
    const state = stateOf();
    applyChanges(state, [
      { type: 'fault-counted', fault: 'slow', fired: false },
      { type: 'fault-counted', fault: 'slow', fired: true },
    ]);
    expect(state.counters.faults.get('slow')).toMatchObject({ seen: 2, fired: 1 });
  });
});

describe('faults', () => {
  const slow = builtInFaults.get('slow') as Fault;
  const putFault = (name: string, enabled = true): Change => ({
    type: 'fault-put',
    at: 0,
    entry: { fault: { ...slow, name }, enabled },
  });
  const namesOf = ({ faults, active }: State) => ({
    all: [...faults.keys()],
    active: active.entries.map(({ fault }) => fault.name),
  });

  test('keep their position when they are switched; a new one is last', () => {
    const state = stateOf();
    applyChanges(state, [putFault('b'), putFault('a'), putFault('c')]);
    applyChanges(state, [putFault('b', false)]);
    expect(namesOf(state)).toEqual({ all: ['b', 'a', 'c'], active: ['a', 'c'] });
    applyChanges(state, [putFault('b')]);
    expect(namesOf(state)).toEqual({ all: ['b', 'a', 'c'], active: ['b', 'a', 'c'] });
  });

  test('a removed one is last when it is added again', () => {
    const state = stateOf();
    applyChanges(state, [putFault('b'), putFault('a'), { type: 'fault-removed', fault: 'b' }]);
    expect(namesOf(state)).toEqual({ all: ['a'], active: ['a'] });
    applyChanges(state, [putFault('b')]);
    expect(namesOf(state)).toEqual({ all: ['a', 'b'], active: ['a', 'b'] });
  });

  test('all can be switched off at once, and none is removed', () => {
    const state = stateOf();
    applyChanges(state, [putFault('b'), putFault('a', false), { type: 'faults-disabled' }]);
    expect(namesOf(state)).toEqual({ all: ['b', 'a'], active: [] });
  });

  test('counts start anew for a fault that is put or removed, not for one that is switched off with all others', () => {
    const state = stateOf();
    const counted: Change = { type: 'fault-counted', fault: 'a', fired: true };
    applyChanges(state, [putFault('a'), counted, { type: 'faults-disabled' }]);
    expect(state.counters.faults.get('a')).toMatchObject({ seen: 1, fired: 1 });
    applyChanges(state, [putFault('a')]);
    expect(state.counters.faults.get('a')).toMatchObject({ seen: 0, fired: 0 });
    applyChanges(state, [counted, { type: 'fault-removed', fault: 'a' }]);
    expect(state.counters.faults.has('a')).toBe(false);
  });
});

test.each([
  ['invalid', true],
  ['invalid-key', true],
  ['expired', true],
  ['expired.1', true],
  ['revoked', true],
  ['not-invalid', false],
  ['demo', false],
])('the credential %s is rejected by default: %s', (credential, isRejected) => {
  expect(defaultRules.rejected.some((pattern) => matchesWildcard(pattern, credential))).toBe(isRejected);
});
