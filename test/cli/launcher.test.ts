import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ownLauncher, run, serve } from './process.ts';

const tooOld = (version: string): string =>
  `vivarium needs Node.js 22.15 or newer. This is ${version}. Update Node.js, or run: npx -p node@24 -p vivarium vivarium\n`;

/** Makes Node report another version: loaded before the launcher. */
const pretend = (version: string): string => {
  const code = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
};

test.each(['18.20.4', '20.19.0', '22.14.0'])('Node %s is rejected with one line', async (version) => {
  expect(await run(['--version'], { node: [pretend(version)], launcher: ownLauncher })).toEqual({
    code: 2,
    signal: null,
    stdout: '',
    stderr: tooOld(version),
  });
});

test.each(['22.15.0', '23.11.1', '24.0.0', '26.1.0'])('Node %s is accepted', async (version) => {
  expect(await run(['--version'], { node: [pretend(version)], launcher: ownLauncher })).toMatchObject({
    code: 0,
    stderr: '',
  });
});

test('a checkout serves from its sources', async () => {
  const server = await serve([], { launcher: ownLauncher });
  expect(await (await server.call('/pets/1')).json()).toMatchObject({ id: 1, name: 'Luna' });
});

test('a reader that leaves changes neither the exit code nor the errors', async () => {
  const child = spawn(process.execPath, [ownLauncher, 'explain', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
});

const isFullThere = existsSync('/dev/full');

test.skipIf(!isFullThere)('a full disk behind the output of a command is one line and exit code 2', async () => {
  const child = spawn(process.execPath, [ownLauncher, 'explain'], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr as NodeJS.ReadableStream), once(child, 'exit')]);
  expect({ stderr, code }).toEqual({
    stderr: expect.stringMatching(/^The output cannot be written \(ENOSPC.*\)\.\n$/),
    code: 2,
  });
});

test.skipIf(!isFullThere)('a full disk behind the log does not end the server', async () => {
  const options = ['serve', '--port', '0', '--log', 'json', '--no-watch'];
  const child = spawn(process.execPath, [ownLauncher, ...options], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
  });
  const errors = child.stderr as NodeJS.ReadableStream;
  const said = text(errors);
  await once(errors, 'data');
  expect(child.exitCode).toBe(null);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  expect([code, await said]).toEqual([
    0,
    expect.stringMatching(/^The log cannot be written \(ENOSPC.*\)\. The server goes on without it\.\n$/),
  ]);
});

const versionOf = (node: string): string | undefined =>
  existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim().slice(1) : undefined;

const old = ['/usr/bin/node', '/usr/local/bin/node']
  .map((node) => ({ node, version: versionOf(node) }))
  .find(({ version }) => version !== undefined && Number.parseInt(version, 10) < 22);

test.skipIf(old === undefined)('an old Node on this machine can run the launcher that far', () => {
  const { node, version } = old as { node: string; version: string };
  const { status, stdout, stderr } = spawnSync(node, [ownLauncher, '--port', '0'], { encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 2, stdout: '', stderr: tooOld(version) });
});
