import { describe, expect, test } from 'vitest';
import { checkOf, contentsOf, messagesOf } from '../documents.ts';

const list = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

const problemsOf = async (schema: object) => (await contentsOf(schema)).service.problems;

const request = '/paths/~1echo/post/requestBody/content/application~1json/schema';

describe.each(['anyOf', 'oneOf'])('%s', (keyword) => {
  const of = (count: number) => ({
    type: 'object',
    discriminator: { propertyName: 'kind' },
    [keyword]: list(count, (index) => ({ properties: { kind: { const: index } }, required: ['kind'] })),
  });

  test('of as many schemas as are allowed is used', async () => {
    expect(await problemsOf(of(2000))).toEqual([]);
    const check = await checkOf(of(2000));
    expect(messagesOf(check, { kind: 1999 })).toEqual([]);
    expect(messagesOf(check, { kind: 2000 })).not.toEqual([]);
  });

  test('of more schemas is reported and ignored; the rest of the schema is used', async () => {
    expect(await problemsOf(of(2001))).toContainEqual({
      code: 'VIV_DOCUMENT_PART_UNUSABLE',
      pointer: `${request}/${keyword}`,
      message: `${keyword} has 2,001 schemas, more than 2,000; it is ignored. Describe the values with fewer schemas`,
    });
    const { request: body, response } = await contentsOf(of(2001));
    expect(messagesOf(body.check, { kind: 'other' })).toEqual([]);
    expect(messagesOf(body.check, 5)).toEqual(['must be an object']);
    expect(response.check({})).toEqual([]);
  });
});

test('the first schemas of a longer allOf are used, and the others are reported', async () => {
  const schema = { allOf: list(2001, (index) => ({ required: [`a${index}`] })) };
  expect(await problemsOf(schema)).toContainEqual({
    code: 'VIV_DOCUMENT_PART_UNUSABLE',
    pointer: `${request}/allOf`,
    message:
      'allOf has 2,001 schemas, more than 2,000; those after the first 2,000 are ignored. Combine them into fewer schemas',
  });
  const value = Object.fromEntries(list(2000, (index) => [`a${index}`, 1]));
  const check = await checkOf(schema);
  expect(messagesOf(check, value)).toEqual([]);
  const { a1999: _last, ...without } = value;
  expect(messagesOf(check, without)).toEqual(['/a1999 is required']);
});

test('the first names of a longer required are used, and the others are reported', async () => {
  const schema = { required: list(10_001, (index) => `a${index}`) };
  expect(await problemsOf(schema)).toContainEqual({
    code: 'VIV_DOCUMENT_PART_UNUSABLE',
    pointer: `${request}/required`,
    message:
      'required has 10,001 names, more than 10,000; those after the first 10,000 are ignored. Require fewer properties',
  });
  const value = Object.fromEntries(list(10_000, (index) => [`a${index}`, 1]));
  expect(messagesOf(await checkOf(schema), value)).toEqual([]);
});
