import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../../../core/primitives/json.ts';
import { sizeOf, valuesOf } from '../../../core/primitives/sorted-map.ts';
import { nextId } from '../../../core/resources/act-on-resource.ts';
import { deletionOf } from '../../../core/resources/delete-item.ts';
import type { CollectionSpec } from '../../../core/service/binding.ts';
import { type Collection, findItem, type Item } from '../../../core/state/collection.ts';
import { fromData, parentId, parentsOf, splitKey, toData } from '../../../core/state/item-key.ts';
import type { Change } from '../../../core/state/state.ts';
import { checkItem, checkItems } from '../../../scenario/data/check-items.ts';
import {
  hasHiddenIds,
  idPropertyOf,
  placeItems,
  typedId,
  withFirst,
  withParentProperties,
} from '../../../scenario/data/item-data.ts';
import { itemsOf } from '../../../scenario/data/start.ts';
import type { ScenarioProblem } from '../../../scenario/document/document-path.ts';
import type { World } from '../../../world/world.ts';
import { type ControlRequest, inWorld, nameIn, type Read, readJson, withoutBody } from '../request/control-request.ts';
import {
  badItem,
  badRequest,
  type ControlResponse,
  noContent,
  ok,
  okList,
  problem,
  quote,
  unknownName,
} from '../request/control-response.ts';
import { keyIn } from '../request/item-key.ts';
import type { Resource } from '../request/route.ts';
import { collectionQuery, noQuery } from '../request/schemas.ts';
import { selectItems, unknownProperty } from '../request/select-items.ts';

const listCollections = inWorld(noQuery, (_call, { state }) =>
  okList([...state.collections].map(([name, { items }]) => ({ name, total: sizeOf(items) }))),
);

/** A handler that is given the collection that the path names. */
const inCollection = (handle: (call: ControlRequest, world: World, collection: Collection) => ControlResponse) =>
  inWorld(noQuery, (call, world) => {
    const collection = findCollection(call, world);
    return collection.ok ? handle(call, world, collection.value) : collection.answer;
  });

const findCollection = (call: ControlRequest, { state }: World): Read<Collection> => {
  const name = nameIn(call, 'collection');
  const collection = state.collections.get(name);
  if (collection !== undefined) return { ok: true, value: collection };
  return { ok: false, answer: unknownName('collection', name, state.collections.keys()) };
};

/** A handler that is given the item that the path names, and its key; undefined where there is none. */
const inItem = (
  handle: (
    call: ControlRequest,
    world: World,
    collection: Collection,
    key: string,
    item: Item | undefined,
  ) => ControlResponse,
) =>
  inCollection((call, world, collection) => {
    const key = keyIn(call, collection.spec);
    return key === undefined
      ? notAKey(call, collection.spec)
      : handle(call, world, collection, key, findItem(collection, key));
  });

const notAKey = (call: ControlRequest, { name, kind, parents }: CollectionSpec): ControlResponse => {
  const parts = [...parents.map((parent) => parent.name), ...(kind === 'singleton' ? [] : ['id'])];
  const key = parents.length === 0 ? 'self' : parts.map((part) => `{${part}}`).join(',');
  return problem(404, `${quote(nameIn(call, 'id'))} is no key of ${name}: one is written ${key}.`);
};

const getCollection = inWorld(collectionQuery, (call, world, query) => {
  const collection = findCollection(call, world);
  if (!collection.ok) return collection.answer;
  const unknown = unknownProperty(collection.value, query);
  if (unknown !== undefined) {
    const { name, properties } = collection.value.spec;
    const message = `sort names ${quote(unknown)}, which is no member of the items of ${name}`;
    return badRequest([{ message, hint: didYouMean(unknown, properties) ?? `There are ${properties.join(', ')}.` }]);
  }
  const { items, total } = selectItems(collection.value, query);
  return okList(items, total);
});

const putCollection = inCollection((call, world, collection) => {
  const { spec } = collection;
  const json = readJson(call);
  if (!json.ok) return json.answer;
  if (!Array.isArray(json.value)) return problem(400, 'The body must be a list of items.');
  const given = json.value as readonly JsonObject[];
  const problems = [...checkItems(spec, given, [])];
  if (problems.length > 0) return badRequest(problems);
  const values = placeItems(spec, given);
  const kept = new Set(values.map((value) => fromData(spec, value).key));
  world.apply([...endingsOf(world, collection, kept), { type: 'fill', collection: spec.name, values }]);
  return okList(itemsOf(world.state.collections.get(spec.name) as Collection));
});

/** As a client's creation would, but nothing is filled in: an item that the control API is given stands as it is given. */
const addItem = inCollection((call, world, collection) => {
  const { spec } = collection;
  const json = readItem(call);
  if (!json.ok) return json.answer;
  const idProperty = idPropertyOf(spec);
  const isComplete = idProperty === undefined || getProperty(json.value, idProperty) !== undefined;
  // Without its parents it is refused, whatever its id.
  const parents = parentsOf(spec, json.value) ?? [];
  const item = isComplete ? json.value : withFirst(idProperty, newId(world, collection, parents), json.value);
  const read = readKeyed(spec, item);
  if (!read.ok) return read.answer;
  const { key, value } = read.value;
  if (findItem(collection, key) !== undefined)
    return problem(409, `${describe(spec, key, 'An item')} already: PUT replaces it.`);
  world.apply([{ type: 'put', collection: spec.name, key, value }]);
  return ok(toData(spec, key, value), 201);
});

const newId = ({ state, clock }: World, collection: Collection, parents: readonly string[]): Json => {
  const { spec, highestId } = collection;
  if (!hasHiddenIds(spec)) return nextId(state, collection, clock.now(), parents);
  const used = new Set([...valuesOf(collection.items)].map(({ key }) => splitKey(spec, key).id));
  let number = highestId + 1n;
  while (used.has(String(number))) number++;
  return String(number);
};

const emptyCollection = inCollection((_call, world, collection) => {
  const { name } = collection.spec;
  world.apply([...endingsOf(world, collection, new Set()), { type: 'fill', collection: name, values: [] }]);
  return noContent;
});

/** What is inside of the items that are not kept ends with them. */
const endingsOf = (
  { state }: World,
  collection: Collection,
  kept: ReadonlySet<string | undefined>,
): readonly Change[] => {
  if (collection.spec.children.length === 0) return [];
  const gone = [...valuesOf(collection.items)].filter(({ key }) => !kept.has(key));
  return gone.flatMap(({ key }) => deletionOf(state, collection, key).slice(1));
};

const getItem = inItem((_call, _world, { spec }, key, item) =>
  item === undefined ? unknownItem(spec, key) : ok(toData(spec, key, item.value)),
);

const putItem = inItem((call, world, { spec }, key, present) => {
  const json = readItem(call);
  if (!json.ok) return json.answer;
  const read = readKeyed(spec, completeFromKey(spec, json.value, key));
  if (!read.ok) return read.answer;
  const { key: own, value } = read.value;
  if (own !== key) return contradiction(spec, own, key);
  world.apply([{ type: 'put', collection: spec.name, key, value }]);
  return ok(toData(spec, key, value), present === undefined ? 201 : 200);
});

const deleteItem = inItem((_call, world, collection, key, item) => {
  if (item === undefined) return unknownItem(collection.spec, key);
  world.apply(deletionOf(world.state, collection, key));
  return noContent;
});

const unknownItem = (spec: CollectionSpec, key: string): ControlResponse =>
  problem(404, `${describe(spec, key, 'No item')}.`);

/** `No item of orders has the id "7"`; of a nested one, with what it would be inside of. */
const describe = (spec: CollectionSpec, key: string, which: string): string => {
  const { parents, id } = splitKey(spec, key);
  const inside = spec.parents.map(({ name }, at) => `${name} ${quote(parents[at] ?? '')}`).join(', ');
  const where = `${which} of ${spec.name}${inside === '' ? '' : ` in ${inside}`}`;
  return id === undefined ? `${where} is there` : `${where} has the ${idPropertyOf(spec)} ${quote(id)}`;
};

const contradiction = (spec: CollectionSpec, own: string, key: string): ControlResponse => {
  const [inBody, inPath] = [splitKey(spec, own), splitKey(spec, key)];
  const at = spec.parents.findIndex((_parent, index) => inBody.parents[index] !== inPath.parents[index]);
  const [property, body, path] =
    at < 0
      ? [idPropertyOf(spec), inBody.id, inPath.id]
      : [`$parent.${spec.parents[at]?.name}`, inBody.parents[at], inPath.parents[at]];
  return problem(400, `${property} is ${quote(body ?? '')} in the body and ${quote(path ?? '')} in the path.`);
};

const readItem = (call: ControlRequest): Read<JsonObject> => {
  const json = readJson(call);
  if (!json.ok) return json;
  return isJsonObject(json.value)
    ? { ok: true, value: json.value }
    : { ok: false, answer: problem(400, 'The body must be an item: a JSON object.') };
};

/** The item, checked, as it is held. */
const readKeyed = (
  spec: CollectionSpec,
  item: JsonObject,
): Read<{ readonly key: string; readonly value: JsonObject }> => {
  const problems = [...checkItem(spec, item, [])].map(nameWhole);
  if (problems.length > 0) return { ok: false, answer: badItem(problems) };
  const { key, value } = fromData(spec, withParentProperties(spec, item));
  return { ok: true, value: { key: key as string, value } };
};

/** The item with what the path says of it, where it does not say so itself. */
const completeFromKey = (spec: CollectionSpec, item: JsonObject, key: string): JsonObject => {
  const { parents, id } = splitKey(spec, key);
  const idProperty = idPropertyOf(spec);
  const isComplete = idProperty === undefined || id === undefined || getProperty(item, idProperty) !== undefined;
  const whole = isComplete ? item : withFirst(idProperty, typedId(spec, id), item);
  const given = getProperty(whole, '$parent');
  if (spec.parents.length === 0 || (given !== undefined && !isJsonObject(given))) return whole;
  const named: Record<string, Json> = { ...given };
  for (const [at, parent] of spec.parents.entries()) {
    const isSaid = parent.property !== undefined && getProperty(whole, parent.property) !== undefined;
    if (!isSaid && getProperty(named, parent.name) === undefined)
      setProperty(named, parent.name, parentId(parent, parents[at] ?? ''));
  }
  return { ...whole, $parent: named };
};

/** A problem of the item as a whole has no member's name to begin with. */
const nameWhole = (found: ScenarioProblem): ScenarioProblem =>
  found.path.length === 0 ? { ...found, message: `the item${found.message}` } : found;

export const collectionResources: readonly Resource[] = [
  { path: '/worlds/:world/collections', methods: { GET: listCollections } },
  {
    path: '/worlds/:world/collections/:collection',
    methods: { GET: getCollection, PUT: putCollection, POST: addItem, DELETE: withoutBody(emptyCollection) },
  },
  {
    path: '/worlds/:world/collections/:collection/:id',
    methods: { GET: getItem, PUT: putItem, DELETE: withoutBody(deleteItem) },
  },
];
