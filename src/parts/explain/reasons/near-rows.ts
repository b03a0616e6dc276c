/** The rows of the table that nearly fit an operation, and what each of them lacks. */
import type { NearRule } from '../../../core/service/operation.ts';
import { groupOf, type ResourceGroup } from '../../../openapi/resources/describe/group.ts';
import { parentPath } from '../../../openapi/resources/describe/path-template.ts';
import { methodOf, pathOf, type UnboundOperation } from '../../../openapi/resources/describe/unbound-operation.ts';
import { actions } from '../../../openapi/resources/find/actions.ts';
import {
  type Beside,
  Evidence,
  type Features,
  featureNames,
  fits,
  type RoleRow,
} from '../../../openapi/resources/find/evidence.ts';
import type { FinderContext, Site } from '../../../openapi/resources/find/finder-context.ts';
import { holdsSame, views } from '../../../openapi/resources/find/views.ts';
import { counts, many } from '../../many/index.ts';

/** More of them would hide those that are nearest. */
const maxShown = 6;

/** The rules that lack the least first. `table`: all of them. `names`: those of the groups. */
export const nearRules = (
  candidate: UnboundOperation,
  table: readonly RoleRow[],
  { groups, names }: { readonly groups: readonly ResourceGroup[]; readonly names: ReadonlyMap<ResourceGroup, string> },
  finding: FinderContext,
): readonly NearRule[] => {
  if (candidate.success === undefined) return [];
  const quiet = { ...finding, abstain: () => undefined };
  const found = placesOf(candidate, groups, quiet).flatMap((place) =>
    table.flatMap((row) => {
      const collection = names.get(place.group);
      const lack = lackOf(row, new Evidence(candidate, place, quiet), collection !== undefined);
      return lack === undefined ? [] : [{ ...lack, rule: row.name, example: row.example, collection }];
    }),
  );
  const first = new Map(found.toReversed().map((one) => [`${one.rule} ${one.collection}`, one]));
  return [...first.values()]
    .toSorted((left, right) => left.count - right.count)
    .slice(0, maxShown)
    .map(({ count: _count, ...rule }) => rule);
};

const subjects: Readonly<Record<keyof Features, string>> = {
  method: 'The method is',
  relation: 'The path is',
  means: 'The path says',
  sends: 'The request has',
  shows: 'The response shows',
};

/** At most one feature; undefined if it lacks more, or nothing. `isKnown`: whether the collection exists. */
const lackOf = (
  row: RoleRow,
  evidence: Evidence,
  isKnown: boolean,
): { readonly count: number; readonly missing: string } | undefined => {
  // Where it is, and how many items it is about, no change of the operation would mend.
  if (
    row.when.relation?.includes(evidence.relation) === false ||
    (row.when.means === undefined) !== (evidence.means === 'nothing')
  )
    return undefined;
  const [name, ...others] = featureNames.filter((one) => !fits(row, evidence, one));
  if (others.length > 0) return undefined;
  if (name !== undefined) {
    const wanted = (row.when[name] as readonly string[]).join(' or ');
    return { count: name === 'method' ? 2 : 1, missing: `${subjects[name]} ${evidence[name]} instead of ${wanted}.` };
  }
  const role = row.needs === undefined ? {} : row.needs(evidence);
  if (typeof role === 'string') return { count: 0, missing: role };
  if (role === undefined) return { count: 0, missing: `It fits only if ${row.provided ?? 'its path names the item'}.` };
  return isKnown ? undefined : { count: 0, missing: 'It fits, but no other operation is about the same items.' };
};

/** The places of an operation beside the collections that are on its way, or have such items, and in one of its own. */
const placesOf = (
  candidate: UnboundOperation,
  groups: readonly ResourceGroup[],
  finding: FinderContext,
): readonly Beside[] => {
  const known = { ...finding, groups: [...groups], isFree: () => true };
  const staged = [counts, views, many, actions].flatMap(({ beside }) => beside(known)(candidate));
  const own = ownGroup(candidate, finding);
  const { erased, endsInParameter } = pathOf(candidate);
  const beside = (group: ResourceGroup): readonly Features['relation'][] => {
    if (group.path === erased) return group.kind === 'list' ? ['self'] : ['one thing'];
    if (`${group.path}/{}` === erased) return ['item'];
    if (parentPath(erased) === `${group.path}/{}`) return ['below the item', 'a part'];
    if (parentPath(erased) === group.path) return ['below the list'];
    return own !== undefined && holdsSame(group, own.itemSchema, finding) ? ['elsewhere'] : [];
  };
  const places = groups.flatMap((group) => beside(group).map((relation) => ({ group, relation })));
  const alone: readonly Features['relation'][] = endsInParameter
    ? ['item', 'one thing']
    : ['self', 'one thing', 'alone'];
  const isAlone = own !== undefined && !places.some(({ relation }) => relation === 'self' || relation === 'item');
  const hypothetical = isAlone ? alone.map((relation) => ({ group: own, relation })) : [];
  return [
    ...staged,
    ...[...places, ...hypothetical].map((place) => ({ ...place, around: aroundOf(candidate, place.group) })),
  ];
};

/** The collection that it would be in, alone: of what it shows, else of what it takes. */
const ownGroup = (candidate: UnboundOperation, { shapes, describe }: FinderContext): ResourceGroup | undefined => {
  const { noun, endsInParameter, erased } = pathOf(candidate);
  const key = candidate.success?.json?.key ?? candidate.bodyKey;
  const shape = key === undefined ? undefined : (shapes.listIn(key, noun) ?? shapes.itemIn(key, noun, undefined));
  if (shape === undefined) return undefined;
  const path = endsInParameter ? parentPath(erased) : erased;
  return groupOf(candidate, { kind: 'list', path, itemSchema: describe(shape.key), idProperty: 'id', roles: [] });
};

const aroundOf = (candidate: UnboundOperation, { path, noun, roles }: ResourceGroup): NonNullable<Beside['around']> => {
  const isCreation = roles.find(({ action }) => action === 'create')?.candidate;
  const site: Site = { path, noun, get: undefined, list: undefined, posts: [], writes: [], below: [candidate] };
  const isRead = methodOf(candidate) === 'GET' ? roles.find(({ action }) => action === 'read')?.shape : undefined;
  const read = isRead !== undefined && !('listed' in isRead && isRead.listed) ? isRead : undefined;
  return { site, create: isCreation, read: read as NonNullable<Beside['around']>['read'] };
};
