/** Values that handlers return. */
import { expect, test } from 'vitest';
import { copyJson, copyProperties, typeInWords } from '../../../src/core/handlers/json-copy.ts';

test('an undefined property is omitted at any depth, and kept in a list of properties', () => {
  expect(copyJson({ a: undefined, b: { c: undefined, d: 1 } }, 'body')).toStrictEqual({ b: { d: 1 } });
  expect(copyProperties({ a: undefined, b: { c: undefined } }, 'part')).toStrictEqual({ a: undefined, b: {} });
});

test('a value is described by its class, if it has one', () => {
  expect(typeInWords(new Map())).toBe('a Map');
  expect(typeInWords(Object.create(Object.create(Object.create(null))))).toBe('an object with a prototype');
  expect(typeInWords(new (class {})())).toBe('an object with a prototype');
  expect(typeInWords({})).toBe('an object');
});

test('an object without a prototype is copied', () => {
  expect(copyJson(Object.assign(Object.create(null), { a: 1 }), 'body')).toEqual({ a: 1 });
});

test.each([1n, -1n])('an integer has at most 40 digits, with the sign of %s', (sign) => {
  const longest = sign * (10n ** 40n - 1n);
  expect(copyJson(longest, 'body')).toBe(longest);
  expect(() => copyJson(longest + sign, 'body')).toThrow('body has more than 40 digits');
});
