import type { FiredFault, Violation } from '../exchange.ts';
import type { Change } from '../state/state.ts';
import type { ResponseDraft } from './write-response.ts';

/** A response that is not written yet, and what comes with it: each step of the simulation returns one. */
export interface ExecutionResult {
  readonly draft: ResponseDraft;
  /** The origin of the draft. A refusal is not checked against the response's schema. */
  readonly origin: 'success' | 'refusal' | 'forced' | 'handler' | 'upstream' | 'mock';
  readonly changes: readonly Change[];
  readonly violations: readonly Violation[];
  /** For `Preference-Applied`. Default: those that were applied before. */
  readonly applied?: readonly string[];
  /** Faults that altered the body. Default: none. */
  readonly fired?: readonly FiredFault[];
}
