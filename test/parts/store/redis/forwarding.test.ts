/** Servers that share a store, and forward to a real service. */
import type { ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startRealService } from '../../upstream/real-service.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { canStartStore, freshPrefix, type StoreServer, startStoreServer } from '../support/redis-server.ts';
import { startServer } from './store-servers.ts';

const demo = { authorization: 'Bearer demo' };

const startStore = async (): Promise<StoreServer> => {
  const store = await startStoreServer();
  onTestFinished(() => store[Symbol.asyncDispose]());
  return store;
};

describe.skipIf(!canStartStore)('a server with a store that forwards', () => {
  test('delivers a response that the store did not take, without the number of an exchange, and logs it', async () => {
    const store = await startStore();
    const proxy = await startFaultProxy(store.port);
    onTestFinished(() => proxy[Symbol.asyncDispose]());
    const held: ServerResponse[] = [];
    const real = await startRealService((_, response) => void held.push(response));
    const [url, prefix] = [proxy.urlFor(store.url), freshPrefix()];
    const server = await startServer({ url, prefix, upstream: real.url, scenario: {} });
    const answer = (index: number): void => {
      const body = `{"id":${index + 1},"name":"Rex","status":"available"}`;
      held[index]?.writeHead(201, { 'Content-Type': 'application/json', 'X-Real': 'yes' }).end(body);
    };
    const post = () => server.call('POST', '/v1/pets', { name: 'Rex', categoryId: 1 }, demo);
    const pending = post();
    await expect.poll(() => held.length).toBe(1);
    proxy.setDown(true);
    answer(0);
    const lost = await pending;
    expect([lost.status, lost.json.id, lost.headers.get('x-real')]).toEqual([201, 1, 'yes']);
    expect(lost.headers.get('vivarium-exchange')).toBeNull();
    expect(real.seen).toHaveLength(1);
    expect(server.log.filter((line) => line.includes('the store did not take the exchange'))).toEqual([
      expect.stringMatching(/^POST \/v1\/pets: the upstream responded, but /),
    ]);
    proxy.setDown(false);
    await expect.poll(async () => (await server.api('GET', '/worlds')).status).toBe(200);
    const next = post();
    await expect.poll(() => held.length).toBe(2);
    answer(1);
    expect((await next).headers.get('vivarium-exchange')).toBe('1');
    const { data } = (await server.api('GET', '/worlds/default/scenario')).json;
    expect(data.pets).toMatchObject([{ id: 2 }]);
  });

  test('sends each request once, and no response of two servers is lost', async () => {
    const store = await startStore();
    let last = 0;
    const real = await startRealService((_, response) => {
      const body = `{"id":${++last},"name":"Rex","status":"available"}`;
      response.writeHead(201, { 'Content-Type': 'application/json' }).end(body);
    });
    const options = { url: store.url, prefix: freshPrefix(), upstream: real.url, scenario: {} };
    const servers = [await startServer(options), await startServer(options)] as const;
    const count = 100;
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        (servers[index % 2] as (typeof servers)[0]).call('POST', '/v1/pets', { name: 'Rex', categoryId: 1 }, demo),
      ),
    );
    const numbers = (from: readonly unknown[]) => from.map(Number).toSorted((a, b) => a - b);
    const all = Array.from({ length: count }, (_, index) => index + 1);
    expect(numbers(answers.map(({ headers }) => headers.get('vivarium-exchange')))).toEqual(all);
    expect(numbers(answers.map(({ json }) => json.id))).toEqual(all);
    expect(real.seen).toHaveLength(count);
    for (const server of servers) {
      const { data } = (await server.api('GET', '/worlds/default/scenario')).json;
      expect(numbers(data.pets.map(({ id }: { id: number }) => id))).toEqual(all);
    }
  });

  test.each([1000, 3])(
    'has the drift of all servers, also one that starts later, with snapshots of %i',
    async (length) => {
      const store = await startStore();
      const real = await startRealService((request, response) => {
        const pet = request.method === 'GET' ? '{"id":"7","name":"Rex"}' : '{"id":7,"name":"Max"}';
        response.writeHead(request.method === 'GET' ? 200 : 201, { 'Content-Type': 'application/json' }).end(pet);
      });
      const options = {
        url: store.url,
        prefix: freshPrefix(),
        upstream: real.url,
        compare: true,
        scenario: {},
        snapshotLength: length,
      };
      const servers = [await startServer(options), await startServer(options)] as const;
      for (const server of servers) {
        await server.call('POST', '/v1/pets', { name: 'Rex', categoryId: 1 }, demo);
        await server.call('GET', '/v1/pets/7', undefined, demo);
      }
      const rows = [
        { operation: 'createPet', kind: 'value', pointer: '/name', count: 2, breaking: false, exchange: 3 },
        { operation: 'createPet', kind: 'missing', pointer: '/categoryId', count: 2, breaking: true, exchange: 3 },
        { operation: 'getPet', kind: 'type', pointer: '/id', count: 2, breaking: true, exchange: 4 },
        { operation: 'getPet', kind: 'missing', pointer: '/categoryId', count: 2, breaking: true, exchange: 4 },
      ];
      for (const server of [...servers, await startServer(options)])
        for (const path of ['/worlds/default/drift', '/drift'])
          expect((await server.api('GET', path)).json).toMatchObject({
            total: 4,
            items: expect.arrayContaining(rows.map((row) => expect.objectContaining(row))),
          });
      await servers[0].api('POST', '/worlds/default/reset');
      for (const server of [...servers, await startServer(options)]) {
        expect((await server.api('GET', '/worlds/default/drift')).json.total).toBe(0);
        expect((await server.api('GET', '/drift')).json.total).toBe(4);
      }
    },
  );
});
