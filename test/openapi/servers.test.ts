import { expect, test } from 'vitest';
import { serviceOf } from './documents.ts';

const basePaths = (...servers: unknown[]) => serviceOf({ '/a': { get: { responses: {} } } }, { servers });

test.each([
  ['an absolute URL', [{ url: 'https://example.com/v1' }], ['/v1']],
  ['a trailing slash', [{ url: 'https://example.com/v1/' }], ['/v1']],
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
  ['none', [], ['']],
])('the base path of %s', (_name, servers, expected) => {
  const service = basePaths(...servers);
  expect(service.basePaths).toEqual(expected);
  expect(service.problems).toEqual([]);
});

test('a server that cannot be served is left out and reported', () => {
  const service = basePaths({ url: 'https://{host}/v1' }, { description: 'x' }, { url: 'http://[/' }, { url: '/v2' });
  expect(service.basePaths).toEqual(['/v2']);
  expect(service.problems.map(({ pointer }) => pointer)).toEqual(['/servers/0/url', '/servers/1', '/servers/2/url']);
});
