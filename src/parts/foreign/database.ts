/** The file of json-server, an object of lists and objects: as a document, and as the items of its collections. */
import { isJsonObject, type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { singular } from '../../core/primitives/words.ts';
import { scenarioKeys } from '../../scenario/document/scenario-schema.ts';
import { unreadFormat } from './foreign-formats.ts';

export interface Database {
  readonly document: JsonObject;
  /** The section of a scenario. */
  readonly data: Readonly<Record<string, readonly JsonObject[] | JsonObject>>;
  readonly notes: readonly DatabaseNote[];
}

/** What is not as it is in the file. */
export interface DatabaseNote {
  readonly path: readonly (string | number)[];
  readonly text: string;
  /** Whether something of the file is nowhere. */
  readonly isLoss: boolean;
}

/** Whether a file has lists of objects, or only lists and objects. A scenario file has keys of its own. */
export const isDatabase = (value: Json): value is JsonObject => {
  if (!isJsonObject(value) || isOfOtherTool(value)) return false;
  const entries = Object.entries(value);
  const keys = scenarioKeys();
  if (entries.every(([name]) => keys.includes(name))) return false;
  return (
    entries.some(([, one]) => Array.isArray(one) && one.some(isJsonObject)) ||
    entries.every(([, one]) => typeof one === 'object' && one !== null)
  );
};

/** Whether a value has the marks of a document or of a file of another tool, which have lists of objects too. */
const isOfOtherTool = (value: JsonObject) =>
  unreadFormat(value) !== undefined ||
  marks.some((names) => names.split(' ').every((name) => Object.hasOwn(value, name))) ||
  (isJsonObject(value.log ?? null) && Object.hasOwn(value.log as JsonObject, 'entries')) ||
  Array.isArray(value.item) ||
  (isJsonObject(value.services ?? null) &&
    Object.values(value.services as JsonObject).some((one) => isJsonObject(one) && 'document' in one)) ||
  (Array.isArray(value.mappings) && value.mappings.some((one) => isJsonObject(one) && 'request' in one));

const marks = [
  ...['openapi', 'swagger', 'overlay', '$schema', '_type', '_postman_variable_scope'],
  ...['swaggerVersion', 'asyncapi', 'openrpc', 'arazzo'],
  ...['request response', 'routes lastMigration'],
];

/** `title`: of the document. */
export const readDatabase = (value: JsonObject, title: string): Database => {
  const notes: DatabaseNote[] = [];
  const resources: DatabaseEntry[] = [];
  const data: Record<string, readonly JsonObject[] | JsonObject> = {};
  const lose = (path: DatabaseNote['path'], text: string) => {
    notes.push({ path, text, isLoss: true });
  };
  for (const [name, one] of Object.entries(value)) {
    if (typeof one !== 'object' || one === null) lose([name], 'is neither a list nor an object');
    else if (!/^[^\s/?#{}%\\]+$/.test(name)) lose([name], 'cannot be a path because of its name');
    else if (isJsonObject(one)) {
      setProperty(data as Record<string, Json>, name, one);
      resources.push({ name, kind: 'object', shape: shapeOf([one]) });
    } else if (one.length > 0 && !one.some(isJsonObject)) {
      notes.push({ path: [name], text: 'has no objects: it is sent as it is, and never changes', isLoss: false });
      resources.push({ name, kind: 'values', shape: shapeOf([one]), values: one });
    } else {
      const items = itemsOf(name, one, notes);
      // All items have the same type, and a list without items gets whole numbers.
      const idType = typeof items[0]?.id === 'string' ? 'string' : 'integer';
      resources.push({ name, kind: 'list', shape: shapeOf(items), idType });
      setProperty(data as Record<string, Json>, name, items);
    }
  }
  return { document: draftPaths(title, resources), data, notes };
};

const shapeOf = (items: readonly Json[]): DataShape => {
  const shape = new DataShape();
  for (const item of items) shape.add(item);
  return shape;
};

/** The items with ids, all whole numbers or all texts, each once. */
const itemsOf = (name: string, list: readonly Json[], notes: DatabaseNote[]): readonly JsonObject[] => {
  const found: { readonly index: number; readonly item: JsonObject }[] = [];
  for (const [index, item] of list.entries())
    if (isJsonObject(item)) found.push({ index, item });
    else notes.push({ path: [name, index], text: 'is no object', isLoss: true });
  const isText = found.some(({ item }) => typeof item.id === 'string');
  let next = found.reduce((most, { item }) => (isWhole(item.id) ? Math.max(most, Number(item.id)) : most), 0) + 1;
  const seen = new Set<string>();
  const items: JsonObject[] = [];
  let numbered: number | undefined;
  let asTexts: number | undefined;
  for (const { index, item } of found) {
    const given = isWhole(item.id) || typeof item.id === 'string' ? item.id : undefined;
    if (given !== undefined && seen.has(String(given))) {
      notes.push({ path: [name, index], text: `has the id of another item, ${given}`, isLoss: true });
      continue;
    }
    if (given === undefined) numbered ??= index;
    else if (isText && typeof given !== 'string') asTexts ??= index;
    const id = given ?? next++;
    seen.add(String(id));
    items.push({ ...item, id: isText ? String(id) : id });
  }
  const note = (index: number | undefined, text: string) => {
    if (index !== undefined) notes.push({ path: [name, index], text, isLoss: false });
  };
  note(numbered, 'gets an id, as all items without one');
  note(asTexts, 'has its id as a text, as all items of the list');
  return items;
};

const isWhole = (value: Json | undefined): value is number | bigint =>
  typeof value === 'bigint' || Number.isSafeInteger(value);

interface DatabaseEntry {
  readonly name: string;
  /** `list` has objects, `values` has texts, numbers or lists. */
  readonly kind: 'list' | 'object' | 'values';
  readonly shape: DataShape;
  /** The type of the ids. It is undefined for an object. */
  readonly idType?: 'integer' | 'string';
  /** The values of a list of values. */
  readonly values?: readonly Json[];
}

const draftPaths = (title: string, resources: readonly DatabaseEntry[]): JsonObject => {
  const names = componentNames(resources);
  const paths: Record<string, Json> = {};
  const schemas: Record<string, Json> = {};
  for (const resource of resources) {
    const component = names.get(resource) as string;
    const { kind, shape, idType } = resource;
    schemas[component] = kind === 'values' ? shape.toSchema() : objectSchema(resource, idType && { type: idType });
    // An id in a change is ignored, whatever it is.
    if (kind === 'list') schemas[inputOf(component)] = objectSchema(resource, {});
    const drafted = pathsOf[kind](resource, component);
    for (const [path, item] of Object.entries(drafted)) setProperty(paths, path, item);
  }
  const lists = resources.filter(({ kind }) => kind === 'list');
  for (const resource of lists)
    for (const { name, idType = 'integer' } of lists) {
      const key = `${singular(name)}Id`;
      if (resource.shape.properties.get(key)?.type !== idType) continue;
      const component = names.get(resource) as string;
      setProperty(paths, `/${name}/{${key}}/${resource.name}`, {
        parameters: [{ name: key, in: 'path', required: true, schema: { type: idType } }],
        get: listOf(resource, component),
        post: create(component),
      });
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

/** `id`: its schema, if there is one. */
const objectSchema = ({ shape }: DatabaseEntry, id: JsonObject | undefined): JsonObject => {
  const { properties = {} } = shape.toSchema() as { readonly properties?: JsonObject };
  const { id: _own, ...others } = properties;
  return { type: 'object', properties: id === undefined ? properties : { id, ...others }, additionalProperties: true };
};

const inputOf = (component: string) => `${component}Change`;

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
const paging = new Set(Object.values(pageParameters).map((parameter) => (parameter as JsonObject).name));

/** A query parameter for each property, several times for several values, and those of json-server's operators. */
const filtersOf = ({ shape, idType }: DatabaseEntry): readonly JsonObject[] => {
  const filters: JsonObject[] = [];
  const add = (name: string, type: string, { isInner = false }: { readonly isInner?: boolean } = {}) => {
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

/** Deeper values may be anything. */
const maxDepth = 12;
/** An object with more names has names that are data. */
const maxNames = 200;

class DataShape {
  readonly #types = new Set<string>();
  readonly properties = new Map<string, DataShape>();
  #elements: DataShape | undefined;

  add(value: Json, depth = 0): void {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      this.#types.add('array');
      for (const one of value) {
        this.#elements ??= new DataShape();
        this.#elements.add(one, depth + 1);
      }
    } else if (isJsonObject(value)) {
      this.#types.add('object');
      for (const [name, one] of Object.entries(value)) {
        const known = this.properties.get(name) ?? new DataShape();
        if (this.properties.size < maxNames) this.properties.set(name, known);
        known.add(one, depth + 1);
      }
    } else this.#types.add(typeOf(value));
  }

  /** The type of all values that are not null; undefined: there are several, or none. */
  get type(): string | undefined {
    const types = this.types.filter((type) => type !== 'null');
    return types.length === 1 ? types[0] : undefined;
  }

  get types(): readonly string[] {
    return [...this.#types].filter((type) => type !== 'integer' || !this.#types.has('number'));
  }

  /** `name`: of the property. Numbers may be whole by chance, those of ids are not. */
  toSchema(name = ''): JsonObject {
    const types = this.types.map((type) => (type === 'integer' && !isIdName(name) ? 'number' : type));
    if (types.every((type) => type === 'null')) return {};
    if (this.type === undefined) return { type: types };
    const properties: Record<string, Json> = {};
    for (const [below, shape] of this.properties) setProperty(properties, below, shape.toSchema(below));
    return {
      type: types.length === 1 ? (types[0] as string) : types,
      ...(this.#elements !== undefined && { items: this.#elements.toSchema() }),
      ...(this.properties.size > 0 && { properties }),
    };
  }
}

/** Whether json-server takes the name for that of an id. */
const isIdName = (name: string) => /^id$|Id$/.test(name);

const typeOf = (value: Json): string => {
  if (value === null) return 'null';
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer';
  return typeof value;
};
