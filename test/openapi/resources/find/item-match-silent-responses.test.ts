/** Documents without schemas of responses, as FastAPI writes them for handlers without a type. */
import { describe, expect, test } from 'vitest';
import { createVivarium } from '../../../../src/index.ts';
import { boolean, inPath, integer, jsonBody, listOf, object, operation, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { boundIn, nothing, serviceFor } from '../small.ts';

const Todo = object({ title: text, done: boolean }, ['title']);
const none = { 200: { description: '' } };
const silent = { responses: none };
/** An operation that takes this, and does not say what it returns. */
const takes = (schema: object, responses: object = none) => ({ requestBody: { content: jsonBody(schema) }, responses });
const anything = { 200: { description: '', content: jsonBody({}) } };
const closed = { ...Todo, additionalProperties: false };

const todos = (responses: object, reads: object = responses) => ({
  '/todos': { get: { responses: reads }, post: takes(Todo, responses) },
  '/todos/{todo_id}': { get: { responses: reads }, put: takes(Todo, responses), delete: { responses } },
});

describe('after DELETE, GET is 404', () => {
  test.each([
    ['without any body', none],
    ['with a body of which nothing is said', anything],
    ['with an object of which nothing is said', { 200: { description: '', content: jsonBody({ type: 'object' }) } }],
  ])('%s', async (_name, responses) => {
    const { get, send } = await servePaths(todos(responses), {}, 'default');
    expect((await get('/todos/1')).status).toBe(200);
    expect((await send('DELETE', '/todos/1')).status).toBe(200);
    expect((await get('/todos/1')).status).toBe(404);
    expect((await get('/todos/2')).status).toBe(200);
    expect((await send('DELETE', '/todos/1')).status).toBe(404);
  });

  test('where only a creation has a schema', async () => {
    const created = { 201: { description: '', content: jsonBody(object({ id: integer, title: text }, ['id'])) } };
    const { get, send } = await servePaths({ ...todos(none), '/todos': { get: silent, post: takes(Todo, created) } });
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

test.each(['_id', '$id', 'Id', 'ID'])('items have no `id` beside the %s that a request may have', async (name) => {
  const Own = object({ [name]: text, title: text });
  const { get, send } = await servePaths({
    '/todos': { get: silent, post: takes(Own) },
    '/todos/getById/{id}': { get: silent, parameters: [inPath('id', text)] },
  });
  const { body } = await send('POST', '/todos', { title: 'a' });
  expect(body).toEqual({ [name]: expect.any(String), title: 'a' });
  expect((await get(`/todos/getById/${body[name]}`)).body).toEqual(body);
});

test('at paths with verbs, also of other languages, what was sent is listed and read', async () => {
  const { get, send } = await servePaths({
    // Of two lists, that without a parameter is the one of the collection.
    '/todos/listar/{etapa}': { get: silent },
    '/todos/listar': { get: silent },
    '/todos/crear': { post: takes(Todo, created) },
    '/todos/buscar/{id}': { get: silent },
    '/todos/eliminar/{id}': { delete: silent },
  });
  const { body: sent } = await send('POST', '/todos/crear', { title: 'a' });
  expect(sent).toEqual({ id: 1, title: 'a' });
  expect((await get('/todos/listar')).body).toEqual([sent]);
  expect((await get('/todos/buscar/1')).body).toEqual(sent);
  await send('DELETE', '/todos/eliminar/1');
  expect((await get('/todos/buscar/1')).status).toBe(404);
});

test.each(['list', 'getAll', 'page', 'search'])('POST /todos/%s without a body lists what was sent', async (verb) => {
  const { send } = await servePaths({
    [`/todos/${verb}`]: { post: takes(object({ title: text, limit: integer })) },
    '/todos/add': { post: takes(Todo, created) },
    '/todos/{id}': { get: silent },
  });
  for (const title of ['a', 'b']) await send('POST', '/todos/add', { title });
  const listed = async (sent: object) => (await send('POST', `/todos/${verb}`, { ...sent })).body;
  expect(await listed({})).toMatchObject([{ title: 'a' }, { title: 'b' }]);
  expect(await listed({ title: 'b', limit: 5 })).toMatchObject([{ title: 'b' }]);
});

test('POST /todos/get without a body is no list', () => {
  const paths = { ...todos(none), '/todos/get': { post: takes(Todo) } };
  expect(boundIn(serviceFor(paths))['POST /todos/get']).not.toBe('todos.list');
});

test('a list in a request that has the name of the items belongs to one of them', async () => {
  const sent = object({ parts: listOf(object({ size: integer })), note: text });
  const parts = { '/parts': { get: silent, post: takes(sent, created) }, '/parts/{id}': { get: silent } };
  const { send, get } = await servePaths(parts);
  await send('POST', '/parts', { parts: [{ size: 7 }], note: 'a' });
  expect((await get('/parts/1')).body).toEqual({ id: 1, parts: [{ size: 7 }], note: 'a' });
});

test('beside an optional id, what is named as the item is no id', async () => {
  const schema = object({ id: integer, todo: text }, ['todo']);
  const { get, send } = await servePaths({
    '/todos/all': { get: silent },
    '/todos/{id}': { get: silent },
    '/todos/add': { post: takes(schema, created) },
    '/todos/update': { put: takes(schema) },
  });
  const { body: sent } = await send('POST', '/todos/add', { todo: 'a' });
  expect((await send('PUT', '/todos/update', { ...sent, todo: 'b' })).status).toBe(200);
  expect((await get('/todos/all')).body).toEqual([{ ...sent, todo: 'b' }]);
});

test('a request that allows no id has one in the response', async () => {
  const { get, send } = await servePaths({ ...todos(none), '/todos': { get: silent, post: takes(closed) } });
  expect((await send('POST', '/todos', { title: 'a' })).body).toEqual({ id: 1, title: 'a' });
  expect((await send('POST', '/todos', { title: 'a', id: 2 })).status).toBe(400);
  expect((await get('/todos')).body).toEqual([{ id: 1, title: 'a' }]);
});

test('a body stays left out if another response has one, or if the status has none', async () => {
  const todo = object({ id: integer, title: text }, ['id', 'title']);
  const listed = { 200: { description: '', content: jsonBody(listOf(todo)) } };
  const paths = { ...todos(created, none), '/todos': { get: { responses: listed }, post: takes(Todo, created) } };
  const { get, send } = await servePaths(paths);
  expect(await send('POST', '/todos', { title: 'a' })).toEqual({ status: 201, body: undefined });
  const [{ id }] = (await get('/todos')).body;
  expect(await get(`/todos/${id}`)).toEqual({ status: 200, body: undefined });
  const silent = await servePaths(todos({ 204: { description: '' } }, none));
  expect(await silent.send('POST', '/todos', { title: 'a' })).toEqual({ status: 204, body: undefined });
  expect((await silent.get('/todos/1')).body).toEqual({ id: 1, title: 'a' });
});

test('a password and its confirmation are sent, and never shown', async () => {
  const secrets = { password: text, password_confirmation: text };
  const account = object({ id: integer, name: text, ...secrets }, ['name', 'password']);
  const { get, send } = await servePaths(
    { '/accounts': { get: silent, post: takes(account) }, '/accounts/{id}': { get: silent } },
    {},
    'default',
  );
  const sent = { name: 'Ada', password: 'x', password_confirmation: 'x' };
  const { id } = (await send('POST', '/accounts', sent)).body;
  expect((await get(`/accounts/${id}`)).body).toEqual({ id, name: 'Ada' });
  expect(JSON.stringify((await get('/accounts')).body)).not.toContain('password');
});

test('what is created and deleted, and never read, is told apart by its id', async () => {
  const { send } = await servePaths({
    '/bookings': { post: takes(Todo, created) },
    '/bookings/{booking_id}': { delete: { responses: none } },
  });
  const { body } = await send('POST', '/bookings', { title: 'a' });
  expect(body).toEqual({ id: 1, title: 'a' });
  expect((await send('DELETE', '/bookings/1')).status).toBe(200);
  expect((await send('DELETE', '/bookings/1')).status).toBe(404);
});

test('a password is not shown at a path of one thing', async () => {
  const settings = object({ name: text, password: text }, ['name', 'password']);
  const { get, send } = await servePaths({ '/preference': { get: silent, put: takes(settings) } }, {}, 'default');
  expect(Object.keys((await get('/preference')).body)).toEqual(['name']);
  await send('PUT', '/preference', { name: 'Ada', password: 'x' });
  expect((await get('/preference')).body).toEqual({ name: 'Ada' });
});

describe('a document without a word about what is sent', () => {
  const orders = () =>
    servePaths({
      '/orders': { get: silent, post: { responses: created } },
      '/orders/{clientId}': { ...at('clientId'), get: silent },
      '/orders/{id}': { ...at('id'), put: silent, delete: silent },
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

test('one thing shows what is written there', async () => {
  const { get, send } = await servePaths({ '/profile': { get: silent, patch: takes(Todo) } });
  await send('PATCH', '/profile', { title: 'Ada' });
  expect((await get('/profile')).body).toMatchObject({ title: 'Ada' });
});

describe('a path without schemas of responses', () => {
  const saying = (schema: object) => ({ responses: { 200: { description: '', content: jsonBody(schema) } } });
  const pair = (get: object, post: object = takes(Todo)) => ({ '/todos': { get, post } });
  const sending = (properties: object) => pair(silent, takes(object(properties)));
  const readBy = (name: string, schema?: object) => ({ [`/todos/{${name}}`]: { ...at(name, schema), get: silent } });
  const daily = (summary: string) => ({
    ...pair(silent),
    '/todos/day/{day}': { ...at('day'), get: said(summary), put: takes(Todo) },
  });
  const annotated = { title: 'Todos', description: 'All.', examples: [[]], default: [] };
  /** Todos with integers as ids, and with texts. */
  const [numbered, named] = ['id integer id title : id title done', 'id string id title : id title done'];

  /** Each day has some. */
  const each = named.replace('id', '');

  test.each<[string, Readonly<Record<string, object>>, string]>([
    ['has a pair in the plural', pair(silent), `both, ${numbered}`],
    ['has a pair in the singular', { '/todo': pair(silent)['/todos'] }, '-, -'],
    ['sends nothing', pair(silent, silent), 'both, id integer id : id'],
    ['sends an object of which nothing is said', pair(silent, takes({ type: 'object' })), 'both, id integer id : id'],
    ['says only a title', pair(saying(annotated)), `both, ${numbered}`],
    ['allows anything', pair(saying({ type: 'object', additionalProperties: true })), `both, ${numbered}`],
    ['lists days', daily('Days of todos'), `both, day.read, day.replace, ${numbered}, ${each}`],
    ['allows texts', pair(saying({ type: 'object', additionalProperties: text })), '-, -'],
    ['allows nothing', pair(saying({ type: 'object', additionalProperties: false })), '-, -'],
    ['returns an array', pair(saying({ type: 'array' })), `both, ${numbered}`],
    ['returns an item', { '/todos': { post: takes(Todo) }, '/todos/{id}': { get: saying(Todo) } }, '-, -'],
    ['is only written', { '/todos': { post: takes(Todo) }, '/todos/{id}': { put: takes(Todo) } }, '-, -'],
    ['has an id in a UUID', { ...pair(silent), ...readBy('id', { ...text, format: 'uuid' }) }, `both, read, ${named}`],
    ['has a number', { ...pair(silent), ...readBy('todoNo', integer) }, `both, read, ${numbered}`],
    ['has an id that is sent', { ...sending({ key: text }), ...readBy('key') }, 'both, read, key string key : key'],
    [
      'has an id that is sent beside a secret',
      sending({ id: text, name: text, password: text }),
      'both, id string id : id name',
    ],
    ['has a secret', sending({ id: integer, name: text, captchaToken: text }), 'both, id integer id : id name'],
    ['has a closed schema', pair(silent, takes(closed)), 'both, id integer id : id title done'],
    ['has a wrapper', sending({ todo: object({ name: text, more: text }) }), 'both, id integer id : id name more'],
  ])('that %s', (_what, paths, expected) => {
    const service = serviceFor(paths);
    const shown = [...service.collections.values()].map(({ idProperty, idType, required, properties }) =>
      [idProperty, idType, ...required, ':', ...properties].join(' '),
    );
    const all = [...Object.values(boundIn(service)), ...shown].join(', ');
    expect(all.replace('todos.list, todos.create', 'both').replace('todos.', '')).toBe(expected);
  });
});

test('a list without a body shows the items that are read below it', async () => {
  const User = object({ id: integer, email: text }, ['id', 'email']);
  const paths = {
    '/users': { get: silent, post: takes(Todo) },
    '/users/{id}': { get: operation(User), delete: nothing },
  };
  const { get, send } = await servePaths(paths, {}, 'default');
  const users = (await get('/users')).body;
  expect((await get(`/users/${users[0].id}`)).body).toEqual(users[0]);
  await send('DELETE', `/users/${users[0].id}`);
  expect((await get('/users')).body).toEqual(users.slice(1));
});

test.each([
  ['result', {}, 'todos.list'],
  ['result', text, '-'],
  ['tags', {}, '-'],
])('the list beside a message, in "%s", of items %j: %s', (name, items, bound) => {
  const answer = object({ ok: boolean, message: text, [name]: listOf(items) });
  const service = serviceFor({
    '/todos': { get: operation(answer), post: operation(object({ ok: boolean }), { takes: Todo }) },
    '/todos/{id}': { get: silent, delete: silent },
  });
  expect(boundIn(service)['GET /todos']).toBe(bound);
});

test('items of which nothing is said have the id that their change requires', async () => {
  const client = await servePaths({
    '/labTests': {
      get: operation(undefined, { status: 200 }),
      post: operation(undefined, { takes: object({ name: text }, ['name']), status: 200 }),
      put: operation(undefined, { takes: object({ labTestID: integer, name: text }, ['labTestID']), status: 200 }),
    },
    '/labTests/{id}': { get: operation(undefined, { status: 200 }) },
  });
  const { body } = await client.send('POST', '/labTests', { name: 'a' });
  expect(body).toEqual({ labTestID: body.labTestID, name: 'a' });
  await client.send('PUT', '/labTests', { ...body, name: 'b' });
  expect((await client.get(`/labTests/${body.labTestID}`)).body).toEqual({ ...body, name: 'b' });
});
