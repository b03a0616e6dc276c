/** The rules by which the resources of a document are found: those of the main house and of its parts, in their order. */
import {
  accountRows,
  bindAccounts,
  bindCurrent,
  findAccounts,
  findProfiles,
  findUsers,
  namesOfCaller,
  openEntrances,
  tokensOfLogins,
  withMakers,
} from '../parts/accounts/index.ts';
import { beside } from '../parts/beside/index.ts';
import { createAround, otherTypes, withBodies } from '../parts/bodies/index.ts';
import { withCounts } from '../parts/counts/index.ts';
import { changesItemIn, effectsOf, effectsOfBound } from '../parts/effects/index.ts';
import { createDoubts, explainFound } from '../parts/explain/reasons/index.ts';
import { applyHints } from '../parts/hints/index.ts';
import { bindJobs, jobRows } from '../parts/jobs/index.ts';
import { withLifecycles } from '../parts/lifecycles/stated.ts';
import { counts, creationsOfMany, many } from '../parts/many/index.ts';
import { countedFromZero, mostFirst } from '../parts/orders/index.ts';
import { createBelow, inOrderOfVerbs, joinPaths, pathsOfThings, readPaths } from '../parts/paths/index.ts';
import {
  bindParts,
  choicesOfFields,
  partRows,
  withAddresses,
  withCopies,
  withJoined,
  withNumbers,
} from '../parts/properties/index.ts';
import { readSent } from '../parts/webhooks/document/read-webhooks.ts';
import { actions } from './resources/find/actions.ts';
import { collectionRows } from './resources/find/collection-rows.ts';
import { decideAll, type RowsBeside } from './resources/find/decide.ts';
import type { RoleRow } from './resources/find/evidence.ts';
import { findCollections } from './resources/find/find-collections.ts';
import { findReadOnly, findSingletons, readOnlyRows, singleRows } from './resources/find/find-singletons.ts';
import { findLoneLists, loneListRows } from './resources/find/lone-lists.ts';
import { views } from './resources/find/views.ts';
import type { FindingStep, ResourceRules } from './resources/resource-rules.ts';

/** A step that decides by rows of the table alone. */
const decide = (beside: RowsBeside): FindingStep => ({ rows: beside.rows, find: (known) => decideAll(beside, known) });

/** Steps that decide by something else than rows. */
const finds = (...finders: readonly FindingStep['find'][]): readonly FindingStep[] =>
  finders.map((find) => ({ rows: [], find }));

/** The most certain ones first: each skips the operations that an earlier one has bound. */
const steps: readonly FindingStep[] = [
  { rows: collectionRows, find: (known) => known.groups.push(...findCollections(known)) },
  ...finds(...joinPaths, ...beside.findApart),
  { rows: partRows, find: bindParts },
  decide(counts),
  { rows: accountRows, find: findUsers },
  ...finds(bindCurrent, bindAccounts, findAccounts, findProfiles),
  { rows: jobRows, find: (known) => bindJobs(known, changesItemIn(known)) },
  { rows: singleRows, find: findSingletons },
  { rows: loneListRows, find: findLoneLists },
  ...finds(createBelow, beside.findSeveral, beside.findNamed, beside.findActsOnMany),
  ...[views, many, actions].map(decide),
  ...finds(beside.findRelations, beside.findSearches),
  { rows: readOnlyRows, find: findReadOnly },
  ...finds(beside.findOtherKeys),
];

/** The table of roles: every row, in the order in which they are tried. */
export const table: readonly RoleRow[] = steps.flatMap(({ rows }) => rows);

/** Says why each operation does what it does, or nothing. */
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
    ...[effectsOfBound, tokensOfLogins, choicesOfFields, ...beside.bindings],
    ...[creationsOfMany, beside.listsBeside, mostFirst, countedFromZero, otherTypes],
  ],
  sent: readSent,
  doubts: createDoubts,
  finish: [...beside.finish, explained, openEntrances],
};
