import { beforeEach, describe, expect, test } from 'vitest';
import { openPage, server, takeCalls, takePaths } from '../fake-browser.ts';

openPage();
const { documents } = await import('../../../../src/parts/panel/state/panel-document.ts');
const { draftFor, firstOperation, sendDraft } = await import('../../../../src/parts/panel/state/sent-request.ts');
const { route } = await import('../../../../src/parts/panel/state/view-route.ts');
const { service } = await import('../../../../src/parts/panel/state/current-world.ts');

let number = 0;
/** Each draft has a service of its own, since a document is loaded once. */
const draftOf = (document: object, sample: object = {}) => {
  const name = `service ${number++}`;
  server.answer = ({ path }) =>
    path.endsWith('/request') ? { method: 'POST', path: '/v1/pets', headers: { a: 'b' }, ...sample } : document;
  return draftFor({ operation: 'add pet', method: 'POST', path: '/pets', service: name } as never);
};
const withScheme = (scheme: object | undefined, security: unknown = [{ key: [] }]) => ({
  components: { securitySchemes: { key: scheme } },
  security,
  paths: { '/pets': { post: {} } },
});

beforeEach(() => void takeCalls());

describe('a draft', () => {
  test('is the sample request of the operation', async () => {
    expect(await draftOf({}, { body: { name: 'x' } })).toEqual({
      method: 'POST',
      path: '/v1/pets',
      headers: { a: 'b' },
      body: '{\n  "name": "x"\n}',
    });
    expect(takePaths()[0]).toBe('GET /service/operations/add%20pet/request');
    expect((await draftOf({}, { body: 'text' })).body).toBe('text');
    expect((await draftOf({})).body).toBe('');
    expect([...documents.value.keys()].at(-1)).toMatch(/^service \d+$/);
  });

  test.each([
    ['a bearer token', { type: 'http', scheme: 'bearer' }, { authorization: 'Bearer demo-key' }],
    ['a login', { type: 'oauth2' }, { authorization: 'Bearer demo-key' }],
    ['a user and a password', { type: 'http', scheme: 'Basic' }, { authorization: `Basic ${btoa('demo:demo')}` }],
    ['a key in a header', { type: 'apiKey', in: 'header', name: 'X-Key' }, { 'x-key': 'demo-key' }],
    ['no key in a cookie', { type: 'apiKey', in: 'cookie', name: 'k' }, {}],
    ['nothing for an unknown scheme', undefined, {}],
  ])('has %s', async (_what, scheme, headers) => {
    expect(await draftOf(withScheme(scheme))).toMatchObject({ path: '/v1/pets', headers: { a: 'b', ...headers } });
    expect(Object.keys((await draftOf(withScheme(scheme))).headers)).toEqual(['a', ...Object.keys(headers)]);
  });

  test('has a key in the query, after what is there', async () => {
    const key = withScheme({ type: 'apiKey', in: 'query', name: 'k' });
    expect((await draftOf(key)).path).toBe('/v1/pets?k=demo-key');
    expect((await draftOf(key, { path: '/v1/pets?a=1' })).path).toBe('/v1/pets?a=1&k=demo-key');
  });

  test('has all credentials that are needed together, each once', async () => {
    const inQuery = (name: string) => ({ type: 'apiKey', in: 'query', name });
    const schemes = { a: inQuery('a b'), k: inQuery('k'), h: { type: 'apiKey', in: 'header', name: 'X-Key' } };
    const document = { ...withScheme(undefined, [{ a: [], k: [], h: [] }]), components: { securitySchemes: schemes } };
    expect(await draftOf(document, { path: '/v1/pets?k=1', headers: { 'x-key': '2' } })).toMatchObject({
      path: '/v1/pets?k=1&a%20b=demo-key',
      headers: { 'x-key': '2' },
    });
    expect(await draftOf(document)).toMatchObject({
      path: '/v1/pets?a%20b=demo-key&k=demo-key',
      headers: { a: 'b', 'x-key': 'demo-key' },
    });
  });

  test('has the credential of its operation, if that states one, or that it needs none', async () => {
    const bearer = { type: 'http', scheme: 'bearer' };
    const document = withScheme(bearer, []);
    expect((await draftOf(document)).headers).toEqual({ a: 'b' });
    const own = { ...document, paths: { '/pets': { post: { security: [{ key: [] }] } } } };
    expect((await draftOf(own)).headers).toHaveProperty('authorization');
  });
});

describe('a request', () => {
  const draft = { method: 'POST', path: '/v1/pets', headers: { a: 'b' }, body: '{}' };

  test('is sent to the present world, with a body if its method has one', async () => {
    const body = { id: 9_007_199_254_740_991 };
    server.answer = () => Response.json(body, { status: 201, headers: { 'Vivarium-Exchange': '7' } });
    const durationMs = expect.any(Number);
    expect(await sendDraft(draft)).toEqual({ status: 201, body, isCut: false, durationMs, exchange: 7 });
    route.value = { ...route.value, world: 'alice' };
    for (const changes of [{ method: 'GET' }, { method: 'HEAD' }, { body: '' }])
      await sendDraft({ ...draft, ...changes });
    route.value = { ...route.value, world: 'default' };
    expect(takeCalls()).toEqual([
      { method: 'POST', path: '/v1/pets', headers: { a: 'b' }, body: '{}' },
      { method: 'GET', path: '/~alice/v1/pets', headers: { a: 'b' }, body: undefined },
      { method: 'HEAD', path: '/~alice/v1/pets', headers: { a: 'b' }, body: undefined },
      { method: 'POST', path: '/~alice/v1/pets', headers: { a: 'b' }, body: undefined },
    ]);
  });

  test.each([
    ['', undefined],
    ['{"a":1}', { a: 1 }],
    ['plain', 'plain'],
  ])('shows a body of %j', async (text, body) => {
    server.answer = () => new Response(text);
    expect(await sendDraft(draft)).toMatchObject({ body, isCut: false, exchange: undefined });
  });

  test('whose body breaks off says so', async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new TypeError('network error')) });
    server.answer = () => new Response(body);
    expect(await sendDraft(draft)).toMatchObject({ status: 200, body: undefined, isCut: true });
  });

  test('whose connection is lost says so', async () => {
    server.answer = () => new TypeError('Failed to fetch');
    await expect(sendDraft(draft)).rejects.toThrow('the connection was lost');
  });
});

test('of requests whose responses never come, three wait', async () => {
  server.answer = () => new Promise(() => {});
  const ends: string[] = [];
  const send = (name: string): void =>
    void sendDraft({ method: 'GET', path: `/${name}`, headers: {}, body: '' }).catch((error: Error) =>
      ends.push(`${name}: ${error.message}`),
    );
  for (const name of 'abcde') send(name);
  await expect.poll(() => ends).toHaveLength(2);
  expect(ends).toEqual(['a', 'b'].map((name) => `${name}: No response: given up, since later requests wait too.`));
  // One that has its response does not count.
  server.answer = () => ({});
  await sendDraft({ method: 'GET', path: '/f', headers: {}, body: '' });
  expect(ends).toHaveLength(3);
  await sendDraft({ method: 'GET', path: '/g', headers: {}, body: '' });
  expect(ends).toHaveLength(3);
});

test.each<[what: string, operations: readonly string[], path: string | undefined]>([
  ['a list', ['POST /a create', 'GET /b read', 'GET /c list'], '/c'],
  ['what reads without an id', ['POST /a create', 'GET /b/{id} read', 'GET /c read'], '/c'],
  ['anything', ['POST /a create', 'GET /b/{id} read'], '/a'],
  ['nothing', [], undefined],
])('the first request is %s', (_what, lines, path) => {
  const operations = lines.map((line) => line.split(' '));
  service.value = { operations: operations.map(([method, at, action]) => ({ method, path: at, action })) } as never;
  expect(firstOperation()?.path).toBe(path);
  service.value = undefined;
  expect(firstOperation()).toBeUndefined();
});
