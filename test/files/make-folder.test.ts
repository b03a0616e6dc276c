import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../src/files/make-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a folder is made with those above it, also when several do so at once', async () => {
  const path = join(folder, 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(join(folder, 'a/b')), makeFolder(path)]);
  await makeFolder(path);
  await makeFolder('.');
  expect(statSync(path).isDirectory()).toBe(true);
});

test('many that make the same folders do not disturb each other', async () => {
  for (let round = 0; round < 50; round++) {
    const path = join(folder, `many-${round}/a/b/c/d`);
    const above = [path, join(path, '..'), join(path, '../..'), join(path, '../../..')];
    await Promise.all([...above, ...above].map(makeFolder));
    expect(statSync(path).isDirectory()).toBe(true);
  }
});

test('a file in the way is an error', async () => {
  writeFileSync(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file'))).rejects.toThrow('EEXIST');
  await expect(makeFolder(join(folder, 'file/below'))).rejects.toThrow('ENOTDIR');
});

// Only there is a folder in which nothing can be made, whoever runs the tests.
test.runIf(process.platform === 'linux')('a folder in which nothing can be made is an error', async () => {
  await expect(makeFolder('/proc/vivarium/reports')).rejects.toThrow('ENOENT');
});
