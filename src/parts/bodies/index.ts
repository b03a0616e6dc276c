/** Bodies that a document leaves out: as its examples or its requests are. */
import type { Compilation } from '../../openapi/operations/compilation.ts';
import type { UnboundOperation } from '../../openapi/resources/describe/unbound-operation.ts';
import { withExampleBodies } from './example-bodies.ts';
import { withUnstatedBodies } from './unstated-bodies.ts';

export const withBodies = (
  documented: readonly UnboundOperation[],
  compilation: Compilation,
): readonly UnboundOperation[] =>
  compilation.stateless ? documented : withUnstatedBodies(withExampleBodies(documented, compilation), compilation);
