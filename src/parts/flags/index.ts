/** What each caller has stated of items for themselves: as a flag of the item, in lists of what they have stated, and of those who have. */
export { bindFlags, bindRelations, ownFlagsOf } from './bind-relations.ts';
export { findRelations } from './find-relations.ts';
export { isFeedOf, isListOfFlag } from './flag-names.ts';
export { collectionIn } from './own-flags.ts';
