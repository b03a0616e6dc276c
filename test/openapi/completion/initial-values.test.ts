/** What a new item has where nobody has sent a value. */
import { expect, test } from 'vitest';
import { boolean, integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { servePaths } from '../resources/served.ts';

const time = { type: 'string', format: 'date-time' };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const properties = {
  id: integer,
  title: text,
  status: { type: 'string', enum: ['draft', 'published', 'archived'] },
  orderState: { enum: ['sent', 'paid'], default: 'paid' },
  color: orNull({ type: 'string', enum: ['red', 'blue'] }),
  deletedAt: { type: ['string', 'null'], format: 'date-time' },
  closedAt: orNull(time),
  parentId: { type: ['integer', 'null'] },
  views: { type: ['integer', 'null'] },
  pinned: orNull({ type: 'boolean' }),
};
const Note = object(properties, Object.keys(properties));
const started = {
  ...{ status: 'draft', orderState: 'paid', color: null, deletedAt: null, closedAt: null, parentId: null },
  ...{ views: 0, pinned: false },
};
const notes = {
  '/notes': { post: operation(ref('Note'), { takes: object({ ...properties }, ['title']), status: 201 }) },
  '/notes/{id}': { get: operation(ref('Note')) },
};

test('a new item has the first of its statuses, and null where it may be null', async () => {
  const { send, get } = await servePaths(notes, { Note });
  const { body } = await send('POST', '/notes', { title: 'a' });
  expect(body).toEqual({ id: 1, title: 'a', ...started });
  expect((await get('/notes/1')).body).toEqual(body);
});

test('what a client sends is kept', async () => {
  const { send } = await servePaths(notes, { Note });
  const sent = { title: 'a', status: 'archived', deletedAt: '2030-01-01T00:00:00Z', color: 'red', parentId: 7 };
  expect((await send('POST', '/notes', sent)).body).toEqual({ id: 1, ...started, ...sent });
});

const status = { type: 'string', enum: ['pending', 'confirmed'] };

test('a status that a creation may send is not there without it', async () => {
  const Order = object({ id: integer, name: text, status });
  const { send } = await servePaths(
    { '/orders': { get: operation(listOf(ref('Order'))), post: operation(ref('Order'), { takes: ref('Order') }) } },
    { Order },
  );
  expect((await send('POST', '/orders', { name: 'a' })).body).toEqual({ id: 1, name: 'a' });
});

test('what no creation can send begins as usual, also if it is optional, and what may be null stays absent', async () => {
  for (const required of [[], ['id'], ['id', 'title']]) {
    const optional = { status, done: boolean, active: boolean, views: integer, size: integer, note: orNull(text) };
    const Order = object({ id: integer, title: text, ...optional, labels: listOf(text) }, required);
    const paths = {
      '/orders': { post: operation(ref('Order'), { takes: object({ title: text }, ['title']), status: 201 }) },
      '/orders/{id}': { get: operation(ref('Order')), patch: operation(ref('Order'), { takes: object({ status }) }) },
    };
    const { send } = await servePaths(paths, { Order });
    const begun = { status: 'pending', done: false, active: true, views: 0 };
    expect((await send('POST', '/orders', { title: 'a' })).body).toEqual({ id: 1, title: 'a', ...begun });
  }
});

test.each([
  [['closed', 'open'], 'open'],
  [['complete', 'incomplete'], 'incomplete'],
  [['published', 'draft', 'archived'], 'draft'],
  [['queued', 'pending'], 'queued'],
  [['enabled', 'disabled'], 'enabled'],
  [['idle', 'active'], 'idle'],
])('the status of a new item, of %j, is "%s"', async (listed, status) => {
  const Task = object({ id: integer, title: text, status: { enum: listed } }, ['id', 'status']);
  const { send } = await servePaths({
    '/tasks': { post: operation(Task, { takes: object({ title: text }), status: 201 }) },
    '/tasks/{id}': { get: operation(Task) },
  });
  expect((await send('POST', '/tasks', { title: 'a' })).body.status).toBe(status);
});
