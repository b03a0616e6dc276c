import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { boolean, inPath, inQuery, integer, jsonBody, listOf, object, ref, text } from '../../short-document.ts';
import { messagesOf, operationOf, parameterOf, serviceOf, source } from '../documents.ts';

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

test('a decoded value is checked by its schema', async () => {
  const { parameter } = await parameterOf(query({ ...integer, minimum: 1, maximum: 100 }));
  expect(messagesOf(parameter.check, 0)).toEqual(['must be at least 1']);
  expect(messagesOf(parameter.check, 100)).toEqual([]);
});

describe('clamping', () => {
  test('moves a number to the nearest bound', async () => {
    const { parameter } = await parameterOf(query({ ...integer, minimum: 1, maximum: 100 }));
    expect([0, 500, 50, 'x', 9007199254740993n].map(parameter.clamp)).toEqual([1, 100, 50, 'x', 100]);
  });

  test('stays inside open bounds', async () => {
    const { parameter } = await parameterOf(query({ ...integer, exclusiveMinimum: 0, exclusiveMaximum: 10 }));
    expect([0, 10].map(parameter.clamp)).toEqual([1, 9]);
  });
});

test('a default is found in the schema, also through a reference', async () => {
  const schemas = { Limit: { ...integer, default: 5 } };
  const defaultOf = async (schema: object) => (await parameterOf(query(schema), { schemas })).parameter.default;
  expect(await defaultOf({ ...integer, default: 20 })).toBe(20);
  expect(await defaultOf(ref('Limit'))).toBe(5);
  expect(await defaultOf(integer)).toBeUndefined();
});

test("an operation's parameter replaces its path's", () => {
  const shared = [inQuery('a', integer), inQuery('b', integer)];
  const own = [{ $ref: '#/components/parameters/B' }, { name: 'b', in: 'header', schema: integer }];
  const service = serviceOf(
    { '/x': { parameters: shared, get: { operationId: 'x', parameters: own, responses: {} } } },
    { components: { parameters: { B: { name: 'b', in: 'query', required: true, schema: text } } } },
  );
  const { parameters } = operationOf(service, 'x');
  expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
    ['a', 'query', false],
    ['b', 'query', true],
    ['b', 'header', false],
  ]);
});

test('headers that OpenAPI describes elsewhere are not parameters', () => {
  const names = ['Accept', 'content-type', 'Authorization'];
  const parameters = names.map((name) => ({ name, in: 'header', required: true, schema: text }));
  const service = serviceOf({ '/x': { get: { operationId: 'x', parameters, responses: {} } } });
  expect(operationOf(service, 'x').parameters).toEqual([]);
});

test('an unsupported part of a parameter is reported with its location', () => {
  const parameters = [
    { name: 'a', in: 'query', style: 'simple', schema: integer },
    { name: 'b', in: 'querystring', schema: integer },
    { in: 'query', schema: integer },
    { name: 'd', in: 'cookie', schema: point },
    { name: 'e', in: 'query', content: { 'application/xml': {} } },
    { $ref: '#/components/parameters/Missing' },
  ];
  const { problems } = serviceOf({ '/x': { get: { operationId: 'x', parameters, responses: {} } } });
  const base = '/paths/~1x/get/parameters';
  expect(problems.map(({ pointer }) => pointer).toSorted()).toEqual(
    ['/0/style', '/1', '/2', '/3', '/4/content/application~1xml', '/5'].map((place) => base + place),
  );
});

test('a nested value is read as JSON, and reported', async () => {
  const { parameter, service } = await parameterOf(query(listOf(point)));
  expect(parameter.decode(source({ query: `q=${encodeURIComponent('{"x":1}')}` }))).toEqual({ value: [{ x: 1 }] });
  const problem = { pointer: '/0', message: 'must be an object' };
  expect(parameter.decode(source({ query: 'q=x' }))).toMatchObject({ problem });
  expect(service.problems).toMatchObject([{ pointer: '/paths/~1things/get/parameters/0' }]);
});

describe('a path parameter', () => {
  const declaredAs = (path: string, parameters: readonly object[]) => {
    const service = serviceOf({ [path]: { parameters, get: { responses: {} } } });
    return {
      parameters: service.operations[0]?.parameters.map(({ name, check }) => [name, check('x').length === 0]),
      problems: service.problems.map(({ message }) => message),
    };
  };
  const absent = (name: string) => `the path parameter "${name}" is not declared, so any text is accepted`;

  test('that is not declared accepts any text', () => {
    expect(declaredAs('/x/{id}', [])).toEqual({ parameters: [['id', true]], problems: [absent('id')] });
    expect(declaredAs('/x/{id}', [inPath('shop'), inPath('size')])).toEqual({
      parameters: [['id', true]],
      problems: [absent('id'), ...['shop', 'size'].map((name) => `the path has no parameter "${name}"; it is ignored`)],
    });
  });

  test('that only another operation at the path declares is that one', () => {
    const put = { parameters: [inPath('id')], responses: {} };
    const extension = { parameters: [inPath('id', text)] };
    const get = { operationId: 'get', responses: {} };
    const service = serviceOf({ '/x/{id}': { 'x-old': extension, get, put } });
    const [id] = operationOf(service, 'get').parameters;
    expect(id?.check('x')).toHaveLength(1);
    expect(service.problems.map(({ message }) => message)).toContain(
      'the path parameter "id" is not declared, so it is taken from another operation at the path',
    );
  });

  test.each([
    ['in another spelling', '/x/{shopId}/{size}', [inPath('shop_id'), inPath('size', {})]],
    ['with another name, if there is only one', '/x/{shopId}/{size}', [inPath('id'), inPath('size', {})]],
  ])('may be declared %s', (_name, path, parameters) => {
    const { name } = parameters[0] as { name: string };
    const problems = [`the path has no parameter "${name}"; it describes "shopId"`];
    const declared = Object.entries({ shopId: false, size: true });
    expect(declaredAs(path, parameters)).toEqual({ parameters: declared, problems });
  });
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

test('an open object that may be empty is not required in a query', async () => {
  const required = async (schema: object, style: string): Promise<boolean> =>
    (await parameterOf(query(schema, { required: true, style }))).parameter.required;
  expect(await required({ type: 'object', additionalProperties: true }, 'deepObject')).toBe(false);
  expect(await required(point, 'form')).toBe(true);
  expect(await required({ ...point, required: ['x'] }, 'deepObject')).toBe(true);
  expect(await required(text, 'form')).toBe(true);
});
