import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';
import { expect, test } from 'vitest';
import { keepKeyIn } from '../../../src/parts/save/keep-key.ts';
import { filesIn, readIn, temporaryDirectory } from './saved-worlds.ts';

const file = '.vivarium-key';
const isKey = (text: string): boolean => text !== '';
const logger = {
  warn: (message: string): never => {
    throw new Error(message);
  },
};

test('the first key of a directory stays its key, for this user alone, and nothing else is left there', async () => {
  const directory = temporaryDirectory();
  // A process with the same id was killed while it wrote.
  writeFileSync(join(directory, `${file}.${pid}`), 'half');
  expect(await keepKeyIn({ directory, isKey, logger }, 'first')).toBe('first');
  expect(await keepKeyIn({ directory, isKey, logger }, 'second')).toBe('first');
  expect([filesIn(directory), readIn(directory, file)]).toEqual([[file], 'first']);
  expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
});

test('a directory that does not exist has no key', async () => {
  await expect(keepKeyIn({ directory: join(temporaryDirectory(), 'gone'), isKey, logger }, 'first')).rejects.toThrow(
    'ENOENT',
  );
});

test.each<[string, (path: string) => void, string]>([
  ['a pipe', (path) => execFileSync('mkfifo', [path]), 'this is not a regular file'],
  ['a link to a device', (path) => symlinkSync('/dev/zero', path), 'this is not a regular file'],
  ['a link to a file', (path) => symlinkSync('/etc/hostname', path), 'this is not a regular file'],
  ['a link that leads nowhere', (path) => symlinkSync('/gone', path), 'this is not a regular file'],
  ['a folder', (path) => mkdirSync(path), 'this is not a regular file'],
  ['a huge file', (path) => writeFileSync(path, 'x'.repeat(100_000)), 'this is larger than'],
  ['an empty file', (path) => writeFileSync(path, ''), 'it is empty, cut or damaged'],
])('%s in place of the key is set aside and reported', async (_name, make, reason) => {
  const directory = temporaryDirectory();
  make(join(directory, file));
  const reported: string[] = [];
  const keep = (fresh: string) =>
    keepKeyIn({ directory, isKey, logger: { warn: (message) => reported.push(message) } }, fresh);
  expect([await keep('first'), await keep('second')]).toEqual(['first', 'first']);
  expect(reported).toEqual([expect.stringContaining(reason)]);
  expect(filesIn(directory)).toEqual([file, expect.stringMatching(/^\.vivarium-key\.[\da-f]{8}\.broken$/)]);
});
