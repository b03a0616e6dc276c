import { expect, test } from 'vitest';
import { SharedLines } from '../../../../src/parts/store/workers/supervise.ts';

test('what every worker prints is shown once, each time', () => {
  const lines = new SharedLines(() => 0);
  const printed = [1, 2, 3, 2, 1, 3].map((worker) => lines.isNew(worker, 'Reloaded api.yaml'));
  expect(printed).toEqual([true, false, false, true, false, false]);
});

test('what one worker prints twice is shown twice, and another line always', () => {
  const lines = new SharedLines(() => 0);
  expect([lines.isNew(1, 'a'), lines.isNew(1, 'a'), lines.isNew(1, 'b')]).toEqual([true, true, true]);
});

test('the same line of another worker is shown after some time', () => {
  let nowMs = 0;
  const lines = new SharedLines(() => nowMs);
  expect(lines.isNew(1, 'a')).toBe(true);
  nowMs = 10_000;
  expect(lines.isNew(2, 'a')).toBe(false);
  nowMs = 10_001;
  expect(lines.isNew(3, 'a')).toBe(true);
});

test('the number of lines that are remembered is limited', () => {
  const lines = new SharedLines(() => 0);
  for (let count = 0; count <= 1000; count++) lines.isNew(1, String(count));
  expect(lines.isNew(2, '1000')).toBe(false);
  expect(lines.isNew(2, '0')).toBe(true);
});
