/** Binds items at a path without their parents: `/variants/{id}` beside `/products/{id}/variants`. */
import { theOnly } from '../../../core/primitives/the-only.ts';
import { isSameNoun } from '../../../core/primitives/words.ts';
import { findId, idParameterFor } from '../describe/find-id.ts';
import type { ResourceGroup, Role } from '../describe/group.ts';
import { type ItemSchema, isTwin } from '../describe/item-schema.ts';
import { parentPath, pathThrough } from '../describe/path-template.ts';
import { methodOf, pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { rolesAtOtherPath } from './collection-rows.ts';
import type { FinderContext } from './finder-context.ts';
import { answerShape } from './item-match.ts';

/** Replaces groups by those with more operations, and removes groups whose operations another one takes. */
export const adoptItems = (finding: FinderContext, groups: ResourceGroup[]): void => {
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
    const owner = sample && theOnly(ownersOf(sample, nested, finding));
    const grown = owner && withItems(owner, sample, candidates, finding);
    if (owner === undefined || grown === undefined) continue;
    groups[groups.indexOf(owner)] = grown;
    byPath.set(grown.path, grown);
    nested.delete(owner);
    if (present === undefined) continue;
    const shown = present.roles.filter(({ action }) => action === 'list');
    grown.roles.push(...shown.map((role): Role => ({ ...role, isInScope: false })));
    groups.splice(groups.indexOf(present), 1);
    byPath.delete(present.path);
  }
};

/** Whether it is a nested collection without a path for each item. */
const isNestedList = ({ parents, roles }: ResourceGroup): boolean =>
  parents.length > 0 && roles.every(({ key }) => key !== 'path');

/** The owners of the groups that have the items that are read; without a reading, those with a creation of the same noun. */
const ownersOf = (
  sample: UnboundOperation,
  nested: ReadonlySet<ResourceGroup>,
  finding: FinderContext,
): readonly ResourceGroup[] => {
  const { erased, noun, parameters } = pathOf(sample);
  const count = parameters.length - 1;
  const scope = pathThrough(erased, count);
  return [...nested].filter((group) => {
    const { parents, path, itemSchema } = group;
    if (parents.length <= count || !path.startsWith(scope) || !isSameNoun(noun, group.noun)) return false;
    if (methodOf(sample) !== 'GET') return createdIn(group, finding) !== undefined;
    const shape = answerShape(sample, itemSchema, noun, finding);
    if (shape === undefined || shape.listed) return false;
    const shown = finding.describe(shape.key);
    const own = [itemSchema, createdIn(group, finding) ?? itemSchema];
    return own.some((schema) => isTwin(shown, schema));
  });
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
  const create = group.roles.find(({ action }) => action === 'create')?.candidate;
  const context = { itemSchema, idProperty, create, read: shape };
  const items = rolesAtOtherPath(parentPath(erased), candidates, noun, context, finding).map(
    (role): Role => ({ ...role, isInScope: false }),
  );
  return items.length === 0
    ? undefined
    : { ...group, itemSchema, idProperty, aliases: found.aliases, roles: [...group.roles, ...items] };
};
