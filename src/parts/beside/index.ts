/** What is beside the collections of a document: the steps that find it, and what it adds to bindings. */
import { bindAboutItems } from './about-item.ts';
import { findActsOnAll } from './acts-on-all.ts';
import { withAssignment } from './assignments.ts';
import { listsBeside } from './find-lists-beside.ts';
import { findFlagsApart, findFollowed } from './flags-apart.ts';
import { findApart } from './items-apart.ts';
import { parentsElsewhere } from './listed-elsewhere.ts';
import { bindValues } from './listed-values.ts';
import { findNamed } from './named-items.ts';
import { bindFlags, bindPersons } from './of-persons.ts';
import { findOtherKeys } from './other-keys.ts';
import { bindCallers, ownedFilters } from './owned-filters.ts';
import { findOwned } from './owned-items.ts';
import { findPartsListed } from './parts-listed.ts';
import { findSeveral } from './several-lists.ts';

export const beside = {
  /** Items, of which collections have a part already. */
  findApart: [findApart, findOwned, findFlagsApart, findPartsListed],
  findFollowed,
  findNamed,
  findOtherKeys,
  findSeveral,
  findActsOnAll,
  bindings: [parentsElsewhere, ownedFilters, withAssignment],
  listsBeside,
  finish: [bindCallers, bindPersons, bindValues, bindAboutItems, bindFlags],
};
