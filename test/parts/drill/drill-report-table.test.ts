import { expect, test } from 'vitest';
import type { DrillCaseResult } from '../../../src/parts/drill/cases/drill-types.ts';
import { toDrillTable } from '../../../src/parts/drill/drill-report.ts';
import { caseOf as anyCase } from './drill-case-of.ts';

const plain = (text: string): string => text;
const style = { dim: plain, good: plain, bad: plain, printable: plain, columns: Number.POSITIVE_INFINITY };
const repeatOf = (name: string): string => `vivarium drill --case ${name} -- npm test`;

const caseOf = (given: Partial<DrillCaseResult> = {}): DrillCaseResult =>
  anyCase({ outcome: 'failed', exitCode: 1, ...given });

const linesOf = (cases: readonly DrillCaseResult[], columns = style.columns): readonly string[] =>
  toDrillTable(
    { baseline: [], stable: true, cases, notRun: [] },
    { failOn: ['storm', 'crashed'], endedBy: undefined },
    { style: { ...style, columns }, repeatOf },
  )
    .split('\n')
    .map((line) => line.trimEnd());

test('a finding has its first requests, how many there were, and the end of the output', () => {
  const storm = caseOf({
    outcome: 'crashed',
    attempts: 31,
    findings: ['storm', 'crashed'],
    messages: ['It was sent 31 times within a second.', 'The tests crashed.'],
    remedies: ['Wait longer.', 'Catch the error.'],
    exchanges: Array.from({ length: 20 }, (_, index) => `+${index}ms GET /orders -> 401`),
    output: ['first', ...Array.from({ length: 4 }, () => 'line'), 'x'.repeat(64_000)].join('\n'),
  });
  const lines = linesOf([storm, { ...storm, case: 'listOrders/403', fault: '403' }]);
  const exchanges = [0, 1, 2, 3, 4, 5].map((index) => `    +${index}ms GET /orders -> 401`);
  const ends = ['    The same in listOrders/403.', '    Wait longer.', `    ${storm.repeat}`];
  expect(lines.slice(6, 17)).toEqual([
    '✗ listOrders/401: It was sent 31 times within a second.',
    ...exchanges,
    '    31 attempts in all',
    ...ends,
  ]);
  expect(lines.slice(26, 31)).toEqual([...Array.from({ length: 4 }, () => '    line'), `    ${'x'.repeat(199)}…`]);
});

test('a terminal without room for the command shows the option that selects the case', () => {
  expect(linesOf([caseOf()])[1]).toBe(`  401       ${''.padEnd(19)}· failed           ${repeatOf('listOrders/401')}`);
  expect(linesOf([caseOf()], 80)[1]).toBe(`  401       ${''.padEnd(19)}· failed           --case listOrders/401`);
});

test('the columns stay below each other, however long the name of an operation is', () => {
  const named = (operation: string): DrillCaseResult => caseOf({ operation, when: 'once' });
  const [short, long] = ['GET /customers', 'GET /customers/{customerId}/orders/{orderId}/items'];
  expect(linesOf([named(short), named(long)], 60)).toEqual([
    'GET /customers  once               always',
    "  401           · failed                              --case 'GET /customers/401'",
    '',
    long,
    '                once               always',
    expect.stringMatching(/^ {2}401 {11}· failed /),
    '',
    expect.stringContaining('survived'),
    '',
  ]);
});
