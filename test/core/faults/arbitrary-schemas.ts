/** Schemas of all kinds that responses have, small enough for fast generation. */
import fc from '../../fast-check.ts';

type Schema = Readonly<Record<string, unknown>>;

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

const strip = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));

const text: fc.Arbitrary<Schema> = fc.oneof(
  fc
    .tuple(maybe(fc.integer({ min: 0, max: 4 })), maybe(fc.integer({ min: 5, max: 40 })))
    .map(([minLength, maxLength]) => strip({ type: 'string', minLength, maxLength })),
  fc.constantFrom<Schema>(
    { type: 'string', enum: ['open', 'paid', 'sent'] },
    { type: 'string', enum: ['OPEN', 'CLOSED'] },
    { enum: ['a', 'bb', null] },
    { const: 'fixed' },
    { type: 'string', pattern: '^[A-Z]{2,8}$' },
    { type: 'string', pattern: '^[a-z0-9-]+$', maxLength: 20 },
    { type: 'string', pattern: '^[a-z]+(?:-[a-z]+)*$' },
    { type: ['string', 'null'] },
  ),
  fc
    .constantFrom('date-time', 'date', 'uuid', 'email', 'uri', 'ipv4', 'hostname', 'password')
    .map((format) => ({ type: 'string', format })),
);

const number: fc.Arbitrary<Schema> = fc.oneof(
  fc
    .tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: 3, max: 40 }), fc.integer({ min: 0, max: 7 }))
    .map(([low, width, shape]) => ({
      type: shape % 2 === 0 ? 'integer' : 'number',
      ...(shape & 2 ? { minimum: low } : { exclusiveMinimum: low }),
      ...(shape & 4 ? { maximum: low + width } : { exclusiveMaximum: low + width }),
    })),
  fc.constantFrom<Schema>(
    { type: 'integer' },
    { type: 'integer', format: 'int32' },
    { type: 'integer', format: 'int64' },
    { type: 'integer', format: 'int64', minimum: 1 },
    { type: ['integer', 'null'], format: 'int32', maximum: 10 },
    { type: 'integer', minimum: 0 },
    { type: 'integer', multipleOf: 7, minimum: -20, maximum: 20 },
    { type: 'number', multipleOf: 0.25, minimum: 0.1, exclusiveMaximum: 3 },
    { type: 'number', multipleOf: 0.01, minimum: 0, maximum: 9.99 },
    { type: 'integer', enum: [1, 2, 3] },
    { type: 'number' },
  ),
);

const leaf: fc.Arbitrary<Schema> = fc.oneof(text, number, fc.constantFrom<Schema>({ type: 'boolean' }, {}));

const names = ['id', 'name', 'a/b', 'total', 'kind', 'ünï', 'constructor'];

const objectOf = (property: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc
    .record({
      properties: fc.dictionary(fc.constantFrom(...names), property, { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
      required: fc.array(fc.boolean(), { minLength: names.length, maxLength: names.length }),
      additionalProperties: fc.constantFrom(undefined, undefined, false, true, { type: 'integer' }),
      isNullable: fc.nat(9),
    })
    .map(({ properties, required, additionalProperties, isNullable }) =>
      strip({
        type: isNullable === 0 ? ['object', 'null'] : 'object',
        properties: properties,
        required: Object.keys(properties).filter((name) => required[names.indexOf(name)]),
        additionalProperties,
      }),
    );

const arrayOf = (item: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc
    .record({
      items: item,
      minItems: fc.constantFrom(undefined, undefined, 1, 2),
      maxItems: fc.constantFrom(undefined, undefined, 3, 5),
      prefixItems: fc.constantFrom(undefined, undefined, undefined, [{ type: 'string' }]),
    })
    .map((parts) => strip({ type: 'array', ...parts }));

const mapOf = (property: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc.oneof(
    property.map((additionalProperties) => ({ type: 'object', additionalProperties })),
    property.map((schema) => ({ type: 'object', patternProperties: { '^x-': schema }, additionalProperties: false })),
  );

/** Parts of which neither forbids properties of the other. */
const allOf = (property: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc.tuple(objectOf(property), objectOf(property)).map(([one, other]) => {
    const [{ additionalProperties: _one, ...first }, { additionalProperties: _other, ...second }] = [one, other];
    const own = Object.fromEntries(
      Object.entries(second.properties as Schema).map(([name, schema]) => [`${name}2`, schema]),
    );
    return {
      allOf: [
        { ...first, type: 'object' },
        { properties: own, required: [] },
      ],
    };
  });

const variant = (property: fc.Arbitrary<Schema>, tag: string): fc.Arbitrary<Schema> =>
  objectOf(property).map((schema) => ({
    ...schema,
    type: 'object',
    properties: { ...(schema.properties as Schema), tag: { const: tag } },
    required: [...(schema.required as readonly string[]), 'tag'],
  }));

const union = (property: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> =>
  fc.oneof(
    fc.tuple(variant(property, 'one'), variant(property, 'two')).map((oneOf) => ({ oneOf })),
    property.map((schema) => ({ anyOf: [schema, { type: 'null' }] })),
    fc.constant({
      oneOf: [
        { type: 'string', maxLength: 5 },
        { type: 'integer', minimum: 3 },
      ],
    }),
  );

const schemaOf = (depth: number, hasUnions: boolean): fc.Arbitrary<Schema> => {
  if (depth === 0) return leaf;
  const inner = schemaOf(depth - 1, hasUnions);
  const ref = fc.constantFrom<Schema>({ $ref: '#/components/schemas/Line' }, { $ref: '#/components/schemas/Node' });
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 4, arbitrary: objectOf(inner) },
    { weight: 2, arbitrary: arrayOf(inner) },
    { weight: 1, arbitrary: mapOf(inner) },
    { weight: 1, arbitrary: allOf(inner) },
    { weight: 1, arbitrary: ref },
    ...(hasUnions ? [{ weight: 2, arbitrary: union(inner) }] : []),
  );
};

export const arbitrarySchema = fc.nat(3).chain((depth) => schemaOf(depth, true));

/** Without alternatives: the properties are independent. */
export const arbitraryPlainSchema = fc.nat(3).chain((depth) => schemaOf(depth, false));

/** The referenced schemas. */
export const components = {
  Line: {
    type: 'object',
    required: ['sku', 'quantity'],
    properties: {
      sku: { type: 'string', maxLength: 12 },
      quantity: { type: 'integer', format: 'int32', minimum: 1 },
      note: { type: ['string', 'null'] },
    },
  },
  Node: {
    type: 'object',
    required: ['label'],
    additionalProperties: false,
    properties: {
      label: { type: 'string', enum: ['leaf', 'branch'] },
      children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
    },
  },
};
