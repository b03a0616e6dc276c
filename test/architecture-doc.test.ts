/** What docs/architecture.md and the decisions name is there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './cli/process.ts';
import { codeIn, linksIn } from './markdown.ts';

const decisions = readdirSync(join(root, 'docs', 'decisions'));
const pages = ['architecture.md', ...decisions.map((file) => `decisions/${file}`)];

const files = ['src', 'test', 'bench', 'bin', 'spec', 'docs', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`),
);

describe.each(pages)('%s', (page) => {
  const text = readFileSync(join(root, 'docs', page), 'utf8').replaceAll(/^```[\s\S]*?^```$/gm, '');

  test('names files that there are', () => {
    const named = codeIn(text).filter((code) => /^[\w/-]+(\.[\w-]+)*\.(ts|js|md|yaml)$/.test(code));
    expect(page.startsWith('decisions/') || named.length > 20).toBe(true);
    const missing = named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)));
    expect(missing.filter((name) => !/^dist\//.test(name))).toEqual([]);
  });

  test('has links that lead somewhere', () => {
    for (const link of linksIn(text)) expect(link.isThere(join(root, 'docs')), link.target).toBe(true);
  });
});

test('decisions are numbered one after the other, in their names and in their titles', () => {
  const numbers = decisions.map((file) => Number(file.slice(0, 4)));
  expect(numbers).toEqual(decisions.map((_file, at) => at + 1));
  for (const [at, file] of decisions.entries()) {
    const [title] = readFileSync(join(root, 'docs', 'decisions', file), 'utf8').split('\n');
    expect(title, file).toMatch(new RegExp(`^# ${at + 1}\\. `));
  }
});
