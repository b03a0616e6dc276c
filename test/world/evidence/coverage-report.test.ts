/** Reports of coverage, merged. */

import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import {
  type CoverageReport,
  mergeReports,
  percentageOf,
  readReport,
  scoreOf,
  sumRuns,
  totalsOf,
  whyNothingCalled,
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

describe('a run', () => {
  const runOf = (items: readonly object[], unmatched: object = {}) => {
    const run = read({ run: 'one', items, unmatched }).get('one');
    if (run === undefined) throw new Error('no run');
    return run;
  };
  const operation = (name: string, requests: number, calls: number, statuses: object = {}) => ({
    ...{ operation: name, method: 'GET', path: `/${name}`, requests, calls, statuses },
  });

  test('has a share of what is documented; nothing documented is all of it', () => {
    const run = runOf([operation('a', 1, 1, { 200: 1, 404: 0 }), operation('b', 1, 1, { 200: 1, 201: 3 })]);
    expect([totalsOf(run), percentageOf(run)]).toEqual([{ met: 3, documented: 4 }, 75]);
    expect([percentageOf(runOf([])), percentageOf(runOf([operation('a', 1, 1)]))]).toEqual([100, 100]);
  });

  test.each([
    ['is judged if an operation was called', [operation('a', 0, 0), operation('b', 2, 1)], {}, undefined],
    ['is not judged without an operation', [], {}, 'the report has no operation'],
    [
      'is not judged if none was called',
      [operation('a', 0, 0)],
      {},
      'no operation of the document was called; no request came: check that the client uses the address of this server',
    ],
    [
      'is not judged if all requests matched none',
      [operation('a', 0, 0)],
      { 404: 2, 405: 1 },
      'no operation of the document was called; 3 requests matched none: check the base URL of the client',
    ],
    [
      'is not judged if all were rejected',
      [operation('a', 2, 0), operation('b', 1, 0)],
      {},
      'no operation of the document was called; 3 requests had no accepted credential, or no response of an upstream',
    ],
  ])('%s', (_what, items, unmatched, reason) => {
    expect(whyNothingCalled(runOf(items, unmatched))).toBe(reason);
  });

  test('counts requests as calls where an earlier server does not tell them apart, and nothing that is no count', () => {
    const { calls: _, ...earlier } = operation('a', 2, 0, { 200: -1, 404: 'x' });
    const [read] = [...runOf([earlier]).operations.values()];
    expect([read?.calls, [...(read?.statuses ?? [])]]).toEqual([
      2,
      [
        ['200', 0],
        ['404', 0],
      ],
    ]);
    const [bare] = [...runOf([{ operation: 'x' }]).operations.values()];
    expect(bare).toMatchObject({ method: '', path: '', requests: 0, calls: 0 });
  });
});

test('a report is read as it is written', () => {
  const list = {
    ...{ operation: 'list', method: 'GET', path: '/a', requests: 3, calls: 2, statuses: { 200: 1 } },
    ...{ undocumented: { 418: 1 }, parameters: { 'query.a': 2 }, values: { 'query.a': { x: 1 } } },
    ...{ faults: { slow: 1 }, unknownParameters: { b: 1 } },
  };
  const answered = { items: [list], unmatched: { 404: 1 } };
  expect(written(read({ run: 'one', ...answered }))).toMatchObject(answered);
});

test('the endpoints of the login are no part of the document, of which a share is called', () => {
  const coverage = { statuses: new Map([['200', 0]]), parameters: new Map([['query.a', 1]]), values: new Map() };
  const score = (operation: string) => scoreOf({ ...coverage, operation } as never);
  expect(score('list')).toEqual({ met: 1, documented: 2, unseen: ['200'] });
  expect(score('oidc.token')).toEqual({ met: 0, documented: 0, unseen: [] });
});
