/** Faults of the issuer, and of its tokens. */
import { expect, test } from 'vitest';
import type { CoverageView, FaultDocument } from '../../src/index.ts';
import { type CoverageReport, readReport, sumRuns, totalsOf } from '../../src/world/evidence/coverage-report.ts';
import { authorizeUrl, bearer, form, logIn, notesVivarium, notesWorld } from './walk.ts';

const password = form({ grant_type: 'password', username: 'ada', password: 'x' });

test('a fault without a name of an endpoint does not touch the issuer', async () => {
  const world = await notesWorld();
  world.fault('unavailable');
  world.fault('all', { status: 500, on: { operation: '*' } });
  world.fault('by-path', { status: 500, on: { path: '/oidc/*' } });
  world.fault('by-method', { status: 500, on: { method: 'POST' } });
  expect((await world.fetch('/oidc/token', password)).status).toBe(200);
  expect((await world.fetch('/v1/notes')).status).toBe(503);
});

test.each(['oidc.token', 'oidc.*', ['listNotes', 'oidc.t*']])('one that names %j does', async (operation) => {
  const world = await notesWorld();
  world.fault('down', { status: 503, on: { operation } });
  const response = await world.fetch('/oidc/token', password);
  expect([response.status, await response.json()]).toEqual([
    503,
    { error: 'temporarily_unavailable', error_description: expect.any(String) },
  ]);
  expect(world.exchanges()[0]?.faults).toEqual([{ name: 'down', effect: 'status' }]);
});

test.each([
  ['oidc.token', '/oidc/token', 400, 'invalid_grant'],
  ['oidc.token', '/oidc/token', 401, 'invalid_client'],
  ['oidc.userinfo', '/oidc/userinfo', 401, 'invalid_token'],
  ['oidc.jwks', '/oidc/jwks', 500, 'server_error'],
])('%s with the status %s has the error of its specification', async (operation, path, status, error) => {
  const world = await notesWorld();
  world.fault('forced', { status, on: { operation } });
  const response = await world.fetch(path, operation === 'oidc.token' ? password : {});
  expect([response.status, await response.json()]).toEqual([status, { error, error_description: expect.any(String) }]);
});

test('a forced status of the page is a page', async () => {
  const world = await notesWorld();
  world.fault('forced', { status: 500, on: { operation: 'oidc.authorize' } });
  const response = await world.fetch(authorizeUrl());
  expect([response.status, response.headers.get('content-type')]).toEqual([500, expect.stringMatching(/^text\/html/)]);
});

test('a preference of a request to the issuer applies to it', async () => {
  const world = await notesWorld();
  const asked = { ...password, headers: { ...password.headers, prefer: 'code=503' } };
  expect((await world.fetch('/oidc/token', asked)).status).toBe(503);
});

const flawed = [
  ['token-expired', 'it has expired'],
  ['wrong-audience', 'its audience is urn:vivarium:wrong'],
] as const;

test.each(flawed)('%s holds for every token that the world issues', async (name, reason) => {
  const world = await notesWorld();
  const good = await logIn(world);
  world.fault(name);
  for (const { access_token: token } of [
    await logIn(world),
    (await (await world.fetch('/oidc/token', password)).json()) as { access_token: string },
  ]) {
    const response = await world.fetch('/v1/notes', bearer(token));
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    expect(world.exchanges()[0]?.why.join('\n')).toContain(reason);
  }
  expect((await world.fetch('/v1/notes', bearer(good.access_token))).status).toBe(200);
});

test.each(flawed)('%s fires from a scenario and a preference', async (name) => {
  const vivarium = await notesVivarium({}, { faults: [name as FaultDocument] });
  const world = vivarium.world();
  await world.fetch('/oidc/token', password);
  expect(world.exchanges()[0]?.faults).toEqual([{ name, effect: 'token' }]);
  const other = await notesWorld();
  const asked = { ...password, headers: { ...password.headers, prefer: `fault=${name}` } };
  expect((await other.fetch('/oidc/token', asked)).headers.get('preference-applied')).toBe(`fault=${name}`);
});

test('a scenario may name endpoints, but no others', async () => {
  const on = (operation: string) => notesVivarium({}, { faults: [{ name: 'x', status: 503, on: { operation } }] });
  await on('oidc.token');
  await on('oidc.*');
  await expect(on('oidc.tokn')).rejects.toThrow(/unknown operation "oidc\.tokn".*oidc\.token, oidc\.userinfo/s);
});

test('a forced 401 has the challenge of its endpoint', async () => {
  const world = await notesWorld();
  world.fault('x', { status: 401, on: { operation: 'oidc.*' } });
  const challengeAt = async (path: string, init?: RequestInit): Promise<string | null> =>
    (await world.fetch(path, init)).headers.get('www-authenticate');
  expect(await challengeAt('/oidc/token', password)).toBe('Basic realm="oidc"');
  expect(await challengeAt('/oidc/userinfo')).toBe('Bearer error="invalid_token"');
});

/** As `vivarium coverage` counts them. */
const totals = (view: CoverageView) =>
  totalsOf(sumRuns(readReport(JSON.parse(JSON.stringify(view))) as CoverageReport));

test('the endpoints are in the coverage from their first call, and never count', async () => {
  const world = await notesWorld();
  const before = world.coverage();
  expect(before.items.map(({ operation }) => operation)).toEqual(['listNotes', 'addNote', 'open']);
  await world.fetch('/oidc/token', password);
  await world.fetch('/oidc/token', { method: 'POST' });
  const after = world.coverage();
  expect(after.items.at(-1)).toMatchObject({
    ...{ operation: 'oidc.token', method: 'POST', path: '/oidc/token', requests: 2 },
    statuses: { 200: 1, 400: 1 },
  });
  expect(after.unmatched).toEqual(before.unmatched);
  expect(totals(after)).toEqual(totals(before));
});
