/** The invalid and the unusual bodies of an operation. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { invalidBodies, unusualBodies } from '../../../src/parts/verify/cases.ts';
import { contentsOf } from '../../openapi/documents.ts';

const properties = {
  name: { type: 'string', maxLength: 5 },
  'a/b~c': { type: 'integer', minimum: 0 },
  'a/b~cd': { type: 'boolean' },
  tags: { type: 'array', maxItems: 3, items: { type: 'string' } },
  day: { type: 'string', format: 'date' },
  any: {},
  place: { type: 'object', required: ['city'], properties: { city: { type: 'string' } } },
};
const valid = {
  ...{ name: 'x', 'a/b~c': 1, 'a/b~cd': true, tags: ['a'], day: '2030-01-01', any: '', place: { city: 'Rome' } },
};
const schema = { type: 'object', required: ['name'], properties };

test('an invalid body breaks one rule of one property, or is no object', async () => {
  const { request } = await contentsOf(schema);
  const cases = invalidBodies(request, valid);
  for (const { value, expectation } of cases)
    expect([request.check(value).length > 0, expectation]).toEqual([true, 'rejection']);
  const { name: _name, ...unnamed } = valid;
  const wrong = (name: string, rule: string, value: Json) => [
    `with a wrong ${name} (${rule})`,
    { ...valid, [name]: value },
  ];
  expect(cases.map(({ label, value }) => [label, value])).toEqual([
    ['without name', unnamed],
    wrong('name', 'type', 12345),
    wrong('name', 'maxLength', 'vivarium'),
    wrong('a/b~c', 'type', 'vivarium'),
    wrong('a/b~c', 'minimum', -1),
    wrong('a/b~cd', 'type', 12345),
    wrong('tags', 'type', 12345),
    wrong('tags', 'maxItems', new Array(1000).fill('a')),
    wrong('day', 'type', 12345),
    wrong('place', 'type', 12345),
    wrong('place', 'required', {}),
    ['with null as the body', null],
    ['with [] as the body', []],
    ['with "vivarium" as the body', 'vivarium'],
    ['with 12345 as the body', 12345],
  ]);
});

test('a body without rules has no invalid ones, and many properties do not make many requests', async () => {
  expect(invalidBodies((await contentsOf({})).request, valid)).toEqual([]);
  const names = Array.from({ length: 40 }, (_, index) => `p${index}`);
  const many = await contentsOf({ type: 'object', required: names });
  const value = Object.fromEntries(names.map((name) => [name, 1]));
  expect(invalidBodies(many.request, value)).toHaveLength(24);
  const texts = await contentsOf({ type: 'object', properties: { list: { type: 'array' } } });
  expect(invalidBodies(texts.request, { list: [] }).map(({ label }) => label)[0]).toBe('with a wrong list (type)');
});

test('a value that breaks a rule of the whole body is not an invalid one', async () => {
  const anyOf = [{ properties: { a: { const: 1 } } }, { required: ['b'] }];
  const { request } = await contentsOf({ type: 'object', anyOf });
  expect(request.check({ a: 2 }).length).toBeGreaterThan(0);
  expect(invalidBodies(request, { a: 1 }).filter(({ label }) => label.startsWith('with a wrong a'))).toEqual([]);
});

test('an unusual body is valid, and differs from the usual one in all values of a type', async () => {
  const { request } = await contentsOf(schema);
  const cases = unusualBodies(request, valid);
  for (const { value, expectation } of cases) expect([request.check(value), expectation]).toEqual([[], 'no-failure']);
  const shown = cases.map(({ label, value }) => [label, JSON.stringify(value)]);
  const changed = (part: object) => JSON.stringify({ ...valid, ...part });
  const long = 'long '.repeat(1000);
  expect(shown).toEqual([
    ['with quotes, emoji and control characters', changed({ any: `'";--<b>%s\u0000\u001b\u202e👩‍👩‍👧 \\ \n` })],
    ['with empty texts', changed({ name: '' })],
    ['with long texts', changed({ any: long })],
    ['with a lone surrogate', changed({ name: '\ud800', any: '\ud800' })],
    ['with empty lists', changed({ tags: [] })],
    ['with the number 9007199254740991', changed({ 'a/b~c': 9007199254740991 })],
    ['with the number 0', changed({ 'a/b~c': 0 })],
    ['with the number 2147483648', changed({ 'a/b~c': 2147483648 })],
    [
      'with undeclared properties',
      `${changed({}).slice(0, -1)},"__proto__":null,"constructor":1,"vivarium-undeclared":{}}`,
    ],
  ]);
  expect(unusualBodies(request, ['a'])).toEqual([]);
});
