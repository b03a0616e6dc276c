/** The data of a world in code. Values are copied in both directions: changing an item does not change the world. */

import {
  ConfigError,
  type ConfigProblem,
  configProblem,
  itemInvalid,
  optionInvalid,
} from '../core/primitives/config-error.ts';
import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
} from '../core/primitives/json.ts';
import { valuesOf } from '../core/primitives/sorted-map.ts';
import { presentItem } from '../core/resources/target.ts';
import type { CollectionSpec } from '../core/service/collection-facts.ts';
import { wrongCollection } from '../core/service/wrong-name.ts';
import { type Collection, type Item, itemsBelow } from '../core/state/collection.ts';
import { idText, joinKey, joinParents, parentId, toData } from '../core/state/item-key.ts';
import { findCollection } from '../scenario/data/resolve-names.ts';
import type { ScenarioProblem } from '../scenario/document/document-path.ts';
import { readKeyedItem, removeItem, replaceItems, storeItem, withNewId } from '../world/control/edit-collection.ts';
import type { World } from '../world/world.ts';
import type { ItemId } from './handlers.ts';
import { describeValue } from './read-arguments.ts';
import type { WorldCollection } from './world-api.ts';

type GivenParents = Readonly<Record<string, ItemId>>;

/** @throws ConfigError for an unknown collection, or for other parents than it has. */
export const createCollectionHandle = (
  open: () => World,
  specs: ReadonlyMap<string, CollectionSpec>,
  name: string,
  givenParents: GivenParents | undefined,
): WorldCollection<object> => {
  const spec = readSpec(specs, name);
  const parents = givenParents === undefined ? undefined : readParents(spec, givenParents);
  const collectionOf = (world: World): Collection => world.decisions.state.collections.get(spec.name) as Collection;
  const keyOf = (id: ItemId | undefined): string => readKey(spec, parents, id);
  const show = ({ key, value }: Item): JsonObject => structuredClone(toData(spec, key, value));
  const readItem = (value: unknown): JsonObject => withGivenParents(spec, parents, copyItem(value, name));
  return {
    items: () => [...selectItems(collectionOf(open()), parents)].map(show),
    get: (id) => {
      const world = open();
      const item = presentItem(world.decisions.state, collectionOf(world), keyOf(id));
      return item && show(item);
    },
    put: (value) => {
      const world = open();
      const read = readKeyedItem(spec, withNewId(world, collectionOf(world), readItem(value)), world);
      if (!read.ok) throw new ConfigError(read.problems.map((problem) => inCollection(`the item of ${name}`, problem)));
      return structuredClone(storeItem(world, spec, read.value));
    },
    replace: (values) => {
      if (!Array.isArray(values)) throw itemInvalid(`the items of ${name} must be a list`);
      const world = open();
      const collection = collectionOf(world);
      const kept = [...valuesOf(collection.items)].filter((item) => !isBelow(spec, item, parents));
      const items = [...kept.map(({ key, value }) => toData(spec, key, value)), ...values.map(readItem)];
      const problems = replaceItems(world, collection, items);
      if (problems.length > 0)
        throw new ConfigError(problems.map((problem) => inCollection(`the items of ${name}`, problem)));
      return [...selectItems(collectionOf(world), parents)].map(show);
    },
    delete: (id) => {
      const world = open();
      const key = keyOf(id);
      if (presentItem(world.decisions.state, collectionOf(world), key) === undefined) return false;
      removeItem(world, collectionOf(world), key);
      return true;
    },
  };
};

/** A value from code has no place in a file: the message names it. */
const inCollection = (subject: string, problem: ScenarioProblem): ConfigProblem => {
  const located = configProblem(problem);
  return { ...located, message: `${subject}: ${located.message}` };
};

const readSpec = (specs: ReadonlyMap<string, CollectionSpec>, name: string): CollectionSpec => {
  const lookup = findCollection(name, specs);
  if (lookup.type === 'found') return lookup.value;
  throw new ConfigError([configProblem(wrongCollection(name, lookup, specs.keys()))]);
};

const selectItems = (collection: Collection, parents: readonly string[] | undefined): Iterable<Item> =>
  parents === undefined || parents.length === 0
    ? valuesOf(collection.items)
    : itemsBelow(collection, joinParents(parents));

const isBelow = (spec: CollectionSpec, { key }: Item, parents: readonly string[] | undefined): boolean =>
  parents === undefined || parents.length === 0 || key.startsWith(joinKey(spec, { parents, id: '' }));

/** The ids of the parents as texts, outermost first. */
const readParents = (spec: CollectionSpec, given: GivenParents): readonly string[] => {
  const names = spec.parents.map(({ name }) => name);
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw optionInvalid(
      `"${unknown}" is not a parent of ${spec.name}`,
      names.length === 0 ? 'Its items have no parents.' : `Its parents are ${names.join(', ')}.`,
    );
  return names.map((name) => {
    const text = idText(getProperty(given as JsonObject, name));
    if (text !== undefined) return text;
    throw optionInvalid(`the parent "${name}" of ${spec.name} is missing`);
  });
};

const readKey = (spec: CollectionSpec, parents: readonly string[] | undefined, id: ItemId | undefined): string => {
  if (parents === undefined && spec.parents.length > 0) {
    const names = spec.parents.map(({ name }) => name).join(', ');
    const hint = `Name them: world.collection('${spec.name}', { ${names} }).`;
    throw optionInvalid(`an id of ${spec.name} is unique only below its parents`, hint);
  }
  const text = idText(id);
  if (text === undefined && spec.kind === 'list') {
    const isMissing = id === undefined || id === null;
    const problem = isMissing ? 'is missing' : `must be a number or a text, not ${describeValue(id)}`;
    throw optionInvalid(`the id of ${spec.name} ${problem}`);
  }
  return joinKey(spec, { parents: parents ?? [], id: text });
};

/** A copy as JSON: as `JSON.stringify` writes it, and bigints exactly. */
const copyItem = (value: unknown, collection: string): JsonObject => {
  const fail = (reason: string): Error => itemInvalid(`the item of ${collection} ${reason}`);
  if (!isJsonObject(value as Json)) throw fail('must be an object');
  let text: string;
  try {
    text = stringifyJson(value as JsonObject);
  } catch (error) {
    throw fail(`cannot be written as JSON: ${(error as Error).message}`);
  }
  const parsed = parseJson(text);
  if (!parsed.ok) throw fail(parsed.reason);
  return parsed.value as JsonObject;
};

const withGivenParents = (
  spec: CollectionSpec,
  parents: readonly string[] | undefined,
  item: JsonObject,
): JsonObject => {
  if (parents === undefined || parents.length === 0 || getProperty(item, '$parent') !== undefined) return item;
  const ids = spec.parents.map((parent, index) => [parent.name, parentId(parent, parents[index] as string)] as const);
  return { ...item, $parent: Object.fromEntries(ids) };
};
