/** What resources are found with. */
import type { Compilation } from '../../operations/compilation.ts';
import type { Candidate } from '../describe/candidate.ts';
import type { Describe } from '../describe/item-schema.ts';
import type { Shapes } from '../describe/locate-items.ts';

/** What a finder of groups works with. */
export interface Finding {
  readonly compilation: Compilation;
  readonly describe: Describe;
  readonly shapes: Shapes;
  /** By path, parameters' names erased. */
  readonly byPath: ReadonlyMap<string, readonly Candidate[]>;
  /** Says why a candidate is not bound. */
  readonly abstain: (candidate: Candidate, reason: string) => void;
}
