/** Paths that are read as those of the nouns: with verbs, for some alone, with the id of a parent, and of uploads. */
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import type { Known } from '../../openapi/resources/find/finder-context.ts';
import { adoptActions, adoptItems } from './adopt-items.ts';
import { adoptNested } from './adopt-nested.ts';
import { adoptOtherIds } from './adopt-other-ids.ts';
import { createdAtParents } from './at-parents.ts';
import { withoutAudiences } from './audiences.ts';
import { uploadedToLists } from './uploads.ts';
import { withVerbPaths } from './verb-paths.ts';

export { pathsOfThings } from './paths-of-things.ts';
export { inOrderOfVerbs } from './verb-paths.ts';

export const readPaths = (
  candidates: readonly UnboundOperation[],
  access: Parameters<typeof withVerbPaths>[1],
): readonly UnboundOperation[] =>
  createdAtParents(uploadedToLists(withoutAudiences(withVerbPaths(candidates, access), access), access), access);

/** Joins groups whose paths are those of the same items. */
export const joinPaths = (known: Known): void => {
  for (const adopt of [adoptItems, adoptOtherIds, adoptNested]) adopt(known, known.groups);
  adoptActions(known);
};
