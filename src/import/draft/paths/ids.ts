/** Ids in bodies: a segment of a path that is one of them is a value. */
import { givenNames, idNames } from '../../../core/primitives/id-names.ts';
import { isJsonObject, type Json } from '../../../core/primitives/json.ts';
import { plainName, singular } from '../../../core/primitives/singular.ts';
import { idText } from '../../../core/state/item-key.ts';

/** Each id with the name of the property that has it. */
export type Ids = Map<string, string>;

const names: ReadonlySet<string> = new Set(
  [...idNames, ...givenNames, 'handle', 'identifier', 'isbn', 'number', 'permalink', 'reference', 'sku', 'symbol'].map(
    plainName,
  ),
);

/** Below the body: an item in a list in an envelope. */
const maxDepth = 4;

/** Adds the ids in a body. `noun`: of the items, whose name may also be that of their id: `{ "country": "de" }` in `countries`. */
export const addIds = (ids: Ids, body: Json | undefined, noun: string, depth = maxDepth): void => {
  if (depth === 0 || typeof body !== 'object' || body === null) return;
  if (!isJsonObject(body)) {
    for (const item of body) addIds(ids, item, noun, depth - 1);
    return;
  }
  const own = plainName(singular(noun));
  for (const [name, value] of Object.entries(body)) {
    const plain = plainName(name);
    const text = names.has(plain) || plain === own ? idText(value) : undefined;
    if (text !== undefined && !ids.has(text)) ids.set(text, name);
    addIds(ids, value, noun, depth - 1);
  }
};
