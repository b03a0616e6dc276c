/** What resources are found with. */
import type { Compilation } from '../../operations/compilation.ts';
import type { Describe } from '../describe/item-schema.ts';
import type { Shapes } from '../describe/locate-items.ts';
import type { UnboundOperation } from '../describe/unbound-operation.ts';

/** What a finder of groups works with. */
export interface FinderContext {
  readonly compilation: Compilation;
  readonly describe: Describe;
  readonly shapes: Shapes;
  /** By path, parameters' names erased. */
  readonly byPath: ReadonlyMap<string, readonly UnboundOperation[]>;
  /** Says why a candidate is not bound. */
  readonly abstain: (candidate: UnboundOperation, reason: string) => void;
}
