import { expect, test } from 'vitest';
import type { Problem } from '../../../src/core/service/check.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import { emptyReason } from '../../../src/core/state/empty-reason.ts';
import { specOf } from '../bound.ts';

const specWith = (problem: Problem | undefined, rest: Partial<CollectionSpec> = {}): CollectionSpec =>
  specOf('things', {
    generate: ({ seed }) => ({ seed }),
    check: () => (problem === undefined ? [] : [problem]),
    ...rest,
  });

const none = (): undefined => undefined;

test.each<[string, Problem | undefined]>([
  ['valid', undefined],
  ['wrong in its id, which is replaced', { pointer: '/id', rule: 'type', message: 'must be an integer' }],
])('a collection whose generated items are %s does not start empty', (_name, problem) => {
  expect(emptyReason(specWith(problem), none)).toBeUndefined();
});

test('the reason names the first problem', () => {
  const problem = { pointer: '/name', rule: 'pattern', message: 'must match the pattern' };
  expect(emptyReason(specWith(problem), none)).toBe(
    'no generated item matches its schema: name must match the pattern',
  );
  expect(emptyReason(specWith({ ...problem, pointer: '' }), none)).toBe(
    'no generated item matches its schema: it must match the pattern',
  );
});

test('one valid item of three is enough', () => {
  const check = (value: unknown) =>
    (value as { readonly seed: number }).seed < 3 ? [{ pointer: '/x', rule: 'type', message: 'is wrong' }] : [];
  expect(emptyReason(specWith(undefined, { check } as Partial<CollectionSpec>), none)).toBeUndefined();
});

test('a collection is empty below an empty one', () => {
  const parent = specWith({ pointer: '/name', rule: 'type', message: 'must be text' });
  const child = specWith(undefined, { parentCollection: 'things' });
  expect(emptyReason(child, () => parent)).toBe('no item of things can be generated');
  expect(emptyReason(specWith(undefined, { parentCollection: 'things' }), () => specWith(undefined))).toBeUndefined();
});

test('two collections, each below the other, have an end', () => {
  const problem = { pointer: '/name', rule: 'type', message: 'must be text' };
  const [one, other] = ['a', 'b'].map((name) =>
    specOf(name, { generate: () => ({}), check: () => [problem], parentCollection: name === 'a' ? 'b' : 'a' }),
  );
  expect(emptyReason(one as CollectionSpec, (name) => (name === 'a' ? one : other))).toBe(
    'no item of b can be generated',
  );
});
