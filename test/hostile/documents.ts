/** Schemas in documents that cost a loader, a validator or a generator without bounds its memory, or endless time. */

export interface HostileSchema {
  readonly name: string;
  readonly schema: object | boolean;
  /** More schemas of the document, by name. */
  readonly schemas?: Readonly<Record<string, unknown>>;
  /** The example of the list. */
  readonly rows?: readonly unknown[];
}

const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const list = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A chain of schemas `S0`, `S1`, ...: each is made of the name of the next. */
const chain = (length: number, link: (next: object) => object, last: object): Record<string, unknown> =>
  Object.fromEntries(list(length, (index) => [`S${index}`, index === length - 1 ? last : link(ref(`S${index + 1}`))]));

const object = { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] };

const nested = (levels: number): object => {
  let schema: object = { type: 'string' };
  for (let level = 0; level < levels; level++)
    schema = { type: 'object', properties: { child: schema }, required: ['child'] };
  return schema;
};

/** An `anyOf` costs at most what a `oneOf` does. */
const unions = ['allOf', 'oneOf'] as const;

export const hostileSchemas: readonly HostileSchema[] = [
  ...unions.map((keyword) => ({
    name: `thirty doubled ${keyword}`,
    schema: ref('S0'),
    schemas: chain(30, (next) => ({ [keyword]: [next, { allOf: [next], title: 'again' }] }), object),
  })),
  {
    name: 'thirty anyOf below allOf',
    schema: { allOf: list(30, (index) => ({ anyOf: [{ required: [`a${index}`] }, { required: [`b${index}`] }] })) },
  },
  {
    name: 'thirty oneOf below allOf',
    schema: {
      type: 'object',
      allOf: list(30, (index) => ({
        oneOf: [
          { properties: { [`p${index}`]: { const: 1 } }, required: [`p${index}`] },
          { properties: { q: { const: index } } },
        ],
      })),
    },
  },
  { name: 'a chain of 3,000 references', schema: ref('S0'), schemas: chain(3000, (next) => next, object) },
  {
    name: 'a chain of 2,000 references below allOf',
    schema: ref('S0'),
    schemas: chain(2000, (next) => ({ allOf: [next], title: 'link' }), object),
  },
  { name: 'a reference to itself', schema: ref('S'), schemas: { S: ref('S') } },
  { name: 'an allOf of itself', schema: ref('S'), schemas: { S: { allOf: [ref('S'), ref('S')] } } },
  {
    name: 'a required property of the same schema',
    schema: ref('S'),
    schemas: { S: { type: 'object', properties: { child: ref('S') }, required: ['child'] } },
  },
  {
    name: 'required lists of the same schema',
    schema: ref('S'),
    schemas: {
      S: { type: 'object', properties: { list: { type: 'array', minItems: 3, items: ref('S') } }, required: ['list'] },
    },
  },
  {
    name: 'a dependentSchemas loop',
    schema: ref('S'),
    schemas: {
      S: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        required: ['a', 'b'],
        dependentSchemas: { a: { allOf: [ref('S')] }, b: { allOf: [ref('S')] } },
      },
    },
  },
  {
    name: 'conditions on conditions',
    schema: ref('S0'),
    schemas: chain(
      25,
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      (next) => ({ if: next, then: { allOf: [next], title: 'again' }, else: next }),
      object,
    ),
  },
  { name: 'a list with 1e6 matching items', schema: { type: 'array', contains: { type: 'string' }, minContains: 1e6 } },
  { name: 'a list with 1e9 items', schema: { type: 'array', items: object, minItems: 1e9 } },
  {
    name: 'lists in lists in lists',
    schema: {
      type: 'array',
      minItems: 1000,
      items: { type: 'array', minItems: 1000, items: { type: 'array', minItems: 1000, items: object } },
    },
  },
  {
    name: 'a list of 1,000 different booleans',
    schema: { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 1000 },
  },
  {
    name: '10,100 prefix items',
    schema: { type: 'array', prefixItems: list(10_100, () => ({ type: 'string' })), minItems: 10_100 },
  },
  { name: 'a text of 1e9 characters', schema: { type: 'string', minLength: 1e9 } },
  { name: 'a repetition of 1e9', schema: { type: 'string', pattern: '^a{1000000000}$' } },
  { name: 'a repetition of repetitions', schema: { type: 'string', pattern: '^((a{1000}){1000}){1000}$' } },
  {
    name: 'a pattern of 6,000 alternatives',
    schema: { type: 'string', pattern: `^(${list(6000, (index) => `w${index}`).join('|')})$` },
  },
  {
    name: '400 required texts with slow patterns',
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        list(400, (index) => [
          `p${index}`,
          { type: 'string', pattern: `^(?=.*[a-z])(?=.*${index}).{${index % 100},}(x+x+)+y$` },
        ]),
      ),
      required: list(400, (index) => `p${index}`),
    },
  },
  { name: 'a pattern that no text matches', schema: { type: 'string', pattern: '^a(?!a)a$', minLength: 5 } },
  { name: 'a million properties', schema: { type: 'object', minProperties: 1e6 } },
  {
    name: 'names that cannot exist',
    schema: { type: 'object', minProperties: 50, propertyNames: { pattern: '^a(?!a)a$' } },
  },
  {
    name: '2,000 required properties',
    schema: {
      type: 'object',
      properties: Object.fromEntries(list(2000, (index) => [`p${index}`, { type: 'string' }])),
      required: list(2000, (index) => `p${index}`),
    },
  },
  ...unions.map((keyword) => ({
    name: `2,100 schemas in ${keyword}`,
    schema: { [keyword]: list(2100, (index) => ({ type: 'object', properties: { [`p${index}`]: { const: index } } })) },
  })),
  { name: '10,100 required names', schema: { type: 'object', required: list(10_100, (index) => `p${index}`) } },
  { name: '90 levels', schema: nested(90) },
  { name: 'an enum of 15,000 values', schema: { enum: list(15_000, (index) => `value-${index}`) } },
  {
    name: 'a property with an enum of 15,000 values',
    schema: {
      type: 'object',
      properties: { id: { type: 'string' }, kind: { enum: list(15_000, (index) => `value-${index}`) } },
      required: ['id', 'kind'],
    },
  },
  { name: 'a schema that nothing fits', schema: { allOf: [{ type: 'string' }, { type: 'object' }] } },
  { name: 'nothing', schema: { not: {} } },
  { name: 'tiny steps', schema: { type: 'number', multipleOf: 1e-300, minimum: 0.1, maximum: 0.2 } },
  {
    name: '15,000 rows in an example',
    schema: { type: 'object', properties: { name: { type: 'string' }, id: { type: 'integer' } }, required: ['id'] },
    rows: list(15_000, (index) => ({ name: 'A thing', id: index + 1 })),
  },
  { name: 'an empty range', schema: { type: 'integer', minimum: 10, maximum: 1, multipleOf: 7 } },
];

/** A document with the schema in the requests and responses of `/hostile`, and an ordinary resource beside it. */
export const documentWith = ({ schema, schemas = {}, rows }: HostileSchema): string => {
  const content = (of: unknown, example?: unknown) => ({ content: { 'application/json': { schema: of, example } } });
  const resource = (of: unknown, example?: unknown) => ({
    get: { responses: { 200: { description: 'The items.', ...content({ type: 'array', items: of }, example) } } },
    post: {
      requestBody: { required: true, ...content(of) },
      responses: { 201: { description: 'The item.', ...content(of) }, 400: { description: 'The body is not valid.' } },
    },
  });
  const item = {
    type: 'object',
    properties: { id: { type: 'integer' }, name: { type: 'string' } },
    required: ['name'],
  };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Hostile', version: '1' },
    paths: { '/things': resource(item), '/hostile': resource(schema, rows) },
    components: { schemas },
  });
};
