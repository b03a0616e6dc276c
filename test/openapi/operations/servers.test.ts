import { expect, test } from 'vitest';
import { compileService } from '../../../src/openapi/compile.ts';
import { documentOf, serviceOf } from '../documents.ts';

const basePaths = (...servers: unknown[]) => serviceOf({ '/a': { get: { responses: {} } } }, { servers });

test.each([
  ['an absolute URL', [{ url: 'https://example.com/v1' }], ['/v1']],
  ['a trailing slash', [{ url: 'https://example.com/v1/' }], ['/v1']],
  ['two slashes at the start', [{ url: 'https://example.com//v1' }], ['//v1', '/v1']],
  ['several slashes', [{ url: 'https://example.com///v1//v2/' }], ['///v1//v2', '/v1/v2']],
  ['the root', [{ url: 'https://example.com' }], ['']],
  ['a relative URL', [{ url: '/api/v2' }, { url: 'v3' }], ['/api/v2', '/v3']],
  [
    'variables',
    [
      {
        url: '{scheme}://{host}/{base}',
        variables: { scheme: { default: 'https' }, host: { default: 'example.com' }, base: { default: 'v4' } },
      },
    ],
    ['/v4'],
  ],
  [
    'a whole URL in a variable',
    [{ url: '{base_url}', variables: { base_url: { default: 'http://127.0.0.1:4010/v1' } } }],
    ['/v1'],
  ],
  [
    'a world of the simulation',
    [{ url: 'http://127.0.0.1:4010/~staging/v1' }, { url: 'https://example.com/v1' }],
    ['/v1'],
  ],
  ['several that differ', [{ url: '/v1' }, { url: '/v2' }, { url: 'https://example.com/v1' }], ['/v1', '/v2']],
  [
    'an unknown host',
    [{ url: 'https://{tenant}.example.com/v5' }, { url: 'https://{host}:{port}/v6' }],
    ['/v5', '/v6'],
  ],
  [
    'a variable that has values but no default',
    [{ url: '/{v}', variables: { v: { enum: ['v7', 'v8'] } } }],
    ['/v7', '/v8'],
  ],
  [
    'a variable whose values have several segments',
    [
      {
        url: '{scheme}://localhost:{port}{path}',
        variables: {
          scheme: { default: 'http' },
          port: { default: '80' },
          path: { default: '/a', enum: ['/a', '/b/c', ''] },
        },
      },
    ],
    ['/a', '/b/c', ''],
  ],
  ['a host without a scheme', [{ url: 'api.example.com/v1' }, { url: 'localhost:8080/v2' }], ['/v1', '/v2']],
  ['none', [], ['']],
])('the base path of %s', (_name, servers, expected) => {
  const service = basePaths(...servers);
  expect(service.basePaths).toEqual(expected);
  expect(service.problems).toEqual([]);
});

test('an unsupported server is ignored and reported', () => {
  const service = basePaths(
    { url: 'https://example.com/{version}' },
    { description: 'x' },
    { url: 'http://[/' },
    { url: '/v2' },
  );
  expect(service.basePaths).toEqual(['/v2']);
  expect(service.problems.map(({ pointer }) => pointer)).toEqual(['/servers/0/url', '/servers/1', '/servers/2/url']);
});

test('a relative server is relative to the URL of the document', () => {
  const document = documentOf({ '/a': { get: { responses: {} } } }, { servers: [{ url: '../v1' }, { url: '/v2' }] });
  const basePathsAt = (uri: string) => compileService(document, { uri }).basePaths;
  expect(basePathsAt('https://example.com/docs/api/openapi.yaml')).toEqual(['/docs/v1', '/v2']);
  expect(basePathsAt('file:///home/me/docs/openapi.yaml')).toEqual(['/v1', '/v2']);
});

test('servers of a path and of an operation are served too', () => {
  const get = { responses: {} };
  const service = serviceOf(
    {
      '/a': { servers: [{ url: '/files' }], get },
      '/b': { get: { ...get, servers: [{ url: 'https://up.example.com/v1/up' }] } },
    },
    { servers: [{ url: '/v1' }] },
  );
  expect(service.basePaths).toEqual(['/v1', '/files', '/v1/up']);
  expect(service.problems).toEqual([]);
});

test('servers of paths come first if only paths have servers', () => {
  const service = serviceOf({ '/a': { servers: [{ url: 'https://example.com/v3' }], get: { responses: {} } } });
  expect(service.basePaths).toEqual(['/v3', '']);
});

test('a server of a path that hides other paths is reported', () => {
  const get = { responses: {} };
  const service = serviceOf({ '/a': { servers: [{ url: '/v2' }], get }, '/v2/b': { get } });
  expect(service.basePaths).toEqual(['']);
  expect(service.problems).toMatchObject([{ pointer: '/paths/~1a/servers/0' }]);
});

test('each value of a variable is an address; without an enum, any text is one', async () => {
  const stage = { default: 'dev', enum: ['dev', 'test'] };
  const service = basePaths(
    {
      url: 'https://{host}/{tenant}/{stage}',
      variables: { host: { default: 'x' }, tenant: { default: 'acme' }, stage },
    },
    { url: '{whole}', variables: { whole: { default: 'https://example.com/all' } } },
  );
  expect(service.basePaths).toEqual(['/acme/dev', '/acme/test', '/all']);
  expect(service.baseTemplates).toEqual(['/{}/dev', '/{}/test']);
});
