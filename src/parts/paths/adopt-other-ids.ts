/** Binds items at a second path, with another of their ids: `/releases/tags/{tag}` and `/users/by-email/{email}` beside `/releases/{id}`. */
import { idParameterFor } from '../../openapi/resources/describe/find-id.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import { propertyBelow } from '../../openapi/resources/describe/property-names.ts';
import {
  methodOf,
  parentPath,
  pathOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { rolesAtOtherPath } from '../../openapi/resources/find/collection-rows.ts';
import { type FinderContext, type Known, leaveOut } from '../../openapi/resources/find/finder-context.ts';
import { answerShape } from '../../openapi/resources/find/item-match.ts';
import { holdsSame } from '../../openapi/resources/find/views.ts';

/** Replaces groups by those with more operations, and removes groups whose operations another one takes. */
export const adoptOtherIds = (finding: Known): void => {
  const { groups } = finding;
  const byPath = new Map(groups.map((group) => [group.path, group]));
  const indexByPath = new Map(groups.map(({ path }, index) => [path, index]));
  const removed = new Set<ResourceGroup | undefined>();
  for (const [path, candidates] of finding.byPath) {
    const own = path.endsWith('/{}') ? parentPath(path) : undefined;
    const read = candidates.find((candidate) => methodOf(candidate) === 'GET');
    if (own === undefined || own.endsWith('{}') || read === undefined) continue;
    const present = byPath.get(own);
    const index = indexByPath.get(parentPath(own));
    if (index === undefined || present?.roles.every(({ key }) => key === 'path') === false) continue;
    const grown = withOtherId(groups[index] as ResourceGroup, own, read, candidates, finding);
    if (grown === undefined) continue;
    groups[index] = grown;
    removed.add(present);
  }
  leaveOut(groups, removed);
};

/** Returns undefined unless the path certainly has items of the group: as they are read or listed, by a property that the path names. */
const withOtherId = (
  group: ResourceGroup,
  own: string,
  read: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { itemSchema, idProperty, roles } = group;
  const { noun, parameters } = pathOf(read);
  const isCollection = roles.some(({ action }) => action === 'list' || action === 'create');
  const shape = answerShape(read, itemSchema, noun, finding);
  const shown = shape?.listed === false ? finding.describe(shape.key) : undefined;
  const isSame = shown !== undefined && (shown.key === itemSchema.key || holdsSame(group, shown, finding));
  if (!isCollection || idProperty === undefined || !isSame) return undefined;
  const parameter = idParameterFor(read, parameters.at(-1) as string, finding.schemas);
  const property = propertyBelow(own, parameter.name, group);
  if (property === undefined) return undefined;
  const create = roles.find(({ action }) => action === 'create')?.candidate;
  const context = { itemSchema, idProperty: property, create, read: shape };
  const added = rolesAtOtherPath(own, candidates, noun, context, finding);
  const aliases = [...new Set([...group.aliases, property])].filter((alias) => alias !== idProperty);
  return { ...group, aliases, roles: [...roles, ...added] };
};
