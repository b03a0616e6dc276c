/** Keys of `paths` with a query, a wildcard, or parameters in the way of a router. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { named, object, operation, text } from '../../short-document.ts';
import { documentOf } from '../documents.ts';

/** The operation that serves each request, and the values of its path parameters. */
const servedBy = async (keys: readonly string[], requests: readonly string[]): Promise<readonly string[]> => {
  const paths = Object.fromEntries(
    keys.map((key) => [key, { get: { ...operation(text), operationId: key.replaceAll(/\W+/g, '_') } }]),
  );
  const vivarium = await createVivarium({ document: documentOf(paths) });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('a');
  for (const request of requests) await world.fetch(request);
  return world
    .exchanges()
    .toReversed()
    .map(({ operation: name }) => keys.find((key) => key.replaceAll(/\W+/g, '_') === name) ?? 'none');
};

test.each<[string, readonly string[], Readonly<Record<string, string>>]>([
  [
    'the values of one parameter',
    ['/notes/{name}?release=1', '/notes/{name}?release=2'],
    { '/notes/a?release=1': '/notes/{name}?release=1', '/notes/a?release=2': '/notes/{name}?release=2' },
  ],
  [
    'a flag, and the path without it',
    ['/messages', '/messages?beta=true'],
    {
      '/messages?beta=true': '/messages?beta=true',
      '/messages?beta=false': '/messages',
      '/messages': '/messages',
      '/messages?limit=1&beta=true': '/messages?beta=true',
    },
  ],
  [
    'a name alone',
    ['/objects/{key}?acl', '/objects/{key}', '/objects/{key}?acl&versionId={versionId}'],
    {
      '/objects/a?acl': '/objects/{key}?acl',
      '/objects/a': '/objects/{key}',
      '/objects/a?versionId=3&acl=': '/objects/{key}?acl&versionId={versionId}',
    },
  ],
  [
    'an action behind a hash',
    ['/#Action=A', '/#Action=B'],
    { '/?Action=B': '/#Action=B', '/?Action=A&x=1': '/#Action=A' },
  ],
  ['nothing else', ['/only?beta=true'], { '/only': '/only?beta=true', '/only?beta=true': '/only?beta=true' }],
])('a query in the key of a path tells requests apart by %s', async (_name, keys, expected) => {
  expect(await servedBy(keys, Object.keys(expected))).toEqual(Object.values(expected));
});

test('a fragment beside the path alone states nothing that a client sends: its operation serves what the first does not accept', async () => {
  const binary = { type: 'string', format: 'binary' };
  const paths = {
    '/analyze': { post: named('ofAddress', text, { takes: object({ url: text }, ['url']) }) },
    '/analyze#overload=stream': {
      post: named('ofStream', text, { takes: binary, mediaType: 'application/octet-stream' }),
    },
  };
  const vivarium = await createVivarium({ document: documentOf(paths) });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('a');
  const operationFor = async (mediaType: string, body: string) => {
    await world.fetch('/analyze', { method: 'POST', headers: { 'content-type': mediaType }, body });
    return world.exchanges()[0]?.operation;
  };
  expect(await operationFor('application/octet-stream', 'abc')).toBe('ofStream');
  expect(await operationFor('application/json', '{"url":"https://a.example/"}')).toBe('ofAddress');
});

test('a parameter of the path that the query of a key has is one of the query', async () => {
  const lang = { name: 'language', in: 'path', required: true, schema: { enum: ['de', 'en'] } };
  const paths = { '/notes?lang={language}': { get: { ...operation(object({ language: text })), parameters: [lang] } } };
  const vivarium = await createVivarium({ document: documentOf(paths) });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('a');
  expect((await world.fetch('/notes?lang=fr')).status).toBe(400);
  expect((await world.fetch('/notes?lang=en')).status).toBe(200);
});

test('what the key states is no unknown parameter, and validity does not decide', async () => {
  const paths = {
    '/a?v=1': { get: { ...operation(text), operationId: 'one' } },
    '/a?v=2': {
      get: {
        ...operation(text),
        operationId: 'two',
        parameters: [{ name: 'x', in: 'query', required: true, schema: text }],
      },
    },
  };
  const vivarium = await createVivarium({ document: documentOf(paths) });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('a');
  expect((await world.fetch('/a?v=2')).status).toBe(400);
  const [exchange] = world.exchanges();
  expect([exchange?.operation, JSON.stringify(exchange)]).toEqual(['two', expect.not.stringContaining('unknown')]);
});

test.each([
  '{proxy+}',
  '{proxy*}',
  '{+proxy}',
  '{*proxy}',
  '{**proxy}',
  '{proxy:.*}',
  '{proxy:path}',
  '{proxy=**}',
  '*proxy',
  ':proxy*',
])('%s takes the rest of a path', async (wildcard) => {
  const key = `/files/${wildcard}`;
  expect(
    await servedBy(
      [key, '/files/index', '/files/{id}/text'],
      ['/files/a', '/files/a/b/c.txt', '/files/index', '/files/index/x', '/files/a/text', '/files'],
    ),
  ).toEqual([key, key, '/files/index', key, '/files/{id}/text', 'none']);
});

test('what a wildcard takes is shown', async () => {
  const shows = { type: 'object', properties: { proxy: text }, required: ['proxy'] };
  const vivarium = await createVivarium({ document: documentOf({ '/files/{proxy+}': { get: operation(shows) } }) });
  onTestFinished(() => vivarium.close());
  const response = await vivarium.world('a').fetch('/files/a/b%20c.txt');
  expect(await response.json()).toEqual({ proxy: 'a/b c.txt' });
});

test.each([
  ['/users/<int:id>', '/users/{id}'],
  ['/users/{id:[0-9]+}', '/users/{id}'],
  ['/users/{id?}', '/users/{id}'],
  ['/users/:id', '/users/{id}'],
])('%s is %s', async (key, path) => {
  const vivarium = await createVivarium({ document: documentOf({ [key]: { get: operation(text) } }) });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('a');
  expect((await world.fetch('/users/7')).status).toBe(200);
  expect(world.exchanges()[0]?.operation).toBe(`GET ${path}`);
});
