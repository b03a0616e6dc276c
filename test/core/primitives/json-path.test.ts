import { describe, expect, test } from 'vitest';
import {
  type Json,
  type JsonPath,
  parseJson,
  pathTo,
  pointerTo,
  setAt,
  stringifyJson,
  valueAt,
} from '../../../src/core/primitives/json.ts';

const value = { list: [{ id: 1 }, { id: 2 }], text: 'a', none: null } as const;

test('a pointer and its path', () => {
  expect(pathTo('/a~1b/0/~0')).toEqual(['a/b', '0', '~']);
  expect(pointerTo(['a/b', 0, '~'])).toBe('/a~1b/0/~0');
  expect([pathTo(''), pointerTo([])]).toEqual([[], '']);
});

describe('the value at a path', () => {
  test.each<[JsonPath, Json | undefined]>([
    [[], value],
    [['list', 1, 'id'], 2],
    [['list', '1', 'id'], 2],
    [['list', '01'], undefined],
    [['list', '-'], undefined],
    [['list', 2], undefined],
    [['text', 'length'], undefined],
    [['missing', 'id'], undefined],
    [['constructor'], undefined],
    [['none'], null],
  ])('%j', (path, found) => {
    expect(valueAt(value, path)).toEqual(found);
  });
});

describe('a value set at a path', () => {
  test.each<[Json, JsonPath, Json | undefined, Json]>([
    [value, ['list', 1, 'id'], 5, { ...value, list: [{ id: 1 }, { id: 5 }] }],
    [{}, ['a', 'b'], 1, { a: { b: 1 } }],
    [{ a: null, c: 1 }, ['a', 'b'], 1, { a: { b: 1 }, c: 1 }],
    ['text', ['a'], 1, { a: 1 }],
    [['item'], ['a'], 1, { a: 1 }],
    ['text', ['a'], undefined, 'text'],
    [{ a: 1 }, ['a'], undefined, {}],
    [{ a: [1, 2] }, ['a', 0], undefined, { a: [2] }],
    [{ a: 1 }, ['b', 'c'], undefined, { a: 1 }],
    [{ a: 1 }, [], 2, 2],
    [{ a: 1 }, [], undefined, null],
  ])('%j at %j', (whole, path, after, expected) => {
    expect(setAt(whole, path, after)).toEqual(expected);
  });

  test('shares the other branches, and all if nothing changes', () => {
    const updated = setAt(value, ['list', 0, 'id'], 5) as typeof value;
    expect(updated.list[1]).toBe(value.list[1]);
    expect(value.list[0].id).toBe(1);
    expect(setAt(value, ['list', 0, 'id'], 1)).toBe(value);
    expect(setAt(value, ['list', 2, 'id'], undefined)).toBe(value);
  });

  test('keeps a property named __proto__ an own one', () => {
    const parsed = parseJson('{"__proto__":{"a":1}}');
    const set = setAt(parsed.ok ? parsed.value : null, ['__proto__', 'a'], 2);
    expect(stringifyJson(set)).toBe('{"__proto__":{"a":2}}');
    expect(stringifyJson(setAt(set, ['__proto__'], undefined))).toBe('{}');
  });
});
