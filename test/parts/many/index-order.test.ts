/** New orders of items, their places, and exports of lists. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Task = object({ id: integer, name: text, position: integer, list_id: integer }, ['id', 'name']);
const List = object({ id: integer, name: text }, ['id', 'name']);
const named = object({ name: text }, ['name']);
const ids = object({ ids: listOf(integer) });
const lists = {
  '/lists': { get: operation(listOf(ref('List'))), post: operation(ref('List'), { takes: named, status: 201 }) },
  '/lists/{list_id}': { parameters: [inPath('list_id')], get: operation(ref('List')), delete: operation(undefined) },
  '/lists/{list_id}/tasks': {
    parameters: [inPath('list_id')],
    get: operation(listOf(ref('Task'))),
    post: operation(ref('Task'), { takes: named, status: 201 }),
  },
  '/tasks/{id}': {
    get: operation(ref('Task')),
    patch: operation(ref('Task'), { takes: object({ list_id: integer }) }),
  },
};
const two = {
  data: {
    lists: [
      { id: 1, name: 'A' },
      { id: 2, name: 'B' },
    ],
  },
};

test.each([
  ['put', 'order', listOf(ref('Task'))],
  ['post', 'reorder', undefined],
  ['patch', 'positions', undefined],
])('%s .../%s puts the items in the order of their ids', async (method, word, answer) => {
  const path = { parameters: [inPath('list_id')], [method]: operation(answer, { takes: ids }) };
  const { get, send } = await servePaths({ ...lists, [`/lists/{list_id}/tasks/${word}`]: path }, { Task, List }, two);
  for (const name of ['a', 'b', 'c']) await send('POST', '/lists/1/tasks', { name });
  await send('POST', '/lists/2/tasks', { name: 'other' });
  const shown = async (list: number) =>
    (await get(`/lists/${list}/tasks`)).body.map(
      (one: { name: string; position: number }) => `${one.name}${one.position}`,
    );
  expect(await shown(1)).toEqual(['a1', 'b2', 'c3']);
  const sorted = await send(method.toUpperCase(), `/lists/1/tasks/${word}`, { ids: [3, 1, 2] });
  expect(sorted.status).toBe(answer === undefined ? 204 : 200);
  if (answer !== undefined) expect(sorted.body.map(({ id }: { id: number }) => id)).toEqual([3, 1, 2]);
  expect(await shown(1)).toEqual(['c1', 'a2', 'b3']);
  expect(await shown(2)).toEqual(['other1']);
  expect((await send(method.toUpperCase(), `/lists/1/tasks/${word}`, { ids: [3, 99] })).status).toBe(404);
  expect(await shown(1)).toEqual(['c1', 'a2', 'b3']);
  await send(method.toUpperCase(), `/lists/1/tasks/${word}`, { ids: [2] });
  expect(await shown(1)).toEqual(['b1', 'c2', 'a3']);
});

test('a task that names another list is below that one', async () => {
  const { get, send } = await servePaths(lists, { Task, List }, two);
  await send('POST', '/lists/1/tasks', { name: 'a' });
  expect((await send('PATCH', '/tasks/1', { list_id: 2 })).body).toMatchObject({ id: 1, list_id: 2 });
  expect((await get('/lists/1/tasks')).body).toEqual([]);
  expect((await get('/lists/2/tasks')).body).toMatchObject([{ id: 1, name: 'a', list_id: 2 }]);
  expect((await get('/tasks/1')).body).toMatchObject({ list_id: 2 });
  await send('PATCH', '/tasks/1', { list_id: 9 });
  expect((await get('/tasks/1')).body).toMatchObject({ list_id: 2 });
  await send('DELETE', '/lists/2');
  expect((await get('/tasks/1')).status).toBe(404);
});

test('an order of items that is a thing of its own leaves them in their order', async () => {
  const data = { lists: [1, 2].map((id) => ({ id, name: 'A' })) };
  const order = { post: operation(ref('Order'), { takes: ids, status: 201 }) };
  const paths = { '/lists': lists['/lists'], '/lists/order': order };
  const { get, send } = await servePaths(paths, { List, Order: object({ id: integer, total: integer }) }, { data });
  expect((await send('POST', '/lists/order', { ids: [2, 1] })).status).toBe(201);
  expect((await get('/lists')).body).toEqual(data.lists);
});

test('a task is not put in place of another one with its id', async () => {
  const tasks = [1, 2].map((list) => ({ $parent: { list_id: list }, id: 7, name: `In ${list}`, list_id: list }));
  const { get, send } = await servePaths(lists, { Task, List }, { data: { ...two.data, tasks } });
  expect((await send('PATCH', '/tasks/7', { list_id: 2 })).status).toBe(409);
  for (const list of [1, 2])
    expect((await get(`/lists/${list}/tasks`)).body).toMatchObject([{ id: 7, name: `In ${list}` }]);
});

const rows = { get: { responses: { 200: { description: 'Rows.', content: { 'text/csv': { schema: text } } } } } };
test.each(['/tasks/export', '/tasks/export.csv', '/tasks/download', '/tasks.csv'])(
  'GET %s has the rows of the list',
  async (path) => {
    const tasks = {
      get: operation(listOf(ref('Task'))),
      post: operation(ref('Task'), { takes: named, status: 201 }),
    };
    const client = await servePaths({ '/tasks': tasks, [path]: rows }, { Task });
    expect(await client.text(path)).toBe('id,name,position,list_id\r\n');
    await client.send('POST', '/tasks', { name: 'a, "b"' });
    await client.send('POST', '/tasks', { name: 'c' });
    expect(await client.text(path)).toBe('id,name,position,list_id\r\n1,"a, ""b""",1,\r\n2,c,2,\r\n');
  },
);

test('a list in an envelope is rows for who accepts CSV', async () => {
  const page = object({ items: listOf(ref('Task')), total: integer });
  const content = { 'application/json': { schema: page }, 'text/csv': { schema: text } };
  const client = await servePaths(
    {
      '/tasks': {
        get: { responses: { 200: { description: 'Tasks.', content } } },
        post: operation(ref('Task'), { takes: named, status: 201 }),
      },
    },
    { Task },
  );
  expect(await client.text('/tasks', 'text/csv')).toBe('id,name,position,list_id\r\n');
  await client.send('POST', '/tasks', { name: 'a' });
  expect(await client.text('/tasks', 'text/csv')).toBe('id,name,position,list_id\r\n1,a,1,\r\n');
  expect((await client.get('/tasks')).body).toMatchObject({ items: [{ id: 1, name: 'a' }] });
});

test.each([
  ['text/csv; charset=utf-8', ','],
  ['text/comma-separated-values', ','],
  ['text/tab-separated-values', '\t'],
])('an export as %s has the rows of the list', async (mediaType, separator) => {
  const exported = {
    get: { responses: { 200: { description: 'Rows.', content: { [mediaType]: { schema: text } } } } },
  };
  const client = await servePaths(
    { '/lists': lists['/lists'], '/lists/export': exported },
    { List },
    { data: { lists: [{ id: 1, name: 'A' }] } },
  );
  expect(await client.text('/lists/export')).toBe(`id${separator}name\r\n1${separator}A\r\n`);
});
