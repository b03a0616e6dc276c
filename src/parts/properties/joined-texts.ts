/** Finds texts that join whose an item is and what it is called: the `full_name` of a repository, `ada/tools`. */
import { joinsNames, ownersInJoined } from '../../core/primitives/id-names.ts';
import { plainName } from '../../core/primitives/singular.ts';
import type { CollectionSpec, JoinedText } from '../../core/service/collection-facts.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { isSentIn } from '../../openapi/resources/bind/request-mapping.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';

type Specs = ReadonlyMap<ResourceGroup, CollectionSpec>;

/** Adds such a text, which no request sets. */
export const withJoined = (specs: Specs, _candidates: readonly UnboundOperation[], binder: Binder): Specs =>
  new Map(
    [...specs].map(([group, spec]) => {
      const joined = joinedIn(group.itemSchema);
      const isKept = joined === undefined || isSentIn(group, binder)(joined.property);
      return [group, isKept ? spec : { ...spec, joined }];
    }),
  );

const joinedIn = ({ properties, typesOf, innerOf }: ItemSchema): JoinedText | undefined => {
  const names = [...properties];
  const property = names.find((name) => joinsNames(name) && typesOf(name)?.has('string'));
  if (property === undefined || names.some((name) => plainName(name) === 'email')) return undefined;
  const named = (plain: string): string | undefined => names.find((name) => plainName(name) === plain);
  const own = ['slug', 'path', 'name'].map(named).find((name) => name !== undefined);
  const owner = ownersInJoined.map(named).find((name) => name !== undefined);
  if (own === undefined || owner === undefined) return undefined;
  const inner = innerOf(owner)?.properties;
  const label = ['login', 'username', 'slug', 'path', 'name'].find((one) => inner?.has(one));
  return { property, from: [label === undefined ? owner : `${owner}.${label}`, own] };
};
