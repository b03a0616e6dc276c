/**
 * Binds items at a second path: with another of their ids (`/roles-by-id/{id}` beside `/roles/{name}`, `/releases/tags/{tag}`), or in the
 * singular (`/role/{id}`).
 */

import { plainName } from '../../../core/primitives/singular.ts';
import { theOnly } from '../../../core/primitives/the-only.ts';
import { singularOf } from '../../../core/primitives/words.ts';
import { findId, type IdParameter, idParameterFor } from '../describe/find-id.ts';
import type { ResourceGroup } from '../describe/group.ts';
import { parentPath } from '../describe/path-template.ts';
import { propertyBelow } from '../describe/property-names.ts';
import { methodOf, pathOf, type UnboundOperation } from '../describe/unbound-operation.ts';
import { rolesAtOtherPath } from './collection-rows.ts';
import { type FinderContext, leaveOut } from './finder-context.ts';
import { answerShape } from './item-match.ts';

/** Replaces groups by those with more operations, and removes groups whose operations another one takes. */
export const adoptOtherIds = (finding: FinderContext, groups: ResourceGroup[]): void => {
  const byPath = new Map(groups.map((group) => [group.path, group]));
  // By their parent's path and their noun: a document may have thousands of groups, and as many paths.
  const siblings = Map.groupBy(groups.keys(), (index) => {
    const { path, noun } = groups[index] as ResourceGroup;
    return `${parentPath(path)} ${singularOf(noun)}`;
  });
  const indexByPath = new Map(groups.map(({ path }, index) => [path, index]));
  const removed = new Set<ResourceGroup | undefined>();
  for (const [path, candidates] of finding.byPath) {
    const own = path.endsWith('/{}') ? parentPath(path) : undefined;
    const read = candidates.find((candidate) => methodOf(candidate) === 'GET');
    if (own === undefined || read === undefined) continue;
    const present = byPath.get(own);
    if (present !== undefined && !present.roles.every(({ key }) => key === 'path')) continue;
    const nouns = nounsOf(pathOf(read).noun).values();
    const beside = nouns.flatMap((noun) => siblings.get(`${parentPath(own)} ${noun}`) ?? []);
    const above = own.endsWith('{}') ? undefined : indexByPath.get(parentPath(own));
    const grown = [...beside, ...(above === undefined ? [] : [above])].flatMap((index) => {
      const group = withOtherId(groups[index] as ResourceGroup, own, read, candidates, finding);
      return group === undefined ? [] : [{ index, group }];
    });
    const only = theOnly(grown);
    if (only === undefined) continue;
    groups[only.index] = only.group;
    removed.add(present);
  }
  leaveOut(groups, removed);
};

/** The noun of the path, and the one before `by`: `roles-by-id`. */
const nounsOf = (noun: string): ReadonlySet<string> =>
  new Set([singularOf(noun), singularOf(/^(.+)by/.exec(plainName(noun))?.[1] ?? noun)]);

/** Undefined unless the path certainly has items of the group, which has the same noun and parents: of the same schema, by another id. */
const withOtherId = (
  group: ResourceGroup,
  own: string,
  read: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { path, itemSchema, idProperty, roles } = group;
  const { noun, parameters } = pathOf(read);
  const isCollection = roles.some(({ action }) => action === 'list' || action === 'create');
  if (!isCollection || idProperty === undefined || path === own) return undefined;
  const shape = answerShape(read, itemSchema, noun, finding);
  if (shape === undefined || shape.listed || finding.describe(shape.key).key !== itemSchema.key) return undefined;
  const parameter = idParameterFor(read, parameters.at(-1) as string, finding.schemas);
  const property =
    path === parentPath(own) ? propertyBelow(own, parameter.name, group) : namedId(group, noun, parameter);
  if (property === undefined) return undefined;
  const create = roles.find(({ action }) => action === 'create')?.candidate;
  const context = { itemSchema, idProperty: property, create, read: shape };
  const added = rolesAtOtherPath(own, candidates, noun, context, finding);
  return {
    ...group,
    aliases: [...new Set([...group.aliases, property])].filter((alias) => alias !== idProperty),
    roles: [...roles, ...added],
  };
};

/** The property that the parameter means, if its name states an id. */
const namedId = ({ itemSchema }: ResourceGroup, noun: string, parameter: IdParameter): string | undefined => {
  const found = findId(itemSchema, noun, parameter);
  return found?.isNamed === true ? found.property : undefined;
};
