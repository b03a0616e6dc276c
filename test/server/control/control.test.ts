/** The common behaviour of every path of the control API. */

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Clock } from '../../../src/world/clock.ts';
import { Worlds } from '../../../src/world/worlds.ts';
import { expectProblem, startForTest, useServer } from './control-server.ts';

const server = await useServer();

const paths = [
  '/health',
  '/service',
  '/service/openapi.json',
  '/service/operations/listPets/request',
  '/exchanges',
  '/scenarios',
  '/scenarios/default',
  '/worlds',
  '/worlds/default',
  '/worlds/default/scenario',
  '/worlds/default/diff',
  '/worlds/default/coverage',
  '/worlds/default/faults',
  '/worlds/default/faults/slow',
  '/worlds/default/collections',
  '/worlds/default/collections/pets',
  '/worlds/default/collections/pets/1',
  '/worlds/default/exchanges',
  '/worlds/default/exchanges.har',
  '/worlds/default/clock',
];

describe.each(paths)('%s', (path) => {
  test('responds to GET with JSON that matches its description', async () => {
    const { status, headers, body } = await server.api('GET', path);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/json' });
    expect(body).not.toBeNull();
  });

  test('responds to HEAD as to GET, without the body', async () => {
    const { status, headers, text } = await server.api('HEAD', path);
    expect({ status, text }).toEqual({ status: 200, text: '' });
    const get = await server.api('GET', path);
    expect(headers['content-type']).toBe(get.headers['content-type']);
    expect(headers['content-length']).toBeDefined();
    // The time since the start may have one more digit.
    if (path !== '/health') expect(headers['content-length']).toBe(get.headers['content-length']);
  });

  test('rejects an unknown query parameter', async () => {
    const { status, body } = await server.api('GET', `${path}?bogus=1`);
    expect(status).toBe(400);
    expect(body.detail).toContain('unknown query parameter "bogus"');
  });

  test('responds to another method with 405 and the allowed methods', async () => {
    const { status, headers, body } = await server.api('PATCH', path, {});
    expect({ status, title: body.title }).toEqual({ status: 405, title: 'Method Not Allowed' });
    expect(headers.allow).toMatch(/^GET, HEAD/);
  });

  test('sends no CORS header, and forbids caching, sniffing and embedding', async () => {
    const { headers } = await server.api('GET', path);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
  });
});

test('a write method that is not allowed gets 405 too', async () => {
  const { status, headers } = await server.api('POST', '/worlds/default/faults', {});
  expect({ status, allow: headers.allow }).toEqual({ status: 405, allow: 'GET, HEAD, DELETE' });
});

test('an unknown path gets 404 with a suggestion', async () => {
  const { status, headers, body } = await server.api('GET', '/worlds/default/fualts');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 404, type: 'application/problem+json' });
  expect(body).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: '"/_vivarium/api/worlds/default/fualts" does not exist. Did you mean /_vivarium/api/worlds/default/faults?',
  });
});

test.each([
  ['/nope', undefined],
  ['/worlds/default/nope', undefined],
  ['/wolrds', '/worlds'],
  ['/wolrds/a/faults', '/worlds/a/faults'],
  ['/worlds/a/faults/', undefined],
  ['/worlds/a/exchange', '/worlds/a/exchanges'],
])('the unknown path %s gets the suggestion %s', async (path, suggested) => {
  const { detail } = (await server.api('GET', path)).body;
  const hint = suggested === undefined ? '' : ` Did you mean /_vivarium/api${suggested}?`;
  expect(detail).toBe(`"/_vivarium/api${path}" does not exist.${hint}`);
});

test.each(['/worlds/default/faults/', '/worlds/default/collections/pets/', '/worlds/default/exchanges/'])(
  'a path with an empty name is not the whole list: DELETE %s',
  async (path) => {
    const before = (await server.api('GET', '/worlds/default/collections/pets')).body.total;
    expect((await server.api('DELETE', path)).status).toBe(404);
    expect((await server.api('GET', '/worlds/default/collections/pets')).body.total).toBe(before);
  },
);

test('names are case-sensitive', async () => {
  expect((await server.api('GET', '/Worlds')).status).toBe(404);
});

test('a malformed escape in a path gets 400 without a stack trace', async () => {
  const { status, headers, body } = await server.api('GET', '/worlds/%zz');
  expect({ status, type: headers['content-type'] }).toEqual({ status: 400, type: 'application/problem+json' });
  expect(body.detail).toContain('percent-encoded');
});

test('a long name is cut in the message', async () => {
  const { body } = await server.api('GET', `/worlds/default/faults/${'x'.repeat(3000)}`);
  expect(body.detail).toMatch(/^No fault is named "x{70,100}\.\.\."\. The faults are bad-request, /);
});

test.each([
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  encodeURIComponent('🦎'),
  encodeURIComponent('a/b'),
])('the inherited name %s is unknown', async (name) => {
  for (const path of [
    `/worlds/${name}`,
    `/scenarios/${name}`,
    `/service/operations/${name}/request`,
    `/worlds/default/faults/${name}`,
    `/worlds/default/collections/${name}`,
    `/worlds/default/collections/pets/${name}`,
    `/worlds/default/exchanges/${name}`,
  ]) {
    expect((await server.api('GET', path)).status, path).toBe(404);
  }
});

describe('a body', () => {
  test('above 10 MiB gets 413', async () => {
    expectProblem(
      await server.api('PUT', '/worlds/big', `{ "inline": "${'x'.repeat(10 * 1_048_576)}" }`),
      413,
      'The body is larger than 10MiB. This limit is fixed: send less in one call, or write the data into a scenario file.',
    );
    expect((await server.api('GET', '/worlds/big')).status).toBe(404);
  });

  test('below 10 MiB is read, even if the service would reject it', async () => {
    expectProblem(
      await server.api('PUT', '/worlds/default/collections/pets', ' '.repeat(2 * 1_048_576)),
      400,
      expect.stringContaining('not valid JSON'),
    );
  });

  test.each([
    ['that is not JSON', '{ enabled: true }', 'The body is not valid JSON'],
    ['that is cut off', '{ "enabled": ', 'The body is not valid JSON'],
    ['that is not UTF-8', Uint8Array.of(0x22, 0xff, 0x22), 'The body is not valid UTF-8.'],
    ['that is nested too deep', `${'['.repeat(101)}${']'.repeat(101)}`, 'nested deeper than 100'],
    ['of another kind', [], 'the fault must be'],
  ])('%s gets 400', async (_what, body, detail) => {
    const answer = await server.api('PUT', '/worlds/default/faults/slow', body);
    expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
      status: 400,
      type: 'application/problem+json',
    });
    expect(answer.body.detail).toContain(detail);
  });

  test.each([
    ['POST', '/worlds/bodies/reset'],
    ['POST', '/worlds/bodies/exchanges/1/replay'],
    ['DELETE', '/worlds/bodies/collections/pets/1'],
    ['DELETE', '/worlds/bodies/collections/pets'],
    ['DELETE', '/worlds/bodies/faults/slow'],
    ['DELETE', '/worlds/bodies/faults'],
    ['DELETE', '/worlds/bodies/exchanges'],
    ['DELETE', '/worlds/bodies'],
  ])('for %s %s, which has none, gets 400 and changes nothing', async (method, path) => {
    await server.api('PUT', '/worlds/bodies');
    await server.call('GET', '/~bodies/v1/pets');
    for (const body of ['{"seed":7}', '[]', 'reset!']) expect((await server.api(method, path, body)).status).toBe(400);
    const { body } = await server.api('GET', '/worlds/bodies');
    expect([body.exchanges, body.collections]).toEqual([1, { pets: 24 }]);
    expect((await server.api(method, path, '{}')).status).toBeLessThan(300);
  });

  test('in an unknown content encoding gets 400', async () => {
    expectProblem(
      await server.api('PUT', '/worlds/default/faults/slow', '{}', { 'content-encoding': 'pack200' }),
      400,
      expect.stringContaining('Content-Encoding'),
    );
  });
});

test('the log of an internal error has no id of an item', async () => {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const logging = await startForTest({ logger });
  const broken = vi.spyOn(Worlds.prototype, 'use').mockImplementation(() => {
    throw new Error('a bug');
  });
  onTestFinished(() => broken.mockRestore());
  await logging.api('GET', '/worlds/default/collections/pets/KEPT');
  expect(logger.error.mock.calls).toEqual([
    ['Internal error in the control API: GET /_vivarium/api/worlds/default/collections/pets/{id}.', expect.any(Error)],
  ]);
});

test('an internal error gets 500 without a stack trace, which is in the log', async () => {
  const logger = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const logging = await startForTest({ logger });
  const broken = vi.spyOn(Clock.prototype, 'now').mockImplementation(() => {
    throw new Error('a secret of the machine room');
  });
  const answer = await logging.api('GET', '/worlds/default/clock').finally(() => broken.mockRestore());
  expect(logger.error.mock.calls).toEqual([
    ['Internal error in the control API: GET /_vivarium/api/worlds/default/clock.', expect.any(Error)],
  ]);
  expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
    status: 500,
    type: 'application/problem+json',
  });
  expect(answer.text).not.toMatch(/secret|\.ts/);
});

test('a browser gets indented JSON', async () => {
  const { text } = await server.api('GET', '/scenarios/outage', undefined, {
    accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  });
  expect(text).toContain('{\n  "description"');
  expect((await server.api('GET', '/scenarios/outage', undefined, { accept: '*/*' })).text).not.toContain('\n');
});
