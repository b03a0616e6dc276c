import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { mergeGates } from '../../../src/parts/gate/gate-command.ts';
import { type Findings, readGate, writeGate } from '../../../src/world/gate/gate-findings.ts';

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
      compared: 0,
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

const occurrences = { count: 2, world: 'alice', exchange: 3 };
const everyKind: Findings = {
  violations: (['request', 'response'] as const).map((side) => ({
    ...{ operation: 'list', side, in: 'query', pointer: '/limit', rule: 'minimum', message: 'too small' },
    ...occurrences,
  })),
  unmatched: [unmatched('/a', 2)],
  deprecated: ['old', 'older'].map((operation) => ({ operation, ...occurrences })),
  unknownParameters: ['pageSise', 'lmit'].map((name) => ({ operation: 'list', name, ...occurrences })),
  drift: [
    { operation: 'list', kind: 'status', pointer: '', simulated: 200, real: 500, breaking: true, ...occurrences },
    { operation: 'list', kind: 'body', pointer: '/a', simulated: null, real: 'x', breaking: false, ...occurrences },
  ] as Findings['drift'],
  compared: 7,
  dropped: { violations: 1, unmatched: 2, deprecated: 3, unknownParameters: 4, drift: 5 },
};
const empty = { operations: new Map(), unmatched: new Map() };

test('findings of every kind can be read again, and add up by what they are about', () => {
  const [one, two] = ['one', 'two'].map((run) => read(JSON.parse(JSON.stringify(writeGate(everyKind, run, empty)))));
  if (one === undefined || two === undefined) throw new Error('unreadable');
  expect(one.findings).toEqual(everyKind);
  const { findings } = mergeGates([one, two]);
  const doubled = <Row extends { readonly count: number }>(rows: readonly Row[]) =>
    rows.map((row) => ({ ...row, count: row.count * 2 }));
  expect(findings).toEqual({
    violations: doubled(everyKind.violations),
    unmatched: doubled(everyKind.unmatched),
    deprecated: doubled(everyKind.deprecated),
    unknownParameters: doubled(everyKind.unknownParameters),
    drift: doubled(everyKind.drift),
    compared: 14,
    dropped: { violations: 2, unmatched: 4, deprecated: 6, unknownParameters: 8, drift: 10 },
  });
});

test('what an earlier server does not write is empty', () => {
  const { drift: _, dropped: __, ...rest } = writeGate(everyKind, 'one', empty);
  const { findings } = read(rest);
  expect([findings.drift, findings.dropped]).toEqual([
    [],
    { violations: 0, unmatched: 0, deprecated: 0, unknownParameters: 0, drift: 0 },
  ]);
  const bare = read({
    violations: [{}],
    unmatched: [{}],
    deprecated: [{}],
    unknownParameters: [{}],
    drift: [{}],
    coverage: { run: 'a', items: [] },
  });
  expect(bare.findings.violations[0]).toEqual({
    ...{ operation: '', side: 'request', in: '', pointer: '', rule: '', message: '', count: 0, world: '', exchange: 0 },
  });
  expect(bare.findings.drift[0]).toMatchObject({ simulated: null, real: null, breaking: false });
});
