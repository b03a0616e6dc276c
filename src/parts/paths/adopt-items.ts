/** Binds items at a path without their parents: `/variants/{id}` beside `/products/{id}/variants`. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { isSameNoun } from '../../core/primitives/words.ts';
import { isIdName } from '../../core/service/id-names.ts';
import { findId, idParameterFor } from '../../openapi/resources/describe/find-id.ts';
import { hasItems, type ResourceGroup, type Role, roleOf } from '../../openapi/resources/describe/group.ts';
import { type ItemSchema, isTwin } from '../../openapi/resources/describe/item-schema.ts';
import {
  lastSegment,
  methodOf,
  parentPath,
  pathOf,
  pathThrough,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { rolesAtOtherPath } from '../../openapi/resources/find/collection-rows.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { answerShape } from '../../openapi/resources/find/item-match.ts';

/** The ids of items that are found at one path, though several collections have them, are different. */
const idsApart = 1000;

/** Replaces groups by those with more operations, and removes groups whose operations another one takes. */
export const adoptItems = (finding: Known): void => {
  const { groups } = finding;
  const nested = new Set(groups.filter(isNestedList));
  const lists = new Set([...nested].flatMap(({ roles }) => roles.map(({ candidate }) => candidate)));
  const byPath = new Map(groups.toReversed().map((group) => [group.path, group]));
  for (const [path, all] of finding.byPath) {
    const candidates = all.filter((candidate) => !lists.has(candidate));
    const own = path.endsWith('/{}') ? parentPath(path) : undefined;
    const present = own === undefined ? undefined : byPath.get(own);
    const isOwned = present?.roles.some(({ action, key }) => key !== 'path' && action !== 'list') === true;
    if (own === undefined || isOwned) continue;
    const sample = candidates.find((candidate) => methodOf(candidate) === 'GET') ?? candidates[0];
    const owners = sample === undefined ? [] : ownersOf(sample, nested, finding);
    const taking = owners.flatMap((owner) => {
      const grown = withItems(owner, sample as UnboundOperation, candidates, finding);
      return grown === undefined ? [] : [{ owner, grown }];
    });
    const [first] = taking;
    if (first === undefined || taking.length < owners.length) continue;
    for (const [at, { owner, grown }] of taking.entries()) {
      const isBeside = ({ candidate }: Role): boolean => at > 0 && candidates.includes(candidate);
      const roles = grown.roles.map((role) => (isBeside(role) ? { ...role, isBeside: true } : role));
      const next = { ...grown, roles, ...(at > 0 && { firstId: at * idsApart + 1 }) };
      groups[groups.indexOf(owner)] = next;
      byPath.set(next.path, next);
      nested.delete(owner);
    }
    const grown = byPath.get(first.grown.path) as ResourceGroup;
    if (present === undefined) continue;
    const shown = present.roles.filter(({ action }) => action === 'list');
    grown.roles.push(...shown.map((role): Role => ({ ...role, isInScope: false })));
    groups.splice(groups.indexOf(present), 1);
    byPath.delete(present.path);
  }
};

/** Adds actions at a path without the parents: `/invitations/{id}/accept` beside `/teams/{id}/invitations`. */
export const adoptActions = (finding: Known): void => {
  const { byPath, describe, groups, isFree } = finding;
  const byNoun = Map.groupBy(
    groups.filter((group) => group.parents.length > 0 && hasItems(group)),
    ({ path }) => lastSegment(path),
  );
  for (const [path, candidates] of byPath) {
    const item = parentPath(path);
    const list = parentPath(item);
    const isAction = item.endsWith('/{}') && item.split('{}').length === 2 && !path.endsWith('/{}');
    if (!isAction || byPath.has(item) || byPath.has(list)) continue;
    const group = theOnly(byNoun.get(lastSegment(list)) ?? []);
    for (const candidate of group === undefined
      ? []
      : candidates.filter((one) => methodOf(one) !== 'GET' && isFree(one))) {
      const { itemSchema, noun, template, roles } = group as ResourceGroup;
      const shape = answerShape(candidate, itemSchema, noun, finding);
      const isShown = shape?.listed === false && isTwin(describe(shape.key), itemSchema);
      const rest = {
        key: 'path',
        isInScope: false,
        confidence: 'medium',
        reason: `Acts on one item of ${template}.`,
      } as const;
      roles.push(roleOf('act', candidate, { ...rest, ...(isShown ? { shape } : { isOther: true }) }));
    }
  }
};

/** Whether it is a nested collection without a path for each item, or with one that has a name of the item: `/projects/{id}/releases/{tag}`. */
const isNestedList = (group: ResourceGroup): boolean =>
  group.parents.length > 0 && (!hasItemPaths(group) || (hasItems(group) && isName(group.idProperty)));

const hasItemPaths = ({ roles }: ResourceGroup): boolean => roles.some(({ key }) => key === 'path');

const isName = (property: string | undefined): boolean => property !== undefined && !isIdName(property);

/** The groups that have the items that are read; without a reading, those with a creation of the same noun: first those of what is returned. */
const ownersOf = (
  sample: UnboundOperation,
  nested: ReadonlySet<ResourceGroup>,
  finding: FinderContext,
): readonly ResourceGroup[] => {
  const { erased, noun, parameters } = pathOf(sample);
  const count = parameters.length - 1;
  const scope = pathThrough(erased, count);
  const isShown = (group: ResourceGroup): boolean => {
    const { itemSchema } = group;
    const shape = answerShape(sample, itemSchema, noun, finding);
    if (shape === undefined || shape.listed) return false;
    const shown = finding.describe(shape.key);
    const own = [itemSchema, createdIn(group, finding) ?? itemSchema];
    return own.some((schema) => isTwin(shown, schema));
  };
  const found = [...nested].filter((group) => {
    const { parents, path } = group;
    if (parents.length <= count || !path.startsWith(scope) || !isSameNoun(noun, group.noun)) return false;
    if (methodOf(sample) !== 'GET') return createdIn(group, finding) !== undefined;
    return isShown(group);
  });
  return found.toSorted((one, other) => Number(isShown(other)) - Number(isShown(one)));
};

/** The schema that the creation returns: of a whole item, although the list may have summaries. */
const createdIn = ({ roles }: ResourceGroup, { describe }: FinderContext): ItemSchema | undefined => {
  const shape = roles.find(({ action }) => action === 'create')?.shape;
  return shape && describe(shape.key);
};

/** Returns undefined if the path does not identify the items for certain. */
const withItems = (
  group: ResourceGroup,
  sample: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { erased, noun, parameters } = pathOf(sample);
  const shape = methodOf(sample) === 'GET' ? answerShape(sample, group.itemSchema, noun, finding) : undefined;
  const created = createdIn(group, finding);
  const itemSchema = created !== undefined && created.key === shape?.key ? created : group.itemSchema;
  const parameter = idParameterFor(sample, parameters.at(-1) as string, finding.schemas);
  const found = findId(itemSchema, noun, parameter);
  if (found?.isNamed !== true) return undefined;
  const idProperty = found.property;
  if (hasItemPaths(group) && idProperty === group.idProperty) return undefined;
  const names = hasItemPaths(group) ? [...group.aliases, group.idProperty as string] : [];
  const aliases = [...new Set([...found.aliases, ...names])].filter((name) => name !== idProperty);
  const create = group.roles.find(({ action }) => action === 'create')?.candidate;
  const context = { itemSchema, idProperty, create, read: shape };
  const items = rolesAtOtherPath(parentPath(erased), candidates, noun, context, finding).map(
    (role): Role => ({ ...role, isInScope: false }),
  );
  return items.length === 0
    ? undefined
    : { ...group, itemSchema, idProperty, aliases, roles: [...group.roles, ...items] };
};
