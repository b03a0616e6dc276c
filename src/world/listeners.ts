import type { Logger } from './logger.ts';

/** Functions that are called with each event. An exception in one of them is logged; the others are still called. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  get size(): number {
    return this.#listeners.size;
  }

  /** Returns a function that removes the listener. */
  add(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  emit(event: Event): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        this.#logger.error('A listener of the simulation failed.', error);
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
