/**
 * Each command that ends by itself, in a process of its own: what it prints, where, and its exit code. The other tests of a command run it in
 * process (in-process.ts). `serve`, `record`, `drill` and `mcp` have processes in their own tests.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { notesDocument } from '../login/document.ts';
import { document } from '../parts/import/files/books.ts';
import { hars } from '../parts/import/files/hars.ts';
import { type Ended, folderOf, ordersDocument, run } from './process.ts';

interface Case {
  readonly args: readonly string[];
  readonly code: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** What it wrote. */
  readonly file?: string;
}

/** The servers that they are about. */
const url = '{orders}';
const login = '{login}';
const documents: Readonly<Record<string, string>> = { [url]: 'api.yaml', [login]: 'login.json' };

const cases: readonly Case[] = [
  { args: ['check', 'api.yaml'], code: 0, stdout: 'No problems in api.yaml.\n' },
  { args: ['explain', 'api.yaml'], code: 0, stdout: 'orders' },
  { args: ['fault', 'slow', 'on', '--url', url], code: 0, stdout: 'Fault slow is on in the world default.\n' },
  { args: ['coverage', url], code: 0, stdout: '1 request in 1 run' },
  { args: ['coverage', url, '--fail-under', '99'], code: 1, stderr: 'below --fail-under 99%.\n', stdout: '1 request' },
  { args: ['token', '--url', login], code: 0, stdout: 'eyJ' },
  { args: ['token', '--url', url], code: 2, stderr: 'so there is no issuer.' },
  { args: ['gate', url], code: 0, stdout: 'Coverage:' },
  { args: ['verify', url, 'api.yaml'], code: 0, stdout: 'keeps to Orders' },
  { args: ['compare', url, 'api.yaml'], code: 0, stdout: 'behaves as the simulation of' },
  {
    args: ['import', 'a.har', '--document', 'books.json'],
    code: 0,
    stdout: 'Wrote scenarios/a.yaml.\n',
    file: 'scenarios/a.yaml',
  },
  { args: ['init', 'api.yaml'], code: 0, stdout: 'vivarium.yaml', file: 'vivarium.yaml' },
  { args: ['chek', 'api.yaml'], code: 2, stderr: 'Did you mean "check"?\n' },
];

const start = async (cwd: string, name: string): Promise<string> => {
  const vivarium = await createVivarium({ document: join(cwd, name) });
  onTestFinished(() => vivarium.close());
  if (name === 'api.yaml') await vivarium.world().fetch('/orders');
  return (await vivarium.listen({ port: 0 })).url;
};

test.each(cases)('$args ends with $code', async ({ args, code, stdout = '', stderr = '', file }) => {
  const cwd = folderOf({
    'api.yaml': ordersDocument(),
    'login.json': JSON.stringify(notesDocument),
    'books.json': JSON.stringify(document),
    'a.har': JSON.stringify(hars[0]?.har),
  });
  const given = await Promise.all(args.map((arg) => (documents[arg] ? start(cwd, documents[arg]) : arg)));
  const ended: Ended = await run(given, { cwd });
  expect(ended).toMatchObject({ code, signal: null });
  for (const [text, expected] of [
    [ended.stdout, stdout],
    [ended.stderr, stderr],
  ] as const)
    if (expected === '') expect(text).toBe('');
    else expect(text).toContain(expected);
  if (file !== undefined) expect(existsSync(join(cwd, file))).toBe(true);
});
