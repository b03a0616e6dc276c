/** References in examples, and dynamic references of JSON Schema. */
import { expect, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { settleReferences } from '../../../src/parts/references/index.ts';
import { fullObject, integer, listOf, operation, ref, text } from '../../short-document.ts';

const ada = { id: 7, name: 'Ada' };
const Person = fullObject({ id: integer, name: text });
const one = { $ref: '#/components/examples/One' };

const bodyOf = async (
  media: object,
  { schemas = {}, version = '3.0.3' }: { schemas?: object; version?: string } = {},
) => {
  const warnings: string[] = [];
  const logger = { info: () => {}, warn: (message: string) => void warnings.push(message), error: () => {} };
  const responses = { 200: { description: 'Fine.', content: { 'application/json': media } } };
  const document = {
    ...{ openapi: version, info: { title: 'T', version: '1' } },
    paths: { '/a': { get: { responses } } },
    components: { schemas: { Person, ...schemas }, examples: { One: { summary: 'Ada', value: ada } } },
  };
  const before = JSON.stringify(document);
  const vivarium = await createVivarium({ document, logger });
  const response = await vivarium.world('test').fetch('/a');
  const body: unknown = await response.json();
  await vivarium.close();
  expect(JSON.stringify(document)).toBe(before);
  return { body, warnings };
};

test.each<[string, object, unknown]>([
  ['as the example', { schema: ref('Person'), example: one }, ada],
  ['as a value', { schema: ref('Person'), examples: { a: { value: one } } }, ada],
  ['to a value', { schema: ref('Person'), example: { $ref: '#/components/examples/One/value' } }, ada],
  [
    'to a value, of Swagger',
    { schema: ref('Shown'), example: { $ref: '#/definitions/Shown/example' } },
    { id: 8, name: 'Eve' },
  ],
  ['to the value itself', { schema: ref('Person'), examples: { a: { $ref: '#/components/examples/One/value' } } }, ada],
  ['to a schema with an example', { schema: ref('Person'), example: ref('Shown') }, { id: 8, name: 'Eve' }],
  ['of a schema', { schema: { ...Person, example: one } }, ada],
  ['within', { schema: fullObject({ who: ref('Person') }), example: { who: one } }, { who: ada }],
  [
    'in a list',
    { schema: listOf(ref('Person')), example: [one, { id: 9, name: 'Bob' }] },
    expect.arrayContaining([ada, { id: 9, name: 'Bob' }]),
  ],
])('a reference in an example is what it refers to: %s', async (_, media, expected) => {
  const { body, warnings } = await bodyOf(media, {
    schemas: { Shown: { ...Person, example: { id: 8, name: 'Eve' } } },
  });
  expect(body).toEqual(expected);
  expect(warnings).toEqual([]);
});

test.each(['#/components/examples/None', '#/components/schemas/Person', 'person.json#/example'])(
  'a reference to nothing that can be shown is left out, and reported: %s',
  async ($ref) => {
    const { body, warnings } = await bodyOf({ schema: ref('Person'), example: { $ref } });
    expect(body).toEqual({ id: expect.any(Number), name: expect.any(String) });
    expect(warnings.join()).toContain(`"${$ref}" in the example leads to no example and no value`);
  },
);

test.each<[string, object, object]>([
  ['within the example', { type: 'object' }, { pet: { $ref: '#/$defs/a' }, $defs: { a: { type: 'string' } } }],
  ['that a schema describes', { type: 'object', properties: { $ref: text } }, { $ref: '#/components/schemas/None' }],
  ['of a database', { type: 'object' }, { $ref: 'people', $id: 1 }],
])('a reference that is data stays: %s', async (_, schema, example) => {
  expect((await bodyOf({ schema, example })).body).toEqual(example);
});

test('an example that contains itself ends', async () => {
  const { body, warnings } = await bodyOf({
    schema: { type: 'object', properties: { id: integer } },
    example: { id: 1, again: { $ref: '#/paths/~1a/get/responses/200/content/application~1json/example' } },
  });
  expect(body).toMatchObject({ id: 1 });
  expect(warnings).toHaveLength(1);
});

test('a dynamic reference leads to the schema that its use binds, also through others', () => {
  const list = fullObject({ items: listOf({ $dynamicRef: '#item' }) });
  const of = (name: string) => ({ $defs: { item: { $dynamicAnchor: 'item', ...ref(name) } }, ...ref('Around') });
  const { document } = settleReferences({
    openapi: '3.1.0',
    paths: { '/a': { get: operation(of('Person')) }, '/b': { get: operation(of('Tree')) } },
    components: {
      schemas: {
        ...{ Person, Around: fullObject({ page: ref('Page') }) },
        Page: { $defs: { item: { $dynamicAnchor: 'item', not: {} } }, ...list },
        Tree: { $dynamicAnchor: 'node', type: 'object', properties: { children: listOf({ $dynamicRef: '#node' }) } },
      },
    },
  } as never);
  const schemas = (document.components as { schemas: Record<string, object> }).schemas;
  expect(schemas).toMatchObject({
    Tree: { properties: { children: { items: ref('Tree') } } },
    Page: { properties: { items: { items: { $ref: '#/components/schemas/Page/$defs/item' } } } },
  });
  const text = JSON.stringify(document);
  expect(text).not.toContain('dynamicRef');
  const bound = Object.entries(schemas).filter(([name]) => name.startsWith('Page-bound'));
  expect(bound.map(([, schema]) => JSON.stringify(schema))).toEqual(
    ['~1a', '~1b'].map((path) =>
      expect.stringContaining(
        `"items":{"$ref":"#/paths/${path}/get/responses/200/content/application~1json/schema/$defs/item"}`,
      ),
    ),
  );
});
