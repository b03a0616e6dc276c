/** Binds items at a path without their parents: `/variants/{id}` beside `/products/{id}/variants`. */
import { findId, idParameterFor } from '../describe/find-id.ts';
import type { ResourceGroup, Role } from '../describe/group.ts';
import { isTwin } from '../describe/item-schema.ts';
import { parentPath } from '../describe/path-template.ts';
import { isSameNoun } from '../describe/same-noun.ts';
import { pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { itemRole } from './collection-roles.ts';
import type { FinderContext } from './finder-context.ts';
import { answerShape } from './item-match.ts';

/** Replaces groups by those with more operations, and removes groups whose operations another one takes. */
export const adoptItems = (finding: FinderContext, groups: ResourceGroup[]): void => {
  for (const [path, candidates] of finding.byPath) {
    const own = path.endsWith('/{}') ? parentPath(path) : undefined;
    const present = groups.find((group) => group.path === own);
    if (own === undefined || (present !== undefined && !present.roles.every(({ key }) => key === 'path'))) continue;
    const read = candidates.find(({ operation }) => operation.method === 'GET');
    const owners = read === undefined ? [] : groups.filter((group) => isOwner(group, read, finding));
    const [owner] = owners;
    const grown =
      owner && owners.length === 1 ? withItems(owner, read as UnboundOperation, candidates, finding) : undefined;
    if (grown === undefined) continue;
    groups[groups.indexOf(owner as ResourceGroup)] = grown;
    if (present !== undefined) groups.splice(groups.indexOf(present), 1);
  }
};

/** Whether it is a nested collection of the items that are read, without a path for each of them. */
const isOwner = (group: ResourceGroup, read: UnboundOperation, finding: FinderContext): boolean => {
  const { erased, noun, parameters } = pathOf(read);
  const { kind, parents, path, roles, itemSchema } = group;
  const count = parameters.length - 1;
  const isNested = kind === 'list' && parents.length > count && roles.every(({ key }) => key === 'none');
  if (!isNested || !isSameNoun(noun, group.noun) || scopeOf(erased, count) !== scopeOf(path, count)) return false;
  const shape = answerShape(read, itemSchema, noun, finding);
  if (shape === undefined || shape.listed) return false;
  return isTwin(finding.describe(shape.key), itemSchema, finding.compilation.schemas);
};

/** The path up to its parameter of this number. */
const scopeOf = (erased: string, count: number): string => erased.split('{}').slice(0, count).join('{}');

/** Undefined if the path does not identify the items for certain. */
const withItems = (
  group: ResourceGroup,
  read: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { itemSchema } = group;
  const { erased, noun, parameters } = pathOf(read);
  const parameter = idParameterFor(read, parameters.at(-1) as string, finding.compilation.schemas);
  const found = findId(itemSchema, noun, parameter);
  if (found?.isNamed !== true) return undefined;
  const idProperty = found.property;
  const create = group.roles.find(({ action }) => action === 'create')?.candidate;
  const site = { path: parentPath(erased), noun, list: undefined, posts: [], writes: [], below: candidates };
  const context = { site, itemSchema, idProperty, create, read: answerShape(read, itemSchema, noun, finding) };
  const items = candidates
    .filter(({ success }) => success !== undefined)
    .flatMap((candidate) => itemRole(candidate, context, finding))
    // Without its parents, no item can be added.
    .map((role): Role => ({ ...role, upsert: false, isInScope: false }));
  return { ...group, idProperty, aliases: found.aliases, roles: [...group.roles, ...items] };
};
