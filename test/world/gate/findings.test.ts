import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { mergeGates, readGate, writeGate } from '../../../src/world/gate/findings.ts';

const unmatched = (path: string, count: number, world = 'default') => ({
  method: 'GET',
  path,
  status: 404,
  count,
  world,
  exchange: 1,
});

const written = (run: string, rows: readonly ReturnType<typeof unmatched>[], dropped = 0): JsonObject =>
  writeGate(
    {
      violations: [],
      unmatched: rows,
      deprecated: [],
      unknownParameters: [],
      drift: [],
      dropped: { violations: 0, unmatched: dropped, deprecated: 0, unknownParameters: 0, drift: 0 },
    },
    run,
    { operations: new Map(), unmatched: new Map([['404', rows.length]]) },
  );

const read = (value: Json) => {
  const report = readGate(value);
  if (report === undefined) throw new Error('unreadable');
  return report;
};

test('what is written can be read', () => {
  const report = read(written('one', [unmatched('/a', 2)], 3));
  expect(report.findings.unmatched).toEqual([unmatched('/a', 2)]);
  expect(report.findings.dropped.unmatched).toBe(3);
  expect([...report.coverage.keys()]).toEqual(['one']);
});

test.each<[string, Json]>([
  ['null', null],
  ['a list', []],
  ['a report of coverage', { run: 'one', items: [] }],
  ['rows that are not objects', { violations: [1], unmatched: [], deprecated: [], coverage: { run: 'a', items: [] } }],
  ['no coverage', { violations: [], unmatched: [], deprecated: [] }],
])('%s is not a report of a gate', (_name, value) => {
  expect(readGate(value)).toBeUndefined();
});

test('the findings of several servers add up', () => {
  const merged = mergeGates([
    read(written('one', [unmatched('/a', 2), unmatched('/b', 1)], 1)),
    read(written('two', [unmatched('/a', 3, 'other')], 4)),
  ]);
  expect(merged.findings.unmatched).toEqual([unmatched('/a', 5), unmatched('/b', 1)]);
  expect(merged.findings.dropped.unmatched).toBe(5);
  expect([...merged.coverage.keys()]).toEqual(['one', 'two']);
});

test('a server that is given twice counts once', () => {
  const report = read(written('one', [unmatched('/a', 2)]));
  expect(mergeGates([report, report]).findings.unmatched).toEqual([unmatched('/a', 2)]);
});
