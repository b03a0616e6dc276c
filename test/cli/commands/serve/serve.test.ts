/** Start, output and stop of the server. */
import { expect, test } from 'vitest';
import { run, serve } from '../../in-process.ts';
import { folderOf, freePort, ordersDocument, serve as serveAlone, untilAnswered } from '../../process.ts';

const jsonLines = (lines: string) =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('the first line of the JSON log has the URL of the server', async () => {
  const { listening, call } = await serveAlone();
  expect(listening).toEqual({
    event: 'listening',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    service: `${listening.url}/v1`,
    services: [
      { name: 'animal-store', title: 'Animal Store', version: '1.0.0', basePath: '/v1', url: listening.service },
    ],
  });
  expect((await call('/pets')).status).toBe(200);
});

test('the JSON log has an event for each problem of the served document', async () => {
  const document = ordersDocument().replace('item: { type: string }', "item: { type: string, pattern: '[' }");
  const overlay = 'overlay: 1.0.0\ninfo: { title: A, version: "1" }\nactions: [{ target: $.x, remove: true }]\n';
  const cwd = folderOf({ 'api.yaml': document, 'ours.yaml': overlay });
  const { until } = await serve(['api.yaml', '--overlay', 'ours.yaml'], { cwd });
  const [lines] = await until(/(?:.*"problem".*\n){2}/);
  const [ofOverlay, ofDocument] = jsonLines(lines);
  expect(ofOverlay).toEqual({
    event: 'problem',
    code: 'VIV_OVERLAY_WITHOUT_EFFECT',
    message: expect.stringContaining('$.x'),
    file: 'ours.yaml',
    line: 3,
    column: expect.any(Number),
    hint: null,
  });
  expect(ofDocument).toMatchObject({
    event: 'problem',
    code: 'VIV_DOCUMENT_PART_UNUSABLE',
    message: expect.stringContaining('/components/schemas/Order/properties/item/pattern'),
  });
});

test('serve is the default command', async () => {
  const { call } = await serve(['serve', '--scenario', 'empty']);
  expect(await (await call('/pets')).json()).toEqual([]);
});

test('each request is one line of the JSON log', async () => {
  const { call, until } = await serve();
  await call('/pets?limit=0', { headers: { 'vivarium-world': 'alice' } });
  const [line] = await until(/.*"request".*\n/);
  expect(JSON.parse(line)).toEqual({
    event: 'request',
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    world: 'alice',
    exchange: 1,
    method: 'GET',
    path: '/v1/pets',
    query: 'limit=0',
    operation: 'listPets',
    status: 400,
    durationMs: expect.any(Number),
    faults: [],
    violations: [{ side: 'request', message: expect.stringContaining('limit') }],
  });
});

test('a failure of a handler has the place in the handler, if it has one there, and none in the bundle', async () => {
  const own = `export default {
  listPets: async () => ({ status: 200 }),
  getPet: () => { throw new Error('no'); },
  createPet: ({ collection }) => collection('dogs'),
};`;
  const { call, until } = await serveAlone(['--handlers', 'own.mjs'], { cwd: folderOf({ 'own.mjs': own }) });
  const failureOf = async (path: string, init?: RequestInit): Promise<string> => {
    await call(path, init);
    const [line] = await until(new RegExp(`.*"${init?.method ?? 'GET'}","path":"/v1${path}".*\n`));
    return JSON.parse(line).handlerError;
  };
  expect(await failureOf('/pets')).toBe('TypeError: it returned a promise; handlers are synchronous');
  expect(await failureOf('/pets/1')).toMatch(/^no \(\/.*\/own\.mjs:3:25\)$/);
  const body = { body: '{"name":"a","categoryId":1}', headers: { 'content-type': 'application/json' } };
  expect(await failureOf('/pets', { method: 'POST', ...body })).toMatch(/"dogs".*\(\/.*\/own\.mjs:4:34\)$/);
});

test('the time of the log is real time, and a lost response is logged as lost', async () => {
  const cwd = folderOf({
    'api.yaml': ordersDocument(),
    'scenarios/default.yaml': 'clock: { at: 2030-06-01T00:00:00Z, frozen: true }\nfaults: [reset]\n',
  });
  const started = Date.now();
  const { call, until } = await serve(['api.yaml'], { cwd });
  await expect(call('/orders')).rejects.toThrow();
  const line = JSON.parse((await until(/.*"request".*\n/))[0]);
  expect(Date.parse(line.at)).toBeGreaterThanOrEqual(started);
  expect(Date.parse(line.at)).toBeLessThanOrEqual(Date.now());
  expect(line).toMatchObject({ status: 200, lost: 'reset', faults: ['reset'] });
  const pretty = await serve(['api.yaml', '--log', 'pretty'], { cwd });
  const [, service] = await pretty.until(/API +(\S+)\n/);
  await expect(fetch(`${service}/orders`)).rejects.toThrow();
  await pretty.until(/GET {4}lost {2}\/orders .*fault reset \(lost\)\n/);
});

test('a request without a world is a line too, without a number', async () => {
  const { call, until } = await serve(['--max-worlds', '1']);
  await call('/pets', { headers: { 'vivarium-world': '-' } });
  await call('/pets', { headers: { 'vivarium-world': 'alice' } });
  const [lines] = await until(/.*"status":400.*\n.*"status":503.*\n/);
  expect(jsonLines(lines)).toMatchObject([
    { event: 'request', world: '-', exchange: null, path: '/v1/pets', status: 400 },
    { event: 'request', world: 'alice', exchange: null, path: '/v1/pets', status: 503 },
  ]);
});

test('the banner has the URL of the service, its scenario, and commands to try', async () => {
  const { output, until } = await serve(['--log', 'pretty', '--fault', 'slow@listPets', '--seed', '7']);
  const [, url] = await until(/API +(http:\/\/127\.0\.0\.1:\d+)\/v1\n/);
  await until(/Stop with Ctrl\+C/);
  expect(output.stdout).toContain('Animal Store 1.0.0, simulated: 4 operations\n');
  expect(output.stdout).toContain(`Panel     ${url}/_vivarium/\n`);
  expect(output.stdout).toContain('Stateful  pets · 3 of 4 operations\n');
  expect(output.stdout).toMatch(/Scenario {2}default, seed 7 · 24 animals in stock/);
  expect(output.stdout).toContain('Faults    slow on listPets\n');
  expect(output.stdout).toContain(`Try       curl -H 'Authorization: Bearer demo' ${url}/v1/pets\n`);
  expect(output.stdout).toContain('Changed files are reloaded.');
  for (const line of output.stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
});

test('the banner says that a scenario has no items', async () => {
  const scenarios = { 'scenarios/default.yaml': 'description: All is slow.\nfaults: [slow]\n' };
  const { until } = await serve(['--log', 'pretty', '--no-watch'], { cwd: folderOf(scenarios) });
  await until(/Scenario {2}default, seed 1, no items · All is slow\.\n/);
});

test("the banner has the user's document, and no request that would not work", async () => {
  const document = `openapi: 3.1.0
info: { title: Jobs, version: '2' }
servers: [{ url: 'https://jobs.example/api' }]
paths:
  /jobs: { post: { responses: { '204': { description: Taken. } } } }
`;
  const own = "export default { 'POST /jobs': () => ({ status: 204 }) };";
  const { output, until } = await serve(['jobs.yaml', '--log', 'pretty', '--no-watch', '--handlers', 'own.mjs'], {
    cwd: folderOf({ 'jobs.yaml': document, 'own.mjs': own }),
  });
  await until(/Stop with Ctrl\+C/);
  expect(output.stdout).toContain('Jobs 2, simulated: 1 operation from jobs.yaml\n');
  expect(output.stdout).toMatch(/API +http:\/\/127\.0\.0\.1:\d+\/api\n/);
  expect(output.stdout).toContain('Stateful  nothing: no operation stores data\n  Handlers  POST /jobs\n');
  expect(output.stdout).not.toContain('Try');
  expect(output.stdout).not.toContain('reloaded');
});

test('the banner reports problems of the document', async () => {
  const broken = ordersDocument(
    'Orders',
    "  /lost: { get: { responses: { '200': { $ref: '#/components/responses/No' } } } }\n",
  );
  const { output, until } = await serve(['orders.yaml', '--log', 'pretty'], {
    cwd: folderOf({ 'orders.yaml': broken }),
  });
  await until(/Stop with/);
  expect(output.stdout).toContain('The document has problems: `vivarium check orders.yaml` lists them.');
});

test('there are colours only in a terminal, unless they are forced', async () => {
  const plain = await serve(['--log', 'pretty']);
  await plain.until(/Stop with/);
  expect(plain.output.stdout).not.toContain('\u001b');
  const coloured = await serve(['--log', 'pretty'], { env: { FORCE_COLOR: '1' } });
  await coloured.until(/Stop with/);
  expect(coloured.output.stdout).toContain('\u001b[');
});

test('each request is one readable line', async () => {
  const { until, output } = await serve(['--log', 'pretty']);
  const [, service] = await until(/API +(\S+)\n/);
  const call = (path: string, headers = {}): Promise<Response> =>
    fetch(service + path, { headers: { authorization: 'Bearer demo', ...headers } });
  await call('/pets?status=sold');
  await until(/^\d\d:\d\d:\d\d {2}GET {4}200 {2}\/v1\/pets\?status=sold +[\d.]+ ms$/m);
  await call('/pets/1', { 'vivarium-world': 'alice', prefer: 'fault=not-found' });
  await until(/GET {4}404 {2}\/v1\/pets\/1 +[\d.]+ ms {2}world alice {2}fault not-found$/m);
  await call('/pets?limit=0&status=lost');
  await until(/GET {4}400 {2}\/v1\/pets\?limit=0&status=lost +[\d.]+ ms {2}violation: .*limit.* \(\+1\)$/m);
  await expect(call('/pets', { prefer: 'fault=offline' })).rejects.toThrow();
  await until(/\/v1\/pets +[\d.]+ ms {2}fault offline \(lost\)$/m);
  expect(output.stderr).toBe('');
});

test('a credential in a query is logged only with the option for it', async () => {
  const scheme = 'components:\n  securitySchemes: { key: { type: apiKey, in: query, name: key } }';
  const cwd = folderOf({ 'orders.yaml': ordersDocument().replace('components:', scheme) });
  const queryIn = async (args: readonly string[]) => {
    const { call, until } = await serve(['orders.yaml', ...args], { cwd });
    await call('/orders?key=secret&limit=2');
    return JSON.parse((await until(/.*"request".*\n/))[0]).query;
  };
  expect(await queryIn([])).toBe('key=[redacted]&limit=2');
  expect(await queryIn(['--show-credentials'])).toBe('key=secret&limit=2');
});

test.each([
  ['pretty', /API +(\S+)\n/, /POST {3}400 .*violation: .*\[2J.*\n(.*\n)* +rejected .*\n/],
  ['json', /"service":"([^"]+)"/, /"status":400,.*\\u009b2J.*"why":.*\n/],
])('control characters of a client are not printed in the %s log', async (format, address, line) => {
  const strict = ordersDocument().replace('type: object', 'type: object\n      additionalProperties: false');
  const cwd = folderOf({ 'orders.yaml': strict });
  const { until, output } = await serve(['orders.yaml', '--log', format, '--why'], { cwd });
  const [, service] = await until(address);
  await fetch(`${service}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{ "item": "x", "\\u001b[2J\\u009b2J": 1 }',
  });
  await until(line);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain them
  expect(output.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test('a silent log prints nothing', async () => {
  const server = await serve(['--log', 'silent'], { env: { VIVARIUM_PORT: await freePort() } });
  expect((await untilAnswered(`${server.listening.service}/pets`)).status).toBe(401);
  expect(await server.stop()).toMatchObject({ code: 0, stdout: '', stderr: '' });
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s stops the server with exit code 0', async (signal) => {
  const server = await serveAlone();
  await server.call('/pets');
  const { code, stderr } = await server.stop(signal);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

// Without the grace period, the server would wait for ever.
test('connections that a fault holds for ever do not keep the server from stopping', async () => {
  const server = await serveAlone(['--fault', 'timeout@listPets', '--fault', 'timeout@getPet']);
  const held = Promise.allSettled([server.call('/pets'), server.call('/pets/1')]);
  // Exchanges are counted before their responses are delayed.
  while ((await (await server.api('/worlds/default')).json()).exchanges < 2);
  expect((await server.stop()).code).toBe(0);
  expect((await held).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('it can be stopped after its first line', async () => {
  const server = await serveAlone();
  expect((await server.stop()).code).toBe(0);
});

test('the service continues if the reader of its log goes away', async () => {
  const server = await serveAlone();
  server.child.stdout?.destroy();
  for (let request = 0; request < 3; request++) expect((await server.call('/pets')).status).toBe(200);
  expect((await server.stop()).code).toBe(0);
});

test('a port that is in use is one clear line', async () => {
  const { listening } = await serve();
  const { port } = new URL(listening.url);
  const ended = await run(['--port', port]);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toBe(
    `port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port with --port (0: any free port).\n`,
  );
});

test('the command to try reads a list if there is one', async () => {
  const index = "  /: { get: { responses: { '200': { description: Fine. } } } }\n";
  const document = ordersDocument('Orders').replace('paths:\n', `paths:\n${index}`);
  const { output, until } = await serve(['orders.yaml', '--log', 'pretty'], {
    cwd: folderOf({ 'orders.yaml': document }),
  });
  await until(/Stop with Ctrl\+C/);
  expect(output.stdout).toMatch(/Try +curl \S+\/orders\n/);
});

test('a pattern that backtracks for ever does not block other requests', async () => {
  const document = ordersDocument().replaceAll(
    'item: { type: string }',
    () => "item: { type: string, pattern: '^(a+)+$' }",
  );
  const { until } = await serve(['orders.yaml', '--log', 'pretty'], { cwd: folderOf({ 'orders.yaml': document }) });
  const [, url] = await until(/API +(\S+)\n/);
  await until(/Stop with Ctrl\+C/);
  const response = await fetch(`${url}/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ item: `${'a'.repeat(50)}!` }),
  });
  expect(response.status).toBe(400);
});

test('a world that nobody uses for --keep ends, which the JSON log reports as an object', async () => {
  const { call, until, api } = await serve(['--keep', '1s']);
  await call('/pets', { headers: { 'vivarium-world': 'brief' } });
  const [line] = await until(/^.*nobody used.*$/m);
  expect(JSON.parse(line)).toEqual({ event: 'info', message: 'Removed 1 world that nobody used for 1s: brief.' });
  expect((await (await api('/worlds')).json()).total).toBe(1);
});
