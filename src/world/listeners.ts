/** Who wants to hear of something. What goes wrong with one of them is no concern of the others, nor of who tells. */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  get size(): number {
    return this.#listeners.size;
  }

  /** Answers how to stop listening. */
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
