/** Lists of ids in a request: `{ "ids": [1, 2] }`, `?ids=1,2`. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun, plainName } from '../../core/primitives/words.ts';
import type { ManyShape, ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { isUsualList } from '../../openapi/resources/describe/paging-names.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext } from '../../openapi/resources/find/finder-context.ts';
import type { Schema } from '../../openapi/schema/schema.ts';
import { elementsOf, typesOf } from '../../openapi/schema/schema-set.ts';
import { wordLists } from '../words/index.ts';

/** The ids of items in the body or in the query. */
export const idsIn = (
  { operation, bodyKey }: UnboundOperation,
  { noun, itemSchema }: Pick<ResourceGroup, 'noun' | 'itemSchema'>,
  idProperty: string,
  { schemas, describe }: FinderContext,
): ManyShape | undefined => {
  const elementsIn = (schema: Schema): Schema | undefined =>
    typesOf(schemas, schema)?.has('array') ? (elementsOf(schemas, schema) ?? true) : undefined;
  // An id may be an integer in the item, and a text in a request.
  const isScalar = (types: ReturnType<typeof typesOf>): boolean =>
    types?.has('string') || types?.has('integer') || false;
  const isId = (schema: Schema, isSaid = false): boolean => {
    const [own, types] = [itemSchema.typesOf(idProperty), typesOf(schemas, schema)];
    if (types?.has('object')) {
      const { properties } = describe(schemas.adopt(schema, itemSchema.key));
      return properties.size === 1 && properties.has(idProperty);
    }
    if (own === undefined || types === undefined) return true;
    return isSaid ? isScalar(own) && isScalar(types) : [...types].some((type) => own.has(type));
  };
  const isNamed = (name: string): boolean => {
    const plain = plainName(name);
    const base = wordLists.idEnds.withoutEnd(plain);
    return isUsualList(name) || base === '' || isSameNoun(base, noun);
  };
  if (bodyKey !== undefined) {
    const own = elementsIn({ $ref: bodyKey });
    if (own !== undefined) return isId(own) ? { in: 'body', at: [], key: schemas.adopt(own, bodyKey) } : undefined;
    const sent = describe(bodyKey);
    const lists = [...sent.properties].flatMap((name) => {
      const elements = elementsIn(sent.schemaOf(name) as Schema);
      return elements === undefined || !isId(elements, isNamed(name)) ? [] : [{ name, elements }];
    });
    const named = lists.filter(({ name }) => isNamed(name));
    const only = theOnly(named.length > 0 ? named : sent.properties.size === 1 ? lists : []);
    return only && { in: 'body', at: [only.name], key: schemas.adopt(only.elements, sent.key) };
  }
  const found = operation.parameters.find(({ in: location, name }) => location === 'query' && isNamed(name));
  return found && { in: 'parameter', name: found.name };
};
