/** Runs the property tests with fresh seeds. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { type Chance, randomSequence } from '../child-server/random.ts';
import type { Finding, FuzzResult } from './finding.ts';

const propertyTests = (): readonly string[] =>
  globSync('test/**/*.test.ts')
    .filter((file) => /\bfc\./.test(readFileSync(file, 'utf8')))
    .toSorted();

const shuffle = <Value>(chance: Chance, values: readonly Value[]): readonly Value[] =>
  values
    .map((value) => ({ value, order: chance() }))
    .toSorted((left, right) => left.order - right.order)
    .map(({ value }) => value);

export const fuzzProperties = (seed: number, isOver: () => boolean): FuzzResult => {
  const findings: Finding[] = [];
  let count = 0;
  for (let round = 0; !isOver(); round++) {
    const chance = randomSequence(seed, round);
    for (const file of shuffle(chance, propertyTests())) {
      if (isOver()) break;
      const own = Math.floor(chance() * 2 ** 31);
      const args = ['exec', '--', 'vitest', 'run', file, '--maxWorkers=1', '--reporter=dot'];
      const { status, stdout, stderr } = spawnSync('npm', args, {
        env: { ...process.env, NO_COLOR: '1', FAST_CHECK_SEED: String(own) },
        encoding: 'utf8',
      });
      count++;
      if (status === 0) continue;
      findings.push({
        what: `${file}\n${stdout.slice(-1000)}${stderr.slice(0, 4000)}`,
        command: `FAST_CHECK_SEED=${own} npm exec -- vitest run ${file}`,
      });
    }
  }
  return { count, outcomes: { passed: count - findings.length }, findings };
};
