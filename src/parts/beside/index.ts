/** What is beside the collections of a document: the steps that find it, and what it adds to bindings. */
import { bindFlags, bindRelations, findRelations } from '../flags/index.ts';
import { bindAboutItems } from './about-item.ts';
import { findActsOnMany } from './acts-on-many.ts';
import { listsBeside, parentsElsewhere } from './find-lists-beside.ts';
import { findApart, findOtherKeys, findOwned, findReferredKeys, findSearches, findSeveral } from './items-apart.ts';
import { bindListed } from './listed-by-owners.ts';
import { bindValues, findPartsListed } from './listed-values.ts';
import { namedInBody } from './named-in-body.ts';
import { findNamed, withAssignment } from './named-items.ts';
import { bindCallers, bindPersons, ownedFilters } from './of-persons.ts';
import { bindSoftDeletions } from './soft-deletions.ts';

export const beside = {
  findApart,
  findOwned,
  findReferredKeys,
  findPartsListed,
  findNamed,
  findOtherKeys,
  findSearches,
  findSeveral,
  findActsOnMany,
  findRelations,
  bindings: [parentsElsewhere, ownedFilters, withAssignment, namedInBody],
  listsBeside,
  finish: [
    bindRelations,
    bindCallers,
    bindPersons,
    bindListed,
    bindValues,
    bindAboutItems,
    bindFlags,
    bindSoftDeletions,
  ],
};
