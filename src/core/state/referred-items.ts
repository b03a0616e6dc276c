/** References to other items in an item: an id in place of an object becomes the object. */

import {
  filterProperties,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  valueAt,
} from '../primitives/json.ts';
import { plainName } from '../primitives/words.ts';
import type { Reference } from '../service/collection-facts.ts';
import { findElsewhere, findItem, type Item } from './collection.ts';
import { idText } from './item-key.ts';
import { writeOnce } from './item-memo.ts';
import type { State } from './state.ts';

/** Referred items beyond this size in bytes, together, are not copied: items that refer to each other would double with each write. */
const maxReferredBytes = 1_048_576;

/** The bytes that may still be copied for one item. */
interface Room {
  left: number;
}

/** The item with whole objects in place of ids. What it had before is kept. */
export const withReferences = (
  state: State,
  references: readonly Reference[],
  value: JsonObject,
  before?: JsonObject,
  room: Room = { left: maxReferredBytes },
): JsonObject => {
  let result: Record<string, Json> | undefined;
  for (const reference of references) {
    const path = reference.inside === undefined ? [reference.property] : [reference.inside, reference.property];
    const own = valueAt(value, path);
    const known = before && valueAt(before, path);
    const beside = own === undefined || own === known ? sentBeside(reference, value, before) : undefined;
    const sent = beside === undefined ? own : beside;
    if (sent === undefined || known === sent || (sent === null && beside === undefined)) continue;
    const found = sent === null ? null : fitted(state, reference, sent, known, room);
    if (found === own) continue;
    result = setAt(result ?? value, path, found) as Record<string, Json>;
  }
  return result ?? value;
};

/** The id in the property beside a reference, if it is new: `part` of `part_detail`. */
const sentBeside = (reference: Reference, value: JsonObject, before: JsonObject | undefined): Json | undefined => {
  const { property, inside, wrapper, isList, collection } = reference;
  if (inside !== undefined || wrapper !== undefined || isList || collection === undefined) return undefined;
  const name = idBeside(value, property);
  const id = name === undefined ? undefined : value[name];
  const isNew = id !== before?.[name as string] && !(id === null && before === undefined);
  return isNew && (typeof id !== 'object' || id === null) ? id : undefined;
};

/** The property with the id of the object in another one: `category_id` of `category`, `part` of `part_detail`. */
export const idBeside = (item: JsonObject, property: string): string | undefined => {
  const plain = plainName(property);
  const names = [`${plain}id`, plain.replace(/details?$/, '')];
  // `$parent` of the data is no property of the item.
  return Object.keys(item).find((name) => name !== property && name !== '$parent' && names.includes(plainName(name)));
};

const fitted = (state: State, reference: Reference, sent: Json, known: Json | undefined, room: Room): Json => {
  const { wrapper, isList } = reference;
  const inner = asked(reference, within(sent, wrapper), within(known ?? null, wrapper));
  const found =
    isList && Array.isArray(inner) ? fitEach(state, reference, inner, room) : referredTo(state, reference, inner, room);
  return wrapper === undefined || found === sent ? found : { [wrapper]: found };
};

const within = (value: Json, wrapper: string | undefined): Json =>
  (wrapper !== undefined && isJsonObject(value) && getProperty(value, wrapper)) || value;

/** The items that a request chooses in the words of Strapi: `{ set: [2] }`, or `{ connect: [2], disconnect: [3] }` beside those before. */
const asked = ({ isList, idProperty, properties }: Reference, sent: Json, known: Json): Json => {
  if (!isJsonObject(sent) || properties?.has('connect') !== false) return sent;
  const [set, connect, disconnect] = ['set', 'connect', 'disconnect'].map((word) => getProperty(sent, word));
  if ((set ?? connect ?? disconnect) === undefined) return sent;
  const idOf = (one: Json): string | undefined => idText(isJsonObject(one) ? getProperty(one, idProperty) : one);
  const without = new Set(listOf(disconnect).map(idOf));
  const kept = listOf(set ?? known).filter((one) => !without.has(idOf(one)));
  const all = [...kept, ...listOf(connect)];
  return isList ? all : (all.at(-1) ?? null);
};

const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

const fitEach = (state: State, reference: Reference, sent: readonly Json[], room: Room): readonly Json[] => {
  const found = sent.map((item) => referredTo(state, reference, item, room));
  return found.every((item, index) => item === sent[index]) ? sent : found;
};

/** The value itself if it is not a reference: an object with more than the id, or a text where the id is a number. */
const referredTo = (state: State, reference: Reference, sent: Json, room: Room): Json => {
  const { idProperty, isNumber, collection } = reference;
  const isAlone = isJsonObject(sent) && Object.keys(sent).length === 1;
  const id = isAlone ? getProperty(sent, idProperty) : sent;
  const text = idText(id);
  if (text === undefined || typeof id === 'boolean' || text === '') return sent;
  if (isNumber && Number.isNaN(Number(text))) return sent;
  const target = collection === undefined ? undefined : state.collections.get(collection);
  const item = target && (findItem(target, text) ?? findElsewhere(target, text));
  if (item === undefined || !isRoomFor(item, room)) return isAlone ? sent : { [idProperty]: id as Json };
  const { properties, inner = [] } = reference;
  const picked = filterProperties(item.value, (name) => properties?.has(name) ?? true);
  return inner.length === 0 ? picked : withReferences(state, inner, picked, undefined, room);
};

export const referredCollections = (state: State, references: readonly Reference[]): readonly unknown[] =>
  references.flatMap(({ collection = '', inner = [] }) => [
    state.collections.get(collection),
    ...referredCollections(state, inner),
  ]);

const isRoomFor = ({ memo, value }: Item, room: Room) => {
  const { byteLength } = writeOnce(memo, value);
  if (byteLength > room.left) return false;
  room.left -= byteLength;
  return true;
};
