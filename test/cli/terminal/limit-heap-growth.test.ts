import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** What a journal does: it keeps the last thousand objects for a while. Returns the largest size of the young generation in MB. */
const program = (isLimited: boolean): string => `
  const { getHeapSpaceStatistics } = await import('node:v8');
  const { limitHeapGrowth } = await import(${JSON.stringify(new URL('../../../src/cli/terminal/limit-heap-growth.ts', import.meta.url).href)});
  if (${isLimited}) limitHeapGrowth();
  const kept = [];
  let largest = 0;
  for (let round = 0; round < 40; round++) {
    for (let step = 0; step < 1000; step++) kept[step] = { round, step, texts: Array.from({ length: 30 }, (_, index) => [index]) };
    largest = Math.max(largest, getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size);
    await new Promise(setImmediate);
  }
  console.log(largest / 2 ** 20);
`;

const run = (source: string): number =>
  Number(execFileSync(process.execPath, ['--input-type=module', '--eval', source], { encoding: 'utf8' }));

test('the young generation stays small although objects survive', () => {
  const limited = run(program(true));
  expect(limited).toBeLessThanOrEqual(32);
  expect(limited).toBeLessThan(run(program(false)));
});

/** Objects are dropped when they have reached the old generation. Returns the largest size of the whole heap in MB. */
const heapProgram = (isLimited: boolean): string => `
  const { getHeapStatistics } = await import('node:v8');
  const { limitHeapGrowth } = await import(${JSON.stringify(new URL('../../../src/cli/terminal/limit-heap-growth.ts', import.meta.url).href)});
  if (${isLimited}) limitHeapGrowth();
  const kept = Array.from({ length: 5000 });
  let largest = 0;
  for (let round = 0; round < 40; round++) {
    for (let step = 0; step < 2000; step++)
      kept[(round * 2000 + step) % kept.length] = { step, texts: Array.from({ length: 30 }, (_, index) => [index]) };
    largest = Math.max(largest, getHeapStatistics().total_heap_size);
    await new Promise(setImmediate);
  }
  console.log(largest / 2 ** 20);
`;

test('the heap stays close to what is kept', () => {
  const [limited, unlimited] = [true, false].map((isLimited) => run(heapProgram(isLimited))) as [number, number];
  expect(limited).toBeLessThan(0.9 * unlimited);
});
