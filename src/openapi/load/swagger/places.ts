/** Finds where a value of a Swagger 2.0 document is in the converted one, and the reverse, by JSON Pointers. */
export class Places {
  readonly #sources = new Map<string, string>();
  readonly #targets = new Map<string, string>();

  /** What is below moves along. A value that moves to several places is found at the first. */
  move(from: string, to: string): void {
    if (from === to) return;
    if (!this.#sources.has(to)) this.#sources.set(to, from);
    if (!this.#targets.has(from)) this.#targets.set(from, to);
  }

  /** The source of a pointer into the converted document. */
  readonly sourceOf = (to: string): string => moved(to, this.#sources);

  /** The place of a source in the converted document. */
  readonly targetOf = (from: string): string => moved(from, this.#targets);
}

const moved = (pointer: string, moves: ReadonlyMap<string, string>): string => {
  for (let parent = pointer; parent !== ''; parent = parent.slice(0, parent.lastIndexOf('/'))) {
    const other = moves.get(parent);
    if (other !== undefined) return other + pointer.slice(parent.length);
  }
  return pointer;
};
