/** The examples of a document, as a person copies them from its page. */
import { describe, expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { boolean, inPath, integer, listOf, object, operation, ref, text } from '../short-document.ts';

const content = (schema: object, rest: object = {}) => ({
  description: '',
  content: { 'application/json': { schema, ...rest } },
});

const Product = object({ sku: text, name: text }, ['sku', 'name']);
const [kettle, toaster] = [
  { sku: 'A-1', name: 'Kettle' },
  { sku: 'B-2', name: 'Toaster' },
];
const rows = [kettle, toaster];

const productPaths = (takes: object, bodies: object, item: object = ref('Product'), rest: object = {}) => ({
  '/products': {
    get: { responses: { 200: content(listOf(ref('Product')), rest) } },
    post: {
      requestBody: content(takes, bodies),
      responses: { 201: content(item), 409: content(object({ message: text })) },
    },
  },
  '/products/{sku}': {
    parameters: [inPath('sku', text, { example: 'A-1' })],
    get: { responses: { 200: content(item), 404: { description: '' } } },
    put: { requestBody: content(takes), responses: { 200: content(item) } },
  },
});

describe('the example of a creation', () => {
  const wrapped = object({ product: ref('Product') });

  test.each([
    ['of a body', ref('Product'), { example: kettle }, kettle],
    ['by a name', ref('Product'), { examples: { toaster: { value: toaster }, kettle: { value: kettle } } }, kettle],
    ['in a wrapper', wrapped, { example: { product: kettle } }, { product: kettle }],
    ['of a property', object({ sku: { ...text, example: 'A-1' }, name: text }), {}, kettle],
  ] as const)('%s creates an item, once', async (_name, takes, bodies, body) => {
    const item = takes === wrapped ? wrapped : ref('Product');
    const paths = productPaths(takes, bodies, item, { example: rows });
    const { get, send } = await servePaths(paths, { Product }, 'default');
    expect((await get('/products')).body.slice(0, 2)).toEqual(rows);
    expect((await get('/products/A-1')).status).toBe(200);
    const created = await send('POST', '/products', body);
    expect([created.status, created.body]).toEqual([201, body]);
    expect((await get('/products')).body.filter(({ sku }: { sku: string }) => sku === 'A-1')).toEqual([kettle]);
    expect((await send('POST', '/products', body)).status).toBe(409);
  });

  test('does not replace what a client wrote', async () => {
    const paths = productPaths(ref('Product'), { example: kettle }, ref('Product'), { example: rows });
    const { send } = await servePaths(paths, { Product }, 'default');
    expect((await send('PUT', '/products/A-1', { sku: 'A-1', name: 'Mine' })).status).toBe(200);
    expect((await send('POST', '/products', kettle)).status).toBe(409);
  });

  test('with its id in an object creates an item, once', async () => {
    const Deployment = object({ metadata: object({ name: text }, ['name']), replicas: integer }, ['metadata']);
    const example = { metadata: { name: 'web' }, replicas: 2 };
    const paths = {
      '/deployments': {
        get: {
          responses: { 200: content(object({ items: listOf(ref('Deployment')) }), { example: { items: [example] } }) },
        },
        post: {
          requestBody: content(ref('Deployment'), { example }),
          responses: { 201: content(ref('Deployment')), 409: { description: '' } },
        },
      },
      '/deployments/{name}': {
        parameters: [inPath('name', text)],
        get: { responses: { 200: content(ref('Deployment')) } },
      },
    };
    const { get, send } = await servePaths(paths, { Deployment }, 'default');
    expect((await get('/deployments/web')).body).toEqual(example);
    const other = { ...example, replicas: 5 };
    expect(await send('POST', '/deployments', other)).toEqual({ status: 201, body: other });
    expect((await get('/deployments/web')).body).toEqual(other);
    expect((await send('POST', '/deployments', other)).status).toBe(409);
  });
});

describe('the rows of a documented list', () => {
  const Book = object(
    { id: integer, title: text, subtitle: { type: ['string', 'null'] }, pages: integer, tags: listOf(text) },
    ['id', 'title', 'pages'],
  );
  const serveBooks = (example: unknown, rest: object = {}) =>
    servePaths(
      {
        '/books': { get: { responses: { 200: content(listOf(ref('Book')), { example }) } } },
        '/books/{id}': { get: { responses: { 200: content(ref('Book')) } } },
        ...rest,
      },
      { Book },
      'default',
    );

  test('are all there as documented, and each can be read', async () => {
    const books = [7, 3, 12].map((id) => ({ id, title: `Book ${id}`, subtitle: null, pages: id }));
    const { get } = await serveBooks(books);
    expect((await get('/books')).body.slice(0, 3)).toEqual(books);
    expect((await get('/books/12')).body).toEqual(books[2]);
  });

  test('are corrected only where the document forbids something', async () => {
    const books = [
      { id: 1, title: 'No pages', note: 'kept' },
      { id: 2, title: 'Wrong tags', pages: 5, tags: 'none', subtitle: null },
      { title: 'No id', pages: 9 },
    ];
    const { get } = await serveBooks(books);
    const [first, second, third] = (await get('/books')).body;
    expect(first).toEqual({ ...books[0], pages: expect.any(Number) });
    expect(second).toMatchObject({ id: 2, title: 'Wrong tags', pages: 5, subtitle: null });
    expect(second.tags ?? []).toBeInstanceOf(Array);
    expect(third).toEqual({ id: 3, title: 'No id', pages: 9 });
  });

  test('of a response without state are corrected in the same way', async () => {
    const Report = object({ best: ref('Book'), total: integer }, ['best', 'total']);
    const example = { best: { id: 1, title: 'a', pages: 'many' }, note: 'kept' };
    const { get } = await serveBooks([], { '/report': { get: { responses: { 200: content(Report, { example }) } } } });
    const { body } = await get('/report');
    const number = expect.any(Number);
    expect(body).toEqual({ ...example, best: { ...example.best, pages: number }, total: number });
  });

  test('of a schema have no member more and none less', async () => {
    const Address = {
      ...object({ street: text, zip: integer, unit: { type: ['string', 'null'] }, note: text }, ['street']),
      example: { street: 'Main', unit: null, zip: 'x', extra: 1 },
    };
    const { get } = await serveBooks([], {
      '/address': { get: { responses: { 200: content(object({ address: Address }, ['address'])) } } },
    });
    const { address } = (await get('/address')).body;
    expect(address).toEqual({
      street: 'Main',
      unit: null,
      extra: 1,
      ...(address.zip !== undefined && { zip: expect.any(Number) }),
    });
  });
});

test.each([
  ['the example of its message', { ...text, example: 'All done' }, 'Book deleted', 'All done'],
  ['the description of the response as its message', text, 'Book deleted successfully', 'Book deleted successfully'],
  ['a usual word', text, 'OK', 'OK'],
  [
    'another text, if the description says what is returned',
    text,
    'The deleted book',
    expect.not.stringContaining('book'),
  ],
])('a confirmation has %s', async (_name, message, description, expected) => {
  const confirmation = { ...content(object({ success: boolean, message })), description };
  const paths = productPaths(ref('Product'), {});
  const item = { ...paths['/products/{sku}'], delete: { responses: { 200: confirmation } } };
  const { send } = await servePaths({ ...paths, '/products/{sku}': item }, { Product });
  await send('POST', '/products', kettle);
  expect((await send('DELETE', '/products/A-1')).body).toEqual({ success: true, message: expected });
});

test('a text confirms a change as the description does, and a login is none', async () => {
  const said = (description: string) => ({ responses: { 200: { ...content(text), description } } });
  const paths = productPaths(ref('Product'), {});
  const item = { ...paths['/products/{sku}'], delete: said('The product has been deleted') };
  const { send } = await servePaths(
    { ...paths, '/products/{sku}': item, '/login': { post: said('Login successful') } },
    { Product },
  );
  await send('POST', '/products', kettle);
  expect((await send('DELETE', '/products/A-1')).body).toBe('The product has been deleted');
  expect((await send('POST', '/login')).body).not.toBe('Login successful');
});

test('a response without state shows nothing that is writeOnly', async () => {
  const hidden = { ...text, writeOnly: true };
  const Pair = object({ username: hidden, password: hidden, access: { ...text, readOnly: true } }, [
    'username',
    'password',
    'access',
  ]);
  const { send } = await servePaths({
    '/token': { post: { requestBody: content(Pair), responses: { 200: content(Pair) } } },
  });
  expect((await send('POST', '/token', { username: 'ada', password: 'x' })).body).toEqual({
    access: expect.any(String),
  });
});

test('of several examples with names where a schema has one, the first is shown, unless it is a property', async () => {
  const [first, second] = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ];
  const named = { 'Example 1': first, 'Example 2': second };
  const Thing = { ...object({ id: integer, name: text }, ['id']), example: named };
  const Odd = { ...object({ example: object({ id: integer }) }), example: { example: { id: 3 } } };
  const { get } = await servePaths({ '/a': { get: operation(Thing) }, '/b': { get: operation(Odd) } });
  expect([(await get('/a')).body, (await get('/b')).body]).toEqual([first, { example: { id: 3 } }]);
});
