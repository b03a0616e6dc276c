/** The lists of objects in a body. */

import { isSameNoun } from '../../core/primitives/words.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, isSimilar } from '../../openapi/resources/describe/item-schema.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import type { Schema } from '../../openapi/schema/schema.ts';

/** More lists of one response are not looked at: a document may have a response of a thousand lists for each of a thousand operations. */
const maxLists = 40;

export const listsOf = (
  body: ItemSchema,
  { describe, schemas }: Pick<FinderContext, 'describe' | 'schemas'>,
): ReadonlyMap<string, ItemSchema> => {
  const lists = new Map<string, ItemSchema>();
  for (const name of body.properties) {
    if (lists.size === maxLists) break;
    const items = body.typesOf(name)?.has('array') ? schemas.elementsOf(body.schemaOf(name) as Schema) : undefined;
    if (items !== undefined && schemas.typesOf(items)?.has('object'))
      lists.set(name, describe(schemas.adopt(items, body.key)));
  }
  return lists;
};

interface ListShown {
  readonly path: readonly string[];
  readonly shown: ItemSchema;
}

/** The lists in a body. `depth`: of 2, also those in objects in it, such as the pages of a search: `albums.items`. */
export const listsWithin = (
  body: ItemSchema,
  own: (body: ItemSchema) => ReadonlyMap<string, ItemSchema>,
  depth: number,
): readonly ListShown[] => [
  ...[...own(body)].map(([name, shown]) => ({ path: [name], shown })),
  ...[...(depth > 1 ? body.properties : [])].flatMap((name) => {
    const inner = body.innerOf(name);
    const lists = inner === undefined ? [] : listsWithin(inner, own, depth - 1);
    return lists.map(({ path, shown }) => ({ path: [name, ...path], shown }));
  }),
];

/** Whether a list is named after the items of a collection, and shows some or all of their properties. */
export const showsItemsOf = (
  { kind, parents, noun, itemSchema }: ResourceGroup,
  { path: [name = ''], shown }: ListShown,
): boolean => kind === 'list' && parents.length === 0 && isSameNoun(noun, name) && isSimilar(itemSchema, shown);
