/** The bodies of an operation: what a world sends and takes. */

import { type HttpRequest, isJsonType } from '../../core/http/http.ts';
import { optionInvalid } from '../../core/primitives/config-error.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonOr,
  stringifyJson,
} from '../../core/primitives/json.ts';
import { seedFrom } from '../../core/primitives/seeded-random.ts';
import { sizeOf, sortedMapFrom, valuesOf } from '../../core/primitives/sorted-map.ts';
import { lenientText } from '../../core/primitives/utf8.ts';
import type { Check, GenerateContext } from '../../core/service/check.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { Collection } from '../../core/state/collection.ts';
import type { World } from '../../world/world.ts';
import type { BodyTarget, SchemaTarget } from './find-target.ts';
import { type SampleRequest, sampleRequest } from './sample-request.ts';
import { openSampleWorld, type SampleDraw, type SampleSource, sampleTime } from './sample-source.ts';

/** The values of a schema: items of a world where a collection has them, else drawn ones. */
export const valuesOfSchema = (draw: SampleDraw, { content, side }: SchemaTarget, count: number): readonly Json[] => {
  const { collections } = draw.source.service();
  // The check of a schema is one function, whoever uses it.
  const spec =
    side === 'response' ? [...collections.values()].find(({ checkValue }) => checkValue === content.check) : undefined;
  const items = spec === undefined ? [] : itemsOf(draw, spec, count);
  const shown = items.map((item, index) => {
    const visible = content.stripWriteOnly?.(item) ?? item;
    return content.check(visible).length === 0
      ? visible
      : content.complete(visible, { seed: draw.seed + index, now: sampleTime });
  });
  return [...shown, ...drawn(content, { from: shown.length, count, seed: draw.seed })];
};

/** Adds a number to a name that another value has, where the schema allows it. `uses`: how often each name was there. */
export const withOwnName = (value: Json, uses: Map<string, number>, check: Check): Json => {
  const property = ['name', 'title'].find((one) => isJsonObject(value) && typeof value[one] === 'string');
  if (property === undefined || !isJsonObject(value)) return value;
  const text = value[property] as string;
  const count = (uses.get(text) ?? 0) + 1;
  uses.set(text, count);
  if (count === 1) return value;
  const number = ` ${count}`;
  const texts = [text + number, [...text].slice(0, -number.length).join('') + number];
  return texts.map((own) => ({ ...value, [property]: own })).find((named) => check(named).length === 0) ?? value;
};

/** Restores the former id if another value has the new one, where the schema allows it. `ids`: those of the other values. */
export const withOwnId = (
  shaped: Json,
  { value, ids, check }: { readonly value: Json; readonly ids: Set<Json>; readonly check: Check },
): Json => {
  const [id, own] = [shaped, value].map((one) => (isJsonObject(one) ? getProperty(one, 'id') : undefined));
  if (id === undefined || own === undefined || !isJsonObject(shaped)) return shaped;
  const identified = { ...shaped, id: ids.has(id) ? own : id };
  ids.add(identified.id);
  return check(identified).length === 0 ? identified : shaped;
};

/** The number of items of each collection, so that the named one has `count`. */
const generateFor = (source: SampleSource, name: string, count: number): Readonly<Record<string, number>> => {
  const { collections } = source.service();
  const generate: Record<string, number> = { [name]: count };
  // Each is below an item of another collection.
  for (let above = collections.get(name)?.parentCollection; above !== undefined; ) {
    generate[above] = 1;
    above = collections.get(above)?.parentCollection;
  }
  return generate;
};

const itemsOf = (draw: SampleDraw, { name }: CollectionSpec, count: number): readonly JsonObject[] => {
  const { collections } = openSampleWorld(draw, generateFor(draw.source, name, count)).decisions.state;
  const collection = collections.get(name);
  return collection === undefined ? [] : [...valuesOf(collection.items)].slice(0, count).map(({ value }) => value);
};

/** Other seeds that are tried for a value with a name of its own. */
const attempts = 5;

function* drawn(
  { generate, check }: SchemaTarget['content'],
  { from, count, seed }: { readonly from: number; readonly count: number; readonly seed: number },
): Generator<Json> {
  const used = new Set<Json>();
  const ids = new Set<Json>();
  for (let index = from; index < count; index++) {
    let value: Json = null;
    for (let attempt = 0; attempt < attempts; attempt++) {
      // An example would be the same each time.
      const given = index + attempt === 0 ? undefined : { fixed: {}, usual: {} };
      value = generate({ seed: seed + index + attempt * count, now: sampleTime, usesExamples: index === 0, given });
      if (!used.has(nameOf(value))) break;
    }
    used.add(nameOf(value));
    yield withNumber(value, ids, check);
  }
}

const nameOf = (value: Json): Json =>
  isJsonObject(value) ? (getProperty(value, 'name') ?? getProperty(value, 'title') ?? value) : value;

/** A number as the id counts up after the first one, where the schema allows it. `ids`: those of the values before. */
const withNumber = (value: Json, ids: Set<Json>, check: Check): Json => {
  if (!isJsonObject(value) || typeof getProperty(value, 'id') !== 'number') return value;
  let id = ids.size + 1;
  while (ids.has(id)) id++;
  const numbered = ids.size === 0 ? value : { ...value, id };
  const found = check(numbered).length === 0 ? numbered : value;
  ids.add(found.id as Json);
  return found;
};

/** Items are different ones of one world; each list is from a world of its own. */
export const bodiesOf = (
  draw: SampleDraw,
  { operation, status, content }: BodyTarget,
  count: number,
): readonly Json[] => {
  const { binding } = operation;
  const isOfItems = binding !== undefined && binding.action !== 'list';
  const shared = isOfItems ? openWith(draw, binding.collection.name, count) : undefined;
  return Array.from({ length: count }, (_, index) => {
    const own = { ...draw, seed: draw.seed + index };
    const world = shared ?? openSampleWorld(own);
    const request = requestFor(world, operation, own.seed, index);
    const context = contextFor(own.seed, index);
    if (status === undefined && content.factsOf !== undefined && !isJsonType(request.body?.mediaType ?? ''))
      return content.generate(context);
    const drawn = index === 0 ? request : withDrawnBody(operation, request, context);
    if (status === undefined) return drawn.body?.value ?? null;
    const first = responseTo(world, operation, drawn, status);
    // What is drawn may name items that do not exist.
    const { status: got, text } = first.status === status ? first : responseTo(world, operation, request, status);
    if (got !== status)
      throw optionInvalid(`the sample of ${operation.name} for ${status} got ${got}: ${text.slice(0, 200)}`);
    return jsonOr(text);
  });
};

/** The world of the start scenario, or if that has fewer items, one with as many as are shown. */
const openWith = (draw: SampleDraw, name: string, count: number): World => {
  const world = openSampleWorld(draw);
  const { items } = world.decisions.state.collections.get(name) ?? {};
  return items === undefined || sizeOf(items) >= count
    ? world
    : openSampleWorld(draw, generateFor(draw.source, name, count));
};

/** `index`: how many items are passed over, since others were shown. */
const requestFor = (
  { decisions: { service, state } }: World,
  operation: Operation,
  seed: number,
  index: number,
): SampleRequest => {
  const { binding } = operation;
  const name = binding?.collection.name ?? '';
  const collection = state.collections.get(name);
  const collections = state.collections.copy();
  if (collection !== undefined && binding?.action !== 'create') collections.set(name, without(collection, index));
  return sampleRequest(service, operation, { seed, now: sampleTime, state: { ...state, collections } });
};

/** The collection without its first items, as long as there are others. */
const without = (collection: Collection, count: number): Collection => {
  const kept = [...valuesOf(collection.items)].slice(count);
  const orders = kept.map(({ order }) => order);
  return kept.length === 0 ? collection : { ...collection, items: sortedMapFrom(orders, kept) };
};

/** An example of the document would be the same each time. */
const contextFor = (seed: number, index: number): GenerateContext => ({
  seed: seedFrom(seed, 'body'),
  now: sampleTime,
  ...(index > 0 && { usesExamples: false, given: { fixed: {}, usual: {} } }),
});

const withDrawnBody = ({ body: spec }: Operation, request: SampleRequest, context: GenerateContext): SampleRequest => {
  const { body } = request;
  const content = spec?.contents.find(({ mediaType }) => mediaType === body?.mediaType);
  if (body === undefined || content === undefined || !isJsonType(body.mediaType)) return request;
  const value = content.generate(context);
  return content.check(value).length === 0 ? { ...request, body: { ...body, value } } : request;
};

const responseTo = (
  world: World,
  operation: Operation,
  { method, path, headers, body }: SampleRequest,
  status: number,
) => {
  const credential = credentialFor(operation);
  const [pathname = '', query = ''] = path.split('?');
  const isUsual = status === operation.success?.status;
  const request: HttpRequest = {
    method,
    path: pathname,
    query: [query, credential.query].filter((part) => part !== '').join('&'),
    headers: { ...headers, ...credential.headers, ...(!isUsual && { prefer: `code=${status}` }) },
    body: body === undefined ? { type: 'none' } : toBody(body),
    pathPrefix: '',
  };
  const { response } = world.handle(request).reply;
  return { status: response.status, text: lenientText(response.body) };
};

const toBody = ({ mediaType, value }: NonNullable<SampleRequest['body']>): HttpRequest['body'] => ({
  type: 'bytes',
  bytes: new TextEncoder().encode(isJsonType(mediaType) ? stringifyJson(value) : String(value)),
});

/** A credential that any world accepts. */
const credentialFor = ({ security }: Operation) => {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  for (const scheme of security.find((alternative) => alternative.length > 0) ?? []) {
    if (scheme.type === 'bearer') headers.authorization = 'Bearer sample';
    else if (scheme.type === 'basic') headers.authorization = `Basic ${btoa('sample:sample')}`;
    else if (scheme.in === 'query') query.push(`${encodeURIComponent(scheme.name)}=sample`);
    else if (scheme.in === 'cookie') headers.cookie = `${scheme.name}=sample`;
    else headers[scheme.name.toLowerCase()] = 'sample';
  }
  return { headers, query: query.join('&') };
};
