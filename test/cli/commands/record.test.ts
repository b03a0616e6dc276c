/** `vivarium record`: what it writes, and its exit codes. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { serveForTest } from '../../serve-for-test.ts';
import { folderOf, root, run } from '../process.ts';

const document = join(root, 'spec/animal-store.yaml');

const startStore = (): Promise<string> =>
  serveForTest((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Set-Cookie': 'session=planted' });
    response.end('[{"id":3,"name":"Rex","categoryId":1,"api_key":"planted"}]');
  });

/** A command that sends one request, and ends with a code of its own. */
const client = (path: string) => [
  process.execPath,
  '-e',
  `fetch(process.env.VIVARIUM_URL + ${JSON.stringify(path)}, { headers: { authorization: 'Bearer planted' } }).then(() => process.exit(7))`,
];

test('a recording is written when the command has ended, whatever its exit code is, and never over another file', async () => {
  const url = await startStore();
  const cwd = folderOf({});
  const args = ['record', url, document, '--out', 'a/b.yaml'];
  const { code, stdout, stderr } = await run([...args, '--', ...client('/pets')], { cwd });
  expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
  expect(stdout).toContain('Recorded GET /pets (listPets)');
  expect(stdout).toContain('Wrote a/b.yaml: 1 item, 0 responses.');
  const text = readFileSync(join(cwd, 'a/b.yaml'), 'utf8');
  expect(parse(text)).toMatchObject({ data: { pets: [{ id: 3, name: 'Rex', categoryId: 1 }] } });
  expect(text + stdout).not.toContain('planted');
  const again = await run([...args, '--', ...client('/pets')], { cwd });
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--out a/b.yaml: the file exists. Write another one, or add --force.'),
  });
  const nothing = await run([...args, '--force', '--', ...client('/nowhere')], { cwd });
  expect(nothing).toMatchObject({
    code: 2,
    stderr:
      'Nothing was recorded, so a/b.yaml is not written: 1 request came, and none got a success that the document has. The last one called no operation: status 200.\n',
  });
});

test('an operation without an operationId is named once', async () => {
  const url = await startStore();
  const text = readFileSync(document, 'utf8').replace(/^ *operationId: listPets\n/m, '');
  const cwd = folderOf({ 'api.yaml': text });
  const { stdout } = await run(['record', url, 'api.yaml', '--', ...client('/pets')], { cwd });
  expect(stdout).toMatch(/^Recorded GET \/pets$/m);
});

test('with --compare, the differences from the simulation are listed', async () => {
  const url = await startStore();
  const create = `fetch(process.env.VIVARIUM_URL + '/pets', { method: 'POST', headers: { authorization: 'Bearer planted' } })`;
  const args = ['record', url, document, '--compare', '--', process.execPath, '-e', create];
  const { stdout } = await run(args, { cwd: folderOf({}) });
  expect(stdout).toMatch(/^Differs: createPet: the status is 200; simulated: 4\d\d \(breaking\)$/m);
});

test('without a document, or a file that can be written, nothing is run', async () => {
  const cwd = folderOf({ taken: '' });
  const wrong = async (...args: readonly string[]) => run(['record', ...args, '--', ...client('/pets')], { cwd });
  expect(await wrong('http://127.0.0.1:9')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('vivarium import FILE.har'),
  });
  expect(await wrong('http://127.0.0.1:9', document, '--out', 'taken/a.yaml')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--out taken/a.yaml: cannot be written'),
  });
  // Nothing can be made there: Node's own `mkdir` with `recursive` tries forever.
  if (process.platform === 'linux')
    expect(await wrong('http://127.0.0.1:9', document, '--out', '/proc/vivarium/a.yaml')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--out /proc/vivarium/a.yaml: cannot be written'),
    });
  expect(await wrong('nowhere', document)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('must be an http or https URL'),
  });
  expect(existsSync(join(cwd, 'scenarios'))).toBe(false);
});

test.each([
  [
    process.execPath,
    ['-e', ''],
    /^Nothing was recorded, so a\.yaml is not written: no request came to http:\S+\/v1\.\n$/,
  ],
  [
    client('/pets')[0] as string,
    client('/pets').slice(1),
    /The last one called listPets: The upstream \S+ cannot be reached: [^.]+\.\n$/,
  ],
])('why nothing was recorded is said: %#', async (command, args, message) => {
  const given = ['record', 'http://127.0.0.1:1', document, '--out', 'a.yaml', '--', command, ...args];
  expect(await run(given, { cwd: folderOf({}) })).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
});
