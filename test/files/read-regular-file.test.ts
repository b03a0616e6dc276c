import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readRegularFile, UnreadableError } from '../../src/files/read-regular-file.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vivarium-'));
  return () => rmSync(folder, { recursive: true });
});

test('a file is read up to its size limit', async () => {
  const file = join(folder, 'text');
  writeFileSync(file, 'x'.repeat(1024 * 1024));
  onTestFinished(() => rmSync(file));
  expect((await readRegularFile(file, 1024 * 1024)).length).toBe(1024 * 1024);
  writeFileSync(file, 'y', { flag: 'a' });
  await expect(readRegularFile(file, 1024 * 1024)).rejects.toThrow(new UnreadableError('this is larger than 1 MiB'));
});

test.runIf(process.platform !== 'win32')('a pipe and a device are rejected at once, also behind a link', async () => {
  const [pipe, zero] = [join(folder, 'pipe.yaml'), join(folder, 'zero.yaml')];
  execFileSync('mkfifo', [pipe]);
  execFileSync('ln', ['-s', '/dev/zero', zero]);
  execFileSync('ln', ['-s', 'nowhere', join(folder, 'link')]);
  for (const file of [pipe, zero])
    await expect(readRegularFile(file)).rejects.toThrow(
      new UnreadableError('this is not a regular file', 'Put a file in its place.'),
    );
  await expect(readRegularFile(folder)).rejects.toThrow(
    new UnreadableError('this is a directory, not a file', 'Name a file in it, or put one in its place.'),
  );
  for (const name of ['none', 'none.yaml', 'link'])
    await expect(readRegularFile(join(folder, name))).rejects.toThrow(
      new UnreadableError('there is no such file', `Check its path, ${join(folder, name)}.`),
    );
  writeFileSync(join(folder, 'shop.yaml'), '');
  const hint = 'there is no such file. Did you mean "shop.yaml"?';
  await expect(readRegularFile(join(folder, 'shop.yml'))).rejects.toThrow(new UnreadableError(hint));
});

test.each(['ftp://example.com/shop.yaml', 's3://bucket/shop.yaml', 'https:/example.com/shop.yaml'])(
  '%s is no file that is missing, but a URL that is not read',
  async (url) => {
    const hint = 'Write a URL as https://example.com/openapi.yaml, or name a file.';
    const refused = new UnreadableError('only files and http(s) URLs are read', hint);
    for (const path of [url, join(folder, url)]) await expect(readRegularFile(path)).rejects.toThrow(refused);
  },
);
