/** Paths that are read as those of the nouns: with verbs, for some alone, with the id of a parent, and of uploads. */
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { createdAtParents } from './at-parents.ts';
import { withoutAudiences } from './audiences.ts';
import { uploadedToLists } from './uploads.ts';
import { withVerbPaths } from './verb-paths.ts';

export { inOrderOfVerbs } from './verb-paths.ts';

export const readPaths = (
  candidates: readonly UnboundOperation[],
  access: Parameters<typeof withVerbPaths>[1],
): readonly UnboundOperation[] =>
  createdAtParents(uploadedToLists(withoutAudiences(withVerbPaths(candidates, access), access), access));
