/** Defaults and discriminators in generated values. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { contentsOf, now } from '../documents.ts';

const text = { type: 'string' };
const object = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required });

const generated = async (schema: object, schemas: object = {}): Promise<readonly Json[]> => {
  const { response } = await contentsOf(schema, { schemas });
  return [1, 2, 3, 4, 5, 6].map((seed) => response.generate({ seed, now, usesExamples: seed === 1 }));
};

describe('a default comes first', () => {
  test.each([
    ['of a constant as FastAPI writes it', { ...text, default: 'list' }, 'list'],
    ['of a number', { type: 'integer', default: 20 }, 20],
    ['that is false', { type: 'boolean', default: false }, false],
    ['of a union', { anyOf: [text, { type: 'integer' }], default: 'auto' }, 'auto'],
    ['of an object', { ...object({ a: text }), default: { a: 'b' } }, { a: 'b' }],
  ])('%s, required or not', async (_name, schema, expected) => {
    for (const value of await generated(object({ required: schema, optional: schema }, ['required'])))
      expect(value).toEqual({ required: expected, optional: expected });
  });

  test('but an item of a list may have any value that is listed', async () => {
    const values = await generated({ ...text, enum: ['a', 'b', 'c'], default: 'b' });
    expect(values[0]).toBe('b');
    expect(new Set(values).size).toBeGreaterThan(1);
  });

  test.each([
    ['null', { type: ['string', 'null'], default: null }],
    ['nothing', { ...text, default: '' }],
    ['of another type', { ...text, default: 7 }],
    ['invalid', { ...text, minLength: 9, default: 'short' }],
  ])('unless it is %s', async (_name, schema) => {
    for (const value of await generated(object({ a: { ...schema, minLength: 9 } }, ['a'])))
      expect([null, 'string']).toContainEqual(
        (value as { a: Json }).a === null ? null : typeof (value as { a: Json }).a,
      );
    expect(await generated(object({ a: { ...text, minLength: 9, default: 'short' } }, ['a']))).not.toContainEqual({
      a: 'short',
    });
  });
});

test.each([
  [
    'by its mapping',
    { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } },
    ['cat', 'dog'],
  ],
  ['by the names of the schemas', { propertyName: 'kind' }, ['Cat', 'Dog']],
])("a discriminator's property is in each member of a union, %s", async (_name, discriminator, kinds) => {
  const schemas = {
    Cat: object({ kind: text, lives: { type: 'integer' } }, ['lives']),
    Dog: object({ kind: text, tricks: text }, ['tricks']),
  };
  const oneOf = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
  const values = (await generated({ type: 'array', minItems: 6, items: { oneOf, discriminator } }, schemas)).flat();
  expect(new Set(values.map((value) => (value as { kind: string }).kind))).toEqual(new Set(kinds));
});

describe('codes that a description explains are the values', () => {
  test.each([
    ['an integer', { type: 'integer', description: '0: todo, 1: doing, 2: done' }, [0, 1, 2]],
    ['a number within its bounds', { type: 'number', minimum: 1, description: '0=none, 1=some, 2=all' }, [1, 2]],
    ['a text', { ...text, description: '状态 0 正常 1 停用' }, ['0', '1']],
  ])('of %s', async (_name, schema, expected) => {
    for (const value of await generated(object({ column: schema }, ['column'])))
      expect(expected).toContainEqual((value as { column: Json }).column);
  });

  test('but no text has the lengths that it may have', async () => {
    const [value] = await generated(
      object({ code: { ...text, description: 'A 2-letter or 3-letter code' } }, ['code']),
    );
    expect(value).toEqual({ code: expect.stringMatching(/^\w{4,}$/) });
  });
});
