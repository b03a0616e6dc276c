/** Keeps texts that join an owner and a name (`full_name: ada/tools`) equal to these two. */
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { isSentIn } from '../../openapi/resources/bind/request-mapping.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { joinedIn } from '../../openapi/resources/describe/joined-text.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';

type Specs = ReadonlyMap<ResourceGroup, CollectionSpec>;

/** Adds the text of each collection that has one, unless requests set it. */
export const withJoined = (specs: Specs, _candidates: readonly UnboundOperation[], binder: Binder): Specs =>
  new Map(
    [...specs].map(([group, spec]) => {
      const joined = joinedIn(group.itemSchema);
      const isKept = joined === undefined || isSentIn(group, binder)(joined.property);
      return [group, isKept ? spec : { ...spec, joined }];
    }),
  );
