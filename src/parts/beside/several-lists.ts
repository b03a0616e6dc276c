/** Lists below an item whose responses have several, and a name of their own: `GET /packages/{name}/dependents` with `requirements` and `releases`. */

import { isPlural, singularOf } from '../../core/primitives/words.ts';
import { findId } from '../../openapi/resources/describe/find-id.ts';
import { groupOf, hasItems, itemPathsOf, type ResourceGroup, roleOf } from '../../openapi/resources/describe/group.ts';
import { hasOwnId } from '../../openapi/resources/describe/item-schema.ts';
import {
  methodOf,
  parentPath,
  pathOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { listAt } from '../../openapi/resources/find/views.ts';
import { listsOf } from './lists-of.ts';

/** Takes the first list for that of the path. */
export const findSeveral = (finding: Known): void => {
  const { groups, isFree, byPath } = finding;
  const items = new Set(groups.filter(hasItems).flatMap(itemPathsOf));
  for (const [path, candidates] of byPath) {
    if (!items.has(parentPath(path)) || candidates.some((one) => methodOf(one) !== 'GET')) continue;
    const [candidate] = candidates.filter(isFree);
    const group = candidate && groupOfFirst(candidate, finding);
    if (group !== undefined) groups.push(group);
  }
};

const groupOfFirst = (candidate: UnboundOperation, finding: FinderContext): ResourceGroup | undefined => {
  const { noun, endsInParameter } = pathOf(candidate);
  const key = candidate.success?.json?.key;
  if (endsInParameter || !isPlural(noun) || key === undefined || listAt(candidate, finding)) return undefined;
  const body = finding.describe(key);
  const lists = listsOf(body, finding);
  const [first, second] = lists;
  // An item with lists has more of its own.
  const isOfLists = [...body.properties].every((name) => lists.has(name) || body.innerOf(name) !== undefined);
  if (first === undefined || second === undefined || !isOfLists || hasOwnId(body, noun)) return undefined;
  const [name, itemSchema] = first;
  const idProperty = findId(itemSchema, singularOf(name))?.property;
  const shape = { at: [name], listed: true, key: itemSchema.key } as const;
  const reason = `Returns several lists; the first, "${name}", is that of its path, which no other operation reads or writes.`;
  const roles = [roleOf('list', candidate, { shape, reason, confidence: 'medium' })];
  return groupOf(candidate, { kind: 'list', itemSchema, idProperty, roles });
};
