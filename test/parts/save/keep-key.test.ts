import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pid } from 'node:process';
import { expect, test } from 'vitest';
import { keepKeyIn } from '../../../src/parts/save/keep-key.ts';
import { filesIn, readIn, temporaryDirectory } from './saved-worlds.ts';

const file = '.vivarium-key';

test('the first key of a directory stays its key, for this user alone, and nothing else is left there', async () => {
  const directory = temporaryDirectory();
  // A process with the same id was killed while it wrote.
  writeFileSync(join(directory, `${file}.${pid}`), 'half');
  expect(await keepKeyIn(directory, 'first')).toBe('first');
  expect(await keepKeyIn(directory, 'second')).toBe('first');
  expect([filesIn(directory), readIn(directory, file)]).toEqual([[file], 'first']);
  expect(statSync(join(directory, file)).mode & 0o777).toBe(0o600);
});

test('a directory that does not exist has no key', async () => {
  await expect(keepKeyIn(join(temporaryDirectory(), 'gone'), 'first')).rejects.toThrow('ENOENT');
});
