/** The changes that one run of a handler makes: its later calls see them, and they are applied only if it succeeds. */
import type { Step } from '../exchange.ts';
import type { RequestContext } from '../request/request-context.ts';
import { applyChanges, type Change, type State } from '../state/state.ts';

/** `why` lists this many changes of a handler. */
const maxSteps = 50;

export class HandlerRun {
  readonly context: RequestContext;
  readonly changes: Change[] = [];
  #state: State | undefined;
  #isEnded = false;
  #unlisted = 0;
  #listed = 0;

  constructor(context: RequestContext) {
    this.context = context;
  }

  get state(): State {
    return this.#state ?? this.context.state;
  }

  /** The number of changes that `why` does not list. */
  get unlisted(): number {
    return this.#unlisted;
  }

  apply(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const { state } = this.context;
    // Collections are immutable values: the copy shares all of them.
    this.#state ??= { ...state, collections: state.collections.copy(), parts: new Map(state.parts) };
    applyChanges(this.#state, changes);
    for (const change of changes) this.changes.push(change);
  }

  explain(step: Step): void {
    if (++this.#listed > maxSteps) this.#unlisted++;
    else this.context.steps.push(step);
  }

  /** @throws Error if the handler has returned: its changes are already decided. */
  checkRunning(call: string): void {
    if (this.#isEnded) throw new Error(`${call} was called after the handler had returned`);
  }

  end(): void {
    this.#isEnded = true;
  }
}
