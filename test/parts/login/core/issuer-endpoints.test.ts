/** The endpoints of the issuer, as the simulation decides them: what each responds is tested in `test/login`. */
import { beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { createRequestContext } from '../../../../src/core/request/request-context.ts';
import { routedOf, type Service } from '../../../../src/core/service/service.ts';
import { compileService } from '../../../../src/openapi/compile.ts';
import { executeEndpoint } from '../../../../src/parts/login/core/issuer.ts';
import type { LoginAnswer } from '../../../../src/parts/login/core/login-types.ts';
import { attachLogin } from '../../../../src/parts/login/index.ts';
import { decide, now, requestOf, stateOf } from '../../../core/helpers.ts';
import { notesDocument } from '../../../login/document.ts';

let service: Service;
beforeAll(async () => {
  service = await attachLogin(compileService(notesDocument as unknown as JsonObject), undefined, undefined);
  await service.ready();
});

const ask = (method: string, path: string) => decide(service, stateOf(service), requestOf(method, path));

test('another method is rejected with those of the path', () => {
  const decided = ask('PUT', '/oidc/token');
  expect([decided.status, decided.header('Allow'), decided.header('Content-Type')]).toEqual([
    405,
    'OPTIONS, POST',
    'application/json',
  ]);
  expect(decided.body).toEqual({
    error: 'invalid_request',
    error_description: 'PUT is not allowed here. Allowed: OPTIONS, POST',
  });
});

test.each([
  ['/.well-known/oauth-authorization-server/oidc', 'test'],
  ['/.well-known/oauth-authorization-server/~alice/oidc', 'alice'],
])('the metadata at %s are those of the world %s', (path, world) => {
  const { status, body } = ask('GET', path);
  expect([status, (body as JsonObject).issuer]).toEqual([200, expect.stringContaining(`/~${world}`)]);
});

test.each([
  ['another scheme', { authorization: 'Basic YTpi' }, 'Bearer error="invalid_request"'],
  ['a token of somebody else', { authorization: 'Bearer x' }, 'Bearer error="invalid_token"'],
])('userinfo rejects %s with a challenge', (_what, headers, challenge) => {
  const decided = decide(service, stateOf(service), requestOf('GET', '/oidc/userinfo', { headers }));
  expect([decided.status, decided.header('WWW-Authenticate')]).toEqual([401, challenge]);
  expect((decided.body as JsonObject).error).toBe('invalid_token');
});

test.each<[LoginAnswer['status'], LoginAnswer['body'], object]>([
  [
    200,
    { json: { a: 1 } },
    { origin: 'success', draft: { isOwnPage: false, body: { mediaType: 'application/json', value: { a: 1 } } } },
  ],
  [
    200,
    { html: '<p>' },
    { origin: 'success', draft: { isOwnPage: true, body: { mediaType: 'text/html; charset=utf-8', value: '<p>' } } },
  ],
  [302, undefined, { origin: 'success', draft: { isOwnPage: false, body: undefined } }],
  [400, { json: {} }, { origin: 'refusal' }],
])('an answer with %i and %o', (status, body, expected) => {
  const grant = { type: 'used', id: 'code' } as const;
  const answer: LoginAnswer = { status, headers: ['X-A', '1'], body, grants: [grant], reason: 'said' };
  const context = createRequestContext(service, stateOf(service), requestOf('GET', '/oidc/authorize'), now);
  const executed = executeEndpoint(context, (routedOf(service) as Service).matcher, () => answer);
  expect(executed).toMatchObject({
    ...expected,
    changes: [{ type: 'part', part: 'login', change: grant }],
    violations: [],
  });
  expect(executed.draft).toMatchObject({ status, headers: ['X-A', '1'] });
  expect(context.steps.at(-1)).toEqual({ type: 'login', reason: 'said' });
});
