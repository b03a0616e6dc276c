/** Where the secrets of an exchange are found, place by place. The formats of bodies are tested in redact.test.ts. */
import { describe, expect, test } from 'vitest';
import type { Exchange, Step } from '../../../src/core/exchange.ts';
import type { HttpRequest } from '../../../src/core/http/http.ts';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createRedactFor } from '../../../src/world/evidence/redact.ts';
import { documentOf, readyService, requestOf } from '../../core/helpers.ts';
import { inPath, inQuery, integer, jsonBody, listOf, named, object, text } from '../../short-document.ts';
import { exchangeOf } from './support.ts';

const secret = 'ABCDEFGH';
const none = '[redacted]';

const session: JsonObject = object({ token: { type: 'string' }, user: { type: 'string' } }, ['token', 'user']);
const json = (schema: JsonObject): JsonObject => ({ content: jsonBody(schema) });
const answer = (schema: JsonObject): JsonObject => ({ 200: { description: 'It.', ...json(schema) } });
const page = object({ items: listOf(session), nextCursor: { type: 'string' }, total: integer });

const service = await readyService(
  documentOf({
    '/sessions': {
      get: {
        operationId: 'listSessions',
        parameters: [inQuery('cursor'), inQuery('limit', integer)],
        responses: {
          200: { description: 'It.', headers: { 'X-Next-Cursor': { schema: text } }, ...json(page) },
        },
      },
      post: {
        operationId: 'createSession',
        requestBody: json(session),
        responses: { 201: answer(session)['200'] as JsonObject },
      },
    },
    '/sessions/{token}': {
      parameters: [inPath('token', { type: 'string' })],
      get: { operationId: 'getSession', responses: answer(session) },
    },
    '/things/{id}': {
      parameters: [inPath('id', { type: 'string' })],
      post: {
        operationId: 'changeThing',
        parameters: [
          { name: 'X-Pin', in: 'header', schema: { type: 'string', format: 'password' } },
          inQuery('pin', { type: 'string', format: 'password' }),
        ],
        requestBody: { content: { 'text/plain': { schema: { type: 'string', format: 'password' } } } },
        responses: answer(object({ name: { type: 'string' } })),
      },
    },
  }),
);
const withLogin = { ...service, attached: [{ name: 'login', routed: service }] };

const redact = (over: Partial<Exchange>, of = service): Exchange =>
  createRedactFor()(of)(exchangeOf(1, { operation: 'changeThing', ...over }));
const requestWith = (request: Partial<HttpRequest>, of = service): HttpRequest =>
  redact({ request: { ...requestOf('POST', '/things/1'), ...request } }, of).request;

test('nothing is redacted where credentials are shown', () => {
  const exchange = exchangeOf(1);
  expect(createRedactFor({ showCredentials: true })(service)(exchange)).toBe(exchange);
});

describe('a header', () => {
  test.each([
    ['authorization', `Bearer ${secret}`, `Bearer ${none}`],
    ['authorization', `basic ${secret}`, `basic ${none}`],
    ['authorization', secret, none],
    ['authorization', `${secret} ${secret}`, none],
    ['Proxy-Authorization', `Basic ${secret}`, `Basic ${none}`],
    ['cookie', `a=${secret}; vivarium-world=default`, `a=${none}; vivarium-world=default`],
    ['cookie', secret, none],
    ['cookie', `a=${secret}; b=${secret}`, `a=${none}; b=${none}`],
    ['set-cookie', `sid=${secret}; Path=/`, `sid=${none}; Path=/`],
    ['x-api-key', secret, none],
    ['x-pin', secret, none],
    ['x-other', 'plain', 'plain'],
    ['referer', `http://a/?access_token=${secret}&b=1`, undefined],
    ['referer', `http://a/?x=1&p%69n=${secret}#top`, `http://a/?x=1&p%69n=${none}#top`],
    ['x-json', `{"password":"${secret}","a":1}`, `{"password":"${none}","a":1}`],
  ])('%s: %s', (name, value, expected) => {
    for (const shown of [
      requestWith({ headers: { [name]: value } }).headers[name],
      redact({ response: { status: 200, headers: [name, value], body: undefined } }).response.headers[1],
    ]) {
      if (expected === undefined) expect(shown).not.toContain(secret);
      else expect(shown).toBe(expected);
    }
  });

  test('that was sent several times, or not', () => {
    const headers = { 'x-pin': [secret, secret], 'x-more': ['a', 'b'], 'x-none': undefined };
    expect(requestWith({ headers: headers as never }).headers).toEqual({
      'x-pin': [none, none],
      'x-more': ['a', 'b'],
      'x-none': undefined,
    });
  });
});

test('an address within an address is decoded three times', () => {
  const within = (levels: number): string =>
    `http://a/?u=${levels === 0 ? `1&token=${secret}` : encodeURIComponent(within(levels - 1))}`;
  const isShown = (levels: number): boolean =>
    String(requestWith({ headers: { referer: within(levels) } }).headers.referer).includes(secret);
  expect([isShown(3), isShown(4)]).toEqual([false, true]);
});

describe('an address', () => {
  test.each([
    ['', ''],
    [`pin=${secret}&a=1`, `pin=${none}&a=1`],
    [`x=1&p%69n=${secret}%20more`, `x=1&pin=${none}`],
    [`password=${secret}`, `password=${none}`],
    ['a=1&b=2', 'a=1&b=2'],
  ])('has the query %s', (query, expected) => {
    expect(decodeURIComponent(requestWith({ query }).query)).toBe(expected);
  });

  test('has a code only where there is a login', () => {
    expect(requestWith({ query: `code=${secret}` }).query).toContain(secret);
    expect(requestWith({ query: `code=${secret}` }, withLogin).query).not.toContain(secret);
  });

  test.each([
    [`/things/a;token=${secret}`, '/things/a;token='],
    ['/things/1', '/things/1'],
    ['/things/a=b', '/things/a=b'],
  ])('has the path %s', (path, start) => {
    const shown = requestWith({ path }).path;
    expect(shown).not.toContain(secret);
    expect(shown.startsWith(start)).toBe(true);
  });
});

describe('a body', () => {
  const bodyOf = (text: string, type: string, of = service): string => {
    const { body } = requestWith({ body: { type: 'text', text }, headers: { 'content-type': type } }, of);
    return body.type === 'text' ? body.text : '';
  };

  test('that is a secret as a whole is one only in the request that declares it', () => {
    expect(bodyOf(secret, 'Text/Plain; charset=utf-8')).toBe(none);
    const response = { status: 200, headers: ['content-type', 'text/plain'], body: 'plain' };
    expect(redact({ response }).response.body).toBe('plain');
  });

  test('is read as what the header says, in a response too, and as bytes', () => {
    for (const rest of ['a=1', '&a=1', 'a=1&'])
      expect(decodeURIComponent(bodyOf(`password=${secret}&${rest}`, 'application/x-www-form-urlencoded'))).toBe(
        `password=${none}&${rest}`,
      );
    const body = (value: string | Uint8Array) =>
      redact({ response: { status: 200, headers: ['X-A', 'content-type', 'Content-Type', 'text/csv'], body: value } })
        .response.body;
    const table = `a,password\n1,${secret}\n`;
    const bytes = new TextEncoder().encode(table);
    expect(body(table)).not.toContain(secret);
    expect(body('a,b\n1,2\n')).toBe('a,b\n1,2\n');
    expect(new TextDecoder().decode(body(bytes) as Uint8Array)).toBe(body(table));
    const plain = new TextEncoder().encode('a,b\n');
    expect(body(plain)).toBe(plain);
    expect(redact({ response: { status: 204, headers: [], body: undefined } }).response.body).toBeUndefined();
  });

  const part = (name: string, value: string): string =>
    `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  test.each([
    ['with a secret by its name is one as a whole', `say password: ${secret}`, 'text/plain', none],
    [
      'of markup keeps what is none',
      `<a><password>${secret}</password>x</a>`,
      'text/xml',
      `<a><password>${none}</password>x</a>`,
    ],
    ['with a secret by its name, and a tag in it', `say <b>password: ${secret}</b>`, 'text/plain', none],
    ['that only begins like parts', `--b password: ${secret}`, 'text/plain', none],
    ['that is no form is read as a text', `password ${secret}`, 'application/x-www-form-urlencoded', none],
    ['that is no multipart is read as a text', `password ${secret}`, 'multipart/form-data; boundary=b', none],
    [
      ...['of parts keeps those that are none', part('password', secret) + part('a', '1')],
      ...['multipart/form-data; boundary=b', part('password', none) + part('a', '1')],
    ],
    [
      'of parts reads none within another one',
      part('a', '')
        .replace('"\r\n', `"\r\nContent-Type: multipart/mixed; boundary=c\r\n`)
        .replace(/\r\n$/, `${part('password', secret).replaceAll('--b', '--c')}`),
      'multipart/form-data; boundary=b',
      part('a', '')
        .replace('"\r\n', `"\r\nContent-Type: multipart/mixed; boundary=c\r\n`)
        .replace(/\r\n$/, `${none}\r\n`),
    ],
    ['that is a form in part is read as a text', `a=1&password ${secret}`, 'application/x-www-form-urlencoded', none],
    ['of JSON without one keeps its spaces', '[1, { "a": 2 }]', 'application/json', '[1, { "a": 2 }]'],
    ['without one stays', 'word: SUMMER', 'text/x-notes', 'word: SUMMER'],
  ])('%s', (_what, text, type, expected) => {
    expect(bodyOf(text, type)).toBe(expected);
  });

  test('that is not UTF-8 keeps its bytes', () => {
    const bytes = Uint8Array.from([0xff, 0xfe, 0x61]);
    const { body } = requestWith({ body: { type: 'bytes', bytes }, headers: {} });
    expect(body).toEqual({ type: 'bytes', bytes });
    const latin = Buffer.from(`name=é&password=${secret}`, 'latin1');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const shown = requestWith({ body: { type: 'bytes', bytes: latin }, headers: form }).body as { bytes: Uint8Array };
    expect(decodeURIComponent(Buffer.from(shown.bytes).toString('latin1').slice(7))).toBe(`password=${none}`);
  });

  test.each<readonly [string, unknown, unknown]>([
    [
      'a JSON Patch that sets a secret',
      [{ op: 'add', path: '/a/password', value: secret }],
      [{ op: 'add', path: '/a/password', value: none }],
    ],
    ['another JSON Patch', [{ op: 'add', path: '/a/name', value: 'x' }], [{ op: 'add', path: '/a/name', value: 'x' }]],
    ['what only looks like one', { op: 1, path: '/password', value: 'x' }, { op: 1, path: '/password', value: 'x' }],
    ...['grant_type', 'redirect_uri', 'client_id'].map(
      (name) =>
        [`a request for a token with ${name}`, { [name]: 'a', code: secret }, { [name]: 'a', code: none }] as const,
    ),
    ['a request for a token with PKCE', { code_verifier: 'a', code: secret }, { code_verifier: none, code: none }],
    ['a code alone', { code: 'SUMMER', clientele: 'x' }, { code: 'SUMMER', clientele: 'x' }],
    ['no secret', { password: null, list: [1, true, null, 'x'] }, { password: null, list: [1, true, null, 'x'] }],
    ['a secret in a list', [1, { a: [{ password: secret }] }], [1, { a: [{ password: none }] }]],
    ['JSON in a text', { a: `{"password":"${secret}"}` }, { a: `{"password":"${none}"}` }],
  ])('has %s', (_what, value, expected) => {
    expect(JSON.parse(bodyOf(JSON.stringify(value), 'application/json'))).toEqual(expected);
  });
});

describe('a decision', () => {
  const stepOf = (step: Step, over: Partial<Exchange> = {}): Step =>
    redact({ ...over, steps: [step] }).steps[0] as Step;
  const url = `http://a/?password=${secret}&b=1`;

  test.each([
    { type: 'refused', status: 400, message: url },
    { type: 'preference-applied', preference: url },
    { type: 'preference-ignored', preference: url, reason: 'x' },
    { type: 'parameter', parameter: url },
    { type: 'executed', action: 'read', collection: 'things', key: `password=${secret}` },
    { type: 'altered', fault: 'x', pointer: '/a', before: `{"password":"${secret}"}`, after: '1' },
    { type: 'altered', fault: 'x', pointer: '/a/password', before: `"${secret}"`, after: '1' },
    { type: 'handler', failure: url },
  ] as unknown as readonly Step[])('of type $type has none', (step) => {
    expect(JSON.stringify(stepOf(step))).not.toContain(secret);
    const plain = JSON.parse(JSON.stringify(step).replaceAll('password', 'name')) as Step;
    expect(stepOf(plain)).toEqual(plain);
  });

  test.each([
    { type: 'executed', action: 'list', collection: 'things', key: undefined },
    { type: 'handler' },
    { type: 'matched', operation: 'x' },
  ] as unknown as readonly Step[])('that can have none is as it was: $type', (step) => {
    expect(stepOf(step)).toBe(step);
  });

  test('of a handler that failed quotes no credential, and keeps its place', () => {
    const request = {
      ...requestOf('POST', '/things/1'),
      headers: { authorization: `Bearer ${secret}`, 'x-pin': ['abc', 'four', 'longer'], 'x-a': 'plain' },
    };
    const failure = (text: string): unknown =>
      (stepOf({ type: 'handler', failure: text } as never, { request: request as never }) as { failure?: string })
        .failure;
    expect(failure(`bad ${secret} (/app/handlers.ts:3:4)`)).toBe(`bad ${none} (/app/handlers.ts:3:4)`);
    expect(failure('bad longer, abc, four and plain')).toBe(`bad ${none}, abc, ${none} and plain`);
    expect(failure('bad (a.ts:1:2) longer')).toBe(`bad (a.ts:1:2) ${none}`);
    expect(failure('the password is x (/app/handlers.ts:3:4)')).toMatch(/ \(\/app\/handlers\.ts:3:4\)$/);
  });

  test('about a violation or a difference has none', () => {
    const violation = { side: 'request', in: 'query', pointer: '', rule: 'x', message: url } as never;
    expect(redact({ violations: [violation] }).violations).toEqual([
      expect.objectContaining({ rule: 'x', message: expect.not.stringContaining(secret) }),
    ]);
    const differences = [
      { pointer: '/password', simulated: 'a', real: null },
      { pointer: '/login/password/0', simulated: 'a', real: 1 },
      { pointer: '/a', simulated: { password: secret }, real: 'plain' },
    ] as never;
    expect(redact({ differences }).differences).toEqual([
      { pointer: '/password', simulated: none, real: null },
      { pointer: '/login/password/0', simulated: none, real: none },
      { pointer: '/a', simulated: { password: none }, real: 'plain' },
    ]);
    expect([redact({}).violations, redact({}).differences]).toEqual([[], undefined]);
  });
});

describe('an item whose id is a secret', () => {
  const getSession = { operation: 'getSession', request: requestOf('GET', `/sessions/${secret}`) };

  test('is not named by the path, nor by what quotes it', () => {
    const message = `there is no session ${secret}`;
    const steps = [
      { type: 'executed', action: 'read', collection: 'sessions', key: secret },
      { type: 'refused', status: 404, message, key: secret },
    ] as unknown as readonly Step[];
    const shown = redact({
      ...getSession,
      steps,
      response: { status: 404, headers: [], body: `{"message":"${message}"}` },
    });
    expect(JSON.stringify([shown.request.path, shown.steps, shown.response.body])).not.toContain(secret);
    expect(shown.request.path).toBe(`/sessions/${none}`);
    expect(shown.steps[0]).toMatchObject({ collection: 'sessions', key: none });
  });

  test('is not in a list, and neither is a cursor, which may contain it', () => {
    const items = [{ token: secret, user: 'ada' }];
    const shown = redact({
      operation: 'listSessions',
      request: { ...requestOf('GET', '/sessions'), query: `cursor=${secret}&limit=3` },
      response: {
        status: 200,
        headers: ['content-type', 'application/json', 'X-Next-Cursor', secret, 'X-Total', '1'],
        body: JSON.stringify({ items, nextCursor: secret, total: 1 }),
      },
    });
    expect(decodeURIComponent(shown.request.query)).toBe(`cursor=${none}&limit=3`);
    expect(JSON.parse(shown.response.body as string)).toEqual({
      items: [{ token: none, user: 'ada' }],
      nextCursor: none,
      total: 1,
    });
    expect(shown.response.headers.slice(2)).toEqual(['X-Next-Cursor', none, 'X-Total', '1']);
  });

  test('is not in what repeats it, and the id of another collection is', () => {
    const shownAfter = (collection: string): string | undefined => {
      const steps = [{ type: 'executed', action: 'create', collection, key: secret }] as unknown as readonly Step[];
      const response = { status: 201, headers: ['X-Note', `made ${secret}`], body: undefined };
      return redact({ operation: 'createSession', steps, response }).response.headers[1];
    };
    expect([shownAfter('sessions'), shownAfter('things')]).toEqual([`made ${none}`, `made ${secret}`]);
  });

  test.each([
    ['the property', '/vaults/{number}', { ...text, format: 'password' }, text],
    ['the parameter', '/vaults/{number}', text, { ...text, format: 'password' }],
    ['the parameter, before a word', '/vaults/{number}/door', text, { ...text, format: 'password' }],
    ['neither', '/vaults/{number}', text, text],
  ])('is known by what the document says of %s', async (what, path, property, parameter) => {
    const vault = object({ number: property, name: text }, ['number', 'name']);
    const vaults = await readyService(
      documentOf({
        '/vaults': { get: named('listVaults', listOf(vault)) },
        '/vaults/{number}': { parameters: [inPath('number', parameter)], get: named('getVault', vault) },
        [path]: { parameters: [inPath('number', parameter)], get: named('getVault', vault) },
      }),
    );
    const steps = [
      { type: 'executed', action: 'read', collection: 'vaults', key: secret },
    ] as unknown as readonly Step[];
    const shown = redact({ operation: 'listVaults', steps }, vaults);
    expect(shown.steps[0]).toMatchObject({ key: what === 'neither' ? secret : none });
  });

  test('has no cursors beside it in other operations', () => {
    expect(requestWith({ query: `cursor=${secret}` }).query).toContain(secret);
    const unmatched = redact({
      operation: undefined as never,
      request: { ...requestOf('GET', '/x'), query: `cursor=${secret}` },
    });
    expect(unmatched.request.query).toContain(secret);
  });
});

test('an exchange keeps all else', () => {
  const whole = exchangeOf(7, {
    status: 201,
    isProbe: true,
    upstreamMs: 3,
    transport: 'truncate',
    fullBytes: { response: 9 },
  });
  const shown = createRedactFor()(service)(whole);
  for (const name of [
    'id',
    'world',
    'at',
    'durationMs',
    'operation',
    'isProbe',
    'upstreamMs',
    'transport',
    'fullBytes',
    'faults',
  ] as const)
    expect(shown[name]).toEqual(whole[name]);
  expect([shown.request.method, shown.request.pathPrefix, shown.response.status]).toEqual(['GET', '', 201]);
});
