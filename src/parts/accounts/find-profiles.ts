/** Users at a path of their profiles: `/profiles/{username}` shows one of those who register. */

import { theOnly } from '../../core/primitives/the-only.ts';
import { singularOf } from '../../core/primitives/words.ts';
import { isLoginName } from '../../core/service/id-names.ts';
import { findId, idParameterFor } from '../../openapi/resources/describe/find-id.ts';
import type { ResourceGroup } from '../../openapi/resources/describe/group.ts';
import type { ItemSchema } from '../../openapi/resources/describe/item-schema.ts';
import type { ItemShape } from '../../openapi/resources/describe/locate-items.ts';
import {
  methodOf,
  parentPath,
  pathOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import { rolesAtOtherPath } from '../../openapi/resources/find/collection-rows.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { wordLists } from '../words/index.ts';
import { isUser } from './find-accounts.ts';

export const findProfiles = (finding: Known): void => {
  const { groups, isFree, byPath } = finding;
  const isOfUsers = ({ kind, noun, parents, itemSchema }: ResourceGroup): boolean =>
    kind === 'list' && isUser(noun) && parents.length === 0 && [...itemSchema.properties].some(isLoginName);
  for (const [path, all] of byPath) {
    const candidates = path.endsWith('/{}') ? all.filter(isFree) : [];
    const read = candidates.find((one) => methodOf(one) === 'GET');
    if (read === undefined || pathOf(read).parameters.length > 1 || !isProfile(pathOf(read).noun)) continue;
    const group = theOnly(groups, isOfUsers);
    const grown = group && withProfiles(group, read, candidates, finding);
    if (group !== undefined && grown !== undefined) groups[groups.indexOf(group)] = grown;
  }
};

const isProfile = (noun: string): boolean => isUser(noun) || wordLists.profiles.has(singularOf(noun));

/** The users with what their profiles show. A profile has the name by which its path finds it, and something else of the user. */
const withProfiles = (
  group: ResourceGroup,
  read: UnboundOperation,
  candidates: readonly UnboundOperation[],
  finding: FinderContext,
): ResourceGroup | undefined => {
  const { itemSchema, idProperty } = group;
  const { describe, shapes, schemas } = finding;
  const { erased, noun, parameters } = pathOf(read);
  const key = read.success?.json?.key;
  const shape = key === undefined ? undefined : shapes.itemIn(key, noun, undefined);
  const shown = shape === undefined || shape.listed ? undefined : describe(shape.key);
  const property = findId(itemSchema, noun, idParameterFor(read, parameters[0] as string, schemas))?.property;
  if (shape === undefined || shown === undefined || property === undefined || !shown.properties.has(property))
    return undefined;
  if (
    !isLoginName(property) ||
    ![...shown.properties].some((one) => one !== property && itemSchema.properties.has(one))
  )
    return undefined;
  const whole = withMore(itemSchema, shown, finding);
  const known = { itemSchema: whole, idProperty: property, create: undefined, read: shape as ItemShape };
  const roles = rolesAtOtherPath(parentPath(erased), candidates, noun, known, finding);
  const aliases = [...new Set([...group.aliases, property])].filter((name) => name !== idProperty);
  return roles.length === 0 ? undefined : { ...group, itemSchema: whole, aliases, roles: [...group.roles, ...roles] };
};

/** What profiles alone have is not required of users, and no flag is set before somebody sets it. */
const withMore = (itemSchema: ItemSchema, shown: ItemSchema, { describe, schemas }: FinderContext): ItemSchema => {
  const more = [...shown.properties].filter((name) => !itemSchema.properties.has(name));
  const schemaOf = (name: string): object =>
    shown.typesOf(name)?.has('boolean')
      ? { allOf: [shown.schemaOf(name)], default: false, examples: [false] }
      : { allOf: [shown.schemaOf(name)] };
  const properties = Object.fromEntries(more.map((name) => [name, schemaOf(name)]));
  return more.length === 0
    ? itemSchema
    : describe(schemas.adopt({ allOf: [{ $ref: itemSchema.key }, { properties }] } as never, shown.key));
};
