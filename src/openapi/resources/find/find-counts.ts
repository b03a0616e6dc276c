/** Finds the operations that return the number of items in a list: `GET /tasks/count`. */

import { plainName } from '../../../core/primitives/singular.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { typesOf } from '../../schema/applicable-schemas.ts';
import { type ResourceGroup, roleOf } from '../describe/group.ts';
import { lastSegment, parentPath } from '../describe/path-template.ts';
import { methodOf, pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { statedBy, statedText } from './find-lone-lists.ts';
import { type FinderContext, isFree } from './finder-context.ts';

export const bindCounts = (
  finding: FinderContext,
  groups: readonly ResourceGroup[],
  bound: ReadonlySet<UnboundOperation>,
): void => {
  for (const candidate of [...finding.byPath.values()].flat().filter(isFree(bound))) {
    const { erased } = pathOf(candidate);
    const own = plainName(lastSegment(erased));
    const isCount = /^count|count$/.test(own);
    const key = isCount && ['GET', 'POST'].includes(methodOf(candidate)) ? candidate.success?.json?.key : undefined;
    const count = key === undefined ? undefined : numberIn(key, finding);
    if (count === undefined) continue;
    const path = parentPath(erased);
    const groupAt = groups.find((group) => group.path === path);
    const group = groupAt ?? groups.find(({ roles }) => roles.some(isListAt(path)));
    if (group === undefined) continue;
    const word = own.replace(/^count|count$/, '');
    const stated = word === '' ? undefined : statedBy(word, group.itemSchema, finding);
    if (word !== '' && stated === undefined) continue;
    const { isInScope = true, pathFilters = [] } = group.roles.find(isListAt(path)) ?? {};
    const reason = `Counts the items of ${group.template}${statedText(stated)}.`;
    group.roles.push(
      roleOf('list', candidate, { count, isInScope, pathFilters, stated, reason, confidence: 'medium' }),
    );
  }
};

const isListAt =
  (path: string) =>
  ({ action, candidate }: ResourceGroup['roles'][number]): boolean =>
    action === 'list' && pathOf(candidate).erased === path;

const countNames = /^(count|total|totalcount|number|size)$/;

/** The path to the count in a body: the body itself, a property that is named so or alone, or one of its only object. */
export const numberIn = (key: string, { schemas, describe }: FinderContext): readonly string[] | undefined => {
  const isNumber = (types: ReturnType<typeof typesOf>): boolean =>
    types !== undefined && (types.has('integer') || types.has('number')) && !types.has('string');
  const body = describe(key);
  if (isNumber(typesOf(schemas, { $ref: key }))) return [];
  const numbersIn = (schema: typeof body): readonly string[] =>
    [...schema.properties].filter((name) => isNumber(schema.typesOf(name)));
  const countIn = (schema: typeof body): string | undefined => {
    const numbers = numbersIn(schema);
    return (
      numbers.find((name) => countNames.test(plainName(name))) ??
      (schema.properties.size === 1 ? numbers[0] : undefined)
    );
  };
  const own = countIn(body);
  if (own !== undefined) return [own];
  const only = theOnly([...body.properties], (name) => body.typesOf(name)?.has('object') === true);
  const inner = only === undefined ? undefined : body.innerOf(only);
  const found = inner && countIn(inner);
  return found === undefined ? undefined : [only as string, found];
};
