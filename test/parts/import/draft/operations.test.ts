/** Operations: names, parameters, errors, credentials and tags. */
import { describe, expect, test } from 'vitest';
import { draft, seen } from './drafted.ts';

interface Item {
  readonly operationId: string;
  readonly summary: string;
}

const operationsIn = (document: { readonly paths: Record<string, Record<string, Item>> }): readonly Item[] =>
  Object.values(document.paths).flatMap((item) =>
    Object.values(item).filter(({ operationId }) => operationId !== undefined),
  );

test.each([
  ['GET /books', [], 'listBooks', 'List books'],
  ['GET /books/1', {}, 'getBook', 'Get book'],
  ['PUT /orders/1', {}, 'replaceOrder', 'Replace order'],
  ['PATCH /users/1', {}, 'updateUser', 'Update user'],
  ['DELETE /users/1/sessions/2', {}, 'deleteUserSession', 'Delete user session'],
  ['GET /users/1/blog-posts', [{ id: 1 }], 'listUserBlogPosts', 'List user blog posts'],
  ['POST /users/1/blog-posts', {}, 'createUserBlogPost', 'Create user blog post'],
  ['POST /orders/1/cancel', {}, 'cancelOrder', 'Cancel order'],
  ['POST /orders/1/refund', {}, 'refundOrder', 'Refund order'],
  ['GET /users/1/settings', {}, 'getUserSettings', 'Get user settings'],
  ['GET /books/search', [], 'searchBooks', 'Search books'],
  ['GET /pets/findByStatus', [{ id: 1 }], 'findPetsByStatus', 'Find pets by status'],
  ['POST /auth/login', {}, 'login', 'Login'],
  ['GET /me', {}, 'getMe', 'Get me'],
  ['GET /', {}, 'getRoot', 'Get root'],
])('%s is named as a person would', (target, body, operationId, summary) => {
  const [operation] = operationsIn(draft(seen(target, 200, target === 'GET /books' ? [{ id: 1 }] : body)));
  expect({ ...operation }).toMatchObject({ operationId, summary });
});

test('every name is used once', () => {
  const document = draft(
    ...[
      '/shops/1/books/1',
      '/users/1/shops/1/books/1',
      '/b%C3%BCcher/1',
      '/%E6%9C%AC/1',
      '/%E6%9C%AC/1/x',
      '/%E6%9C%AC/1/y',
    ].map((path) => seen(`GET ${path}`, 200, {})),
  );
  const names = operationsIn(document).map(({ operationId }) => operationId);
  expect(new Set(names).size).toBe(6);
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z\d]*$/);
});

test('names of requests are summaries, and the outermost folder that tells them apart is a tag', () => {
  const more = (title: string, ...tags: string[]) => ({ more: { title, tags, description: `About ${title}.` } });
  const { paths } = draft(
    seen('GET /books/1', 200, {}, more('Read one  book', 'Shop', 'Books', 'Reading')),
    seen('GET /users/1', 200, {}, more('GET {{base}}/users/1', 'Shop', 'Users')),
  );
  expect(paths['/books/{bookId}'].get).toMatchObject({
    summary: 'Read one book',
    tags: ['Books'],
    description: 'About Read one  book.',
  });
  expect(paths['/users/{userId}'].get).toMatchObject({ summary: 'Get user', tags: ['Users'] });
});

describe('parameters', () => {
  test('of the query have the type of their values, and need not be sent', () => {
    const { paths } = draft(
      seen('GET /books?limit=10&q=2024&tag=a&tag=b&sold=true&author=7&api_key=planted&utm_source=x&_=1', 200, []),
      seen('GET /books?page=2&max=1.5&author=8', 200, []),
      seen('GET /books?max=2&token=planted', 200, []),
    );
    expect(paths['/books'].get.parameters).toEqual([
      { name: 'limit', in: 'query', schema: { type: 'integer' }, example: 10 },
      { name: 'q', in: 'query', schema: { type: 'string' }, example: '2024' },
      { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } }, example: ['a'] },
      { name: 'sold', in: 'query', schema: { type: 'boolean' }, example: true },
      { name: 'author', in: 'query', schema: { type: 'integer' }, example: 7 },
      { name: 'page', in: 'query', schema: { type: 'integer' }, example: 2 },
      { name: 'max', in: 'query', schema: { type: 'number' }, example: 1.5 },
      { name: 'token', in: 'query', schema: { type: 'string' } },
    ]);
  });

  test('are required where a request without them was rejected', () => {
    const headers = [
      ['x-tenant', 'acme'],
      ['x-request-id', '1'],
      ['user-agent', 'x'],
    ] as const;
    const { paths } = draft(
      seen('GET /books?shop=1&sort=title', 200, [], { headers }),
      seen('GET /books?shop=2', 200, [], { headers }),
      seen('GET /books', 400),
    );
    expect(paths['/books'].get.parameters).toEqual([
      { name: 'shop', in: 'query', required: true, schema: { type: 'integer' }, example: 1 },
      { name: 'sort', in: 'query', schema: { type: 'string' }, example: 'title' },
      { name: 'X-Tenant', in: 'header', required: true, schema: { type: 'string' }, example: 'acme' },
    ]);
  });
});

test('errors are responses of the service, with one schema', () => {
  const { paths, components } = draft(
    seen('GET /books/1', 200, { id: 1 }),
    seen('GET /books/2', 404, { code: 'none', message: 'a' }),
    seen('POST /books', 422, { code: 'bad', message: 'b', fields: ['title'] }, { sent: { pages: 1 } }),
    seen('POST /books', 201, { id: 3 }, { sent: { title: 'Emma' } }),
    seen('GET /books/3', 503, undefined),
  );
  const reference = (name: string) => ({ $ref: `#/components/responses/${name}` });
  expect(paths['/books/{bookId}'].get.responses).toMatchObject({
    '404': reference('NotFound'),
    '503': reference('ServiceUnavailable'),
  });
  expect(Object.keys(paths['/books'].post.responses)).toEqual(['201', '422']);
  expect(paths['/books'].post.responses).toMatchObject({ '422': reference('UnprocessableContent') });
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
  expect(components.responses).toMatchObject({
    NotFound: { description: 'Not Found.', content },
    UnprocessableContent: { content },
    ServiceUnavailable: { description: 'Service Unavailable.' },
  });
  expect(components.schemas.Error.required).toEqual(['code', 'message']);
  // A rejected request does not tell what a client may send.
  expect(components.schemas.BookInput.properties).toEqual({ title: { type: 'string' } });
});

test('redirects and headers of lists are described, and nothing that nobody saw', () => {
  const { paths } = draft(
    seen('GET /newest', 302, undefined, {
      responseHeaders: [
        ['location', '/books/1'],
        ['server', 'x'],
      ],
    }),
    seen('GET /books', 200, [{ id: 1 }], {
      responseHeaders: [
        ['x-total-count', '1'],
        ['link', '<x>; rel=next'],
      ],
    }),
    seen('POST /books'),
  );
  expect(paths['/newest'].get.responses[302].headers).toEqual({ Location: { schema: { type: 'string' } } });
  expect(paths['/books'].get.responses[200].headers).toEqual({
    'X-Total-Count': { schema: { type: 'integer' } },
    Link: { schema: { type: 'string' } },
  });
  expect(Object.keys(paths['/books'].post.responses)).toEqual(['default']);
});

describe('a credential is demanded', () => {
  const bearer = { headers: [['authorization', 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.']] } as const;
  const key = { headers: [['x-api-key', 'planted']] } as const;

  test('where all requests had it, also if one without it was rejected', () => {
    const { security, components, paths } = draft(
      seen('GET /books', 200, [], bearer),
      seen('GET /books', 401),
      seen('GET /books/1', 200, {}, bearer),
      seen('GET /health', 200, {}),
    );
    expect(security).toEqual([{ bearer: [] }]);
    expect(components.securitySchemes).toEqual({ bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } });
    expect([paths['/books'].get.security, paths['/health'].get.security]).toEqual([undefined, []]);
  });

  test('never where only some had it', () => {
    const { security, components } = draft(
      seen('GET /books', 200, [], bearer),
      seen('GET /books', 200, []),
      seen('GET /me', 200, {}, { headers: [['cookie', 'session=planted']] }),
    );
    expect([security, components.securitySchemes]).toEqual([[], undefined]);
  });

  test.each([
    ['basic', { headers: [['authorization', 'Basic YTpi']] }, { basic: { type: 'http', scheme: 'basic' } }],
    ['a key in a header', key, { apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' } }],
    [
      'another scheme',
      { headers: [['authorization', 'Token planted']] },
      { authorization: { type: 'apiKey', in: 'header', name: 'Authorization' } },
    ],
  ] as const)('as it was sent: %s', (_name, call, schemes) => {
    const { components } = draft(seen('GET /books', 200, [], call));
    expect(components.securitySchemes).toEqual(schemes);
  });

  test('as it was sent: a key in the query', () => {
    const { components, security } = draft(seen('GET /books?api_key=planted', 200, [], bearer));
    expect(components.securitySchemes).toMatchObject({ apiKey: { type: 'apiKey', in: 'query', name: 'api_key' } });
    expect(security).toEqual([{ apiKey: [], bearer: [] }]);
  });
});
