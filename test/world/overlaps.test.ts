import { expect, test } from 'vitest';
import { explainFull } from '../../src/world/explain-full.ts';
import { Overlaps } from '../../src/world/overlaps.ts';

const write = true;
const read = false;

test.each([
  ['nothing else', [], write, false],
  ['a write that began and ended', [write], write, true],
  ['a write, beside a read', [write], read, true],
  ['a read', [read], write, false],
])('a request overlaps with %s', (_, others, own, overlaps) => {
  const open = new Overlaps();
  const { before } = open;
  open.begin(own);
  for (const other of others) open.begin(other);
  for (const other of others) open.end(other);
  expect(open.since(before, own)).toBe(overlaps);
  open.end(own);
  expect(open.since(open.before, read)).toBe(false);
});

test('a request overlaps with a write that is still under way, and not with one that ended before', () => {
  const open = new Overlaps();
  open.begin(write);
  expect(open.since(open.before, read)).toBe(true);
  const { before } = open;
  open.end(write);
  expect([open.since(before, read), open.since(open.before, read)]).toEqual([true, false]);
});

test('why no other world can be opened names the oldest worlds, and the options that help', () => {
  const nameOf = (option: string): string => `--${option}`;
  expect(explainFull({ options: { maxWorlds: 1, journalLimit: 1 }, oldest: [] }, nameOf)).toEqual({
    reason: 'the maximum of 1 world is open',
    hint: 'Delete one with DELETE /_vivarium/api/worlds/{world}, or raise --maxWorlds.',
  });
  const full = { options: { maxWorlds: 20, journalLimit: 1, keepMs: 3_600_000 }, oldest: ['a', 'b'] };
  expect(explainFull(full, nameOf, 'Close one')).toEqual({
    reason: 'the maximum of 20 worlds is open',
    hint: 'Unused for longest: "a", "b". Close one, lower --keep (1h), or raise --maxWorlds.',
  });
});
