/** The sources to mutate: their mutants, numbered through, and their instrumented texts. */
import { readFileSync } from 'node:fs';
import { instrument } from './instrument.ts';
import { mutantsOf, type PlacedMutant } from './mutants.ts';

export interface Source {
  readonly file: string;
  readonly mutants: readonly PlacedMutant[];
  /** The number of the first mutant. */
  readonly firstId: number;
  readonly code: string;
}

export const readSources = (files: readonly string[]): readonly Source[] => {
  let firstId = 0;
  return files.map((file) => {
    const text = readFileSync(file, 'utf8');
    const mutants = mutantsOf(file, text);
    const source = { file, mutants, firstId, code: instrument(text, mutants, firstId) };
    firstId += mutants.length;
    return source;
  });
};
