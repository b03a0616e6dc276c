/** Bodies around a list that only those around one item tell from an item with a list: `{ id, code, content: [...] }` beside `{ id, code, content: {...} }`. */

import { maxSearchedDepth } from '../../core/primitives/json.ts';
import { lazily, remembered } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import {
  type Describe,
  type ItemSchema,
  keyBehind,
  ofEach,
  twinKey,
} from '../../openapi/resources/describe/item-schema.ts';
import { contentOf, isKeyName, isUsualWrapper } from '../../openapi/resources/describe/locate-items.ts';
import { isPageProperty } from '../../openapi/resources/describe/paging-names.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { wordLists } from '../words/index.ts';

/** Bodies with more properties are items. */
const maxEnvelope = 50;

export const createAround = (documented: readonly UnboundOperation[], describe: Describe, schemas: SchemaSet) => {
  const shown = new Set(documented.flatMap(({ success }) => success?.json?.key ?? []));
  const bodies = lazily(() => {
    const found = new Map<ItemSchema, number>();
    const add = (body: ItemSchema, depth: number): void => {
      if (body.properties.size > maxEnvelope || (found.get(body) ?? Number.POSITIVE_INFINITY) <= depth) return;
      found.set(body, depth);
      for (const name of depth < maxSearchedDepth ? body.properties : []) {
        const inner = isUsualWrapper(name) ? body.innerOf(name) : undefined;
        if (inner !== undefined) add(inner, depth + 1);
      }
    };
    for (const key of shown) add(describe(key), 1);
    return [...found.keys()];
  });
  const byNames = lazily(() => Map.groupBy(bodies(), namesOf));
  const byRest = lazily(() => Map.groupBy(bodies(), namesBesideContent));
  const listed = lazily(() => {
    const found = new Set<string>();
    const read = new Map<Schema, number>();
    const add = (schema: Schema, key: string, depth: number): void => {
      if ((read.get(schema) ?? Number.POSITIVE_INFINITY) <= depth) return;
      read.set(schema, depth);
      for (const { items, properties = {} } of schemas.partsOf(schema, 'some')) {
        if (items !== undefined) found.add(keyBehind(schemas.adopt(items, key), schemas));
        if (depth === maxSearchedDepth) continue;
        for (const inner of Object.values(properties)) add(inner, key, depth + 1);
      }
    };
    for (const key of shown) add(schemas.get(key).schema, key, 0);
    return found;
  });
  const sent = lazily(() => {
    const bodies = documented.flatMap(({ bodyKey }) => (bodyKey === undefined ? [] : [describe(bodyKey)]));
    // What a response says of itself, a client says only of an item.
    return new Set(bodies.filter(({ properties }) => [...properties].some(wordLists.saidOfItems.has)).map(namesIn));
  });
  return {
    isAroundList: (body: ItemSchema, name: string, item: ItemSchema): boolean => {
      if (body.properties.size > maxEnvelope) return false;
      const alike = byNames().get(namesOf(body));
      if (alike !== undefined && itemsIn(alike)(name).has(twinKey(item))) return true;
      const rest = onlyContentOf(body) === name ? namesBesideContent(body) : undefined;
      return rest !== undefined && itemsBeside(byRest().get(rest) ?? []).has(twinKey(item));
    },
    /** No list has envelopes as its elements, and no client sends what a response says of itself. */
    isItem: (body: ItemSchema): boolean => sent().has(namesIn(body)) || listed().has(body.key),
  };
};

/** The names of the properties beside those that name something. */
const namesIn = ({ properties }: ItemSchema) =>
  [...properties]
    .filter((name) => !isKeyName(name))
    .sort()
    .join();

/** The names of a body without those of pages. */
const ownNamesOf = ofEach(({ properties }): readonly string[] =>
  [...properties].filter((name) => !isPageProperty(name)).sort(),
);
const namesOf = ofEach((body) => ownNamesOf(body).join());

const onlyContentOf = ofEach((body) => theOnly(contentOf(body)));

/** The rest of a body that is about the response but for one property, whatever the name of this one is. */
const namesBesideContent = ofEach((body): string | undefined => {
  const only = onlyContentOf(body);
  const rest = ownNamesOf(body).filter((name) => name !== only);
  return only === undefined || rest.length === 0 ? undefined : rest.join();
});

const twinsAt = (bodies: readonly ItemSchema[], nameOf: (body: ItemSchema) => string): ReadonlySet<string> =>
  new Set(bodies.flatMap((body) => [body.innerOf(nameOf(body)) ?? []].flat().map(twinKey)));

/** The items that bodies with the same names are around, by the name of the property. */
const itemsIn = ofEach((bodies: readonly ItemSchema[]) => remembered((name) => twinsAt(bodies, () => name)));
const itemsBeside = ofEach((bodies: readonly ItemSchema[]) => twinsAt(bodies, (body) => onlyContentOf(body) as string));
