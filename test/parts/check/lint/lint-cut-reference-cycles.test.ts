import { describe, expect, test } from 'vitest';
import { cutReferenceCycles } from '../../../../src/parts/check/lint/lint.ts';

/** The references that are left, by their pointers. Cut references are null. */
const cut = (...values: readonly object[]) => {
  const files = values.map((value, index) => ({ name: `${index}.yaml`, value: structuredClone(value) }));
  cutReferenceCycles(files, { resolve: (_from, uri) => uri, replacement: 'cut' });
  return files.map(({ value }) => JSON.parse(JSON.stringify(value).replaceAll('{"$ref":"cut"}', 'null')));
};
const ref = ($ref: string) => ({ $ref });

describe('a reference is cut if it', () => {
  test.each([
    ['refers to itself', { a: ref('#/a') }, { a: null }],
    ['leads back to itself', { a: ref('#/b'), b: ref('#/a') }, { a: null, b: null }],
    ['leads into a cycle', { a: ref('#/b'), b: ref('#/b') }, { a: null, b: null }],
    ['leads through itself', { a: ref('#/a/b') }, { a: null }],
    ['is part of a cycle of pointers', { a: ref('#/b/x'), b: ref('#/a/y') }, { a: null, b: null }],
  ])('%s', (_, value, expected) => {
    expect(cut(value)).toEqual([expected]);
  });

  test('leads back to itself through another file', () => {
    expect(cut({ a: ref('1.yaml#/b') }, { b: ref('0.yaml#/a') })).toEqual([{ a: null }, { b: null }]);
  });
});

test('a document may have a list with hundreds of thousands of items', () => {
  expect(cut({ a: ref('#/a'), b: Array.from({ length: 300_000 }, () => 1) })).toMatchObject([{ a: null }]);
});

describe('a reference is kept if it', () => {
  test.each([
    ['leads to a value', { a: ref('#/b'), b: { type: 'string' } }],
    ['leads to a value that contains it', { a: { properties: { child: ref('#/a') } } }],
    ['leads through another reference', { a: ref('#/b/c'), b: ref('#/d'), d: { c: {} } }],
    ['leads to nothing', { a: ref('#/b'), b: ref('#/c/d') }],
    ['leads to another document', { a: ref('9.yaml') }],
    ['leads to an anchor', { a: ref('#b') }],
  ])('%s', (_, value) => {
    expect(cut(value)).toEqual([value]);
  });
});

test('a chain is followed for fifty references, and then cut: the cost does not grow with its square', () => {
  const length = 5000;
  const chain = Object.fromEntries(
    Array.from({ length }, (_, index) => [`s${index}`, index === length - 1 ? {} : ref(`#/s${index + 1}`)]),
  );
  const [left] = cut(chain);
  const kept = Object.values(left).filter((value) => value !== null);
  // Fifty references, and the value at the end.
  expect(kept).toHaveLength(51);
});
