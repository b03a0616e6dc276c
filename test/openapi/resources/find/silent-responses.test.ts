/** Documents without schemas of responses, as FastAPI writes them for handlers without a type. */
import { describe, expect, test } from 'vitest';
import type { ItemBinding } from '../../../../src/core/service/binding.ts';
import { createVivarium } from '../../../../src/index.ts';
import { boolean, inPath, integer, listOf, object, operation, text } from '../../../short-document.ts';
import { type Client, servePaths } from '../served.ts';
import { boundIn, nothing, serviceFor } from '../small.ts';

const Todo = object({ title: text, done: boolean }, ['title']);
const body = { content: { 'application/json': { schema: Todo } } };
const none = { 200: { description: '' } };
const anything = { 200: { description: '', content: { 'application/json': { schema: {} } } } };

const todos = (responses: object, reads: object = responses) => ({
  '/todos': { get: { responses: reads }, post: { requestBody: body, responses } },
  '/todos/{todo_id}': { get: { responses: reads }, put: { requestBody: body, responses }, delete: { responses } },
});

describe('after DELETE, GET is 404', () => {
  test.each([
    ['without any body', none],
    ['with a body of which nothing is said', anything],
    [
      'with an object of which nothing is said',
      { 200: { description: '', content: { 'application/json': { schema: { type: 'object' } } } } },
    ],
  ])('%s', async (_name, responses) => {
    const { get, send } = await servePaths(todos(responses), {}, 'default');
    expect((await get('/todos/1')).status).toBe(200);
    expect((await send('DELETE', '/todos/1')).status).toBe(200);
    expect((await get('/todos/1')).status).toBe(404);
    expect((await get('/todos/2')).status).toBe(200);
    expect((await send('DELETE', '/todos/1')).status).toBe(404);
  });

  test('where only a creation has a schema', async () => {
    const created = {
      201: {
        description: '',
        content: { 'application/json': { schema: object({ id: integer, title: text }, ['id']) } },
      },
    };
    const paths = todos(none);
    const { get, send } = await servePaths({
      ...paths,
      '/todos': { ...paths['/todos'], post: { requestBody: body, responses: created } },
    });
    const { id } = (await send('POST', '/todos', { title: 'a' })).body;
    expect((await get(`/todos/${id}`)).status).toBe(200);
    await send('DELETE', `/todos/${id}`);
    expect((await get(`/todos/${id}`)).status).toBe(404);
  });
});

const created = { 201: { description: '' } };

test.each([
  ['with a body of which nothing is said', todos(anything)],
  ['without any body', todos(none)],
  ['where a creation has a status of its own', todos(created, none)],
])('what was sent is listed and read, with an id, %s', async (_name, paths) => {
  const { get, send } = await servePaths(paths);
  const { body: created } = await send('POST', '/todos', { title: 'a', done: true });
  expect(created).toEqual({ id: 1, title: 'a', done: true });
  expect((await get('/todos')).body).toEqual([created]);
  expect((await get('/todos/1')).body).toEqual(created);
  await send('PUT', '/todos/1', { title: 'b' });
  expect((await get('/todos/1')).body).toMatchObject({ id: 1, title: 'b' });
});

test('at paths with verbs, also of other languages, what was sent is listed and read', async () => {
  const { get, send } = await servePaths({
    // Of two lists, that without a parameter is the one of the collection.
    '/todos/listar/{etapa}': { get: { responses: none } },
    '/todos/listar': { get: { responses: none } },
    '/todos/crear': { post: { requestBody: body, responses: created } },
    '/todos/buscar/{id}': { get: { responses: none } },
    '/todos/eliminar/{id}': { delete: { responses: none } },
  });
  const { body: sent } = await send('POST', '/todos/crear', { title: 'a' });
  expect(sent).toEqual({ id: 1, title: 'a' });
  expect((await get('/todos/listar')).body).toEqual([sent]);
  expect((await get('/todos/buscar/1')).body).toEqual(sent);
  await send('DELETE', '/todos/eliminar/1');
  expect((await get('/todos/buscar/1')).status).toBe(404);
});

test('beside an optional id, what is named as the item is no id', async () => {
  const schema = object({ id: integer, todo: text }, ['todo']);
  const requestBody = { content: { 'application/json': { schema } } };
  const { get, send } = await servePaths({
    '/todos/all': { get: { responses: none } },
    '/todos/{id}': { get: { responses: none } },
    '/todos/add': { post: { requestBody, responses: created } },
    '/todos/update': { put: { requestBody, responses: none } },
  });
  const { body: sent } = await send('POST', '/todos/add', { todo: 'a' });
  expect((await send('PUT', '/todos/update', { ...sent, todo: 'b' })).status).toBe(200);
  expect((await get('/todos/all')).body).toEqual([{ ...sent, todo: 'b' }]);
});

test('a request that allows no id has one in the response', async () => {
  const closed = { ...Todo, additionalProperties: false };
  const closedBody = { content: { 'application/json': { schema: closed } } };
  const paths = todos(none);
  const { get, send } = await servePaths({
    ...paths,
    '/todos': { ...paths['/todos'], post: { requestBody: closedBody, responses: none } },
  });
  expect((await send('POST', '/todos', { title: 'a' })).body).toEqual({ id: 1, title: 'a' });
  expect((await send('POST', '/todos', { title: 'a', id: 2 })).status).toBe(400);
  expect((await get('/todos')).body).toEqual([{ id: 1, title: 'a' }]);
});

test('a body stays left out if another response has one, or if the status has none', async () => {
  const todo = object({ id: integer, title: text }, ['id', 'title']);
  const listed = { 200: { description: '', content: { 'application/json': { schema: listOf(todo) } } } };
  const paths = todos(created, none);
  const { get, send } = await servePaths({ ...paths, '/todos': { ...paths['/todos'], get: { responses: listed } } });
  expect(await send('POST', '/todos', { title: 'a' })).toEqual({ status: 201, body: undefined });
  const [{ id }] = (await get('/todos')).body;
  expect(await get(`/todos/${id}`)).toEqual({ status: 200, body: undefined });
  const silent = await servePaths(todos({ 204: { description: '' } }, none));
  expect(await silent.send('POST', '/todos', { title: 'a' })).toEqual({ status: 204, body: undefined });
  expect((await silent.get('/todos/1')).body).toEqual({ id: 1, title: 'a' });
});

test('a password and its confirmation are sent, and never shown', async () => {
  const account = object({ id: integer, name: text, password: text, password_confirmation: text }, [
    'name',
    'password',
  ]);
  const requestBody = { content: { 'application/json': { schema: account } } };
  const { get, send } = await servePaths(
    {
      '/accounts': { get: { responses: none }, post: { requestBody, responses: none } },
      '/accounts/{id}': { get: { responses: none } },
    },
    {},
    'default',
  );
  const sent = { name: 'Ada', password: 'x', password_confirmation: 'x' };
  const { id } = (await send('POST', '/accounts', sent)).body;
  expect((await get(`/accounts/${id}`)).body).toEqual({ id, name: 'Ada' });
  expect(JSON.stringify((await get('/accounts')).body)).not.toContain('password');
});

describe('a document without a word about what is sent', () => {
  const orders = () =>
    servePaths({
      '/orders': { get: { responses: none }, post: { responses: created } },
      '/orders/{clientId}': { ...at('clientId'), get: { responses: none } },
      '/orders/{id}': { ...at('id'), put: { responses: none }, delete: { responses: none } },
    });

  test('takes any object, and nothing else is rejected', async () => {
    const { get, send } = await orders();
    const { body: order } = await send('POST', '/orders', { lines: [{ sku: 'a' }] });
    expect(order).toEqual({ id: expect.any(String), lines: [{ sku: 'a' }] });
    expect((await send('POST', '/orders', 'text', 'text/plain')).status).toBe(201);
    await send('PUT', `/orders/${order.id}`, { paid: true });
    expect((await get('/orders')).body[0]).toEqual({ id: order.id, paid: true });
    await send('DELETE', `/orders/${order.id}`);
    expect((await get('/orders')).body).toHaveLength(1);
  });

  test('reads nothing by the id of another thing', async () => {
    const { get, send } = await orders();
    const { body: order } = await send('POST', '/orders', {});
    expect(await get(`/orders/${order.id}`)).toEqual({ status: 200, body: {} });
  });
});

test('a file or a page is no item', () => {
  const file = { 200: { description: '', content: { 'image/png': {} } } };
  expect(boundIn(serviceFor(todos(anything, file)))).toMatchObject({ 'GET /todos': '-', 'GET /todos/{todo_id}': '-' });
});

test('without state, a body that is left out stays so', async () => {
  const document = { openapi: '3.1.0', info: { title: 'Todos', version: '1' }, paths: todos(none) };
  const vivarium = await createVivarium({ document, stateless: true });
  const response = await vivarium.world().fetch('/todos');
  await vivarium.close();
  expect([response.status, await response.text()]).toEqual([200, '']);
});

const unsaid = { type: 'object', additionalProperties: true };

test('objects of which nothing is said have the items in their name', async () => {
  const { get, send } = await servePaths({
    '/todos': { get: operation(unsaid), post: operation(unsaid, { takes: Todo, status: 201 }) },
    '/todos/{id}': { delete: operation(unsaid) },
  });
  const { body } = await send('POST', '/todos', { title: 'a', done: true });
  expect(body).toEqual({ id: 1, title: 'a', done: true });
  expect((await get('/todos')).body).toEqual({ todos: [body] });
  await send('DELETE', '/todos/1');
  expect((await get('/todos')).body).toEqual({ todos: [] });
});

const at = (name: string, schema: object = text) => ({ parameters: [inPath(name, schema)] });
const said = (summary: string) => ({ summary, responses: none });

describe('what a summary says of a path below a collection', () => {
  const Shop = object({ name: text, code: text, regionId: text }, ['name', 'code']);
  const takesShop = { content: { 'application/json': { schema: Shop } } };
  const shops = (): Promise<Client> =>
    servePaths({
      '/shops': {
        get: { responses: { 400: { description: 'Name a region.' } } },
        post: { requestBody: takesShop, responses: none },
      },
      '/shops/{id}': { ...at('id'), get: { responses: none }, delete: { responses: none } },
      '/shops/featured': { get: said('Get featured shops') },
      '/shops/search': { get: { ...said('Search shops'), parameters: [{ name: 'q', in: 'query', schema: text }] } },
      '/shops/region/{regionId}': { ...at('regionId'), get: said('Get shops by region') },
      '/shops/code/{code}': { ...at('code'), get: said('Get shop by code') },
      '/shops/statistics': { get: said('Get the monthly statistics') },
    });

  test('many are listed, and one is read', async () => {
    const { get, send } = await shops();
    const { body: shop } = await send('POST', '/shops', { name: 'Ada', code: 'a', regionId: 'r' });
    const { body: other } = await send('POST', '/shops', { name: 'Bea', code: 'b', regionId: 's' });
    expect((await get('/shops/featured')).body).toEqual([shop, other]);
    expect((await get('/shops/search?q=ad')).body).toEqual([shop]);
    expect((await get('/shops/region/s')).body).toEqual([other]);
    expect((await get('/shops/code/b')).body).toEqual(other);
    expect(await get('/shops/code/c')).toMatchObject({ status: 404 });
    await send('DELETE', `/shops/${other.id}`);
    expect((await get('/shops/featured')).body).toEqual([shop]);
  });

  test('what says neither has no body', async () => {
    expect(await (await shops()).get('/shops/statistics')).toEqual({ status: 200, body: undefined });
  });
});

test('one thing shows what is written there', async () => {
  const { get, send } = await servePaths({
    '/profile': { get: { responses: none }, patch: { requestBody: body, responses: none } },
  });
  await send('PATCH', '/profile', { title: 'Ada' });
  expect((await get('/profile')).body).toMatchObject({ title: 'Ada' });
});

test('one thing shows what is added below it', async () => {
  const Line = object({ productId: text, quantity: integer }, ['productId', 'quantity']);
  const takesLine = { content: { 'application/json': { schema: Line } } };
  const { get, send } = await servePaths({
    '/cart': { get: { responses: none }, delete: { responses: none } },
    '/cart/items': { post: { requestBody: takesLine, responses: created } },
    '/cart/items/{productId}': {
      ...at('productId'),
      patch: {
        requestBody: { content: { 'application/json': { schema: object({ quantity: integer }) } } },
        responses: none,
      },
      delete: { responses: none },
    },
  });
  await send('DELETE', '/cart');
  await send('POST', '/cart/items', { productId: 'a', quantity: 1 });
  await send('POST', '/cart/items', { productId: 'b', quantity: 2 });
  await send('PATCH', '/cart/items/a', { quantity: 5 });
  expect((await send('DELETE', '/cart/items/b')).status).toBe(200);
  expect((await send('DELETE', '/cart/items/b')).status).toBe(404);
  expect((await get('/cart')).body).toMatchObject({ items: [{ productId: 'a', quantity: 5 }] });
  await send('DELETE', '/cart');
  expect(await get('/cart')).toMatchObject({ status: 200, body: { items: [] } });
});

describe('a path without schemas of responses', () => {
  const takes = (schema: object) => ({ requestBody: { content: { 'application/json': { schema } } }, responses: none });
  const silent = { responses: none };
  const saying = (schema: object) => ({
    responses: { 200: { description: '', content: { 'application/json': { schema } } } },
  });
  const pair = (get: object, post: object = takes(Todo)) => ({ '/todos': { get, post } });

  test.each<[string, Readonly<Record<string, object>>, string]>([
    ['has a pair in the plural', pair(silent), 'both, id integer id title : id title done'],
    ['has a pair in the singular', { '/todo': pair(silent)['/todos'] }, '-, -'],
    ['sends nothing', pair(silent, silent), 'both, id integer id : id'],
    ['sends an object of which nothing is said', pair(silent, takes({ type: 'object' })), 'both, id integer id : id'],
    [
      'says only a title',
      pair(saying({ title: 'Todos', description: 'All.', examples: [[]], default: [] })),
      'both, id integer id title : id title done',
    ],
    [
      'allows anything',
      pair(saying({ type: 'object', additionalProperties: true })),
      'both, id integer id title : id title done',
    ],
    [
      'lists what is above it',
      { ...pair(silent), '/todos/day/{day}': { ...at('day'), get: said('Todos of a day'), put: takes(Todo) } },
      'both, -, -, id integer id title : id title done',
    ],
    [
      'lists days',
      { ...pair(silent), '/todos/day/{day}': { ...at('day'), get: said('Days of todos'), put: takes(Todo) } },
      'both, day.read, day.replace, id integer id title : id title done, id string id title : id title done',
    ],
    ['allows texts', pair(saying({ type: 'object', additionalProperties: text })), '-, -'],
    ['allows nothing', pair(saying({ type: 'object', additionalProperties: false })), '-, -'],
    ['returns an array', pair(saying({ type: 'array' })), 'both, id integer id title : id title done'],
    ['returns an item', { '/todos': { post: takes(Todo) }, '/todos/{id}': { get: saying(Todo) } }, '-, -'],
    ['is only written', { '/todos': { post: takes(Todo) }, '/todos/{id}': { put: takes(Todo) } }, '-, -'],
    [
      'has an id in a UUID',
      { ...pair(silent), '/todos/{id}': { ...at('id', { ...text, format: 'uuid' }), get: silent } },
      'both, read, id string id title : id title done',
    ],
    [
      'has an id that is sent beside a secret',
      pair(silent, takes(object({ id: text, name: text, password: text }))),
      'both, id string id : id name',
    ],
    [
      'has a number',
      { ...pair(silent), '/todos/{todoNo}': { ...at('todoNo', integer), get: silent } },
      'both, read, id integer id title : id title done',
    ],
    [
      'has an id that is sent',
      { ...pair(silent, takes(object({ key: text }))), '/todos/{key}': { ...at('key'), get: silent } },
      'both, read, key string key : key',
    ],
    [
      'has a secret',
      pair(silent, takes(object({ id: integer, name: text, captchaToken: text }))),
      'both, id integer id : id name',
    ],
    [
      'has a closed schema',
      pair(silent, takes({ ...Todo, additionalProperties: false })),
      'both, id integer id : id title done',
    ],
    [
      'has a wrapper',
      pair(silent, takes(object({ todo: object({ name: text, more: text }) }))),
      'both, id integer id : id name more',
    ],
  ])('that %s', (_what, paths, expected) => {
    const service = serviceFor(paths as never);
    const shown = [...service.collections.values()].map(({ idProperty, idType, required, properties }) =>
      [idProperty, idType, ...required, ':', ...properties].join(' '),
    );
    const all = [...Object.values(boundIn(service)), ...shown].join(', ');
    expect(all.replace('todos.list, todos.create', 'both').replace('todos.', '')).toBe(expected);
  });

  test.each<[string, string, string]>([
    ['GET /todos/done', 'List what is done', '- '],
    ['GET /todos/done', 'Done todos', 'todos.list '],
    ['GET /todos/done', 'All of a todo', 'todos.list '],
    ['GET /todos/done', 'The done todo', '- '],
    ['GET /todos/day/{day}', 'Todos of a day', '- '],
    ['GET /todos/title/{title}', 'One todo', 'todos.read 0 title'],
    ['GET /todos/title/{title}/last', 'One todo', '- '],
    ['GET /todos/first/title/{title}', 'One todo', 'todos.read 0 title'],
    ['GET /todos/title/{x}/{title}', 'One todo', '- '],
    ['POST /todos/done', 'List todos', '- '],
    ['GET /others', 'List todos', '- '],
  ])('%s, whose summary is "%s"', (name, summary, expected) => {
    const [method = '', path = ''] = name.split(' ');
    const service = serviceFor({
      ...todos(none),
      [path]: { [method.toLowerCase()]: { summary, responses: none } },
    } as never);
    const { collection, key } = (service.operations.find((one) => one.name === name)?.binding ??
      {}) as Partial<ItemBinding>;
    expect([boundIn(service)[name], key, ...(collection?.aliases ?? [])].join(' ')).toBe(expected);
  });
});

test('a list without a body shows the items that are read below it', async () => {
  const User = object({ id: integer, email: text }, ['id', 'email']);
  const paths = {
    '/users': { get: { responses: none }, post: { requestBody: body, responses: none } },
    '/users/{id}': { get: operation(User), delete: nothing },
  };
  const { get, send } = await servePaths(paths, {}, 'default');
  const users = (await get('/users')).body;
  expect((await get(`/users/${users[0].id}`)).body).toEqual(users[0]);
  await send('DELETE', `/users/${users[0].id}`);
  expect((await get('/users')).body).toEqual(users.slice(1));
});
