/** The files in the pages for contributors exist, and decisions are numbered. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../cli/process.ts';
import { codeIn, readPage, rowsBelow } from './markdown.ts';

const decisions = readdirSync(join(root, 'docs', 'decisions'));
const pages = [
  'docs/architecture.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...decisions.map((file) => `docs/decisions/${file}`),
];

const files = [
  '/CHANGELOG.md',
  ...['src', 'test', 'bench', 'bin', 'spec', 'docs', 'scripts'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
  ),
];

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');

  test('refers to files that exist', () => {
    const named = codeIn(text).filter((code) => /^[\w/-]+(\.[\w-]+)*\.(ts|js|md|yaml)$/.test(code));
    expect(page.startsWith('docs/decisions/') || named.length > 5).toBe(true);
    const missing = named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
    expect(missing.filter((name) => !/^dist\//.test(name))).toEqual([]);
  });
});

test('decisions are numbered consecutively, in their names and in their titles', () => {
  const numbers = decisions.map((file) => Number(file.slice(0, 4)));
  expect(numbers).toEqual(decisions.map((_file, at) => at + 1));
  for (const [at, file] of decisions.entries()) {
    const [title] = readFileSync(join(root, 'docs', 'decisions', file), 'utf8').split('\n');
    expect(title, file).toMatch(new RegExp(`^# ${at + 1}\\. `));
  }
});

describe('SECURITY.md', () => {
  const page = readPage('SECURITY.md');
  const tables = page.slice(page.indexOf('## Attacks and guards')).matchAll(/^### (.+)$/gm);
  const attacks = [...tables].flatMap(([, heading = '']) => rowsBelow(page, heading));

  test.each(attacks)('the attack "%s" has a guard and a test that shows it', (_attack, guard, shown = '') => {
    const tests = codeIn(shown);
    expect([guard?.length, tests.length]).not.toContain(0);
    for (const file of tests) {
      expect(file).toMatch(/^test\/.+\.test\.ts$/);
      expect(files).toContain(`/${file}`);
    }
  });

  test('lists attacks of a page, a client, a document, a scenario and an upstream', () => {
    expect(attacks.length).toBeGreaterThan(35);
    for (const party of ['web page', 'client', 'document', 'scenario', 'upstream'])
      expect(page).toMatch(new RegExp(`^### .*${party}`, 'm'));
  });
});
