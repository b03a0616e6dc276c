import { z } from 'zod';
import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../../core/primitives/json.ts';
import { sizeOf, valuesOf } from '../../../core/primitives/sorted-map.ts';
import { quoteName } from '../../../core/primitives/units.ts';
import { presentItem } from '../../../core/resources/target.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import { type Collection, findItem, type Item } from '../../../core/state/collection.ts';
import { anyParent, joinKey, parentId, splitKey, toData, typedId } from '../../../core/state/item-key.ts';
import { idPropertyOf, withFirst } from '../../../scenario/data/item-data.ts';
import { findCollection } from '../../../scenario/data/resolve-names.ts';
import {
  asPlaced,
  readKeyedItem,
  removeItem,
  replaceItems,
  storeItem,
  storeItems,
  withAssigned,
  withNewId,
} from '../../../world/control/edit-collection.ts';
import type { World } from '../../../world/world.ts';
import {
  ambiguousName,
  badItem,
  badRequest,
  CallRejected,
  type ControlRequest,
  type ControlResponse,
  noContent,
  ok,
  okItems,
  onWorld,
  opening,
  pathParameter,
  problem,
  type Route,
  readBody,
  readJson,
  unknownName,
  withoutBody,
  withWorld,
} from '../request/control-call.ts';
import { collectionQuery, selectItems, unknownProperty } from '../request/select-items.ts';

const listCollections = onWorld((_call, { decisions: { state } }) =>
  okItems([...state.collections].map(([name, { items }]) => ({ name, total: sizeOf(items) }))),
);

/** Items by collection; each is checked against the document. */
export const itemsByCollection = z.record(z.string(), z.array(z.custom<Json>(), { error: 'a list of items' }), {
  error: 'an object with lists of items',
});

/** Each item is added, or replaces the one with its id. All or none. */
const addItems = onWorld((request, world) => {
  const body = readBody(request, itemsByCollection, 'the body');
  const named = Object.entries(body).map(([name, items]) => [collectionOf(name, world), items] as const);
  const stored = storeItems(world, named);
  return stored.ok ? ok(stored.value) : badRequest(stored.problems);
});

const withCollection = (handle: (request: ControlRequest, world: World, collection: Collection) => ControlResponse) =>
  onWorld((request, world) => handle(request, world, collectionOf(pathParameter(request, 'collection'), world)));

const collectionOf = (name: string, { decisions: { state, service } }: World): Collection => {
  const lookup = findCollection(name, service.collections);
  if (lookup.type === 'ambiguous') throw new CallRejected(ambiguousName('collection', name, lookup.names));
  const collection = lookup.type === 'found' ? state.collections.get(lookup.value.name) : undefined;
  if (collection !== undefined) return collection;
  throw new CallRejected(unknownName('collection', name, state.collections.keys()));
};

interface ItemCall {
  readonly request: ControlRequest;
  readonly world: World;
  readonly collection: Collection;
  /** The key in the path, and its item; undefined if no item has that key. */
  readonly key: string;
  readonly item: Item | undefined;
}

const withItem = (handle: (call: ItemCall) => ControlResponse) =>
  withCollection((request, world, collection) => {
    const key = readItemKey(request, collection.spec);
    return key === undefined
      ? notAKey(request, collection.spec)
      : handle({ request, world, collection, key, item: presentItem(world.decisions.state, collection, key) });
  });

const notAKey = (request: ControlRequest, { name, kind, parents }: CollectionSpec): ControlResponse => {
  const parts = [...parents.map((parent) => parent.name), ...(kind === 'singleton' ? [] : ['id'])];
  const key = parents.length === 0 ? 'self' : parts.map((part) => `{${part}}`).join(',');
  return problem(404, `${quoteName(pathParameter(request, 'id'))} is not a valid key of ${name}. Expected: ${key}.`);
};

const getCollection = withWorld(collectionQuery, async (request, world, query) => {
  const collection = collectionOf(pathParameter(request, 'collection'), world);
  const unknown = unknownProperty(collection, query);
  if (unknown !== undefined) {
    const { name, properties: declared } = collection.spec;
    const properties = [...declared];
    const message = `sort: items of ${name} have no property ${quoteName(unknown)}`;
    return badRequest([{ message, hint: didYouMean(unknown, properties) ?? `Known: ${properties.join(', ')}.` }]);
  }
  const { items, total } = await selectItems(collection, query);
  return okItems(items, total);
});

const putCollection = withCollection((request, world, collection) => {
  const json = readJson(request);
  // A singleton is a map, as in a scenario.
  const sent = collection.spec.kind === 'singleton' && isJsonObject(json) ? [json] : json;
  if (!Array.isArray(sent)) return problem(400, 'The body must be a list of items.');
  const problems = replaceItems(world, collection, sent as readonly JsonObject[]);
  if (problems.length > 0) return badRequest(problems);
  const { spec, items } = world.decisions.state.collections.get(collection.spec.name) as Collection;
  return okItems(valuesOf(items).map(({ key, value }) => toData(spec, key, value)));
});

/** Unlike a creation by a client, it fills in no defaults: the control API stores an item as it is sent. */
const addItem = withCollection((request, world, collection) => {
  const { spec } = collection;
  const sent = withNewId(world, collection, readItem(request));
  const read = readKeyedItem(spec, withAssigned(world, collection, sent), world);
  if (!read.ok) return badItem(read.problems);
  const { key } = read.value;
  if (findItem(collection, key) !== undefined)
    return problem(409, `${describe(spec, key, 'An item')} already. Use PUT to replace it.`);
  return ok(storeItem(world, spec, read.value), 201);
});

const emptyCollection = withCollection((_call, world, collection) => {
  replaceItems(world, collection, []);
  return noContent;
});

const getItem = withItem(({ collection: { spec }, key, item }) =>
  item === undefined ? unknownItem(spec, key) : ok(toData(spec, key, item.value)),
);

const putItem = withItem(({ request, world, collection, key, item: present }) => {
  const { spec } = collection;
  const placed = asPlaced(world.decisions.state, collection, completeFromKey(spec, readItem(request), key));
  const read = readKeyedItem(spec, placed, world);
  if (!read.ok) return badItem(read.problems);
  if (read.value.key !== key) return contradiction(spec, read.value.key, key);
  return ok(storeItem(world, spec, read.value), present === undefined ? 201 : 200);
});

const deleteItem = withItem(({ world, collection, key, item }) => {
  if (item === undefined) return unknownItem(collection.spec, key);
  removeItem(world, collection, key);
  return noContent;
});

const unknownItem = (spec: CollectionSpec, key: string): ControlResponse =>
  problem(404, `${describe(spec, key, 'No item')}.`);

/** `No item of orders has the id "7"`; for a nested item, with its parents. */
const describe = (spec: CollectionSpec, key: string, subject: string): string => {
  const { parents, id } = splitKey(spec, key);
  const path = spec.parents.map(({ name }, index) => `${name} ${quoteName(parents[index] ?? '')}`).join(', ');
  const item = `${subject} of ${spec.name}${path === '' ? '' : ` in ${path}`}`;
  return id === undefined ? `${item} exists` : `${item} has the ${idPropertyOf(spec)} ${quoteName(id)}`;
};

const contradiction = (spec: CollectionSpec, bodyKey: string, key: string): ControlResponse => {
  const [inBody, inPath] = [splitKey(spec, bodyKey), splitKey(spec, key)];
  const differing = spec.parents.findIndex((_parent, index) => inBody.parents[index] !== inPath.parents[index]);
  const [property, body, path] =
    differing < 0
      ? [idPropertyOf(spec), inBody.id, inPath.id]
      : [`$parent.${spec.parents[differing]?.name}`, inBody.parents[differing], inPath.parents[differing]];
  return problem(400, `${property} is ${quoteName(body ?? '')} in the body and ${quoteName(path ?? '')} in the path.`);
};

const readItem = (request: ControlRequest): JsonObject => {
  const json = readJson(request);
  if (isJsonObject(json)) return json;
  throw new CallRejected(problem(400, 'The body must be an item: a JSON object.'));
};

/** The item with its id and parents taken from the path, unless the item has them. */
const completeFromKey = (spec: CollectionSpec, item: JsonObject, key: string): JsonObject => {
  const { parents, id } = splitKey(spec, key);
  const idProperty = idPropertyOf(spec);
  const isComplete = idProperty === undefined || id === undefined || getProperty(item, idProperty) !== undefined;
  const complete = isComplete ? item : withFirst(idProperty, typedId(spec, id), item);
  const existing = getProperty(complete, '$parent');
  if (spec.parents.length === 0 || (existing !== undefined && !isJsonObject(existing))) return complete;
  const named: Record<string, Json> = { ...existing };
  for (const [index, parent] of spec.parents.entries()) {
    const isInItem =
      parents[index] !== anyParent &&
      parent.property !== undefined &&
      getProperty(complete, parent.property) !== undefined;
    if (!isInItem && getProperty(named, parent.name) === undefined)
      setProperty(named, parent.name, parentId(parent, parents[index] ?? ''));
  }
  return { ...complete, $parent: named };
};

export const collectionRoutes: readonly Route[] = [
  { path: '/worlds/:world/collections', methods: { GET: listCollections, POST: opening(addItems) } },
  {
    path: '/worlds/:world/collections/:collection',
    methods: {
      GET: getCollection,
      PUT: opening(putCollection),
      POST: opening(addItem),
      DELETE: withoutBody(emptyCollection),
    },
  },
  {
    path: '/worlds/:world/collections/:collection/:id',
    methods: { GET: getItem, PUT: opening(putItem), DELETE: withoutBody(deleteItem) },
  },
];

/** Returns undefined if the path is not a valid key: of percent-encoded parts, perhaps encoded once more as a whole, as many clients do. */
const readItemKey = (request: ControlRequest, spec: CollectionSpec): string | undefined => {
  const name = pathParameter(request, 'id');
  const isSingle = spec.kind === 'singleton';
  if (spec.parents.length === 0)
    return isSingle && name !== joinKey(spec, { parents: [], id: undefined }) ? undefined : name;
  const expected = spec.parents.length + (isSingle ? 0 : 1);
  // A key that is encoded as a whole has no literal comma.
  const parts = (request.lastSegment.includes(',') ? request.lastSegment : name).split(',').map(decodeURIComponent);
  if (parts.length !== expected) return undefined;
  const parents = parts.slice(0, spec.parents.length);
  return joinKey(spec, { parents, id: parts[spec.parents.length] });
};
