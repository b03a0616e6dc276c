/** `--store`, in real processes where they have to end by themselves. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { run as runHere, serve as serveHere } from '../cli/in-process.ts';
import { run, type Server, serve } from '../cli/process.ts';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../parts/store/support/redis-server.ts';

const json = { 'Content-Type': 'application/json' };
const create = (server: Server, name: string): Promise<Response> =>
  server.call('/pets', { method: 'POST', headers: json, body: JSON.stringify({ name, categoryId: 3 }) });

describe.skipIf(!canStartStore)('servers of a store', () => {
  let store: StoreServer;
  beforeAll(async () => {
    store = await startStoreServer({ password: 'hunter2' });
  });
  afterAll(() => store?.[Symbol.asyncDispose]());

  test.each([[[]], [['--workers', '2']]])('with a wrong password exit with 2 %j', async (more) => {
    const { code, stdout, stderr } = await run([
      '--port',
      '0',
      '--store',
      store.url.replace('hunter2', 'hunter3'),
      ...more,
    ]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('the store rejects the user or the password: WRONGPASS');
    expect(stderr).not.toContain('hunter');
    // It does not start, so it does not say what it would do then.
    expect(stderr).not.toContain('503');
  });

  test('lose nothing that was acknowledged when one of them is killed', async () => {
    const args = ['--store', store.url, '--prefix', freshPrefix(), '--scenario', 'empty'];
    const [one, other] = await Promise.all([serve(args), serve(args)]);
    const acknowledged: string[] = [];
    const ids: number[] = [];
    const keepCreating = async (server: Server, label: string): Promise<void> => {
      for (let index = 0; index < 60; index++) {
        const name = `${label} ${index}`;
        const response = await create(server, name).catch(() => undefined);
        const body = await response?.json().catch(() => undefined);
        if (response?.status !== 201 || body === undefined) return;
        acknowledged.push(name);
        ids.push(body.id);
        if (label === 'One' && index === 25) void one.stop('SIGKILL');
      }
    };
    await Promise.all([keepCreating(one, 'One'), keepCreating(one, 'Two'), keepCreating(other, 'Three')]);
    expect(acknowledged).toContain('Three 59');
    expect(new Set(ids).size).toBe(ids.length);
    const items = (await (await other.api('/worlds/default/collections/pets')).json()).items as { name: string }[];
    const names = items.map(({ name }) => name);
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    const ended = await other.stop();
    expect(ended.code).toBe(0);
    expect(ended.stdout + ended.stderr).not.toContain('hunter2');
  });

  test('end with 2 if they cannot judge the clients, since the store is away', async () => {
    const own = await startStoreServer();
    onTestFinished(() => own[Symbol.asyncDispose]());
    const server = await serve(['--store', own.url, '--fail-on', 'violations']);
    expect((await server.call('/pets')).status).toBe(200);
    await own.kill();
    const { code, stderr } = await server.stop();
    expect(code).toBe(2);
    expect(stderr).toMatch(/the clients were not judged: the store of the worlds is not available\. .*vivarium gate/);
    expect(stderr).not.toMatch(/\n +at /);
  });

  test('end with 2 if the store belongs to another document', async () => {
    const args = ['--store', store.url, '--prefix', freshPrefix()];
    const first = await serveHere(args);
    const ended = await runHere(['serve', 'test/documents/own/mailer.yaml', '--port', '0', ...args]);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('belong to another document');
    expect(ended.stdout + ended.stderr).not.toContain('hunter2');
    await first.stop();
  });
});

describe.skipIf(!canStartStore)('the connection to a store', () => {
  let store: StoreServer;
  beforeAll(async () => {
    store = await startStoreServer({ password: 'hunter2', tls: true });
  });
  afterAll(() => store?.[Symbol.asyncDispose]());

  const healthOf = async (server: Server) => (await server.api('/health')).json();
  const worksWith = async (
    start: typeof serveHere,
    url: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    const prefix = freshPrefix();
    const server = await start([], { env: { VIVARIUM_STORE: url, VIVARIUM_PREFIX: prefix, ...env } });
    expect((await create(server, 'Luna')).status).toBe(201);
    expect(await healthOf(server)).toMatchObject({ store: 'ok' });
    expect(await store.command('EXISTS', `{${prefix}}:world:default`)).toBe(1);
    const { code, stdout, stderr } = await server.stop();
    expect(code).toBe(0);
    expect(stdout + stderr).not.toMatch(/hunter2|not available/);
  };

  test('speaks TLS, with a certificate that Node trusts', async () => {
    await worksWith(serve, store.url, { NODE_EXTRA_CA_CERTS: store.caFile });
  });

  test('uses a socket of the file system', async () => {
    await worksWith(serveHere, store.socketUrl);
  });

  test('is refused to a certificate that nobody trusts, with the reason and without credentials', async () => {
    const server = await serveHere(['--store', store.url, '--prefix', freshPrefix()]);
    expect((await create(server, 'Luna')).status).toBe(503);
    expect(await healthOf(server)).toMatchObject({ store: 'away' });
    const { stdout, stderr } = await server.stop();
    const output = stdout + stderr;
    expect(output).toContain(`rediss://127.0.0.1:${store.port}: the store is not available: self-signed certificate`);
    expect(output).toContain('NODE_EXTRA_CA_CERTS');
    expect(output).not.toContain('hunter2');
  });
});
