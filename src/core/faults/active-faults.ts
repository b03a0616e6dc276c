/** The faults of a world that are on. */
import type { TokenFlaw } from '../service/login.ts';
import { type FaultEntry, mayLoseResponses } from './fault.ts';

export class ActiveFaults {
  readonly entries: readonly FaultEntry[];
  readonly mayLoseResponses: boolean;

  /** `faults`: all of a state, also those that are off. */
  constructor(faults: ReadonlyMap<string, FaultEntry>) {
    this.entries = [...faults.values()].filter(({ enabled }) => enabled);
    this.mayLoseResponses = mayLoseResponses(this.entries);
  }

  /** Of those that are on. */
  get tokenFlaws(): ReadonlySet<TokenFlaw> {
    return new Set(this.entries.flatMap(({ fault: { effect } }) => (effect.type === 'token' ? [effect.token] : [])));
  }
}
