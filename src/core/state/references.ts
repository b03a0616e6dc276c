/** References to other items in an item: an id in place of an object becomes the object. */

import { getProperty, isJsonObject, type Json, type JsonObject, setProperty } from '../primitives/json.ts';
import type { CollectionSpec, Reference } from '../service/binding.ts';
import { findItem, type Item } from './collection.ts';
import { idText } from './item-key.ts';
import { writeOnce } from './item-memo.ts';
import type { State } from './state.ts';

/** Referred items beyond this size, together, are not copied: items that refer to items that refer to them would double with each write. In bytes. */
const maxReferredBytes = 1_048_576;

/** The bytes that may still be copied for one item. */
interface Room {
  left: number;
}

/** The item with whole objects in place of ids. What it had before is kept. */
export const withReferences = (
  state: State,
  { references }: CollectionSpec,
  value: JsonObject,
  before?: JsonObject,
): JsonObject => {
  let result: Record<string, Json> | undefined;
  const room: Room = { left: maxReferredBytes };
  for (const reference of references()) {
    const { property, isList } = reference;
    const sent = getProperty(value, property);
    if (sent === undefined || sent === null) continue;
    if (before !== undefined && getProperty(before, property) === sent) continue;
    const found =
      isList && Array.isArray(sent) ? fitEach(state, reference, sent, room) : referredTo(state, reference, sent, room);
    if (found === sent) continue;
    result ??= { ...value };
    setProperty(result, property, found);
  }
  return result ?? value;
};

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
  const item = target && findItem(target, text);
  if (item === undefined || !isRoomFor(item, room)) return isAlone ? sent : { [idProperty]: id as Json };
  return pickProperties(item.value, reference.properties);
};

const isRoomFor = ({ memo, value }: Item, room: Room): boolean => {
  const { byteLength } = writeOnce(memo, value);
  if (byteLength > room.left) return false;
  room.left -= byteLength;
  return true;
};

/** Undefined: all. */
export const pickProperties = (value: JsonObject, properties: ReadonlySet<string> | undefined): JsonObject => {
  const picked: Record<string, Json> = {};
  for (const name of Object.keys(value))
    if (properties?.has(name) ?? true) setProperty(picked, name, value[name] as Json);
  return picked;
};
