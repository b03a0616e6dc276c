/** What a user reads after `compare`. */
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import type { OperationResult } from '../../../src/parts/verify/recorder.ts';
import type { VerifyRequest } from '../../../src/parts/verify/requests.ts';
import type { FoundDrift } from '../../../src/parts/verify/verify.ts';
import { createCompareReport } from '../../../src/parts/verify/verify-report.ts';

const resultOf = (name: string, given: Partial<OperationResult> = {}): OperationResult => ({
  operation: { name, method: 'GET', path: `/${name}` } as Operation,
  ...{ statuses: new Map([['200', 2]]), findings: [], notes: [], unjudged: undefined },
  ...given,
});

const operations = [
  resultOf('good'),
  resultOf('bad'),
  resultOf('odd'),
  resultOf('old', { statuses: new Map(), unjudged: 'it is past its sunset' }),
];

const listed: FoundDrift = {
  ...{ operation: 'odd', kind: 'value', pointer: '', simulated: 'sesame', real: 'b', breaking: false, count: 1 },
  ...{ exchange: 1, world: 'a', request: undefined },
};
const breaking: FoundDrift = {
  ...{ ...listed, operation: 'bad', kind: 'status', pointer: '/x', simulated: 200, real: { key: 'sesame' } },
  ...{ breaking: true, count: 5, request: { path: '/bad' } as VerifyRequest },
};

const reportOf = (drift: readonly FoundDrift[], unjudged?: string) =>
  createCompareReport(
    { operations, drift, credentials: { accepted: 1, rejected: 0 } },
    {
      ...{ title: 'Zoo', url: 'http://zoo.test', unjudged },
      toCurl: ({ path }) => `curl ${path}`,
      redact: (text) => text.replaceAll('sesame', '…'),
    },
  );

test('a report has the differences, those on which clients rely first', () => {
  const { json, ...report } = reportOf([listed, breaking]);
  expect(report).toMatchObject({
    title: 'Vivarium compare',
    passed: false,
    summary: [
      'http://zoo.test differs from the simulation of Zoo: 1 finding in 3 operations with 6 requests; 1 difference that no client should rely on.',
    ],
    sections: [
      {
        title: 'Operations',
        columns: ['operation', 'method', 'path', 'responses', 'differences'],
        rows: [
          { outcome: 'passed', cells: ['good', 'GET', '/good', '200 (2)', '0'], message: 'good: 0 differences' },
          { outcome: 'failed', cells: ['bad', 'GET', '/bad', '200 (2)', '1'], message: 'bad: 1 difference' },
          { outcome: 'passed', cells: ['odd', 'GET', '/odd', '200 (2)', '1'] },
        ],
      },
      {
        columns: ['operation', 'kind', 'pointer', 'simulated', 'real', 'breaking', 'times'],
        rows: [
          {
            ...{ outcome: 'failed', name: 'bad status /x', details: ['curl /bad'] },
            cells: ['bad', 'status', '/x', '200', '{"key":"…"}', 'yes', '5'],
          },
          { outcome: 'listed', name: 'odd value', details: [], cells: ['odd', 'value', '', '"…"', '"b"', 'no', '1'] },
        ],
      },
      { title: 'Not judged', rows: [{ name: 'old' }] },
    ],
  });
  expect(report.sections.map(({ rows }) => rows.length)).toEqual([3, 2, 1]);
  expect(json).toMatchObject({
    ...{ passed: false, url: 'http://zoo.test', unjudged: null },
    operations: [
      { operation: 'good', method: 'GET', path: '/good', unjudged: null, statuses: { 200: 2 } },
      { operation: 'bad' },
      { operation: 'odd' },
      { operation: 'old', unjudged: 'it is past its sunset' },
    ],
    drift: [
      { operation: 'odd', breaking: false, simulated: '"…"', real: 'b', repeat: null },
      {
        ...{ operation: 'bad', kind: 'status', pointer: '/x', count: 5, breaking: true, repeat: 'curl /bad' },
        ...{ simulated: 200, real: '{"key":"…"}' },
      },
    ],
  });
});

test.each([
  ['the same', [], undefined, true, 'http://zoo.test behaves as the simulation of Zoo: 3 operations with 6 requests.'],
  [
    ...(['only unreliably different', [listed, listed], undefined, true] as const),
    'http://zoo.test behaves as the simulation of Zoo: 3 operations with 6 requests; 2 differences that no client should rely on.',
  ],
  ['not reached', [], 'every key fails', false, 'Nothing could be judged: every key fails.'],
])('the summary of a service that is %s', (_which, drift, unjudged, passed, summary) => {
  expect(reportOf(drift, unjudged)).toMatchObject({ passed, summary: [summary], json: { passed } });
});

test('what one side does not have is not shown as a null', () => {
  const rows = [
    { ...listed, kind: 'missing', simulated: null, real: null },
    { ...listed, kind: 'additional', simulated: null, real: null },
  ] as const;
  const cells = reportOf(rows).sections[1]?.rows.map((row) => row.cells.slice(1, 5));
  expect(cells).toEqual([
    ['missing', '', 'null', '-'],
    ['additional', '', '-', 'null'],
  ]);
});
