/** What resources are found with. */
import type { Compilation } from '../compilation.ts';
import type { Candidate } from './candidate.ts';
import type { Describe } from './element.ts';
import type { Shapes } from './shape.ts';

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
