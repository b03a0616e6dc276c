/** Several files become one document. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { compileService } from '../../../src/openapi/compile.ts';
import { type LoadedDocument, loadDocument } from '../../../src/openapi/load/load.ts';
import { folderOf, loadFiles, serveTexts } from '../../openapi/load/helpers.ts';

const head = 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\n';
/** One operation whose response has this schema. */
const answering = (schema: string): string =>
  `${head}paths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: d\n          content:\n            application/json:\n              schema: ${schema}\n`;

const schemasOf = ({ document }: LoadedDocument) =>
  (document.components as { schemas: Record<string, unknown> }).schemas;
const problemsOf = (loaded: LoadedDocument) => compileService(loaded.document, loaded).problems;

test('schemas of other files become components with their own names', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': answering('{ type: array, items: { $ref: "./schemas/order.yaml" } }'),
    'schemas/order.yaml': 'type: object\nproperties:\n  item: { $ref: "common.json#/definitions/Item" }\n',
    'schemas/common.json': '{ "definitions": { "Item": { "type": "string" } } }',
  });
  expect(JSON.stringify(loaded.document)).toContain('"items":{"$ref":"#/components/schemas/order"}');
  expect(schemasOf(loaded)).toEqual({
    order: { type: 'object', properties: { item: { $ref: '#/components/schemas/Item' } } },
    Item: { type: 'string' },
  });
  expect(problemsOf(loaded)).toEqual([]);
});

test.each(['//host/a.yaml', 'a%2Fb.yaml', 'a%zz.yaml'])(
  '%s is not a file, and is reported like any broken reference',
  async (reference) => {
    const loaded = await loadFiles({ 'openapi.yaml': answering(`{ $ref: "${reference}" }`) });
    expect(problemsOf(loaded)).toMatchObject([
      { message: expect.stringContaining('is not followed: it is not the path of a local file') },
    ]);
  },
);

test('within a schema with an $id, references are relative to it', async () => {
  const id = 'https://example.com/s/';
  const loaded = await loadFiles({
    'openapi.yaml': `${answering('{ $ref: "#/components/schemas/Order" }')}components:
  schemas:
    Order:
      $id: ${id}order
      $defs: { Line: { type: integer } }
      properties: { a: { $ref: buyer }, b: { $ref: /s/buyer }, c: { $ref: '#/$defs/Line' }, d: { $ref: 'buyer#/properties/name' } }
    Buyer: { $id: ${id}buyer, properties: { name: { type: string } } }
`,
  });
  const buyer = { $ref: '#/components/schemas/Buyer' };
  expect(schemasOf(loaded).Order).toMatchObject({
    properties: {
      a: buyer,
      b: buyer,
      c: { $ref: '#/components/schemas/Order/$defs/Line' },
      d: { $ref: `${buyer.$ref}/properties/name` },
    },
  });
  expect(problemsOf(loaded)).toEqual([]);
});

test('a part that only the schema around a reference has is meant, and another that is missing is reported', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': answering(
      '{ properties: { a: { $ref: "#/definitions/Line" }, b: { $ref: "#/definitions/None" } }, definitions: { Line: { items: { $ref: "#/definitions/Line" } } } }',
    ),
  });
  const at = '/paths/~1a/get/responses/200/content/application~1json/schema';
  expect(JSON.stringify(loaded.document).match(/#[^"]*/g)).toEqual([
    ...[`#${at}/definitions/Line`, '#/definitions/None', `#${at}/definitions/Line`],
  ]);
  expect(problemsOf(loaded)).toMatchObject([
    { pointer: `${at}/properties/b`, message: '"#/definitions/None" does not exist' },
  ]);
});

test('a recursion across files is kept', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': answering('{ $ref: "node.yaml" }'),
    'node.yaml': 'type: object\nproperties:\n  next: { $ref: "other.yaml#/Other" }\n  self: { $ref: "#" }\n',
    'other.yaml': 'Other: { type: object, properties: { back: { $ref: "node.yaml" } } }\n',
  });
  expect(schemasOf(loaded)).toMatchObject({
    node: { properties: { next: { $ref: '#/components/schemas/Other' }, self: { $ref: '#/components/schemas/node' } } },
    Other: { properties: { back: { $ref: '#/components/schemas/node' } } },
  });
  expect(problemsOf(loaded)).toEqual([]);
});

test('a path, an operation and a whole map may be files', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': `${head}paths:\n  /users: { $ref: paths/users.yaml }\n  /b: { get: { $ref: "paths/ops.yaml#/getB" } }\ncomponents: { schemas: { $ref: schemas/index.yaml } }\n`,
    'paths/users.yaml':
      'parameters: [{ $ref: "../parameters.yaml#/limit" }]\nget: { operationId: listUsers, responses: { $ref: ../responses.yaml } }\n',
    'paths/ops.yaml': 'getB: { operationId: getB, responses: { "204": { description: none } } }\n',
    'parameters.yaml': 'limit: { name: limit, in: query, schema: { type: integer } }\n',
    'responses.yaml':
      '"200": { description: d, content: { application/json: { schema: { $ref: "openapi.yaml#/components/schemas/User" } } } }\n',
    'schemas/index.yaml': 'User: { $ref: ./User.yaml }\n',
    'schemas/User.yaml': 'type: object\n',
  });
  expect(problemsOf(loaded)).toEqual([]);
  expect(loaded.document).toMatchObject({
    paths: {
      '/users': {
        parameters: [{ $ref: '#/components/parameters/limit' }],
        get: {
          operationId: 'listUsers',
          responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/User' } } } } },
        },
      },
      '/b': { get: { operationId: 'getB' } },
    },
    components: { parameters: { limit: { name: 'limit' } }, schemas: { User: { type: 'object' } } },
  });
});

test('a component that is only a reference to a file has the contents of the file', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': `${answering('{ $ref: "./order.yaml" }')}components:\n  schemas:\n    Order: { $ref: ./order.yaml }\n`,
    'order.yaml': 'type: object\n',
  });
  expect(schemasOf(loaded)).toEqual({ Order: { type: 'object' } });
  expect(JSON.stringify(loaded.document.paths)).toContain('#/components/schemas/Order');
});

test('two schemas with one name get different names, and the document keeps its own', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': `${answering('{ anyOf: [{ $ref: a/x.yaml }, { $ref: b/x.yaml }, { $ref: "#/components/schemas/x" }] }')}components: { schemas: { x: { const: 0 } } }\n`,
    'a/x.yaml': 'const: 1\n',
    'b/x.yaml': 'const: 2\n',
  });
  expect(schemasOf(loaded)).toEqual({ x: { const: 0 }, 'x-2': { const: 1 }, 'x-3': { const: 2 } });
});

test('the mapping of a discriminator refers to the same schemas', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': answering('{ $ref: union.yaml }'),
    'union.yaml':
      'oneOf: [{ $ref: cat.yaml }, { $ref: "#/components/schemas/Dog" }]\ndiscriminator: { propertyName: kind, mapping: { cat: ./cat.yaml, dog: Dog } }\ncomponents: { schemas: { Dog: { type: object } } }\n',
    'cat.yaml': 'type: object\n',
  });
  expect(schemasOf(loaded)).toMatchObject({
    union: {
      oneOf: [{ $ref: '#/components/schemas/cat' }, { $ref: '#/components/schemas/Dog' }],
      discriminator: { mapping: { cat: '#/components/schemas/cat', dog: '#/components/schemas/Dog' } },
    },
  });
});

test('examples and descriptions may be files, and a $ref to no file is left out of an example', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': `openapi: 3.1.0\ninfo: { title: T, version: "1", description: { $ref: about.md } }\npaths:\n  /a:\n    get:\n      responses:\n        "200":\n          description: d\n          content:\n            application/json: { example: { $ref: order.json }, examples: { odd: { value: { $ref: none.json } } } }\n`,
    'about.md': '# About: it',
    'order.json': '{ "id": 1 }',
  });
  expect(loaded.document).toMatchObject({ info: { description: '# About: it' } });
  expect(JSON.stringify(loaded.document)).toContain('"example":{"id":1}');
  expect(JSON.stringify(loaded.document)).not.toContain('none.json');
  expect(problemsOf(loaded).map(({ message }) => message)).toEqual([
    expect.stringContaining('"none.json" in the example leads to no example and no value'),
  ]);
});

test('$self, $id and $anchor can be referred to', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': `${answering('{ anyOf: [{ $ref: "https://example.com/api#/components/schemas/A" }, { $ref: "https://example.com/schemas/b" }, { $ref: "#c" }] }')}$self: https://example.com/api\ncomponents:\n  schemas:\n    A: { type: object }\n    B: { $id: "https://example.com/schemas/b", type: string }\n    C: { $anchor: c, type: integer }\n`,
  });
  for (const name of ['A', 'B', 'C'])
    expect(JSON.stringify(loaded.document.paths)).toContain(`"#/components/schemas/${name}"`);
  expect(problemsOf(loaded)).toEqual([]);
});

test('a property named $ref is a property', async () => {
  const loaded = await loadFiles({
    'openapi.yaml': answering('{ type: object, properties: { $ref: { type: string }, o: { $ref: o.yaml } } }'),
    'o.yaml': 'type: object\nproperties: { $ref: { type: integer } }\n',
  });
  expect(schemasOf(loaded)).toEqual({ o: { type: 'object', properties: { $ref: { type: 'integer' } } } });
});

describe('a broken reference is reported with its location, and the rest is served:', () => {
  test.each([
    ['a file that is not there', 'none.yaml', /"none\.yaml" cannot be followed: .*none\.yaml: there is no such file/],
    ['a property that does not exist', 'there.yaml#/No', /"there\.yaml#\/No" does not exist/],
    [
      'a file that cannot be read',
      'broken.yaml',
      /"broken\.yaml" cannot be followed: .*broken\.yaml:2:4: the quote that begins here does not end/,
    ],
    ['an anchor that is not there', 'there.yaml#no', /no such \$anchor/],
    ['another protocol', 'ftp://example.com/a.yaml', /only files and http\(s\) URLs are read/],
  ])('%s', async (_name, reference, expected) => {
    const loaded = await loadFiles({
      'openapi.yaml': answering(`{ $ref: "${reference}" }`),
      'there.yaml': 'A: {}\n',
      'broken.yaml': 'a: 1\nb: "x\n',
    });
    const [problem, ...more] = problemsOf(loaded);
    expect(more).toEqual([]);
    expect(problem?.message).toMatch(expected);
    expect(loaded.locate(problem?.pointer as string)).toMatchObject({ line: 11 });
  });

  test('one in another file is reported there', async () => {
    const loaded = await loadFiles({
      'openapi.yaml': answering('{ $ref: "schemas/order.yaml" }'),
      'schemas/order.yaml': 'type: object\nproperties:\n  item: { $ref: "#/none" }\n',
    });
    const [problem] = problemsOf(loaded);
    expect(problem?.message).toBe('"#/none" does not exist');
    expect(loaded.locate(problem?.pointer as string)).toMatchObject({
      file: expect.stringMatching(/schemas.order\.yaml$/),
      line: 3,
    });
  });

  test('a path that refers to itself', async () => {
    const loaded = await loadFiles({
      'openapi.yaml': `${answering('{}')}  /b: { $ref: b.yaml }\n`,
      'b.yaml': '$ref: c.yaml\n',
      'c.yaml': '$ref: b.yaml\n',
    });
    expect(problemsOf(loaded)).toMatchObject([{ pointer: '/paths/~1b', message: '"b.yaml" refers to itself' }]);
  });
});

test('all files are listed, also missing ones', async () => {
  const folder = folderOf({
    'openapi.yaml': answering('{ anyOf: [{ $ref: a.yaml }, { $ref: b.yaml }] }'),
    'a.yaml': 'true',
  });
  const { texts } = await loadDocument(join(folder, 'openapi.yaml'));
  const uri = (name: string) => pathToFileURL(join(folder, name)).href;
  expect([...texts.keys()]).toEqual([uri('openapi.yaml'), uri('a.yaml'), uri('b.yaml')]);
});

describe('over HTTP', () => {
  test('references are relative to the URL of their document', async () => {
    const origin = await serveTexts({
      'old.yaml': { location: '/v2/openapi.yaml' },
      'v2/openapi.yaml': answering('{ $ref: "schemas/order.yaml" }'),
      'v2/schemas/order.yaml': 'type: object\n',
    });
    const loaded = await loadDocument(`${origin}/old.yaml`);
    expect(schemasOf(loaded)).toEqual({ order: { type: 'object' } });
  });

  test('a file may refer to a URL', async () => {
    const origin = await serveTexts({ 'order.yaml': 'type: object\n' });
    const loaded = await loadFiles({ 'openapi.yaml': answering(`{ $ref: "${origin}/order.yaml" }`) });
    expect(schemasOf(loaded)).toEqual({ order: { type: 'object' } });
  });

  test('a document from a URL reads no file of this machine', async () => {
    const folder = folderOf({ 'secret.yaml': 'const: secret\n' });
    const { href } = pathToFileURL(join(folder, 'secret.yaml'));
    const origin = await serveTexts({ 'openapi.yaml': answering(`{ $ref: "${href}" }`) });
    const loaded = await loadDocument(`${origin}/openapi.yaml`);
    expect(JSON.stringify(loaded.document)).not.toContain('"secret"');
    expect(problemsOf(loaded)).toMatchObject([
      { message: expect.stringContaining('a document from a URL cannot refer to files') },
    ]);
  });

  test('a redirect does not lead to a file, and the number of redirects is limited', async () => {
    const origin = await serveTexts({
      'file.yaml': { location: 'file:///etc/hostname' },
      'loop.yaml': { location: '/loop.yaml' },
    });
    await expect(loadDocument(`${origin}/file.yaml`)).rejects.toThrow('a document from a URL cannot refer to files');
    await expect(loadDocument(`${origin}/loop.yaml`)).rejects.toThrow('too many redirects');
  });
});

test('references that replace each other in millions of ways are rejected, and those of a usual document are not', async () => {
  const levels = (count: number): string =>
    Array.from(
      { length: count },
      (_, at) => `L${at}: { get: { $ref: "#/L${at + 1}" }, post: { $ref: "#/L${at + 1}" } }\n`,
    ).join('');
  const load = (count: number) =>
    loadFiles({
      'openapi.yaml': `${head}paths:\n  /a: { $ref: "paths.yaml#/L0" }\n`,
      'paths.yaml': `${levels(count)}L${count}: { summary: end }\n`,
    });
  expect(JSON.stringify((await load(10)).document).length).toBeGreaterThan(10_000);
  await expect(load(20)).rejects.toThrow('the references of the document expand to too many values');
});
