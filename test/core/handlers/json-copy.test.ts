/** Values that handlers return. */
import { expect, test } from 'vitest';
import { copyJson, copyProperties, describe } from '../../../src/core/handlers/json-copy.ts';

test('an undefined property is omitted at any depth, and kept in a list of properties', () => {
  expect(copyJson({ a: undefined, b: { c: undefined, d: 1 } }, 'body')).toStrictEqual({ b: { d: 1 } });
  expect(copyProperties({ a: undefined, b: { c: undefined } }, 'part')).toStrictEqual({ a: undefined, b: {} });
});

test('a value is described by its class, if it has one', () => {
  expect(describe(new Map())).toBe('a Map');
  expect(describe(Object.create(Object.create(Object.create(null))))).toBe('an object with a prototype');
});
