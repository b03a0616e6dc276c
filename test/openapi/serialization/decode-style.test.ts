/** Parameters as clients send them, in each style and place. */
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { styleOf } from '../../../src/openapi/serialization/decode-style.ts';
import { boolean, inQuery, integer, jsonBody, listOf, object, text } from '../../short-document.ts';
import { operationOf, parameterOf, serviceOf, source } from '../documents.ts';

type Given = Parameters<typeof source>[0];

/** The decoded value, or the problem as `pointer message`. */
const decode = async (raw: object, given: Given): Promise<unknown> => {
  const { parameter, service } = await parameterOf(raw);
  expect(service.problems).toEqual([]);
  const decoded = parameter.decode(source(given));
  if (decoded === undefined) return undefined;
  return 'problem' in decoded ? `${decoded.problem.pointer} ${decoded.problem.message}`.trim() : decoded.value;
};

const query = (schema: object, rest: object = {}) => ({ name: 'q', in: 'query', schema, ...rest });
const path = (schema: object, rest: object = {}) => ({ name: 'id', in: 'path', required: true, schema, ...rest });
const header = (schema: object, rest: object = {}) => ({ name: 'X-Things', in: 'header', schema, ...rest });
const cookie = (schema: object, rest: object = {}) => ({ name: 'c', in: 'cookie', schema, ...rest });
const list = listOf(integer);
const point = object({ x: integer, y: integer, tag: text });
const mayBeEmpty = { allowEmptyValue: true };
const inOne = { explode: false };
const deep = { style: 'deepObject', explode: true };
const spaces = { style: 'spaceDelimited', explode: false };
const pipes = { style: 'pipeDelimited', explode: false };
const label = { style: 'label' };
const labels = { ...label, explode: true };
const matrix = { style: 'matrix' };
const matrices = { ...matrix, explode: true };

/** What is sent of the parameter: its value in a path or a header, the whole query, all cookies. */
const sentIn = (raw: object, sent: string | undefined): Given => {
  if (sent === undefined) return {};
  const { in: place } = raw as { readonly in: string };
  if (place === 'path') return { path: { id: sent } };
  return place.startsWith('query') ? { query: sent } : { headers: { [place === 'cookie' ? place : 'x-things']: sent } };
};

const huge = 9223372036854775807n;
const int64 = { ...integer, format: 'int64' };
const inForm = { name: 'q', in: 'querystring', content: { 'application/x-www-form-urlencoded': { schema: point } } };
const asJson = (name: string, place: string, schema: object) => ({
  ...{ name, in: place, content: jsonBody(schema) },
  ...(place === 'path' && { required: true }),
});

const cases: readonly (readonly [string, object, string | undefined, unknown])[] = [
  ['an integer', query(integer), 'q=12', 12],
  ['a negative integer', query(integer), 'q=-12', -12],
  ['an integer beyond doubles, exactly', query(int64), 'q=9223372036854775807', huge],
  ['no integer in another notation', query(integer), 'q=0x10', 'must be an integer'],
  ['no fraction for an integer', query(integer), 'q=1.0', 'must be an integer'],
  ['no space around an integer', query(integer), 'q=%201', 'must be an integer'],
  ['nothing where an integer is wanted', query(integer), 'q=', 'must be an integer'],
  ['nothing in an empty value that is allowed', query(integer, mayBeEmpty), 'q=', undefined],
  ['a value where an empty one is allowed', query(integer, mayBeEmpty), 'q=5', 5],
  ['two empty values as two', query(integer, mayBeEmpty), 'q=&q=', 'must be given once'],
  ['an empty value that is allowed, and no value of an enum', query({ enum: ['a'] }, mayBeEmpty), 'q=', undefined],
  ['an empty text that is allowed', query(text, mayBeEmpty), 'q=', ''],
  ['a number', query({ type: 'number' }), 'q=-1.5e3', -1500],
  ['no infinity', query({ type: 'number' }), 'q=1e999', 'must be a number'],
  ['a boolean', query(boolean), 'q=true', true],
  ['no boolean of another spelling', query(boolean), 'q=1', 'must be true or false'],
  ['text', query(text), 'q=12', '12'],
  ['empty text', query(text), 'q=', ''],
  ['text without a schema type', query({}), 'q=12', '12'],
  ['a number or text', query({ type: ['integer', 'string'] }), 'q=12', 12],
  ['text where a number or text is taken', query({ oneOf: [integer, text] }), 'q=a', 'a'],
  ['a value of an enum of numbers', query({ enum: [1, 2] }), 'q=2', 2],
  ['a number where only numbers are limited', query({ oneOf: [{ maximum: 9 }, { minimum: 20 }] }), 'q=12', 12],
  ['text of a union with an object', query({ oneOf: [text, point] }), 'q=one', 'one'],
  ['a text that the list of a union cannot have', query({ oneOf: [text, listOf({ enum: ['a'] })] }), 'q=*', '*'],
  ['a list of a union with a text', query({ oneOf: [text, listOf({ enum: ['a', 'b'] })] }, inOne), 'q=a,b', ['a', 'b']],
  ['an object of a union with a text', query({ oneOf: [text, point] }), 'x=1', { x: 1 }],
  ['nothing sent', query(integer), 'other=1', undefined],
  ['no query at all', query(integer), undefined, undefined],
  ['a scalar given twice', query(integer), 'q=1&q=2', 'must be given once'],
  ['a repeated array', query(list), 'q=1&q=2', [1, 2]],
  ['an array of one', query(list), 'q=1', [1]],
  ['a wrong item of an array', query(list), 'q=1&q=x', '/1 must be an integer'],
  ['an array in one value', query(list, inOne), 'q=1,2', [1, 2]],
  ['an empty array in one value', query(list, inOne), 'q=', []],
  ['an array separated by spaces', query(list, spaces), 'q=1%202', [1, 2]],
  ['an array separated by pipes', query(list, pipes), 'q=1|2', [1, 2]],
  ['an object spread over the query', query(point), 'x=1&tag=a&other=3', { x: 1, tag: 'a' }],
  ['an object in one value', query(point, inOne), 'q=x,1,tag,a', { x: 1, tag: 'a' }],
  ['a deep object', query(point, deep), 'q[x]=1&q[tag]=a', { x: 1, tag: 'a' }],
  ['a wrong property of a deep object', query(point, deep), 'q[x]=a', '/x must be an integer'],
  ['a deep object with a list', query(object({ ids: list }), deep), 'q[ids]=1&q[ids][]=2', { ids: [1, 2] }],
  ['JSON in the query', asJson('q', 'query', point), `q=${encodeURIComponent('{"x":1}')}`, { x: 1 }],
  ['an integer in the path', path(integer), '12', 12],
  ['encoded text in the path', path(text), 'a%20b%2Fc', 'a b/c'],
  ['a malformed escape unchanged', path(text), '%zz', '%zz'],
  ['an array in the path', path(list), '1,2', [1, 2]],
  ['commas that belong to a value', path(listOf(text)), 'a%2Cb,c', ['a,b', 'c']],
  ['an object in the path', path(point), 'x,1,y,2', { x: 1, y: 2 }],
  ['a text in the path whose schema is that of an object with it', path({ properties: { id: integer } }), '12', '12'],
  ['an exploded object in the path', path(point, { explode: true }), 'x=1,y=2', { x: 1, y: 2 }],
  ['a label', path(integer, label), '.12', 12],
  ['no label without its dot', path(integer, label), '12', 'must start with "."'],
  ['labels', path(list, labels), '.1.2', [1, 2]],
  ['a matrix', path(integer, matrix), ';id=12', 12],
  ['a matrix of several', path(list, matrices), ';id=1;id=2', [1, 2]],
  ['a matrix of several in one', path(list, matrix), ';id=1,2', [1, 2]],
  ['an object as a matrix', path(point, matrices), ';x=1;y=2', { x: 1, y: 2 }],
  ['a header, whatever the case of its name', header(integer), '12', 12],
  ['a list in a header', header(list), '1, 2', [1, 2]],
  ['an object in a header', header(point, { explode: true }), 'x=1,y=2', { x: 1, y: 2 }],
  ['a cookie', cookie(integer), 'a=b; c=12', 12],
  ['commas that belong to a value of the query', query(listOf(text), inOne), 'q=a%2Cb,c+d', ['a,b', 'c d']],
  ['encoded commas between numbers', query(list, inOne), 'other=1&q=1%2C9223372036854775807', [1, huge]],
  ['encoded commas between the values of an enum', query(listOf({ enum: ['a', 'b'] }), inOne), 'q=a%2Cb', ['a', 'b']],
  ['an object whose commas are encoded', query(point, inOne), 'q=x%2C1', { x: 1 }],
  ['a list given twice in one value', query(list, inOne), 'q=1&q=2', 'must be given once'],
  ['an array separated by encoded pipes', query(list, pipes), 'q=1%7C2', [1, 2]],
  ['an array separated by plus signs', query(list, spaces), 'q=1+2', [1, 2]],
  ['an array whose name was sent with brackets', query(list), 'q[]=1&q[]=2', [1, 2]],
  ['reserved characters that are sent as they are', query(text, { allowReserved: true }), 'q=/a?b:c', '/a?b:c'],
  [
    'a deep object inside a deep object',
    query(object({ at: point }), deep),
    'q[at][x]=9223372036854775807',
    { at: { x: huge } },
  ],
  ['a wrong nested property', query(object({ at: point }), deep), 'q[at][x]=a', '/at/x must be an integer'],
  [
    'items of a deep object by their places',
    query(object({ at: listOf(point) }), deep),
    'q[at][1][x]=2&q[at][0][x]=1',
    { at: [{ x: 1 }, { x: 2 }] },
  ],
  ['a value by itself where a deep object may be one', query({ anyOf: [point, integer] }, deep), 'q=7', 7],
  ['labels that are one value', path(list, label), '.1,2', [1, 2]],
  ['an object as labels', path(point, labels), '.x=1.y=2', { x: 1, y: 2 }],
  ['an object as one label', path(point, label), '.x,1,y,2', { x: 1, y: 2 }],
  ['an object as a matrix in one', path(point, matrix), ';id=x,1,y,2', { x: 1, y: 2 }],
  ['an exploded array in the path', path(list, { explode: true }), '1,2', [1, 2]],
  ['an object in a header', header(point), 'x,1,y,2', { x: 1, y: 2 }],
  ['cookies of one name', cookie(list), 'c=1; b=0; c=2', [1, 2]],
  ['a cookie that repeats its name', cookie(list), 'c=1&c=2', [1, 2]],
  ['an object in a cookie', cookie(point, inOne), 'c=x,1,y,2', { x: 1, y: 2 }],
  ['JSON in a header', asJson('X-Things', 'header', list), '[9223372036854775807]', [huge]],
  ['JSON in the path', asJson('id', 'path', point), '%7B%22x%22%3A1%7D', { x: 1 }],
  ['a text as JSON', asJson('id', 'path', { type: 'string' }), '%22seven%22', 'seven'],
  ['a text without the quotes of JSON', asJson('id', 'path', { type: 'string' }), '7', '7'],
  ['a whole query as a form', inForm, 'x=1&tag=a+b', { x: 1, tag: 'a b' }],
  ['a whole query as JSON', asJson('q', 'querystring', point), '%7B%22x%22%3A1%7D', { x: 1 }],
  ['a list in a cookie', cookie(list, inOne), 'c=1,2', [1, 2]],
  ['an object without a type in the query', query({ properties: { id: integer } }), 'id=12', { id: 12 }],
  ['a scalar with the style of an object', query(integer, deep), 'q=5', 5],
  ['no scalar with brackets', query(integer), 'q[x]=1', undefined],
  ['no list that was not sent', query(list), 'other=1', undefined],
  ['no cookies that were not sent', cookie(list), 'other=1', undefined],
  ['no object of which nothing was sent', query(point), 'other=1', undefined],
  ['an object as JSON', query(point), `q=${encodeURIComponent('{"x":1}')}&y=2`, { x: 1 }],
  ['an object that is no text', query(point), 'q=a&x=1', { x: 1 }],
  ['nothing of an object or null', query({ type: ['object', 'null'], properties: { x: integer } }), 'q=a', undefined],
];

test.each(cases)('decodes %s', async (_name, raw, sent, expected) => {
  expect(await decode(raw, sentIn(raw, sent))).toEqual(expected);
});

const written: readonly (readonly [string, object, Json, Given])[] = [
  ['reserved characters', query(text, { allowReserved: true }), '/a?b&c', { query: 'q=/a?b%26c' }],
  ['cookies of one name', cookie(list), [1, 2], { headers: { cookie: 'c=1; c=2' } }],
  [
    'a deep object inside a deep object',
    query(object({ at: point }), deep),
    { at: { x: 1, tag: 'a' } },
    { query: 'q%5Bat%5D%5Bx%5D=1&q%5Bat%5D%5Btag%5D=a' },
  ],
  ['a whole query as a form', inForm, { x: 1, tag: 'a b' }, { query: 'x=1&tag=a+b' }],
];

test.each(written)('writes %s in the form that it reads', async (_name, raw, value, given) => {
  const { parameter } = await parameterOf(raw);
  const text = parameter.write(value);
  expect(parameter.in === 'cookie' ? { headers: { cookie: `c=${text}` } } : { query: text }).toEqual(given);
  expect(parameter.decode(source(given))).toEqual({ value });
});

test('invalid JSON in a parameter is a problem', async () => {
  const { parameter } = await parameterOf({ name: 'q', in: 'query', content: jsonBody({}) });
  expect(parameter.decode(source({ query: 'q=%7B' }))).toMatchObject({ problem: { rule: 'syntax', pointer: '' } });
});

test('a property named __proto__ is an ordinary property', async () => {
  const decoded = (await decode(query(point, deep), { query: 'q[__proto__]=1' })) as object;
  expect(Object.keys(decoded)).toEqual(['__proto__']);
  expect(Object.getPrototypeOf(decoded)).toBe(Object.prototype);
});

test('a nested value is read as JSON, and reported', async () => {
  const { parameter, service } = await parameterOf(query(listOf(point)));
  expect(parameter.decode(source({ query: `q=${encodeURIComponent('{"x":1}')}` }))).toEqual({ value: [{ x: 1 }] });
  const problem = { pointer: '/0', message: 'must be an object' };
  expect(parameter.decode(source({ query: 'q=x' }))).toMatchObject({ problem });
  expect(service.problems).toMatchObject([{ pointer: '/paths/~1things/get/parameters/0' }]);
});

test('an open object that is spread over the query has no other parameter of it', async () => {
  const open = { type: 'object', additionalProperties: text };
  const parameters = [inQuery('metadata', open), inQuery('include[]', listOf(text)), inQuery('after')];
  const service = serviceOf({ '/x': { get: { operationId: 'x', parameters, responses: {} } } });
  const [metadata, include, after] = operationOf(service, 'x').parameters;
  const decoded = (query: string) => [metadata, include, after].map((one) => one?.decode(source({ query })));
  const all = 'include[]=a&include[]=b&after=c';
  expect(decoded(all)).toEqual([undefined, { value: ['a', 'b'] }, { value: 'c' }]);
  expect(decoded(`${all}&k=v`)[0]).toEqual({ value: { k: 'v' } });
  expect(decoded(`${all}&metadata[k]=v`)[0]).toEqual({ value: { k: 'v' } });
});

test('an open object that is spread over a form has no other field of it', async () => {
  const properties = { metadata: { type: 'object', additionalProperties: text }, expand: listOf(text) };
  const encoding = { metadata: { style: 'form', explode: true } };
  const content = { 'application/x-www-form-urlencoded': { schema: object(properties), encoding } };
  const service = serviceOf({ '/x': { post: { operationId: 'x', requestBody: { content }, responses: {} } } });
  const [form] = operationOf(service, 'x').body?.contents ?? [];
  expect(form?.decode('k=v&expand=a&expand=b')).toMatchObject({ value: { metadata: { k: 'v' }, expand: ['a', 'b'] } });
});

test('a style belongs to its place, and decides whether values are spread', () => {
  expect(styleOf({}, 'query')).toEqual({ style: 'form', explode: true, allowReserved: false });
  expect(styleOf({ style: 'deepObject' }, 'query')).toMatchObject({ style: 'deepObject', explode: false });
  expect(styleOf({ style: 'matrix', explode: true }, 'path')).toMatchObject({ style: 'matrix', explode: true });
  expect(styleOf({ style: 'matrix' }, 'query').style).toBe('form');
  expect(styleOf({}, 'path')).toMatchObject({ style: 'simple', explode: false });
  expect(styleOf({ style: 'form' }, 'header')).toMatchObject({ style: 'simple', explode: false });
  expect(styleOf({ style: 'cookie' }, 'cookie')).toMatchObject({ style: 'cookie', explode: false });
  expect(styleOf({ allowReserved: true, explode: 'yes' }, 'query')).toEqual({
    ...{ style: 'form', explode: false, allowReserved: true },
  });
});

const openObject = { type: 'object', additionalProperties: text };

test.each<[string, object, unknown]>([
  ['a scalar', query(integer), undefined],
  ['a value of any type', query({}), { exact: ['q'], bracketed: ['q'] }],
  ['a list', query(list), { exact: ['q'], bracketed: ['q'] }],
  ['a deep object', query(point, deep), { exact: ['q'], bracketed: ['q'] }],
  ['an object in one value', query(point, inOne), { exact: ['q'], bracketed: ['q'] }],
  ['a spread object', query(point), { exact: ['x', 'y', 'tag'], bracketed: ['q', 'x', 'y', 'tag'] }],
  [
    'a spread object or a text',
    query({ oneOf: [text, point] }),
    { exact: ['q', 'x', 'y', 'tag'], bracketed: ['q', 'x', 'y', 'tag'] },
  ],
  ['a spread object with further properties', query({ ...point, additionalProperties: text }), 'any'],
  ['a spread object without properties', query(openObject), 'any'],
  ['a spread object that has nothing', query({ type: 'object', additionalProperties: false }), 'any'],
  ['a path parameter', path(point), undefined],
])('%s is read from its names of the query', async (_name, raw, expected) => {
  expect((await parameterOf(raw)).parameter.queryNames?.()).toEqual(expected);
});

test.each<[string, object, readonly string[]]>([
  [
    'style',
    query(integer, { style: 'simple' }),
    ['the style "simple" is not supported in a query parameter; it is read as "form"'],
  ],
  ['', header(listOf(point)), ['nested objects and lists in this parameter are read as JSON']],
  ['', query(listOf(point)), ['nested objects and lists in this parameter are read as q[name]=value, or as JSON']],
  ['', cookie(point), ['an exploded object in a cookie is not supported; it is read as comma-separated']],
  ['', query(openObject), ['an object without declared properties is read from the whole query']],
  ['', query(point), []],
])('what is read otherwise is reported (%s)', async (place, raw, expected) => {
  const { problems } = (await parameterOf(raw)).service;
  const pointer = `/paths/~1things/get/parameters/0${place === '' ? '' : `/${place}`}`;
  expect(problems.map((problem) => [problem.pointer, problem.message])).toEqual(
    expected.map((message) => [pointer, message]),
  );
});
