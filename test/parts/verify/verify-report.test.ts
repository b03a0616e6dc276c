/** What a user reads after `verify`. */
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import type { Finding, OperationResult } from '../../../src/parts/verify/recorder.ts';
import type { VerifyRequest } from '../../../src/parts/verify/requests.ts';
import { createVerifyReport } from '../../../src/parts/verify/verify-report.ts';

const resultOf = (name: string, given: Partial<OperationResult> = {}): OperationResult => ({
  operation: { name, method: 'GET', path: `/${name}` } as Operation,
  ...{ statuses: new Map(), findings: [], notes: [], unjudged: undefined },
  ...given,
});

const reportOf = (operations: readonly OperationResult[], unjudged?: string) =>
  createVerifyReport(
    { operations, credentials: { accepted: 1, rejected: 0 } },
    {
      ...{ title: 'Zoo', url: 'http://zoo.test', unjudged },
      toCurl: ({ path }) => `curl ${path}`,
      redact: (text) => text.replaceAll('sesame', '…'),
    },
  );

const requests = ['/a', '/b'].map((path) => ({ path }) as VerifyRequest);
const wrong: Finding = { status: 200, label: 'without a key', message: 'it has sesame', requests, count: 3 };
const lost: Finding = { status: undefined, label: '', message: 'no response', requests: [], count: 1 };

test('a report has the findings, the notes, and the operations that were not judged', () => {
  const { json, ...report } = reportOf([
    resultOf('good', { statuses: new Map(Object.entries({ 200: 2, none: 1, unsent: 1 })), notes: ['sesame is odd'] }),
    resultOf('bad', { statuses: new Map([['200', 4]]), findings: [wrong, lost] }),
    resultOf('old', { unjudged: 'it is past its sunset' }),
  ]);
  expect(report).toEqual({
    title: 'Vivarium verify',
    passed: false,
    summary: ['http://zoo.test does not keep to Zoo: 2 findings in 2 operations with 7 requests.'],
    sections: [
      {
        title: 'Operations',
        columns: ['operation', 'method', 'path', 'responses', 'findings'],
        rows: [
          {
            ...{ outcome: 'passed', name: 'good', message: 'good: 0 findings' },
            cells: ['good', 'GET', '/good', '200 (2), no response (1), not sent (1)', '0'],
          },
          {
            ...{ outcome: 'failed', name: 'bad', message: 'bad: 2 findings' },
            cells: ['bad', 'GET', '/bad', '200 (4)', '2'],
          },
        ],
      },
      {
        title: 'Findings',
        columns: ['operation', 'status', 'request', 'finding', 'times'],
        rows: [
          {
            ...{ outcome: 'failed', name: 'bad 200 without a key it has …', details: ['curl /a', 'curl /b'] },
            ...{ cells: ['bad', '200', 'without a key', 'it has …', '3'], message: 'bad without a key: it has …' },
          },
          {
            ...{ outcome: 'failed', name: 'bad no response', details: [] },
            ...{ cells: ['bad', '', '', 'no response', '1'], message: 'bad: no response' },
          },
        ],
      },
      {
        title: 'Not judged',
        columns: ['operation', 'method', 'path', 'reason'],
        rows: [
          {
            ...{ outcome: 'listed', name: 'old', message: 'not judged: it is past its sunset' },
            cells: ['old', 'GET', '/old', 'it is past its sunset'],
          },
        ],
      },
      {
        title: 'Notes',
        columns: ['operation', 'note'],
        rows: [{ outcome: 'listed', name: 'good … is odd', cells: ['good', '… is odd'], message: '… is odd' }],
      },
    ],
  });
  const none = { unjudged: null, statuses: {}, findings: [], notes: [] };
  expect(json).toEqual({
    ...{ passed: false, url: 'http://zoo.test', unjudged: null },
    operations: [
      {
        ...none,
        operation: 'good',
        method: 'GET',
        path: '/good',
        statuses: { 200: 2, none: 1, unsent: 1 },
        notes: ['… is odd'],
      },
      {
        ...{ ...none, operation: 'bad', method: 'GET', path: '/bad', statuses: { 200: 4 } },
        findings: [
          {
            ...{ status: 200, request: 'without a key', message: 'it has …', count: 3 },
            repeat: ['curl /a', 'curl /b'],
          },
          { status: null, request: '', message: 'no response', count: 1, repeat: [] },
        ],
      },
      { ...none, operation: 'old', method: 'GET', path: '/old', unjudged: 'it is past its sunset' },
    ],
  });
});

test.each([
  ['without a finding', undefined, true, 'http://zoo.test keeps to Zoo: 1 operation with 1 request.'],
  ['that could not be judged', 'every key fails', false, 'Nothing could be judged: every key fails.'],
])('the summary of a service %s', (_which, unjudged, passed, summary) => {
  const report = reportOf([resultOf('good', { statuses: new Map([['200', 1]]) })], unjudged);
  expect(report).toMatchObject({ passed, summary: [summary], json: { passed, unjudged: unjudged ?? null } });
});
