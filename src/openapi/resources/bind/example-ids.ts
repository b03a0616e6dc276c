/** Ids that the document gives as examples: of an item's own path, and of the paths below it. */

import type { Json } from '../../../core/primitives/json.ts';
import { getOrInsert } from '../../../core/primitives/lazy.ts';
import { maxExamples } from '../../../core/primitives/units.ts';
import { idText } from '../../../core/state/item-key.ts';
import { documentedValues, exampleIdsOf, type ResourceGroup } from '../describe/group.ts';
import { pathOf, pathParameterOf, pathThrough, type UnboundOperation } from '../describe/unbound-operation.ts';

export interface ExampleIds {
  /** The ids of the items of a group. A client that follows the examples finds each of them. */
  readonly of: (group: ResourceGroup) => readonly Json[];
  /** The ids of a parent of a group, by its index. */
  readonly ofParent: (group: Pick<ResourceGroup, 'path'>, index: number) => readonly Json[];
}

export const createExampleIds = (candidates: readonly UnboundOperation[]): ExampleIds => {
  const byItemPath = new Map<string, Json[]>();
  for (const candidate of candidates) {
    const { erased, parameters } = pathOf(candidate);
    for (const [index, name] of parameters.entries()) {
      const path = pathThrough(erased, index + 1);
      const known = getOrInsert(byItemPath, path, () => []);
      // One by one: a call has too many arguments for a hundred thousand examples.
      for (const value of documentedValues(pathParameterOf(candidate, name))) known.push(value);
    }
  }
  return {
    of: ({ path, roles }) => distinct([...roles.flatMap(exampleIdsOf), ...(byItemPath.get(`${path}/{}`) ?? [])]),
    ofParent: ({ path }, index) => byItemPath.get(pathThrough(path, index + 1)) ?? [],
  };
};

const distinct = (ids: readonly Json[]): readonly Json[] =>
  [
    ...new Map(
      ids.flatMap((id) => {
        const text = idText(id);
        return text === undefined ? [] : [[text, id] as const];
      }),
    ).values(),
  ].slice(0, maxExamples);
