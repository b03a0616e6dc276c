/** Other items that a body names by their ids, and that must exist: the `customerId` of an order. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun, wordsOf } from '../../core/primitives/words.ts';
import type { Binding, NamedItem } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import { isDocumented } from '../../core/service/operation.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import type { ResourceGroup, Role } from '../../openapi/resources/describe/group.ts';
import { elementsOf, firstOf, partsOf, typesOf } from '../../openapi/schema/applicable-schemas.ts';
import type { Schema } from '../../openapi/schema/schema.ts';

type Specs = ReadonlyMap<ResourceGroup, CollectionSpec>;

/** Adds the items that a write names, if it documents that one of them may be missing. */
export const namedInBody = (specs: Specs, { describe, schemas }: Binder) => {
  const lists = [...specs.keys()].filter(({ kind, idProperty }) => kind === 'list' && idProperty !== undefined);
  return (binding: Binding, { candidate }: Role, group: ResourceGroup): Binding => {
    const { bodyKey, operation } = candidate;
    const isWrite = binding.action !== 'list' && binding.action !== 'read' && binding.action !== 'delete';
    if (!isWrite || binding.bulk || bodyKey === undefined || !isDocumented(operation, 404)) return binding;
    const { path } = binding.mapping;
    const sent = path.reduce((outer, name) => outer.innerOf(name) ?? outer, describe(bodyKey));
    const named = [...sent.properties].flatMap((name): readonly NamedItem[] => {
      const own = sent.schemaOf(name) as Schema;
      const id = typesOf(schemas, own)?.has('array') ? (elementsOf(schemas, own) ?? true) : own;
      const types = typesOf(schemas, id);
      const isCode = types?.has('string') && sent.formatOf(name) !== 'uuid';
      const target = targetOf(name, group, lists, isCode);
      const spec = target && specs.get(target);
      const isCertain = spec && isKnown(target, spec) && isOfType(types, target);
      if (!isCertain) return [];
      const examples = firstOf(partsOf(schemas, own, 'some'), 'examples');
      return [{ path: [...path, name], collection: spec.name, ...(examples && { examples }) }];
    });
    return named.length === 0 ? binding : { ...binding, named };
  };
};

/** Whether clients can see or make its items, and each is found by its id. */
const isKnown = ({ roles, parents }: ResourceGroup, { isFoundAnywhere }: CollectionSpec): boolean =>
  roles.some(({ action }) => action === 'list' || action === 'create') && (parents.length === 0 || isFoundAnywhere);

const isOfType = (types: ReturnType<typeof typesOf>, { itemSchema, idProperty = '' }: ResourceGroup): boolean =>
  !types?.has('object') &&
  (['integer', 'string'] as const).some((type) => types?.has(type) && itemSchema.typesOf(idProperty)?.has(type));

/** The things that the name of an id names: `customers` for `customerId` and `customer_ids`, and if it is no code, also for `from_customer_id`. */
const targetOf = (
  name: string,
  own: ResourceGroup,
  lists: readonly ResourceGroup[],
  isCode = false,
): ResourceGroup | undefined => {
  const words = wordsOf(/^(.{2,}?)[_-]?ids?$/i.exec(name)?.[1] ?? '');
  if (words.join() === 'parent') return own;
  for (const start of words.keys()) {
    const noun = words.slice(start).join('');
    const found = lists.filter((group) => isSameNoun(noun, group.noun));
    const only = theOnly(found);
    if (found.length > 0) return (start === 0 ? only === own : isCode) ? undefined : only;
  }
  return undefined;
};
