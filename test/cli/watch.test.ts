/** Edits of files while the server runs. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { serve } from './in-process.ts';
import { folderOf, ordersDocument, type Server, write } from './process.ts';

const addOrder = (server: Server, item: string) =>
  server.call('/orders', { method: 'POST', body: JSON.stringify({ item }) });
const itemsOf = async (server: Server) =>
  (await (await server.call('/orders')).json()).map(({ item }: { item: string }) => item);

const start = async (files: Readonly<Record<string, string>>, args: readonly string[] = []) => {
  const cwd = folderOf({ 'orders.yaml': ordersDocument(), ...files });
  const server = await serve(['orders.yaml', ...args], { cwd });
  let reloads = 0;
  return {
    cwd,
    server,
    /** Waits for the next reload, and returns its files. */
    reloaded: async (): Promise<readonly string[]> => {
      reloads++;
      const [last] = await server.until(new RegExp(`(?:[^]*?"reloaded".*\\n){${reloads}}`));
      return JSON.parse(last.trimEnd().split('\n').at(-1) as string).files.map((file: string) =>
        file.split('/').at(-1),
      );
    },
  };
};

test('an edited document is served, and the data are kept', async () => {
  const { cwd, server, reloaded } = await start({ 'scenarios/default.yaml': '' });
  await addOrder(server, 'lamp');
  const more = "  /health: { get: { responses: { '204': { description: Fine. } } } }\n";
  write(cwd, 'orders.yaml', ordersDocument('Orders', more));
  expect(await reloaded()).toEqual(['orders.yaml']);
  expect((await server.call('/health')).status).toBe(204);
  expect(await itemsOf(server)).toEqual(['lamp']);
});

test('items that a changed document does not allow are completed, and what cannot be items is kept in a file', async () => {
  const { cwd, server } = await start({ 'scenarios/default.yaml': '' });
  for (const item of ['a lamp', 'a chair', 'pen']) await addOrder(server, item);
  await server.call('/orders', { method: 'POST', body: '{"item":"a bed"}', headers: { 'vivarium-world': 'alice' } });
  const strict = ordersDocument().replaceAll('item: { type: string }', 'item: { type: string, maxLength: 3 }');
  write(cwd, 'orders.yaml', strict);
  const [stricter] = await server.until(/.*"reloaded".*\n/);
  expect(JSON.parse(stricter)).toMatchObject({
    completed: [{ collection: 'orders', items: 3, worlds: 2 }],
    setAside: [],
  });
  const items = await itemsOf(server);
  expect([items.length, items[2], items.every((item: string) => item.length <= 3)]).toEqual([3, 'pen', true]);
  write(cwd, 'orders.yaml', strict.replaceAll('/orders', '/requests'));
  const [both] = await server.until(/(?:[\s\S]*?"reloaded".*\n){2}/);
  const { setAside, file } = JSON.parse(both.trimEnd().split('\n').at(-1) as string);
  expect(setAside).toEqual([{ collection: 'orders', items: 4, worlds: 2 }]);
  const kept = JSON.parse(readFileSync(join(cwd, basename(file)), 'utf8'));
  expect([kept.default.orders.map(({ item }: { item: string }) => item), kept.alice.orders.length]).toEqual([items, 1]);
});

test('an edited configuration is reported', async () => {
  const { cwd, server } = await start({ 'vivarium.yaml': 'seed: 1\n' });
  write(cwd, 'vivarium.yaml', 'seed: 2\n');
  await server.until(/"event":"configuration-changed","file":"vivarium\.yaml"/);
  write(cwd, 'vivarium.yaml', 'sed: 2\n');
  await server.until(
    /vivarium\.yaml:1:1: unknown key "sed"[\s\S]*The server keeps the options of its start\./,
    'stderr',
  );
});

test('the pretty log reports it in words', async () => {
  const cwd = folderOf({ 'orders.yaml': ordersDocument(), 'scenarios/default.yaml': '' });
  const server = await serve(['orders.yaml', '--log', 'pretty'], { cwd });
  const [, url] = await server.until(/API +(http:\S+)/);
  await fetch(`${url}/orders`, {
    method: 'POST',
    body: '{"item":"lamp"}',
    headers: { 'content-type': 'application/json' },
  });
  write(cwd, 'orders.yaml', ordersDocument().replaceAll('/orders', '/requests'));
  await server.until(
    /Reloaded orders\.yaml; the worlds keep the data that still fits\.\nSet aside 1 item of orders in 1 world, kept in \S+vivarium-set-aside-\S+\.json: the changed document has no place for it\.\n/,
  );
});

test('an edited scenario changes the faults, and the data are kept', async () => {
  const { cwd, server, reloaded } = await start({ 'scenarios/default.yaml': 'description: Fine.\n' });
  await addOrder(server, 'lamp');
  write(cwd, 'scenarios/default.yaml', 'faults: [{ use: unavailable, on: { method: POST } }]\n');
  expect(await reloaded()).toEqual(['default.yaml']);
  expect((await addOrder(server, 'chair')).status).toBe(503);
  expect(await itemsOf(server)).toEqual(['lamp']);
});

test('a scenario that is only doubtful is read', async () => {
  const strict = ordersDocument().replace("'201':", "'400': { description: Wrong. }\n        '201':");
  const { cwd, server, reloaded } = await start({ 'orders.yaml': strict, 'scenarios/other.yaml': '' });
  write(cwd, 'scenarios/other.yaml', 'description: New.\nrefusals: { request: { status: 418 } }\n');
  expect(await reloaded()).toEqual(['other.yaml']);
  expect(await (await server.api('/scenarios/other')).json()).toMatchObject({ description: 'New.' });
});

/** Longer than any reload: a new directory and its files may be noticed together, or one after the other. */
const patience = { timeout: 10_000 };

test('a directory of scenarios that is created later is read, and watched', async () => {
  const { cwd, server } = await start({});
  const describe = async (): Promise<string> => (await (await server.api('/scenarios/default')).json()).description;
  mkdirSync(join(cwd, 'scenarios'));
  write(cwd, 'scenarios/default.yaml', 'description: One.\n');
  await expect.poll(describe, patience).toBe('One.');
  await server.until(/"reloaded".*default\.yaml/);
  write(cwd, 'scenarios/default.yaml', 'faults: [{ use: unavailable, on: { method: POST } }]\n');
  await expect.poll(async () => (await addOrder(server, 'chair')).status, patience).toBe(503);
});

test('a directory that is replaced, as by a change of the branch, is watched again', async () => {
  const cwd = folderOf({ 'spec/orders.yaml': ordersDocument('One') });
  const server = await serve(['spec/orders.yaml'], { cwd });
  const titleOf = async (): Promise<string> => (await (await server.api('/service')).json()).title;
  rmSync(join(cwd, 'spec'), { recursive: true });
  await server.until(/Not reloaded/, 'stderr');
  expect(await titleOf()).toBe('One');
  mkdirSync(join(cwd, 'spec'));
  write(cwd, 'spec/orders.yaml', ordersDocument('Two'));
  await expect.poll(titleOf, patience).toBe('Two');
  write(cwd, 'spec/orders.yaml', ordersDocument('Three'));
  await expect.poll(titleOf, patience).toBe('Three');
});

test('a broken document is reported, and the old one is served until it is fixed', async () => {
  const { cwd, server, reloaded } = await start({ 'scenarios/default.yaml': '' });
  await addOrder(server, 'lamp');
  write(cwd, 'orders.yaml', `${ordersDocument()}  oops: [\n`);
  await server.until(
    /^orders\.yaml:\d+:\d+: .*\n(.*\|.*\n)+Not reloaded\. The previous version stays in service\.\n/,
    'stderr',
  );
  expect(await itemsOf(server)).toEqual(['lamp']);
  write(cwd, 'orders.yaml', ordersDocument('Mended'));
  expect(await reloaded()).toEqual(['orders.yaml']);
  expect((await (await server.api('/health')).json()).service.title).toBe('Mended');
  expect(await itemsOf(server)).toEqual(['lamp']);
});

test('a broken scenario is reported, and the old one is used until it is fixed', async () => {
  const { cwd, server, reloaded } = await start({ 'scenarios/default.yaml': 'faults: [conflict]\n' });
  write(cwd, 'scenarios/default.yaml', 'faults: [conflct]\n');
  await server.until(/^scenarios\/default\.yaml:1:10: .*Did you mean "conflict"\?\n/, 'stderr');
  expect((await server.call('/orders')).status).toBe(409);
  write(cwd, 'scenarios/default.yaml', 'faults: [unavailable]\n');
  await reloaded();
  expect((await server.call('/orders')).status).toBe(503);
});

test('a document and a scenario that depend on each other may be saved one after the other', async () => {
  const { cwd, server, reloaded } = await start({
    'scenarios/default.yaml': 'data: { orders: [{ id: 1, item: lamp }] }\n',
  });
  write(cwd, 'orders.yaml', ordersDocument().replaceAll('item', 'article').replace('articles', 'items'));
  await server.until(/^scenarios\/default\.yaml:1:\d+: .*article/, 'stderr');
  write(cwd, 'scenarios/default.yaml', 'data: { orders: [{ id: 1, article: lamp }] }\n');
  expect((await reloaded()).toSorted()).toEqual(['default.yaml', 'orders.yaml']);
  const opened = await server.call('/orders', { headers: { 'vivarium-world': 'fresh' } });
  expect(await opened.json()).toEqual([{ id: 1, article: 'lamp' }]);
});

test('a broken scenario is reported, its old version stays in service, and the rest is reloaded', async () => {
  const { cwd, server, reloaded } = await start({
    'scenarios/default.yaml': '',
    'scenarios/other.yaml': 'description: Old.\nseed: 2\n',
    'scenarios/child.yaml': 'extends: other\n',
  });
  const put = async (scenario: string) => {
    const response = await server.api(`/worlds/${scenario}`, { method: 'PUT', body: JSON.stringify({ scenario }) });
    return [response.status, (await response.json()).seed];
  };
  await put('other');
  write(cwd, 'scenarios/other.yaml', 'sed: 3\n');
  await server.until(
    /^scenarios\/other\.yaml:1:1: .*"sed".*\n(.*\|.*\n)+The previous version of this scenario stays in service\.\n/,
    'stderr',
  );
  const inService = async (): Promise<void> => {
    expect(await (await server.api('/scenarios/other')).json()).toEqual({ description: 'Old.', seed: 2 });
    expect([await put('other'), await put('child')]).toEqual([
      [200, 2],
      [expect.any(Number), 2],
    ]);
    const { items } = await (await server.api('/scenarios')).json();
    expect(items).toContainEqual({ name: 'other', description: 'Old.' });
  };
  await inService();
  write(cwd, 'scenarios/default.yaml', 'faults: [unavailable]\n');
  expect(await reloaded()).toEqual(['default.yaml']);
  expect((await server.call('/orders')).status).toBe(503);
  await inService();
  write(cwd, 'scenarios/new.yaml', 'sed: 3\n');
  await server.until(/new\.yaml:1:1: [\s\S]*No world can start from this scenario until it is corrected\.\n/, 'stderr');
  write(cwd, 'scenarios/other.yaml', 'seed: 4\n');
  expect(await reloaded()).toEqual(['other.yaml']);
  expect([await put('other'), await put('child')]).toEqual([
    [200, 4],
    [200, 4],
  ]);
});

test('a world keeps its scenario and its own faults at a reload', async () => {
  const { cwd, server, reloaded } = await start({
    'scenarios/default.yaml': '',
    'scenarios/other.yaml': 'faults: [conflict]\n',
  });
  await server.api('/worlds/mine', { method: 'PUT', body: '{ "scenario": "other" }' });
  await server.api('/worlds/default/faults/rate-limited', { method: 'PUT', body: '{}' });
  write(cwd, 'scenarios/other.yaml', 'faults: [unavailable]\n');
  await reloaded();
  const statusIn = async (name: string) =>
    (await server.call('/orders', { headers: { 'vivarium-world': name } })).status;
  expect([await statusIn('mine'), await statusIn('default')]).toEqual([503, 429]);
});

test('a file that an editor replaces by renaming is noticed', async () => {
  const { cwd, server, reloaded } = await start({});
  write(cwd, 'orders.yaml.tmp', ordersDocument('Renamed'));
  renameSync(`${cwd}/orders.yaml.tmp`, `${cwd}/orders.yaml`);
  await reloaded();
  expect((await (await server.api('/health')).json()).service.title).toBe('Renamed');
});

test('a world keeps a scenario that was deleted, and other files are reloaded', async () => {
  const { cwd, server, reloaded } = await start({
    'scenarios/default.yaml': '',
    'scenarios/other.yaml': 'faults: [conflict]\n',
  });
  await server.api('/worlds/mine', { method: 'PUT', body: '{ "scenario": "other" }' });
  const statusIn = async (name: string) =>
    (await server.call('/orders', { headers: { 'vivarium-world': name } })).status;
  rmSync(`${cwd}/scenarios/other.yaml`);
  await server.until(
    /^the scenario "other" was deleted, but the world "mine" was started from it\. Restore its file, delete the world, .+\.\nThe previous version/,
    'stderr',
  );
  write(cwd, 'scenarios/default.yaml', 'faults: [unavailable]\n');
  await reloaded();
  expect([await statusIn('mine'), await statusIn('default')]).toEqual([409, 503]);
  await server.api('/worlds/mine/reset', { method: 'POST' });
  expect(await statusIn('mine')).toBe(409);
  expect((await server.api('/worlds/new', { method: 'PUT', body: '{ "scenario": "other" }' })).status).toBe(400);
});

test('the pretty log lists the reloaded files', async () => {
  const cwd = folderOf({ 'orders.yaml': ordersDocument() });
  const { until } = await serve(['orders.yaml', '--log', 'pretty'], { cwd });
  await until(/Stop with/);
  write(cwd, 'orders.yaml', ordersDocument('New'));
  await until(/^Reloaded orders\.yaml; the worlds keep their data\.\n/m);
});

test('the log says of a deleted scenario that it is gone', async () => {
  const scenarios = { 'scenarios/a.yaml': '', 'scenarios/b.yaml': '', 'scenarios/c.yaml': '' };
  const cwd = folderOf({ ...scenarios, 'orders.yaml': ordersDocument() });
  const pretty = await serve(['orders.yaml', '--log', 'pretty'], { cwd });
  const json = await serve(['orders.yaml', '--log', 'json'], { cwd });
  await Promise.all([pretty.until(/Stop with/), json.until(/"event":"listening"/)]);
  rmSync(`${cwd}/scenarios/a.yaml`);
  await pretty.until(/^a\.yaml was deleted: no world can start from this scenario any more\.\n/m);
  await json.until(/"event":"reloaded","files":\[\],"deleted":\["[^"]*a\.yaml"\],"completed":\[\],"setAside":\[\]/);
  rmSync(`${cwd}/scenarios`, { recursive: true });
  await pretty.until(/^b\.yaml, c\.yaml were deleted: no world can start from these scenarios any more\.\n/m);
});

test('a fault on an operation that a changed document no longer has is removed, and its world can be saved', async () => {
  const { cwd, server, reloaded } = await start({ 'scenarios/default.yaml': '' }, ['--save', 'saved']);
  const body = { on: { operation: 'createOrder' } };
  await server.api('/worlds/default/faults/server-error', { method: 'PUT', body: JSON.stringify(body) });
  // Nobody can correct the file of this scenario.
  const inline = { data: { orders: [{ id: 1, item: 'lamp' }] }, faults: [{ use: 'conflict', ...body }, 'slow'] };
  await server.api('/worlds/mine', { method: 'PUT', body: JSON.stringify({ inline }) });
  write(cwd, 'orders.yaml', ordersDocument().replace(/ {4}post:[\s\S]*?(?=components:)/, ''));
  await reloaded();
  const faultsOf = async (world: string) => (await (await server.api(`/worlds/${world}`)).json()).faults;
  expect([await faultsOf('default'), await faultsOf('mine')]).toEqual([[], ['slow']]);
  for (const world of ['default', 'mine']) {
    const saved = { inline: await (await server.api(`/worlds/${world}/scenario`)).json() };
    expect((await server.api(`/worlds/${world}`, { method: 'PUT', body: JSON.stringify(saved) })).status).toBe(200);
  }
  await server.stop();
  const again = await serve(['orders.yaml', '--save', 'saved'], { cwd });
  expect(again.output.stdout).not.toContain('"problem"');
  expect(readdirSync(join(cwd, 'saved')).filter((name) => !name.startsWith('.'))).toEqual([
    'default.yaml',
    'mine.yaml',
  ]);
});
