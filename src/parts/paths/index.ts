/** Paths that are read as those of the nouns: with verbs, for some alone, with the id of a parent, and of uploads; and those of the same items, joined. */
import { createdAtParents, uploadedToLists } from './at-parents.ts';
import { withoutAudiences } from './audiences.ts';
import { withVerbPaths } from './verb-paths.ts';

export { adoptActions, adoptItems, adoptNested, adoptOtherIds, createBelow } from './adopt-items.ts';
export { pathsOfThings } from './at-parents.ts';
export { inOrderOfVerbs } from './verb-paths.ts';

/** In this order. */
export const readPaths = [withVerbPaths, withoutAudiences, uploadedToLists, createdAtParents] as const;
