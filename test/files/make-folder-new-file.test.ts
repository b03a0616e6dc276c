import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { newFile } from '../../src/files/make-folder.ts';

const taken: readonly (readonly [what: string, take: (path: string) => unknown])[] = [
  ['a file', (path) => writeFileSync(path, '')],
  ['a pipe', (path) => execFileSync('mkfifo', [path])],
  ['a link to a folder', (path) => symlinkSync('.', path)],
  ['a link that leads nowhere', (path) => symlinkSync(`${path}.missing`, path)],
];

test.each(taken)('a new file does not take the place of %s', async (_what, take) => {
  const directory = mkdtempSync(join(tmpdir(), 'vivarium-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const path = join(directory, 'file');
  take(path);
  await expect(open(path, newFile)).rejects.toThrow('EEXIST');
  expect(existsSync(`${path}.missing`)).toBe(false);
});
