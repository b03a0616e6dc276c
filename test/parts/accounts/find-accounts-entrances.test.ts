import { expect, test } from 'vitest';
import { compileService } from '../../../src/openapi/compile.ts';
import { documentOf, object, operation, type Rest, text } from '../../short-document.ts';

const token = object({ token: text });
const credentials = { takes: object({ username: text, password: text }, ['username']) };
const documentWith = (path: string, post: object) => {
  const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
  const rest = { security: [{ key: [] }], components: { securitySchemes } };
  return compileService(documentOf('a', { [path]: { post } }, {}, rest)).operations[0];
};

test.each<[string, Rest, boolean]>([
  ['/auth/login', credentials, true],
  ['/v1/sign-in', credentials, true],
  ['/login/google', { takes: object({ idToken: text }) }, true],
  ['/sessions', credentials, true],
  ['/api/token', credentials, true],
  ['/auth/register', { takes: object({ email: text, name: text }) }, true],
  ['/users/signup', credentials, true],
  ['/auth/refresh', {}, true],
  ['/token/refresh', {}, true],
  ['/auth/forgot-password', { takes: object({ email: text }) }, true],
  ['/password/reset', {}, true],
  ['/sessions', { takes: object({ courseId: text }) }, false],
  ['/register', { takes: object({ deviceId: text }) }, false],
  ['/tokens', { takes: object({ name: text }) }, false],
  ['/cache/refresh', {}, false],
  ['/users/{id}/reset-password', {}, false],
  ['/auth/change-password', credentials, false],
  ['/auth/logout', {}, false],
  ['/orders', {}, false],
])('POST %s (%#) needs no credential of the whole document: %s', (path, rest, isEntrance) => {
  const found = documentWith(path, operation(token, rest));
  expect(found?.security.length).toBe(isEntrance ? 0 : 1);
  expect(found?.reason.includes('needs no credential')).toBe(isEntrance);
});

test('a security of its own, and x-vivarium, keep the credential', () => {
  const post = operation(token, credentials);
  expect(documentWith('/login', { ...post, security: [{ key: [] }] })?.security).toHaveLength(1);
  expect(documentWith('/login', { ...post, 'x-vivarium': { credential: 'required' } })?.security).toHaveLength(1);
});
