import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { Operation } from '../../../src/core/service/operation.ts';
import {
  type CredentialOptions,
  createRedactSecrets,
  toCurl,
  type VerifyRequest,
} from '../../../src/parts/verify/requests.ts';
import { loadAnimalStore } from '../../core/helpers.ts';

const create = (await loadAnimalStore()).operations.find(({ name }) => name === 'createPet') as Operation;

/** The arguments that a shell passes to curl. */
const argumentsOf = (line: string, variables: Readonly<Record<string, string>> = {}): readonly string[] => {
  const script = `curl() { printf '%s\\0' "$@"; }\n${line}`;
  const output = execFileSync('sh', ['-c', script], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...variables },
  });
  return output.split('\0').slice(0, -1);
};

const requestOf = (parts: Partial<VerifyRequest> = {}): VerifyRequest => ({
  operation: create,
  path: '/pets',
  query: [],
  headers: [],
  cookies: [],
  body: undefined,
  credential: 'valid',
  ...parts,
});

const secret = 'sesame "$(touch /tmp/x)" `id`';
const options: CredentialOptions = { key: secret, headers: [] };

test('a shell passes hostile texts to curl as they are', () => {
  const body = JSON.stringify({ name: `it's "odd" $HOME \`id\` \\ !! 👩‍👧 \n`, other: "'''" });
  const request = requestOf({
    body,
    query: ["a=it's", 'b=$HOME'],
    headers: [['x-odd', `a'b"c$d`]],
    cookies: ['a=1', 'b=2'],
  });
  const args = argumentsOf(toCurl('http://127.0.0.1:1/v1', request, options), { VIVARIUM_KEY: 'the key' });
  expect(args).toEqual([
    '-i',
    '--globoff',
    '--path-as-is',
    '-X',
    'POST',
    '-H',
    `x-odd: a'b"c$d`,
    '-H',
    'Authorization: Bearer the key',
    '-b',
    'a=1; b=2',
    '--data-binary',
    body,
    "http://127.0.0.1:1/v1/pets?a=it's&b=$HOME",
  ]);
});

test('a credential is a variable, and a key that the user did not give is shown', () => {
  const line = toCurl('http://a/v1', requestOf(), options);
  expect(line).toContain('-H "Authorization: Bearer $VIVARIUM_KEY"');
  expect(line).not.toContain('sesame');
  expect(toCurl('http://a/v1', requestOf(), { key: undefined, headers: [] })).toContain(
    '"Authorization: Bearer demo-key"',
  );
  expect(toCurl('http://a/v1', requestOf({ credential: 'wrong' }), options)).toContain('Bearer invalid-key');
  expect(toCurl('http://a/v1', requestOf({ credential: 'none' }), options)).not.toContain('Authorization');
});

test('a secret header has a variable of its own, and replaces the credential of the document', () => {
  const headers = [
    ['X-API-Key', 'sesame'],
    ['Authorization', 'Custom sesame'],
    ['X-Tenant', 'a"$b'],
  ] as const;
  const line = toCurl('http://a/v1', requestOf(), { key: 'sesame', headers });
  expect(line).not.toContain('sesame');
  expect(line).not.toContain('Bearer');
  const variables = { X_API_KEY: 'one', AUTHORIZATION: 'Custom two' };
  expect(argumentsOf(line, variables).filter((text) => text.includes(': '))).toEqual([
    'X-API-Key: one',
    'Authorization: Custom two',
    'X-Tenant: a"$b',
  ]);
  const without = toCurl('http://a/v1', requestOf({ credential: 'none' }), { key: undefined, headers });
  expect(without).not.toContain('Authorization');
});

test.each([
  [{ type: 'basic', challenge: '', scheme: 'key' } as const, 'user:pass', 'Authorization: Basic dXNlcjpwYXNz'],
  [
    { type: 'api-key', in: 'query', name: 'api_key', challenge: '', scheme: 'key' } as const,
    'k',
    'http://a/v1/pets?api_key=k',
  ],
  [{ type: 'api-key', in: 'cookie', name: 'sid', challenge: '', scheme: 'key' } as const, 'k', 'sid=k'],
])('a credential of %j is sent from a variable', (scheme, key, argument) => {
  const request = requestOf({ operation: { ...create, security: [[scheme]] } });
  const line = toCurl('http://a/v1', request, { key, headers: [] });
  expect(line).toContain('$VIVARIUM_KEY');
  expect(argumentsOf(line, { VIVARIUM_KEY: key })).toContain(argument);
});

test('credentials are redacted in texts of the service', () => {
  const redact = createRedactSecrets({
    key: 'sesame',
    headers: [
      ['Authorization', 'Bearer opens'],
      ['X-Tenant', 'acme'],
    ],
  });
  expect(redact(`sesame opens ${btoa('sesame')} acme`)).toBe('[redacted] [redacted] [redacted] acme');
});

test('a body with control characters arrives as it is, and the line has none', () => {
  const body = '--x\r\nContent-Disposition: form-data; name="a\\b"\r\n\r\n100 % of \'it\' \u0001\0\r\n--x--\r\n';
  const line = toCurl('http://127.0.0.1:1/v1', requestOf({ body }), options);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are looked for
  expect(line).not.toMatch(/[\0-\x1f]/);
  const script = `curl() { printf '%s\\n' "$*" >&2; cat; }\n${line}`;
  expect(execFileSync('sh', ['-c', script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).toBe(body);
  expect(line).toContain('--data-binary @-');
});

test('a request without a body is short, also in its method and its query', () => {
  const lineOf = (method: string, parts: Partial<VerifyRequest> = {}, kind = 'header') =>
    toCurl(
      'http://a/v1',
      requestOf({
        ...parts,
        operation: {
          ...{ ...create, method },
          security: [[{ type: 'api-key', in: kind, name: 'k y', challenge: '', scheme: 'key' } as never]],
        },
      }),
      { key: undefined, headers: [] },
    );
  const curl = 'curl -i --globoff --path-as-is';
  expect(lineOf('GET')).toBe(`${curl} -H "k y: demo-key" 'http://a/v1/pets'`);
  expect(lineOf('HEAD', { credential: 'none' })).toBe(`${curl} --head 'http://a/v1/pets'`);
  expect(lineOf('GET', {}, 'query')).toBe(`${curl} 'http://a/v1/pets'"?k%20y=demo-key"`);
  expect(lineOf('GET', { query: ['a=1'] }, 'query')).toBe(`${curl} 'http://a/v1/pets?a=1'"&k%20y=demo-key"`);
  expect(lineOf('GET', { cookies: ['a=1'] }, 'cookie')).toBe(`${curl} -b 'a=1' -b "k y=demo-key" 'http://a/v1/pets'`);
  expect(lineOf('POST', { body: '-\t\n' })).toContain("--data-binary '-\t\n'");
  expect(lineOf('POST', { body: '-\r' })).toMatch(/^printf '\\055\\r' \| curl/);
});

test('basic credentials without a password, and a credential of an optional scheme', () => {
  const basic = { type: 'basic', challenge: '', scheme: 'key' } as const;
  const request = requestOf({ operation: { ...create, security: [[], [basic]] } });
  const variables = { VIVARIUM_KEY: 'user' };
  expect(argumentsOf(toCurl('http://a/v1', request, { key: 'user', headers: [] }), variables)).toContain(
    `Authorization: Basic ${btoa('user:')}`,
  );
});
