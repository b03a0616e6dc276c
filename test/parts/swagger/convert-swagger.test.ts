/** What Swagger 2.0 has and OpenAPI 3 expresses otherwise, and the places in the source. */
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../src/index.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { isSwagger2, valueAtPointer } from '../../../src/openapi/document/source.ts';
import { type LoadedDocument, loadDocument } from '../../../src/openapi/load/load.ts';
import { convertSwagger } from '../../../src/parts/swagger/convert-swagger.ts';
import { folderOf } from '../../openapi/load/helpers.ts';
import { integer, jsonBody, object, ref, text } from '../../short-document.ts';

const post = '/paths/~1pets/post';

/** A document with one operation `POST /pets`. */
const documentOf = (operation: object, rest: object = {}): JsonObject =>
  ({ swagger: '2.0', info: {}, ...rest, paths: { '/pets': { post: { responses: {}, ...operation } } } }) as JsonObject;

const convert = (operation: object, rest?: object) => convertSwagger(documentOf(operation, rest));

/** A value of the converted document, by a pointer below the operation, or from the root. */
const valueAt = (pointer: string, operation: object, rest?: object) =>
  valueAtPointer(
    convert(operation, rest).document,
    pointer.startsWith('/components') || pointer.startsWith('/servers') ? pointer : `${post}${pointer}`,
  );

test.each([
  ['2.0', true],
  [2, true],
  ['2', true],
  ['2.0.0', true],
  ['1.2', false],
  ['20', false],
  [undefined, false],
])('swagger: %s', (swagger, expected) => {
  expect(isSwagger2({ ...(swagger !== undefined && { swagger }) })).toBe(expected);
});

const inQuery = (name: string) => ({ name, in: 'query', type: 'string' });

const problemsOf = (parameters: readonly object[]) =>
  convert({ parameters }).problems.map(({ pointer, message }) => [pointer, message]);

test('the separator of lists in a list is reported', () => {
  const nested = { type: 'array', items: text, collectionFormat: 'pipes' };
  const parameter = { name: 'a', in: 'query', type: 'array', items: nested };
  const message = 'OpenAPI 3 has no separator for the values of lists in a list';
  expect(problemsOf([parameter])).toEqual([[`${post}/parameters/0`, message]]);
});

test('fields of a form and a second body beside a body are reported', () => {
  const body = { name: 'b', in: 'body', schema: {} };
  const message = 'a request has one body: this part of it is ignored beside a body parameter';
  const problems = [1, 2].map((index) => [`${post}/parameters/${index}`, message]);
  expect(problemsOf([body, { name: 'f', in: 'formData', type: 'string' }, { ...body, name: 'c' }])).toEqual(problems);
});

describe('a list', () => {
  const listIn = (place: string, collectionFormat?: string): object => ({
    consumes: ['application/x-www-form-urlencoded'],
    parameters: [
      { name: 'tags', in: place, type: 'array', items: text, ...(collectionFormat && { collectionFormat }) },
    ],
  });
  const form = '/requestBody/content/application~1x-www-form-urlencoded/encoding/tags';

  test.each([
    ['query', undefined, { style: 'form', explode: false }],
    ['query', 'csv', { style: 'form', explode: false }],
    ['query', 'multi', { style: 'form', explode: true }],
    ['query', 'ssv', { style: 'spaceDelimited', explode: false }],
    ['query', 'tsv', { style: 'spaceDelimited', explode: false }],
    ['query', 'pipes', { style: 'pipeDelimited', explode: false }],
    ['path', undefined, { style: 'simple', explode: false }],
    ['header', 'csv', { style: 'simple', explode: false }],
    ['formData', undefined, { style: 'form', explode: false }],
    ['formData', 'multi', { style: 'form', explode: true }],
  ])('in %s with collectionFormat %s', (place, format, expected) => {
    const pointer = place === 'formData' ? form : '/parameters/0';
    expect(valueAt(pointer, listIn(place, format))).toMatchObject(expected);
    expect(convert(listIn(place, format)).problems).toEqual([]);
  });

  test.each([
    ['header', 'pipes'],
    ['path', 'ssv'],
  ])('in %s with collectionFormat %s is reported', (place, format) => {
    const message = expect.stringContaining(`collectionFormat "${format}"`);
    const problem = { code: 'VIV_DOCUMENT_PART_UNUSABLE', pointer: `${post}/parameters/0`, message };
    expect(convert(listIn(place, format)).problems).toEqual([problem]);
  });
});

test('each flow of OAuth has its name in OpenAPI 3', () => {
  const renamed = { application: 'clientCredentials', accessCode: 'authorizationCode' };
  const urls = { tokenUrl: 't', authorizationUrl: 'a', scopes: { read: '' } };
  for (const [flow, expected] of Object.entries({ implicit: 'implicit', password: 'password', ...renamed })) {
    const securityDefinitions = { a: { type: 'oauth2', flow, ...urls } };
    expect(valueAt('/components/securitySchemes/a', {}, { securityDefinitions })).toEqual({
      type: 'oauth2',
      flows: { [expected]: urls },
    });
  }
});

test.each<readonly [string, object, unknown]>([
  ['nothing', {}, undefined],
  ['a base path', { basePath: 'v1/' }, [{ url: '/v1' }]],
  ['a host', { host: 'a.example' }, [{ url: 'https://a.example' }]],
  [
    'schemes',
    { host: 'a.example', schemes: ['http', 'https'], basePath: '/v1' },
    [{ url: 'http://a.example/v1' }, { url: 'https://a.example/v1' }],
  ],
])('the servers of %s', (_name, rest, expected) => {
  expect(convert({}, rest).document.servers).toEqual(expected);
});

describe('a body', () => {
  const pet = { name: 'pet', in: 'body', required: true, schema: text };
  const at = (name: string) => ({ $ref: `#/parameters/${name}` });

  test.each<readonly [string, object, object]>([
    ['inline', { parameters: [pet] }, {}],
    ['shared', { parameters: [at('Pet')] }, { parameters: { Pet: pet } }],
    ['shared twice', { parameters: [at('A')] }, { parameters: { A: at('Pet'), Pet: pet } }],
  ])('%s has the media types of its operation', (_name, operation, rest) => {
    expect(valueAt('/requestBody', { ...operation, consumes: ['text/a', 'text/b'] }, rest)).toEqual({
      required: true,
      content: { 'text/a': { schema: text }, 'text/b': { schema: text } },
    });
    expect(convert(operation, rest).document).not.toHaveProperty('components.parameters.Pet');
  });

  test('of the path is that of each operation that can have one', () => {
    const path = { parameters: [pet], get: { responses: {} }, put: { responses: {} } };
    const { document } = convertSwagger({ swagger: '2.0', paths: { '/a': path } });
    const put = { responses: {}, requestBody: { required: true, content: jsonBody(text) } };
    expect(document.paths).toEqual({ '/a': { parameters: [], get: { responses: {} }, put } });
  });

  test('of a form with a file is multipart, whatever the operation consumes', () => {
    const parameters = [
      { name: 'file', in: 'formData', type: 'file', required: true, description: 'a picture' },
      { name: 'note', in: 'formData', type: 'string', maxLength: 5 },
    ];
    const file = { ...text, format: 'binary', description: 'a picture' };
    const schema = object({ file, note: { ...text, maxLength: 5 } }, ['file']);
    expect(valueAt('/requestBody', { parameters, consumes: ['application/json'] })).toEqual({
      required: true,
      content: { 'multipart/form-data': { schema } },
    });
  });
});

test('an example belongs to its media type', () => {
  const examples = { 'application/json': { id: 1 }, 'text/csv': 'id\n1', named: 7 };
  const schema = { type: 'object' };
  const responses = { 200: { description: '', examples, schema } };
  expect(valueAt('/responses/200/content', { responses })).toEqual({
    'application/json': { schema, example: { id: 1 }, examples: { named: { value: 7 } } },
    'text/csv': { schema, example: 'id\n1' },
  });
});

test('a file is not sent as JSON, which is that of errors, where another type is there', () => {
  const responses = { 200: { description: '', schema: { type: 'file' } }, 400: { description: '', schema: text } };
  const produces = ['application/json', 'application/pdf'];
  expect(Object.keys(valueAt('/responses/200/content', { responses, produces }) as object)).toEqual([
    'application/pdf',
  ]);
  expect(Object.keys(valueAt('/responses/400/content', { responses, produces }) as object)).toEqual(produces);
  expect(
    Object.keys(valueAt('/responses/200/content', { responses, produces: ['application/json'] }) as object),
  ).toEqual(['application/json']);
});

test('a shared response has the media types of the operation', () => {
  const rest = { produces: ['text/a'], responses: { Ok: { description: 'ok', schema: text } } };
  const responses = { 200: { $ref: '#/responses/Ok' } };
  expect(valueAt('/responses/200', { responses }, rest)).toEqual({ $ref: '#/components/responses/Ok' });
  expect(valueAt('/responses/200', { responses, produces: ['text/b'] }, rest)).toEqual({
    description: 'ok',
    content: { 'text/b': { schema: text } },
  });
});

test('a discriminator is mapped where a value is not the name of the component', () => {
  const definitions = {
    Pet: { type: 'object', discriminator: 'kind' },
    Animal: { allOf: [{ $ref: '#/definitions/Pet' }] },
    Cat: { 'x-ms-discriminator-value': 'cat', allOf: [{ $ref: '#/definitions/Animal' }] },
    'Dog«Big»': { allOf: [{ $ref: '#/definitions/Pet' }] },
  };
  expect(valueAt('/components/schemas/Pet/discriminator', {}, { definitions })).toEqual({
    propertyName: 'kind',
    mapping: { cat: '#/components/schemas/Cat', 'Dog«Big»': '#/components/schemas/Dog_Big' },
  });
});

test('a reference leads to where its target is now', () => {
  const schema = object({ id: integer });
  const parameters = [inQuery('a'), { name: 'b', in: 'body', schema }];
  const definitions = {
    'A/B': { $ref: `#${post}/parameters/1/schema/properties/id` },
    Ab: { $ref: '#/definitions/A~1B' },
    Nullable: object({ next: { $ref: '#/definitions/Ab', 'x-nullable': true } }),
    Listed: { type: 'string', enum: ['a'], 'x-nullable': true },
    Missing: { $ref: '#/definitions/Nowhere' },
  };
  expect(valueAt('/components/schemas', { parameters }, { definitions })).toEqual({
    A_B: { $ref: `#${post}/requestBody/content/application~1json/schema/properties/id` },
    Ab: ref('A_B'),
    Nullable: object({ next: { nullable: true, allOf: [ref('Ab')] } }),
    Listed: { type: 'string', enum: ['a', null], nullable: true },
    Missing: { $ref: '#/definitions/Nowhere' },
  });
});

test.each([
  [`${post}/requestBody/content/application~1json/schema/type`, `${post}/parameters/1/schema/type`],
  [`${post}/requestBody/content`, `${post}/parameters/1`],
  [`${post}/parameters/1/schema`, `${post}/parameters/2`],
  [`${post}/parameters/1/schema/type`, `${post}/parameters/2/type`],
  [`${post}/responses/200/content/application~1json/schema`, `${post}/responses/200/schema`],
  [`${post}/responses/200/headers/X-A/schema`, `${post}/responses/200/headers/X-A`],
  ['/components/schemas/A_B/properties/id', '/definitions/A«B»/properties/id'],
  ['/components/securitySchemes/key', '/securityDefinitions/key'],
  ['/servers/0', '/basePath'],
  [`${post}/tags/0`, `${post}/tags/0`],
  // Of an Overlay.
  ['/paths/~1added/get', '/paths/~1added/get'],
])('the source of %s', (pointer, expected) => {
  const parameters = [inQuery('a'), { name: 'b', in: 'body', schema: text }, inQuery('c')];
  const responses = { 200: { description: '', schema: {}, headers: { 'X-A': text } } };
  const definitions = { 'A«B»': { properties: { id: {} } } };
  const rest = { basePath: '/v1', definitions, securityDefinitions: { key: { type: 'basic' } } };
  const { sourceOf } = convert({ tags: ['a'], parameters, responses }, rest);
  expect(sourceOf(pointer)).toBe(expected);
});

test('the library takes a parsed document', async () => {
  const responses = { 201: { description: 'ok', schema: { type: 'string', enum: ['done'] } } };
  const document = documentOf({ responses }, { basePath: '/v1' });
  const vivarium = await createVivarium({ document, scenarios: import.meta.dirname });
  onTestFinished(() => vivarium.close());
  const response = await vivarium.world('a').fetch('/v1/pets', { method: 'POST' });
  expect([response.status, await response.json()]).toEqual([201, 'done']);
});

test('names of JavaScript are names like others', () => {
  const definitions = { constructor: { type: 'object', toString: 7, properties: { constructor: { type: 'file' } } } };
  expect(valueAt('/components/schemas/constructor', {}, { definitions })).toEqual({
    type: 'object',
    toString: 7,
    properties: { constructor: { type: 'string', format: 'binary' } },
  });
});

test('a document that is nested too deeply is rejected like one of OpenAPI 3', () => {
  let deep: object = {};
  for (let count = 0; count < 20_000; count++) deep = object({ a: deep });
  const { document } = convert({}, { definitions: { Deep: deep } });
  expect(() => compileService(document)).toThrow('nested deeper than 200 levels');
});

test('a parsed document may contain itself', () => {
  const node: Record<string, unknown> = object({});
  (node.properties as Record<string, unknown>).next = node;
  const { document } = convert({}, { definitions: { Node: node } });
  const converted = valueAtPointer(document, '/components/schemas/Node');
  expect(valueAtPointer(document, '/components/schemas/Node/properties/next')).toBe(converted);
});

test.each([
  [{ paths: 7 }],
  [{ paths: { '/a': null } }],
  [{ paths: { '/b': { get: [], parameters: {}, post: { parameters: [null, 7, { in: 'body' }], responses: [] } } } }],
  [{ definitions: [], parameters: 7, responses: { a: null }, securityDefinitions: { a: 7 } }],
  [{ security: 'a', produces: 7, host: 7 }],
  [{ definitions: { A: { $ref: 7 }, B: null, C: { allOf: 7, discriminator: 7 } } }],
  [{ 'x-ms-parameterized-host': { hostTemplate: 7 } }],
])('a document with values of other types is converted: %j', (rest) => {
  expect(convertSwagger({ swagger: '2.0', ...rest } as JsonObject).document).toMatchObject({ openapi: '3.0.3' });
});

describe('files', () => {
  const files = {
    'swagger.yaml': `swagger: "2.0"
info: { title: T, version: "1" }
definitions:
  Pet: { type: object, properties: { id: { type: integer } } }
paths:
  /pets:
    post:
      parameters:
        - $ref: "parameters.yaml#/PetBody"
        - $ref: "parameters.yaml#/Limit"
      responses:
        201: { description: ok, schema: { $ref: "schemas/pet.yaml" } }
        400: { $ref: "responses.yaml#/Bad" }
  /owners: { $ref: "owners.yaml" }
`,
    'parameters.yaml': `PetBody: { name: pet, in: body, schema: { $ref: "schemas/pet.yaml#/properties/parent" } }
Limit: { name: limit, in: query, type: integer }
`,
    'responses.yaml': 'Bad: { description: bad, schema: { $ref: "schemas/pet.yaml#/nowhere" } }\n',
    'owners.yaml':
      'get:\n  responses:\n    200:\n      description: ok\n      schema: { type: array, items: { $ref: "swagger.yaml#/definitions/Pet" } }\n',
    'schemas/pet.yaml':
      'type: object\nproperties:\n  parent: { type: object, properties: { name: { type: string } } }\n',
  };
  const load = (overlays: readonly string[] = [], more: Record<string, string> = {}): Promise<LoadedDocument> => {
    const folder = folderOf({ ...files, ...more });
    const [document = '', ...paths] = ['swagger.yaml', ...overlays].map((name) => join(folder, name));
    return loadDocument(document, paths);
  };

  test('that a document refers to are converted with it', async () => {
    const { document } = await load();
    expect(document).toMatchObject({
      paths: {
        '/pets': {
          post: {
            parameters: [{ $ref: '#/components/parameters/Limit' }],
            requestBody: { content: jsonBody(ref('parent')) },
            responses: { 201: { content: jsonBody(ref('pet')) }, 400: { $ref: '#/components/responses/Bad' } },
          },
        },
        '/owners': { get: { responses: { 200: { content: jsonBody({ items: ref('Pet') }) } } } },
      },
      components: {
        schemas: { Pet: {}, pet: {}, parent: { properties: { name: text } } },
        parameters: { Limit: { name: 'limit', in: 'query', schema: integer } },
        responses: { Bad: { description: 'bad' } },
      },
    });
    expect(JSON.stringify(document)).not.toContain('PetBody');
  });

  test('have the positions of their problems', async () => {
    const loaded = await load();
    const [problem, ...others] = compileService(loaded.document, loaded).problems;
    expect(others).toEqual([]);
    expect(problem).toEqual({
      code: 'VIV_REFERENCE_UNRESOLVED',
      pointer: '/responses/Bad/schema',
      message: '"schemas/pet.yaml#/nowhere" does not exist',
    });
    const place = { file: expect.stringMatching(/responses\.yaml$/), line: 1 };
    expect(loaded.locate('/responses/Bad/schema')).toMatchObject(place);
  });

  test('an Overlay sees the converted document', async () => {
    const overlay = `overlay: 1.0.0
info: { title: T, version: "1" }
actions: [{ target: "$.paths['/pets'].post.requestBody", update: { required: true } }]
`;
    const { document } = await load(['overlay.yaml'], { 'overlay.yaml': overlay });
    expect(valueAtPointer(document, `${post}/requestBody/required`)).toBe(true);
  });
});
