/** The server, the service, the available scenarios, and a world's clock. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { expectProblem, type Loose, startForTest, useServer } from '../control-server.ts';

const server = await useServer();

describe('the service', () => {
  test('health has the versions and the uptime', async () => {
    const { body } = await server.api('GET', '/health');
    const [entry] = body.services;
    expect(entry).toMatchObject({ name: 'animal-store', title: 'Animal Store', version: '1.0.0', basePath: '/v1' });
    expect((await fetch(`${entry.url}/pets/404`)).headers.get('Vivarium-World')).toBe('default');
    expect(body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      service: { title: 'Animal Store', version: '1.0.0' },
      services: [entry],
      uptimeMs: expect.any(Number),
    });
  });

  test('lists its operations with their effects', async () => {
    const { body } = await server.api('GET', '/service');
    expect(body).toMatchObject({ title: 'Animal Store', version: '1.0.0', basePath: '/v1' });
    const shown = ({ operation, method, path, collection, action }: Loose) => [
      operation,
      method,
      path,
      collection,
      action,
    ];
    expect(body.operations.map(shown)).toEqual([
      ['listPets', 'GET', '/pets', 'pets', 'list'],
      ['createPet', 'POST', '/pets', 'pets', 'create'],
      ['getPet', 'GET', '/pets/{petId}', 'pets', 'read'],
      ['listOrders', 'GET', '/store/orders', null, null],
    ]);
    const [, , getPet] = body.operations;
    expect(getPet).toMatchObject({ deprecated: true, sunset: '2030-12-05', stability: null, tags: ['Pets'] });
  });

  test('returns its document', async () => {
    const { body } = await server.api('GET', '/service/openapi.json');
    expect(body).toMatchObject({ openapi: '3.1.1', info: { title: 'Animal Store' } });
  });
});

describe('the scenarios', () => {
  test('are listed with their descriptions', async () => {
    const { body } = await server.api('GET', '/scenarios');
    expect(body.total).toBe(body.items.length);
    const description = 'The service is down: every request gets a 503.';
    expect(body.items).toContainEqual({ name: 'outage', description });
  });

  test('are shown in their original text', async () => {
    const { body } = await server.api('GET', '/scenarios/outage');
    expect(body).toMatchObject({ extends: 'default', faults: ['unavailable'] });
  });

  test('an unknown one gets 404 with a suggestion', async () => {
    const answer = await server.api('GET', '/scenarios/outtage');
    expectProblem(answer, 404, 'No scenario is named "outtage". Did you mean "outage"?');
  });
});

test('a broken scenario file is listed, and its response has the location of the error', async () => {
  const scenarios = mkdtempSync(join(tmpdir(), 'vivarium-control-'));
  onTestFinished(() => rmSync(scenarios, { recursive: true }));
  writeFileSync(join(scenarios, 'broken.yaml'), 'description: Broken.\nfaults:\n  - unavailble\n');
  const own = await startForTest({ scenarios });
  expect((await own.api('GET', '/scenarios')).body).toEqual({
    // Two are built in, unless files have their names.
    items: [
      { name: 'default', description: 'Generated data: a few items in every collection.' },
      { name: 'empty', description: 'No data.' },
      { name: 'broken', description: null },
    ],
    total: 3,
  });
  const read = await own.api('GET', '/scenarios/broken');
  expectProblem(read, 500, expect.stringMatching(/broken\.yaml:3:5: .*Did you mean "unavailable"\?$/));
  // As it was at the start.
  writeFileSync(join(scenarios, 'broken.yaml'), 'description: Mended.\n');
  writeFileSync(join(scenarios, 'later.yaml'), '');
  expect((await own.api('GET', '/scenarios')).body.total).toBe(3);
  expect((await own.api('GET', '/scenarios/later')).status).toBe(404);
  const put = await own.api('PUT', '/worlds/a', { scenario: 'broken' });
  expect(put).toMatchObject({ status: 400, body: { detail: expect.stringContaining('broken.yaml:3:5') } });
});

test('a file that is no scenario is none', async () => {
  const scenarios = mkdtempSync(join(tmpdir(), 'vivarium-control-'));
  onTestFinished(() => rmSync(scenarios, { recursive: true }));
  const files = {
    'package.json': '{ "name": "x", "version": "1.0.0", "description": "A package.", "main": "x.js" }',
    'openapi.yaml': 'openapi: 3.1.0\ninfo: { title: x, version: "1" }\npaths: {}\n',
    'tsconfig.json': '{ "extends": "./base", "compilerOptions": {} }',
    'list.json': '[1, 2]',
    'text.yml': 'Notes on the scenarios.\n',
    'fine.yaml': 'description: Fine.\nseed: 7\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(scenarios, name), text);
  mkdirSync(join(scenarios, 'folder.yaml'));
  const own = await startForTest({ scenarios });
  const { items } = (await own.api('GET', '/scenarios')).body;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(['default', 'empty', 'fine']);
  for (const name of ['package', 'openapi', 'tsconfig', 'list', 'text', 'folder']) {
    expect((await own.api('GET', `/scenarios/${name}`)).status).toBe(404);
    const put = await own.api('PUT', '/worlds/a', { scenario: name });
    expectProblem(put, 400, expect.stringContaining(`unknown scenario "${name}"`));
  }
  // With --no-watch, what is read is the content at the start.
  writeFileSync(join(scenarios, 'fine.yaml'), 'seed: 8\n');
  expect((await own.api('GET', '/scenarios/fine')).body.seed).toBe(7);
  expect((await own.api('PUT', '/worlds/a', { scenario: 'fine' })).body.seed).toBe(7);
  rmSync(join(scenarios, 'fine.yaml'));
  expect((await own.api('PUT', '/worlds/b', { inline: { extends: 'fine' } })).body.seed).toBe(7);
});

describe('the clock', () => {
  test('is set, frozen and released', async () => {
    await server.api('PUT', '/worlds/clock');
    const set = async (clock: object) => (await server.api('PUT', '/worlds/clock/clock', clock)).body;
    const frozen = await set({ now: '2030-12-06T00:00:00Z', frozen: true });
    expect(frozen).toEqual({ now: '2030-12-06T00:00:00.000Z', frozen: true });
    const { body } = await server.api('GET', '/worlds/clock');
    expect(body).toMatchObject({ removed: ['getPet'], clock: { frozen: true } });
    expect((await server.call('GET', '/~clock/v1/pets/1')).status).toBe(404);
    expect(await set({ now: '2030-12-04' })).toEqual({ now: '2030-12-04T00:00:00.000Z', frozen: true });
    expect((await server.call('GET', '/~clock/v1/pets/1')).status).toBe(200);
    const released = await set({ frozen: false });
    expect(released).toEqual({ now: expect.stringMatching(/^2030-12-04T00:00:0/), frozen: false });
    expect((await server.api('GET', '/worlds/clock/clock')).body.frozen).toBe(false);
  });

  test('is advanced, from the present time or from one in the same request', async () => {
    await server.api('PUT', '/worlds/ahead', { clock: { at: '2030-06-01T00:00:00Z', frozen: true } });
    const put = async (change: unknown): Promise<unknown> =>
      (await server.api('PUT', '/worlds/ahead/clock', change)).body;
    expect(await put({ advance: '2h' })).toEqual({ now: '2030-06-01T02:00:00.000Z', frozen: true });
    expect(await put({ advance: '250ms' })).toEqual({ now: '2030-06-01T02:00:00.250Z', frozen: true });
    expect(await put({ now: '2030-01-01', advance: '7d' })).toEqual({ now: '2030-01-08T00:00:00.000Z', frozen: true });
    expect(await put({ advance: '0s', frozen: false })).toMatchObject({ frozen: false });
  });

  test.each([
    [{}, 'The body changes nothing. Send now, advance, frozen or several of them.'],
    [{ now: 'tomorrow' }, 'now must be a time such as'],
    [{ now: '2030-02-30T00:00:00Z' }, 'now must be a time such as'],
    [{ now: 7 }, 'now must be a time such as'],
    [{ frozen: 'yes' }, 'frozen must be true or false, not "yes"'],
    [{ frosen: true }, 'unknown key "frosen". Did you mean "frozen"?'],
    [{ advance: '2 hours' }, 'advance must be a duration such as 250ms, 30s, 5m, 2h or 7d'],
    [{ advance: '-2h' }, 'advance must be a duration'],
    [{ advance: 7200 }, 'advance must be a duration'],
    [{ advance: '999999999d' }, 'advance exceeds the year 9999.'],
    [{ now: '9999-12-31T23:59:59Z', advance: '1s' }, 'advance exceeds the year 9999.'],
    [{ now: '9999-12-31T23:59:59-00:01' }, 'now must be a time'],
    [[], 'the clock must be an object'],
  ])('rejects %j', async (body, detail) => {
    expectProblem(await server.api('PUT', '/worlds/default/clock', body), 400, expect.stringContaining(detail));
  });
});
