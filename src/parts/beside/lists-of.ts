/** The lists of objects in a body. */

import { isSameNoun } from '../../core/primitives/words.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, isSimilar, ofEach } from '../../openapi/resources/describe/item-schema.ts';

/** More lists of one response are not looked at: a document may have a response of a thousand lists for each of a thousand operations. */
const maxLists = 40;

export const listsOf = ofEach(({ properties, typesOf, elementOf }): ReadonlyMap<string, ItemSchema> => {
  const lists = new Map<string, ItemSchema>();
  for (const name of properties) {
    if (lists.size === maxLists) break;
    const items = typesOf(name)?.has('array') ? elementOf(name) : undefined;
    if (items !== undefined) lists.set(name, items);
  }
  return lists;
});

interface ListShown {
  readonly path: readonly string[];
  readonly shown: ItemSchema;
}

/** The lists in a body. `depth`: of 2, also those in objects in it, such as the pages of a search: `albums.items`. */
export const listsWithin = (body: ItemSchema, depth: number): readonly ListShown[] => [
  ...[...listsOf(body)].map(([name, shown]) => ({ path: [name], shown })),
  ...[...(depth > 1 ? body.properties : [])].flatMap((name) => {
    const inner = body.innerOf(name);
    const lists = inner === undefined ? [] : listsWithin(inner, depth - 1);
    return lists.map(({ path, shown }) => ({ path: [name, ...path], shown }));
  }),
];

/** Whether a list is named after the items of a collection, and shows some or all of their properties. */
export const showsItemsOf = (
  { kind, parents, noun, itemSchema }: ResourceGroup,
  { path: [name = ''], shown }: ListShown,
): boolean => kind === 'list' && parents.length === 0 && isSameNoun(noun, name) && isSimilar(itemSchema, shown);
