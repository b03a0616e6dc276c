/** Paths that are read as those of the nouns: with verbs, and for some alone. */
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { withoutAudiences } from './audiences.ts';
import { withVerbPaths } from './verb-paths.ts';

export { inOrderOfVerbs } from './verb-paths.ts';

export const readPaths = (
  candidates: readonly UnboundOperation[],
  access: Parameters<typeof withVerbPaths>[1],
): readonly UnboundOperation[] => withoutAudiences(withVerbPaths(candidates, access), access);
