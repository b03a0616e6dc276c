/** The table of roles: every row, in the order in which they are tried. */

import { accountRows } from '../../parts/accounts/index.ts';
import { jobRows } from '../../parts/jobs/index.ts';
import { counts, many } from '../../parts/many/index.ts';
import { partRows } from '../../parts/properties/index.ts';
import { actions } from './find/actions.ts';
import { collectionRows } from './find/collection-rows.ts';
import type { RoleRow } from './find/evidence.ts';
import { readOnlyRows, singleRows } from './find/find-singletons.ts';
import { loneListRows } from './find/lone-lists.ts';
import { views } from './find/views.ts';

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
