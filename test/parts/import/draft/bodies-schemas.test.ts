/** What bodies become: one schema for each resource, merged over all of them. */
import { expect, test } from 'vitest';
import type { Seen } from '../../../../src/parts/import/recording.ts';
import { boolean, integer, listOf, object, ref, text } from '../../../short-document.ts';
import { draft, seen } from './drafted.ts';

const schemasOf = (...requests: readonly Seen[]) => draft(...requests).components.schemas;

test('an item is what all its bodies have in common, and each body refers to it', () => {
  const { paths, components } = draft(
    seen('GET /books', 200, { data: [{ id: 1, title: 'Emma' }], total: 1 }),
    seen('GET /books/1', 200, { book: { id: 1, title: 'Emma', price: 9, tags: ['old'], printed: null } }),
    seen('GET /books/2', 200, { book: { id: 2, title: null, price: 9.5, tags: [], printed: '1815-12-23' } }),
    seen('POST /books', 201, { id: 3, title: 'Ulysses' }, { sent: { title: 'Ulysses', pages: 730 } }),
    seen('PUT /books/3', 204, undefined, { sent: { title: 'Ulysses' } }),
    seen('PATCH /books/3', 204, undefined, { sent: { title: 'Dubliners' } }),
    seen('DELETE /books/3', 200, { deleted: true }),
  );
  expect(components.schemas).toEqual({
    Book: object(
      {
        id: integer,
        title: { type: ['string', 'null'] },
        price: { type: 'number' },
        tags: listOf(text),
        printed: { type: ['string', 'null'], format: 'date' },
      },
      ['id', 'title'],
    ),
    BookInput: object({ title: text, pages: integer }, ['title']),
    BookPatch: object({ title: text }),
  });
  const book = ref('Book');
  const schemaAt = (path: string, method: string, status: number) =>
    paths[path][method].responses[status].content['application/json'].schema;
  expect(schemaAt('/books', 'get', 200).properties.data).toEqual(listOf(book));
  expect(schemaAt('/books/{bookId}', 'get', 200).properties.book).toEqual(book);
  expect(schemaAt('/books', 'post', 201)).toEqual(book);
  expect(schemaAt('/books/{bookId}', 'delete', 200)).toEqual(object({ deleted: boolean }, ['deleted']));
  expect(paths['/books'].post.requestBody).toEqual({
    required: true,
    content: { 'application/json': { schema: ref('BookInput'), example: { title: 'Ulysses', pages: 730 } } },
  });
});

test('a list that was always empty has items of the resource', () => {
  const { paths, components } = draft(
    seen('GET /books', 200, []),
    seen('POST /books/search', 200, { results: [], total: 0 }, { sent: { q: 'x' } }),
    seen('POST /books', 201, { id: 1, title: 'Emma' }),
  );
  const book = ref('Book');
  expect(components.schemas).toEqual({ Book: object({ id: integer, title: text }, ['id', 'title']) });
  const contents = [paths['/books'].get, paths['/books/search'].post].map(
    ({ responses }) => responses[200].content['application/json'].schema,
  );
  expect([contents[0].items, contents[1].properties.results.items]).toEqual([book, book]);
});

test('what only repeats because one item was seen often is no enum', () => {
  const states = ['open', 'closed', 'open', 'closed', 'open'];
  const list = states.map((state, id) => ({ id, state, name: `name${id % 2}`, title: state, note: `n${id}` }));
  const again = (id: number) => seen(`GET /tasks/${id}`, 200, { id, owner: `owner${id}`, state: 'open' });
  const { Task } = schemasOf(seen('GET /tasks', 200, list), again(1), again(1), again(2), again(2));
  expect(Task.properties).toEqual({
    id: integer,
    state: { type: 'string', enum: ['open', 'closed'] },
    name: text,
    title: text,
    note: text,
    owner: text,
  });
});

test('texts have the format that all of them have', () => {
  const { Event } = schemasOf(
    seen('GET /events', 200, [
      {
        id: 1,
        at: '2030-01-01T10:00:00Z',
        day: '2030-01-01',
        by: 'ada@shop.test',
        url: 'https://a.test/x?y=1',
        any: '2030-01-01',
      },
      {
        id: 2,
        at: '2030-01-01T10:00:00.5+02:00',
        day: '2030-01-31',
        by: 'b.c+d@shop.test',
        url: 'http://b.test',
        any: 'soon',
      },
    ]),
  );
  const formats = Object.entries(Event.properties).map(([name, schema]) => [
    name,
    (schema as { format?: string }).format,
  ]);
  expect(Object.fromEntries(formats)).toEqual({
    id: undefined,
    at: 'date-time',
    day: 'date',
    by: 'email',
    url: 'uri',
    any: undefined,
  });
});

test('names that are data become a map, and secrets have no example', () => {
  const { paths, components } = draft(
    seen('GET /stats', 200, { '2030-01-01': { views: 1 }, '2030-01-02': { views: 2 } }),
    seen('POST /login', 200, { token: 'planted-token' }, { sent: { user: 'ada', password: 'planted-password' } }),
  );
  expect(components.schemas.Stats).toEqual({
    type: 'object',
    additionalProperties: object({ views: integer }, ['views']),
  });
  const { content } = paths['/login'].post.requestBody;
  expect(content['application/json'].example).toEqual({ user: 'ada', password: '[redacted]' });
  expect(content['application/json'].schema.properties.password).toEqual({ type: 'string', format: 'password' });
});

test('two resources with one noun are one component where they are alike, and two where not', () => {
  const post = { id: 1, title: 'a', text: 'b' };
  const alike = schemasOf(seen('GET /posts', 200, [post]), seen('GET /users/1/posts', 200, [post]));
  expect(Object.keys(alike)).toEqual(['Post']);
  const others = schemasOf(
    seen('GET /tags', 200, [{ id: 1, colour: 'red', hex: '#f00' }]),
    seen('GET /bikes/1/tags', 200, [{ id: 1, frame: 'x', wheels: 2 }]),
    seen('GET /bikes/1', 200, { id: 1, brand: 'y' }),
  );
  expect(Object.keys(others).sort()).toEqual(['Bike', 'BikeTag', 'Tag']);
});

test('single objects, actions and searches are of the resource that they show', () => {
  const user = { id: 1, name: 'Ada', mail: 'ada@shop.test' };
  const { paths, components } = draft(
    seen('GET /users/1', 200, user),
    seen('GET /me', 200, user),
    seen('GET /settings', 200, { theme: 'dark', size: 12 }),
    seen('POST /users/1/lock', 200, user),
    seen('GET /users/search?q=a', 200, { results: [user] }),
    seen('GET /search', 200, { results: [{ kind: 'user', ref: 1 }] }),
  );
  expect(Object.keys(components.schemas)).toEqual(['User', 'Settings']);
  const schemaOf = (path: string, method = 'get') =>
    paths[path][method].responses[200].content['application/json'].schema;
  const reference = ref('User');
  expect([
    schemaOf('/me'),
    schemaOf('/users/{userId}/lock', 'post'),
    schemaOf('/users/search').properties.results.items,
  ]).toEqual([reference, reference, reference]);
});

test('forms and files have their fields', () => {
  const part = (name: string, more = '') =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nvalue\r\n`;
  const multipart = `${part('title')}${part('cover', '; filename="a.png"')}--x--\r\n`;
  const { paths } = draft(
    seen('POST /uploads', 201, undefined, { form: ['multipart/form-data; boundary=x', multipart] }),
    seen('POST /login', 204, undefined, { form: ['application/x-www-form-urlencoded', 'user=ada&role=a&role=b'] }),
    seen('GET /report', 200, undefined, {
      more: { response: { status: 200, headers: [], body: { text: 'AAAA', isBase64: true, type: 'application/pdf' } } },
    }),
  );
  expect(paths['/uploads'].post.requestBody.content['multipart/form-data'].schema.properties).toEqual({
    title: text,
    cover: { type: 'string', format: 'binary' },
  });
  expect(paths['/login'].post.requestBody.content['application/x-www-form-urlencoded'].schema).toEqual(
    object({ user: text, role: listOf(text) }, ['user', 'role']),
  );
  expect(paths['/report'].get.responses[200].content).toEqual({
    'application/pdf': { schema: { type: 'string', format: 'binary' } },
  });
});
