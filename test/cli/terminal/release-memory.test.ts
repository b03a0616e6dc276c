import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

const program = `
  const { releaseMemory } = await import(${JSON.stringify(new URL('../../../src/cli/terminal/release-memory.ts', import.meta.url).href)});
  // Objects that survive a few collections of the young generation make V8 enlarge it.
  const kept = [];
  for (let at = 0; at < 300_000; at++) kept.push({ at, name: 'item ' + at });
  kept.length = 10;
  const before = process.memoryUsage().heapTotal;
  releaseMemory();
  console.log(JSON.stringify([before, process.memoryUsage().heapTotal]));
`;

test('memory that the start needed is released', () => {
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
  const [before, after] = JSON.parse(output) as [number, number];
  expect(after).toBeLessThan(before / 2);
});
