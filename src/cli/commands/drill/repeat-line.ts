/** The command that repeats a case. */
import type { DrillFlags } from './drill-flags.ts';

/** Returns its words: with the flags that decide what a case is. */
export const repeatLine = (
  documents: readonly string[],
  flags: DrillFlags,
  name: string,
  command: readonly string[],
): readonly string[] => {
  const given: readonly (readonly [flag: string, values: readonly (string | undefined)[]])[] = [
    ['--config', [flags.config]],
    ['--overlay', flags.overlay ?? []],
    ['--handlers', [flags.handlers]],
    ['--base', [flags.base]],
    ['--scenario', [flags.scenario]],
    ['--scenarios', [flags.scenarios]],
    ['--seed', [flags.seed]],
    ['--env', flags.env ?? []],
    ['--timeout', [flags.timeout]],
    ['--case', [name]],
  ];
  const words = given.flatMap(([flag, values]) =>
    values.flatMap((value) => (value === undefined ? [] : [flag, value])),
  );
  return ['vivarium', 'drill', ...documents, ...words, '--', ...command];
};
