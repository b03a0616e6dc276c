/** What a new item has of its own. */
import type { JsonObject } from '../../../core/primitives/json.ts';
import { firstOf, partsOf, propertiesOf } from '../../schema/applicable-schemas.ts';
import type { ResourceGroup } from '../describe/group.ts';
import type { FoundCount } from './item-counts.ts';
import type { SentContext } from './request-mapping.ts';

/** Nothing is below a new item: its counts are 0, and lists with a path of their own have no elements, if they may be empty. */
export const initialOf = (
  { itemSchema, roles }: ResourceGroup,
  counts: readonly FoundCount[],
  { compilation: { schemas } }: SentContext,
): JsonObject => {
  const certain = propertiesOf(schemas, partsOf(schemas, { $ref: itemSchema.key }, 'all'));
  const mayBeEmpty = (name: string): boolean => {
    const parts = partsOf(schemas, itemSchema.schemaOf(name) ?? true, 'some');
    return certain.has(name) && !(Number(firstOf(parts, 'minItems')) > 0);
  };
  return Object.fromEntries([
    ...counts
      .filter(({ isLast }) => isLast !== 'absent')
      .map(({ property, isList, isLast }) => [property, isList ? [] : isLast ? null : 0]),
    ...roles.flatMap(({ part }) => (part?.isList && mayBeEmpty(part.name) ? [[part.name, []]] : [])),
  ]);
};
