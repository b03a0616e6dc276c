import express from 'express';
import { decodeJwt } from 'jose';
import { setupServer } from 'msw/node';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';
import { handlers } from '../../src/parts/testing/msw.ts';
import { serveForTest } from '../serve-for-test.ts';
import { notesDocument } from './document.ts';
import { bearer, form } from './walk.ts';

interface Tokens {
  readonly access_token: string;
}

const password = { grant_type: 'password', username: 'ada', password: 'x' };

const issuerAt = async (base: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
  const response = await fetch(`${base}/oidc/.well-known/openid-configuration`, { headers });
  return ((await response.json()) as { issuer: string }).issuer;
};

/** The status of a call with a token that the same base issues. */
const callWithToken = async (base: string, headers: Readonly<Record<string, string>> = {}): Promise<number> => {
  const response = await fetch(`${base}/oidc/token`, form(password, headers));
  const { access_token: token } = (await response.json()) as Tokens;
  return (await fetch(`${base}/v1/notes`, { headers: { ...headers, ...bearer(token).headers } })).status;
};

test('in an app, below a path', async () => {
  const vivarium = await createVivarium({ document: notesDocument });
  const app = express()
    .use(express.urlencoded({ extended: false }))
    .use('/mock', vivarium.middleware({ control: true }));
  const base = `${await serveForTest(app)}/mock`;
  expect([await issuerAt(base), await callWithToken(base)]).toEqual([`${base}/oidc`, 200]);
  expect(await issuerAt(`${base}/~alice`)).toBe(`${base}/~alice/oidc`);
  const api = `${base}/_vivarium/api/worlds/default`;
  expect(await (await fetch(`${api}/login`)).json()).toMatchObject({ issuer: `${base}/oidc` });
  const { access_token: token } = (await (await fetch(`${api}/tokens`, { method: 'POST' })).json()) as Tokens;
  expect(decodeJwt(token)).toMatchObject({ iss: `${base}/oidc` });
  expect((await fetch(`${base}/v1/notes`, bearer(token))).status).toBe(200);
});

test('in a world that a header or a cookie names, and with several services', async () => {
  const other = { ...notesDocument, info: { title: 'Other', version: '1' }, servers: [{ url: '/other' }] };
  const vivarium = await createVivarium({
    services: { notes: { document: notesDocument }, other: { document: other } },
  });
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  for (const headers of [{ 'vivarium-world': 'bob' }, { cookie: 'vivarium-world=bob' }] as Record<string, string>[])
    expect([await issuerAt(url, headers), await callWithToken(url, headers)]).toEqual([`${url}/~bob/oidc`, 200]);
});

test('in MSW', async () => {
  const vivarium = await createVivarium({ document: notesDocument });
  onTestFinished(() => vivarium.close());
  const server = setupServer(...handlers(vivarium.world()));
  server.listen();
  onTestFinished(() => server.close());
  expect(await callWithToken('http://localhost')).toBe(200);
});
