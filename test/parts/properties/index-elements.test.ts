/** Elements of a list that only have paths of their own. */
import { describe, expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { pathsOf } from '../../openapi/resources/small.ts';
import { boolean, fullObject, inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

test('tags are put and deleted where the document has no path for all of them', async () => {
  const { get, send } = await servePaths(
    {
      ...pathsOf('GET /notes, POST /notes, GET /notes/{id}', 'Note'),
      '/notes/{id}/tags/{tag}': { put: operation(ref('Note')), delete: operation(ref('Note')) },
    },
    { Note: object({ id: integer, tags: listOf(text) }, ['id']) },
  );
  await send('POST', '/notes', { id: 1, tags: ['a'] });
  expect((await send('PUT', '/notes/1/tags/1')).body.tags).toEqual(['a', '1']);
  expect((await send('DELETE', '/notes/1/tags/1')).body.tags).toEqual(['a']);
  expect((await get('/notes/1')).body.tags).toEqual(['a']);
});

test('an item is added to a list by its id in the path, and the response has the whole item', async () => {
  const { send } = await servePaths(
    {
      ...pathsOf('GET /fields, POST /fields, GET /fields/{id}', 'Field'),
      ...pathsOf('GET /workers, POST /workers', 'Worker'),
      '/fields/{id}/workers/{workerId}': { post: operation(ref('Field')), delete: operation(ref('Field')) },
    },
    {
      Field: object({ id: integer, name: text, workers: listOf(ref('Worker')) }, ['id', 'name', 'workers']),
      Worker: fullObject({ id: integer, name: text }),
    },
  );
  await send('POST', '/workers', { id: 1, name: 'Bo' });
  await send('POST', '/fields', { id: 1, name: 'Acre', workers: [] });
  const whole = { id: 1, name: 'Acre', workers: [{ id: 1, name: 'Bo' }] };
  expect((await send('POST', '/fields/1/workers/1')).body).toEqual(whole);
  expect((await send('POST', '/fields/1/workers/1')).body).toEqual(whole);
  expect((await send('DELETE', '/fields/1/workers/1')).body.workers).toEqual([]);
});

test('what is added to a list begins as a new item does, and what is there stays as it is', async () => {
  const Step = object({ id: text, label: text, done: boolean, state: { enum: ['open', 'closed'] } }, [
    ...['id', 'label', 'done', 'state'],
  ]);
  const { send } = await servePaths(
    {
      ...pathsOf('GET /notes, POST /notes, GET /notes/{id}', 'Note'),
      '/notes/{id}/steps': { post: operation(ref('Note'), { takes: object({ label: text }, ['label']) }) },
    },
    { Note: object({ id: integer, steps: listOf(Step) }, ['id']) },
  );
  const first = { id: 'a', label: 'cut', done: true, state: 'closed' };
  await send('POST', '/notes', { id: 1, steps: [first] });
  const { steps } = (await send('POST', '/notes/1/steps', { label: 'sew' })).body;
  expect(steps).toEqual([first, { id: steps[1].id, label: 'sew', done: false, state: 'open' }]);
});

test('ids are added to and removed from the list that is named after them', async () => {
  const { send } = await servePaths(
    {
      ...pathsOf('GET /cards, POST /cards, GET /cards/{id}', 'Card'),
      '/cards/{id}/assignees': { post: operation(ref('Card'), { takes: object({ userId: integer }, ['userId']) }) },
      '/cards/{id}/assignees/{userId}': { delete: operation(ref('Card')) },
    },
    { Card: object({ id: integer, title: text, assigneeIds: listOf(integer) }, ['id', 'title']) },
  );
  await send('POST', '/cards', { id: 1, title: 'Sew' });
  for (const userId of [7, 8, 7]) await send('POST', '/cards/1/assignees', { userId });
  expect((await send('DELETE', '/cards/1/assignees/7')).body).toEqual({ id: 1, title: 'Sew', assigneeIds: [8] });
});

describe('lines of one thing', () => {
  const Line = object({ id: integer, productId: integer, quantity: integer }, ['productId', 'quantity']);
  const Cart = object({ id: integer, items: listOf(Line), total: integer }, ['items']);
  const sent = object({ productId: integer, quantity: integer }, ['productId', 'quantity']);
  const changed = object({ quantity: integer }, ['quantity']);
  const cart = (answer: object | undefined, key: string, takes: (body: object) => object = (body) => body) => ({
    '/cart': { get: operation(ref('Cart')), delete: operation(undefined) },
    '/cart/items': { post: operation(answer, { takes: takes(sent) }) },
    [`/cart/items/{${key}}`]: {
      ...{ parameters: [inPath(key, integer)], delete: operation(answer) },
      patch: operation(answer, { takes: takes(changed) }),
    },
  });
  const itemsIn = ({ body }: { readonly body: { items: readonly Record<string, number>[] } }) =>
    body.items.map(({ productId, quantity }) => [productId, quantity]);

  test.each([
    ['the cart', ref('Cart'), 'itemId'],
    ['nothing', undefined, 'productId'],
    ['a message', object({ message: text }), 'productId'],
  ])('are added, changed and removed, and the response has %s', async (_, answer, key) => {
    const { get, send } = await servePaths(cart(answer, key), { Cart });
    await send('DELETE', '/cart');
    expect(itemsIn(await get('/cart'))).toEqual([]);
    await send('POST', '/cart/items', { productId: 7, quantity: 2 });
    await send('POST', '/cart/items', { productId: 8, quantity: 1 });
    expect(itemsIn(await get('/cart'))).toEqual([
      [7, 2],
      [8, 1],
    ]);
    const [line] = (await get('/cart')).body.items;
    const own = `/cart/items/${key === 'itemId' ? line.id : 7}`;
    expect((await send('PATCH', own, { quantity: 5 })).status).toBe(answer ? 200 : 204);
    expect(itemsIn(await get('/cart'))[0]).toEqual([7, 5]);
    await send('DELETE', own);
    expect(itemsIn(await get('/cart'))).toEqual([[8, 1]]);
    expect((await send('DELETE', own)).status).toBe(404);
    expect((await send('PATCH', own, { quantity: 5 })).status).toBe(404);
    await send('DELETE', '/cart');
    expect(itemsIn(await get('/cart'))).toEqual([]);
  });

  test('are the response to their changes', async () => {
    const { get, send } = await servePaths(cart(Line, 'itemId'), { Cart });
    const lines = [];
    for (const productId of [7, 8]) {
      const { body } = await send('POST', '/cart/items', { productId, quantity: 1 });
      expect(body).toMatchObject({ productId, quantity: 1 });
      lines.push(body);
    }
    const changed = { ...lines[0], quantity: 5 };
    for (const _ of [1, 2])
      expect((await send('PATCH', `/cart/items/${lines[0].id}`, { quantity: 5 })).body).toEqual(changed);
    expect((await get('/cart')).body.items).toEqual([changed, lines[1]]);
  });

  test.each(['clear', 'empty'])('are gone after POST /cart/%s', async (word) => {
    const { get, send } = await servePaths(
      { ...cart(ref('Cart'), 'itemId'), [`/cart/${word}`]: { post: operation(ref('Cart')) } },
      { Cart },
    );
    await send('POST', '/cart/items', { productId: 7, quantity: 2 });
    expect(itemsIn(await get('/cart'))).toEqual([[7, 2]]);
    expect(itemsIn(await send('POST', `/cart/${word}`))).toEqual([]);
    expect(itemsIn(await get('/cart'))).toEqual([]);
  });

  test('are sent in an object', async () => {
    const inObject = (body: object): object => object({ item: body }, ['item']);
    const { get, send } = await servePaths(cart(ref('Cart'), 'id', inObject), { Cart });
    await send('DELETE', '/cart');
    const { body } = await send('POST', '/cart/items', { item: { productId: 7, quantity: 1 } });
    await send('PATCH', `/cart/items/${body.items[0].id}`, { item: { quantity: 4 } });
    expect(itemsIn(await get('/cart'))).toEqual([[7, 4]]);
  });
});
