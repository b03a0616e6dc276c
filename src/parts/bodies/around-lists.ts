/** Bodies around a list that only those around one item tell from an item with a list: `{ id, code, content: [...] }` beside `{ id, code, content: {...} }`. */
import { maxSearchedDepth } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { theOnly } from '../../core/primitives/the-only.ts';
import { type Describe, type ItemSchema, twinKey } from '../../openapi/resources/describe/item-schema.ts';
import { contentOf, isKeyName, isUsualWrapper } from '../../openapi/resources/describe/locate-items.ts';
import { isPageProperty } from '../../openapi/resources/describe/paging-names.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { partsOf, propertiesOf } from '../../openapi/schema/applicable-schemas.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';

/** Bodies with more properties are items. */
const maxEnvelope = 50;

export const createAround = (documented: readonly UnboundOperation[], describe: Describe, schemas: SchemaSet) => {
  const aroundOne = lazily(() => {
    const found = new Set<string>();
    const add = (body: ItemSchema, depth: number): void => {
      for (const name of body.properties.size > maxEnvelope ? [] : body.properties) {
        const inner = body.innerOf(name);
        if (inner === undefined) continue;
        for (const sign of signsOf(body, name, inner)) found.add(sign);
        if (isUsualWrapper(name) && depth < maxSearchedDepth) add(inner, depth + 1);
      }
    };
    for (const { success } of documented) if (success?.json !== undefined) add(describe(success.json.key), 1);
    return found;
  });
  const listed = lazily(() => {
    const found = new Set<string>();
    const add = (schema: Schema, key: string, depth: number): void => {
      const parts = partsOf(schemas, schema, 'some');
      for (const { items } of parts) if (items !== undefined) found.add(describe(schemas.adopt(items, key)).key);
      if (depth === maxSearchedDepth) return;
      for (const [inner] of propertiesOf(schemas, parts).values()) if (inner !== undefined) add(inner, key, depth + 1);
    };
    for (const { success } of documented)
      if (success?.json !== undefined) add({ $ref: success.json.key }, success.json.key, 0);
    return found;
  });
  const sent = lazily(() => {
    const bodies = documented.flatMap(({ bodyKey }) => (bodyKey === undefined ? [] : [describe(bodyKey)]));
    return new Set(bodies.filter(({ properties }) => [...properties].some((name) => said.test(name))).map(namesIn));
  });
  return {
    isAroundList: (body: ItemSchema, name: string, item: ItemSchema): boolean =>
      body.properties.size <= maxEnvelope && signsOf(body, name, item).some((sign) => aroundOne().has(sign)),
    /** No list has envelopes as its elements, and no client sends what a response says of itself. */
    isItem: (body: ItemSchema): boolean => listed().has(body.key) || sent().has(namesIn(body)),
  };
};

/** What a response says of itself, and a client only of an item. */
const said = /^(message|msg|status|code|kind|type)$/i;

/** The names of the properties beside those that name something. */
const namesIn = ({ properties }: ItemSchema): string =>
  [...properties]
    .filter((name) => !isKeyName(name))
    .sort()
    .join();

/** What a body around one item and one around a list have in common: the item, the rest, and the name, unless the rest is about the response. */
const signsOf = (body: ItemSchema, name: string, item: ItemSchema): readonly string[] => {
  const rest = [...body.properties].filter((other) => other !== name && !isPageProperty(other)).sort();
  const isBeside = rest.length > 0 && theOnly(contentOf(body)) === name;
  return [[name], ...(isBeside ? [[]] : [])].map((names) => JSON.stringify([twinKey(item), rest, ...names]));
};
