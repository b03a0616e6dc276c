import { describe, expect, test } from 'vitest';
import { inPath, inQuery, integer, object, ref, text } from '../../short-document.ts';
import { messagesOf, operationOf, parameterOf, serviceOf } from '../documents.ts';

const query = (schema: object, rest: object = {}) => ({ name: 'q', in: 'query', schema, ...rest });
const point = object({ x: integer, y: integer, tag: text });

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

test('an open object that may be empty is not required in a query', async () => {
  const required = async (schema: object, style: string): Promise<boolean> =>
    (await parameterOf(query(schema, { required: true, style }))).parameter.required;
  expect(await required({ type: 'object', additionalProperties: true }, 'deepObject')).toBe(false);
  expect(await required(point, 'form')).toBe(true);
  expect(await required({ ...point, required: ['x'] }, 'deepObject')).toBe(true);
  expect(await required(text, 'form')).toBe(true);
});
