/** Random realistic documents with one resource: its names, ids, envelopes, wrappers, paging, nesting, properties and forms. */
import type { Json, JsonObject } from '../../src/core/primitives/json.ts';
import { documentOf } from '../core/helpers.ts';
import fc from '../fast-check.ts';

/** A choice for each aspect of a document. */
export interface Design {
  readonly nouns: readonly [many: string, one: string];
  readonly id: IdStyle;
  readonly envelope: Envelope;
  readonly wrapper: Wrapper;
  readonly isRequestWrapped: boolean;
  readonly paging: 'none' | 'offset' | 'page' | keyof typeof cursors;
  readonly scope: 'none' | 'collection' | 'unknown';
  readonly properties: readonly Property[];
  readonly isForm: boolean;
  readonly isInline: boolean;
  readonly hasSummary: boolean;
  readonly update: readonly ('PUT' | 'PATCH' | 'POST')[];
  readonly deletion: 'nothing' | 'item' | 'flag';
  readonly createStatus: 200 | 201;
}

export interface IdStyle {
  /** `ONE` stands for the singular, in both names. */
  readonly property: string;
  readonly parameter: string;
  readonly schema: JsonObject;
  readonly inPath: JsonObject;
}

type Envelope = 'bare' | 'data' | 'items' | 'named' | 'nested' | 'results' | 'meta';
type Wrapper = 'bare' | 'named' | 'data' | 'result' | 'id';

interface Property {
  /** That of a kind. */
  readonly name: string;
  readonly isRequired: boolean;
}

interface Kind {
  readonly name: string;
  readonly schema: JsonObject;
  readonly value: fc.Arbitrary<Json>;
}

const words = fc.constantFrom('amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'haven');
const text: JsonObject = { type: 'string' };
const integer: JsonObject = { type: 'integer' };
const uuid: JsonObject = { type: 'string', format: 'uuid' };

const ids: readonly IdStyle[] = [
  { property: 'id', parameter: 'id', schema: integer, inPath: integer },
  { property: 'id', parameter: 'ONEId', schema: integer, inPath: text },
  { property: 'id', parameter: 'ONE_id', schema: text, inPath: text },
  { property: 'id', parameter: 'ONE', schema: uuid, inPath: uuid },
  { property: 'uuid', parameter: 'uuid', schema: uuid, inPath: text },
  { property: '_id', parameter: 'id', schema: text, inPath: text },
  { property: '$id', parameter: 'ONE', schema: text, inPath: text },
  { property: 'ONE_id', parameter: 'ONE_id', schema: integer, inPath: integer },
  { property: 'ONEId', parameter: 'id', schema: text, inPath: text },
  { property: 'slug', parameter: 'slug', schema: text, inPath: text },
  { property: 'sid', parameter: 'ONESid', schema: { type: 'string', pattern: '^[A-Z]{2}[0-9a-f]{6}$' }, inPath: text },
  { property: 'id', parameter: 'id', schema: text, inPath: integer },
  { property: 'key', parameter: 'id_or_key', schema: text, inPath: text },
];

const nouns: readonly (readonly [string, string])[] = [
  ['users', 'user'],
  ['people', 'person'],
  ['statuses', 'status'],
  ['children', 'child'],
  ['analyses', 'analysis'],
  ['indices', 'index'],
  ['series', 'series'],
  ['addresses', 'address'],
  ['companies', 'company'],
  ['nfs', 'share'],
];

const branch = (kind: string, own: JsonObject): JsonObject => ({
  type: 'object',
  required: ['kind', ...Object.keys(own)],
  properties: { kind: { type: 'string', enum: [kind] }, ...own },
});

const kinds: readonly Kind[] = [
  { name: 'title', schema: text, value: words },
  { name: 'note', schema: { type: ['string', 'null'] }, value: fc.oneof(words, fc.constant(null)) },
  { name: 'count', schema: { type: 'integer', minimum: 0 }, value: fc.nat(99) },
  { name: 'ratio', schema: { type: 'number' }, value: fc.nat(99).map((number) => number / 4) },
  { name: 'active', schema: { type: 'boolean' }, value: fc.boolean() },
  { name: 'state', schema: { type: 'string', enum: ['open', 'closed'] }, value: fc.constantFrom('open', 'closed') },
  { name: 'tags', schema: { type: 'array', items: text }, value: fc.array(words, { maxLength: 3 }) },
  {
    name: 'address',
    schema: { type: 'object', required: ['street'], properties: { street: text, city: text } },
    value: fc.record({ street: words, city: words }, { requiredKeys: ['street'] }),
  },
  {
    name: 'target',
    schema: { oneOf: [branch('page', { url: text }), branch('call', { number: integer })] },
    value: fc.oneof(
      words.map((url) => ({ kind: 'page', url })),
      fc.nat(99).map((number) => ({ kind: 'call', number })),
    ),
  },
  { name: 'size', schema: { anyOf: [text, integer] }, value: fc.oneof(words, fc.nat(9)) },
  {
    name: 'items',
    schema: { type: 'array', items: { type: 'object', properties: { sku: text } } },
    value: fc.array(
      words.map((sku) => ({ sku })),
      { maxLength: 2 },
    ),
  },
];

const properties: fc.Arbitrary<readonly Property[]> = fc
  .tuple(
    fc.shuffledSubarray([...kinds], { minLength: 1, maxLength: 6 }),
    fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  )
  .map(([chosen, required]) => {
    const title = kinds[0] as Kind;
    const all = chosen.includes(title) ? chosen : [title, ...chosen];
    return all.map((kind, index) => ({ name: kind.name, isRequired: kind === title || required[index] === true }));
  });

const kindOf = ({ name }: Property): Kind => kinds.find((kind) => kind.name === name) as Kind;

const isFlat = (property: Property): boolean => {
  const { schema } = kindOf(property);
  return !['object', 'array'].includes(String(schema.type)) && !schema.oneOf;
};

export const designs: fc.Arbitrary<Design> = fc
  .record({
    nouns: fc.constantFrom(...nouns),
    id: fc.constantFrom(...ids),
    envelope: fc.constantFrom<Envelope[]>('bare', 'data', 'items', 'named', 'nested', 'results', 'meta'),
    wrapper: fc.constantFrom<Wrapper[]>('bare', 'named', 'data', 'result', 'id'),
    isRequestWrapped: fc.boolean(),
    paging: fc.constantFrom<Design['paging'][]>('none', 'offset', 'page', 'cursor', 'number', 'id'),
    scope: fc.constantFrom('none' as const, 'collection' as const, 'unknown' as const),
    properties,
    isForm: fc.boolean(),
    isInline: fc.boolean(),
    hasSummary: fc.boolean(),
    update: fc.constantFrom<Design['update'][]>(['PUT'], ['PATCH'], ['POST'], ['PUT', 'PATCH']),
    deletion: fc.constantFrom('nothing' as const, 'item' as const, 'flag' as const),
    createStatus: fc.constantFrom(200 as const, 201 as const),
  })
  .map((design) => {
    // A form has no null, no empty list, and one text for all types.
    const own = design.isForm
      ? design.properties.filter((one) => isFlat(one) && !['note', 'size'].includes(one.name))
      : design.properties;
    const isForm = design.isForm && own.length > 0;
    // Nothing else says that the `shareId` of `/nfs/{id}` is the id.
    const isUnnamed = design.nouns[0] === 'nfs' && design.id.property === 'ONEId';
    const id = isUnnamed ? { ...design.id, parameter: design.id.property } : design.id;
    return { ...design, id, isForm, properties: own, isRequestWrapped: design.isRequestWrapped && !isForm };
  });

/** The names that a design leads to. */
export const namesOf = ({ nouns: [, one], id }: Design) => ({
  id: id.property.replace('ONE', one),
  parameter: id.parameter.replace('ONE', one),
});

const object = (members: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  required,
  properties: members,
});

const content = (schema: Json, mediaType = 'application/json'): JsonObject => ({
  content: { [mediaType]: { schema } },
});
const answer = (schema: Json): JsonObject => ({ description: '', ...content(schema) });

const schemasOf = (design: Design): JsonObject =>
  Object.fromEntries(design.properties.map((property) => [property.name, kindOf(property).schema]));

const itemSchemaOf = (design: Design): JsonObject => {
  const { id } = namesOf(design);
  const members = schemasOf(design);
  const required = design.properties.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return object({ [id]: design.id.schema, ...members, updatedAt: { type: 'string', format: 'date-time' } }, [
    id,
    ...required,
  ]);
};

/** The cursors: their parameter, and the property with the next one. */
export const cursors = {
  cursor: { parameter: 'cursor', property: 'next_cursor', type: 'string' },
  number: { parameter: 'cursor', property: 'next_cursor', type: 'integer' },
  id: { parameter: 'max_id', property: 'next_max_id', type: 'string' },
} as const;

export const cursorOf = (paging: Design['paging']): (typeof cursors)[keyof typeof cursors] | undefined =>
  Object.hasOwn(cursors, paging) ? cursors[paging as keyof typeof cursors] : undefined;

/** The list in a response, with the metadata of its paging. */
const listSchemaOf = ({ envelope, nouns: [many], paging }: Design, item: Json): JsonObject => {
  const list: JsonObject = { type: 'array', items: item };
  const named = cursorOf(paging);
  const cursor: JsonObject = named === undefined ? {} : { [named.property]: { type: [named.type, 'null'] } };
  switch (envelope) {
    case 'bare':
      return named === undefined ? list : object({ data: list, ...cursor }, ['data', named.property]);
    case 'data':
      return object({ data: list, ...cursor }, ['data']);
    case 'items':
      return object({ items: list, total: integer, ...cursor }, ['items', 'total']);
    case 'named':
      return object({ [many]: list, count: integer, ...cursor }, [many]);
    case 'nested':
      return object({ data: object({ [many]: list }, [many]), ...cursor }, ['data']);
    case 'results':
      return object({ results: list, next: { type: ['string', 'null'] }, ...cursor }, ['results']);
    case 'meta':
      return object({ data: list, meta: object({ total: integer }, ['total']), ...cursor }, ['data', 'meta']);
    default:
      throw new Error(envelope satisfies never);
  }
};

/** The path to the items of a list. */
export const listPathOf = ({ envelope, nouns: [many], paging }: Design): readonly string[] => {
  if (envelope === 'bare') return cursorOf(paging) === undefined ? [] : ['data'];
  return {
    data: ['data'],
    items: ['items'],
    named: [many],
    nested: ['data', many],
    results: ['results'],
    meta: ['data'],
  }[envelope];
};

/** The property that contains the item; undefined: the body is the item. */
export const wrapperOf = ({ wrapper, nouns: [, one] }: Design): string | undefined =>
  ({ bare: undefined, named: one, data: 'data', result: 'result', id: one })[wrapper];

const wrapped = (design: Design, item: Json): Json => {
  const name = wrapperOf(design);
  if (name === undefined) return item;
  const beside: JsonObject =
    { result: { success: { type: 'boolean' } }, id: { [namesOf(design).id]: design.id.schema } }[
      design.wrapper as 'result'
    ] ?? {};
  return object({ ...beside, [name]: item }, [name]);
};

const pagingParameters = (paging: Design['paging']): readonly (readonly [string, JsonObject])[] => {
  const cursor = cursorOf(paging);
  if (cursor !== undefined)
    return [
      ['limit', integer],
      [cursor.parameter, { type: cursor.type }],
    ];
  const names = { none: [], offset: ['limit', 'offset'], page: ['per_page', 'page'] }[paging as 'none'];
  return names.map((name) => [name, integer] as const);
};

/** The path of the collection, with the parents of the test's requests filled in. */
export const basePathOf = ({ nouns: [many], scope }: Design, isFilled = false): string =>
  ({
    none: `/${many}`,
    collection: isFilled ? `/teams/1/${many}` : `/teams/{teamId}/${many}`,
    unknown: isFilled ? `/orgs/acme/${many}` : `/orgs/{org}/${many}`,
  })[scope];

const inPath = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'path', required: true, schema });

export const documentFor = (design: Design): JsonObject => {
  const { id, parameter } = namesOf(design);
  const whole = itemSchemaOf(design);
  const item: Json = design.isInline ? whole : { $ref: '#/components/schemas/Item' };
  const summary = object({ [id]: design.id.schema, title: text }, [id, 'title']);
  const members = schemasOf(design);
  const required = design.properties.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  const take = (needed: readonly string[]): JsonObject => {
    const schema = object(members, needed);
    const mediaType = design.isForm ? 'application/x-www-form-urlencoded' : 'application/json';
    return {
      required: true,
      ...content(
        design.isRequestWrapped
          ? wrapped({ ...design, wrapper: design.wrapper === 'bare' ? 'named' : design.wrapper }, schema)
          : schema,
        mediaType,
      ),
    };
  };
  const one = answer(wrapped(design, item));
  const missing = { 404: { description: '' } };
  const scope = { none: [], collection: [inPath('teamId', integer)], unknown: [inPath('org', text)] }[design.scope];
  const path = basePathOf(design);
  const deleted = {
    nothing: { 204: { description: '' } },
    item: { 200: one },
    flag: { 200: answer(object({ [id]: design.id.schema, deleted: { type: 'boolean' } }, [id, 'deleted'])) },
  }[design.deletion];
  const updates = design.update.map((method): [string, JsonObject] => [
    method.toLowerCase(),
    { requestBody: take(method === 'PUT' ? required : []), responses: { 200: one, ...missing } },
  ]);
  const team = object({ id: integer, name: text }, ['id', 'name']);
  return documentOf(
    {
      ...(design.scope === 'collection' && {
        '/teams': { get: { responses: { 200: answer({ type: 'array', items: team }) } } },
        '/teams/{teamId}': {
          parameters: [inPath('teamId', integer)],
          get: { responses: { 200: answer(team), ...missing } },
        },
      }),
      [path]: {
        parameters: scope,
        get: {
          parameters: pagingParameters(design.paging).map(([name, schema]) => ({ name, in: 'query', schema })),
          responses: { 200: answer(listSchemaOf(design, design.hasSummary ? summary : item)) },
        },
        post: { requestBody: take(required), responses: { [design.createStatus]: one } },
      },
      [`${path}/{${parameter}}`]: {
        parameters: [...scope, inPath(parameter, design.id.inPath)],
        get: { responses: { 200: one, ...missing } },
        ...Object.fromEntries(updates),
        delete: { responses: { ...deleted, ...missing } },
      },
    } as JsonObject,
    { components: { schemas: { Item: whole } } },
  );
};

/** A body with all required properties, or with some of all. */
export const bodyFor = (design: Design, isWhole: boolean): fc.Arbitrary<JsonObject> =>
  fc.record(Object.fromEntries(design.properties.map((property) => [property.name, kindOf(property).value])), {
    requiredKeys: isWhole ? design.properties.filter(({ isRequired }) => isRequired).map(({ name }) => name) : [],
  }) as fc.Arbitrary<JsonObject>;
