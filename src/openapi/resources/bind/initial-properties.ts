/** What a new item has of its own. */
import type { Json, JsonObject } from '../../../core/primitives/json.ts';
import { isWritable } from '../../../core/resources/request-properties.ts';
import { usualInitial } from '../../completion/initial-values.ts';
import { wordsOf } from '../../generate/name-hint.ts';
import { firstOf, partsOf, propertiesOf } from '../../schema/applicable-schemas.ts';
import type { ResourceGroup } from '../describe/group.ts';
import type { FoundCount } from './item-counts.ts';
import { type SentContext, sentBy } from './request-properties.ts';

/**
 * Nothing is below a new item: its counts are 0, and lists with a path of their own have no elements. What no creation can send is as
 * it is usual for a new item: documents without `required` do not say that each has a status.
 */
export const initialOf = (group: ResourceGroup, counts: readonly FoundCount[], context: SentContext): JsonObject => {
  const { itemSchema, roles } = group;
  const { schemas } = context.compilation;
  const certain = propertiesOf(schemas, partsOf(schemas, { $ref: itemSchema.key }, 'all'));
  const mayBeEmpty = (name: string): boolean => {
    const parts = partsOf(schemas, itemSchema.schemaOf(name) ?? true, 'some');
    return certain.has(name) && !(Number(firstOf(parts, 'minItems')) > 0);
  };
  return Object.fromEntries([
    ...unsentIn(group, context).flatMap((name): [string, Json][] => {
      const parts = partsOf(schemas, itemSchema.schemaOf(name) ?? true, 'all');
      const values = firstOf(parts, 'enum') as readonly Json[] | undefined;
      const [value] = usualInitial({ types: itemSchema.typesOf(name), values, words: wordsOf(name) });
      // A list may as well be of links.
      return value === undefined || Array.isArray(value) ? [] : [[name, value]];
    }),
    ...counts.map(({ property, isList }) => [property, isList ? [] : 0]),
    ...roles.flatMap(({ part }) => (part?.isList && mayBeEmpty(part.name) ? [[part.name, []]] : [])),
  ]);
};

/** The properties that no creation can send, if the schema requires nothing but the id: otherwise what is optional stays absent. */
const unsentIn = (group: ResourceGroup, context: SentContext): readonly string[] => {
  const { itemSchema, kind, idProperty, parents, aliases, roles } = group;
  const creations = roles.filter(({ action }) => action === 'create');
  const saysRequired = itemSchema.required.some((name) => name !== idProperty);
  if (kind !== 'list' || creations.length === 0 || saysRequired) return [];
  const sending = creations.map(({ candidate }) => isWritable(sentBy(candidate, group, context)));
  const others = new Set([idProperty, ...parents, ...aliases, ...itemSchema.required]);
  return [...itemSchema.properties].filter((name) => !others.has(name) && !sending.some((isSent) => isSent(name)));
};
