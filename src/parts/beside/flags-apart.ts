/** Flags of an item that only a path below it shows: `PUT /packages/{id}/follow`, and `GET /packages/{id}/following` that returns `{ "following": true }`. */

import { plainName } from '../../core/primitives/words.ts';
import {
  hasItems,
  itemPathsOf,
  type ResourceGroup,
  type Role,
  roleOf,
} from '../../openapi/resources/describe/group.ts';
import {
  lastSegment,
  methodOf,
  parentPath,
  pathOf,
  type UnboundOperation,
} from '../../openapi/resources/describe/unbound-operation.ts';
import type { FinderContext, Known } from '../../openapi/resources/find/finder-context.ts';
import { partsOf } from '../../openapi/schema/applicable-schemas.ts';
import type { SchemaObject } from '../../openapi/schema/schema.ts';
import { isFlagOf, revertedBy, verbsIn } from '../effects/action-verbs.ts';
import { isFeedOf } from './of-persons.ts';

interface Shown {
  readonly get: UnboundOperation;
  readonly flag: string;
  readonly key: string;
}

/** Adds the flags to the items, with the operations that show them, and those at the same path that set them. */
export const findFlagsApart = (finding: Known): void => {
  const { groups, isFree } = finding;
  const owners = new Map(
    groups
      .entries()
      .flatMap(([index, group]) => (hasItems(group) ? itemPathsOf(group) : []).map((path) => [path, index] as const)),
  );
  const below = Map.groupBy([...finding.byPath.values()].flat().filter(isFree), (candidate) =>
    parentPath(pathOf(candidate).erased),
  );
  for (const [path, candidates] of below) {
    const index = owners.get(path);
    if (index === undefined) continue;
    for (const shown of candidates.flatMap((candidate) => flagIn(candidate, finding) ?? []).slice(0, maxFlags))
      groups[index] = withFlag(groups[index] as ResourceGroup, shown, candidates, finding);
  }
};

/** Adds a flag that no response shows, if a feed needs it, and the items may have more than their schema declares. */
export const findFollowed = (finding: Known): void => {
  const { groups } = finding;
  const paths = [...finding.byPath].filter(([, all]) => all.some(follows)).map(([path]) => parentPath(path));
  if (paths.length === 0 || !isFollowing(finding)) return;
  for (const [index, group] of groups.entries())
    if (hasItems(group) && itemPathsOf(group).some((path) => paths.includes(path)))
      groups[index] = withHidden(group, finding);
};

/** `PUT /users/{id}/follow` */
const follows = (one: UnboundOperation): boolean =>
  ['PUT', 'POST'].includes(methodOf(one)) && verbsIn(lastSegment(pathOf(one).erased)).includes('follow');

/** Whether a list is of those whom the caller follows. */
const isFollowing = ({ byPath }: FinderContext): boolean =>
  byPath.values().some((all) => all.some((one) => methodOf(one) === 'GET' && isFeedOf('follow', one)));

const withHidden = (group: ResourceGroup, { describe, schemas }: FinderContext): ResourceGroup => {
  const { itemSchema } = group;
  if ([...itemSchema.properties].some((name) => isFlagOf(plainName(name), 'follow'))) return group;
  const parts = partsOf(schemas, { $ref: itemSchema.key }, 'all');
  if (parts.some(({ additionalProperties }) => additionalProperties === false)) return group;
  return { ...group, itemSchema: describe(schemas.adopt(withFalse(itemSchema.key, 'following'), itemSchema.key)) };
};

const withFalse = (key: string, flag: string): SchemaObject => ({
  allOf: [{ $ref: key }, { properties: { [flag]: { type: 'boolean', default: false, examples: [false] } } }],
});

/** An item may have thousands of operations. */
const maxFlags = 10;

/** The one flag of a response that has nothing else. */
const flagIn = (candidate: UnboundOperation, { describe }: FinderContext): Shown | undefined => {
  const key = methodOf(candidate) === 'GET' ? candidate.success?.json?.key : undefined;
  const body = key === undefined ? undefined : describe(key);
  const [flag, ...others] = body?.properties ?? [];
  const isFlag = flag !== undefined && others.length === 0 && body?.typesOf(flag)?.has('boolean') === true;
  return key !== undefined && isFlag ? { get: candidate, flag, key } : undefined;
};

const withFlag = (
  group: ResourceGroup,
  { get, flag, key }: Shown,
  candidates: readonly UnboundOperation[],
  { describe, schemas }: FinderContext,
): ResourceGroup => {
  const { itemSchema, template } = group;
  const own = pathOf(get).erased;
  const writes = candidates.filter((one) => ['PUT', 'POST', 'DELETE'].includes(methodOf(one)));
  const here = writes.filter((one) => pathOf(one).erased === own && (one.bodyKey === undefined || one.isUnstated));
  const isSet = (one: UnboundOperation): boolean =>
    verbsIn(lastSegment(pathOf(one).erased)).some((verb) =>
      [verb, ...revertedBy(verb)].some((other) => isFlagOf(plainName(flag), other)),
    );
  const isKnown = itemSchema.properties.has(flag);
  if (!(writes.some(isSet) || (here.length > 0 && !isKnown))) return group;
  // Until it is set.
  const shown = schemas.adopt(withFalse(key, flag), key);
  const whole = describe(schemas.adopt(withFalse(itemSchema.key, flag), key));
  const roles = here.map((candidate): Role => {
    const value = methodOf(candidate) !== 'DELETE';
    return roleOf('act', candidate, {
      ...{ key: 'path', isOther: true, confidence: 'medium' },
      effects: [{ path: [flag], to: { type: 'value', value } }],
      reason: `${value ? 'Sets' : 'Resets'} "${flag}" of one item of ${template}, which its path shows.`,
    });
  });
  const read = roleOf('read', get, {
    shape: { at: [], listed: false, key: shown },
    confidence: 'medium',
    reason: `Shows "${flag}" of one item of ${template}, which an operation beside it sets.`,
  });
  group.roles.push(read, ...(isKnown ? [] : roles));
  return isKnown ? group : { ...group, itemSchema: whole };
};
