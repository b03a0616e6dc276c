import { expect, test } from 'vitest';
import { operationOf, serviceOf } from '../documents.ts';

const securitySchemes = {
  bearer: { type: 'http', scheme: 'Bearer' },
  basic: { type: 'http', scheme: 'basic' },
  header: { type: 'apiKey', in: 'header', name: 'X-Key' },
  query: { type: 'apiKey', in: 'query', name: 'key' },
  cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
  oauth: { type: 'oauth2', flows: {} },
  oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://example.com' },
  digest: { type: 'http', scheme: 'digest' },
  other: { type: 'http', scheme: 'other' },
  tls: { type: 'mutualTLS' },
  referred: { $ref: '#/components/securitySchemes/header' },
};

const securityOf = (operation: object, security?: unknown) => {
  const service = serviceOf(
    { '/a': { get: { operationId: 'a', responses: {}, ...operation } } },
    { components: { securitySchemes }, ...(security === undefined ? {} : { security }) },
  );
  return { security: operationOf(service, 'a').security, problems: service.problems.map(({ pointer }) => pointer) };
};

test('schemes define where the credential is', () => {
  const names = ['bearer', 'basic', 'header', 'query', 'cookie', 'oauth', 'oidc', 'referred'];
  const { security } = securityOf({ security: names.map((name) => ({ [name]: [] })) });
  expect(security.flat()).toMatchObject([
    { type: 'bearer', challenge: 'Bearer' },
    { type: 'basic', challenge: expect.stringContaining('Basic realm=') },
    { type: 'api-key', in: 'header', name: 'X-Key' },
    { type: 'api-key', in: 'query', name: 'key' },
    { type: 'api-key', in: 'cookie', name: 'session' },
    { type: 'bearer' },
    { type: 'bearer' },
    { type: 'api-key', in: 'header' },
  ]);
});

test('a scheme has the name under which an operation requires it', () => {
  const { security } = securityOf({ security: [{ referred: [] }, { oauth: [] }] });
  expect(security.flat().map(({ scheme }) => scheme)).toEqual(['referred', 'oauth']);
});

test('one alternative is enough, and all schemes of one alternative are required', () => {
  const { security } = securityOf({ security: [{ bearer: [], header: [] }, { basic: [] }] });
  expect(security.map((alternative) => alternative.map(({ type }) => type))).toEqual([
    ['bearer', 'api-key'],
    ['basic'],
  ]);
});

test('every scheme has a well-formed challenge, whatever the name of its key', () => {
  const challengeFor = (scheme: object) => {
    const service = serviceOf(
      { '/a': { get: { operationId: 'a', responses: {} } } },
      { components: { securitySchemes: { one: scheme } }, security: [{ one: [] }] },
    );
    return operationOf(service, 'a').security[0]?.[0]?.challenge;
  };
  const key = { type: 'apiKey', in: 'header' };
  expect(challengeFor({ ...key, name: 'X-Key' })).toBe('ApiKey realm="service", in="header", name="X-Key"');
  expect(challengeFor({ ...key, in: 'query', name: 'a"b\\' })).toBe(
    'ApiKey realm="service", in="query", name="a\\"b\\\\"',
  );
  expect(challengeFor({ ...key, in: 'query', name: 'schlüssel\n' })).toBe(
    'ApiKey realm="service", in="query", name="schl%C3%BCssel%0A"',
  );
  expect(challengeFor({ ...key, in: 'cookie', name: 'schlüssel' })).toContain('name="schl%C3%BCssel"');
  // No client can send it.
  expect(challengeFor({ ...key, in: 'cookie', name: 'schlüssel\n' })).toBeUndefined();
});

test('of schemes that share the Authorization header, each one suffices', () => {
  const names = securityOf({ security: [{ bearer: [], header: [], basic: [] }] }).security.map((schemes) =>
    schemes.map(({ scheme }) => scheme),
  );
  expect(names).toEqual([
    ['bearer', 'header'],
    ['basic', 'header'],
  ]);
});

test('an empty alternative makes the credential optional', () => {
  expect(securityOf({ security: [{ bearer: [] }, {}] }).security).toEqual([
    [{ type: 'bearer', scheme: 'bearer', challenge: 'Bearer' }],
    [],
  ]);
});

test("an operation's security replaces the document's, even if it is empty", () => {
  expect(securityOf({}, [{ bearer: [] }]).security).toHaveLength(1);
  expect(securityOf({ security: [] }, [{ bearer: [] }]).security).toEqual([]);
  expect(securityOf({ security: [{ basic: [] }] }, [{ bearer: [] }]).security).toMatchObject([[{ type: 'basic' }]]);
});

test('an unknown or unsupported scheme is not required, and is reported', () => {
  const { security, problems } = securityOf({ security: [{ nobody: [], bearer: [] }] });
  expect(security).toEqual([[{ type: 'bearer', scheme: 'bearer', challenge: 'Bearer' }]]);
  expect(problems).toEqual([
    '/components/securitySchemes/other/scheme',
    '/components/securitySchemes/tls',
    '/paths/~1a/get/security/0/nobody',
  ]);
});

test('of another registered scheme, the word before the credential is checked', () => {
  const { security } = securityOf({ security: [{ digest: [] }] });
  const challenge = expect.stringMatching(/^Digest realm="service"/);
  expect(security).toEqual([
    [{ type: 'api-key', scheme: 'digest', in: 'header', name: 'Authorization', word: 'digest', challenge }],
  ]);
});
