/** Reports of coverage, merged. */

import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import {
  type CoverageReport,
  mergeReports,
  readReport,
  scoreOf,
  sumRuns,
  writeReport,
} from '../../../src/world/evidence/coverage-report.ts';
import fc from '../../fast-check.ts';

const name = fc.constantFrom('a', 'b', '200', '4XX', '__proto__', 'constructor');
const counts = fc.dictionary(name, fc.nat(20), { maxKeys: 4, noNullPrototype: true });

const item = fc.record({
  operation: fc.constantFrom('list', 'create', '__proto__'),
  method: fc.constantFrom('GET', 'POST'),
  path: fc.constantFrom('/a', '/b'),
  requests: fc.nat(20),
  calls: fc.nat(20),
  statuses: counts,
  undocumented: counts,
  parameters: counts,
  values: fc.dictionary(name, counts, { maxKeys: 2, noNullPrototype: true }),
  faults: counts,
  unknownParameters: counts,
});

/** As the control API answers it. */
const answer = fc.record({
  run: fc.constantFrom('one', 'two', 'three'),
  items: fc.uniqueArray(item, { selector: ({ operation }) => operation, maxLength: 3 }),
  unmatched: counts,
});

const read = (value: unknown): CoverageReport => {
  const report = readReport(JSON.parse(JSON.stringify(value)) as Json);
  if (report === undefined) throw new Error('no report');
  return report;
};
const report = answer.map(read);
const written = (one: CoverageReport): unknown => writeReport(one);

describe('merging', () => {
  test('is commutative', () => {
    fc.assert(
      fc.property(report, report, (one, other) => {
        expect(written(mergeReports(one, other))).toEqual(written(mergeReports(other, one)));
      }),
    );
  });

  test('is associative', () => {
    fc.assert(
      fc.property(report, report, report, (one, other, third) => {
        expect(written(mergeReports(mergeReports(one, other), third))).toEqual(
          written(mergeReports(one, mergeReports(other, third))),
        );
      }),
    );
  });

  test('counts a report that is duplicated once', () => {
    fc.assert(
      fc.property(report, report, (one, other) => {
        const merged = mergeReports(one, other);
        expect(written(mergeReports(merged, one))).toEqual(written(merged));
        expect(written(mergeReports(merged, merged))).toEqual(written(merged));
      }),
    );
  });

  test('can continue from a written report', () => {
    fc.assert(
      fc.property(report, report, report, (one, other, third) => {
        const merged = mergeReports(one, other);
        expect(written(mergeReports(read(writeReport(merged)), third))).toEqual(written(mergeReports(merged, third)));
      }),
    );
  });
});

const reportOf = (run: string, statuses: object, more: object = {}): CoverageReport =>
  read({
    run,
    items: [{ operation: 'list', method: 'GET', path: '/a', requests: 1, statuses, ...more }],
    unmatched: {},
  });

test('different runs add up; of the same run the later report counts', () => {
  const [early, late] = [reportOf('one', { 200: 1, 404: 0 }), reportOf('one', { 200: 3, 404: 0 })];
  const other = reportOf('two', { 200: 2, 404: 1 });
  const [list] = [...sumRuns([early, other, late].reduce(mergeReports)).operations.values()];
  expect([...(list?.statuses ?? [])]).toEqual([
    ['200', 5],
    ['404', 1],
  ]);
});

test('contains everything that any run used or any document has', () => {
  const merged = mergeReports(
    reportOf('one', { 200: 1, 404: 0 }, { parameters: { 'query.limit': 0 } }),
    reportOf('two', { 200: 0, 500: 0 }, { values: { 'query.sort': { up: 1, down: 0 } } }),
  );
  const [list] = [...sumRuns(merged).operations.values()];
  expect(list && scoreOf(list)).toEqual({
    met: 2,
    documented: 6,
    unseen: ['404', '500', 'query.limit', 'query.sort=down'],
  });
});

test.each([
  null,
  7,
  [],
  {},
  { run: 'x' },
  { run: 7, items: [] },
  { run: 'x', items: [7] },
  { runs: [{}] },
  { runs: 1 },
])('%j is not a report', (value) => {
  expect(readReport(value as Json)).toBeUndefined();
});
