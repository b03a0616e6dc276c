/** Mutants that change nothing that a client could notice, with the reason. */
interface EquivalentMutant {
  readonly file: string;
  /** The text that is changed. */
  readonly original: string;
  /** All mutants of the text if it is missing. */
  readonly replacement?: string;
  readonly reason: string;
}

export const equivalentMutants: readonly EquivalentMutant[] = [];
