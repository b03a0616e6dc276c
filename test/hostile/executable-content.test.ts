/** Content that a browser executes shares an origin with the control API: it is sandboxed, and a request cannot add markup to it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type TestServer, useServer } from '../server/control/control-server.ts';
import { listOf, object } from '../short-document.ts';

const attack = '<script>fetch("/_vivarium/api/worlds")</script>';
const executable = [
  'text/html',
  'text/html; charset=utf-8',
  'TEXT/HTML',
  'application/xhtml+xml',
  'image/svg+xml',
  'application/xml',
  'text/xml',
  'application/atom+xml',
  // HTML to Chromium.
  'text/html x',
  'text/html(x)',
  'text/html\tx; charset=utf-8',
];

const contentOf = (types: readonly string[], schema: object): object =>
  Object.fromEntries(types.map((type) => [type, { schema }]));

const page = object({ id: { type: 'string' }, title: { type: 'string' } }, ['id', 'title']);

/** Errors have only this media type; items have it beside JSON. */
const documentOf = (type: string): object => {
  const error = { description: 'error', content: contentOf([type], { type: 'string' }) };
  const item = { description: 'item', content: contentOf(['application/json', type], page) };
  const errors = { 400: error, 404: error, 409: error, 415: error };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
  const body = { required: true, content: { 'application/json': { schema: page } } };
  return {
    openapi: '3.1.0',
    info: { title: 'Pages', version: '1' },
    paths: {
      '/pages': {
        get: {
          responses: {
            200: { description: 'list', content: contentOf(['application/json', type], listOf(page)) },
            ...errors,
          },
        },
        post: { requestBody: body, responses: { 201: item, ...errors } },
      },
      '/pages/{id}': {
        parameters: [id],
        get: { responses: { 200: item, ...errors } },
        put: { requestBody: body, responses: { 200: item, ...errors } },
      },
      '/shown': {
        get: {
          responses: {
            200: {
              description: 'as documented',
              content: { [type]: { schema: { type: 'string' }, example: 'plain <b>markup</b>' } },
            },
          },
        },
      },
    },
  };
};

describe.each(executable)('%s', (type) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ document: documentOf(type) });
  });
  afterAll(() => server.vivarium.close());

  const attacks: [string, string, string, unknown?][] = [
    ['a missing item', 'GET', `/pages/${encodeURIComponent(attack)}`],
    ['an unknown path', 'GET', `/${encodeURIComponent(attack)}/${encodeURIComponent(attack)}`],
    ['another method', 'DELETE', `/pages/${encodeURIComponent(attack)}`],
    ['an unreadable body', 'POST', '/pages', `{"${attack}"`],
    ['an invalid body', 'POST', '/pages', { id: 1, [attack]: attack, title: { [attack]: 1 } }],
    ['a stored item', 'POST', '/pages', { id: 'stored', title: attack }],
    ['a conflict', 'POST', '/pages', { id: 'stored', title: attack }],
    ['an item with an id of markup', 'POST', '/pages', { id: attack, title: attack }],
    ['an item read', 'GET', '/pages/stored'],
    ['a list', 'GET', '/pages'],
    ['a world without a name', 'GET', `/~${encodeURIComponent(attack)}/pages`],
  ];

  test.each(attacks)(
    '%s has no markup of the client, and is sandboxed',
    async (_what, method, path, body?: unknown) => {
      const { headers, text } = await server.send(method, path, {
        body,
        headers: { 'content-type': 'application/json' },
      });
      if (!/json/.test(headers['content-type'] ?? '')) expect(text).not.toContain('<script');
      expect(headers['x-content-type-options']).toBe('nosniff');
      if (/html|xml/i.test(headers['content-type'] ?? '')) expect(headers['content-security-policy']).toBe('sandbox');
    },
  );

  test('an item and a list that are requested with this type have no markup of the client, and are sandboxed', async () => {
    expect((await server.send('POST', '/pages', { body: { id: 'shown', title: attack } })).status).toBe(201);
    for (const path of ['/pages/shown', '/pages']) {
      const { status, headers, text } = await server.send('GET', path, { headers: { accept: type } });
      expect([status, headers['content-type'], headers['content-security-policy']]).toEqual([200, type, 'sandbox']);
      expect(text).toContain('fetch(');
      expect(text).not.toContain('<script');
    }
  });

  test('the stored title equals the sent one', async () => {
    await server.send('PUT', '/pages/stored', {
      body: { id: 'stored', title: attack },
      headers: { 'content-type': 'application/json' },
    });
    const { body } = await server.api('GET', '/worlds/default/collections/pages/stored');
    expect(body.title).toBe(attack);
  });

  test("the document's own markup is unchanged, and sandboxed", async () => {
    const { headers, text } = await server.send('GET', '/shown');
    expect(text).toBe('plain <b>markup</b>');
    expect(headers['content-security-policy']).toBe('sandbox');
  });
});

describe('a fault', async () => {
  const server = await useServer({
    scenario: {
      faults: [
        {
          name: 'page',
          status: 500,
          headers: {
            'Content-Type': 'text/html',
            'X-Content-Type-Options': 'none',
            'Content-Security-Policy': "default-src 'self'",
          },
          body: '<h1>Down</h1>',
        },
      ],
    } as never,
  });

  test('that responds with a page is sandboxed, whatever its headers', async () => {
    const { headers, text } = await server.call('GET', '/v1/pets');
    expect(text).toBe('<h1>Down</h1>');
    expect(headers['content-security-policy']).toMatch(/sandbox/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('every response forbids sniffing', async () => {
  const server = await useServer();

  test.each([
    ['a success', 'GET', '/v1/pets', {}],
    ['an error', 'GET', '/v1/pets/999', {}],
    ['an unknown path', 'GET', '/nowhere', {}],
    ['a preflight', 'OPTIONS', '/v1/pets', { origin: 'http://a.test', 'access-control-request-method': 'GET' }],
    ['the way to the panel', 'GET', '/', { accept: 'text/html' }],
    ['a wrong world', 'GET', '/~!/v1/pets', {}],
    ['the panel', 'GET', '/_vivarium/', {}],
    ['the panel without a slash', 'GET', '/_vivarium', {}],
    ['the control API', 'GET', '/_vivarium/api/worlds', {}],
    ['what is not there', 'GET', '/_vivarium/nowhere', {}],
    ['an expectation', 'GET', '/v1/pets', { expect: '200-maybe' }],
  ])('%s', async (_what, method, path, headers) => {
    const response = await server.call(method, path, undefined, headers);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
  });
});
