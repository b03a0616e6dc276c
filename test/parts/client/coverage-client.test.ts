/** `vivarium coverage`: of running servers and saved reports. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium, type Vivarium, type VivariumOptions } from '../../../src/index.ts';
import { run } from '../../cli/in-process.ts';
import { folderOf } from '../../cli/process.ts';

let folder = '';
beforeEach(() => {
  folder = folderOf({});
});

const serve = async (
  options: VivariumOptions = {},
  host = '127.0.0.1',
): Promise<Vivarium & { readonly url: string }> => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0, host });
  return { ...vivarium, url };
};

const call = (vivarium: Vivarium, world: string, path: string, headers = {}) =>
  vivarium.world(world).fetch(`/v1${path}`, { headers: { authorization: 'Bearer demo', ...headers } });

const save = async (vivarium: Vivarium & { readonly url: string }, world: string, file: string): Promise<string> => {
  const path = join(folder, file);
  const response = await fetch(`${vivarium.url}/_vivarium/api/worlds/${world}/coverage`);
  writeFileSync(path, await response.text());
  return path;
};

test('shows the covered and uncovered parts over all worlds of a server', async () => {
  const vivarium = await serve();
  await call(vivarium, 'default', '/pets?status=sold');
  await call(vivarium, 'alice', '/pets?status=pending&limit=1&pageSise=2', { prefer: 'fault=conflict' });
  await call(vivarium, 'alice', '/nothing');
  const { code, stdout, stderr } = await run(['coverage', vivarium.url]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(`2 requests in 1 run: 5 of 14 documented statuses, parameters and values covered (35.7%).

  operation   requests  covered  not covered
  listPets           2      5/7  401, query.status=available
  createPet          0      0/3  never called
  getPet             0      0/3  never called
  listOrders         0      0/1  never called

Faults that fired: listPets conflict (1).
Undocumented statuses: listPets 409 (1).
Query parameters that the document does not have: listPets pageSise (1).
Requests that matched no operation: 404 (1).
`);
});

test('accepts the URL of one world', async () => {
  const vivarium = await serve();
  await call(vivarium, 'default', '/pets');
  await call(vivarium, 'alice', '/pets/1');
  for (const address of ['/~alice', '/~alice/v1', '/_vivarium/api/worlds/alice/coverage']) {
    const { stdout } = await run(['coverage', `${vivarium.url}${address}`]);
    expect(stdout).toMatch(/^1 request in 1 run: 1 of 14 /);
  }
});

test('deleted worlds count, and so does a world that was reset', async () => {
  const vivarium = await serve();
  const api = (method: string, path: string) => fetch(`${vivarium.url}/_vivarium/api${path}`, { method });
  await call(vivarium, 'a', '/pets?status=sold');
  await call(vivarium, 'b', '/pets/1');
  await call(vivarium, 'default', '/pets/4711');
  const before = await run(['coverage', vivarium.url]);
  expect(before.stdout).toMatch(/^3 requests in 1 run: 5 of 14 .*\(35\.7%\)/);
  for (const world of ['a', 'b', 'default']) expect((await api('DELETE', `/worlds/${world}`)).status).toBe(204);
  expect(await run(['coverage', vivarium.url])).toEqual(before);
  // Opened again, each starts from zero; the server does not.
  await call(vivarium, 'a', '/pets?status=pending');
  await api('POST', '/worlds/a/reset');
  const { stdout } = await run(['coverage', vivarium.url]);
  expect(stdout).toMatch(/^4 requests in 1 run: 6 of 14 /);
  expect((await run(['coverage', `${vivarium.url}/~a`])).stdout).toMatch(/^1 request in 1 run: /);
});

describe('merges', () => {
  test('saved reports, each once, in any order, and the result again', async () => {
    const vivarium = await serve();
    await call(vivarium, 'a', '/pets');
    await call(vivarium, 'b', '/pets/1');
    const early = await save(vivarium, 'a', 'early.json');
    await call(vivarium, 'a', '/pets/4711');
    const [a, b] = [await save(vivarium, 'a', 'a.json'), await save(vivarium, 'b', 'b.json')];
    const merged = await run(['coverage', '--json', early, a, b, a]);
    expect(merged.code).toBe(0);
    expect(JSON.parse(merged.stdout)).toMatchObject({ total: 4, runs: [{}, {}] });
    expect((await run(['coverage', '--json', b, a, early])).stdout).toBe(merged.stdout);
    const file = join(folder, 'merged.json');
    writeFileSync(file, merged.stdout);
    expect((await run(['coverage', '--json', file, b])).stdout).toBe(merged.stdout);
    expect((await run(['coverage', file])).stdout).toMatch(/^3 requests in 2 runs: 3 of 14 /);
  });
});

test('a service that no client called cannot be judged: exit code 2', async () => {
  const vivarium = await serve();
  await fetch(`${vivarium.url}/_vivarium/api/worlds`);
  const file = await save(vivarium, 'default', 'uncalled.json');
  const stderr =
    'Nothing could be judged: no operation of the document was called; no request came: check that the client uses the address of this server.\n';
  for (const args of [[vivarium.url], [vivarium.url, '--fail-under', '0'], [file, '--json'], [file, file]])
    expect(await run(['coverage', ...args])).toMatchObject({ code: 2, stderr });
  // Neither of these is a call.
  await call(vivarium, 'default', '/nothing');
  await call(vivarium, 'default', '/pets', { authorization: 'none' });
  expect(await run(['coverage', vivarium.url])).toMatchObject({
    code: 2,
    stderr:
      'Nothing could be judged: no operation of the document was called; 1 request matched none: check the base URL of the client; 1 request had no accepted credential, or no response of an upstream.\n',
  });
  await call(vivarium, 'default', '/pets');
  expect(await run(['coverage', vivarium.url, file])).toMatchObject({ code: 0, stderr: '' });
  const empty = join(folder, 'empty.json');
  writeFileSync(empty, JSON.stringify({ runs: [], items: [], total: 0 }));
  expect(await run(['coverage', empty])).toMatchObject({
    code: 2,
    stderr: 'Nothing could be judged: the report has no operation.\n',
  });
});

describe('--fail-under', () => {
  test('counts the worlds that a test suite opened and deleted', async () => {
    const vivarium = await serve();
    await call(vivarium, 'a', '/pets');
    await call(vivarium, 'b', '/pets/1');
    for (const world of ['a', 'b']) await fetch(`${vivarium.url}/_vivarium/api/worlds/${world}`, { method: 'DELETE' });
    // 2 of 14.
    expect(await run(['coverage', vivarium.url, '--fail-under', '14'])).toMatchObject({ code: 0, stderr: '' });
    expect(await run(['coverage', vivarium.url, '--fail-under', '15'])).toMatchObject({ code: 1 });
  });

  test('exits with 1 if the coverage is lower', async () => {
    const vivarium = await serve();
    await call(vivarium, 'default', '/pets');
    const file = await save(vivarium, 'default', 'a.json');
    expect(await run(['coverage', file, '--fail-under', '50'])).toMatchObject({
      code: 1,
      stderr: 'Coverage is 7.1%, below --fail-under 50%.\n',
    });
    expect(await run(['coverage', file, '--fail-under', '7'])).toMatchObject({ code: 0, stderr: '' });
  });

  test.each(['x', '101', '-1', ''])('%j is rejected', async (value) => {
    const { code, stderr } = await run(['coverage', 'a.json', `--fail-under=${value}`]);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `--fail-under must be a percentage from 0 to 100, not "${value}"\n`,
    });
  });
});

test('a server beyond loopback gets its token', async () => {
  const vivarium = await serve({ token: 'secret' }, '0.0.0.0');
  const url = `http://127.0.0.1:${new URL(vivarium.url).port}`;
  expect(await run(['coverage', url])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('responded with 401. Give the token of the server with --token or VIVARIUM_TOKEN.'),
  });
  await call(vivarium, 'default', '/pets');
  expect((await run(['coverage', url, '--token', 'secret'])).code).toBe(0);
  expect((await run(['coverage', url], { env: { VIVARIUM_TOKEN: 'secret' } })).code).toBe(0);
});

test.each([
  [['http://127.0.0.1:9'], 'cannot reach http://127.0.0.1:9/_vivarium/api/health'],
  [['missing.json'], 'cannot read missing.json'],
  [['README.md'], 'README.md is not a coverage report'],
  [['package.json'], 'package.json is not a coverage report'],
  [[], 'missing required argument "sources"'],
])('%j cannot be read: exit code 2', async (sources, message) => {
  const { code, stdout, stderr } = await run(['coverage', ...sources]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test.runIf(process.platform !== 'win32')('a pipe is rejected at once', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe.json')]);
  expect(await run(['coverage', 'pipe.json'], { cwd: folder })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^cannot read pipe\.json: this is not a regular file/),
  });
});

test('a world that is not open is reported', async () => {
  const vivarium = await serve();
  expect(await run(['coverage', `${vivarium.url}/~nobody`])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No open world is named "nobody"'),
  });
});
