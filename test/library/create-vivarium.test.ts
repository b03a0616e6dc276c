/** The library, used like in an application. */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import express from 'express';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ConfigError, createVivarium, type Vivarium, type VivariumOptions } from '../../src/index.ts';
import { loadDocument } from '../../src/openapi/load/load.ts';
import { shippedDocument } from '../../src/simulation/service-source.ts';
import { folderOf, ordersDocument } from '../cli/process.ts';
import { serveForTest } from '../serve-for-test.ts';

const document = 'spec/animal-store.yaml';
const key = { authorization: 'Bearer demo' };
const json = { ...key, 'content-type': 'application/json' };
const pet = { name: 'Maple', categoryId: 3 };

const create = async (options?: VivariumOptions): Promise<Vivarium> => {
  const vivarium = await createVivarium(options);
  onTestFinished(() => vivarium.close());
  return vivarium;
};

const copyOf = (file: string, name: string): string => {
  const folder = folderOf({ [name]: readFileSync(file, 'utf8') });
  return join(folder, name);
};

const severalFiles = `openapi: 3.1.0
info: { title: Orders, version: '1' }
paths:
  /orders: { get: { operationId: listOrders, responses: { '200': { $ref: 'parts.yaml#/All' } } } }
`;

/** The message of the ConfigError that is thrown, or that a promise is rejected with. */
const complaintsOf = async (act: () => unknown): Promise<readonly string[]> => {
  try {
    await act();
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  throw new Error('nothing was wrong');
};

test('the example of the documentation works', async () => {
  const vivarium = await createVivarium({ document, scenario: 'default', seed: 1 });
  const world = vivarium.world('test-7');
  const response = await world.fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  expect(response.status).toBe(200);
  expect(await response.json()).toHaveLength(20);
  world.fault('unauthorized', { on: { operation: 'listPets' } });
  expect((await world.fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } })).status).toBe(401);
  expect((await world.fetch('/v1/pets', { method: 'POST', headers: json, body: JSON.stringify(pet) })).status).toBe(
    201,
  );
  expect(world.exchanges({ operation: 'createPet' })).toMatchObject([
    { id: 3, world: 'test-7', operation: 'createPet', status: 201 },
  ]);
  const before = world.clock.now();
  world.clock.advance('2h');
  expect(world.clock.now() - before).toBeGreaterThanOrEqual(7_200_000);
  world.reset();
  expect(world.exchanges()).toEqual([]);
  expect((await world.fetch('/v1/pets/25', { headers: key })).status).toBe(404);
  const { url } = await vivarium.listen({ port: 0 });
  expect(await (await fetch(`${url}/~test-7/v1/pets/1`, { headers: key })).json()).toMatchObject({ name: 'Luna' });
  const app = express();
  app.use(vivarium.middleware());
  await vivarium.close();
  await expect(fetch(url)).rejects.toThrow(TypeError);
});

describe('the served simulation', () => {
  test('is the shipped service with its default scenario by default', async () => {
    const world = (await create()).world();
    expect([world.name, await (await world.fetch('/v1/pets/24', { headers: key })).json()]).toEqual([
      'default',
      { id: 24, name: 'Ziggy', categoryId: 6, status: 'available' },
    ]);
  });

  test('may be a parsed document and a scenario as an object', async () => {
    const loaded = await loadDocument(shippedDocument);
    const vivarium = await create({
      document: loaded.document,
      scenario: {
        seed: 3,
        data: { pets: [{ id: 9223372036854775807n, ...pet }] },
        faults: [{ use: 'not-found', on: { operation: 'listPets' } }],
      },
    });
    const world = vivarium.world();
    expect(await (await world.fetch('/v1/pets/9223372036854775807', { headers: key })).text()).toBe(
      '{"id":9223372036854775807,"name":"Maple","categoryId":3}',
    );
    expect((await world.fetch('/v1/pets', { headers: key })).status).toBe(404);
  });

  test.each<[string, () => string | URL]>([
    ['a path', () => document],
    ['a file: URL as text', () => pathToFileURL(document).href],
    ['a file: URL', () => pathToFileURL(document)],
    ['a file with spaces, by its URL', () => pathToFileURL(copyOf(document, 'my api #1.yaml'))],
  ])('may be a document by %s', async (_name, documentBy) => {
    const world = (await create({ document: documentBy(), scenario: 'empty', scenarios: 'scenarios' })).world();
    expect((await world.fetch('/v1/pets', { headers: key })).status).toBe(200);
  });

  test('may be a document of several files at a file: URL, and problems have their URLs', async () => {
    const folder = folderOf({ 'api.yaml': severalFiles, 'parts.yaml': 'All: { description: All., content: 5 }\n' });
    const url = pathToFileURL(join(folder, 'api.yaml'));
    const warnings: string[] = [];
    const logger = { info: () => {}, warn: (message: string) => warnings.push(message), error: () => {} };
    const world = (await create({ document: url, scenario: {}, logger })).world();
    expect((await world.fetch('/orders')).status).toBe(200);
    for (const warning of warnings) expect(warning).toMatch(/^file:\/\/.*\.yaml:\d+:\d+: /);
    const missingUrl = new URL('nowhere.yaml', url);
    const missing = await complaintsOf(() => createVivarium({ document: missingUrl }));
    expect(missing).toEqual([`${missingUrl}: there is no such file. Check its path, ${fileURLToPath(missingUrl)}.`]);
    expect(await complaintsOf(() => createVivarium({ document: 'file://elsewhere/api.yaml' }))).toEqual([
      'file://elsewhere/api.yaml: this is not the path of a local file',
    ]);
  });

  test('may be a document at an http: URL', async () => {
    const app = express();
    app.get('/api.yaml', (_request, response) => void response.type('yaml').send(ordersDocument()));
    const world = (await create({ document: new URL('/api.yaml', await serveForTest(app)), scenario: {} })).world();
    expect((await world.fetch('/orders')).status).toBe(200);
  });

  test('has the faults and the seed of the options, also after a reset', async () => {
    const vivarium = await create({
      document,
      scenario: 'empty',
      fault: ['unauthorized@listPets', 'not-found@getPet'],
      seed: 5,
    });
    const world = vivarium.world();
    for (const _round of [1, 2]) {
      expect((await world.fetch('/v1/pets', { headers: key })).status).toBe(401);
      expect((await world.fetch('/v1/pets/1', { headers: key })).status).toBe(404);
      world.fault('unauthorized', { enabled: false });
      expect((await world.fetch('/v1/pets', { headers: key })).status).toBe(200);
      world.reset();
    }
  });

  test('is one simulation: an item that is created in process can be read on every port', async () => {
    const vivarium = await create({ document, scenario: 'empty' });
    const [one, other] = [await vivarium.listen({ port: 0 }), await vivarium.listen({ port: 0 })];
    expect(one.url).not.toBe(other.url);
    expect(one.serviceUrl).toBe(`${one.url}/v1`);
    expect(one.token).toBeUndefined();
    await vivarium.world('alice').fetch('/v1/pets', { method: 'POST', headers: json, body: JSON.stringify(pet) });
    for (const { url } of [one, other])
      expect(await (await fetch(`${url}/v1/pets`, { headers: { ...key, 'vivarium-world': 'alice' } })).json()).toEqual([
        { id: 1, ...pet },
      ]);
    expect(await (await fetch(`${one.serviceUrl}/pets`, { headers: key })).json()).toEqual([]);
  });

  test('ends with close, also for delayed responses and in process, and its evidence can be read', async () => {
    const vivarium = await create({ document, fault: ['hang@listPets'] });
    const { serviceUrl } = await vivarium.listen({ port: 0 });
    const waiting = fetch(`${serviceUrl}/pets`, { headers: key }).then(
      () => 'answered',
      () => 'ended',
    );
    while (vivarium.world().exchanges().length === 0) await new Promise(setImmediate);
    await vivarium.close();
    await vivarium.close();
    expect(await waiting).toBe('ended');
    const closed = { problems: [{ code: 'VIV_CLOSED', message: 'this Vivarium is closed' }] };
    await expect(vivarium.world().fetch('/v1/pets/1', { headers: key })).rejects.toMatchObject(closed);
    await expect(vivarium.listen({ port: 0 })).rejects.toMatchObject(closed);
    expect(vivarium.world().exchanges()).toHaveLength(1);
  });
});

test('a world beyond the maximum is rejected, with the options of the library in the message', async () => {
  const vivarium = await create({ document, maxWorlds: 2 });
  await vivarium.world('a').fetch('/v1/pets/1', { headers: key });
  expect(await complaintsOf(() => vivarium.world('c').reset())).toEqual([
    'the world "c" cannot be opened: the maximum of 2 worlds is open. Unused for longest: "a". Close a world, lower keep (1d), or raise maxWorlds.',
  ]);
});

describe('in an Express app', () => {
  test('other routes keep their paths, whatever the method', async () => {
    const app = express();
    app.use((await create({ document })).middleware());
    app.get('/', (_request, response) => response.send('home'));
    app.post('/v2/pets', (_request, response) => response.status(202).send('other'));
    app.options('/v2/pets', (_request, response) => response.send('mine'));
    const url = await serveForTest(app);
    expect(await (await fetch(url, { headers: { accept: 'text/html' } })).text()).toBe('home');
    expect((await fetch(`${url}/v2/pets`, { method: 'POST' })).status).toBe(202);
    const preflight = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' };
    expect(await (await fetch(`${url}/v2/pets`, { method: 'OPTIONS', headers: preflight })).text()).toBe('mine');
    expect((await fetch(`${url}/v1/pets`, { headers: key })).headers.get('x-powered-by')).toBe('Express');
    // All paths below the base path belong to the service, also unknown ones.
    expect(await (await fetch(`${url}/v1/dogs`)).json()).toMatchObject({ code: 'not_found', status: 404 });
  });

  test('nothing is below /_vivarium without the option for it', async () => {
    const vivarium = await create({ document });
    const plain = await serveForTest(express().use(vivarium.middleware()));
    const whole = await serveForTest(express().use(vivarium.middleware({ control: true })));
    expect((await fetch(`${plain}/_vivarium/api/worlds`)).status).toBe(404);
    expect(await (await fetch(`${whole}/_vivarium/api/worlds`)).json()).toMatchObject({
      total: 1,
      items: [{ name: 'default' }],
    });
    // The usual rules apply: a page of another site may not call it.
    expect((await fetch(`${whole}/_vivarium/api/worlds`, { headers: { origin: 'http://evil.example' } })).status).toBe(
      403,
    );
    expect((await fetch(`${whole}/v1/pets/1`, { headers: key })).status).toBe(200);
  });

  test('mounted below a path, links and messages include the path', async () => {
    const app = express().use('/mock', (await create({ document })).middleware({ control: true }));
    const url = await serveForTest(app);
    const read = await fetch(`${url}/mock/v1/pets/1`, { headers: key });
    expect(read.headers.get('link')).toBe('</mock/v1/pets>; rel="successor-version"');
    const inWorld = await fetch(`${url}/mock/~alice/v1/pets/1`, { headers: key });
    expect([inWorld.headers.get('vivarium-world'), inWorld.headers.get('link')]).toEqual([
      'alice',
      '</mock/~alice/v1/pets>; rel="successor-version"',
    ]);
    expect(await (await fetch(`${url}/mock/v1/pet`)).json()).toMatchObject({
      message: 'There is no operation GET /mock/v1/pet. Did you mean GET /mock/v1/pets?',
    });
    expect((await fetch(`${url}/mock/_vivarium/api/health`)).status).toBe(200);
  });

  test('behind express.json() a body is checked as usual: its properties, its type, its absence', async () => {
    const url = await serveForTest(
      express().use(express.json(), (await create({ document, scenario: 'empty' })).middleware()),
    );
    const post = (body: string | null, headers: Readonly<Record<string, string>> = json) =>
      fetch(`${url}/v1/pets`, { method: 'POST', headers, body });
    expect(await (await post(JSON.stringify(pet))).json()).toEqual({ id: 1, ...pet });
    expect(await (await post('{"name":1}')).json()).toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('body.name'),
    });
    expect(await (await post('[]')).json()).toMatchObject({ message: 'body must be an object' });
    expect(await (await post('name=a', { ...key, 'content-type': 'text/plain' })).json()).toMatchObject({
      message: 'header.content-type must be application/json',
    });
    expect(await (await post(null, key)).json()).toMatchObject({ message: 'body is required' });
    expect(await (await post('')).json()).toMatchObject({ message: 'body is required' });
  });

  test('behind a parser that has consumed the body, it is missing and the request does not hang', async () => {
    const app = express().use((request, _response, next) => {
      request.resume().on('end', next);
    }, (await create({ document })).middleware());
    const response = await fetch(`${await serveForTest(app)}/v1/pets`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify(pet),
    });
    expect(await response.json()).toMatchObject({ message: 'body is required' });
  });

  test('two of them are independent', async () => {
    const [one, other] = [
      await create({ document, scenario: 'empty' }),
      await create({ document, scenario: 'outage' }),
    ];
    const url = await serveForTest(express().use('/one', one.middleware()).use('/other', other.middleware()));
    expect([
      (await fetch(`${url}/one/v1/pets`, { headers: key })).status,
      (await fetch(`${url}/other/v1/pets`, { headers: key })).status,
    ]).toEqual([200, 503]);
    expect([one.world().exchanges().length, other.world().exchanges().length]).toEqual([1, 1]);
  });

  test('errors of the app are handled by the app', async () => {
    const app = express();
    app.use((_request, _response, next) => next(new Error('mine')));
    app.use((await create({ document })).middleware());
    app.use((error: Error, _request: unknown, response: express.Response, _next: unknown) => {
      response.status(500).send(error.message);
    });
    expect(await (await fetch(`${await serveForTest(app)}/v1/pets`, { headers: key })).text()).toBe('mine');
  });
});

describe('a world', () => {
  test('has a valid world name', async () => {
    const vivarium = await create({ document });
    for (const name of ['', '-a', 'a b', 'x'.repeat(65)])
      expect(await complaintsOf(() => vivarium.world(name))).toEqual([
        `"${name}" is not a valid world name. A world name has 1 to 64 letters, digits, ".", "_" or "-", and starts with a letter or digit.`,
      ]);
  });

  test('is opened on first use, not by world()', async () => {
    const vivarium = await create({ document });
    const { url } = await vivarium.listen({ port: 0 });
    const world = vivarium.world('later');
    const names = async () =>
      ((await (await fetch(`${url}/_vivarium/api/worlds`)).json()) as { items: { name: string }[] }).items.map(
        ({ name }) => name,
      );
    expect(await names()).toEqual(['default']);
    await world.fetch('/v1/pets');
    expect(await names()).toEqual(['default', 'later']);
  });

  test('accepts the faults of the control API, and reports problems', async () => {
    const world = (await create({ document })).world();
    expect(world.fault('slow', { on: { operation: 'listPets' }, latency: '5s' })).toMatchObject({
      name: 'slow',
      enabled: true,
      builtIn: true,
      latency: '5s',
      on: { operation: 'listPets' },
    });
    expect(world.fault('slow', { enabled: false })).toMatchObject({ enabled: false, latency: '5s' });
    expect(world.fault('mine', { status: 418, body: { code: 'teapot', message: 'No.', status: 418 } })).toMatchObject({
      name: 'mine',
      builtIn: false,
      status: 418,
    });
    expect(await (await world.fetch('/v1/pets', { headers: key })).json()).toEqual({
      code: 'teapot',
      message: 'No.',
      status: 418,
    });
    expect(await complaintsOf(() => world.fault('unauthorised' as 'unauthorized'))).toEqual([
      'there is no fault "unauthorised", and the patch has no effect from which to create one. Did you mean "unauthorized"?',
    ]);
    expect(await complaintsOf(() => world.fault('slow', { on: { operation: 'listPet' } }))).toEqual([
      'operation names an unknown operation "listPet". Did you mean "listPets"?',
    ]);
    expect(await complaintsOf(() => world.fault('slow', { latency: 'long' as '1s' }))).toEqual([
      expect.stringContaining('latency'),
    ]);
    expect(await complaintsOf(() => world.fault('slow', { status: 401, latency: '1s' }))).toEqual([
      expect.stringContaining('2 effects'),
    ]);
  });

  test('redacts credentials, unless the option shows them', async () => {
    for (const showCredentials of [false, true]) {
      const world = (await create({ document, showCredentials })).world();
      await world.fetch('/v1/pets', { headers: { authorization: 'Bearer secret-key' } });
      const [exchange] = world.exchanges();
      expect(JSON.stringify(exchange).includes('secret-key')).toBe(showCredentials);
      expect(exchange).toMatchObject({
        method: 'GET',
        path: '/v1/pets',
        status: 200,
        why: expect.arrayContaining(['credential: accepted']),
      });
    }
  });

  test('has a clock that can be set, frozen and advanced, and rejects an invalid time', async () => {
    const world = (await create({ document })).world();
    world.clock.set({ now: '2030-12-05T00:00:00Z', frozen: true });
    expect([world.clock.now(), world.clock.frozen]).toEqual([Date.UTC(2030, 11, 5), true]);
    expect((await world.fetch('/v1/pets/1', { headers: key })).status).toBe(404);
    world.clock.set({ now: new Date(0) });
    world.clock.advance('1.5s');
    expect(world.clock.now()).toBe(1500);
    expect(await complaintsOf(() => world.clock.set({ now: 'tomorrow' }))).toEqual([
      '"tomorrow" is not a time. Write it as 2030-06-01T00:00:00Z.',
    ]);
    expect(await complaintsOf(() => world.clock.advance('soon' as '1s'))).toEqual([
      '"soon" is not a duration. Write it as 250ms, 30s, 5m, 2h or 7d.',
    ]);
    expect(world.clock.now()).toBe(1500);
  });

  test('cannot be set or advanced beyond the valid times', async () => {
    const world = (await create({ document })).world();
    expect(await complaintsOf(() => world.clock.advance('999999999999d'))).toHaveLength(1);
    expect(await complaintsOf(() => world.clock.set({ now: 8.64e15 + 1 }))).toHaveLength(1);
    expect(await complaintsOf(() => world.clock.set({ now: 8.64e15 }))).toEqual([
      '"8640000000000000" is not in the years 0 to 9999',
    ]);
    expect(await complaintsOf(() => world.clock.set({ now: '-000001-01-01' }))).toHaveLength(1);
    await world.fetch('/v1/pets', { headers: key });
    expect(world.exchanges()[0]?.at).toMatch(/^20/);
  });
});

test('with stateless, nothing is kept, and every id exists', async () => {
  const world = (await create({ document, stateless: true })).world();
  const post = { method: 'POST', headers: json, body: JSON.stringify(pet) };
  expect(await (await world.fetch('/v1/pets', post)).json()).toMatchObject(pet);
  expect((await world.fetch('/v1/pets/987654321', { headers: key })).status).toBe(200);
  expect(world.diff()).toEqual([]);
});

test('an unknown filter of exchanges, or an unknown value, is rejected', async () => {
  const world = (await create({ document })).world();
  await world.fetch('/v1/pets', { headers: key });
  const complain = (filter: object) => complaintsOf(() => world.exchanges(filter));
  expect(await complain({ staus: 404 })).toEqual(['unknown property "staus" of the filter. Did you mean "status"?']);
  expect(await complain({ operation: 'listPet' })).toEqual([
    'filter operation names an unknown operation "listPet". Did you mean "listPets"?',
  ]);
  expect(await complain({ fault: 'slwo' })).toEqual([
    'filter fault names an unknown fault "slwo". Did you mean "slow"?',
  ]);
  expect(await complain({ status: '40x' })).toEqual([
    'filter "status" must be a status such as 404 or a class such as 4xx, not "40x"',
  ]);
  expect(await complain({ violations: 'yes', limit: -1, since: 'x', method: 'G T', path: 'pets' })).toHaveLength(5);
  expect(
    world.exchanges({ status: 200, method: 'get', path: '/v1/*', violations: false, operation: 'listPets', limit: 1 }),
  ).toHaveLength(1);
  expect(world.exchanges({ status: '2XX', fault: undefined, since: 1 })).toEqual([]);
});

describe('unusable options are rejected with a suggestion', () => {
  test.each<[string, object, string | RegExp]>([
    ['an unknown option', { scenarioo: 'default' }, 'unknown option "scenarioo". Did you mean "scenario"?'],
    ['another one', { maxworlds: 3 }, 'unknown option "maxworlds". Did you mean "maxWorlds"?'],
    ['a seed', { seed: 1.5 }, /^option "seed" must be a whole number from -9007199254740991 to 9007199254740991, not/],
    ['a number of worlds', { maxWorlds: 0 }, /^option "maxWorlds" must be a whole number from 1/],
    [
      'a number as a size, reported once',
      { maxBody: -1 },
      /^option "maxBody" must be a size such as 500KB or 1MiB, not -1$/,
    ],
    ['a list of handlers', { handlers: [] }, /^option "handlers" must be an object .* not \[\]$/],
    ['an empty fault', { fault: [''] }, /^option "fault" must be a list of fault names, .* not ""$/],
    ['a size', { maxBody: '1 mega' }, /^option "maxBody" must be a size .*1MiB, not "1 mega"$/],
    ['a journal', { journal: -1 }, /^option "journal" must be a whole number/],
    ['a fault', { fault: ['slwo'] }, 'option "fault" slwo: unknown fault "slwo". Did you mean "slow"?'],
    [
      'an operation',
      { fault: ['slow@listPet'] },
      'option "fault" slow@listPet: unknown operation "listPet". Did you mean "listPets"?',
    ],
    ['a scenario', { scenario: 'defualt' }, /Did you mean "default"\?/],
    ['a directory of scenarios', { scenarios: 'no-such-directory' }, /^option "scenarios" no-such-directory: no such/],
    ['a document that is none', { document: 5 }, /^option "document" must be/],
    [
      'a document',
      { document: 'no-such-file.yaml' },
      `no-such-file.yaml: there is no such file. Check its path, ${join(process.cwd(), 'no-such-file.yaml')}.`,
    ],
    ['a parsed document', { document: { openapi: '3.1.0' } }, /./],
    ['a parsed document that is none', { document: [] }, /./],
    ['a scenario given whole', { scenario: { fautls: [] } }, /fautls.*Did you mean "faults"\?/],
    ['data that break the interface', { scenario: { data: { pets: [{ id: 1 }] } } }, /name/],
    ['data of no collection', { scenario: { data: { pest: [] } } }, /Did you mean "pets"\?/],
  ])('%s', async (_name, options, complaint) => {
    expect(await complaintsOf(() => createVivarium({ document, ...options } as VivariumOptions))).toContainEqual(
      typeof complaint === 'string' ? complaint : expect.stringMatching(complaint),
    );
  });

  test('several wrong options are reported together', async () => {
    expect(
      await complaintsOf(() => createVivarium({ seed: 'x', journal: 0, prot: 1 } as unknown as VivariumOptions)),
    ).toHaveLength(3);
  });

  test('a port in use', async () => {
    const vivarium = await create({ document });
    const { url } = await vivarium.listen({ port: 0 });
    const port = Number(new URL(url).port);
    expect(await complaintsOf(() => vivarium.listen({ port }))).toEqual([
      `port ${port} on 127.0.0.1 is in use. Stop the program that uses it, or choose another port with option "port" (0: any free port).`,
    ]);
  });
});

test('the options of listen are checked too', async () => {
  const vivarium = await createVivarium({ document });
  await expect(vivarium.listen({ port: 'x' as never })).rejects.toThrow(/option "port"/);
});

test('a script waits for a response that never comes until its signal aborts', async () => {
  const script = `
    import { createVivarium } from '${new URL('../../src/index.ts', import.meta.url).href}';
    const world = (await createVivarium()).world();
    world.fault('timeout');
    const error = await world.fetch('/v1/pets', { signal: AbortSignal.timeout(100) }).catch((reason) => reason);
    console.log(error.name);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout).toBe('TimeoutError\n');
});
