import { expect, test } from 'vitest';
import { isUsualSecret, toSecretName } from '../../../src/core/service/secrets.ts';

test.each([
  ['X-API-Key', 'xapikey'],
  ['x_api_key', 'xapikey'],
  ['xApiKey', 'xapikey'],
  ['api key', 'apikey'],
  ['TOKEN', 'token'],
])('the name %s is compared as %s', (name, secret) => {
  expect(toSecretName(name)).toBe(secret);
});

test.each([
  ...['Authorization', 'Proxy-Authorization', 'Cookie', 'Set-Cookie', 'api_key', 'X-API-Key', 'accessToken'],
  ...['X-Access-Token', 'auth_token', 'X-Auth-Token', 'refresh_token', 'idToken', 'client_secret', 'token', 'X-Token'],
  ...['password'],
])('%s is a secret in any document', (name) => {
  expect(isUsualSecret(toSecretName(name))).toBe(true);
});

test.each(['key', 'tokens', 'passwords', 'id', ''])('%j is not', (name) => {
  expect(isUsualSecret(toSecretName(name))).toBe(false);
});
