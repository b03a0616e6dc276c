/** The lists of objects in a body. */

import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import { elementsOf, typesOf } from '../../openapi/schema/applicable-schemas.ts';
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
    const items = body.typesOf(name)?.has('array') ? elementsOf(schemas, body.schemaOf(name) as Schema) : undefined;
    if (items !== undefined && typesOf(schemas, items)?.has('object'))
      lists.set(name, describe(schemas.adopt(items, body.key)));
  }
  return lists;
};
