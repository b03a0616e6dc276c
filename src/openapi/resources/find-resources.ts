/**
 * Finds the resources of a document: which operations list, create, read, replace, update and delete the same things.
 * A wrong guess is worse than none, so that only what is sure is bound; every operation says why it is, or why it is not.
 */
import type { Binding, CollectionSpec } from '../../core/service/binding.ts';
import type { Compilation } from '../operations/compilation.ts';
import { type Binder, bindRole, listQueryOf } from './bind/bindings.ts';
import { specsOf } from './bind/collection-spec.ts';
import { createEnvelopes } from './bind/envelope.ts';
import { type Candidate, pathOf } from './describe/candidate.ts';
import type { Confidence, Group } from './describe/group.ts';
import { createDescribe } from './describe/item-schema.ts';
import { createShapes } from './describe/locate-items.ts';
import { applyHints } from './find/apply-x-vivarium.ts';
import { namesOf } from './find/collection-names.ts';
import { findCollections } from './find/find-collections.ts';
import { bindActions, bindLoneLists, findSingletons } from './find/find-singletons-and-actions.ts';
import type { Finding } from './find/finder.ts';
import { withoutHomeless } from './find/parents.ts';

export interface Bound {
  readonly binding: Binding | undefined;
  readonly confidence: Confidence | undefined;
  readonly reason: string;
}

export interface Resources {
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  readonly bound: ReadonlyMap<Candidate, Bound>;
}

export const bindResources = (candidates: readonly Candidate[], compilation: Compilation): Resources => {
  const bound = new Map<Candidate, Bound>();
  const leave = (candidate: Candidate, reason: string): void => {
    bound.set(candidate, { binding: undefined, confidence: undefined, reason });
  };
  // The first that looked closer knows best.
  const abstain = (candidate: Candidate, reason: string): void => {
    if (candidate.success !== undefined && !bound.has(candidate)) leave(candidate, reason);
  };
  const describe = createDescribe(compilation);
  const shapes = createShapes(compilation.schemas, describe);
  const byPath = Map.groupBy(candidates, (candidate) => pathOf(candidate).erased);
  const finding: Finding = { compilation, describe, shapes, byPath, abstain };
  const binder: Binder = { compilation, describe, shapes, envelopes: createEnvelopes(compilation.schemas, describe) };

  const found = findGroups(finding);
  const groups = applyHints(found, namesFor(found), candidates, finding);
  const names = namesFor(groups);
  const filtered = new Map(groups.map((group) => [group, filteredBy(group, binder)]));
  const specs = specsOf(groups, names, filtered, binder);
  for (const [group, spec] of specs) {
    for (const role of group.roles) {
      const binding = bindRole(role, group, spec, binder);
      const { confidence, reason } = role;
      if (typeof binding === 'string') leave(role.candidate, binding);
      else bound.set(role.candidate, { binding, confidence, reason });
    }
  }
  for (const candidate of candidates) if (!bound.has(candidate)) leave(candidate, firstReason(candidate));
  return { collections: new Map([...specs.values()].map((spec) => [spec.name, spec])), bound };
};

const firstReason = (candidate: Candidate): string =>
  candidate.success === undefined
    ? `Documents no success response.`
    : `Is not recognised as an operation on a resource; it is answered from examples or generated data.`;

/** The surest first: what one finder has bound the next leaves alone. */
const findGroups = (finding: Finding): readonly Group[] => {
  const groups = [...withoutHomeless(findCollections(finding), finding)];
  const bound = (): ReadonlySet<Candidate> =>
    new Set(groups.flatMap(({ roles }) => roles.map(({ candidate }) => candidate)));
  groups.push(...findSingletons(finding, bound()));
  bindLoneLists(finding, groups, bound());
  bindActions(finding, groups, bound());
  return groups;
};

const namesFor = (groups: readonly Group[]): ReadonlyMap<Group, string> => {
  const unnamed = groups.filter(({ name }) => name === undefined);
  const given = new Set(groups.flatMap(({ name }) => name ?? []));
  const found = namesOf(
    unnamed.map(({ path }) => path),
    given,
  );
  const names = new Map(unnamed.map((group, at) => [group, found[at] as string]));
  return new Map(groups.map((group) => [group, group.name ?? (names.get(group) as string)]));
};

const filteredBy = (group: Group, binder: Binder): ReadonlySet<string> =>
  new Set(
    group.roles.flatMap((role) =>
      role.action === 'list'
        ? listQueryOf(role, group, binder)
            .filters.filter(({ comparison }) => comparison === 'equals')
            .map(({ property }) => property)
        : [],
    ),
  );
