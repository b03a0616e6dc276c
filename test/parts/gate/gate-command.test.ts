/** `vivarium gate` and `serve --fail-on`: the verdict over what the clients sent. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium, type Vivarium } from '../../../src/index.ts';
import { run, serve } from '../../cli/in-process.ts';
import { folderOf } from '../../cli/process.ts';
import { serveForTest } from '../../serve-for-test.ts';

let folder = '';
beforeEach(() => {
  folder = folderOf({});
});

const listen = async (): Promise<Vivarium & { readonly url: string }> => {
  const vivarium = await createVivarium();
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  return { ...vivarium, url };
};

const call = (vivarium: Vivarium, world: string, path: string) =>
  vivarium.world(world).fetch(`/v1${path}`, { headers: { authorization: 'Bearer demo' } });

describe('gate', () => {
  test('passes if the clients kept to the interface, in several servers together', async () => {
    const [one, two] = [await listen(), await listen()];
    await call(one, 'alice', '/pets');
    await call(two, 'default', '/pets?status=sold');
    const { code, stdout, stderr } = await run(['gate', one.url, two.url, '--min-coverage', '14']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(`Coverage:
    operation       requests  covered  not covered
    all operations  2         3/14     11
    listPets        2         3/7      401, query.limit, query.status=available, query.status=pending
    createPet       0         0/3      never called
    getPet          0         0/3      never called
    listOrders      0         0/1      never called

The clients kept to the interface.
Judged: violations. Covered: 3 of 14 documented statuses, parameters and values (21.4%, minimum 14%).
`);
  });

  test('fails on findings of all worlds, and writes reports, a step summary and annotations', async () => {
    const vivarium = await listen();
    await call(vivarium, 'gone', '/pets?limit=0');
    vivarium.world('marked').expectViolations();
    await call(vivarium, 'marked', '/pets?status=lost');
    await call(vivarium, 'default', '/nothing');
    await call(vivarium, 'default', '/pets?limti=2');
    await fetch(`${vivarium.url}/_vivarium/api/worlds/gone`, { method: 'DELETE' });
    const files = ['junit=gate.xml', 'md=gate.md', 'json=gate.json', 'html=gate.html'];
    const { code, stdout, stderr } = await run(
      ['gate', vivarium.url, '--fail-on', 'violations,unmatched', '--report', files.join(',')],
      { cwd: folder, env: { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'summary.md') } },
    );
    expect(code).toBe(1);
    expect(stderr).toContain('The clients broke the interface: 1 finding.');
    expect(stdout).toContain('✗ listPets   query  /limit   minimum  query.limit must be at least 1');
    expect(stdout).toContain('Query parameters that the document does not have (not judged)');
    expect(stdout).toContain('::error title=Vivarium gate::GET /v1/nothing does not exist: 404');
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
    expect(read('gate.xml')).toContain('name="listPets query /limit minimum"');
    expect(read('summary.md')).toBe(`${read('gate.md')}\n`);
    expect(read('gate.html')).toContain('query.limit must be at least 1');
    expect(JSON.parse(read('gate.json'))).toMatchObject({
      passed: false,
      failOn: ['violations', 'unmatched'],
      violations: [{ operation: 'listPets', world: 'gone', exchange: 1, count: 1 }],
      unmatched: [{ path: '/v1/nothing' }],
      unknownParameters: [{ operation: 'listPets', name: 'limti', world: 'default', exchange: 2, count: 1 }],
    });
    expect(read('gate.md')).toContain('| ➖ | `listPets` | `limti` | `1` | `default 2` |');
    expect(await run(['gate', vivarium.url, '--fail-on', 'unknown-parameters'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The clients sent query parameters that the document does not have: 1 finding.'),
      stdout: expect.stringContaining('limti'),
    });
  });

  test('judges nothing, and exits with 2, if no operation was called: by requests to something else, or on one of several servers', async () => {
    const [called, uncalled] = [await listen(), await listen()];
    await call(called, 'default', '/pets?limit=0');
    await fetch(`${uncalled.url}/v1/pets`, {
      method: 'OPTIONS',
      headers: { origin: 'http://a', 'access-control-request-method': 'GET' },
    });
    await call(uncalled, 'default', '/wrong/pets');
    await uncalled.world().fetch('/v1/pets', { method: 'DELETE' });
    await uncalled.world().fetch('/v1/pets');
    const reason =
      'no operation of the document was called; 2 requests matched none: check the base URL of the client; 1 request had no accepted credential, or no response of an upstream';
    expect(await run(['gate', uncalled.url, '--fail-on', 'unmatched'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`Nothing could be judged: ${reason}.\n`),
    });
    const both = await run(['gate', called.url, uncalled.url]);
    expect(both).toMatchObject({ code: 2, stdout: expect.stringContaining('query.limit must be at least 1') });
    expect(both.stderr).toContain(`Nothing could be judged: at ${uncalled.url}, ${reason}.\nThe clients broke the`);
  });

  test('judges nothing, and exits with 2, for a server without a client and for another server', async () => {
    const vivarium = await listen();
    expect(await run(['gate', vivarium.url])).toMatchObject({
      code: 2,
      stderr:
        'Nothing could be judged: no operation of the document was called; no request came: check that the client uses the address of this server.\n',
    });
    const url = await serveForTest((_request, response) => response.end('{"violations":[]}'));
    expect(await run(['gate', url])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${url} is not a Vivarium server`),
    });
  });

  test.each([
    [
      ['--fail-on', 'violation'],
      '--fail-on must be a list of violations, unmatched, deprecated, unknown-parameters, drift, not "violation"',
    ],
    [['--fail-on', ''], '--fail-on must be a list of'],
    [['--min-coverage', '101'], '--min-coverage must be a percentage from 0 to 100, not "101"'],
    [['--report', 'pdf=x'], '--report must be FORMAT=FILE, not "pdf=x"'],
    [['http://127.0.0.1:1/~alice'], 'the gate judges all worlds of a server, not only "alice"'],
  ])('%j is rejected', async (args, message) => {
    const { code, stderr } = await run(['gate', ...args, 'http://127.0.0.1:1']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});

describe('serve with an option of the gate', () => {
  test('judges when it stops', async () => {
    const server = await serve(['--fail-on', 'violations', '--report', `json=${join(folder, 'gate.json')}`], {
      env: { GITHUB_ACTIONS: 'true' },
    });
    await server.call('/pets?limit=0');
    const { code, stdout, stderr } = await server.stop();
    expect(code).toBe(1);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) as string)).toMatchObject({
      event: 'gate',
      passed: false,
      summary: [expect.any(String), expect.any(String)],
      violations: [{ operation: 'listPets', pointer: '/limit', world: 'default', exchange: 1 }],
    });
    expect(stderr).toContain('::error title=Vivarium gate::listPets: query.limit must be at least 1');
    expect(JSON.parse(readFileSync(join(folder, 'gate.json'), 'utf8'))).toMatchObject({ passed: false });
  });

  test('exits with 0 if the clients kept to the interface, and with 2 if there were none', async () => {
    const [called, uncalled] = [
      await serve([], { env: { VIVARIUM_MIN_COVERAGE: '1' } }),
      await serve(['--fail-on=unmatched']),
    ];
    await called.call('/pets');
    expect(await called.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(await uncalled.stop()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no operation of the document was called'),
    });
  });
});
