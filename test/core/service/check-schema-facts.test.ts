import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { allowsType, type JsonType, type SchemaFacts, typeOf } from '../../../src/core/service/check.ts';

test.each<[Json, JsonType]>([
  [null, 'null'],
  [true, 'boolean'],
  [[], 'array'],
  [{}, 'object'],
  ['1', 'string'],
  [1, 'integer'],
  [2n ** 60n, 'integer'],
  [1.5, 'number'],
])('the type of %s is %s', (value, type) => {
  expect(typeOf(value)).toBe(type);
});

test.each<[JsonType, readonly JsonType[] | undefined, boolean]>([
  ['string', undefined, true],
  ['string', ['string', 'null'], true],
  ['string', ['null'], false],
  ['integer', ['number'], true],
  ['number', ['integer'], false],
])('%s is allowed by the types %j: %s', (type, types, expected) => {
  expect(allowsType({ types: types && new Set(types) } as SchemaFacts, type)).toBe(expected);
});
