/** Every option has an effect, as a variable and as a flag, and the flag wins. */
import { chmodSync } from 'node:fs';
import { delimiter } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { optionsSchema } from '../../src/simulation/options.ts';
import { run, serve } from './in-process.ts';
import { folderOf, freePort, ordersDocument, type Server, write } from './process.ts';

/** `observe` distinguishes both values; the variable is set beside the flag too, and loses. `more`: other arguments. */
type OptionCase = readonly [
  option: string,
  variable: string,
  flag: string,
  observe: (server: Server) => Promise<unknown>,
  withVariable: unknown,
  withFlag: unknown,
  more?: readonly string[],
];

const bodyOf = async (response: Promise<Response>) => (await response).json();
const world = (server: Server) => bodyOf(server.api('/worlds/default'));
const statusOf = async (response: Promise<Response>) => (await response).status;
const create = (server: Server, name = 'Luna') =>
  server.call('/pets', { method: 'POST', body: JSON.stringify({ name, categoryId: 1 }) });

const ports = [await freePort(), await freePort()] as const;
const everywhere = ['--host', '0.0.0.0'];

const faultsThatAreOn = async (server: Server) => {
  const { items } = await bodyOf(server.api('/worlds/default/faults'));
  return items
    .filter((fault: { enabled: boolean }) => fault.enabled)
    .map((fault: { name: string; on?: { operation: unknown } }) => [fault.name, ...[fault.on?.operation ?? []].flat()]);
};
const journalOfFour = async (server: Server) => {
  for (let request = 0; request < 4; request++) await server.call('/pets');
  return (await bodyOf(server.api('/worlds/default/exchanges'))).total;
};
const pathOf = (server: Server) => new URL(server.listening.service).pathname;
const basePath = async (server: Server) => [pathOf(server), await statusOf(server.call('/pets'))];
const hostOf = async ({ listening }: Server) => new URL(listening.url).hostname;
const token = async (server: Server) => [server.listening.token, await statusOf(server.api('/worlds'))];
const inSecondWorld = (server: Server) => statusOf(server.call('/pets', { headers: { 'vivarium-world': 'second' } }));

const cases: readonly OptionCase[] = [
  ['port', ports[0], `--port ${ports[1]}`, async ({ listening }) => new URL(listening.url).port, ports[0], ports[1]],
  ['host', 'localhost', '--host 127.0.0.1', hostOf, 'localhost', '127.0.0.1'],
  ['base', '/api/v2/', '--base /', basePath, ['/api/v2', 200], ['/', 200]],
  ['scenario', 'empty', '-s outage', async (server) => (await world(server)).scenario, 'empty', 'outage'],
  ['seed', '7', '--seed -8', async (server) => (await world(server)).seed, 7, -8],
  [
    'fault',
    'unauthorized, conflict@createPet',
    '--fault not-found@getPet --fault not-found@listPets --fault slow',
    faultsThatAreOn,
    [['unauthorized'], ['conflict', 'createPet']],
    [['not-found', 'getPet', 'listPets'], ['slow']],
  ],
  ['max-worlds', '1', '--max-worlds 2', inSecondWorld, 503, 200],
  ['max-body', '1KB', '--max-body 3KiB', (server) => statusOf(create(server, 'x'.repeat(2000))), 400, 201],
  ['journal', '2', '--journal 3', journalOfFour, 2, 3],
  ['token', 'in-variable', '--token in-flag', token, ['in-variable', 200], ['in-flag', 200], everywhere],
];

for (const [option, variable, flag, observe, withVariable, withFlag, more = []] of cases)
  test(`--${option}`, async () => {
    const env = { [`VIVARIUM_${option.replace('-', '_').toUpperCase()}`]: variable };
    const byVariable = await serve(more, { env });
    expect(await observe(byVariable)).toEqual(withVariable);
    await byVariable.stop();
    const byFlag = await serve([...more, ...flag.split(' ')], { env });
    expect(await observe(byFlag)).toEqual(withFlag);
  });

test('the document', async () => {
  const cwd = folderOf({ 'one.yaml': ordersDocument('One'), 'two.yaml': ordersDocument('Two') });
  const titleOf = async (server: Server) => (await bodyOf(server.api('/health'))).service.title;
  const env = { VIVARIUM_DOCUMENT: 'one.yaml' };
  expect(await titleOf(await serve([], { cwd, env }))).toBe('One');
  expect(await titleOf(await serve(['two.yaml'], { cwd, env }))).toBe('Two');
});

test('--config: a variable overrides the file, and a flag overrides both', async () => {
  const cwd = folderOf({
    'vivarium.yaml': 'document: specs/orders.yaml\nbase: /file\nseed: 5\njournal: 2\n',
    'specs/orders.yaml': ordersDocument('Configured'),
    'other.yaml': ordersDocument('Other'),
    'sub/vivarium.json': '{ "document": "../other.yaml", "base": "/sub" }',
  });
  const seen = async (server: Server) => {
    const { service } = await bodyOf(server.api('/health'));
    return [service.title, pathOf(server), (await world(server)).seed];
  };
  const found = await serve([], { cwd });
  expect(await seen(found)).toEqual(['Configured', '/file', 5]);
  expect(found.output.stdout).toContain(
    '{"event":"document","document":"specs/orders.yaml","reason":"named in vivarium.yaml"}\n',
  );
  const env = { VIVARIUM_SEED: '6', VIVARIUM_BASE: '/variable' };
  expect(await seen(await serve(['other.yaml', '--seed', '7'], { cwd, env }))).toEqual(['Other', '/variable', 7]);
  const named = { VIVARIUM_CONFIG: 'sub/vivarium.json' };
  expect(await seen(await serve([], { cwd, env: named }))).toEqual(['Other', '/sub', 1]);
  const byFlag = await serve(['--config', 'vivarium.yaml'], { cwd, env: named });
  expect(await seen(byFlag)).toEqual(['Configured', '/file', 5]);
});

test('a document of the working directory is found, and the reason is reported', async () => {
  const cwd = folderOf({ 'docs/openapi.yaml': ordersDocument('Found') });
  const { output, api } = await serve([], { cwd });
  expect((await bodyOf(api('/health'))).service.title).toBe('Found');
  expect(output.stdout).toContain(
    '{"event":"document","document":"docs/openapi.yaml","reason":"found in the working directory"}\n',
  );
  const pretty = await serve(['--log', 'pretty'], { cwd });
  await pretty.until(/Document {2}docs\/openapi\.yaml, found in the working directory\n/);
});

test('--scenario empty exists for every document, and may be extended', async () => {
  const cwd = folderOf({ 'api.yaml': ordersDocument(), 'scenarios/mine.yaml': 'extends: empty\nseed: 3\n' });
  for (const name of ['empty', 'mine']) {
    const { api } = await serve(['--scenario', name], { cwd });
    expect((await world({ api } as Server)).collections).toEqual({ orders: 0 });
    const { items } = await bodyOf(api('/scenarios'));
    expect(items.map((item: { name: string }) => item.name)).toEqual(['default', 'empty', 'mine']);
  }
});

test('--scenarios', async () => {
  const cwd = folderOf({
    'one/default.yaml': 'seed: 11\n',
    'two/default.yaml': 'seed: 22\n',
    'scenarios/default.yaml': 'seed: 33\n',
  });
  const seedOf = async (server: Server) => (await world(server)).seed;
  const env = { VIVARIUM_SCENARIOS: 'one' };
  expect(await seedOf(await serve([], { cwd, env }))).toBe(11);
  expect(await seedOf(await serve(['--scenarios', 'two'], { cwd, env }))).toBe(22);
  expect(await seedOf(await serve([], { cwd }))).toBe(33);
});

test('--stateless', async () => {
  const statuses = async (server: Server) => [
    (await server.call('/pets/4711')).status,
    (await server.call('/pets?limit=3').then((response) => response.json())).length,
  ];
  expect(await statuses(await serve(['--stateless']))).toEqual([200, 3]);
  const env = { VIVARIUM_STATELESS: 'true' };
  expect((await statuses(await serve([], { env })))[0]).toBe(200);
  expect((await statuses(await serve([])))[0]).toBe(404);
});

test('--log', async () => {
  const env = { VIVARIUM_LOG: 'pretty' };
  const pretty = await serve([], { env });
  await pretty.until(/^ {2}API {7}http/m);
  // The variable has no effect: the JSON log begins with its first line.
  const json = await serve(['--log', 'json'], { env });
  expect((await json.until(/.*\n/))[0]).toContain('"listening"');
});

test('--show-credentials', async () => {
  const shown = async (server: Server) => {
    await server.call('/pets');
    return (await bodyOf(server.api('/worlds/default/exchanges/1'))).request.headers.authorization;
  };
  expect(await shown(await serve())).toBe('Bearer [redacted]');
  expect(await shown(await serve([], { env: { VIVARIUM_SHOW_CREDENTIALS: 'true' } }))).toBe('Bearer demo');
  const env = { VIVARIUM_SHOW_CREDENTIALS: 'false' };
  expect(await shown(await serve(['--show-credentials'], { env }))).toBe('Bearer demo');
});

test('--why', async () => {
  const why = async (server: Server) => {
    await server.call('/pets');
    return JSON.parse((await server.until(/.*"request".*\n/))[0]).why;
  };
  const steps = ['matched operation listPets', expect.stringMatching(/^credential: /), 'listed pets'];
  expect(await why(await serve())).toBeUndefined();
  expect(await why(await serve([], { env: { VIVARIUM_WHY: '1' } }))).toEqual(steps);
  const server = await serve(['--why', '--log', 'pretty'], { env: { VIVARIUM_WHY: '0' } });
  const [, service] = await server.until(/API +(\S+)\n/);
  await fetch(`${service}/pets`);
  await server.until(/GET {4}401 .*\n {10}matched operation listPets\n {10}credential: .*\n/);
});

test('--watch and --no-watch', async () => {
  const cwd = folderOf({ 'scenarios/default.yaml': 'seed: 1\n' });
  const [watching, ...still] = (await Promise.all([
    serve(['--watch'], { cwd, env: { VIVARIUM_WATCH: 'false' } }),
    serve([], { cwd, env: { VIVARIUM_WATCH: 'false' } }),
    serve(['--no-watch'], { cwd, env: { VIVARIUM_WATCH: 'true' } }),
  ])) as [Server, ...Server[]];
  // Once a second change is noticed, a watcher has loaded the first.
  for (const [at, reloads] of [/"reloaded"/, /"reloaded".*"reloaded"/s].entries()) {
    write(cwd, 'scenarios/default.yaml', `seed: ${at + 2}\nfaults: [unavailable]\n`);
    await watching.until(reloads);
  }
  expect(await statusOf(watching.call('/pets'))).toBe(503);
  for (const server of still) expect(await statusOf(server.call('/pets'))).toBe(200);
});

test('--open', async () => {
  const bin = folderOf({
    'xdg-open': '#!/bin/sh\necho "$@" > "$OPENED"\n',
    open: '#!/bin/sh\necho "$@" > "$OPENED"\n',
  });
  for (const name of ['xdg-open', 'open']) chmodSync(`${bin}/${name}`, 0o755);
  const opened = async (args: readonly string[], env: Readonly<Record<string, string>>) => {
    const file = `${folderOf({})}/opened`;
    const PATH = `${bin}${delimiter}${process.env.PATH}`;
    const { listening } = await serve(args, { env: { PATH, OPENED: file, ...env } });
    return { address: (await untilWritten(file)).trim(), url: listening.url };
  };
  const plain = await opened(['--open'], { VIVARIUM_OPEN: 'false' });
  expect(plain.address).toBe(`${plain.url}/_vivarium/`);
  const withToken = await opened([], { VIVARIUM_OPEN: 'true', VIVARIUM_HOST: '0.0.0.0', VIVARIUM_TOKEN: 'a&b' });
  expect(withToken.address).toBe(`${withToken.url}/_vivarium/?token=a%26b`);
});

test('--open without a browser prints the URL, and the server continues', async () => {
  const server = await serve(['--open'], { env: { PATH: folderOf({}) } });
  await server.until(/The browser could not be opened\. Open http:\S+\/_vivarium\/ yourself\.\n/, 'stderr');
  expect(await statusOf(server.call('/pets'))).toBe(200);
});

test('--help lists every option, and --version prints the version', async () => {
  const help = await run(['--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  for (const name of Object.keys(optionsSchema.shape)) {
    const flag = `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    expect(help.stdout).toContain(name === 'document' ? '[document]' : flag);
  }
  for (const line of help.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(90);
  const [first = '', ...parts] = help.stdout.split(/^(?=\S.*:\n)/m).filter((part) => /^ +--?\w/m.test(part));
  expect(first).toMatch(/^Options:\n +-p, --port[\s\S]+--fault[\s\S]+--version/);
  expect(first).not.toMatch(/upstream|forward|--store|--tls|--report/);
  expect(parts.map((part) => part.split('\n', 1)[0])).toEqual([
    'Options for the real service:',
    'Options for judging the clients, when the server stops:',
    'Options for worlds that outlive the process, or are shared:',
    'Options for access, and limits:',
  ]);
  expect((await run(['serve', '--help'])).stdout).toContain('--max-worlds');
  expect((await run(['check', '--help'])).stdout).toContain('[files...]');
  expect(await run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
});

test('bound to every address, the control API requires the generated and printed token', async () => {
  const { listening, api, call } = await serve(everywhere);
  expect(listening.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(listening.token).toMatch(/^[\w-]{24}$/);
  expect(await statusOf(api('/worlds'))).toBe(200);
  expect(await statusOf(fetch(`${listening.url}/_vivarium/api/worlds`))).toBe(401);
  expect(await statusOf(fetch(`${listening.url}/_vivarium/api/health`))).toBe(200);
  expect(await statusOf(call('/pets'))).toBe(200);
});

test('the banner shows the generated token, and the silent log shows nothing else', async () => {
  const { output, until } = await serve([...everywhere, '--log', 'pretty']);
  const [, token] = await until(/Token +([\w-]{24})\n/);
  expect(output.stdout).toContain(`/_vivarium/?token=${token}\n`);
  expect(output.stdout).toMatch(/API +http:\/\/127\.0\.0\.1:\d+\/v1 \(and every other address of this machine\)\n/);
  const silent = await serve([...everywhere, '--log', 'silent']);
  await silent.until(/^The token of the control API is [\w-]{24}\n$/);
});

test('a misspelled variable is reported', async () => {
  const { until } = await serve([], { env: { VIVARIUM_PROT: '1' } });
  await until(/^The variable "VIVARIUM_PROT" is unknown, so it is ignored. Did you mean "VIVARIUM_PORT"\?$/m, 'stderr');
});

const untilWritten = async (file: string): Promise<string> => {
  const { readFile } = await import('node:fs/promises');
  for (let left = 200; ; left--) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text.endsWith('\n') || left === 0) return text;
    await setTimeout(20);
  }
};
