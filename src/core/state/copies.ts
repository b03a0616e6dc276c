/** Texts of other items in an item that has their ids. */
import { getProperty, type JsonObject } from '../primitives/json.ts';
import type { CopiedText } from '../service/relations.ts';
import { findItem } from './collection.ts';
import { idText } from './item-key.ts';
import type { State } from './state.ts';

/** The item with the texts of the items that it names. What a client sends stays as it is. */
export const withCopies = (
  state: State,
  copies: readonly CopiedText[],
  value: JsonObject,
  before?: JsonObject,
): JsonObject => {
  let result = value;
  for (const { property, by, collection, source } of copies) {
    const own = getProperty(value, property);
    const isNewId = before === undefined || getProperty(before, by) !== getProperty(value, by);
    const isSent = own !== undefined && (before === undefined || own !== getProperty(before, property));
    const id = isNewId && !isSent ? idText(getProperty(value, by)) : undefined;
    const target = id === undefined ? undefined : state.collections.get(collection);
    const text = target && getProperty(findItem(target, id as string)?.value ?? {}, source);
    if (typeof text === 'string') result = { ...result, [property]: text };
  }
  return result;
};
