/** Logins that survive the process: in a directory, and in a store. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { startServer } from '../parts/store/redis/store-servers.ts';
import { startFaultProxy } from '../parts/store/support/fault-proxy.ts';
import { canStartStore, freshPrefix, startStoreServer } from '../parts/store/support/redis-server.ts';
import { notesDocument } from './document.ts';
import { authorizeUrl, bearer, choose, form, locationOf, logIn } from './walk.ts';

test('tokens and sessions survive a restart with --save, and its key is for this user alone', async () => {
  const save = mkdtempSync(join(tmpdir(), 'vivarium-login-'));
  onTestFinished(() => rmSync(save, { recursive: true }));
  const first = await createVivarium({ document: notesDocument, save });
  const tokens = await logIn(first.world());
  const cookie = (await choose(first.world(), 'Ada Lovelace', authorizeUrl())).headers.get('set-cookie') ?? '';
  await first.world().fetch('/oidc/revoke', form({ token: (await first.world().token()).access_token }));
  await first.close();
  expect(readdirSync(save)).toContain('.vivarium-key');
  expect(statSync(join(save, '.vivarium-key')).mode & 0o777).toBe(0o600);
  const second = await createVivarium({ document: notesDocument, save });
  onTestFinished(() => second.close());
  const world = second.world();
  expect((await world.fetch('/v1/notes', bearer(tokens.access_token))).status).toBe(200);
  const headers = { cookie: cookie.split(';')[0] as string };
  expect(locationOf(await world.fetch(authorizeUrl({ prompt: 'none' }), { headers })).searchParams.has('code')).toBe(
    true,
  );
  const refreshed = await world.fetch(
    '/oidc/token',
    form({ grant_type: 'refresh_token', refresh_token: tokens.refresh_token, client_id: 'spa' }),
  );
  expect(refreshed.status).toBe(200);
  expect(world.save()).toMatchObject({ resume: { login: { revoked: [expect.any(String)] } } });
});

describe.skipIf(!canStartStore)('servers with a store', () => {
  const document = 'docs/notes.yaml';
  const password = 'grant_type=password&username=ada&password=x';
  const post = (url: string, path: string, body: string): Promise<Response> =>
    fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });

  test('accept the tokens of each other, and know what the other revoked', async () => {
    const store = await startStoreServer();
    onTestFinished(() => store[Symbol.asyncDispose]());
    const shared = { url: store.url, prefix: freshPrefix(), document, scenario: {} };
    const [left, right] = [await startServer(shared), await startServer(shared)];
    const { access_token: token, refresh_token: refresh } = (await (
      await post(left.url, '/oidc/token', password)
    ).json()) as Record<string, string>;
    const read = (url: string): Promise<Response> => fetch(`${url}/notes`, bearer(token as string));
    expect((await read(right.url)).status).toBe(200);
    const renewed = await post(right.url, '/oidc/token', `grant_type=refresh_token&refresh_token=${refresh}`);
    expect(renewed.status).toBe(200);
    expect((await post(left.url, '/oidc/token', `grant_type=refresh_token&refresh_token=${refresh}`)).status).toBe(400);
    expect((await read(right.url)).status).toBe(401);
  });

  test('wait for the key while the store is away', async () => {
    const store = await startStoreServer();
    onTestFinished(() => store[Symbol.asyncDispose]());
    const proxy = await startFaultProxy(store.port);
    onTestFinished(() => proxy[Symbol.asyncDispose]());
    proxy.setDown(true);
    const server = await startServer({ url: proxy.urlFor(store.url), prefix: freshPrefix(), document, scenario: {} });
    expect((await post(server.url, '/oidc/token', password)).status).toBe(503);
    proxy.setDown(false);
    await expect
      .poll(async () => (await post(server.url, '/oidc/token', password)).status, { timeout: 10_000 })
      .toBe(200);
  });
});
