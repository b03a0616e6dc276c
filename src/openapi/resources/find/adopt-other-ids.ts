/** Binds items at a second path, with another of their ids: `/roles-by-id/{id}` beside `/roles/{name}`. */
import { plainName } from '../../../core/primitives/singular.ts';
import { findId, idParameterFor } from '../describe/find-id.ts';
import type { ResourceGroup, Role } from '../describe/group.ts';
import { parentPath } from '../describe/path-template.ts';
import { isSameNoun } from '../describe/same-noun.ts';
import { pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { itemRole } from './collection-roles.ts';
import type { FinderContext } from './finder-context.ts';
import { answerShape } from './item-match.ts';

/** Replaces groups by those with more operations, and removes groups whose operations another one takes. */
export const adoptOtherIds = (finding: FinderContext, groups: ResourceGroup[]): void => {
  for (const [path, candidates] of finding.byPath) {
    const own = path.endsWith('/{}') ? parentPath(path) : undefined;
    const read = candidates.find(({ operation }) => operation.method === 'GET');
    const present = groups.find((group) => group.path === own);
    if (own === undefined || read === undefined) continue;
    if (present !== undefined && !present.roles.every(({ key }) => key === 'path')) continue;
    const grown = groups.flatMap((group) => withOtherId(group, own, read, candidates, finding) ?? []);
    const [only] = grown;
    if (only === undefined || grown.length > 1) continue;
    groups.splice(
      groups.findIndex(({ path: one }) => one === only.path),
      1,
      only,
    );
    if (present !== undefined) groups.splice(groups.indexOf(present), 1);
  }
};

/** Undefined unless the path certainly has items of the group: of the same schema and parents, by another id. */
const withOtherId = (
  group: ResourceGroup,
  own: string,
  read: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { kind, path, itemSchema, idProperty, roles } = group;
  const { noun, parameters } = pathOf(read);
  const isCollection = kind === 'list' && roles.some(({ action }) => action === 'list' || action === 'create');
  const isNamed = isSameNoun(noun, group.noun) || plainName(noun).startsWith(`${plainName(group.noun)}by`);
  if (!isCollection || idProperty === undefined || path === own || !isNamed) return undefined;
  if (parentPath(path) !== parentPath(own)) return undefined;
  const shape = answerShape(read, itemSchema, noun, finding);
  if (shape === undefined || shape.listed || finding.describe(shape.key).key !== itemSchema.key) return undefined;
  const parameter = idParameterFor(read, parameters.at(-1) as string, finding.compilation.schemas);
  const found = findId(itemSchema, noun, parameter);
  if (found?.isNamed !== true || found.property === idProperty) return undefined;
  const site = { path: own, noun, list: undefined, posts: [], writes: [], below: candidates };
  const create = roles.find(({ action }) => action === 'create')?.candidate;
  const context = { site, itemSchema, idProperty: found.property, create, read: shape };
  const added = candidates
    .filter(({ success }) => success !== undefined)
    .flatMap((candidate) => itemRole(candidate, context, finding))
    .map((role): Role => ({ ...role, upsert: false }));
  return { ...group, aliases: [...new Set([...group.aliases, found.property])], roles: [...roles, ...added] };
};
