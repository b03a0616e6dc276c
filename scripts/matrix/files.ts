/** The files of the projects of the matrix. */

export const node = `
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { mock } from 'node:test';
import { ConfigError, createVivarium } from 'vivarium';

const require = createRequire(import.meta.url);
assert.equal(require('vivarium').ConfigError, ConfigError);
const headers = { authorization: 'Bearer demo' };
// Type stripping and fresh imports, which depend on the Node.js.
writeFileSync('handlers.ts', "export default { listPets: (): object => ({ status: 200, body: [] }) };");
const vivarium = await createVivarium({ handlers: 'handlers.ts' });
assert.deepEqual(await (await vivarium.world().fetch('/v1/pets', { headers })).json(), []);
await vivarium.close();
await assert.rejects(createVivarium({ document: 'none.yaml' }), ConfigError);

const server = spawn(process.execPath, ['../node_modules/vivarium/bin/vivarium.js', '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
let origin;
for await (const line of createInterface(server.stdout)) {
  origin = /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(line)?.[0];
  if (origin !== undefined) break;
}
server.stdout.resume();
assert.equal((await fetch(origin + '/v1/pets/1', { headers })).status, 200);
assert.equal((await (await fetch(origin + '/_vivarium/api/health')).json()).status, 'ok');
assert.match(await (await fetch(origin + '/_vivarium/')).text(), /<script/);
server.kill('SIGTERM');
assert.deepEqual(await once(server, 'exit'), [0, null]);

mock.timers.enable();
const mocked = await createVivarium();
const { serviceUrl } = await mocked.listen({ port: 0 });
assert.equal((await fetch(serviceUrl + '/pets/1', { headers })).status, 200);
await mocked.close();
`;

export const jest = `
const { ConfigError, createVivarium, matchers } = require('vivarium');
expect.extend(matchers);

const headers = { authorization: 'Bearer demo' };
let vivarium;
beforeAll(async () => { vivarium = await createVivarium({ scenario: 'empty', document: undefined }); });
afterAll(() => vivarium.close());

test('a world answers, and the matchers judge it', async () => {
  const world = vivarium.world('jest');
  const response = await world.fetch('/v1/pets', { headers });
  expect(await response.json()).toEqual([]);
  expect(response).toKeepTheInterface();
  expect(world).toHaveNoViolations();
  const { serviceUrl } = await vivarium.listen({ port: 0 });
  expect(await fetch(serviceUrl + '/pets', { headers })).toKeepTheInterface();
  expect(await fetch(serviceUrl + '/pets?limit=0', { headers })).not.toKeepTheInterface();
});

test('mocked timers hold up no response', async () => {
  jest.useFakeTimers();
  const own = await createVivarium({ scenario: 'empty' });
  const { serviceUrl } = await own.listen({ port: 0 });
  expect(await (await fetch(serviceUrl + '/pets', { headers })).json()).toEqual([]);
  const cut = await fetch(serviceUrl + '/pets', { headers: { ...headers, prefer: 'fault=truncate' } });
  await expect(cut.text()).rejects.toThrow('terminated');
  await own.close();
  jest.useRealTimers();
});

test('errors, addresses and handlers of the sandbox are understood', async () => {
  await expect(createVivarium({ document: 'none.yaml' })).rejects.toThrow(ConfigError);
  await expect(createVivarium({ document: new URL('file:///none.yaml') })).rejects.toThrow('none.yaml');
  const own = await createVivarium({ handlers: { listPets: () => ({ status: 200, body: [] }) } });
  expect((await own.world().fetch('/v1/pets', { headers })).status).toBe(200);
});
`;

export const jestMsw = `
const { setupServer } = require('msw/node');
const { createVivarium } = require('vivarium');
const { handlers } = require('vivarium/msw');

test('MSW answers from a world, and reports what is not its', async () => {
  const vivarium = await createVivarium({ scenario: 'empty' });
  const world = vivarium.world('msw');
  const server = setupServer(...handlers(world));
  const report = jest.fn((request, print) => { throw new Error('unhandled'); });
  server.listen({ onUnhandledRequest: report });
  const headers = { authorization: 'Bearer demo' };
  const response = await fetch('https://api.example.com/v1/pets', { headers });
  expect(await response.json()).toEqual([]);
  // MSW 2 makes a response of the error, MSW 3 a rejection.
  await fetch('https://api.example.com/other').catch(() => {});
  expect(report).toHaveBeenCalledTimes(1);
  world.fault('offline');
  await expect(fetch('https://api.example.com/v1/pets', { headers })).rejects.toThrow();
  server.close();
});
`;

export const jestMsw3 = `
test('the error says why Jest cannot require MSW 3', () => {
  expect(() => require('vivarium/msw')).toThrow('MSW 3 is ES modules only');
});
`;

export const vitest = `
import http from 'node:http';
import { expect, vi } from 'vitest';
import { vivariumTest } from 'vivarium/vitest';

const test = vivariumTest({ scenario: 'empty' });
const headers = { authorization: 'Bearer demo' };
test('a client has a world of its own', async ({ world, serviceUrl, vivarium }) => {
  const response = await fetch(serviceUrl + '/pets', { headers });
  expect(await response.json()).toEqual([]);
  expect(response).toKeepTheInterface();
  expect(world).toHaveNoViolations();
  expect(world.name).toMatch(/^a-client-has/);
  expect(typeof vivarium.listen).toBe('function');
});

const full = vivariumTest();
full('two services of one file are two', async ({ world, serviceUrl }) => {
  for (const listed of [await world.fetch('/v1/pets', { headers }), await fetch(serviceUrl + '/pets', { headers })])
    expect(await listed.json()).not.toEqual([]);
});

test('mocked timers hold up no response', async ({ serviceUrl, world }) => {
  vi.useFakeTimers();
  expect((await world.fetch('/v1/pets', { headers })).status).toBe(200);
  // The fetch of Node.js needs the real setImmediate.
  const get = (more) => new Promise((resolve) => {
    const end = ({ message }) => resolve(message);
    http.get(serviceUrl + '/pets', { headers: { ...headers, ...more }, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode)).on('error', end);
    }).on('error', end);
  });
  expect(await get()).toBe(200);
  expect(await get({ prefer: 'fault=truncate' })).toBe('aborted');
  vi.useRealTimers();
});
`;

export const msw = `
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { setupServer } from 'msw/node';
import { createVivarium } from 'vivarium';
import { handlers } from 'vivarium/msw';

assert.equal(typeof createRequire(import.meta.url)('vivarium/msw').handlers, 'function');
const vivarium = await createVivarium({ scenario: 'empty' });
const world = vivarium.world('msw');
const server = setupServer(...handlers(world));
const unhandled = [];
const report = (given) => { unhandled.push(given); throw new Error('unhandled'); };
// MSW 2 has requests, MSW 3 frames.
server.listen({ onUnhandledRequest: report, onUnhandledFrame: report });
const headers = { authorization: 'Bearer demo' };
assert.deepEqual(await (await fetch('https://api.example.com/v1/pets', { headers })).json(), []);
// MSW 2 makes a response of the error, MSW 3 a rejection.
await fetch('https://api.example.com/other').catch(() => {});
assert.equal(unhandled.length, 1);
world.fault('offline');
await assert.rejects(fetch('https://api.example.com/v1/pets', { headers }));
server.close();
`;

export const vite = `
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { createServer } from 'vite';
import { vivarium } from 'vivarium/vite';

assert.equal(typeof createRequire(import.meta.url)('vivarium/vite').vivarium, 'function');
const server = await createServer({
  configFile: false,
  logLevel: 'error',
  server: { port: 0, host: '127.0.0.1' },
  plugins: [vivarium({ scenario: 'empty' })],
});
await server.listen();
const { port } = server.httpServer.address();
const response = await fetch('http://127.0.0.1:' + port + '/v1/pets', { headers: { authorization: 'Bearer demo' } });
assert.deepEqual(await response.json(), []);
assert.equal((await fetch('http://127.0.0.1:' + port + '/_vivarium/api/health')).status, 200);
await server.close();
`;

export const playwright = `
import { expect } from '@playwright/test';
import { vivariumTest } from 'vivarium/playwright';

const test = vivariumTest({ scenario: 'empty' });
test('the animals are listed', async ({ request, world }) => {
  const response = await request.get('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  expect(await response.json()).toEqual([]);
  expect(world.exchanges()).toHaveLength(1);
});
`;

export const network = `
import assert from 'node:assert/strict';
import { defineNetworkFixture } from '@msw/playwright';
import { chromium } from '@playwright/test';
import { HttpResponse, http } from 'msw';
import { guard } from 'vivarium/msw';

// Without it, the libraries that a minimal machine lacks are not unpacked.
process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs24.x';
const { default: unpacked } = await import('@sparticuz/chromium');
const executablePath = process.env.CHROME_PATH ?? (await unpacked.executablePath());
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext();
const pet = { id: 1, name: 'Rex', status: 'available', categoryId: 1, createdAt: '2026-01-01T10:00:00Z' };
const network = defineNetworkFixture({
  context,
  handlers: [
    http.get('https://shop.example/', () => HttpResponse.html('<p>')),
    http.get('https://shop.example/v1/pets/1', () => HttpResponse.json({ ...pet, id: '1' })),
  ],
});
await network.enable();
const contract = await guard(network, { document: '../node_modules/vivarium/spec/animal-store.yaml' });
const page = await context.newPage();
await page.goto('https://shop.example/');
await page.evaluate(async () => (await fetch('/v1/pets/1', { headers: { authorization: 'Bearer demo' } })).json());
await assert.rejects(contract.assertNoViolations(), /the mock's response, .id: body.id must be/);
await contract.close();
await network.disable();
await browser.close();
`;

/** One file needs nothing but the library; the other one the types of the peers. */
export const types = {
  'library.ts': `
import { ConfigError, createVivarium, defineHandlers, matchers, type VivariumOptions, type VivariumWorld } from 'vivarium';

const handlers = defineHandlers({ getPet: ({ item, next }) => next({ item: { ...item, name: 'Maple' } }) });
const options: VivariumOptions = { scenario: 'empty', seed: 1, handlers };
export const use = async (): Promise<number> => {
  const world: VivariumWorld = (await createVivarium(options)).world('typed');
  // @ts-expect-error no such fault
  world.fault('slwo');
  return (await world.fetch('/v1/pets')).status;
};
export const judge = matchers.toHaveNoViolations;
export const isOurs = (error: unknown): boolean => error instanceof ConfigError;
`,
  'peers.ts': `
import { createVivarium } from 'vivarium';
import { handlers } from 'vivarium/msw';
import { vivarium } from 'vivarium/vite';
import { vivariumTest } from 'vivarium/vitest';

export const plugins = [vivarium({ base: '/api', toolbar: false })];
// @ts-expect-error no such option
vivarium({ bass: '/api' });
export const use = async (): Promise<ReturnType<typeof handlers>> => handlers((await createVivarium()).world());
// @ts-expect-error no such property: the types of MSW are read
export const wrong = async () => (await use())[0]?.infos;
const test = vivariumTest({ seed: 1 });
test('typed', ({ world, serviceUrl }) => {
  const address: string = serviceUrl;
  // @ts-expect-error no such fault
  world.fault('slwo');
  return void address;
});
`,
};

export const tooOld = `
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

writeFileSync('old.test.js', "import 'vivarium/vitest';");

const needs = { 'vivarium/msw': ['msw 2.7', '1.'], 'vivarium/playwright': ['@playwright/test 1.50', '1.40.'] };
for (const [entry, [needed, installed]] of Object.entries(needs))
  await assert.rejects(import(entry), (error) => {
    assert.ok(error.message.includes(entry + ' needs ' + needed + ' or newer, and ' + installed), error.message);
    return true;
  });
// vitest 2 is imported within vitest only.
const vitestRun = spawnSync(process.execPath, ['../node_modules/vitest/vitest.mjs', 'run'], { encoding: 'utf8' });
assert.ok((vitestRun.stdout + vitestRun.stderr).includes('vivarium/vitest needs vitest 3.2 or newer, and 2.'), vitestRun.stderr);
const { createServer } = await import('vite');
const { vivarium } = await import('vivarium/vite');
await assert.rejects(
  (async () => createServer({ configFile: false, logLevel: 'silent', plugins: [vivarium()] }))(),
  /vivarium\\/vite needs vite 6\\.0 or newer, and 5\\./,
);
const { execFile } = await import('node:child_process');
const { promisify } = await import('node:util');
const { stderr } = await promisify(execFile)(process.execPath, ['../node_modules/vivarium/bin/vivarium.js', '--port', '0', '--store', 'redis://127.0.0.1:1']).catch((error) => error);
assert.match(stderr, /--store needs redis 6\\.0 or newer, and 4\\./);
`;
