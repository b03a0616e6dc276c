/** Which segments of the paths become parameters, and what they are called. */
import { describe, expect, test } from 'vitest';
import { draft, pathsOf, seen } from './drafted.ts';

const get = (path: string, body: unknown = {}) => seen(`GET ${path}`, 200, body);

describe('a segment becomes a parameter', () => {
  test.each([
    ['a number', '/books/7', '/books/{bookId}'],
    ['a UUID', '/people/3f0a4c2e-5b1d-4e6f-8a9b-0c1d2e3f4a5b', '/people/{personId}'],
    ['an id of MongoDB', '/boxes/507f1f77bcf86cd799439011', '/boxes/{boxId}'],
    ['a prefix with a number', '/orders/ORD-1001', '/orders/{orderId}'],
    ['a prefix with a random text', '/customers/cus_9s6XKzkNRiz8i3', '/customers/{customerId}'],
    ['a date', '/days/2030-01-31', '/days/{dayId}'],
    ['an address of mail', '/users/ada%40shop.test', '/users/{userId}'],
  ])('by its form: %s', (_name, path, expected) => {
    expect(pathsOf(get(path))).toEqual([expected]);
  });

  test('where it is the id of an item in the list before it', () => {
    const list = { items: [{ slug: 'emma', title: 'Emma' }] };
    expect(pathsOf(get('/books', list), get('/books/emma', { title: 'Emma' }))).toEqual(['/books', '/books/{slug}']);
  });

  test('where the response shows it as an id', () => {
    expect(pathsOf(get('/countries/de', { country: 'de', name: 'Germany' }))).toEqual(['/countries/{country}']);
    expect(pathsOf(get('/users/ada', { user: { id: 'ada', age: 36 } }))).toEqual(['/users/{userId}']);
  });

  test('beside ids, where it is nothing by itself', () => {
    const emma = { slug: 'emma', title: 'Emma', pages: 474 };
    const paths = pathsOf(
      get('/books/emma', emma),
      get('/books/ulysses', { title: 'Ulysses', pages: 730 }),
      seen('DELETE /books/dubliners', 204),
      get('/books/search', [emma]),
      get('/books/popular', { title: 'Emma', pages: 474 }),
      get('/books/middlemarch/cover', { url: 'x' }),
      get('/books/emma/cover', { url: 'y' }),
    );
    expect(paths).toEqual(['/books/search', '/books/popular', '/books/{slug}', '/books/{slug}/cover']);
  });

  test('where several show the same structure', () => {
    const themes = ['dark', 'light', 'sepia'].map((name) =>
      get(`/themes/${name}`, { background: '#000', text: '#fff' }),
    );
    expect(pathsOf(...themes)).toEqual(['/themes/{themeId}']);
    expect(pathsOf(...themes.slice(1))).toEqual(['/themes/light', '/themes/sepia']);
  });

  test('where the source names it', () => {
    const more = { template: '/books/{isbn}' };
    expect(pathsOf(seen('GET /books/x', 200, {}, { more }), get('/books/x'))).toEqual(['/books/x', '/books/{isbn}']);
  });
});

test('words of the service stay: versions, actions, and single objects', () => {
  const paths = ['/v1/me', '/v1/users/7/activate', '/v1/users/me', '/v1/oauth2/token', '/v1/s3/usage'];
  expect(pathsOf(...paths.map((path) => get(path)))).toEqual([
    '/me',
    '/users/me',
    '/users/{userId}/activate',
    '/oauth2/token',
    '/s3/usage',
  ]);
});

test('a name is used once in a path', () => {
  expect(pathsOf(get('/shops/1/books/2/shops/3'), get('/moves/1/2'))).toEqual([
    '/shops/{shopId}/books/{bookId}/shops/{shopId2}',
    '/moves/{moveId}/{moveId2}',
  ]);
});

test('a parameter has the type of the values that the service found', () => {
  const { paths } = draft(
    get('/books/7'),
    get('/books/8'),
    seen('GET /books/none', 404),
    get('/notes/7'),
    get('/notes/b-17'),
  );
  expect(paths['/books/{bookId}'].parameters).toEqual([
    { name: 'bookId', in: 'path', required: true, schema: { type: 'integer' }, example: 7 },
  ]);
  expect(paths['/notes/{noteId}'].parameters[0].schema).toEqual({ type: 'string' });
});

test.each([
  [['/api/v2/books', '/api/v2/me'], 'https://shop.test/api/v2', ['/books', '/me']],
  [['/shop/api/books', '/shop/api/me'], 'https://shop.test/shop/api', ['/books', '/me']],
  [['/3/movies', '/3/people'], 'https://shop.test/3', ['/movies', '/people']],
  [['/api/books', '/health'], 'https://shop.test', ['/api/books', '/health']],
  [['/books', '/books/7'], 'https://shop.test', ['/books', '/books/{bookId}']],
])('the base path of %s is that of the server', (paths, url, expected) => {
  const { servers, paths: found } = draft(...paths.map((path) => get(path)));
  expect([servers, Object.keys(found)]).toEqual([[{ url }], expected]);
});

test('a service on this machine has a relative address, and the title of its file', () => {
  const { servers, info } = draft(seen('GET /api/books', 200, [], { more: { origin: 'http://localhost:3000' } }));
  expect([servers, info.title]).toEqual([[{ url: '/api' }], 'session']);
});

test('pages, unknown paths and other methods are no operations', () => {
  const page = { response: { status: 200, headers: [], body: { text: '<p>', isBase64: false, type: 'text/html' } } };
  const { paths } = draft(
    seen('GET /', 200, undefined, { more: page }),
    seen('GET /favicon.ico', 404),
    seen('OPTIONS /api/books', 204),
    seen('HEAD /api/books', 200),
    get('/api/books', []),
    seen('DELETE /api/books', 405),
  );
  expect(Object.entries(paths).map(([path, item]) => [path, Object.keys(item as object)])).toEqual([
    ['/books', ['get']],
  ]);
});
