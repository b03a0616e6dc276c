/** Several services on one server: names in scenarios and faults, references between them, and reloading one of them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/primitives/json.ts';
import type { State } from '../../src/core/state/state.ts';
import { carryState } from '../../src/parts/reload/carry-over.ts';
import type { FaultPatch } from '../../src/scenario/document/fault-schema.ts';
import type { ScenarioDocument } from '../../src/scenario/document/scenario-schema.ts';
import { loadSources, type PreviousSources, type Sources } from '../../src/simulation/sources.ts';
import { readPutFault } from '../../src/world/control/faults.ts';
import { World } from '../../src/world/world.ts';
import { bodyOf, itemsOf, requestOf } from '../core/helpers.ts';
import { inPath, integer, jsonBody, listOf, named, object, text } from '../short-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'vivarium-services-'));
mkdirSync(join(folder, 'scenarios'));
afterAll(() => rmSync(folder, { recursive: true }));
const answer = (schema: JsonObject) => ({ description: 'Fine.', content: jsonBody(schema) });
const error = (property: string) => answer(object({ [property]: text }));

/** A document with the operations `list` and `get` of a collection, and more with others. */
const documentOf = (
  collection: string,
  { properties = {}, more = {}, message = 'message' }: Given = {},
): JsonObject => {
  const item = object({ id: integer, ...properties }, ['id', ...Object.keys(properties)]);
  return {
    openapi: '3.1.0',
    info: { title: collection, version: '1' },
    paths: {
      [`/${collection}`]: { get: named('list', listOf(item)) },
      [`/${collection}/{id}`]: {
        get: {
          operationId: `get-${collection}`,
          parameters: [inPath('id')],
          responses: { '200': answer(item), '404': error(message) },
        },
      },
      ...more,
    },
  };
};
interface Given {
  readonly properties?: JsonObject;
  readonly more?: JsonObject;
  readonly message?: string;
}

const write = (name: string, document: JsonObject): string => {
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(document));
  return file;
};

const orders = write('shop', documentOf('orders', { properties: { userId: integer }, message: 'shopError' }));
const users = write('users', documentOf('users', { properties: { name: text } }));

const load = async (scenario: ScenarioDocument = {}, previous?: PreviousSources): Promise<Sources> => {
  const list = [
    { name: 'shop', document: orders, overlay: [], base: undefined },
    { name: 'users', document: users, overlay: [], base: '/v2' },
  ] as const;
  const options = { scenario, scenarios: join(folder, 'scenarios'), seed: 1, fault: [], nameOf: String };
  const sources = await loadSources(
    { ...options, services: { list, origin: 'named', reason: undefined, setWith: '"services"' } },
    previous,
  );
  await sources.service.ready();
  return sources;
};

const loadAlone = async (name: string, document: string): Promise<Sources> => {
  const list = [{ name, document, overlay: [], base: undefined }] as const;
  const options = { scenario: 'default', scenarios: join(folder, 'scenarios'), seed: 1, fault: [], nameOf: String };
  const sources = await loadSources({
    ...options,
    services: { list, origin: 'named', reason: undefined, setWith: '"services"' },
  });
  await sources.service.ready();
  return sources;
};

const worldOf = ({ service, start }: Sources): World => new World('test', service, start);
const get = (world: World, path: string) => world.handle(requestOf('GET', path)).reply;
const put = (world: World, name: string, patch: FaultPatch): void => {
  const merged = readPutFault(patch, name, world);
  if (merged.type !== 'merged') throw new Error(JSON.stringify(merged));
  world.putFault(merged.entry);
};
const ids = (state: State, collection: string) => itemsOf(state, collection).map(({ id }) => id);

describe('data', () => {
  test('have bare or qualified names in a scenario', async () => {
    const world = worldOf(
      await load({
        data: { 'users.users': [{ id: 7, name: 'Ada' }] },
        generate: { 'shop.orders': 2 },
        defaults: { orders: {} },
      }),
    );
    expect(ids(world.decisions.state, 'users')).toEqual([7]);
    expect(itemsOf(world.decisions.state, 'orders').map(({ userId }) => userId)).toEqual([7, 7]);
  });

  test('that are named twice are an error', async () => {
    await expect(load({ generate: { orders: 1, 'shop.orders': 2 } })).rejects.toThrow(
      'generate names the same collection twice: "orders" and "shop.orders". Remove one of them.',
    );
  });

  test('that a scenario extends may have another name', async () => {
    const world = worldOf(await load({ extends: 'default', generate: { 'shop.orders': 2 } }));
    expect([ids(world.decisions.state, 'orders').length, ids(world.decisions.state, 'users').length]).toEqual([2, 5]);
  });

  test('are those of each service alone, except for references to another service', async () => {
    const together = worldOf(await load({ extends: 'default' }));
    const [shop, accounts] = [worldOf(await loadAlone('shop', orders)), worldOf(await loadAlone('users', users))];
    expect(itemsOf(together.decisions.state, 'users')).toEqual(itemsOf(accounts.decisions.state, 'users'));
    expect(ids(together.decisions.state, 'orders')).toEqual(ids(shop.decisions.state, 'orders'));
    const known = ids(together.decisions.state, 'users');
    for (const { userId } of itemsOf(together.decisions.state, 'orders')) expect(known).toContain(userId);
    expect(bodyOf(get(together, '/v2/users'))).toEqual(bodyOf(get(accounts, '/users')));
  });
});

describe('errors', () => {
  test('have the structure of the service that the path belongs to', async () => {
    const world = worldOf(await load());
    expect(bodyOf(get(world, '/orders/99'))).toEqual({ shopError: 'There is no item 99 in orders.' });
    expect(bodyOf(get(world, '/v2/nothing'))).toEqual({ message: 'There is no operation GET /v2/nothing.' });
    expect(bodyOf(get(world, '/nothing'))).toHaveProperty('shopError');
  });
});

describe('a fault', () => {
  test('can be narrowed to a service, with its unknown paths', async () => {
    const world = worldOf(
      await load({ extends: 'default', faults: [{ use: 'unavailable', on: { service: 'users' } }] }),
    );
    expect(['/orders', '/nothing', '/v2/users', '/v2/nothing'].map((path) => get(world, path).response.status)).toEqual(
      [200, 404, 503, 503],
    );
  });

  test('names an operation, qualified if several services have it', async () => {
    const world = worldOf(await load({ extends: 'default' }));
    expect(() => put(world, 'unavailable', { on: { operation: 'list' } })).toThrow(
      /names an ambiguous operation .*list.*, which several services have.*Write shop\.list or users\.list/,
    );
    expect(() => put(world, 'unavailable', { on: { service: 'user' } })).toThrow(/Did you mean \\"users\\"\?/);
    put(world, 'unavailable', { on: { operation: ['users.list', 'shop.get-*'] } });
    expect(['/orders', '/orders/1', '/v2/users'].map((path) => get(world, path).response.status)).toEqual([
      200, 503, 503,
    ]);
  });
});

describe('a changed document', () => {
  test('is read alone: the other service and its data stay, also if names become qualified', async () => {
    const before = await load({ extends: 'default' });
    const world = worldOf(before);
    world.apply([{ type: 'delete', collection: 'users', key: '1' }]);
    put(world, 'unavailable', { on: { operation: 'get-users' } });
    get(world, '/v2/users/2');
    const more = {
      '/users': { get: named('get-users', listOf(object({ id: integer }, ['id']))) },
      '/users/{id}': { get: named('find', object({ id: integer }, ['id']), { parameters: [inPath('id')] }) },
    };
    write('shop', documentOf('orders', { properties: { userId: integer }, more }));
    const after = await load({ extends: 'default' }, { sources: before, changed: [orders] });
    expect(after.loaded[0]?.service).not.toBe(before.loaded[0]?.service);
    expect(after.loaded[1]).toBe(before.loaded[1]);
    expect([...after.service.collections.keys()]).toEqual(['orders', 'shop.users', 'users.users']);

    world.adopt(after.service, after.start, carryState(world, after.start, after.service).state);
    expect(ids(world.decisions.state, 'users.users')).toEqual([2, 3, 4, 5]);
    expect(ids(world.decisions.state, 'shop.users')).toEqual([1, 2, 3, 4, 5]);
    // The fault still means the operation of the other document, which now has a qualified name.
    expect(world.decisions.state.faults.get('unavailable')?.fault.on).toEqual({ operation: 'users.get-users' });
    expect(['/users', '/v2/users/2'].map((path) => get(world, path).response.status)).toEqual([200, 503]);
    expect(world.coverage.report().operations.get('users.get-users')?.requests).toBe(2);
  });

  test('changes nothing if no file of a service changed', async () => {
    const before = await load();
    expect((await load({}, { sources: before, changed: ['scenarios/default.yaml'] })).service).toBe(before.service);
  });
});
