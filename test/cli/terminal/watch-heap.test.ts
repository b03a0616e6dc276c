import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** Fills the heap until the callback, then drops everything. Prints what was called back, and whether anything was kept then. */
const program = `
  const { watchHeap } = await import(${JSON.stringify(new URL('../../../src/cli/terminal/watch-heap.ts', import.meta.url).href)});
  let kept = [];
  let isFull = false;
  const changes = [];
  const over = new Promise((resolve) => watchHeap((value) => {
    isFull = value;
    changes.push([value, kept.length > 0]);
    if (!value) resolve();
  }, 10));
  while (!isFull) {
    kept.push(Array.from({ length: 100_000 }, (_, index) => index + 0.5));
    await new Promise(setImmediate);
  }
  kept = [];
  // The timer of the watch does not keep the process running.
  const running = setInterval(() => {}, 1000);
  await over;
  clearInterval(running);
  console.log(JSON.stringify(changes));
`;

test('a heap that becomes full is reported before the process ends, and again when there is room', () => {
  const options = ['--max-old-space-size=200', '--input-type=module', '--eval', program];
  const output = execFileSync(process.execPath, options, { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([
    [true, true],
    [false, false],
  ]);
});
