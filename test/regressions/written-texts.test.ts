/** Values that YAML or a generator wrote as something else than the schema wants. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';

/** The JSON that a GET returns, from documents that are written so. The first is served. */
const reader = async (files: Readonly<Record<string, string>>) => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-texts-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const vivarium = await createVivarium({ document: join(folder, Object.keys(files)[0] as string) });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('test');
  return {
    get: async (path: string) => (await world.fetch(path)).json(),
    statusOf: async (path: string, body?: object) =>
      (
        await world.fetch(
          path,
          body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
        )
      ).status,
  };
};

const head = (openapi = '3.0.3') => `openapi: ${openapi}\ninfo: { title: Texts, version: 1.10 }\n`;

describe('a text without quotes in YAML is what the author wrote', () => {
  const properties = `
            zip: { type: string, pattern: '^\\d{5}$', example: 01234 }
            version: { type: string, example: 1.10 }
            phone: { type: string, example: +49301234 }
            mask: { type: string, example: 0x1F }
            on: { type: string, default: True }
            day: { type: string, format: date, example: 2024-02-29 }
            kind: { type: string, enum: [007] }
            codes: { type: array, items: { type: string }, example: [01, 1.0, 7] }
            ratio: { type: number, example: 1.50 }
            count: { type: integer, minimum: 0x10, example: 0x10 }`;
  const expected = {
    ...{ zip: '01234', version: '1.10', phone: '+49301234', mask: '0x1F', on: 'True', day: expect.any(String) },
    ...{ kind: '007', codes: ['01', '1.0', '7'], ratio: 1.5, count: 16 },
  };
  const path = (schema: string, rest = '') => `paths:
  /sample:
    get:
      responses:
        200:
          description: ok
          content:
            application/json:
              schema: ${schema}
${rest}`;
  const schema = (name: string) => `
        ${name}:
          type: object
          properties:${properties}`;

  test.each(['3.0.3', '3.1.0'])('in the schema of OpenAPI %s', async (version) => {
    const document = `${head(version)}${path("{ $ref: '#/components/schemas/Sample' }")}components:\n  schemas:${schema('Sample')}\n`;
    const { get } = await reader({ 'api.yaml': document });
    expect(await get('/sample')).toEqual(expected);
  });

  test('in the example of a response, whose schema is in another file', async () => {
    const example = `              example: { zip: 01234, version: 1.10, codes: [01, 2.0], ratio: 1.50, count: 0x10 }\n`;
    const document = head() + path('{ $ref: "parts.yaml#/Sample" }', example);
    const { get } = await reader({
      'api.yaml': document,
      'parts.yaml': `Sample:\n  type: object\n  properties:${properties}\n`,
    });
    expect(await get('/sample')).toMatchObject({
      zip: '01234',
      version: '1.10',
      codes: ['01', '2.0'],
      ratio: 1.5,
      count: 16,
    });
  });

  test('in an example with a name, to which a response refers', async () => {
    const example = `              examples: { one: { $ref: '#/components/examples/one' } }\n`;
    const parts = `components:\n  examples: { one: { value: [{ zip: 01234 }] } }\n  schemas:${schema('Sample')}\n`;
    const document = head() + path("{ type: array, items: { $ref: '#/components/schemas/Sample' } }", example) + parts;
    const { get } = await reader({ 'api.yaml': document });
    expect((await get('/sample'))[0]).toMatchObject({ zip: '01234' });
  });

  test('in Swagger 2.0', async () => {
    const document = `swagger: 2.0
info: { title: Texts, version: 1.0 }
paths:
  /sample: { get: { responses: { 200: { description: ok, schema: { $ref: '#/definitions/Sample' } } } } }
definitions:${schema('Sample').replaceAll('\n    ', '\n')}\n`;
    const { get } = await reader({ 'api.yaml': document });
    expect(await get('/sample')).toEqual(expected);
  });

  test('in the variables of a server, and in keys', async () => {
    const document = `${head()}servers: [{ url: 'https://example.com/{version}', variables: { version: { default: 1.0 } } }]\n${path('{ type: object }')}`;
    const { statusOf } = await reader({ 'api.yaml': document.replace('/sample', '/sample/0x1F') });
    expect(await statusOf('/1.0/sample/0x1F')).toBe(200);
  });
});

test('the items of a tuple, and words for a boolean, are what the author wrote', async () => {
  const text = `${head('3.1.0')}paths:
  /sample:
    get:
      responses:
        '200':
          description: Fine.
          content:
            application/json:
              schema:
                properties: { row: { prefixItems: [{ type: string }, { type: integer }] }, on: { type: boolean } }
              example: { row: [01, 02], on: yes }
`;
  const { get } = await reader({ 'api.yaml': text });
  expect(await get('/sample')).toEqual({ row: ['01', 2], on: true });
});

describe('values of an enum are of the type that the schema states', () => {
  const document = (schema: object) =>
    JSON.stringify({
      openapi: '3.0.3',
      info: { title: 'Enums', version: '1' },
      paths: {
        '/things': {
          get: {
            parameters: [{ name: 'kind', in: 'query', schema }],
            responses: {
              200: {
                description: '',
                content: {
                  'application/json': { schema: { type: 'object', required: ['kind'], properties: { kind: schema } } },
                },
              },
            },
          },
          post: {
            requestBody: {
              content: { 'application/json': { schema: { type: 'object', properties: { kind: schema } } } },
            },
            responses: { 204: { description: '' } },
          },
        },
      },
    });

  test.each([
    ['numbers of a text', { type: 'string', enum: [1, 2] }, '1', 3],
    ['booleans of a text', { type: 'string', enum: [true, false] }, 'true', 'maybe'],
    ['texts of an integer', { type: 'integer', enum: ['1', '2'] }, 1, 3],
    ['texts of a boolean', { type: 'boolean', enum: ['true'] }, true, false],
    ['numbers of texts in a list', { type: 'array', items: { type: 'string', enum: [1, 2] } }, ['1'], ['3']],
  ])('%s', async (_name, schema, value, other) => {
    const { get, statusOf } = await reader({ 'api.json': document(schema) });
    expect(await statusOf(`/things?kind=${value}`)).toBe(200);
    expect(await statusOf(`/things?kind=${other}`)).toBe(400);
    expect(await statusOf('/things', { kind: value })).toBe(204);
    expect(await statusOf('/things', { kind: other })).toBe(400);
    expect(typeof (await get('/things')).kind).toBe(typeof value);
  });
});

describe('an example that is the text of JSON', () => {
  const user = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, tags: { type: 'array', items: { type: 'string' } } },
  };
  const serve = (media: object) =>
    reader({
      'api.json': JSON.stringify({
        openapi: '3.0.3',
        info: { title: 'Texts', version: '1' },
        paths: {
          '/sample': { get: { responses: { 200: { description: '', content: { 'application/json': media } } } } },
        },
      }),
    });

  test.each([
    ['of an object', { schema: user, example: '{"name":"Ada","tags":["x"]}' }, { name: 'Ada', tags: ['x'] }],
    ['of a list', { schema: { type: 'array', items: user }, example: ' [{"name":"Ada"}]' }, [{ name: 'Ada' }]],
    ['with a name', { schema: user, examples: { ada: { value: '{"name":"Ada"}' } } }, { name: 'Ada' }],
    ['of a schema', { schema: { ...user, example: '{"name":"Ada"}' } }, { name: 'Ada' }],
    [
      'of an open schema',
      { schema: { additionalProperties: true }, example: '{"git":{"branch":"main"}}' },
      { git: { branch: 'main' } },
    ],
    ['without a schema', { example: '{"name":"Ada"}' }, { name: 'Ada' }],
    [
      'within an object',
      { schema: { type: 'object', required: ['user'], properties: { user: { ...user, example: '{"name":"Ada"}' } } } },
      { user: { name: 'Ada' } },
    ],
    ['where a text is wanted', { schema: { type: 'string' }, example: '{"name":"Ada"}' }, '{"name":"Ada"}'],
    ['that is none', { schema: { type: 'array', items: { type: 'string' } }, example: '[x' }, ['[x']],
  ])('%s is what the text contains', async (_name, media, expected) => {
    const body = await (await serve(media)).get('/sample');
    // A list of items has generated ones too.
    expect(Array.isArray(body) ? body.slice(0, 1) : body).toEqual(expected);
  });
});
