/** The fields of an item's form, as the document describes them. */
import { describe, expect, test } from 'vitest';
import type { CollectionInfo, JsonObject, OperationInfo } from '../../../../src/parts/panel/api/panel-client.ts';
import { fieldsOf, type ItemField } from '../../../../src/parts/panel/data/form-schema.ts';
import { boolean, integer, text } from '../../../short-document.ts';

const infoWith = (properties: readonly string[], given: Partial<CollectionInfo> = {}): CollectionInfo => ({
  ...{ name: 'orders', kind: 'list', id: 'id', required: ['id'], parents: [], parent: null },
  properties,
  ...given,
});
const operation = { method: 'GET', path: '/orders', collection: 'orders' } as OperationInfo;
const documentWith = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  paths: { '/orders': { get: { responses: { 200: { content: { 'application/json': { schema } } } }, ...more } } },
  components: {
    schemas: { Order: { properties: { id: integer, note: text } }, Time: { format: 'date-time' } },
  },
});
const order: JsonObject = { $ref: '#/components/schemas/Order' };

/** The type of each field. */
const typesIn = (schema: JsonObject, operations = [operation], more: JsonObject = {}): readonly string[] =>
  fieldsOf(infoWith(['note', 'id']), operations, documentWith(schema, more)).map(({ name, type }) => `${name} ${type}`);

describe('the schema of an item is found', () => {
  const found = ['id integer', 'note string'];
  test.each<[string, JsonObject]>([
    ['as the body', order],
    ['in a list', { items: order }],
    ['in an envelope', { properties: { total: integer, data: { items: order } } }],
    ['below a property', { properties: { order } }],
    ['in parts', { allOf: [{ properties: { note: text } }, { properties: { id: integer } }] }],
    ['in alternatives', { oneOf: [{ properties: { other: {} } }, order] }],
  ])('%s', (_what, schema) => {
    expect(typesIn(schema)).toEqual(found);
  });

  test('in a request body', () => {
    const requestBody = { content: { 'application/json': { schema: order } } };
    expect(typesIn({}, [operation], { requestBody })).toEqual(found);
  });

  test('as the one with the most properties of the item, and the fewest others', () => {
    const wide = { properties: { id: text, note: boolean, other: {} } };
    expect(typesIn({ properties: { wide, order } })).toEqual(found);
    expect(typesIn({ properties: { order, wide } })).toEqual(found);
  });

  test('in operations of its service alone', () => {
    const typeFor = (service: string) =>
      fieldsOf(infoWith(['note'], { service }), [{ ...operation, service: 'shop' }], documentWith(order))[1]?.type;
    expect([typeFor('shop'), typeFor('users')]).toEqual(['string', 'json']);
  });

  test('up to three levels below the body', () => {
    const below = (levels: number): JsonObject => (levels === 0 ? order : { properties: { next: below(levels - 1) } });
    expect([typesIn(below(3)), typesIn(below(4))]).toEqual([found, ['id json', 'note json']]);
  });

  test('in operations of the collection alone', () => {
    const json = ['id json', 'note json'];
    expect(typesIn(order, [{ ...operation, collection: 'others' }])).toEqual(json);
    expect(
      typesIn({}, [operation], { responses: { 404: { content: { 'application/json': { schema: order } } } } }),
    ).toEqual(json);
    expect(fieldsOf(infoWith(['note']), [], undefined).map(({ name }) => name)).toEqual(['id', 'note']);
  });
});

const fieldFor = (schema: JsonObject, given: Partial<CollectionInfo> = {}): ItemField => {
  const info = infoWith(['a'], { id: null, ...given });
  return fieldsOf(info, [operation], documentWith({ properties: { a: schema } }))[0] as ItemField;
};

describe('a field', () => {
  test.each<[JsonObject, Partial<ItemField>]>([
    [boolean, { type: 'boolean', isNullable: false, isReadOnly: false, rules: '', choices: [] }],
    [{ type: ['null', 'number'] }, { type: 'number', isNullable: true }],
    [
      { type: 'string', nullable: true, readOnly: true },
      { isNullable: true, isReadOnly: true },
    ],
    [{ type: 'object' }, { type: 'json' }],
    [
      { type: 'array', enum: [[1]] },
      { type: 'json', choices: [[1]] },
    ],
    [{}, { type: 'json' }],
    [{ enum: ['x', 'y'] }, { type: 'string', choices: ['x', 'y'] }],
    [
      { allOf: [{ $ref: '#/components/schemas/Time' }], type: 'string' },
      { type: 'string', rules: 'date-time' },
    ],
    [{ type: 'integer', minimum: 1, maximum: 9 }, { rules: '1 to 9' }],
    [{ type: 'string', minLength: 2, pattern: '^a' }, { rules: 'at least 2 characters, matches ^a' }],
    [{ type: 'array', maxItems: 3 }, { rules: 'at most 3 items' }],
    [{ type: 'string', description: 'A text.' }, { description: 'A text.' }],
  ])('of %j is %j', (schema, expected) => {
    expect(fieldFor(schema)).toMatchObject(expected);
  });

  test('has what its parts say, whose parts are followed for five levels, and its own words last', () => {
    const nested = (depth: number): JsonObject =>
      depth === 0 ? { type: 'boolean', description: 'Deep.' } : { allOf: [nested(depth - 1)] };
    expect(fieldFor(nested(5))).toMatchObject({ type: 'boolean', description: 'Deep.' });
    expect(fieldFor(nested(6)).type).toBe('json');
    const parts = [
      { type: 'string', description: 'First.' },
      { description: 'Second.', maxLength: 3 },
    ];
    expect(fieldFor({ allOf: parts })).toMatchObject({ description: 'Second.', rules: 'at most 3 characters' });
    expect(fieldFor({ allOf: parts, description: 'Own.' }).description).toBe('Own.');
  });

  test('of several alternatives is as the first one describes it, and as the whole does before them', () => {
    const alternative = (type: string): JsonObject => ({ properties: { a: { type } } });
    const typeIn = (schema: JsonObject) =>
      fieldsOf(infoWith(['a'], { id: null }), [operation], documentWith(schema))[0]?.type;
    expect(typeIn({ oneOf: [alternative('boolean'), alternative('integer')] })).toBe('boolean');
    expect(typeIn({ anyOf: [alternative('integer')], properties: { a: { type: 'number' } } })).toBe('number');
  });

  test('is required if the item requires it', () => {
    expect(fieldFor({}, { required: ['a'] }).isRequired).toBe(true);
    expect(fieldFor({}, { required: ['b'] }).isRequired).toBe(false);
  });
});
