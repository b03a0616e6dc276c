import { expect, test } from 'vitest';
import { boolean, integer, listOf, object, text } from '../../short-document.ts';
import { checkOf, messagesOf } from '../documents.ts';

const cases: readonly (readonly [string, object, unknown, readonly string[]])[] = [
  ['a missing property', { type: 'object', required: ['name'] }, {}, ['/name is required']],
  [
    'an undeclared property',
    { type: 'object', properties: {}, additionalProperties: false },
    { a: 1 },
    ['/a is not declared'],
  ],
  ['another type', integer, 'x', ['must be an integer']],
  ['a fraction where an integer is wanted', integer, 1.5, ['must be an integer']],
  ['no boolean', boolean, 'x', ['must be true or false']],
  ['several types', { type: ['string', 'array'] }, 1, ['must be a string or an array']],
  ['an unknown value', { enum: ['a', 2, null, ''] }, 'b', ['must be one of a, 2, null, ""']],
  ['another constant', { const: 'a' }, 'b', ['must be a']],
  ['a small number', { minimum: 1 }, 0, ['must be at least 1']],
  ['a large number', { maximum: 1 }, 2, ['must be at most 1']],
  ['a number on an open bound', { exclusiveMinimum: 1, exclusiveMaximum: 9 }, 9, ['must be less than 9']],
  ['no multiple', { multipleOf: 0.01 }, 1.005, ['must be a multiple of 0.01']],
  ['an empty string', { type: 'string', minLength: 1 }, '', ['must not be empty']],
  ['short text', { type: 'string', minLength: 3 }, 'a', ['must have at least 3 characters']],
  ['long text', { type: 'string', maxLength: 1 }, 'ab', ['must have at most 1 character']],
  ['few items', { type: 'array', minItems: 2 }, [1], ['must have at least 2 items']],
  ['many items', { type: 'array', maxItems: 2 }, [1, 2, 3], ['must have at most 2 items']],
  [
    'the same item twice',
    { type: 'array', uniqueItems: true },
    ['a', 'b', 'a'],
    ['must not have the same item twice (items 0 and 2)'],
  ],
  ['another pattern', { type: 'string', pattern: '^a$' }, 'b', ['must match the pattern ^a$']],
  ['no date-time', { type: 'string', format: 'date-time' }, 'x', ['must be a date-time such as 2030-01-31T12:00:00Z']],
  ['no date', { type: 'string', format: 'date' }, '2030-02-31', ['must be a date such as 2030-01-31']],
  ['no email', { type: 'string', format: 'email' }, 'x', ['must be an email address such as ada@example.com']],
  ['no UUID', { type: 'string', format: 'uuid' }, 'x', ['must be a UUID such as 123e4567-e89b-42d3-a456-426614174000']],
  ['a forbidden property', { properties: { a: false } }, { a: 1 }, ['/a is not allowed']],
  ['a property with a slash in its name', { required: ['a/b~c'] }, {}, ['/a~1b~0c is required']],
  [
    'the condition of another property',
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { if: { properties: { a: { const: 1 } }, required: ['a'] }, then: { required: ['b'] } },
    { a: 1 },
    ['/b is required'],
  ],
];

test.each(cases)('the message for %s can follow the name', async (_name, schema, value, expected) => {
  // A bare `required` applies only to objects.
  expect(messagesOf(await checkOf(schema), value)).toEqual(expected);
});

test('several invalid properties are several problems', async () => {
  const check = await checkOf(object({ b: integer, c: listOf(text) }, ['a']));
  expect(messagesOf(check, { b: 'x', c: ['y', 1] }).toSorted()).toEqual([
    '/a is required',
    '/b must be an integer',
    '/c/1 must be a string',
  ]);
});

const unions: readonly (readonly [string, object, unknown, readonly string[]])[] = [
  ['types', { oneOf: [text, integer] }, true, ['must be a string or an integer']],
  [
    'null and something',
    { anyOf: [{ type: 'null' }, { type: 'string', minLength: 2 }] },
    'a',
    ['must have at least 2 characters'],
  ],
  [
    'objects with a distinguishing constant',
    {
      oneOf: [
        { properties: { kind: { const: 'a' }, x: integer }, required: ['kind'] },
        { properties: { kind: { const: 'b' }, y: integer }, required: ['kind'] },
      ],
    },
    { kind: 'b', y: 'no' },
    ['/y must be an integer'],
  ],
  ['alternative members', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, ['must have a or b']],
  [
    'the same property of all alternatives',
    { anyOf: [{ required: ['a'] }, { required: ['a'], properties: { b: {} } }] },
    {},
    ['/a is required'],
  ],
  [
    'the nearest branch',
    { anyOf: [{ type: 'object', required: ['a', 'b', 'c'] }, object({ e: text }, ['d']), { type: 'array' }] },
    { d: 1, e: 1 },
    ['/e must be a string'],
  ],
  [
    'more than one fit',
    { oneOf: [integer, { minimum: 1 }, text] },
    5,
    ['must match exactly one of the documented alternatives, but matches several'],
  ],
  [
    'a union in a union',
    { oneOf: [{ type: 'array' }, { oneOf: [{ type: 'string', minLength: 2 }, boolean] }] },
    'a',
    ['must have at least 2 characters'],
  ],
];

test.each(unions)(
  'a value that matches no branch of a union has one useful problem: %s',
  async (_name, schema, value, expected) => {
    expect(messagesOf(await checkOf(schema), value)).toEqual(expected);
  },
);

test('problems beside a union are reported too', async () => {
  const check = await checkOf(
    object({ id: integer, size: { oneOf: [integer, { type: 'string', enum: ['s', 'm'] }] }, last: text }, ['id']),
  );
  expect(messagesOf(check, { size: 'xl', last: 1 }).toSorted()).toEqual([
    '/id is required',
    '/last must be a string',
    '/size must be one of s, m',
  ]);
});

test('a long list of values is cut', async () => {
  const check = await checkOf({ enum: Array.from({ length: 50 }, (_, at) => `v${at}`) });
  expect(messagesOf(check, 'x')[0]).toMatch(/^must be one of v0, v1, .*v19, \.\.\. \(50 values\)$/);
});
