/**
 * Finds the resources of a document: the operations that list, create, read, replace, update and delete the same items.
 * A wrong guess is worse than none, so only certain matches are bound. Every operation gets the reason for its binding, or
 * for having none.
 */

import { isLoginName } from '../../core/primitives/id-names.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { isPlural, singularOf, wordsOf } from '../../core/primitives/words.ts';
import { type Binding, showsItems } from '../../core/service/binding.ts';
import type { CollectionSpec } from '../../core/service/collection-facts.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { WebhookSpec } from '../../core/service/webhook.ts';
import {
  bindAccounts,
  bindCurrent,
  findAccounts,
  findProfiles,
  findUsers,
  isEntrance,
  loginNamesOf,
} from '../../parts/accounts/index.ts';
import { createAboutItem } from '../../parts/beside/about-item.ts';
import { withAssignment } from '../../parts/beside/assignments.ts';
import { indexOf, withListsBeside } from '../../parts/beside/find-lists-beside.ts';
import { findFlagsApart, findFollowed } from '../../parts/beside/flags-apart.ts';
import { findApart } from '../../parts/beside/items-apart.ts';
import { bindValues } from '../../parts/beside/listed-values.ts';
import { findNamed } from '../../parts/beside/named-items.ts';
import { bindPersons } from '../../parts/beside/of-persons.ts';
import { belowOf, bindCallers, withOwnedFilters } from '../../parts/beside/owned-filters.ts';
import { findOwned } from '../../parts/beside/owned-items.ts';
import { createAround } from '../../parts/bodies/around-lists.ts';
import { withBodies } from '../../parts/bodies/index.ts';
import { effectsOf } from '../../parts/effects/index.ts';
import { createDoubts, doubtOfDeletion } from '../../parts/explain/reasons/doubts.ts';
import { correctionFor, missingFor } from '../../parts/explain/reasons/missing.ts';
import { nearRules } from '../../parts/explain/reasons/near-rows.ts';
import { applyHints } from '../../parts/hints/index.ts';
import { bindJobs } from '../../parts/jobs/index.ts';
import { withLifecycles } from '../../parts/lifecycles/document/infer-lifecycles.ts';
import { counts, many } from '../../parts/many/index.ts';
import { withManyNamed } from '../../parts/many/many-named.ts';
import { inOrderOfVerbs, joinPaths, readPaths } from '../../parts/paths/index.ts';
import { bindParts } from '../../parts/properties/index.ts';
import { readWebhooks } from '../../parts/webhooks/document/read-webhooks.ts';
import type { Compilation } from '../operations/compilation.ts';
import type { Binder } from './bind/binder.ts';
import { bindRole } from './bind/bindings.ts';
import { specsOf } from './bind/collection-spec.ts';
import { createEnvelopes } from './bind/envelope.ts';
import { createExampleIds } from './bind/example-ids.ts';
import { shownReferences } from './bind/find-references.ts';
import { addStrictIds } from './bind/item-ids.ts';
import { listQueryOf } from './bind/list-query.ts';
import { createProjections } from './bind/projections.ts';
import { statelessViewOf } from './bind/view-stateless.ts';
import { namesOf } from './describe/collection-names.ts';
import { type Confidence, hasItems, itemPathsOf, type ResourceGroup, type Role, withClause } from './describe/group.ts';
import { createDescribe } from './describe/item-schema.ts';
import { createShapes } from './describe/locate-items.ts';
import { parentPath, pathShapeOf } from './describe/path-template.ts';
import { pathOf, type UnboundOperation } from './describe/unbound-operation.ts';
import { actions } from './find/actions.ts';
import { decideAll } from './find/decide.ts';
import { findCollections } from './find/find-collections.ts';
import { findReadOnly, findSingletons } from './find/find-singletons.ts';
import { type FinderContext, type Known, knownIn } from './find/finder-context.ts';
import { findLoneLists } from './find/lone-lists.ts';
import { views } from './find/views.ts';
import { table } from './table.ts';

export interface BoundOperation {
  readonly binding: Binding | undefined;
  readonly statelessView: Operation['statelessView'];
  readonly confidence: Confidence | undefined;
  readonly reason: string;
  readonly correction?: Operation['correction'];
  readonly nearRules?: Operation['nearRules'];
  /** Other than what the document says. */
  readonly security?: Operation['security'];
}

export interface Resources {
  /** The operations in the order of the document, with the bodies that it leaves out. */
  readonly candidates: readonly UnboundOperation[];
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  readonly bound: ReadonlyMap<Operation, BoundOperation>;
  readonly webhooks: readonly WebhookSpec[];
}

export const bindResources = (documented: readonly UnboundOperation[], compilation: Compilation): Resources => {
  const { schemas, source, stateless } = compilation;
  const describe = createDescribe(compilation);
  const shapes = createShapes(schemas, describe, createAround(documented, describe, schemas));
  const read = readPaths(documented, { schemas, describe, shapes });
  const candidates = stateless ? read : withBodies(read, compilation);
  const byPath = Map.groupBy(inOrderOfVerbs(candidates), (candidate) => pathOf(candidate).erased);
  const reasons = new Map<Operation, string>();
  // The first reason is the most specific one.
  const abstain = ({ operation, success }: UnboundOperation, reason: string): void => {
    if (success !== undefined && !reasons.has(operation)) reasons.set(operation, reason);
  };
  const finding: FinderContext = { source, schemas, describe, shapes, byPath, abstain };
  const found = findGroups(finding);
  const groups = applyHints(found, namesFor(found), candidates, finding);
  const names = namesFor(groups);
  addStrictIds(groups, candidates, schemas);
  const access = { schemas, describe };
  const binder: Binder = {
    ...{ compilation, schemas, describe, shapes },
    envelopes: createEnvelopes(schemas, describe),
    projections: createProjections(compilation, describe, (shown, group) =>
      shownReferences(shown, group, groups, names, access),
    ),
    queries: new Map(),
  };
  const filtered = new Map(groups.map((group) => [group, filteredBy(group, binder)]));
  const specs = withLifecycles(
    specsOf(groups, names, filtered, { ...binder, exampleIds: createExampleIds(candidates) }),
    candidates,
    binder,
  );
  const bound = bindGroups(specs, binder, createDoubts(finding), reasons);
  bindCallers(bound);
  bindPersons(bound, candidates, specs);
  bindValues(bound, candidates, specs, binder);
  const aboutItem = createAboutItem(specs, binder);
  for (const candidate of candidates) {
    const { operation, hint, success } = candidate;
    const near = lazily(() => nearRules(candidate, table, { groups, names }, finding));
    const own = bound.get(operation);
    if (own !== undefined) {
      bound.set(operation, { ...own, nearRules: near });
      continue;
    }
    const isOpen = hint === undefined && !stateless;
    const about = isOpen && success !== undefined ? aboutItem(candidate) : undefined;
    const correction = lazily(() => correctionFor(candidate, { groups, names }, finding));
    bound.set(operation, {
      statelessView: lazily(() => statelessViewOf(candidate, binder)),
      ...(about === undefined
        ? { binding: undefined, confidence: undefined, reason: reasons.get(operation) ?? missingFor(candidate) }
        : { ...about, confidence: 'medium' }),
      ...(about === undefined && isOpen && { correction }),
      nearRules: near,
    });
  }
  for (const candidate of candidates) {
    const { operation, isCovered } = candidate;
    const found = bound.get(operation) as BoundOperation;
    const doubt = found.binding && doubtOfDeletion(operation, found.binding);
    if (doubt !== undefined)
      bound.set(operation, { ...found, confidence: 'medium', reason: withClause(found.reason, doubt) });
    if (!isCovered || operation.security.length === 0 || !isEntrance(candidate, describe)) continue;
    const clause = 'Needs no credential: nothing but the security of the whole document covers it.';
    bound.set(operation, { ...found, reason: withClause(found.reason, clause), security: [] });
  }
  const collections = new Map([...specs.values()].map((spec) => [spec.name, spec]));
  return { candidates, collections, bound, webhooks: readWebhooks(specs, compilation) };
};

/** Binds the roles of all groups, and adds the reasons of those that cannot be bound. */
const bindGroups = (
  specs: ReadonlyMap<ResourceGroup, CollectionSpec>,
  binder: Binder,
  doubtOf: ReturnType<typeof createDoubts>,
  reasons: Map<Operation, string>,
): Map<Operation, BoundOperation> => {
  const bound = new Map<Operation, BoundOperation>();
  // The first of those with the same path.
  const byItemPath = new Map(
    [...specs]
      .flatMap(([group, spec]) => pathsOfItems(group).map((path): [string, CollectionSpec] => [path, spec]))
      .toReversed(),
  );
  const specAt = (itemPath: string): CollectionSpec | undefined => byItemPath.get(itemPath);
  const lists = indexOf(specs, binder);
  const below = belowOf(specs);
  for (const [group, spec] of specs) {
    for (const role of group.roles) {
      const { operation } = role.candidate;
      const { stateless } = binder.compilation;
      const binding = stateless ? 'The server keeps nothing.' : bindRole(role, group, spec, binder, specAt);
      if (typeof binding === 'string') reasons.set(operation, binding);
      else {
        // Until somebody has registered, a login responds with a generated user.
        const isStateful = showsItems(binding) && role.key !== 'first';
        const statelessView = isStateful ? undefined : lazily(() => statelessViewOf(role.candidate, binder));
        const found = bound.get(operation);
        const owned = withOwnedFilters(binding, role.candidate, below);
        const assigned = withAssignment(owned, role.candidate, group);
        const named = withManyNamed(assigned, role.candidate, group, binder);
        const shown = withListsBeside(named, role.candidate, group, lists, binder);
        const own = { binding: shown, statelessView, ...judged(role, group, doubtOf) };
        const [first, other] = role.isBeside ? [found ?? own, own] : [own, found];
        const beside =
          other?.binding === undefined || other === first
            ? undefined
            : [...besidesOf(first), other.binding, ...besidesOf(other)];
        bound.set(operation, beside ? { ...first, binding: { ...first.binding, beside } as Binding } : first);
      }
    }
  }
  return bound;
};

const besidesOf = ({ binding }: BoundOperation): readonly Binding[] =>
  (binding !== undefined && 'beside' in binding && binding.beside) || [];

/** The paths that identify an item: its own, and those below another item. */
const pathsOfItems = (group: ResourceGroup): readonly string[] => [
  ...group.roles
    .filter(({ key, pathFilters }) => key === 'path' && pathFilters.length > 0 && hasItems(group))
    .map(({ candidate }) => pathOf(candidate).erased),
  ...itemPathsOf(group),
];

/** The confidence in a role: high only without a doubt. */
const judged = (
  role: Role,
  group: ResourceGroup,
  doubtOf: ReturnType<typeof createDoubts>,
): Pick<BoundOperation, 'confidence' | 'reason'> => {
  const { confidence, reason, candidate } = role;
  const { verb, place, parent } = candidate;
  const isForm = candidate.operation.body?.contents.some(({ mediaType }) => mediaType.startsWith('multipart/'));
  const isElsewhere = parent
    ? 'Its path has the id of the parent.'
    : isForm
      ? 'Its response shows what is uploaded.'
      : 'Its path says for whom.';
  const read = place && verb === undefined ? isElsewhere : verb && verbText(verb);
  const own = candidate.isUnstated ? 'Its body is not documented.' : read;
  const doubt = confidence === 'high' ? (own ?? doubtOf(role, group)) : own;
  return doubt === undefined ? { confidence, reason } : { confidence: 'medium', reason: withClause(reason, doubt) };
};

const verbText = ({ word, idInBody }: NonNullable<UnboundOperation['verb']>): string => {
  if (word === undefined) return `Its ${idInBody === undefined ? 'query' : 'body'} names the item.`;
  return `Its path has the verb "${word}".`;
};

/** Tells whether a path states what happens to the item above. */
const changesItemIn = ({ groups, schemas }: Known): ((candidate: UnboundOperation) => boolean) => {
  const byItemPath = new Map(groups.flatMap((group) => itemPathsOf(group).map((path) => [path, group] as const)));
  return (candidate) => {
    const owner = byItemPath.get(parentPath(pathOf(candidate).erased));
    return owner !== undefined && effectsOf(candidate, owner.itemSchema, schemas).length > 0;
  };
};

/** The most certain ones first: each skips the operations that an earlier one has bound. */
const finders: readonly ((known: Known) => void)[] = [
  ...[joinPaths, findApart, findOwned, findFlagsApart, bindParts],
  (known) => decideAll(counts, known),
  ...[findUsers, bindCurrent, bindAccounts, findAccounts, findProfiles, findFollowed],
  (known) => bindJobs(known, changesItemIn(known)),
  ...[findSingletons, findLoneLists, findNamed],
  ...[views, many, actions].map((rows) => (known: Known) => decideAll(rows, known)),
  findReadOnly,
];

const findGroups = (finding: FinderContext): readonly ResourceGroup[] => {
  const groups = [...findCollections(finding)];
  for (const find of finders) find(knownIn(groups, finding));
  return groups;
};

const namesFor = (groups: readonly ResourceGroup[]): ReadonlyMap<ResourceGroup, string> => {
  const unnamed = groups.filter(({ name }) => name === undefined);
  const usedNames = new Set(groups.flatMap(({ name }) => name ?? []));
  const paths = unnamed.map(namedPath);
  const listed = new Set(groups.flatMap(({ roles }) => roles.map(({ candidate }) => pathOf(candidate).erased)));
  const known = { all: new Set(paths), sorted: paths.toSorted(), listed };
  const found = namesOf(
    unnamed.map((group, index) => pathOfThings(group, paths[index] as string, known)),
    usedNames,
  );
  const names = new Map(unnamed.map((group, index) => [group, found[index] as string]));
  return new Map(groups.map((group) => [group, group.name ?? (names.get(group) as string)]));
};

/** Words with which a name begins that is no noun. */
const isLeading = /^(by|find|for|get|list|of|search|to|with|without)$/;

interface KnownPaths {
  /** The names of groups. */
  readonly all: ReadonlySet<string>;
  readonly sorted: readonly string[];
  /** The names of operations. */
  readonly listed: ReadonlySet<string>;
}

/** The path of a list alone up to the noun of its items: `/cars/findByColour` has cars. Of several, with what tells them apart. */
const pathOfThings = ({ path, itemSchema, roles }: ResourceGroup, own: string, known: KnownPaths): string => {
  const words = wordsOf(itemSchema.name ?? '').map(singularOf);
  if (roles.some(({ action }) => action !== 'list') || own !== path) return own;
  const segments = path.split('/');
  const isThing = (segment: string): boolean => words.includes(singularOf(segment));
  const at = segments.findLastIndex((segment) => segment !== '{}' && segment !== '');
  // `/rooms/free/customer` beside `/rooms`: a filter has no plural.
  const isFilter = !isPlural(segments[at] as string);
  const isAbove = (_segment: string, index: number): boolean => known.all.has(segments.slice(0, index + 1).join('/'));
  const above = isFilter ? segments.slice(0, -1).findLastIndex(isAbove) : -1;
  const start = Math.max(segments.findLastIndex(isThing), above);
  const last = wordsOf(segments[at] as string);
  const isNoun = !isLeading.test(last[0] ?? '') && words.join('').includes(singularOf(last.join('')));
  if (start === -1 || start >= at || isNoun) return own;
  const short = segments.slice(0, start + 1).join('/');
  const isTaken = beginAlike(short, known.sorted) || known.listed.has(short);
  return isTaken
    ? `${short}-${segments
        .slice(start + 1)
        .filter((one) => one !== '{}')
        .join('-')}`
    : short;
};

/** Whether at least two of the sorted paths begin so. */
const beginAlike = (beginning: string, sorted: readonly string[]): boolean => {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as string) < beginning) low = middle + 1;
    else high = middle;
  }
  return sorted[low + 1]?.startsWith(beginning) === true;
};

/** The path of a group. Without a literal segment (`/{owner}/{repo}`), it is named after its items. */
const namedPath = ({ path, template, itemSchema }: ResourceGroup): string => {
  if (/[^/{}]/.test(path.replaceAll(/\{[^}]*\}/g, ''))) return path;
  const parameter = pathShapeOf(template).parameters.at(-1);
  const words = wordsOf(parameter ?? '').filter((word) => word !== 'id');
  return `/${itemSchema.name ?? (words.length > 0 ? words.join('-') : 'items')}`;
};

/** The properties that the user of HTTP Basic, or of a token of the issuer, may be. */
const callerNamesOf = ({ candidate: { operation } }: Role, { itemSchema }: ResourceGroup): readonly string[] =>
  operation.security.flat().some(({ type, scopes }) => type === 'basic' || scopes !== undefined)
    ? [...itemSchema.properties].filter(isLoginName)
    : [];

const filteredBy = (group: ResourceGroup, binder: Binder): ReadonlySet<string> =>
  new Set(
    group.roles.flatMap((role) =>
      role.action === 'list'
        ? listQueryOf(role, group, binder)
            .filters.filter(({ comparison }) => comparison === 'equals')
            .map(({ property }) => property)
        : role.key === 'first'
          ? [...loginNamesOf(role.candidate, group, binder), ...callerNamesOf(role, group)]
          : [],
    ),
  );
