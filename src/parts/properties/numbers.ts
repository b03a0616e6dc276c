/** Numbers that items get in their order below their parents: the `number` of an issue, the `iid` of a ticket. */

import { plainName, singularOf } from '../../core/primitives/words.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { isSentIn } from '../../openapi/resources/bind/request-mapping.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { wordLists } from '../words/index.ts';

type Specs = ReadonlyMap<ResourceGroup, CollectionSpec>;

/** Adds the number of each collection below another one that has such a number, unless requests set it. */
export const withNumbers = (specs: Specs, _candidates: readonly UnboundOperation[], binder: Binder): Specs =>
  new Map(
    [...specs].map(([group, spec]) => {
      const numbered = spec.parents.length === 0 ? undefined : numberIn(group);
      const isGiven = numbered !== undefined && numbered !== spec.idProperty && !isSentIn(group, binder)(numbered);
      return [group, isGiven ? { ...spec, numbered } : spec];
    }),
  );

/** `number`, `iid`, `issue_number` */
const numberIn = ({ itemSchema: { properties, typesOf }, noun }: ResourceGroup): string | undefined => {
  const own = `${singularOf(noun)}number`;
  const isNamed = (name: string): boolean => wordLists.ownNumbers.has(name) || plainName(name) === own;
  return [...properties].find((name) => isNamed(name) && typesOf(name)?.has('integer'));
};
