/** Finds the operations that return the number of items in a list: `GET /tasks/count`. */

import { plainName } from '../../../core/primitives/singular.ts';
import { typesOf } from '../../schema/applicable-schemas.ts';
import { type ResourceGroup, roleOf } from '../describe/group.ts';
import { parentPath } from '../describe/path-template.ts';
import { pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { type FinderContext, isFree } from './finder-context.ts';

export const bindCounts = (
  finding: FinderContext,
  groups: readonly ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): void => {
  for (const candidate of [...finding.byPath.values()].flat().filter(isFree(bound))) {
    const { erased } = pathOf(candidate);
    const isCount = plainName(erased.slice(erased.lastIndexOf('/') + 1)) === 'count';
    const key = isCount ? candidate.success?.json?.key : undefined;
    const count = key === undefined ? undefined : numberIn(key, finding);
    if (count === undefined) continue;
    const path = parentPath(erased);
    const group = groups.find((one) => one.path === path);
    if (group === undefined) continue;
    const list = group.roles.find(({ action, candidate: one }) => action === 'list' && pathOf(one).erased === path);
    const { isInScope = true, pathFilters = [] } = list ?? {};
    const reason = `Counts the items of ${group.template}.`;
    group.roles.push(roleOf('list', candidate, { count, isInScope, pathFilters, reason, confidence: 'medium' }));
  }
};

const countNames = /^(count|total|totalcount|number|size)$/;

/** The path to the count in a body: the body itself, or a property that is named so. */
const numberIn = (
  key: string,
  { compilation: { schemas }, describe }: FinderContext,
): readonly string[] | undefined => {
  const isNumber = (types: ReturnType<typeof typesOf>): boolean =>
    types !== undefined && (types.has('integer') || types.has('number')) && !types.has('string');
  if (isNumber(typesOf(schemas, { $ref: key }))) return [];
  const body = describe(key);
  const name = [...body.properties].find((one) => countNames.test(plainName(one)) && isNumber(body.typesOf(one)));
  return name === undefined ? undefined : [name];
};
