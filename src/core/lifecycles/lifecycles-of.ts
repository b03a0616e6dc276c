import type { LifecycleEnd } from '../faults/effects.ts';
import type { CollectionSpec, Lifecycle } from '../service/collection-facts.ts';
import { findItem } from '../state/collection.ts';
import type { Change, State } from '../state/state.ts';

type RulesOf = { readonly rules: Pick<State['rules'], 'lifecycles'> };

/** The lifecycles of the items of a collection: those of the scenario, else those of the document. */
export const lifecyclesOf = ({ rules }: RulesOf, spec: CollectionSpec): readonly Lifecycle[] =>
  rules.lifecycles?.[spec.name] ?? spec.lifecycles ?? none;

const none: readonly never[] = [];

/** Whether the changes create an item with a lifecycle that may have this end. `state`: before the changes. */
export const canEndOtherwise = (state: State, changes: readonly Change[], end: LifecycleEnd): boolean =>
  changes.some((change) => {
    const collection = change.type === 'put' ? state.collections.get(change.collection) : undefined;
    if (change.type !== 'put' || collection === undefined || findItem(collection, change.key) !== undefined)
      return false;
    return hasOtherEnd(state, collection.spec, end);
  });

export const hasOtherEnd = (state: RulesOf, spec: CollectionSpec, end: LifecycleEnd): boolean =>
  lifecyclesOf(state, spec).some(
    ({ steps, failure }) => steps.length > 1 && (end === 'stuck' || failure !== undefined),
  );
