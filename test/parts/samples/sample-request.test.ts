/** The request that the panel and `check` propose for an operation. Its items are tested in example-item.test.ts. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { Operation, Parameter } from '../../../src/core/service/operation.ts';
import {
  partsOf,
  sampleRequest,
  sourceOf,
  toSampleBody,
  writeFitting,
} from '../../../src/parts/samples/sample-request.ts';
import { documentOf, operationOf, readyService, stateOf } from '../../core/helpers.ts';
import { integer, listOf, object, text } from '../../short-document.ts';

const responses = { 200: { description: 'It.' } };

const sampleOf = async (path: string, operation: JsonObject, method = 'post', servers: readonly JsonObject[] = []) => {
  const service = await readyService(
    documentOf({ [path]: { [method]: { operationId: 'op', responses, ...operation } } }, { servers: servers as Json }),
  );
  return sampleRequest(service, operationOf(service, 'op'), { state: undefined, seed: 1, now: 0 });
};

const parameter = (name: string, where: string, example: Json, required = true): JsonObject => ({
  ...{ name, in: where, required, example },
  schema: { type: typeof example === 'number' ? 'integer' : 'string' },
});

describe('a sample request', () => {
  test('has all required parameters, where they belong, and no other', async () => {
    const parameters = [
      parameter('id', 'path', 'a b'),
      parameter('q', 'query', 'x&y'),
      parameter('page', 'query', 7),
      parameter('X-Trace', 'header', 't1'),
      parameter('lang', 'cookie', 'de'),
      parameter('theme', 'cookie', 'dark'),
      parameter('optional', 'query', 'no', false),
      parameter('X-Optional', 'header', 'no', false),
    ];
    expect(await sampleOf('/things/{id}', { parameters }, 'get', [{ url: '/v1' }, { url: '/v2' }])).toEqual({
      method: 'GET',
      path: '/v1/things/a%20b?q=x%26y&page=7',
      headers: { 'x-trace': 't1', cookie: 'lang=de; theme=dark' },
      body: undefined,
    });
  });

  test('has neither a question mark nor a header without a parameter for it', async () => {
    expect(await sampleOf('/things', {}, 'get')).toEqual({
      method: 'GET',
      path: '/things',
      headers: {},
      body: undefined,
    });
  });

  const bodyOf = async (content: JsonObject) => (await sampleOf('/things', { requestBody: { content } })).body;
  const text = { schema: { type: 'string', enum: ['hello'] } };

  test.each([
    ['JSON before others', { 'text/plain': text, 'application/json': text }, 'application/json', 'hello'],
    ['the first type otherwise', { 'text/plain': text, 'application/xml': text }, 'text/plain', 'hello'],
    ['a type of its own with JSON', { 'application/vnd.x+json': text }, 'application/vnd.x+json', 'hello'],
    ['plain text for any text', { 'text/*': text }, 'text/plain', 'hello'],
    ['JSON for anything', { '*/*': text }, 'application/json', 'hello'],
    ['JSON for any type with its suffix', { 'application/*+json': text }, 'application/vnd.any+json', 'hello'],
    ['JSON for any application', { 'application/*': text }, 'application/json', 'hello'],
    ['some type for any of a kind', { 'image/*': {} }, 'image/any', expect.stringMatching(/./)],
    [
      'a form for any of several parts',
      { 'multipart/*': {} },
      'multipart/form-data; boundary=vivarium',
      '--vivarium--\r\n',
    ],
    ['parts as they are', { 'multipart/mixed': {} }, 'multipart/mixed; boundary=vivarium', '--vivarium--\r\n'],
  ])('has %s', async (_what, content, mediaType, value) => {
    expect(await bodyOf(content as JsonObject)).toEqual({ mediaType, value });
    const { headers } = await sampleOf('/things', { requestBody: { content: content as JsonObject } });
    expect(headers).toEqual({ 'content-type': mediaType });
  });

  test.each([
    ['application/xml', '<value/>'],
    ['image/svg+xml', '<value/>'],
    ['application/xmlish', 'vivarium'],
    ['application/octet-stream', 'vivarium'],
    ['multipart/form-data', '--vivarium--\r\n'],
  ])('has a body of %s that is not empty, whatever can be written', (mediaType, value) => {
    const content = { mediaType, write: () => '' };
    expect(toSampleBody(content as never, 'x').value).toBe(value);
  });
});

test('the query by which a path is told from another is sent', async () => {
  expect((await sampleOf('/templates?v=2&full', {})).path).toBe('/templates?v=2&full=');
  const parameters = [parameter('q', 'query', 'a b')];
  expect((await sampleOf('/rest?method=x.getList', { parameters })).path).toBe('/rest?method=x.getList&q=a%20b');
});

test('a template is filled, and what has no value is 1', () => {
  const written = ['b', 'e'].map((name, index) => [{ name, in: 'path' } as Parameter, 'xy'[index] as string] as const);
  expect(partsOf({ path: '/a/{b}/c-{d}.{e}' } as Operation, written).path).toBe('/a/x/c-1.y');
});

describe('a parameter', () => {
  const given = async (schema: JsonObject, where = 'path', rest: JsonObject = {}): Promise<Parameter> => {
    const path = where === 'path' ? '/things/{id}' : '/things';
    const parameters = [{ name: 'id', in: where, required: true, schema, ...rest }];
    const service = await readyService(documentOf({ [path]: { get: { operationId: 'op', parameters, responses } } }));
    return operationOf(service, 'op').parameters[0] as Parameter;
  };
  const context = { seed: 1, now: 0 };

  test('is written as preferred, if it is valid', async () => {
    const id = await given({ type: 'integer', minimum: 10, maximum: 11 });
    expect(writeFitting(id, 10, context)).toBe('10');
    expect(writeFitting(id, 3, context)).toMatch(/^1[01]$/);
    expect(writeFitting(id, undefined, context)).toMatch(/^1[01]$/);
  });

  test('is no empty segment of a path, and nothing but printable characters in a header', async () => {
    expect(writeFitting(await given({ type: 'string', enum: ['', 'a'] }), '', context)).toBe('a');
    const header = await given({ type: 'string', enum: ['é', 'plain', ''] }, 'header');
    expect(writeFitting(header, 'é', context)).toMatch(/^(plain)?$/);
    expect(writeFitting(header, '', context)).toBe('');
    const query = await given({ type: 'string', enum: ['', 'a'] }, 'query');
    expect(writeFitting(query, '', context)).toBe('id=');
  });

  test('is tried eight times, with other values, and is the last one then', () => {
    const tried: number[] = [];
    const never = {
      in: 'query',
      name: 'id',
      generate: ({ seed }: { seed: number }) => {
        tried.push(seed);
        return seed;
      },
      write: String,
      decode: () => undefined,
    };
    expect(writeFitting(never as never, undefined, context)).toBe('8');
    expect(tried).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test.each([
    ['path', { path: [['id', 'x']], query: undefined, rawQuery: '', headers: {} }],
    ['query', { path: [], query: 'x', rawQuery: 'x', headers: {} }],
    ['header', { path: [], query: undefined, rawQuery: '', headers: { id: 'x' } }],
    ['cookie', { path: [], query: undefined, rawQuery: '', headers: { cookie: 'Id=x' } }],
  ])('in the %s is sent alone', (where, parts) => {
    const source = sourceOf(
      { in: where, name: where === 'header' || where === 'cookie' ? 'Id' : 'id' } as Parameter,
      'x',
    );
    expect({ ...source, path: [...source.path], query: source.query?.toString().replace('=', '') }).toEqual(parts);
  });
});

describe('the body of a new item', () => {
  const schema = object({ id: integer, name: text }, ['id', 'name']);
  const json = (of: JsonObject) => ({ content: { 'application/json': { schema: of } } });
  const answer = (status: number, of: JsonObject) => ({ [status]: { description: 'It.', ...json(of) } });
  const document = documentOf({
    '/things': {
      get: { operationId: 'list', responses: answer(200, listOf(schema)) },
      post: {
        operationId: 'create',
        requestBody: json({ ...schema, example: { id: 3, name: 'three' } } as JsonObject),
        responses: answer(201, schema),
      },
    },
  });

  test.each([
    ['is the example', [], 3],
    ['has another id if an item has that one', [{ id: 3, name: 'three' }], 4],
    ['keeps an id that is free', [{ id: 9, name: 'nine' }], 3],
  ])('%s', async (_what, things, id) => {
    const service = await readyService(document);
    const sample = sampleRequest(service, operationOf(service, 'create'), {
      state: stateOf(service, { data: { things } }),
      seed: 1,
      now: 0,
    });
    expect(sample.body?.value).toEqual({ id, name: 'three' });
  });
});

test.each([
  ['a list of ids', { ids: [4] }, listOf(integer)],
  ['a list of items', { ids: [{ id: 4 }] }, listOf(object({ id: integer }, ['id']))],
])('the body of an operation on many items has the id of one that exists: %s', async (_what, body, ids) => {
  const schema = object({ id: integer }, ['id']);
  const json = (of: object) => ({ content: { 'application/json': { schema: of } } });
  const service = await readyService(
    documentOf({
      '/things': {
        get: { operationId: 'list', responses: { 200: { description: '', ...json(listOf(schema)) } } },
        post: {
          operationId: 'create',
          requestBody: json(schema),
          responses: { 201: { description: '', ...json(schema) } },
        },
        delete: {
          operationId: 'clear',
          requestBody: json(object({ ids: { ...ids, minItems: 1 } }, ['ids'])),
          responses: { 204: { description: '' } },
        },
      },
    } as never),
  );
  const state = stateOf(service, { data: { things: [{ id: 4 }, { id: 5 }] } });
  const sample = sampleRequest(service, operationOf(service, 'clear'), { state, seed: 1, now: 0 });
  expect(sample.body?.value).toEqual(body);
});
