/** Properties that a check accepts. */
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { mergeAccepted } from '../../../src/core/state/merge-accepted.ts';

/** Merges all properties of the source; `rejected`: those that the check does not accept. */
const merge = (target: JsonObject, source: JsonObject, rejected: readonly string[] = []) => {
  const tried: JsonObject[] = [];
  const merged = mergeAccepted(target, source, Object.keys(source), (candidate) => {
    tried.push(candidate);
    return !rejected.some((name) => candidate[name] === source[name]);
  });
  return { merged, tried };
};

const numbered = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, index]));

test('all properties are tried at once', () => {
  expect(merge({ a: 1, b: 1 }, { b: 2, c: 2 })).toEqual({
    merged: { a: 1, b: 2, c: 2 },
    tried: [{ a: 1, b: 2, c: 2 }],
  });
});

test('nothing is tried without a property, and the target is returned itself', () => {
  const target: JsonObject = { a: 1 };
  const { merged, tried } = merge(target, {});
  expect(merged).toBe(target);
  expect(tried).toEqual([]);
});

test('only the named properties of the source are merged', () => {
  expect(mergeAccepted({ a: 1 }, { a: 2, b: 2 }, ['b'], () => true)).toEqual({ a: 1, b: 2 });
});

test('a target of which no property may change is returned itself', () => {
  const target: JsonObject = { a: 1 };
  expect(merge(target, { a: 2 }, ['a'])).toMatchObject({ merged: target, tried: [{ a: 2 }] });
  expect(merge(target, { a: 2, b: 2 }, ['a', 'b']).merged).toBe(target);
});

describe.each([1, 2, 3, 7, 8])('of %i properties', (count) => {
  const source = numbered(count);

  test.each(Object.keys(source))('all but the rejected %s are merged', (name) => {
    const { [name]: _, ...others } = source;
    expect(merge({}, source, [name]).merged).toEqual(others);
  });
});

test('a property is called as it is sent, also __proto__', () => {
  const source = JSON.parse('{ "__proto__": { "polluted": true } }') as JsonObject;
  expect(JSON.stringify(merge({}, source).merged)).toBe('{"__proto__":{"polluted":true}}');
});

test.each([100, 10_000])('of %i properties, the others of one rejected property are merged', (count) => {
  const { merged } = merge({}, numbered(count), ['p57']);
  expect(Object.keys(merged)).toHaveLength(count - 1);
});

test.each([100, 10_000])('of %i properties that are all rejected, 50 candidates are tried', (count) => {
  const source = numbered(count);
  expect(merge({}, source, Object.keys(source)).tried).toHaveLength(50);
});
