import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** What a journal does: it keeps the last thousand objects for a while. Returns the largest size of the young generation in MB. */
const program = (isLimited: boolean): string => `
  const { getHeapSpaceStatistics } = await import('node:v8');
  const { limitYoungGeneration } = await import(${JSON.stringify(new URL('../../../src/cli/terminal/limit-young-generation.ts', import.meta.url).href)});
  if (${isLimited}) limitYoungGeneration();
  const kept = [];
  let largest = 0;
  for (let round = 0; round < 150; round++) {
    for (let step = 0; step < 1000; step++) kept[step] = { round, step, texts: Array.from({ length: 30 }, (_, index) => [index]) };
    largest = Math.max(largest, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);
    await new Promise(setImmediate);
  }
  console.log(largest / 2 ** 20);
`;

const largestOf = (isLimited: boolean): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '--eval', program(isLimited)], { encoding: 'utf8' }));

test('the young generation stays small although objects survive', () => {
  const limited = largestOf(true);
  expect(limited).toBeLessThanOrEqual(32);
  expect(limited).toBeLessThan(largestOf(false));
});
