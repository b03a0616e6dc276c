/** What items show of others that are stored: how many belong to them, these items, and the last one; and what a new item begins with. */

import { type Json, type JsonObject, setProperty } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { lastWord } from '../../core/primitives/words.ts';
import { isWritable } from '../../core/resources/request-properties.ts';
import type { CollectionSpec, ItemCount } from '../../core/service/collection-facts.ts';
import { initialValues } from '../../openapi/completion/initial-values.ts';
import { hintFor } from '../../openapi/generate/name-hint.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { sentBy } from '../../openapi/resources/bind/request-mapping.ts';
import type { ResourceGroup, Specs } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import { mergeSchemas } from '../../openapi/schema/merged-schema.ts';
import { firstOf, type SchemaObject } from '../../openapi/schema/schema.ts';
import type { SchemaSet } from '../../openapi/schema/schema-set.ts';
import { openingIn, zerosOf } from '../agreement/index.ts';
import { wordLists } from '../words/index.ts';
import { countsIn, type FoundCount } from './find-counts.ts';

export { type Countable, countedNoun, countsShown, measureOf } from './find-counts.ts';

/** The collections with what they count of each other, and with what a new item begins with. */
export const withCounts = (specs: Specs, binder: Binder) => {
  const all = countsIn([...specs.keys()], binder);
  const nameOf = (group: ResourceGroup): string => (specs.get(group) as CollectionSpec).name;
  const named = ({ owner, counted, ...rest }: FoundCount): ItemCount => ({
    owner: nameOf(owner),
    collection: nameOf(counted),
    ...rest,
  });
  return ({ relations, indexed }: CollectionSpec, group: ResourceGroup): Partial<CollectionSpec> => {
    const own = all.filter(({ owner }) => owner === group);
    const countedBy = all.filter(({ counted }) => counted === group).map(named);
    return {
      relations: lazily(() => ({ ...relations(), counts: own.map(named) })),
      initial: lazily(() => initialOf(group, own, binder)),
      usual: lazily(() => usualOf(group, binder)),
      countedBy,
      indexed: [...new Set([...indexed, ...countedBy.flatMap(({ by }) => by ?? [])])],
    };
  };
};

/** Nothing is below a new item: its counts are 0, and lists with a path of their own have no elements, if they may be empty. */
const initialOf = (group: ResourceGroup, counts: readonly FoundCount[], { schemas }: Binder): JsonObject => {
  const { itemSchema, roles, kind } = group;
  const certain = certainOf(itemSchema, schemas);
  const mayBeEmpty = (name: string) => {
    const parts = schemas.partsOf(itemSchema.schemaOf(name) ?? true, 'some');
    return certain.has(name) && !(Number(firstOf(parts, 'minItems')) > 0);
  };
  const empty = roles.flatMap(({ part }) => (part?.isList && mayBeEmpty(part.name) ? [part.name] : []));
  return Object.fromEntries([
    ...counts
      .filter(({ isLast }) => isLast !== 'absent')
      .map(({ property, isList, isLast, averaged }) => [
        property,
        averaged ? averaged.none : isList ? [] : isLast ? null : 0,
      ]),
    ...empty.map((name) => [name, []]),
    // What is there before anything is added to it costs nothing.
    ...(kind === 'singleton' && empty.length > 0
      ? Object.entries(zerosOf([...certain.keys()], itemSchema.typesOf, 'added', 'taken'))
      : []),
  ]);
};

/** What no creation can state begins as it usually does: the status, flags, and what others count. */
const usualOf = (group: ResourceGroup, binder: Binder): JsonObject => {
  const { itemSchema, roles, noun } = group;
  const { schemas } = binder;
  const creations = roles.filter(({ action, candidate }) => action === 'create' && candidate.bodyKey !== undefined);
  if (creations.length === 0) return {};
  // An open body may have anything, and states what it declares.
  const sent = creations.map(({ candidate }) => {
    const mapping = sentBy(candidate, group, binder);
    return isWritable({ ...mapping, isOpen: mapping.isOpen && mapping.names.size === 0 });
  });
  const usual: Record<string, Json> = {};
  for (const name of certainOf(itemSchema, schemas).keys()) {
    if (sent.some((has) => has(name)) || itemSchema.required.includes(name)) continue;
    const plan = {
      merged: () => mergeSchemas(schemas, [itemSchema.schemaOf(name) ?? true]),
      hint: hintFor(name, noun),
    };
    const first = initialValues(plan).find((value) => value !== null && !Array.isArray(value));
    const value = first ?? openingOf(name, plan.merged().parts, group, schemas);
    if (value !== undefined) setProperty(usual, name, value);
  }
  return usual;
};

/** The first state of a text that lists none: its example, else a value by which lists are filtered. */
const openingOf = (
  name: string,
  parts: readonly SchemaObject[],
  { roles }: ResourceGroup,
  schemas: SchemaSet,
): Json | undefined => {
  if (!wordLists.states.has(lastWord(name))) return undefined;
  const filters = roles.flatMap(({ action, candidate: { operation, parameterKeys } }) =>
    operation.parameters.flatMap((one, at) => (action === 'list' && one.name === name ? parameterKeys[at] : []) ?? []),
  );
  const listed = filters.flatMap(($ref) => schemas.keywordOf({ $ref }, 'enum', 'some') ?? []);
  const shown = parts.flatMap(({ example, examples = [] }) => [example ?? [], examples].flat());
  return openingIn([...shown, ...listed].filter((one) => typeof one === 'string'));
};

/** The properties that every item may have, whichever alternative of its schema it is. */
const certainOf = ({ key }: ItemSchema, schemas: SchemaSet) =>
  schemas.propertiesIn(schemas.partsOf({ $ref: key }, 'all'));
