import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { defaultLoginRules, type TokenJudgement } from '../../../src/core/service/login-facts.ts';
import type { ServicePart } from '../../../src/core/service/service.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/scenario-schema.ts';
import { decide, documentOf, readyService, requestOf, stateOf } from '../helpers.ts';

const path = (security?: readonly JsonObject[]): JsonObject => ({
  get: { ...(security && { security }), responses: { 200: { description: 'Fine.' }, 401: { description: 'No.' } } },
});

const service = await readyService(
  documentOf(
    {
      '/bearer': path(),
      '/basic': path([{ basic: [] }]),
      '/header': path([{ header: [] }]),
      '/raw': path([{ raw: [] }]),
      '/query': path([{ query: [] }]),
      '/query-authorization': path([{ queryAuthorization: [] }]),
      '/cookie': path([{ cookie: [] }]),
      '/oauth': path([{ oauth: ['read'] }]),
      '/open': path([]),
      '/optional': path([{ bearer: [] }, {}]),
      '/either': path([{ header: [] }, { bearer: [] }]),
      '/both': path([{ bearer: [], header: [] }]),
      '/both-or-basic': path([{ query: [], header: [] }, { basic: [] }]),
    },
    {
      security: [{ bearer: [] }],
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'Bearer' },
          basic: { type: 'http', scheme: 'basic' },
          header: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
          raw: { type: 'apiKey', in: 'header', name: 'Authorization' },
          query: { type: 'apiKey', in: 'query', name: 'key' },
          queryAuthorization: { type: 'apiKey', in: 'query', name: 'Authorization' },
          cookie: { type: 'apiKey', in: 'cookie', name: 'session' },
          oauth: { type: 'oauth2', flows: {} },
        },
      },
    },
  ),
);

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: NonNullable<ScenarioDocument['auth']>;
}

const ask = (target: string, { headers = {}, auth }: Asked = {}) => {
  const request = requestOf('GET', target);
  const { authorization: _left, ...rest } = request.headers;
  const decided = decide(service, stateOf(service, auth === undefined ? {} : { auth }), {
    ...request,
    headers: { ...rest, ...headers },
  });
  return {
    status: decided.status,
    challenge: decided.header('WWW-Authenticate'),
    step: decided.exchange.steps.find((step) => step.type === 'credential')?.result,
  };
};
const status = (target: string, authorization?: string, auth?: Asked['auth']): number =>
  ask(target, { headers: authorization === undefined ? {} : { authorization }, ...(auth && { auth }) }).status;

describe('a bearer token', () => {
  test('of the right syntax is accepted, the scheme in any case', () => {
    for (const authorization of ['Bearer demo', 'bearer demo', 'BEARER  demo', 'Bearer a.b-c_d~e+f/g==', 'Bearer ~'])
      expect(status('/bearer', authorization)).toBe(200);
    expect(status('/oauth', 'Bearer demo')).toBe(200);
    expect(ask('/bearer', { headers: { authorization: 'Bearer demo' } }).step).toBe('accepted');
  });

  test('is any text, spaces included', () => {
    for (const token of ['My API Key', '"demo"', '=', 'dëmo', 'demo, Bearer demo'])
      expect(status('/bearer', `Bearer ${token}`)).toBe(200);
    expect(status('/bearer', 'Bearer  My API Key', { keys: ['My API Key'] })).toBe(200);
    expect(status('/bearer', 'Bearer My API Key', { keys: ['Key'] })).toBe(401);
    expect(status('/bearer', 'Bearer invalid key')).toBe(401);
  });

  test.each(['Bearer', 'Bearer ', 'demo', 'Token demo', 'Basic ZGVtbzpkZW1v', 'Bearerdemo'])(
    '%j is malformed',
    (authorization) => {
      expect(ask('/bearer', { headers: { authorization } })).toEqual({
        status: 401,
        challenge: 'Bearer',
        step: 'The credential is malformed: send the header "Authorization: Bearer <token>".',
      });
    },
  );

  test('that is missing gets 401', () => {
    for (const headers of [{}, { authorization: '' }])
      expect(ask('/bearer', { headers })).toEqual({
        status: 401,
        challenge: 'Bearer',
        step: 'The credential is missing: send the header "Authorization: Bearer <token>".',
      });
  });

  test('that is rejected is reported in the challenge', () => {
    for (const token of ['invalid', 'invalid-key', 'expired', 'revoked.1'])
      expect(ask('/bearer', { headers: { authorization: `Bearer ${token}` } })).toEqual({
        status: 401,
        challenge: 'Bearer error="invalid_token"',
        step: 'The credential in the Authorization header is not accepted.',
      });
    expect(status('/bearer', 'Bearer not-invalid')).toBe(200);
  });
});

describe('a user and a password', () => {
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;

  test('are accepted in base64, also empty ones', () => {
    for (const pair of ['user:password', ':', 'user:', 'a:b:c']) expect(status('/basic', basic(pair))).toBe(200);
    expect(status('/basic', basic('user:password').replace('Basic', 'basic'))).toBe(200);
  });

  test('its password may be rejected, whoever sends it', () => {
    for (const pair of ['invalid:password', 'user:invalid', 'user:expired-1'])
      expect(status('/basic', basic(pair))).toBe(401);
    expect(status('/basic', basic('user:not:invalid'))).toBe(200);
  });

  test.each([
    'Basic',
    'Basic !!!',
    'Basic a',
    basic('no-colon'),
    'Bearer demo',
    `x ${basic('user:password')}`,
    `${basic('user:password')} x`,
  ])('%j is malformed', (authorization) => {
    expect(ask('/basic', { headers: { authorization } })).toMatchObject({
      status: 401,
      challenge: expect.stringMatching(/^Basic realm="/),
      step: expect.stringContaining('malformed: send the header "Authorization: Basic'),
    });
  });

  test('that are missing get 401', () => {
    for (const headers of [{}, { authorization: '' }])
      expect(ask('/basic', { headers })).toMatchObject({ status: 401, step: expect.stringContaining('missing') });
  });

  test('are compared as UTF-8, as the challenge announces', () => {
    const auth = { keys: ['jürgen:größe'] };
    expect(status('/basic', basic('jürgen:größe'), auth)).toBe(200);
    expect(status('/basic', basic('jurgen:grosse'), auth)).toBe(401);
    expect(ask('/basic').challenge).toContain('charset="UTF-8"');
  });

  test('are rejected by pattern as well', () => {
    expect(status('/basic', basic('expired:x'))).toBe(401);
  });
});

describe('an API key', () => {
  test('is found in a header, by any spelling of its name', () => {
    expect(ask('/header', { headers: { 'x-api-key': 'demo' } }).status).toBe(200);
    expect(ask('/header', { headers: { 'x-api-key': 'invalid' } })).toEqual({
      status: 401,
      challenge: 'ApiKey realm="service", in="header", name="X-API-Key"',
      step: 'The credential in the header "X-API-Key" is not accepted.',
    });
    expect(ask('/header', { headers: { authorization: 'Bearer demo' } }).step).toBe(
      'The credential is missing: send it in the header "X-API-Key".',
    );
  });

  test('that is the Authorization header may have a scheme before it', () => {
    const auth = { keys: ['demo'] };
    for (const authorization of ['demo', 'Token demo', 'Bearer demo'])
      expect(ask('/raw', { headers: { authorization }, auth }).status).toBe(200);
    expect(ask('/raw', { headers: { authorization: 'Token demo' }, auth: { keys: ['Token demo'] } }).status).toBe(200);
    for (const authorization of ['Token other', '1 Token demo', 'Token demo more'])
      expect(ask('/raw', { headers: { authorization }, auth }).status).toBe(401);
    expect(ask('/raw', { headers: { authorization: 'Token invalid-key' } }).status).toBe(401);
  });

  test('that is not the Authorization header is the whole value', () => {
    const auth = { keys: ['demo'] };
    expect(ask('/header', { headers: { 'x-api-key': 'Token demo' }, auth }).status).toBe(401);
    expect(ask('/query-authorization?Authorization=Token%20demo', { auth }).status).toBe(401);
  });

  test('is found in the query, decoded', () => {
    expect(status('/query?key=demo')).toBe(200);
    expect(ask('/query?key=a%26b', { auth: { keys: ['a&b'] } }).status).toBe(200);
    expect(status('/query?key=')).toBe(401);
    expect(status('/query?Key=demo')).toBe(401);
    expect(ask('/query').step).toBe('The credential is missing: send it in the query parameter "key".');
  });

  test('is found in a cookie, among others', () => {
    expect(ask('/cookie', { headers: { cookie: 'a=b; session=demo; c=d' } }).status).toBe(200);
    expect(ask('/cookie', { headers: { cookie: 'session=a%20b' }, auth: { keys: ['a b'] } }).status).toBe(200);
    expect(ask('/cookie', { headers: { cookie: 'mysession=demo; session=' } }).status).toBe(401);
    expect(ask('/cookie').step).toBe('The credential is missing: send it in the cookie "session".');
  });
});

describe('of several schemes', () => {
  test('any alternative is enough', () => {
    expect(status('/either', 'Bearer demo')).toBe(200);
    expect(ask('/either', { headers: { 'x-api-key': 'demo' } }).status).toBe(200);
    expect(ask('/either', { headers: { 'x-api-key': 'invalid', authorization: 'Bearer demo' } }).status).toBe(200);
    expect(status('/either')).toBe(401);
  });

  test('all of one alternative are needed', () => {
    expect(status('/both', 'Bearer demo')).toBe(401);
    expect(ask('/both', { headers: { 'x-api-key': 'demo' } }).status).toBe(401);
    expect(ask('/both', { headers: { 'x-api-key': 'demo', authorization: 'Bearer demo' } }).status).toBe(200);
    expect(ask('/both', { headers: { 'x-api-key': 'revoked', authorization: 'Bearer demo' } }).status).toBe(401);
    expect(ask('/both-or-basic?key=k', { headers: { 'x-api-key': 'demo' } }).status).toBe(200);
    expect(status('/both-or-basic?key=k')).toBe(401);
    expect(status('/both-or-basic', 'Basic dTpw')).toBe(200);
  });

  test('a wrong one is reported rather than a missing one', () => {
    expect(ask('/either', { headers: { authorization: 'Bearer expired' } })).toEqual({
      status: 401,
      challenge: 'Bearer error="invalid_token"',
      step: 'The credential in the Authorization header is not accepted.',
    });
  });

  test('the first one is reported if all are missing, and a wrong one rather than a later missing one', () => {
    expect(ask('/either').challenge).toMatch(/^ApiKey/);
    expect(ask('/either', { headers: { 'x-api-key': 'invalid' } })).toMatchObject({
      challenge: expect.stringMatching(/^ApiKey/),
      step: 'The credential in the header "X-API-Key" is not accepted.',
    });
  });

  test('none is required if the document requires none, or makes it optional', () => {
    expect(ask('/open')).toMatchObject({ status: 200, step: 'not required' });
    expect(ask('/optional')).toMatchObject({ status: 200, step: 'not required' });
    expect(status('/optional', 'Bearer expired')).toBe(200);
  });
});

describe('the scenario defines', () => {
  test('the accepted keys, and no others', () => {
    const auth = { keys: ['demo-key', 'other'] };
    expect(status('/bearer', 'Bearer demo-key', auth)).toBe(200);
    expect(status('/bearer', 'Bearer other', auth)).toBe(200);
    expect(status('/bearer', 'Bearer demo', auth)).toBe(401);
    expect(status('/bearer', 'Bearer demo-key', { keys: [] })).toBe(401);
  });

  test('the rejected keys, instead of the usual ones', () => {
    const auth = { rejected: ['old-*', '*-test'] };
    expect(status('/bearer', 'Bearer old-1', auth)).toBe(401);
    expect(status('/bearer', 'Bearer my-test', auth)).toBe(401);
    expect(status('/bearer', 'Bearer expired', auth)).toBe(200);
    expect(status('/bearer', 'Bearer expired', { rejected: [] })).toBe(200);
  });

  test('a key that is both accepted and rejected is rejected', () => {
    expect(status('/bearer', 'Bearer expired-key', { keys: ['expired-key'] })).toBe(401);
    expect(status('/bearer', 'Bearer expired-key', { keys: ['expired-key'], rejected: [] })).toBe(200);
  });
});

describe('the issuer of the login judges a token', () => {
  const judged = (judgement: TokenJudgement, { login, keys }: { login?: object; keys?: readonly string[] } = {}) => {
    const state = stateOf(service, keys === undefined ? {} : { auth: { keys: [...keys] } });
    const rules = login === undefined ? state.rules : { ...state.rules, login: { ...defaultLoginRules, ...login } };
    const withLogin = { ...service, attached: [{ name: 'login', judge: () => judgement } as ServicePart] };
    const decided = decide(withLogin, { ...state, rules }, requestOf('GET', '/oauth'));
    return [decided.status, decided.header('WWW-Authenticate')];
  };
  const accepted = (...scopes: readonly string[]): TokenJudgement => ({
    type: 'accepted',
    claims: {},
    scopes: new Set(scopes),
  });
  const foreign: TokenJudgement = { type: 'foreign' };
  const rejected: TokenJudgement = { type: 'rejected', reason: 'it has expired' };
  const invalid = [401, 'Bearer error="invalid_token"'];

  test.each([
    ['with the scope', accepted('read', 'write'), {}, [200, undefined]],
    ['without the scope', accepted('write'), {}, [401, 'Bearer error="insufficient_scope", scope="read"']],
    ['that is foreign', foreign, {}, [200, undefined]],
    ['that is foreign, where only its own count', foreign, { login: { acceptsOnlyIssued: true } }, invalid],
    ['that is foreign and a key', foreign, { login: { acceptsOnlyIssued: true }, keys: ['demo'] }, [200, undefined]],
    ['that is foreign and no key', foreign, { keys: ['other'] }, invalid],
    ['that it rejects', rejected, {}, invalid],
    ['that it rejects, but a key', rejected, { keys: ['demo'] }, [200, undefined]],
  ])('%s', (_which, judgement, rules, expected) => {
    expect(judged(judgement, rules)).toEqual(expected);
  });
});
