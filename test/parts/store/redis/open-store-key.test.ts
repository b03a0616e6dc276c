/** The key of the issuer in the store, when something else has its name. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { folderOf } from '../../../cli/process.ts';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../support/redis-server.ts';
import { startServer } from './store-servers.ts';

let store: StoreServer;
beforeAll(async () => {
  if (canStartStore) store = await startStoreServer();
});
afterAll(async () => {
  await store?.[Symbol.asyncDispose]();
});

const documentWithLogin = (): string =>
  `${folderOf({
    'api.json': JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Parcels', version: '1' },
      security: [{ login: [] }],
      paths: { '/parcels': { get: { operationId: 'listParcels', responses: { 200: { description: 'All.' } } } } },
      components: {
        securitySchemes: {
          login: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: '/token', scopes: {} } } },
        },
      },
    }),
  })}/api.json`;

describe.runIf(canStartStore)('the key of the issuer', () => {
  test.each<[string, (key: string) => readonly string[], string]>([
    ['an empty text', (key) => ['SET', key, ''], 'empty, cut or damaged'],
    ['a text', (key) => ['SET', key, 'SECRET-TEXT'], 'empty, cut or damaged'],
    ['a huge text', (key) => ['SETRANGE', key, '100000000', 'x'], 'empty, cut or damaged'],
    ['a key without its seal', (key) => ['SET', key, '{"privateKey":{}}'], 'empty, cut or damaged'],
    ['a list', (key) => ['RPUSH', key, 'a'], 'a list'],
    ['a hash', (key) => ['HSET', key, 'a', '1'], 'a hash'],
  ])('%s in its place is set aside and reported, and all servers have the new one', async (_name, write, what) => {
    const prefix = freshPrefix();
    const key = `{${prefix}}:login`;
    await store.command(...write(key));
    const options = { url: store.url, prefix, document: documentWithLogin() };
    const [server, other] = [await startServer(options), await startServer(options)];
    const token = await server.api('POST', '/worlds/default/tokens', {});
    expect(token.status).toBe(200);
    const headers = { authorization: `Bearer ${token.json.access_token}` };
    expect((await other.call('GET', '/parcels', undefined, headers)).status).toBe(200);
    expect(server.log.filter((line) => line.includes('issuer'))).toEqual([
      expect.stringContaining(`${key} is ${what}, so it is no key of the issuer. It is now ${key}:broken;`),
    ]);
    expect(server.log.join()).not.toContain('SECRET-TEXT');
    expect(await store.command('EXISTS', `${key}:broken`)).toBe(1);
  });

  test('a key that is cut while servers run is replaced at the next start', async () => {
    const options = { url: store.url, prefix: freshPrefix(), document: documentWithLogin() };
    const first = await startServer(options);
    await first.api('POST', '/worlds/default/tokens', {});
    const key = `{${options.prefix}}:login`;
    const whole = String(await store.command('GET', key));
    await store.command('SET', key, whole.slice(0, whole.length / 2));
    const next = await startServer(options);
    expect((await next.api('POST', '/worlds/default/tokens', {})).status).toBe(200);
    expect(next.log.join('\n')).toContain('it is no key of the issuer');
    expect(await store.command('GET', `${key}:broken`)).toBe(whole.slice(0, whole.length / 2));
  });
});
