/** The document of a database: the routes of json-server, for each list and each object. */
import { type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { singular } from '../../core/primitives/singular.ts';
import { type DataShape, isIdName } from './data-shape.ts';

export interface DatabaseEntry {
  readonly name: string;
  /** `values`: a list of what are no objects. */
  readonly kind: 'list' | 'object' | 'values';
  readonly shape: DataShape;
  /** A list has one. */
  readonly idType?: 'integer' | 'string';
  /** What such a list has. */
  readonly values?: readonly Json[];
}

export const draftPaths = (title: string, resources: readonly DatabaseEntry[]): JsonObject => {
  const names = componentNames(resources);
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  for (const resource of resources) {
    const component = names.get(resource) as string;
    schemas[component] = resource.kind === 'values' ? resource.shape.toSchema() : itemSchema(resource);
    if (resource.kind === 'list') setProperty(schemas, inputOf(component), inputSchema(resource));
    const drafted = pathsOf[resource.kind](resource, component);
    for (const [path, item] of Object.entries(drafted)) setProperty(paths, path, item);
  }
  for (const resource of resources)
    for (const parent of resources) {
      const key = `${singular(parent.name)}Id`;
      if (parent.kind !== 'list' || resource.shape.properties.get(key)?.type !== parent.idType) continue;
      const path = `/${parent.name}/{${key}}/${resource.name}`;
      if (resource.kind === 'list')
        setProperty(paths, path, nestedPath(resource, { component: names.get(resource) as string, parent, key }));
    }
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    paths,
    components: { schemas, parameters: pageParameters, responses: { NotFound: notFound } },
  };
};

const componentNames = (resources: readonly DatabaseEntry[]): ReadonlyMap<DatabaseEntry, string> => {
  const used = new Set<string>();
  return new Map(
    resources.map((resource) => {
      const words = singular(resource.name).split(/[^\p{L}\p{N}]+/u);
      const plain = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('') || 'Item';
      const base = /^[\w.-]+$/.test(plain) ? plain : 'Item';
      let name = base;
      for (let number = 2; used.has(name); number++) name = `${base}${number}`;
      used.add(name);
      return [resource, name];
    }),
  );
};

const itemSchema = ({ shape, idType }: DatabaseEntry): JsonObject => {
  const { properties = {} } = shape.toSchema() as { readonly properties?: JsonObject };
  return {
    type: 'object',
    properties: idType === undefined ? properties : { id: { type: idType }, ...without(properties, 'id') },
    additionalProperties: true,
  };
};

/** An id in a change is ignored, whatever it is. */
const inputSchema = ({ shape }: DatabaseEntry): JsonObject => {
  const { properties = {} } = shape.toSchema() as { readonly properties?: JsonObject };
  return { type: 'object', properties: { id: {}, ...without(properties, 'id') }, additionalProperties: true };
};

const inputOf = (component: string): string => `${component}Change`;

const without = (properties: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(properties).filter(([key]) => key !== name));

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const schemaRef = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const answer = (description: string, schema: JsonObject): JsonObject => ({ description, ...json(schema) });
const body = (component: string): JsonObject => ({ required: true, ...json(schemaRef(component)) });
const inQuery = (name: string, schema: JsonObject): JsonObject => ({ name, in: 'query', schema });
const whole = { type: 'integer', minimum: 0 };

const pageParameters: JsonObject = {
  page: inQuery('_page', { type: 'integer', minimum: 1 }),
  limit: { ...inQuery('_limit', whole), description: 'The number of items. Default: all, or 10 of a page.' },
  start: inQuery('_start', whole),
  end: inQuery('_end', whole),
  sort: inQuery('_sort', { type: 'string' }),
  order: inQuery('_order', { type: 'string' }),
  search: inQuery('q', { type: 'string' }),
};

const notFound: JsonObject = {
  description: 'There is no such item.',
  content: { 'application/json': { schema: { type: 'object' }, example: {} } },
};
const missing: JsonObject = { $ref: '#/components/responses/NotFound' };

const listOf = (resource: DatabaseEntry, component: string): JsonObject => ({
  parameters: [
    ...Object.keys(pageParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    ...filtersOf(resource),
  ],
  responses: {
    200: {
      description: 'The items.',
      headers: { 'X-Total-Count': { schema: { type: 'integer' } }, Link: { schema: { type: 'string' } } },
      ...json({ type: 'array', items: schemaRef(component) }),
    },
  },
});

const scalars = new Set(['integer', 'number', 'string', 'boolean']);
const paging = new Set(['_page', '_limit', '_start', '_end', '_sort', '_order', 'q']);

/** A query parameter for each property, several times for several values, and those of json-server's operators. */
const filtersOf = ({ shape, idType }: DatabaseEntry): readonly JsonObject[] => {
  const filters: JsonObject[] = [];
  const add = (name: string, type: string, { isInner = false }: { readonly isInner?: boolean } = {}): void => {
    if (paging.has(name)) return;
    filters.push(inQuery(name, { type: 'array', items: { type } }));
    if (isInner || type === 'boolean') return;
    const operators = type === 'string' ? ['ne', 'like'] : ['ne', 'gte', 'lte'];
    filters.push(...operators.map((operator) => inQuery(`${name}_${operator}`, { type })));
  };
  add('id', idType ?? 'integer');
  for (const [name, property] of shape.properties) {
    if (name === 'id') continue;
    if (scalars.has(property.type ?? '')) add(name, typeIn(property, name));
    if (property.type === 'object')
      for (const [below, inner] of property.properties)
        if (scalars.has(inner.type ?? '')) add(`${name}.${below}`, typeIn(inner, below), { isInner: true });
  }
  return filters;
};

const typeIn = ({ type = '' }: DataShape, name: string): string =>
  type === 'integer' && !isIdName(name) ? 'number' : type;

const create = (component: string): JsonObject => ({
  requestBody: body(component),
  responses: {
    201: { ...answer('The new item.', schemaRef(component)), headers: { Location: { schema: { type: 'string' } } } },
  },
});

const change = (component: string): JsonObject => ({
  requestBody: body(inputOf(component)),
  responses: { 200: answer('The item as it is now.', schemaRef(component)), 404: missing },
});

const listPaths = (resource: DatabaseEntry, component: string): JsonObject => ({
  [`/${resource.name}`]: { get: listOf(resource, component), post: create(component) },
  [`/${resource.name}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: resource.idType ?? 'integer' } }],
    get: { responses: { 200: answer('The item.', schemaRef(component)), 404: missing } },
    put: change(component),
    patch: change(component),
    delete: { responses: { 200: answer('The item, which is deleted.', schemaRef(component)), 404: missing } },
  },
});

const objectPaths = ({ name }: DatabaseEntry, component: string): JsonObject => {
  const write = {
    requestBody: body(component),
    responses: { 200: answer('It as it is now.', schemaRef(component)) },
  };
  return {
    [`/${name}`]: { get: { responses: { 200: answer('It.', schemaRef(component)) } }, put: write, patch: write },
  };
};

const valuesPaths = ({ name, values = [] }: DatabaseEntry, component: string): JsonObject => ({
  [`/${name}`]: {
    get: {
      responses: {
        200: { description: 'It.', content: { 'application/json': { schema: schemaRef(component), example: values } } },
      },
    },
  },
});

const pathsOf = { list: listPaths, object: objectPaths, values: valuesPaths } as const;

const nestedPath = (
  resource: DatabaseEntry,
  { component, parent, key }: { readonly component: string; readonly parent: DatabaseEntry; readonly key: string },
): JsonObject => ({
  parameters: [{ name: key, in: 'path', required: true, schema: { type: parent.idType ?? 'integer' } }],
  get: listOf(resource, component),
  post: create(component),
});
