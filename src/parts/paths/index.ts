/** Paths that are read as those of the nouns: with verbs, for some alone, with the id of a parent, and of uploads; and those of the same items, joined. */
import { adoptActions, adoptItems } from './adopt-items.ts';
import { adoptNested, createBelow } from './adopt-nested.ts';
import { adoptOtherIds } from './adopt-other-ids.ts';
import { createdAtParents } from './at-parents.ts';
import { withoutAudiences } from './audiences.ts';
import { uploadedToLists } from './uploads.ts';
import { withVerbPaths } from './verb-paths.ts';

export { pathsOfThings } from './paths-of-things.ts';
export { inOrderOfVerbs } from './verb-paths.ts';

/** In this order. */
export const readPaths = [withVerbPaths, withoutAudiences, uploadedToLists, createdAtParents] as const;

/** Join groups whose paths are those of the same items, in this order. */
export const joinPaths = [adoptItems, adoptOtherIds, adoptNested, createBelow, adoptActions] as const;
