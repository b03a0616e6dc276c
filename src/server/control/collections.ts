import { type Collection, findItem, keyOf } from '../../core/collection.ts';
import { getMember, isJsonObject, type Json, type JsonObject, setMember } from '../../core/json.ts';
import { didYouMean } from '../../core/nearest.ts';
import { nextId } from '../../core/resource.ts';
import type { CollectionSpec } from '../../core/service.ts';
import { sizeOf } from '../../core/sorted-map.ts';
import { checkItem, checkItems } from '../../scenario/check-scenario.ts';
import type { ScenarioProblem } from '../../scenario/path.ts';
import type { World } from '../../world/world.ts';
import { type Answer, badRequest, noContent, ok, okList, problem, quote, unknownName } from './answer.ts';
import { type Call, inWorld, nameIn, type Read, readJson, withoutBody } from './call.ts';
import type { Resource } from './resource.ts';
import { selectItems, unknownMember } from './select-items.ts';
import { collectionQuery, noQuery } from './shapes.ts';

const listCollections = inWorld(noQuery, (_call, { state }) =>
  okList([...state.collections].map(([name, { items }]) => ({ name, total: sizeOf(items) }))),
);

/** A handler that is given the collection that the path names. */
const inCollection = (handle: (call: Call, world: World, collection: Collection) => Answer) =>
  inWorld(noQuery, (call, world) => {
    const collection = findCollection(call, world);
    return collection.ok ? handle(call, world, collection.value) : collection.answer;
  });

const findCollection = (call: Call, { state }: World): Read<Collection> => {
  const name = nameIn(call, 'collection');
  const collection = state.collections.get(name);
  if (collection !== undefined) return { ok: true, value: collection };
  return { ok: false, answer: unknownName('collection', name, state.collections.keys()) };
};

const getCollection = inWorld(collectionQuery, (call, world, query) => {
  const collection = findCollection(call, world);
  if (!collection.ok) return collection.answer;
  const unknown = unknownMember(collection.value, query);
  if (unknown !== undefined) {
    const { name, members } = collection.value.spec;
    const message = `sort names ${quote(unknown)}, which is no member of the items of ${name}`;
    return badRequest([{ message, hint: didYouMean(unknown, members) ?? `There are ${members.join(', ')}.` }]);
  }
  const { items, total } = selectItems(collection.value, query);
  return okList(items, total);
});

const putCollection = inCollection((call, world, { spec }) => {
  const json = readJson(call);
  if (!json.ok) return json.answer;
  if (!Array.isArray(json.value)) return problem(400, 'The body must be a list of items.');
  const values = json.value as readonly JsonObject[];
  const problems = [...checkItems(spec, values, [])];
  if (problems.length > 0) return badRequest(problems);
  world.apply([{ type: 'fill', collection: spec.name, values }]);
  return okList(values);
});

/** As a client's creation would, but nothing is filled in: an item that the control API is given stands as it is given. */
const addItem = inCollection((call, world, collection) => {
  const { spec } = collection;
  const json = readItem(call);
  if (!json.ok) return json.answer;
  const isComplete = getMember(json.value, spec.idProperty) !== undefined;
  const value = isComplete
    ? json.value
    : withMember(spec.idProperty, nextId(world.state, collection, world.clock.now()), json.value);
  const problems = [...checkItem(spec, value, [])].map(nameWhole);
  if (problems.length > 0) return badRequest(problems);
  const key = keyOf(spec, value) as string;
  if (findItem(collection, key) !== undefined)
    return problem(409, `An item of ${spec.name} has the ${spec.idProperty} ${quote(key)} already: PUT replaces it.`);
  world.apply([{ type: 'put', collection: spec.name, key, value }]);
  return ok(value, 201);
});

const emptyCollection = inCollection((_call, world, { spec }) => {
  world.apply([{ type: 'fill', collection: spec.name, values: [] }]);
  return noContent;
});

const unknownItem = (spec: CollectionSpec, key: string): Answer =>
  problem(404, `No item of ${spec.name} has the ${spec.idProperty} ${quote(key)}.`);

const getItem = inCollection((call, _world, collection) => {
  const key = nameIn(call, 'id');
  const item = findItem(collection, key);
  return item === undefined ? unknownItem(collection.spec, key) : ok(item.value);
});

const putItem = inCollection((call, world, collection) => {
  const { spec } = collection;
  const key = nameIn(call, 'id');
  const json = readItem(call);
  if (!json.ok) return json.answer;
  const value = withId(spec, json.value, key);
  const problems = [...checkItem(spec, value, [])].map(nameWhole);
  if (problems.length > 0) return badRequest(problems);
  const own = keyOf(spec, value) as string;
  if (own !== key)
    return problem(400, `${spec.idProperty} is ${quote(own)} in the body and ${quote(key)} in the path.`);
  const isNew = findItem(collection, key) === undefined;
  world.apply([{ type: 'put', collection: spec.name, key, value }]);
  return ok(value, isNew ? 201 : 200);
});

const readItem = (call: Call): Read<JsonObject> => {
  const json = readJson(call);
  if (!json.ok) return json;
  return isJsonObject(json.value)
    ? { ok: true, value: json.value }
    : { ok: false, answer: problem(400, 'The body must be an item: a JSON object.') };
};

/** The item with the path's id where it has none of its own. */
const withId = (spec: CollectionSpec, item: JsonObject, key: string): JsonObject => {
  if (getMember(item, spec.idProperty) !== undefined) return item;
  return withMember(spec.idProperty, spec.idType === 'integer' ? integerOf(key) : key, item);
};

/** The member comes first. */
const withMember = (name: string, value: Json, item: JsonObject): JsonObject => {
  const whole: Record<string, Json> = {};
  setMember(whole, name, value);
  for (const [other, own] of Object.entries(item)) setMember(whole, other, own);
  return whole;
};

/** The integer that is written so; any other text stays as it is, for the check to find. */
const integerOf = (text: string): Json => {
  if (!/^(0|-?[1-9]\d{0,39})$/.test(text)) return text;
  return Number.isSafeInteger(Number(text)) ? Number(text) : BigInt(text);
};

/** A problem of the item as a whole has no member's name to begin with. */
const nameWhole = (found: ScenarioProblem): ScenarioProblem =>
  found.path.length === 0 ? { ...found, message: `the item${found.message}` } : found;

const deleteItem = inCollection((call, world, collection) => {
  const { name } = collection.spec;
  const key = nameIn(call, 'id');
  if (findItem(collection, key) === undefined) return unknownItem(collection.spec, key);
  world.apply([{ type: 'delete', collection: name, key }]);
  return noContent;
});

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
