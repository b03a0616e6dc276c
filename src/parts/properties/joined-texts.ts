/** Texts that join whose an item is and what it is called follow both. */
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Binder } from '../../openapi/resources/bind/binder.ts';
import { isSentIn } from '../../openapi/resources/bind/request-mapping.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { joinedIn } from '../../openapi/resources/describe/joined-text.ts';
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
