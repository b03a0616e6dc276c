/** Input that broke something, kept in a file until it is a regression test. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Finding {
  /** The broken rule, and the error. */
  readonly what: string;
  /** The command that shows it again. */
  readonly command: string;
}

export interface FuzzResult {
  readonly count: number;
  /** How far the input got: how many of the runs had which result. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
}

const folder = '.fuzz';

/** Writes the input to a file below `.fuzz/`, and returns its path. */
export const keepInput = (name: string, input: string | Uint8Array): string => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, name);
  writeFileSync(file, input);
  return file;
};
