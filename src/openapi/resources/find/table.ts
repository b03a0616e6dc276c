/** The table of roles: every row, in the order in which they are tried. */

import { actions } from './actions.ts';
import { collectionRows } from './collection-rows.ts';
import type { RoleRow } from './evidence.ts';
import { accountRows } from './find-accounts.ts';
import { jobRows } from './find-jobs.ts';
import { partRows } from './find-parts.ts';
import { readOnlyRows, singleRows } from './find-singletons.ts';
import { loneListRows } from './lone-lists.ts';
import { counts, many } from './many.ts';
import { views } from './views.ts';

export const table: readonly RoleRow[] = [
  ...collectionRows,
  ...partRows,
  ...counts.rows,
  ...accountRows,
  ...jobRows,
  ...singleRows,
  ...loneListRows,
  ...views.rows,
  ...many.rows,
  ...actions.rows,
  ...readOnlyRows,
];
