/** Items of schemas that take many steps: all items of a collection share them. */
import { expect, test } from 'vitest';
import { getProperty, type JsonObject } from '../../../src/core/primitives/json.ts';
import { maxStepsPerCollection, maxStepsPerItem } from '../../../src/core/primitives/step-budget.ts';
import { finish } from '../../../src/core/primitives/steps.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import { type GeneratedItem, generateItems } from '../../../src/scenario/data/generate-items.ts';
import { collection, parent } from '../nested-stub.ts';

const options = { seed: 1, now: 0, highestUsed: 0n, examples: false };

/** A collection of which each item takes so many steps, and the number of items that were begun. */
const costly = (steps: number, given: Partial<CollectionSpec> = {}) => {
  const begun: number[] = [];
  const spec = collection('things', {
    ...given,
    generate: ({ seed, budget }) => {
      begun.push(seed);
      budget?.spend(steps);
      return {};
    },
  });
  return { spec, begun };
};

const generate = (spec: CollectionSpec, count: number, parents = [[]] as readonly (readonly string[])[]) =>
  finish(generateItems(spec, [], count, { ...options, parents })) as readonly GeneratedItem[];

test('the items that fit into the steps of their collection are generated, and no further one is begun', () => {
  const { spec, begun } = costly(1_000_000);
  const fitting = Math.floor((maxStepsPerCollection + 100 * maxStepsPerItem) / 1_000_000);
  expect(generate(spec, 100).map(({ item }) => item.id)).toEqual(Array.from({ length: fitting }, (_, at) => at + 1));
  expect(begun).toHaveLength(fitting + 1);
});

test('a collection shares its steps with those above it', () => {
  const parents = [parent('a'), parent('b'), parent('c')];
  const { spec } = costly(maxStepsPerCollection / 4, { parents });
  expect(generate(spec, 5, [['1', '2', '3']])).toHaveLength(1);
});

test('as many items as are requested are generated of usual schemas', () => {
  const { spec } = costly(maxStepsPerItem);
  expect(generate(spec, 1000)).toHaveLength(1000);
});

test('the items of a singleton share the steps too', () => {
  const { spec, begun } = costly(900_000, { kind: 'singleton', idProperty: undefined, parents: [parent('a')] });
  const parents = Array.from({ length: 20 }, (_, at) => [String(at)]);
  expect(generate(spec, 20, parents)).toHaveLength(1);
  expect(begun).toHaveLength(2);
});

test('singletons are the examples of the document, and generated where it has none', () => {
  const spec = collection('profiles', {
    ...{ kind: 'singleton', idProperty: undefined, parents: [parent('a')], types: { bio: 'string' } },
    examples: [{ bio: 'documented' }, { bio: 7 }],
  });
  const parents = ['1', '2', '3', '4'].map((id) => [id]);
  const existing = [{ $parent: { a: 4 }, bio: 'present' }];
  const made = finish(generateItems(spec, existing, 9, { ...options, examples: true, parents }));
  expect(made).toEqual([
    { item: { $parent: { a: 1 }, bio: 'documented' }, isExample: true },
    { item: { $parent: { a: 2 }, bio: expect.stringMatching(/^bio /) }, isExample: false },
    { item: { $parent: { a: 3 }, bio: expect.stringMatching(/^bio /) }, isExample: false },
  ]);
});

const documented = (
  given: Partial<CollectionSpec>,
  count: number,
  parents = [[]] as readonly (readonly string[])[],
  existing: readonly JsonObject[] = [],
) =>
  finish(generateItems(collection('things', given), existing, count, { ...options, examples: true, parents })).map(
    ({ item, isExample }) => (isExample ? { example: item } : item),
  );

const hidden: Partial<CollectionSpec> = { idProperty: undefined, idType: 'string', exampleIds: [7] };
const listed: Partial<CollectionSpec> = { exampleIds: [2, 5], reservedIds: ['3'] };
test.each<[string, Partial<CollectionSpec>, readonly JsonObject[], number, readonly object[]]>([
  [
    'come first, then those of its ids, then others without the ids of either',
    listed,
    [{ id: 2, name: 'a' }],
    5,
    [{ example: { id: 2, name: 'a' } }, { id: 5 }, { id: 1 }, { id: 4 }, { id: 6 }],
  ],
  [
    'are as many as requested',
    {},
    [{ id: 1 }, { id: 2 }, { id: 3 }],
    2,
    [{ example: { id: 1 } }, { example: { id: 2 } }],
  ],
  ['without an id get one', {}, [{ name: 'a' }], 2, [{ example: { id: 1, name: 'a' } }, { id: 2 }]],
  ['have the id of the path if none is a property', hidden, [{ name: 'a' }], 1, [{ example: { $id: '7', name: 'a' } }]],
  ['have one of the listed ids, of which one stays free', { idValues: [4, 8, 9] }, [], 5, [{ id: 4 }, { id: 8 }]],
])('items of the examples of a document %s', (_what, given, examples, count, items) => {
  expect(documented({ ...given, examples }, count)).toEqual(items);
});

test('an id that is taken is left out, and a text id is made where there is none', () => {
  expect(documented({ idValues: [4, 8, 9] }, 2, [[]], [{ id: 4 }])).toEqual([{ id: 8 }, { id: 9 }]);
  expect(documented({ examples: [{ id: 4 }], exampleIds: [4, 5] }, 2, [[]], [{ id: 4 }])).toEqual([
    { id: 5 },
    { id: 1 },
  ]);
  const unnamed: Partial<CollectionSpec> = { idType: 'string', generate: () => ({ name: 'x' }) };
  expect(documented(unnamed, 1)).toEqual([{ id: expect.stringMatching(/./), name: 'x' }]);
  expect(documented({ ...unnamed, examples: [{ name: 'a' }] }, 1)).toEqual([{ example: { name: 'a' } }]);
});

test('an example is changed only where it does not match, and only the first generated item has examples of properties', () => {
  const contexts: unknown[] = [];
  const given: Partial<CollectionSpec> = {
    parents: [parent('a')],
    examples: [
      { id: 1, name: 'valid' },
      { id: 2, name: 7 },
    ],
    check: (value) =>
      typeof (value as JsonObject).name === 'number' ? [{ pointer: '/name', rule: 'type', message: 'x' }] : [],
    complete: (value) => ({ ...(value as JsonObject), name: 'completed' }),
    generate: ({ usesExamples }) => {
      contexts.push(usesExamples);
      return {};
    },
  };
  expect(documented(given, 3, [['5']])).toEqual([
    { example: { $parent: { a: 5 }, id: 1, name: 'valid' } },
    { example: { $parent: { a: 5 }, id: 2, name: 'completed' } },
    { $parent: { a: 5 }, id: 3 },
  ]);
  documented({ ...given, examples: [] }, 2, [['5']]);
  expect(contexts).toEqual([false, true, false]);
});

test('a text id that is taken is drawn again, or gets an end of its own', () => {
  const drawn = ['a', 'a', 'b', 'b', 'b', 'b', 'b', 'b'];
  const uses: unknown[] = [];
  const given: Partial<CollectionSpec> = {
    idType: 'string',
    generate: ({ usesExamples }) => {
      uses.push(usesExamples);
      return { id: drawn.shift() as string };
    },
  };
  const ids = documented(given, 3).map((item) => (item as JsonObject).id);
  expect(ids).toEqual(['a', 'b', expect.stringMatching(/^b.+/)]);
  expect(uses).toEqual([true, ...Array.from({ length: 7 }, () => false)]);
});

test('items have different names while the schema has enough of them', () => {
  const names = ['Low', 'Normal', 'High', 'Urgent'];
  const spec = collection('things', {
    generate: ({ seed }) => ({ name: names[Math.abs(seed) % names.length] as string }),
  });
  expect(new Set(generate(spec, 4).map(({ item }) => item.name))).toEqual(new Set(names));
  expect(generate(spec, 100)).toHaveLength(100);
});

test('positions are consecutive where the schema allows it', () => {
  const drawn = { generate: () => ({ position: 7 }) };
  const positionsOf = (spec: CollectionSpec) => generate(spec, 3).map(({ item }) => item.position);
  expect(positionsOf(collection('things', drawn))).toEqual([1, 2, 3]);
  const check: CollectionSpec['check'] = (value) =>
    getProperty(value as JsonObject, 'position') === 7
      ? []
      : [{ pointer: '/position', rule: 'const', message: 'must be 7' }];
  const fixed = { ...drawn, check };
  expect(positionsOf(collection('things', fixed))).toEqual([7, 7, 7]);
});
