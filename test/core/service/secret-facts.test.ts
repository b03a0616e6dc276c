import { expect, test } from 'vitest';
import { isUsualSecret, showLocation, toSecretName } from '../../../src/core/service/secret-facts.ts';

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

test.each([
  ['https://ann:secret@example.com/a.yaml', 'https://[redacted]@example.com/a.yaml'],
  ['HTTP://secret@example.com', 'HTTP://[redacted]@example.com'],
  ['http:///ann:secret@example.com', 'http:///[redacted]@example.com'],
  ['http://ann:sec/ret@example.com', 'http://[redacted]@example.com'],
  ['http://a:b@c@example.com/d@e', 'http://[redacted]@example.com/d@e'],
  ['https://e.com/a?b=1&Access_Token=secret#c', 'https://e.com/a?b=1&Access_Token=[redacted]#c'],
  ['https://e.com/a?%74oken=secret', 'https://e.com/a?%74oken=[redacted]'],
  ['https://e.com/a?b=token&c', 'https://e.com/a?b=token&c'],
  ['specs/a@b?token=1.yaml', 'specs/a@b?token=1.yaml'],
])('the document %s is shown as %s', (location, expected) => {
  expect(showLocation(location)).toBe(expected);
});
