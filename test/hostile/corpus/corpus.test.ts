/** Each row of the tables of hostile input gets its answer, and the server serves as before. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { ConfigError, createVivarium } from '../../../src/index.ts';
import { folderOf } from '../../cli/process.ts';
import { expectNothingLeaks, openRaw, rawRequest } from '../../server/raw-client.ts';
import { hostileBodies } from './bodies.ts';
import { hostileOverlays } from './overlays.ts';
import { hostilePaths } from './paths.ts';
import { hostileHeaders } from './request-headers.ts';
import { hostileScenarios } from './scenarios.ts';

const errors: unknown[] = [];
const logger = { info: () => {}, warn: () => {}, error: (...values: unknown[]) => errors.push(values) };

const vivarium = await createVivarium({ logger });
const port = Number(new URL((await vivarium.listen({ port: 0 })).url).port);
beforeEach(() => void vivarium.world().reset());
afterAll(async () => {
  await vivarium.close();
  // A row whose 4xx hides an exception would pass otherwise.
  expect(errors).toEqual([]);
});

/** The status of the only response; undefined if the connection ended without one. */
const statusOf = async (bytes: Uint8Array): Promise<number | undefined> => {
  const { socket, ended } = openRaw(port);
  socket.write(bytes);
  const { answers } = await ended;
  expect(answers.length).toBeLessThanOrEqual(1);
  for (const { headers } of answers) expect(headers).not.toHaveProperty('x-injected');
  return answers[0]?.status;
};

const credential = 'Authorization: Bearer demo';
const storedPets = async (): Promise<{ items: object[]; total: number }> =>
  (await fetch(`http://127.0.0.1:${port}/_vivarium/api/worlds/default/collections/pets`)).json();

const expectServing = async (): Promise<void> => {
  expect(await statusOf(rawRequest('GET /v1/pets', [credential]))).toBe(200);
  expect(Object.prototype).not.toHaveProperty('polluted');
};

test.each(hostileBodies)('a body of $name', async ({ body, headers = {}, expected }) => {
  const fields = Object.entries({ 'content-type': 'application/json', ...headers });
  const lines = fields.map(([name, value]) => `${name}: ${value}`);
  const status = await statusOf(rawRequest('POST /v1/pets', [credential, ...lines], body));
  if (expected !== 'large') expect(status).toBe(expected);
  else if (status !== undefined) expect(status).toBe(400);
  const stored = (await storedPets()).items.slice(24);
  expect(stored).toEqual(expected === 201 ? [{ id: 25, name: 'a', categoryId: 1 }] : []);
  await expectServing();
});

/** With the server's own host, so that the guard of the control API is not the reason for the status. */
test.each(hostilePaths)('a path of $name', async ({ target, status }) => {
  const lines = [`GET ${target} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close', credential, '', ''];
  expect(await statusOf(Buffer.from(lines.join('\r\n'), 'latin1'))).toBe(status);
  await expectServing();
});

test.each(hostileHeaders)('headers with $name', async ({ lines, status }) => {
  expect(await statusOf(rawRequest('GET /v1/pets', [credential, ...lines]))).toBe(status);
  await expectServing();
});

/** The messages of all problems; none if it is served. */
const problemsOf = async (options: object): Promise<readonly string[]> => {
  try {
    const problems: string[] = [];
    const loaded = await createVivarium({ ...options, logger: { ...logger, warn: (text) => problems.push(text) } });
    const response = await loaded.world().fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
    expect(response.status).toBeLessThan(500);
    expectNothingLeaks(undefined, await response.text());
    await loaded.close();
    return problems;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.map(({ message }) => message);
  }
};

/** Generous for a busy machine: ten seconds are the limit of all targets of an Overlay. */
const maxLoadMs = 30_000;

const expectLoaded = async (options: object, problem: RegExp | undefined): Promise<void> => {
  const before = process.cpuUsage();
  const problems = await problemsOf(options);
  const { user } = process.cpuUsage(before);
  if (problem === undefined) expect(problems).toEqual([]);
  else expect(problems.join('\n')).toMatch(problem);
  expect(user / 1000).toBeLessThan(maxLoadMs);
  expect(Object.prototype).not.toHaveProperty('polluted');
};

const document = {
  openapi: '3.1.0',
  info: { title: 'Small', version: '1' },
  paths: { '/v1/pets': { get: { operationId: 'list', responses: { 200: { description: 'All.' } } } } },
  'x-texts': [{ long: `${'a'.repeat(40)}c` }],
  'x-many': Array.from({ length: 2000 }, () => ({})),
  'x-deep': JSON.parse(`${'['.repeat(100)}${']'.repeat(100)}`),
};

test('Overlays whose targets take long together', async () => {
  const spy = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 1_000_000, system: 200_000 });
  onTestFinished(() => spy.mockRestore());
  const actions = '- { target: $.info, update: { x-a: 1 } }\n'.repeat(10);
  const folder = folderOf({ 'overlay.yaml': `overlay: 1.0.0\nactions:\n${actions}` });
  const overlay = [join(folder, 'overlay.yaml')];
  const problems = await problemsOf({ document, overlay });
  expect(problems.join('\n')).toMatch(/the targets before it take longer than 10 seconds/);
});

test.each(hostileOverlays)('an Overlay with $name', async ({ actions, problem }) => {
  const text = `overlay: 1.0.0\ninfo: { title: Hostile, version: '1' }\nactions:\n${actions}`;
  const folder = folderOf({ 'overlay.yaml': text });
  await expectLoaded({ document, overlay: [join(folder, 'overlay.yaml')] }, problem);
});

test.each(hostileScenarios)('a scenario with $name', async ({ text, problem }) => {
  const folder = folderOf({});
  writeFileSync(join(folder, 'hostile.yaml'), text);
  await expectLoaded({ scenario: 'hostile', scenarios: folder }, problem);
});
