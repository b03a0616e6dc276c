/** `GET /service/operations/{operation}/request`: a request that the service accepts. */
import { describe, expect, test } from 'vitest';
import {
  documentOf,
  fullObject,
  integer,
  jsonBody,
  listOf,
  named,
  object as plainObject,
  text,
} from '../../../short-document.ts';
import { type Answered, type Loose, startForTest, type TestServer, useServer } from '../control-server.ts';

const requestFor = async (server: TestServer, operation: string): Promise<Loose> =>
  (await server.api('GET', `/service/operations/${encodeURIComponent(operation)}/request`)).body;

const send = async (server: TestServer, operation: string): Promise<Answered> => {
  const { method, path, headers, body } = await requestFor(server, operation);
  const sent = body !== undefined && { body: headers['content-type'].includes('json') ? body : String(body) };
  return server.send(method, path, { headers: { authorization: 'Bearer demo', ...headers }, ...sent });
};

describe('of the animal store', async () => {
  const server = await useServer();

  test('a request is generated from the document, without a credential', async () => {
    expect(await requestFor(server, 'createPet')).toEqual({
      method: 'POST',
      path: '/v1/pets',
      headers: { 'content-type': 'application/json' },
      body: { name: 'Maple', categoryId: 3, status: 'available' },
    });
    expect(await requestFor(server, 'listPets')).toEqual({ method: 'GET', path: '/v1/pets', headers: {} });
  });

  test('a path has the key of the first item', async () => {
    expect((await requestFor(server, 'getPet')).path).toBe('/v1/pets/1');
    await server.api('DELETE', '/worlds/default/collections/pets/1');
    expect((await requestFor(server, 'getPet')).path).toBe('/v1/pets/2');
    await server.api('POST', '/worlds/default/reset');
  });

  test.each([
    ['listPets', 200],
    ['createPet', 201],
    ['getPet', 200],
    ['listOrders', 501],
  ])('%s gets %i', async (operation, status) => {
    const answer = await send(server, operation);
    expect(answer.status).toBe(status);
    expect(answer.headers).not.toHaveProperty('vivarium-violations');
  });

  test('an unknown operation gets 404 with a suggestion', async () => {
    const { status, body } = await server.api('GET', '/service/operations/listPet/request');
    expect([status, body.detail]).toEqual([404, 'No operation is named "listPet". Did you mean "listPets"?']);
  });

  test('it changes nothing, and does not need the world default', async () => {
    const own = await startForTest();
    await requestFor(own, 'createPet');
    expect((await own.api('GET', '/worlds/default')).body).toMatchObject({ exchanges: 0, collections: { pets: 24 } });
    await own.api('DELETE', '/worlds/default');
    expect((await requestFor(own, 'getPet')).path).toBe('/v1/pets/1');
    expect((await own.api('GET', '/worlds')).body.total).toBe(0);
  });
});

const done = { 200: { description: 'done', content: { 'application/json': { schema: { type: 'object' } } } } };
const operation = (operationId: string, parameters: Loose, requestBody?: Loose) => ({
  operationId,
  parameters,
  ...(requestBody && { requestBody }),
  responses: done,
});
const parameter = (name: string, place: string, schema: Loose, more: Loose = {}) => ({
  name,
  in: place,
  required: true,
  schema,
  ...more,
});
const content = (mediaType: string, schema: Loose = { type: 'object' }) => ({
  required: true,
  content: { [mediaType]: { schema } },
});
const choice = (...values: readonly string[]) => ({ ...text, enum: values });

const list = { ...listOf(choice('a b', 'c,d', 'e')), minItems: 2 };
const object = { ...fullObject({ x: integer, y: { ...text, const: 'a/b' } }), additionalProperties: false };
const form = plainObject(
  {
    name: text,
    size: { ...integer, maximum: 5 },
    tags: { ...listOf(text), minItems: 2 },
    more: plainObject({ a: integer }),
  },
  ['name', 'tags', 'size'],
);
const styles: readonly (readonly [place: string, style: string])[] = [
  ['path', 'simple'],
  ['path', 'label'],
  ['path', 'matrix'],
  ['query', 'form'],
  ['query', 'spaceDelimited'],
  ['query', 'pipeDelimited'],
  ['header', 'simple'],
  ['cookie', 'form'],
];
const odd: Readonly<Record<string, Loose>> = {
  ...Object.fromEntries(
    styles.flatMap(([place, style]) =>
      [true, false].flatMap((explode) =>
        Object.entries({ text: choice('é/ü?'), number: { ...integer, minimum: 7 }, list, object })
          // No style can write the separator, a blank or a comma, inside a list.
          .filter(([kind]) => kind !== 'list' || (place === 'query' && style === 'form' && explode))
          .filter(([kind]) => place !== 'header' || kind !== 'text')
          .map(([kind, schema]) => {
            const name = `${place}-${style}-${explode ? 'exploded' : 'joined'}-${kind}`;
            const path = place === 'path' ? `/${name}/{p}` : `/${name}`;
            return [path, { get: operation(name, [parameter('p', place, schema, { style, explode })]) }];
          }),
      ),
    ),
  ),
  '/deep': { get: operation('deep', [parameter('filter', 'query', object, { style: 'deepObject', explode: true })]) },
  '/json': { get: operation('json', [{ name: 'q', in: 'query', required: true, content: jsonBody(object) }]) },
  '/example': {
    get: operation('example', [
      parameter('size', 'query', integer, { example: 42 }),
      parameter('optional', 'query', text, { required: false }),
    ]),
  },
  '/date': { get: operation('date', [parameter('on', 'query', { ...text, format: 'date-time' })]) },
  '/not-empty/{id}': { get: operation('not-empty', [parameter('id', 'path', choice('', 'a'))]) },
  '/sendable': { get: operation('sendable', [parameter('X', 'header', choice('é', '日', 'a'))]) },
  '/undeclared/{id}': { get: operation('undeclared', []) },
  '/named/{id}.{format}': {
    get: operation('named', [
      parameter('id', 'path', { ...text, format: 'uuid' }),
      parameter('format', 'path', choice('json', 'xml')),
    ]),
  },
  '/form': { post: operation('form', [], content('application/x-www-form-urlencoded', form)) },
  '/text': { post: operation('text', [], content('text/plain', { ...text, minLength: 3 })) },
  '/range': { post: operation('range', [], content('*/*', listOf(integer))) },
  '/bytes': { post: operation('bytes', [], content('application/octet-stream', {})) },
  '/image': { post: operation('image', [], content('image/*', {})) },
  '/multipart': { post: operation('multipart', [], content('multipart/form-data')) },
  '/xml': { post: operation('xml', [], content('application/xml')) },
  '/no-id': { post: { ...operation('', [], content('application/json', object)), operationId: undefined } },
};

describe('of an unusual document', async () => {
  const document = { openapi: '3.1.1', info: { title: 'Odd', version: '1' }, servers: [{ url: '/a b' }], paths: odd };
  const nameOf = (item: Loose): string | undefined => (Object.values(item)[0] as Loose).operationId;
  const names = Object.entries(odd).map(([path, item]) => nameOf(item) ?? `POST ${path}`);
  const server = await useServer({ document: { ...document, servers: [{ url: '/base' }] }, scenario: {} });

  test.each(names)('%s accepts its request, which is always the same', async (name) => {
    const request = await requestFor(server, name);
    expect(await requestFor(server, name)).toEqual(request);
    expect(request.path).toMatch(/^\/base\//);
    const { status } = await send(server, name);
    const { violations, operation } = (await server.api('GET', '/worlds/default/exchanges?limit=1')).body.items[0];
    expect({ status, violations, operation }).toEqual({ status: 200, violations: [], operation: name });
  });

  test('documented examples are used, and optional parts are omitted', async () => {
    expect(await requestFor(server, 'example')).toMatchObject({ path: '/base/example?size=42' });
  });

  test('another seed gives another request', async () => {
    const other = await startForTest({ document, scenario: {}, seed: 7 });
    expect(await requestFor(other, 'form')).not.toEqual(await requestFor(server, 'form'));
  });
});

describe('of a resource whose ids are set by clients', () => {
  const thing = { ...fullObject({ id: integer, name: text }), example: { id: 1, name: 'one' } };
  const document = documentOf('Things', {
    '/things': {
      get: named('list', listOf(thing)),
      post: named('create', thing, { takes: thing, status: 201, others: { 409: undefined } }),
    },
    '/things/{id}': {
      get: named('read', thing),
      put: named('replace', thing, { takes: thing }),
      patch: named('update', thing, { takes: thing }),
      delete: named('delete', undefined),
    },
  });

  test('a creation has an unused id, and every operation accepts its request', async () => {
    const server = await startForTest({ document, scenario: { data: { things: [{ id: 1, name: 'taken' }] } } });
    expect((await requestFor(server, 'create')).body.id).toBe(2);
    const statuses: number[] = [];
    for (const name of ['list', 'create', 'create', 'read', 'replace', 'update', 'delete'])
      statuses.push((await send(server, name)).status);
    expect(statuses).toEqual([200, 201, 201, 200, 200, 200, 204]);
  });
});
