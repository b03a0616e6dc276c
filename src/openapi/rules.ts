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
} from '../parts/accounts/index.ts';
import { withMakers } from '../parts/accounts/makers.ts';
import { tokensOfLogins } from '../parts/accounts/token-in.ts';
import { bindAboutItems } from '../parts/beside/about-item.ts';
import { withAssignment } from '../parts/beside/assignments.ts';
import { listsBeside } from '../parts/beside/find-lists-beside.ts';
import { findFlagsApart, findFollowed } from '../parts/beside/flags-apart.ts';
import { findApart } from '../parts/beside/items-apart.ts';
import { parentsElsewhere } from '../parts/beside/listed-elsewhere.ts';
import { bindValues } from '../parts/beside/listed-values.ts';
import { findNamed } from '../parts/beside/named-items.ts';
import { bindFlags, bindPersons } from '../parts/beside/of-persons.ts';
import { findOtherKeys } from '../parts/beside/other-keys.ts';
import { bindCallers, ownedFilters } from '../parts/beside/owned-filters.ts';
import { findOwned } from '../parts/beside/owned-items.ts';
import { createAround } from '../parts/bodies/around-lists.ts';
import { withBodies } from '../parts/bodies/index.ts';
import { readEdges, showEdges } from '../parts/edges/index.ts';
import { effectsOfBound } from '../parts/effects/bind-effects.ts';
import { changesItemIn, effectsOf } from '../parts/effects/index.ts';
import { createDoubts, explainFound } from '../parts/explain/reasons/index.ts';
import { applyHints } from '../parts/hints/index.ts';
import { bindJobs, jobRows } from '../parts/jobs/index.ts';
import { withLifecycles } from '../parts/lifecycles/document/infer-lifecycles.ts';
import { counts, many } from '../parts/many/index.ts';
import { creationsOfMany } from '../parts/many/many-named.ts';
import { countedFromZero, mostFirst } from '../parts/orders/index.ts';
import { inOrderOfVerbs, joinPaths, pathsOfThings, readPaths } from '../parts/paths/index.ts';
import { withAddresses } from '../parts/properties/addresses.ts';
import { withCopies } from '../parts/properties/copied-texts.ts';
import { choicesOfFields } from '../parts/properties/field-choice.ts';
import { bindParts, partRows } from '../parts/properties/index.ts';
import { withJoined } from '../parts/properties/joined-texts.ts';
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
  ...finds(...joinPaths, findApart, findOwned, findFlagsApart),
  { rows: partRows, find: bindParts },
  decide(counts),
  { rows: accountRows, find: findUsers },
  ...finds(bindCurrent, bindAccounts, findAccounts, findProfiles, findFollowed),
  { rows: jobRows, find: (known) => bindJobs(known, changesItemIn(known)) },
  { rows: singleRows, find: findSingletons },
  { rows: loneListRows, find: findLoneLists },
  ...finds(findNamed),
  ...[views, many, actions].map(decide),
  { rows: readOnlyRows, find: findReadOnly },
  ...finds(findOtherKeys),
];

/** The table of roles: every row, in the order in which they are tried. */
export const table: readonly RoleRow[] = steps.flatMap(({ rows }) => rows);

export const rules: ResourceRules = {
  around: createAround,
  read: [...readPaths, ...withBodies, readEdges],
  inOrder: inOrderOfVerbs,
  steps,
  hints: applyHints,
  pathsOfThings,
  namesOfCaller,
  effectsOf,
  specs: [withAddresses, withMakers, withCopies, withJoined, withLifecycles],
  bindings: [
    ...[effectsOfBound, tokensOfLogins, choicesOfFields, parentsElsewhere, ownedFilters, withAssignment],
    ...[creationsOfMany, listsBeside, mostFirst, showEdges, countedFromZero],
  ],
  doubts: createDoubts,
  finish: [
    bindCallers,
    bindPersons,
    bindValues,
    bindAboutItems,
    bindFlags,
    (found) => explainFound(found, table),
    openEntrances,
  ],
};
