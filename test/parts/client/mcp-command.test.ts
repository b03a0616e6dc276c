/** `vivarium mcp`, in processes of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { environmentOf, folderOf, freePort, ordersDocument, root, run } from '../../cli/process.ts';
import { connectStdio, eras } from '../agents/connect.ts';

const serve = async () => {
  const vivarium = await createVivarium();
  onTestFinished(() => vivarium.close());
  return { vivarium, ...(await vivarium.listen({ port: 0 })) };
};

test.each(eras)('it is about a running server (%s)', async (era) => {
  const { vivarium, url, serviceUrl } = await serve();
  await vivarium.world().fetch('/v1/nothing');
  const { use } = await connectStdio(['--url', url, '--allow-changes'], { era });
  expect((await use('describe_service')).services[0].url).toBe(serviceUrl);
  expect((await use('explain_exchange', { exchange: 1 })).status).toBe(404);
  await use('set_fault', { fault: 'unavailable' });
  expect((await vivarium.world().fetch('/v1/pets')).status).toBe(503);
});

test('the address may be a base URL; its world is that of calls that name none', async () => {
  const { vivarium, url } = await serve();
  await vivarium.world('alice').fetch('/v1/nothing');
  const env = { VIVARIUM_URL: `${url}/~alice/v1` };
  const { use, fail, client } = await connectStdio([], { env });
  expect((await use('list_exchanges')).exchanges).toMatchObject([{ world: 'alice' }]);
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === 'list_items')?.inputSchema.properties?.world).toMatchObject({
    default: 'alice',
  });
  expect(tools).toHaveLength(8);
  expect(await fail('reset_world')).toContain('--allow-changes');
  const other = await connectStdio(['--world', 'default'], { env });
  expect((await other.use('list_exchanges')).exchanges).toEqual([]);
});

test('it starts a server, and stops it when the client goes', async () => {
  const folder = folderOf({
    'api.yaml': ordersDocument(),
    'handlers.ts': `console.log('loaded');
export default { listOrders: ({ next }) => { console.log('called'); return next(); } };
`,
    'vivarium.yaml': 'handlers: handlers.ts\nport: 0\n',
  });
  const { use, client, errors } = await connectStdio(['api.yaml', '--allow-changes'], { cwd: folder });
  const [{ url }] = (await use('describe_service')).services;
  expect(errors()).toContain(`Serving Orders at ${url}`);
  expect((await fetch(`${url}/orders`)).status).toBe(200);
  expect((await use('list_exchanges')).total).toBe(1);
  // Standard output carries the protocol only.
  expect(errors()).toMatch(/loaded[\s\S]*called/);
  await client.close();
  await expect.poll(() => fetch(`${url}/orders`).catch(() => undefined)).toBeUndefined();
});

test('it waits for a server that is started later, and says so until then', async () => {
  const port = await freePort();
  const { use, fail } = await connectStdio(['--url', `http://127.0.0.1:${port}`]);
  expect(await fail('describe_service')).toMatch(/cannot reach .*Check that the server is running\./);
  const vivarium = await createVivarium();
  onTestFinished(() => vivarium.close());
  await vivarium.listen({ port: Number(port) });
  expect((await use('describe_service')).operationCount).toBe(4);
});

describe('it ends', () => {
  const start = (): ReturnType<typeof spawn> =>
    spawn(process.execPath, [`${root}/test/cli/built.js`, 'mcp', 'spec/animal-store.yaml', '--port', '0'], {
      cwd: root,
      env: environmentOf(),
    });

  test.each([['SIGTERM'], ['the end of standard input']])(
    'on %s, with 0, and standard output stays empty',
    async (how) => {
      const child = start();
      let text = '';
      child.stdout?.on('data', (chunk) => {
        text += chunk;
      });
      const ended = once(child, 'close');
      await once(child.stderr as NodeJS.ReadableStream, 'data');
      if (how === 'SIGTERM') child.kill(how);
      else child.stdin?.end();
      expect((await ended)[0]).toBe(0);
      expect(text).toBe('');
    },
  );
});

test('what is no message is reported in a sentence, and a message without an end ends it', async () => {
  const { url } = await serve();
  const child = spawn(process.execPath, [`${root}/test/cli/built.js`, 'mcp', '--url', url], { env: environmentOf() });
  onTestFinished(() => void child.kill());
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  child.stdin.on('error', () => {}).write('[]\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await once(child.stdout, 'data');
  expect(errors).toBe('The client has sent what is no message of the protocol.\n');
  child.stdin.write('x'.repeat(11 * 1024 * 1024));
  await once(child, 'close');
  expect(errors).toContain('The client has sent a message of more than 10MiB.\n');
});

test.each([
  [['api.yaml', '--url', 'http://127.0.0.1:4010'], '--url names a running server'],
  [['--url', '127.0.0.1:4010'], 'Write it as http://127.0.0.1:4010.'],
  [['--world', '../x', '--url', 'http://127.0.0.1:4010'], '"../x" is not a world name'],
  [['missing.yaml'], 'missing.yaml'],
])('%j exits with 2', async (args, message) => {
  const { code, stdout, stderr } = await run(['mcp', ...args]);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain(message);
});
