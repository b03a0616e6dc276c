import { expect, test } from 'vitest';
import type { CollectionInfo } from '../../../../src/parts/panel/api/panel-client.ts';
import { fieldsOf } from '../../../../src/parts/panel/data/form-schema.ts';
import {
  draftFrom,
  otherTexts,
  parentText,
  readItem,
  withParent,
} from '../../../../src/parts/panel/data/item-draft.ts';

const names = ['id', 'title', 'createdAt'];
const info: CollectionInfo = {
  name: 'orders',
  kind: 'list',
  id: 'id',
  properties: names,
  required: names,
  parents: [],
  parent: null,
};
const order = {
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    createdAt: { allOf: [{ $ref: '#/components/schemas/Time' }], readOnly: true },
  },
};
const document = {
  paths: {
    '/orders': { get: { responses: { '200': { content: { 'application/json': { schema: order } } } } } },
  },
  components: { schemas: { Time: { type: 'string', format: 'date-time' } } },
};
const operation = { method: 'GET', path: '/orders', collection: 'orders' };
const fields = fieldsOf(info, [operation as never], document);

test('properties without a field are shown as JSON, without those that place the item', () => {
  const nested = { ...info, parents: ['shopId'] };
  const item = { $parent: { shopId: 7 }, $id: 'k', title: 'a', createdAt: 'b', id: 1, note: { a: [1] } };
  const draft = draftFrom(nested, fields, item);
  expect(draft[parentText('shopId')]).toBe('7');
  expect(JSON.parse(String(draft[otherTexts]))).toEqual({ note: { a: [1] } });
  expect(readItem(nested, fields, draft, item)).toEqual({ item, errors: {} });
  expect(draftFrom(info, fields, { title: 'a' })[otherTexts]).toBe('');
});

test('a new item needs neither its id nor read-only properties, and an edited item keeps needing them', () => {
  const empty = draftFrom(info, fields, undefined);
  expect(readItem(info, fields, empty, undefined)).toEqual({ item: {}, errors: { title: 'is required' } });
  expect(readItem(info, fields, empty, { id: 1, title: 'a', createdAt: 'b' }).errors).toEqual({
    title: 'is required',
    createdAt: 'is required',
  });
});

const fieldOf = (type: string, isNullable = false) => ({ name: 'a', type, isNullable, isRequired: false }) as never;

test.each([
  ['string', 'null', 'null'],
  ['integer', ' 12 ', 12],
  ['integer', '-007', -7],
  ['integer', '9223372036854775807', 9223372036854775807n],
  ['integer', '1.5', undefined],
  ['number', '1.5', 1.5],
  ['number', 'x', undefined],
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['boolean', 'yes', undefined],
  ['json', '{"a":[1]}', { a: [1] }],
  ['json', '{', undefined],
])('a field of type %s reads %j', (type, text, value) => {
  const read = readItem(info, [fieldOf(type)], { a: text }, undefined);
  if (value === undefined) expect(read).toEqual({ item: {}, errors: { a: expect.stringMatching(/^must be /) } });
  else expect(read).toEqual({ item: { a: value }, errors: {} });
});

test('a new item begins with the defaults of the properties that it must have, and an old one with what it has', () => {
  const withDefault = (name: string, given: object) => ({
    ...{ name, type: 'string', isRequired: true, schema: { default: 'new' }, ...given },
  });
  const all = [
    withDefault('state', {}),
    withDefault('count', { type: 'integer', schema: { default: 0 } }),
    withDefault('lines', { type: 'json', schema: { default: [] } }),
    withDefault('note', { isRequired: false }),
    withDefault('id', {}),
    withDefault('at', { isReadOnly: true }),
    withDefault('plain', { schema: {} }),
  ] as never;
  expect(draftFrom({ ...info, parents: ['shop'] }, all, undefined)).toEqual({
    ...{ state: 'new', count: '0', lines: '[]', note: '', id: '', at: '', plain: '' },
    ...{ [parentText('shop')]: '', [otherTexts]: '' },
  });
  expect(draftFrom(info, all, { count: 2 })).toMatchObject({ state: '', count: '2' });
});

test('a field that may be null reads other values too', () => {
  const read = readItem(info, [fieldOf('integer', true)], { a: '5' }, undefined);
  expect(read).toEqual({ item: { a: 5 }, errors: {} });
});

test('a field shows a value that does not match its type as JSON, and no other properties if there are none', () => {
  expect(draftFrom(info, [fieldOf('string')], { a: { b: 1 } })).toEqual({ a: '{"b":1}', [otherTexts]: '' });
});

test('a field that may be null reads null, and other properties are a JSON object or an error', () => {
  const read = (others: string) =>
    readItem(info, [fieldOf('integer', true)], { a: 'null', [otherTexts]: others }, undefined);
  expect(read(' ')).toEqual({ item: { a: null }, errors: {} });
  expect(read('{"b":1}')).toEqual({ item: { a: null, b: 1 }, errors: {} });
  for (const text of ['[1]', '{']) expect(read(text).errors).toEqual({ [otherTexts]: 'must be a JSON object' });
});

test('a field that was empty stays as it was', () => {
  const read = (type: string, was: unknown) => readItem(info, [fieldOf(type)], { a: '' }, { a: was } as never).item;
  expect([read('string', ''), read('string', null), read('json', null), read('string', 'x')]).toEqual([
    { a: '' },
    { a: null },
    {},
    {},
  ]);
});

test('the ids of parents are numbers or texts', () => {
  const nested = { ...info, parents: ['a', 'b', 'c'] };
  const parents = { a: '12', b: 'x1', c: '1234567890123456' };
  const texts = Object.fromEntries(Object.entries(parents).map(([name, text]) => [parentText(name), text]));
  expect(readItem(nested, [], texts, undefined).item.$parent).toEqual({
    ...parents,
    a: 12,
  });
});

test('a property with the name of the parent follows it, until it has another value', () => {
  const draft = { id: '', note: '', [parentText('id')]: '' };
  const followed = withParent(withParent(draft, 'id', 'a'), 'id', 'ab');
  expect(followed).toEqual({ ...draft, id: 'ab', [parentText('id')]: 'ab' });
  const own = { ...followed, id: 'x' };
  expect(withParent(own, 'id', 'abc')).toEqual({ ...own, [parentText('id')]: 'abc' });
});
