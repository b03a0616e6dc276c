/** Documents without schemas of responses, as FastAPI writes them for handlers without a type. */
import { describe, expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { boundIn, integer, object, serviceFor, text } from '../openapi/resources/small.ts';

const Todo = object({ title: text, done: { type: 'boolean' } }, ['title']);
const body = { content: { 'application/json': { schema: Todo } } };
const none = { 200: { description: '' } };
const anything = { 200: { description: '', content: { 'application/json': { schema: {} } } } };

const todos = (responses: object, reads: object = responses) => ({
  '/todos': { get: { responses: reads }, post: { requestBody: body, responses } },
  '/todos/{todo_id}': {
    parameters: [{ name: 'todo_id', in: 'path', required: true, schema: integer }],
    get: { responses: reads },
    put: { requestBody: body, responses },
    delete: { responses },
  },
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

test('what was sent is listed and read, with an id', async () => {
  const { get, send } = await servePaths(todos(anything));
  const { body: created } = await send('POST', '/todos', { title: 'a', done: true });
  expect(created).toEqual({ id: 1, title: 'a', done: true });
  expect((await get('/todos')).body).toEqual([created]);
  expect((await get('/todos/1')).body).toEqual(created);
  await send('PUT', '/todos/1', { title: 'b' });
  expect((await get('/todos/1')).body).toMatchObject({ id: 1, title: 'b' });
});

test('a file or a page is no item', () => {
  const file = { 200: { description: '', content: { 'image/png': {} } } };
  expect(boundIn(serviceFor(todos(anything, file)))).toMatchObject({ 'GET /todos': '-', 'GET /todos/{todo_id}': '-' });
});
