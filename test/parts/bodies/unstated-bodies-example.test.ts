/** Documents whose responses have an example and no schema, as NestJS and FastAPI write them for handlers without types. */
import { expect, test } from 'vitest';
import { serviceOf } from '../../openapi/documents.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { declared, inPath, jsonBody, object, text } from '../../short-document.ts';

const number = { type: 'number' };
const Lamp = object({ title: text, price: number, note: { type: ['string', 'null'] } }, ['title']);
const lamp = { id: 7, title: 'Desk', price: 12, room_id: 1, note: 'warm', lit: true, made_at: '2024-01-15T10:00:00Z' };
const body = { content: jsonBody(Lamp) };
const shows = (example: object, status = 200) => ({
  responses: { [status]: { description: '', content: { 'application/json': { schema: {}, example } } } },
});
const named = (example: object) => ({ responses: { 200: { description: '', content: jsonBody({ example }) } } });

const paths = {
  '/rooms': { get: shows([{ id: 1, name: 'Hall' }]) },
  '/rooms/{id}': { get: shows({ id: 1, name: 'Hall' }), delete: shows({ ok: true }) },
  '/rooms/{room_id}/lamps': {
    get: named({ success: true, data: { lamps: [lamp, { ...lamp, id: 8, lit: undefined, wattage: 40 }], total: 2 } }),
    post: { requestBody: body, ...shows({ success: true, data: { lamp } }, 201) },
  },
  '/lamps/{lamp_id}': {
    get: named({ success: true, data: { lamp } }),
    patch: { requestBody: body, responses: { 200: { description: '' } } },
    delete: named({ success: true, message: 'Lamp removed' }),
  },
  '/lamps/{lamp_id}/extinguish': { post: named({ success: true, data: { lamp: { ...lamp, lit: false } } }) },
};

test('what an example shows is stored, and shown where the example has it', async () => {
  const { get: read, send: write } = await servePaths(paths, {}, 'default');
  expect((await read('/rooms')).body[0]).toEqual({ id: 1, name: 'Hall' });
  const list = (await read('/rooms/1/lamps')).body;
  const lamps = [
    lamp,
    expect.objectContaining({ id: 8, wattage: 40 }),
    expect.objectContaining({ id: 1, lit: expect.any(Boolean) }),
  ];
  expect(list).toEqual({ success: true, data: { lamps, total: 3 } });
  // What is sent is shown as it was sent, also where the example has another kind of value.
  const created = (await write('POST', '/rooms/1/lamps', { title: 'Floor', price: 3.5, note: null })).body;
  expect(created).toMatchObject({
    success: true,
    data: { lamp: { title: 'Floor', price: 3.5, note: null, room_id: 1 } },
  });
  expect(created.data.lamp.made_at).not.toBe(lamp.made_at);
  const path = `/lamps/${created.data.lamp.id}`;
  expect((await read(path)).body).toEqual(created);
  await write('PATCH', path, { title: 'Tall' });
  expect((await read(path)).body.data.lamp).toMatchObject({ title: 'Tall', price: 3.5 });
  expect((await write('POST', `${path}/extinguish`)).body.data.lamp.id).toBe(created.data.lamp.id);
  expect((await write('POST', '/lamps/999/extinguish')).status).toBe(404);
  expect((await write('DELETE', path)).body).toEqual({ success: true, message: 'Lamp removed' });
  expect((await read(path)).status).toBe(404);
  expect((await write('DELETE', '/rooms/1')).body).toEqual({ ok: true });
});

test('of the lists in an example, the first may be empty', () => {
  const orders = [
    { id: 1, lines: [] },
    { id: 2, lines: [{ sku: 'x', count: 3 }] },
  ];
  const { collections } = serviceOf(
    declared({ '/orders': { get: shows(orders), post: { requestBody: body, ...shows({}) } } }),
  );
  const problems = collections.get('orders')?.checkValue({ id: 3, lines: [{ sku: 'x', count: 3 }, { sku: 'y' }] });
  expect(problems).toEqual([expect.objectContaining({ pointer: '/lines/1/count' })]);
});

test('an example of a request says what an item may have, and nothing that it must not', async () => {
  const sends = (example: object) => ({
    requestBody: { content: { 'application/json': { example } } },
    responses: { 200: { description: '' } },
  });
  const one = { get: { responses: { 200: { description: '' } } }, put: sends({ title: 'A' }) };
  const { get: read, send: write } = await servePaths({
    '/books': { ...one, put: undefined, post: sends({ _id: '64b7f3c2', title: 'A', pages: 3, tags: ['b'] }) },
    '/books/{id}': { parameters: [inPath('id', text)], ...one },
  });
  const { body: created } = await write('POST', '/books', { title: 'B', pages: 1.5, note: 'kept' });
  expect(created).toEqual({ _id: expect.any(String), title: 'B', pages: 1.5, note: 'kept' });
  expect((await write('POST', '/books', { tags: ['c'] })).body).toEqual({ _id: expect.any(String), tags: ['c'] });
  await write('PUT', `/books/${created._id}`, { title: 'C' });
  expect((await read(`/books/${created._id}`)).body).toMatchObject({ title: 'C' });
});
