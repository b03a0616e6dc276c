import { execFileSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { isInnerHost, lookupOutside } from '../../../src/openapi/load/inner-address.ts';
import { readUri } from '../../../src/openapi/load/read-text.ts';

test.each([
  'localhost.localdomain',
  'db.internal',
  'wiki.corp',
  'nas.home',
  'printer.lan',
  'box.home.arpa',
  '198.18.0.1',
  '198.19.255.255',
  '[fec0::1]',
  '[::127.0.0.1]',
  '[::ffff:10.0.0.1]',
  '[2002:7f00:1::]',
])('%s is inside the network', (host) => {
  expect(isInnerHost(host)).toBe(true);
});

test.each(['example.com', 'internal.example.com', '8.8.8.8', '198.20.0.1', '[2606:4700::1111]'])(
  '%s is outside the network',
  (host) => {
    expect(isInnerHost(host)).toBe(false);
  },
);

test('a name is checked by its resolved address', async () => {
  const error = await new Promise((resolve) => lookupOutside('localhost', {}, (reason) => resolve(reason)));
  expect(error).toMatchObject({ message: expect.stringMatching(/^localhost has the private address /) });
});

test.runIf(process.platform !== 'win32')('a pipe and a device are rejected at once, also behind a link', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-'));
  const pipe = join(folder, 'pipe.yaml');
  execFileSync('mkfifo', [pipe]);
  execFileSync('ln', ['-s', '/dev/zero', join(folder, 'zero.yaml')]);
  for (const file of [pipe, join(folder, 'zero.yaml')])
    await expect(readUri(pathToFileURL(file).href, true)).rejects.toThrow('not a regular file');
  await expect(readUri(pathToFileURL(folder).href, true)).rejects.toThrow('directory');
});
