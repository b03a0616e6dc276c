import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const program = `
  const { releaseWhenIdle } = await import(${JSON.stringify(new URL('../../../src/cli/terminal/watch-heap.ts', import.meta.url).href)});
  // Objects that survive a few collections of the young generation make V8 enlarge it.
  const kept = [];
  for (let at = 0; at < 300_000; at++) kept.push({ at, name: 'item ' + at });
  kept.length = 10;
  const before = process.memoryUsage().heapTotal;
  releaseWhenIdle({ idleMs: 100 });
  const end = performance.now() + 3000;
  while (process.memoryUsage().heapTotal > before / 2 && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(JSON.stringify([before, process.memoryUsage().heapTotal]));
`;

test('memory that the start needed is released in the first pause', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  const [before, after] = JSON.parse(output) as [number, number];
  expect(after).toBeLessThan(before / 2);
});

/** A load in pieces, as requests are; then the time until half of what it allocated is given back, if ever in that time. */
const idleProgram = (isReleased: boolean, isWorking: boolean): string => `
  const { releaseWhenIdle } = await import(${JSON.stringify(new URL('../../../src/cli/terminal/watch-heap.ts', import.meta.url).href)});
  const { setTimeout: wait } = await import('node:timers/promises');
  if (${isReleased}) releaseWhenIdle({ idleMs: 100, grownBytes: 1 });
  let kept = [];
  let largest = 0;
  let smallest = Infinity;
  for (let round = 0; round < 60; round++) {
    for (let step = 0; step < 5000; step++) kept.push({ step, name: 'item ' + round + ' ' + step });
    await new Promise(setImmediate);
    largest = Math.max(largest, process.memoryUsage().heapTotal);
  }
  kept = [];
  for (let waited = 0; waited < ${isWorking ? 600 : 3000} && smallest > largest / 2; waited += 50) {
    if (${isWorking}) for (let piece = 0; piece < 5; piece++) {
      const start = process.cpuUsage();
      while (process.cpuUsage(start).user < 5000);
      await wait(5);
    } else await wait(50);
    smallest = Math.min(smallest, process.memoryUsage().heapTotal);
  }
  console.log(JSON.stringify(smallest / largest));
`;

const keptBy = (isReleased: boolean, isWorking = false): number =>
  Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', idleProgram(isReleased, isWorking)], {
      encoding: 'utf8',
    }),
  );

test('memory that a load needed is released when it is over, which V8 does not do by itself', () => {
  expect(keptBy(true)).toBeLessThan(0.5);
  expect(keptBy(false)).toBeGreaterThan(0.5);
});

test('a process that still works is not released, even if it allocates too little for a collection', () => {
  expect(keptBy(true, true)).toBeGreaterThan(0.5);
});
