/** Sample requests of an operation: documented examples or generated values, only for required parts. */

import { isJsonType } from '../../core/http/http.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  setProperty,
  valueAt,
} from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import { valuesOf } from '../../core/primitives/sorted-map.ts';
import { nextId } from '../../core/resources/create-item.ts';
import type { Binding, CreateBinding, ItemBinding } from '../../core/service/binding.ts';
import type { GenerateContext } from '../../core/service/check.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import {
  type BodyContent,
  isSentInParts,
  type Operation,
  type Parameter,
  type ParameterSource,
} from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import { type Collection, findItem } from '../../core/state/collection.ts';
import { anyParent, fromData, parentId, splitKey } from '../../core/state/item-key.ts';
import type { State } from '../../core/state/state.ts';
import { exampleParentIds, idPropertyOf, type ParentIds, parentIdsBelow } from '../../scenario/data/item-data.ts';

export interface SampleRequest {
  readonly method: string;
  /** With the base path and the query. */
  readonly path: string;
  /** The headers by lower-case name, without credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: SampleBody | undefined;
}

interface SampleBody {
  readonly mediaType: string;
  /** The JSON value, or the text for other media types. */
  readonly value: Json;
}

interface SampleContext extends GenerateContext {
  /** The world with the existing items. */
  readonly state: State | undefined;
}

/** The same context gives the same request; `service.ready()` must have been awaited. */
export const sampleRequest = (
  { basePaths }: Pick<Service, 'basePaths'>,
  operation: Operation,
  context: SampleContext,
): SampleRequest => {
  const example = exampleFor(operation.binding, context.state);
  const written = operation.parameters.flatMap((parameter, index): readonly WrittenParameter[] => {
    if (!parameter.required || isSentInParts(parameter, operation, ({ required }) => required)) return [];
    const { in: where, name } = parameter;
    const own = { seed: seedFrom(context.seed, where, name), now: context.now };
    return [[parameter, writeFitting(parameter, example?.parameters.get(index), own)]];
  });
  const parts = partsOf(operation, written);
  const body = sampleBody(operation, example, context);
  const query = [...constantsOf(operation), ...parts.query];
  const path = `${basePaths[0] ?? ''}${parts.path}`;
  return {
    method: operation.method,
    path: query.length === 0 ? path : `${path}?${query.join('&')}`,
    headers: Object.fromEntries([
      ...parts.headers,
      ...(parts.cookies.length > 0 ? [['cookie', parts.cookies.join('; ')] as const] : []),
      ...(body === undefined ? [] : [['content-type', body.mediaType] as const]),
    ]),
    body,
  };
};

/** What the query always has. */
export const constantsOf = ({ queryConstants = [] }: Operation): readonly string[] =>
  queryConstants.map(([name, value = '']) => `${new URLSearchParams([[name, value]])}`);

export type WrittenParameter = readonly [Parameter, string];

/** The parts of a request that its parameters make. The path has a value also for a parameter that the operation does not declare. */
export const partsOf = ({ path }: Operation, written: readonly WrittenParameter[]) => {
  const textsIn = (location: Parameter['in']): readonly (readonly [string, string])[] =>
    written.flatMap(([parameter, text]) => (parameter.in === location ? [[parameter.name, text] as const] : []));
  const values = new Map(textsIn('path'));
  return {
    path: path.replaceAll(/\{([^{}]+)\}/g, (_whole, name: string) => values.get(name) ?? '1'),
    query: textsIn('query').map(([, text]) => text),
    headers: textsIn('header').map(([name, text]) => [name.toLowerCase(), text] as const),
    cookies: textsIn('cookie').map(([name, text]) => `${name}=${text}`),
  };
};

/** A schema may allow values that cannot be sent: an empty text is not a path segment. */
const attempts = 8;

/** Serializes the preferred value, else a generated one, such that it can be sent and is valid. */
export const writeFitting = (parameter: Parameter, preferred: Json | undefined, context: GenerateContext): string => {
  const values = function* (): Generator<Json> {
    if (preferred !== undefined) yield preferred;
    for (let attempt = 0; attempt < attempts; attempt++)
      yield parameter.generate({ ...context, seed: context.seed + attempt });
  };
  let text = '';
  for (const value of values()) {
    text = parameter.write(value);
    if (isFitting(parameter, text)) return text;
  }
  return text;
};

const isFitting = (parameter: Parameter, text: string) => {
  if (parameter.in === 'path' ? text === '' : parameter.in === 'header' && !/^[\x20-\x7e]*$/.test(text)) return false;
  const decoded = parameter.decode(sourceOf(parameter, text));
  return decoded !== undefined && 'value' in decoded && parameter.check(decoded.value).length === 0;
};

const noValues: ReadonlyMap<string, string> = new Map();

/** The parts of a request with only this parameter. */
export const sourceOf = ({ in: where, name }: Parameter, text: string): ParameterSource => ({
  path: where === 'path' ? new Map([[name, text]]) : noValues,
  query: where === 'query' ? new URLSearchParams(text) : undefined,
  rawQuery: where === 'query' ? text : '',
  headers:
    where === 'header' ? { [name.toLowerCase()]: text } : where === 'cookie' ? { cookie: `${name}=${text}` } : {},
});

const sampleBody = (
  { body, binding }: Operation,
  example: Example | undefined,
  context: SampleContext,
): SampleBody | undefined => {
  const content = body?.contents.find(({ mediaType }) => isJsonType(mediaType)) ?? body?.contents[0];
  if (content === undefined) return undefined;
  const { seed, now } = context;
  const drawn = content.generate({ seed: seedFrom(seed, 'body'), now });
  const value = withNamed(withId(drawn, binding, content, example, context), binding, content, context);
  return toSampleBody(content, value);
};

export const toSampleBody = (content: BodyContent, value: Json): SampleBody => {
  const mediaType = concrete(content.mediaType);
  return { mediaType, value: isJsonType(mediaType) ? value : content.write(value) || placeholderFor(mediaType) };
};

/** A new item needs an unused id, otherwise it would be rejected. An item that the body refers to must exist. */
const withId = (
  value: Json,
  binding: Binding | undefined,
  content: BodyContent,
  example: Example | undefined,
  context: SampleContext,
): Json => {
  if (binding === undefined || binding.action === 'list') return value;
  const { bulk } = binding;
  if (bulk !== undefined)
    return bulk.in === 'body' && binding.action !== 'create'
      ? withIdInList(value, binding, { path: bulk.path, id: example?.id }, content)
      : value;
  if (binding.mapping.path.length > 0 || !isJsonObject(value)) return value;
  const id =
    binding.action === 'create'
      ? freeIdFor(value, binding, example, context)
      : binding.key === 'body'
        ? example?.id
        : undefined;
  const idName = idPropertyOf(binding.collection);
  if (id === undefined || idName === undefined) return value;
  const [name = idName] = [...binding.mapping.names].find(([, property]) => property === idName) ?? [];
  const named = { ...value, [name]: id };
  return content.check(named).length === 0 ? named : value;
};

/** The items of other collections that the body names exist, too. */
const withNamed = (value: Json, binding: Binding | undefined, content: BodyContent, { state }: SampleContext): Json => {
  const { items = [] } = (binding && 'named' in binding && binding.named) || {};
  return items.reduce((known, { path, collection }) => {
    const { items: all, spec } = state?.collections.get(collection) ?? {};
    const first = all && valuesOf(all).next().value;
    const before = valueAt(known, path);
    const id = first && spec && idOf(spec, first);
    if (before === undefined || id === undefined) return known;
    const next = setAt(known, path, Array.isArray(before) ? [id] : id);
    return content.check(next).length === 0 ? next : known;
  }, value);
};

/** One item in the list of a bulk operation, with the id of an existing item. */
const withIdInList = (
  value: Json,
  { collection, mapping }: ItemBinding,
  { path, id }: { readonly path: readonly string[]; readonly id: Json | undefined },
  content: BodyContent,
): Json => {
  const list = valueAt(value, path);
  const idName = idPropertyOf(collection);
  const [first] = Array.isArray(list) ? (list as readonly Json[]) : [];
  if (id === undefined || idName === undefined || first === undefined) return value;
  const [name = idName] = [...mapping.names].find(([, property]) => property === idName) ?? [];
  const changed = setAt(value, path, [isJsonObject(first) ? { ...first, [name]: id } : id]);
  return content.check(changed).length === 0 ? changed : value;
};

/** Returns undefined if the item has no id, or an unused one. */
const freeIdFor = (
  value: JsonObject,
  { collection: { name } }: CreateBinding,
  example: Example | undefined,
  { state, now }: SampleContext,
): Json | undefined => {
  const collection = state?.collections.get(name);
  if (state === undefined || collection === undefined) return undefined;
  const { key } = fromData(collection.spec, { ...value, ...(example && { $parent: example.parents }) });
  if (key === undefined || findItem(collection, key) === undefined) return undefined;
  return nextId(state, collection, now, splitKey(collection.spec, key).parents);
};

/** A concrete type for a range (`text/*`), which cannot be sent. */
const concrete = (mediaType: string): string => {
  const [type = '', subtype] = mediaType.split('/');
  if (type === 'multipart') return `multipart/${subtype === '*' ? 'form-data' : subtype}; boundary=vivarium`;
  if (subtype !== '*') return mediaType.replace('*+', 'vnd.any+');
  return type === 'text' ? 'text/plain' : type === '*' || type === 'application' ? 'application/json' : `${type}/any`;
};

/** Placeholder bodies for media types that are not parsed: the body must not be empty. */
const placeholderFor = (mediaType: string): string => {
  if (mediaType.startsWith('multipart/')) return '--vivarium--\r\n';
  return /[/+]xml\b/i.test(mediaType) ? '<value/>' : 'vivarium';
};

export interface Example {
  /** The values by index in the operation's parameters. */
  readonly parameters: ReadonlyMap<number, Json>;
  /** The parents as in `$parent`. */
  readonly parents: JsonObject;
  /** The id of the existing item, if the operation needs one. */
  readonly id: Json | undefined;
}

/** Returns undefined if there is no suitable item. */
export const exampleFor = (binding: Binding | undefined, state: State | undefined): Example | undefined => {
  const collection = binding && state?.collections.get(binding.collection.name);
  if (binding === undefined || state === undefined || collection === undefined) return undefined;
  const { spec } = collection;
  const item = binding.action === 'create' ? undefined : firstOf(collection);
  const parentIds = item === undefined ? firstParents(collection, state) : splitKey(spec, item.key).parents;
  const parameters = new Map<number, Json>();
  const parents: Record<string, Json> = {};
  for (const [index, parent] of spec.parents.entries()) {
    const text = parentIds?.[index] === anyParent ? exampleParentIds(spec)[index] : parentIds?.[index];
    if (text === undefined) continue;
    const id = parentId(parent, text);
    setProperty(parents, parent.name, id);
    const parameter = binding.parentParameters?.[index];
    if (parameter !== undefined) parameters.set(parameter, id);
  }
  const id = item && idOf(spec, item);
  if ('key' in binding && typeof binding.key === 'number' && id !== undefined) parameters.set(binding.key, id);
  return { parameters, parents, id };
};

type Held = { readonly key: string; readonly value: JsonObject };

const firstOf = ({ items }: Collection): Held | undefined => valuesOf(items).next().value;

const idOf = (spec: CollectionSpec, { key, value }: Held): Json | undefined =>
  (spec.idProperty === undefined ? undefined : getProperty(value, spec.idProperty)) ??
  (idPropertyOf(spec) === undefined ? undefined : splitKey(spec, key).id);

/** An existing parent, or else the parents of another item. */
const firstParents = (collection: Collection, { collections }: State): ParentIds | undefined => {
  const { spec } = collection;
  const parent = collections.get(spec.parentCollection ?? '');
  const first = parent && firstOf(parent);
  if (parent !== undefined && first !== undefined) return parentIdsBelow(spec, parent.spec, first.key);
  const sibling = firstOf(collection);
  return sibling && splitKey(spec, sibling.key).parents;
};
