/** Runs the code blocks that are tests: those of all pages in one run of vitest, which takes longer to start than most of them. */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import { root, write } from '../cli/process.ts';
import { type Block, blocksIn, noteOf, pages, readPage } from './markdown.ts';
import { codeFolderOf, withLibrary } from './with-library.ts';

export const isTest = ({ code }: Block): boolean => /from '(vitest|@jest\/globals)'/.test(code);

interface FileResult {
  readonly name: string;
  readonly status: string;
  /** Why the file could not be loaded. */
  readonly message: string;
  readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[];
}

const nameOf = (page: string, line: number): string => `${page.replaceAll(/\W/g, '-')}-line-${line}.test.ts`;

const runAll = async (): Promise<readonly FileResult[]> => {
  const folder = codeFolderOf('page-tests');
  for (const page of pages) {
    for (const block of blocksIn(readPage(page)))
      if (isTest(block) && noteOf(block, 'not run') === undefined)
        write(folder, nameOf(page, block.line), withLibrary(block.code));
  }
  // The bundle of the library is read as it is: to transform it takes longer than the tests.
  const external = `[/^${root.replaceAll('/', '\\/')}\\.vitest\\/node\\//]`;
  write(folder, 'vitest.config.js', `export default { test: { server: { deps: { external: ${external} } } } };\n`);
  const report = join(folder, 'report.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [
    vitest,
    'run',
    '--root',
    folder,
    '--testTimeout',
    '90000',
    // They share one process with its loaded modules, which takes a fraction of their time.
    '--no-isolate',
    '--maxWorkers',
    '1',
    '--reporter',
    'json',
    '--outputFile',
    report,
  ];
  // It fails if a test does. The report says which.
  await promisify(execFile)(process.execPath, args, { cwd: root, env: { ...process.env, VITEST: '' } }).catch(() => {});
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { readonly testResults: readonly FileResult[] };
  rmSync(folder, { recursive: true, force: true });
  return testResults;
};

let results: Promise<readonly FileResult[]> | undefined;

/** All tests of the block at this line have passed. */
export const expectPassed = async (page: string, { line, code }: Block): Promise<void> => {
  results ??= runAll();
  const result = (await results).find(({ name }) => name.endsWith(`/${nameOf(page, line)}`));
  expect(result?.message).toBe('');
  const failures = result?.assertionResults.flatMap(({ failureMessages }) => failureMessages) ?? [];
  expect(stripVTControlCharacters(failures.join('\n'))).toBe('');
  const passed = result?.assertionResults.filter(({ status }) => status === 'passed');
  expect(passed).toHaveLength(code.match(/^test\(/gm)?.length ?? 0);
};
