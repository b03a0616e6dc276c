import { describe, expect, test } from 'vitest';
import { ConfigError } from '../../src/core/primitives/config-error.ts';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import { matchOperation } from '../../src/core/service/router.ts';
import { compileService } from '../../src/openapi/compile.ts';
import { integer, jsonBody } from '../short-document.ts';
import { documentOf, operationOf, serviceOf } from './documents.ts';

const ok = { description: '' };

test('a service has its title, version and document', () => {
  const document = documentOf({ '/a': { get: { responses: {} } } });
  expect(compileService(document)).toMatchObject({ title: 'Test', version: '1' });
  expect(compileService(document).document).toBe(document);
});

test('operations are in document order and are found by their path', () => {
  const service = serviceOf({
    '/b/{id}': { delete: { operationId: 'removeB', responses: {} }, get: { operationId: 'readB', responses: {} } },
    '/a': { post: { operationId: 'addA', tags: ['A', 7], responses: {} } },
  });
  const lines = service.operations.map(({ name, method, path }) => `${name} ${method} ${path}`);
  expect(lines).toEqual(['readB GET /b/{id}', 'removeB DELETE /b/{id}', 'addA POST /a']);
  expect(operationOf(service, 'addA').tags).toEqual(['A']);
  const match = matchOperation(service.matcher, 'GET', '/b/7', () => false);
  expect(match).toMatchObject({ type: 'operation', operation: { name: 'readB' } });
});

test('an operation without an operationId gets its method and path as its name', () => {
  expect(serviceOf({ '/things/{id}': { get: { responses: {} } } }).operations[0]?.name).toBe('GET /things/{id}');
});

test('a second operation with the same operationId gets its method and path as its name, and is reported', () => {
  const service = serviceOf({
    '/a': { get: { operationId: 'x', responses: {} } },
    '/b': { get: { operationId: 'x', responses: {} } },
  });
  expect(service.operations.map(({ name }) => name)).toEqual(['x', 'GET /b']);
  expect(service.problems.map(({ pointer }) => pointer)).toEqual(['/paths/~1b/get/operationId']);
});

test('invalid parts of a path are ignored and reported', () => {
  const get = { responses: { 204: ok } };
  const service = serviceOf({
    '/a?action=x': { get },
    '/a#y': { get, put: get },
    '/a#z': { get },
    'b/{id}': { get },
    '/c/': { get },
  });
  const names = service.operations.map(({ name }) => name);
  expect(names).toEqual(['GET /a', 'GET /a#y', 'PUT /a', 'GET /a#z', 'GET /b/{id}', 'GET /c/']);
  expect(service.problems.map(({ pointer, message }) => ({ pointer, message }))).toEqual([
    { pointer: '/paths/~1a?action=x', message: expect.stringContaining('"/a?action=x" is served as "/a"') },
    { pointer: '/paths/~1a#y', message: expect.stringContaining('"/a#y" is served as "/a"') },
    { pointer: '/paths/~1a#z', message: expect.stringContaining('"/a#z" is served as "/a"') },
    { pointer: '/paths/b~1{id}', message: expect.stringContaining('"b/{id}" is served as "/b/{id}"') },
    { pointer: '/paths/~1a#z/get', message: expect.stringContaining('GET /a#z matches the same requests as GET /a') },
    { pointer: '/paths/b~1{id}/get', message: expect.stringContaining('"id" is not declared') },
  ]);
});

test('a path parameter with a colon is one, and is reported; a colon elsewhere is text', () => {
  const get = { responses: { 204: ok } };
  const service = serviceOf({ '/notes/:id/tags/:tag_id': { get }, '/notes/{id}:close': { get }, '/a/:': { get } });
  expect(service.operations.map(({ path }) => path)).toEqual([
    '/notes/{id}/tags/{tag_id}',
    '/notes/{id}:close',
    '/a/:',
  ]);
  const served = '"/notes/:id/tags/:tag_id" is served as "/notes/{id}/tags/{tag_id}"';
  expect(service.problems[0]?.message).toContain(served);
});

test('two paths that match the same request are reported', () => {
  const get = { parameters: [], responses: { 204: ok } };
  const service = serviceOf({ '/a/x': { get }, '/a/x/': { get, delete: get }, '/': { get } });
  expect(service.operations.map(({ name }) => name)).toEqual(['GET /a/x', 'GET /a/x/', 'DELETE /a/x/', 'GET /']);
  expect(service.problems).toMatchObject([{ pointer: '/paths/~1a~1x~1/get' }]);
});

test('methods of OpenAPI 3.2 are served, and no others', () => {
  const service = serviceOf(
    { '/a': { query: { responses: {} }, additionalOperations: { COPY: { responses: {} }, link: { responses: {} } } } },
    { openapi: '3.2.0' },
  );
  expect(service.operations.map(({ name }) => name)).toEqual(['QUERY /a', 'COPY /a', 'LINK /a']);
});

test('null counts as missing, and missing required parts are reported', () => {
  const document = {
    openapi: '3.1.0',
    ...{ info: null, components: null, servers: null, tags: null, security: null },
    paths: { '/a': null, '/b': { get: null, put: { responses: {}, security: null }, parameters: null } },
  };
  const service = compileService(document as unknown as JsonObject);
  expect(service.operations.map(({ name }) => name)).toEqual(['PUT /b']);
  expect(service.problems).toMatchObject([{ pointer: '/paths/~1a' }, { pointer: '/paths/~1b/get' }]);
});

const versions = ['3.0.3', '3.1.0', '3.2.0', 3, 3.1, '3.1.0-rc1', ' 3.0.0 '];
test.each(versions)('a document of version %j is served', (openapi) => {
  expect(serviceOf({ '/a': { get: { responses: {} } } }, { openapi }).operations).toHaveLength(1);
});

test('operation names are unique, whatever other names are', () => {
  const service = serviceOf({
    '/b': { get: { operationId: 'GET /a', responses: {} } },
    '/a': { get: { responses: {} }, put: { operationId: '', responses: {} } },
    '/c/{x}': { get: { parameters: [], responses: {} } },
    '/c/{y}': { get: { responses: {} } },
    '/c/{y}?z': { get: { responses: {} } },
  });
  const names = service.operations.map(({ name }) => name);
  expect(names).toEqual(['GET /a', 'GET /a (1)', 'PUT /a', 'GET /c/{x}', 'GET /c/{y}', 'GET /c/{y}?z']);
});

test('a path item may be a reference', () => {
  const service = serviceOf(
    { '/a': { $ref: '#/components/pathItems/A' } },
    { components: { pathItems: { A: { get: { operationId: 'a', responses: {} } } } } },
  );
  expect(service.operations.map(({ name, path }) => [name, path])).toEqual([['a', '/a']]);
});

test('a broken part does not affect the rest', () => {
  const nowhere = { $ref: '#/nowhere' };
  const service = serviceOf({
    '/a': { get: { operationId: 'a', parameters: 'x', requestBody: nowhere, responses: { 200: nowhere, abc: ok } } },
    b: { get: {} },
    '/c': 7,
    '/d': { get: 'x' },
    '/e': { get: { operationId: 'e' } },
  });
  expect(service.operations.map(({ name }) => name)).toEqual(['a', 'GET /b', 'e']);
  const pointers = new Set(service.problems.map(({ pointer }) => pointer));
  const ofA = ['responses/200', 'responses/abc', 'requestBody'].map((part) => `/paths/~1a/get/${part}`);
  for (const pointer of [...ofA, '/paths/b', '/paths/~1c', '/paths/~1d/get']) expect(pointers).toContain(pointer);
});

test.each([
  ['no paths', { openapi: '3.1.0' }],
  ['no operations', { openapi: '3.1.0', paths: { '/a': {} } }],
  ['no OpenAPI document', { hello: 'world' }],
  ['Swagger 1.2', { swagger: '1.2', paths: {} }],
  ['an unknown version', { openapi: '4.0.0', paths: {} }],
])('a document with %s is rejected', (_name, document) => {
  expect(() => compileService(document as unknown as JsonObject)).toThrow(ConfigError);
});

describe('the success of an operation', () => {
  const shown = { ...ok, content: { 'application/json': {} } };
  const statusOf = (method: string, responses: object): number | undefined =>
    serviceOf({ '/a': { [method]: { responses } } }).operations[0]?.success?.status;

  test.each([
    ['get', { 204: ok, 200: ok, 404: ok }, 200],
    ['get', { 204: ok, 404: ok }, 204],
    ['post', { 200: ok, 201: ok }, 201],
    ['post', { 200: shown, 201: ok }, 200],
    ['post', { 200: shown, 201: shown }, 201],
    ['post', { 200: shown, 201: { ...ok, headers: { Location: { schema: { type: 'string' } } } } }, 201],
    ['post', { 202: ok, 200: ok }, 200],
    ['post', { 204: ok, 202: ok }, 202],
    ['delete', { 202: ok, 204: ok }, 202],
    ['get', { '2xx': ok, 404: ok }, 200],
    ['get', { default: ok }, 200],
    ['get', { default: ok, 404: ok }, undefined],
    ['get', { 401: ok }, undefined],
    ['get', { 302: ok, 404: ok }, 302],
    ['get', { 200: ok, 302: ok }, 200],
    ['get', { 304: ok }, undefined],
    ['get', {}, undefined],
  ])('of %s with %j is %s', (method, responses, expected) => {
    expect(statusOf(method, responses)).toBe(expected);
  });
});

test('deprecation, sunset and successor of an operation are read', () => {
  const service = serviceOf({
    '/a/{id}': {
      get: {
        ...{ operationId: 'a', responses: {}, deprecated: true, 'x-successor': 'b', 'x-stability': 'beta' },
        ...{ 'x-sunset': '2030-12-05', 'x-deprecated-at': '2029-01-01T12:00:00Z' },
      },
    },
    '/b': { get: { operationId: 'b', responses: {} } },
  });
  expect(operationOf(service, 'a')).toMatchObject({
    deprecated: true,
    sunset: Date.UTC(2030, 11, 5),
    lifecycleHeaders: expect.arrayContaining(['Deprecation', `@${Date.UTC(2029, 0, 1, 12) / 1000}`]),
    successorPath: '/b',
    stability: 'beta',
  });
  expect(operationOf(service, 'b')).toMatchObject({
    ...{ deprecated: false, sunset: undefined, lifecycleHeaders: [], successorPath: undefined, stability: undefined },
  });
});

test('a date object is a date', () => {
  const sunset = new Date('2030-12-05T00:00:00Z');
  const { operations } = serviceOf({ '/a': { get: { 'x-sunset': sunset, responses: {} } } });
  expect(operations[0]?.sunset).toBe(sunset.getTime());
});

test('an invalid sunset and an unknown successor are reported', () => {
  const service = serviceOf({ '/a': { get: { 'x-sunset': 'soon', 'x-successor': 'nobody', responses: {} } } });
  expect(service.operations[0]).toMatchObject({ sunset: undefined, successorPath: undefined });
  const pointers = service.problems.map(({ pointer }) => pointer).toSorted();
  expect(pointers).toEqual(['/paths/~1a/get/x-successor', '/paths/~1a/get/x-sunset']);
});

test('a successor that needs more path parameters is reported, and gets no link', () => {
  const get = (operation: object) => ({ get: { responses: {}, ...operation } });
  const service = serviceOf({
    '/old/{id}': get({ operationId: 'old', 'x-successor': 'same' }),
    '/old': get({ operationId: 'list', 'x-successor': 'more' }),
    '/new/{id}': get({ operationId: 'same' }),
    '/new/{id}/{kind}': get({ operationId: 'more' }),
  });
  expect(service.operations.map(({ successorPath }) => successorPath).slice(0, 2)).toEqual(['/new/{id}', undefined]);
  expect(service.problems.map(({ pointer, message }) => ({ pointer, message }))).toContainEqual({
    pointer: '/paths/~1old/get/x-successor',
    message: 'the path of "more" requires {id}, which /old does not have, so responses have no Link to it',
  });
});

test('documented response headers are exposed', () => {
  const responses = {
    200: { ...ok, headers: { 'X-Total': { schema: integer }, 'Content-Type': {} } },
    404: { ...ok, headers: { 'x-total': {}, 'X-Why': {} } },
  };
  const service = serviceOf({ '/a': { get: { responses } } });
  expect(service.exposedHeaders.split(', ')).toEqual(expect.arrayContaining(['X-Total', 'X-Why', 'Vivarium-World']));
  expect(service.exposedHeaders).not.toMatch(/Content-Type|x-total/);
});

test('a document that contains itself is rejected', () => {
  const schema: Record<string, unknown> = { type: 'object' };
  schema.properties = { self: schema };
  const responses = { 200: { description: '', content: jsonBody(schema) } };
  expect(() => serviceOf({ '/a': { get: { responses } } })).toThrow(ConfigError);
});

test('values can be checked before the service is ready, but not generated', () => {
  const service = serviceOf({ '/a': { get: { responses: { 200: { description: '', content: jsonBody(integer) } } } } });
  const content = service.operations[0]?.success?.response.contents[0];
  expect(content?.check('x')).toHaveLength(1);
  expect(() => content?.generate({ seed: 1, now: 0 })).toThrow('ready');
});

test('a large document is ready before all its checks are compiled, and all of them work', async () => {
  const answering = (schema: object) => ({ 200: { description: '', content: jsonBody(schema) } });
  const paths = Array.from({ length: 150 }, (_, at) => {
    const responses = answering({ type: 'integer', minimum: at });
    return [`/a${at}`, { get: { operationId: `a${at}`, responses } }];
  });
  const service = serviceOf(Object.fromEntries(paths));
  await service.ready();
  service.operations.forEach(({ success }, at) => {
    expect(success?.response.contents[0]?.check(at - 1)).toHaveLength(1);
    expect(success?.response.contents[0]?.check(at)).toEqual([]);
  });
});

test('of more operations than any real service has, the first are served', () => {
  const get = { responses: { 204: ok } };
  const service = serviceOf(Object.fromEntries(Array.from({ length: 20_002 }, (_, at) => [`/a${at}`, { get }])));
  expect(service.operations).toHaveLength(20_000);
  expect(service.operations.at(-1)?.path).toBe('/a19999');
  const message = expect.stringContaining('more than 20,000 operations');
  expect(service.problems).toEqual([{ code: 'VIV_DOCUMENT_PART_UNUSABLE', pointer: '/paths/~1a20000/get', message }]);
});
