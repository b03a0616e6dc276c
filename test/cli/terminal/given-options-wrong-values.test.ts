/** Values of the configuration that its schema allows, and that are wrong, are located in the file. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readGivenOptions } from '../../../src/cli/terminal/given-options.ts';
import { ConfigError } from '../../../src/core/primitives/config-error.ts';
import { createVivarium } from '../../../src/library/create-vivarium.ts';
import { readReportFiles, writeReports } from '../../../src/parts/report/report-files.ts';
import { readTls } from '../../../src/parts/tls/read-tls.ts';
import { chooseServices } from '../../../src/simulation/service-source.ts';
import { createSimulation, listenOn } from '../../../src/simulation/simulation.ts';
import { silentLogger } from '../../../src/world/logger.ts';
import { folderOf } from '../../simulation/files.ts';

const document = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Pings', version: '1' },
  paths: { '/ping': { get: { operationId: 'ping', responses: { '204': { description: 'Pong.' } } } } },
});

const files = { 'api.json': document, 'scenarios/quiet.yaml': '', 'folder.txt': '' };

beforeEach(() => vi.stubEnv('GITHUB_STEP_SUMMARY', ''));

/** Does what `serve` does, up to its first request. */
const start = async (folder: string, flags: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  const { options, serviceOptions, names } = await readGivenOptions({ config: join(folder, 'other.yaml'), ...flags });
  const services = await chooseServices(serviceOptions);
  const { scenarios, seed } = options;
  const simulation = await createSimulation(
    { ...options, services, scenarios, seed, ...names },
    { ...options, token: options.token, logger: silentLogger },
  );
  const reports = readReportFiles(options.report, names);
  if (options.tls || options.tlsCert !== undefined || options.tlsKey !== undefined) await readTls(options, names);
  if (reports.length > 0) await writeReports({} as never, reports);
  const { close } = await listenOn(simulation, { ...options, ...names, tls: undefined });
  await close();
};

const problemsOf = async (run: () => Promise<unknown>) => {
  const error = await run().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).problems;
};

/** `at`: the text at the location. */
const cases: readonly (readonly [text: string, at: string, message: RegExp])[] = [
  ['document: api.json\nfault: slw', 'slw', /unknown fault "slw"/],
  ['document: api.json\nfault: [slow, slow@pong]', 'slow@pong', /unknown operation "pong"/],
  [
    'services: { a: { document: api.json }, b: { document: api.json, base: /b } }\nfault:\n  - slow@ping',
    'slow@ping',
    /ambiguous operation "ping", which several services have/,
  ],
  ['document: api.json\nscenarios: sc', 'sc', /sc: no such directory/],
  ['document: api.json\nscenario: loud', 'loud', /there is no scenario "loud"/],
  ['document: nope.json', 'nope.json', /nope\.json: there is no such file/],
  ["document: 'http://['", "'http://['", /this is not a URL/],
  ['document: api.json\noverlay: [nope.yaml]', 'nope.yaml', /nope\.yaml: there is no such file/],
  ["document: api.json\noverlay: 'http://['", "'http://['", /this is not a URL/],
  ['services:\n  a: { document: nope.json }', 'nope.json', /nope\.json: there is no such file/],
  ['services:\n  a: { document: api.json, overlay: nope.yaml }', 'nope.yaml', /nope\.yaml: there is no such file/],
  [
    'services:\n  a: { document: api.json }\n  b: { document: api.json, base: / }',
    '/ }',
    /the services a and b both have GET \/ping\. .*in "services" of .*other\.yaml: \{ b: /,
  ],
  [
    'base: /v1\nservices:\n  a: { document: api.json }',
    '/v1',
    /"base" in .*other\.yaml cannot be used with several services.* Set "base" for each service in "services" of .*other\.yaml/,
  ],
  ['document: api.json\nhandlers: nope.ts', 'nope.ts', /nope\.ts: there is no such file/],
  ['document: api.json\ntls-cert: nope.pem\ntls-key: api.json', 'nope.pem', /nope\.pem: there is no such file/],
  ['document: api.json\ntls-cert: api.json\ntls-key: nope.pem', 'nope.pem', /nope\.pem: there is no such file/],
  ['document: api.json\ntls: true\ntls-cert: api.json', 'true', /cannot be used together/],
  ['document: api.json\ntls-key: api.json', 'api.json', /belong together/],
  ['document: api.json\nreport: [json=a.json, xml=a.xml]', 'xml=a.xml', /must be FORMAT=FILE/],
  ['document: api.json\nreport: md=folder.txt/a.md', 'md=folder.txt/a.md', /cannot write the report/],
  ['document: api.json\nhost: 192.0.2.1', '192.0.2.1', /is not an address of this machine/],
];

test.each(cases)('%j', async (text, at, message) => {
  const folder = folderOf({ ...files, 'other.yaml': text });
  const [problem] = await problemsOf(() => start(folder));
  expect(problem?.file).toBe(join(folder, 'other.yaml'));
  const lines = text.split('\n').slice((problem?.line ?? 0) - 1);
  expect(lines[0]?.slice((problem?.column ?? 0) - 1).startsWith(at)).toBe(true);
  expect(`${problem?.message}. ${problem?.hint}`).toMatch(message);
  expect(problem?.frame).toContain(at);
});

test('a port that is in use', async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  const port = await new Promise<number>((done) => {
    other.listen(0, '127.0.0.1', () => done((other.address() as { port: number }).port));
  });
  const folder = folderOf({ ...files, 'other.yaml': `document: api.json\nport: ${port}\n` });
  const file = join(folder, 'other.yaml');
  const place = { code: 'VIV_PORT_IN_USE', file, line: 2, column: 7 };
  expect(await problemsOf(() => start(folder))).toMatchObject([place]);
  expect(await problemsOf(() => start(folder, { port }))).toMatchObject([
    { file: undefined, hint: expect.stringContaining('with --port (0: any free port)') },
  ]);
  const vivarium = await createVivarium({ config: file });
  onTestFinished(() => vivarium.close());
  expect(await problemsOf(() => vivarium.listen())).toMatchObject([place]);
  expect(await problemsOf(() => vivarium.listen({ port }))).toMatchObject([
    { file: undefined, hint: expect.stringContaining('with option "port"') },
  ]);
});

test('all wrong faults are reported at once', async () => {
  const folder = folderOf({ ...files, 'other.yaml': 'document: api.json\nfault: [slw, flky, slow@png]\n' });
  const problems = await problemsOf(() => start(folder));
  expect(problems.map(({ column }) => column)).toEqual([9, 14, 20]);
});

test('a value that a flag overrides is not located in the file', async () => {
  const folder = folderOf({ ...files, 'other.yaml': 'document: api.json\nfault: slow\n' });
  expect(await problemsOf(() => start(folder, { fault: ['slw'] }))).toMatchObject([
    { file: undefined, message: '--fault slw: unknown fault "slw"' },
  ]);
});

test('the library names its own options', async () => {
  const folder = folderOf(files);
  const api = join(folder, 'api.json');
  const library = (options: Parameters<typeof createVivarium>[0]) => problemsOf(() => createVivarium(options));
  expect(await library({ services: { a: { document: api }, b: { document: api } } })).toMatchObject([
    { hint: 'Give one of them another base path in option "services": { b: { document: ..., base: /b } }.' },
  ]);
  expect(await library({ services: { a: { document: api } }, base: '/v1' })).toMatchObject([
    { hint: 'Set "base" for each service in option "services".' },
  ]);
});
