/** A service, and what a client saw of it. */
export const base = 'https://staging.books.example/api';

const jsonOf = (schema: object) => ({ description: 'ok', content: { 'application/json': { schema } } });
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const error = { ...jsonOf({ type: 'object' }), description: 'an error' };
const bookBody = { required: true, ...jsonOf(reference('NewBook')) };

export const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  servers: [{ url: 'https://books.example/v1' }],
  paths: {
    '/books': {
      get: {
        operationId: 'listBooks',
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: { 200: jsonOf({ type: 'array', items: reference('Book') }) },
      },
      post: {
        operationId: 'createBook',
        requestBody: bookBody,
        responses: { 201: jsonOf(reference('Book')), 422: error },
      },
    },
    '/books/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { operationId: 'getBook', responses: { 200: jsonOf(reference('Book')), 404: error } },
      put: {
        operationId: 'replaceBook',
        requestBody: bookBody,
        responses: { 200: jsonOf(reference('Book')), 404: error },
      },
    },
    '/health': { get: { operationId: 'health', responses: { 200: jsonOf({ type: 'object' }) } } },
    '/covers/{name}': {
      parameters: [{ name: 'name', in: 'path', required: true, schema: { type: 'string' } }],
      get: { operationId: 'getCover', responses: { 200: { description: 'ok', content: { 'image/png': {} } } } },
    },
    '/search': {
      post: {
        operationId: 'search',
        requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
        responses: { 200: jsonOf({ type: 'object' }) },
      },
    },
    '/newest': {
      get: {
        operationId: 'newest',
        responses: { 302: { description: 'there', headers: { Location: { schema: { type: 'string' } } } } },
      },
    },
  },
  components: {
    schemas: {
      NewBook: { type: 'object', properties: { title: { type: 'string' }, pages: { type: 'integer' } } },
      Book: {
        type: 'object',
        required: ['id', 'title'],
        properties: { id: { type: 'integer' }, title: { type: 'string' }, pages: { type: ['integer', 'null'] } },
      },
    },
  },
};

export interface Call {
  readonly method: string;
  /** Below the base, with the query. */
  readonly path: string;
  readonly sent?: unknown;
  /** In place of `sent`, by its media type. */
  readonly form?: string;
  readonly status: number;
  readonly body?: unknown;
  /** Base64, in place of `body`. */
  readonly image?: string;
  readonly location?: string;
}

const emma = { id: 9, title: 'Emma', pages: 474 };
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

export const calls: readonly Call[] = [
  { method: 'GET', path: '/health', status: 200, body: { ok: true, region: 'eu' } },
  {
    method: 'GET',
    path: '/books?limit=2',
    status: 200,
    body: [
      { id: 1, title: 'Ulysses', pages: 730 },
      { id: 2, title: 'Dubliners', pages: null },
    ],
  },
  { method: 'GET', path: '/books/1', status: 200, body: { id: 1, title: 'Ulysses', pages: 730 } },
  { method: 'GET', path: '/books/404', status: 404, body: { error: 'no such book' } },
  { method: 'POST', path: '/books', sent: { pages: 1 }, status: 422, body: { error: 'title is missing' } },
  { method: 'POST', path: '/books', sent: { title: 'Emma', pages: 474 }, status: 201, body: emma },
  { method: 'GET', path: '/books/9', status: 200, body: emma },
  {
    method: 'PUT',
    path: '/books/7',
    sent: { title: 'The Dead', pages: 64 },
    status: 200,
    body: { id: 7, title: 'The Dead', pages: 64 },
  },
  { method: 'GET', path: '/covers/1.png', status: 200, image: pixel },
  { method: 'POST', path: '/search', form: 'q=emma&page=1', status: 200, body: { hits: 1, of: 'emma' } },
  { method: 'POST', path: '/search', form: 'q=joyce&page=1', status: 200, body: { hits: 2, of: 'joyce' } },
  { method: 'GET', path: '/newest', status: 302, location: `${base}/books/9` },
];
