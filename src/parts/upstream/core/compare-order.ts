/** The order of the items that two lists have in common, as far as this world can know it. */

import { equalsJson, getMember, type Json, type JsonObject } from '../../../core/primitives/json.ts';
import { maxShownRows } from '../../../core/primitives/units.ts';
import type { SortTerm } from '../../../core/service/binding.ts';
import type { Differences } from './compare-values.ts';
import type { ShownItem } from './shown-items.ts';

/** An item in both lists. */
export interface ListedPair {
  readonly id: string;
  /** Its place in the list of the simulation. */
  readonly place: number;
  readonly shown: ShownItem;
  readonly simulated: JsonObject;
  readonly real: JsonObject;
}

/** `pairs`: in the order of the upstream. `terms`: by which the request sorts. */
export const compareOrder = (
  found: Differences,
  pointer: string,
  pairs: readonly ListedPair[],
  { terms }: { readonly terms: readonly SortTerm[] },
): void => {
  const isKnown = terms.length === 0 ? isKnownOrder : isSortedAlike(terms);
  const differs = pairs.some((pair, index) => {
    const before = pairs[index - 1];
    return before !== undefined && before.place > pair.place && isKnown(pair, before);
  });
  if (!differs) return;
  const inOrder = (list: readonly ListedPair[]): Json => list.slice(0, maxShownRows).map(({ id }) => id);
  const own = pairs.toSorted((left, right) => left.place - right.place);
  found.add('order', pointer, { simulated: inOrder(own), real: inOrder(pairs) });
};

/** Whether the upstream has shown that the first one comes before the second: in a list, or as it was created later. */
const isKnownOrder = ({ shown: first }: ListedPair, { shown: second }: ListedPair): boolean =>
  (first.list !== undefined && first.list === second.list) || (second.isCreated && first.since < second.since);

/** Both services show the same values of what they sort by, and these differ between the items. */
const isSortedAlike =
  (terms: readonly SortTerm[]) =>
  (first: ListedPair, second: ListedPair): boolean => {
    const properties = terms.flatMap(({ property }) => property ?? []);
    const isSame = ({ simulated, real }: ListedPair): boolean =>
      properties.every((name) => equalsJson(valueAt(simulated, name), valueAt(real, name)));
    const isTie = properties.every((name) => equalsJson(valueAt(first.real, name), valueAt(second.real, name)));
    return properties.length > 0 && !isTie && isSame(first) && isSame(second);
  };

const valueAt = (item: JsonObject, name: string): Json => getMember(item, name) ?? null;
