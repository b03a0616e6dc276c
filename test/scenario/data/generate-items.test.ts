/** Items of schemas that take many steps: all items of a collection share them. */
import { expect, test } from 'vitest';
import { getProperty, type JsonObject } from '../../../src/core/primitives/json.ts';
import { maxStepsPerCollection, maxStepsPerItem } from '../../../src/core/primitives/step-budget.ts';
import { finish } from '../../../src/core/primitives/steps.ts';
import type { CollectionSpec } from '../../../src/core/service/binding.ts';
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
