/** The rules by which the resources of a document are found: those of the main house and of its parts, in their order. */
import {
  accountRows,
  bindAccounts,
  bindCurrent,
  findAccounts,
  findProfiles,
  findUsers,
  isOfCaller,
  namesOfCaller,
  openEntrances,
  tokensOfLogins,
  withMakers,
} from '../parts/accounts/index.ts';
import { beside } from '../parts/beside/index.ts';
import { createAround, otherTypes, withBodies } from '../parts/bodies/index.ts';
import { withCounts } from '../parts/counts/index.ts';
import { actions, changesItemIn, effectsOf, effectsOfBound } from '../parts/effects/index.ts';
import { createDoubts, explainFound } from '../parts/explain/reasons/index.ts';
import { applyHints } from '../parts/hints/index.ts';
import { bindJobs, jobRows } from '../parts/jobs/index.ts';
import { withLifecycles } from '../parts/lifecycles/stated.ts';
import { counts, creationsOfMany, many } from '../parts/many/index.ts';
import { countedFromZero, mostFirst } from '../parts/orders/index.ts';
import {
  adoptActions,
  adoptItems,
  adoptNested,
  adoptOtherIds,
  createBelow,
  inOrderOfVerbs,
  pathsOfThings,
  readPaths,
} from '../parts/paths/index.ts';
import {
  areLines,
  bindParts,
  bindPartsOfOne,
  choicesOfFields,
  partRows,
  withAddresses,
  withCopies,
  withJoined,
  withLookups,
  withNumbers,
} from '../parts/properties/index.ts';
import { readSent } from '../parts/webhooks/document/read-webhooks.ts';
import { isRead, type UnboundOperation } from './resources/describe/unbound-operation.ts';
import { collectionRows } from './resources/find/collection-rows.ts';
import { decideAll, type RowsBeside } from './resources/find/decide.ts';
import type { RoleRow } from './resources/find/evidence.ts';
import { findCollections } from './resources/find/find-collections.ts';
import { findReadOnly, findSingletons, readOnlyRows, singleRows } from './resources/find/find-singletons.ts';
import { findLoneLists, loneListRows } from './resources/find/lone-lists.ts';
import { views } from './resources/find/views.ts';
import type { FindingStep, ResourceRules } from './resources/resource-rules.ts';

/** A step that decides by rows of the table alone. */
const decide = (beside: RowsBeside): FindingStep => ({
  rows: beside.rows,
  takes: () => true,
  find: (known) => decideAll(beside, known),
});

/** Steps that decide by something else than rows. */
const finds = (takes: FindingStep['takes'], ...finders: readonly FindingStep['find'][]): readonly FindingStep[] =>
  finders.map((find) => ({ rows: [], takes, find }));

const always = undefined;
const isWrite = (one: UnboundOperation) => !isRead(one);

/** The most certain ones first: each skips the operations that an earlier one has bound. */
const steps: readonly FindingStep[] = [
  {
    rows: collectionRows,
    takes: always,
    find: (known) => known.groups.push(...findCollections(known).filter((one) => !areLines(one, known))),
  },
  ...finds(always, adoptItems, adoptOtherIds, adoptNested),
  ...finds(isWrite, adoptActions),
  ...finds(isRead, beside.findApart, beside.findOwned),
  ...finds(always, beside.findReferredKeys),
  ...finds(isRead, beside.findPartsListed),
  { rows: partRows, takes: isWrite, find: bindParts },
  { rows: accountRows, takes: isRead, find: findUsers },
  ...finds(isOfCaller, bindCurrent),
  ...finds(({ operation }) => operation.method === 'POST', bindAccounts),
  ...finds(isOfCaller, findAccounts),
  ...finds(isRead, findProfiles),
  { rows: jobRows, takes: isWrite, find: (known) => bindJobs(known, changesItemIn(known)) },
  { rows: singleRows, takes: isRead, find: findSingletons },
  ...finds(isWrite, bindPartsOfOne),
  { rows: loneListRows, takes: isRead, find: findLoneLists },
  decide(counts),
  ...finds(isWrite, createBelow),
  ...finds(isRead, beside.findSeveral),
  ...finds(({ bodyKey }) => bodyKey !== undefined, beside.findNamed),
  ...finds(isWrite, beside.findActsOnMany),
  ...[views, many, actions].map(decide),
  ...finds(always, beside.findRelations),
  ...finds(isRead, beside.findSearches),
  { rows: readOnlyRows, takes: isRead, find: findReadOnly },
  ...finds(always, beside.findOtherKeys),
];

/** The table of roles: every row, in the order in which they are tried. */
export const table: readonly RoleRow[] = steps.flatMap(({ rows }) => rows);

/** Says why each operation does what it does, or does nothing. */
const explained: ResourceRules['finish'][number] = (found) => explainFound(found, table);

export const rules: ResourceRules = {
  around: createAround,
  read: [...readPaths, ...withBodies],
  inOrder: inOrderOfVerbs,
  steps,
  hints: applyHints,
  pathsOfThings,
  namesOfCaller,
  effectsOf,
  specs: [withCounts, withAddresses, withMakers, withCopies, withJoined, withNumbers, withLifecycles],
  bindings: [
    ...[effectsOfBound, tokensOfLogins, choicesOfFields, withLookups, ...beside.bindings],
    ...[creationsOfMany, beside.listsBeside, mostFirst, countedFromZero, otherTypes],
  ],
  sent: readSent,
  doubts: createDoubts,
  finish: [...beside.finish, explained, openEntrances],
};
