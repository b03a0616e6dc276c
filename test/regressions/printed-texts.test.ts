/** Texts of documents, scenarios and clients reach a terminal, and the log of a workflow, without control over them. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createRequestLog } from '../../src/cli/commands/serve/log.ts';
import { Output } from '../../src/cli/terminal/output.ts';
import { printable } from '../../src/cli/terminal/paint.ts';
import { toDrillTable } from '../../src/parts/drill/drill-report.ts';
import { caseOf } from '../parts/drill/drill-case-of.ts';

const hostile = 'f\u001b]0;x\u0007\u001b[2J\u202e\u009b\n::error::pwn';
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds them
const controlling = /\u001b(?!\[[\d;]*m)|[\u0000-\u0008\u000b-\u001a\u007f-\u009f\u202e]|^::/m;

type Print = (output: Output, line: string) => void;
const prints: Readonly<Record<string, Print>> = {
  print: (output, line) => output.print(line),
  printRequest: (output, line) => output.printRequest(() => [line]),
};

test.each(Object.entries(prints))('the output lets no line of %s control anything', (_, print) => {
  const written: string[] = [];
  const output = new Output({ write: (text) => written.push(text) }, { write: () => {} });
  print(output, hostile);
  print(output, '\u001b[31mred\u001b[39m');
  output.flush();
  expect(written.join('')).not.toMatch(controlling);
  expect(written.join('')).toContain('\u001b[31mred\u001b[39m');
});

test('a line about a request keeps the names of faults in it', () => {
  const linesOf = createRequestLog({ log: 'pretty', why: false });
  const exchange = {
    world: 'default',
    durationMs: 1,
    faults: [{ name: hostile, effect: 'status', pointer: undefined }],
    request: { method: 'GET', path: '/a', query: '' },
    response: { status: 200 },
    violations: [],
    steps: [],
  };
  const lines = linesOf?.(exchange as never, exchange as never, 0) ?? [];
  expect(lines.join('')).toContain('fault f');
  expect(lines.join('\n')).not.toMatch(controlling);
  expect(lines.join('')).not.toContain('\n');
});

test('the headline of a finding of the drill is one line', () => {
  const plain = (text: string): string => text;
  const style = { dim: plain, good: plain, bad: plain, printable, columns: 100 };
  const one = caseOf({
    case: `${hostile}/slow/once`,
    operation: hostile,
    outcome: 'failed',
    findings: ['failed'],
    messages: [hostile],
  });
  const result = { baseline: [], stable: true, cases: [one], notRun: [] };
  const text = toDrillTable(result, { failOn: ['failed'], endedBy: undefined }, { style, repeatOf: () => hostile });
  expect(text).not.toMatch(controlling);
});

/** Each passes texts of others through one of `paint.ts`; who writes elsewhere uses `Output`. */
const writers = [
  'cli/main.ts',
  'cli/commands/serve/dedicated-process.ts',
  'cli/program/program.ts',
  ...['output', 'print-report', 'progress', 'stop-on-signals'].map((name) => `cli/terminal/${name}.ts`),
  ...['check-command', 'report-problems'].map((name) => `parts/check/${name}.ts`),
  ...['coverage-client', 'fault-client', 'mcp-command', 'token'].map((name) => `parts/client/${name}.ts`),
  'parts/drill/command/drill-command.ts',
  'parts/explain/explain.ts',
  'parts/guard/mocks/check-mocks.ts',
  'parts/samples/sample-command.ts',
];

test('nothing else in the sources writes to a stream of the process', () => {
  const src = new URL('../../src/', import.meta.url);
  const found = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      /process\.(stdout|stderr)(\s*\.\w+\([^)]*\))*\s*\.write\b/.test(readFileSync(new URL(file, src), 'utf8')),
  );
  expect(found.filter((file) => !writers.includes(file))).toEqual([]);
});
