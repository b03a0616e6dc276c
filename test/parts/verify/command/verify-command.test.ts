/** `vivarium verify`: its address, its options, its output and its exit codes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../../src/index.ts';
import { run } from '../../../cli/in-process.ts';
import { folderOf, root } from '../../../cli/process.ts';
import { type AnimalServiceOptions, startAnimalService } from '../animal-service.ts';

const start = async (options: AnimalServiceOptions = {}) => {
  const service = await startAnimalService(options);
  onTestFinished(() => service.close());
  return service;
};

const document = join(root, 'spec/animal-store.yaml');

test('a correct service has no finding', async () => {
  const { url } = await start();
  const { code, stdout, stderr } = await run(['verify', `${url}/v1`, document]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/createPet {2}POST {4}\/pets {10}201 \(\d+\), 400 \(\d+\), 401 \(2\) +0/);
  expect(stdout).toContain(
    'listOrders  GET     /store/orders  the document has no success response; only called without',
  );
  expect(stdout).toContain(`${url}/v1 keeps to Animal Store: 3 operations with`);
});

test('Vivarium has no finding', async () => {
  const vivarium = await createVivarium();
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  const { code, stdout } = await run(['verify', `${url}/~other`]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining(`${url}/~other/v1 keeps to Animal Store`),
  });
  expect(vivarium.world('other').exchanges({ limit: 1 })).toHaveLength(1);
});

test('a finding has a line that repeats it, and no output has the key', async () => {
  const { url } = await start({ bug: 'id-as-text', key: 'sesame-opens' });
  const folder = folderOf({});
  const reports = 'junit=v.xml,md=v.md,json=v.json,html=v.html';
  const { code, stdout, stderr } = await run(
    ['verify', url, document, '--header', 'X-Trace: sesame-opens', '--report', reports],
    { cwd: folder, env: { VIVARIUM_KEY: 'sesame-opens', GITHUB_ACTIONS: 'true' } },
  );
  expect(code).toBe(1);
  expect(stdout).toContain('body.id: must be integer');
  expect(stdout).toContain(`-H "Authorization: Bearer $VIVARIUM_KEY"`);
  expect(stdout).toContain('::error title=Vivarium verify::createPet as a valid request: body.id: must be integer');
  expect(stderr).toContain(`${url}/v1 does not keep to Animal Store`);
  const texts = ['v.xml', 'v.md', 'v.json', 'v.html'].map((file) => readFileSync(join(folder, file), 'utf8'));
  for (const text of texts) expect(text).toContain('body.id: must be integer');
  // The user chose to trace with this header, whose name is not that of a credential.
  for (const text of [stdout, stderr, ...texts])
    expect(text.replaceAll('X-Trace: sesame-opens', '')).not.toContain('sesame');
  expect(JSON.parse(texts[2] as string)).toMatchObject({
    passed: false,
    operations: [
      { operation: 'listPets' },
      { operation: 'createPet', findings: [{ repeat: [expect.any(String)] }] },
      {},
      {},
    ],
  });
});

test('--read-only changes nothing, and --operation judges only some operations', async () => {
  const service = await start();
  const readOnly = await run(['verify', service.url, document, '--read-only']);
  expect(readOnly).toMatchObject({ code: 0 });
  expect(readOnly.stdout).toContain('createPet   POST    /pets          it may change data: read-only');
  expect(service.requests.filter((line) => !line.startsWith('GET '))).toEqual([]);
  const one = await run(['verify', service.url, document, '--operation', 'getPet', '--seed', '2', '--rate', '1000']);
  expect(one).toMatchObject({ code: 0, stdout: expect.stringContaining(': 1 operation with') });
  expect(service.requests.filter((line) => line.startsWith('POST ')).length).toBeGreaterThan(0);
});

test('a service that rejects every key, and an address without a service, cannot be judged', async () => {
  const { url } = await start({ key: 'another-key' });
  expect(await run(['verify', url, document])).toMatchObject({
    code: 2,
    stderr: 'Nothing could be judged: every call with a credential was rejected (give one with --key).\n',
  });
  expect(await run(['verify', 'http://127.0.0.1:1', document])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did not respond to the first request'),
  });
});

test.each([
  [['ftp://127.0.0.1/'], '"ftp://127.0.0.1/" is not the address of a service'],
  [['http://user:sesame@127.0.0.1/'], 'the address must not contain a user name or a password'],
  [['http://127.0.0.1:1/', '--timeout', '3'], '--timeout must be a duration such as 30s, not "3"'],
  [['http://127.0.0.1:1/', '--rate', '0'], '--rate must be a number of requests per second, not "0"'],
  [['http://127.0.0.1:1/', '--header', 'sesame'], '--header must be NAME: VALUE'],
  [['http://127.0.0.1:1/', '--operation', 'listPet'], 'unknown operation "listPet". Did you mean "listPets"?'],
  [['http://127.0.0.1:1/', '--report', 'x'], '--report must be FORMAT=FILE, not "x"'],
])('%j is rejected', async (args, message) => {
  const { code, stderr } = await run(['verify', ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  expect(stderr).not.toContain('sesame');
});
