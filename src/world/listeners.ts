/** A list of listeners. An error in one of them affects neither the others nor the caller of `emit`. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

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
        console.error(error);
      }
    }
  }

  clear(): void {
    this.#listeners.clear();
  }
}
