/** Properties of an item at a path of their own: what is sent there is what the item shows. */
import { describe, expect, test } from 'vitest';
import { cpuSlowness, startUsage } from '../../../hostile/cpu.ts';
import { declared, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { type Client, servePaths } from '../served.ts';
import { boundIn, collection, nothing, saving, serviceFor } from '../small.ts';

const schemas = {
  Address: object({ street: text, city: text }, ['street']),
  Label: object({ id: integer, name: text, color: text }, ['id', 'name', 'color']),
  User: object({ id: integer, name: text }, ['id', 'name']),
  Issue: object(
    { ...{ number: integer, title: text, labels: listOf(ref('Label')), words: listOf(text) }, address: ref('Address') },
    ['number', 'title', 'labels', 'words'],
  ),
};

const labelsBy = (name: object): object => operation(listOf(ref('Label')), { takes: object({ labels: listOf(name) }) });

const labels = operation(listOf(ref('Label')));
const number = inPath('number');

/** `name`: what names a label. */
const start = (name: object = text): Promise<Client> =>
  servePaths(
    {
      '/issues': collection(ref('Issue'), {
        status: 201,
        takes: object({ title: text, labels: listOf(text), words: listOf(text) }, ['title']),
      }),
      '/issues/{number}': { get: operation(ref('Issue')) },
      '/issues/{number}/labels': { ...{ get: labels, post: labelsBy(name), put: labelsBy(text), delete: nothing } },
      '/issues/{number}/labels/{name}': { parameters: [number, inPath('name', text)], delete: labels },
      '/issues/{number}/words': {
        get: operation(object({ words: listOf(text) })),
        post: operation(ref('Issue'), { takes: object({ word: text }, ['word']) }),
      },
      '/issues/{number}/words/{word}': { parameters: [number, inPath('word', text)], delete: nothing },
      '/issues/{number}/address': {
        put: saving(ref('Address')),
        patch: operation(undefined, { takes: object({ city: text }) }),
        delete: nothing,
      },
    },
    schemas,
  );

const names = (labels: readonly { readonly name: string }[]): readonly string[] => labels.map(({ name }) => name);

test.each([text, { oneOf: [text, object({ name: text, reason: text, by: text })] }])(
  'labels that were added by %j are listed, shown and removed',
  async (name) => {
    const { get, send } = await start(name);
    const { number: own } = (await send('POST', '/issues', { title: 'a', labels: ['one'] })).body;
    const added = await send('POST', `/issues/${own}/labels`, { labels: ['two', 'one', 'three'] });
    expect([added.status, names(added.body)]).toEqual([200, ['one', 'two', 'three']]);
    expect((await get(`/issues/${own}/labels`)).body).toEqual(added.body);
    expect((await get(`/issues/${own}`)).body.labels).toEqual(added.body);
    const removed = await send('DELETE', `/issues/${own}/labels/two`);
    expect(names(removed.body)).toEqual(['one', 'three']);
    expect((await send('DELETE', `/issues/${own}/labels/two`)).status).toBe(404);
    expect(names((await send('PUT', `/issues/${own}/labels`, { labels: ['four'] })).body)).toEqual(['four']);
    await send('DELETE', `/issues/${own}/labels`);
    expect((await get(`/issues/${own}`)).body.labels).toEqual([]);
    expect((await get('/issues/999/labels')).status).toBe(404);
  },
);

test('an object of an item is replaced, changed and removed at its own path', async () => {
  const { get, send } = await start();
  const { number: own } = (await send('POST', '/issues', { title: 'a' })).body;
  const address = { street: 'Mill Lane 1', city: 'York' };
  expect(await send('PUT', `/issues/${own}/address`, address)).toEqual({ status: 200, body: address });
  await send('PATCH', `/issues/${own}/address`, { city: 'Leeds' });
  expect((await get(`/issues/${own}`)).body.address).toEqual({ ...address, city: 'Leeds' });
  await send('DELETE', `/issues/${own}/address`);
  expect((await get(`/issues/${own}`)).body).not.toHaveProperty('address');
});

test('many names are added in time that grows with their number', async () => {
  const { get, send } = await start();
  const { number: own } = (await send('POST', '/issues', { title: 'a' })).body;
  const many = Array.from({ length: 50_000 }, (_, index) => `word ${index}`);
  const endUsage = startUsage();
  const { number: long } = (await send('POST', '/issues', { title: 'b', words: many })).body;
  await send('POST', `/issues/${long}/words`, { word: 'word 49999' });
  await send('DELETE', `/issues/${long}/words/word%2040000`);
  expect((await get(`/issues/${long}/words`)).body.words).toHaveLength(49_999);
  expect(endUsage()?.cpuSeconds ?? 0).toBeLessThan(5 * cpuSlowness());
  expect((await get(`/issues/${own}/words`)).body.words).not.toHaveLength(49_999);
});

const cartSchemas = {
  NewItem: object({ productId: integer, quantity: integer }, ['productId', 'quantity']),
  CartItem: object({ id: integer, productId: integer, quantity: integer, price: { type: 'number' } }),
  Cart: object({ id: integer, items: listOf(ref('CartItem')) }),
};
const shownCart = (takes?: object): object => operation(ref('Cart'), takes && { takes });

/** Its operations below a path. */
const cartAt = (path: string): object => ({
  [path]: { get: shownCart() },
  [`${path}/items`]: { post: shownCart(ref('NewItem')) },
  [`${path}/items/{itemId}`]: { put: shownCart(ref('CartItem')), delete: nothing },
});

test.each([
  ['a cart without an id', '/cart', cartAt('/cart')],
  ['one of many carts', undefined, { '/carts': { post: shownCart() }, ...cartAt('/carts/{cartId}') }],
])('an object that is added to %s has an id, by which it is changed and removed', async (_name, singleton, paths) => {
  const { get, send } = await servePaths(paths, cartSchemas);
  const path = singleton ?? `/carts/${(await send('POST', '/carts')).body.id}`;
  const before = (await get(path)).body.items ?? [];
  const added = (await send('POST', `${path}/items`, { productId: 7, quantity: 2 })).body.items;
  expect(added).toEqual([...before, { id: expect.any(Number), productId: 7, quantity: 2 }]);
  const { id } = added.at(-1);
  expect(before.map((one: { readonly id: number }) => one.id)).not.toContain(id);
  const changed = (await send('PUT', `${path}/items/${id}`, { productId: 7, quantity: 5 })).body.items;
  expect(changed).toContainEqual({ id, productId: 7, quantity: 5 });
  // The same again is no mistake, and the path says which one it is.
  const again = await send('PUT', `${path}/items/${id}`, { id: id + 1, productId: 7, quantity: 5 });
  expect([again.status, again.body.items.at(-1)]).toEqual([200, { id, productId: 7, quantity: 5 }]);
  expect((await get(path)).body.items).toHaveLength(before.length + 1);
  expect((await send('DELETE', `${path}/items/${id}`)).status).toBe(204);
  expect((await get(path)).body.items ?? []).toEqual(before);
  for (const [method, body] of [['PUT', { productId: 7, quantity: 5 }], ['DELETE']] as const)
    expect((await send(method, `${path}/items/${id}`, body)).status).toBe(404);
});

test('a new item has empty lists of parts, where they may be empty', async () => {
  const cards = listOf(object({ name: text }));
  const Board = {
    ...object({ id: text, title: text, cards, marks: listOf(text) }, ['id', 'cards']),
    allOf: [object({ columns: { ...listOf(text), minItems: 1 }, notes: listOf(text) })],
    anyOf: [object({ guests: listOf(text) }), { not: object({}, ['guests']) }],
  };
  const add = { post: operation(ref('Board'), { takes: object({ name: text }, ['name']) }) };
  const paths = {
    '/boards': { post: operation(ref('Board'), { takes: object({ title: text, marks: listOf(text) }) }) },
    '/boards/{id}': { get: operation(ref('Board')) },
    ...Object.fromEntries(['cards', 'marks', 'columns', 'guests'].map((name) => [`/boards/{id}/${name}`, add])),
  };
  const { get, send } = await servePaths(declared(paths, text), { Board });
  const { id } = (await send('POST', '/boards', { title: 'a' })).body;
  expect((await get(`/boards/${id}`)).body).toEqual({ id, title: 'a', cards: [], marks: [] });
  await send('POST', `/boards/${id}/cards`, { name: 'one' });
  expect((await send('POST', `/boards/${id}/columns`, { name: 'two' })).body).toEqual({
    ...{ id, title: 'a', marks: [] },
    ...{ cards: [{ name: 'one' }], columns: ['two'] },
  });
  expect((await send('POST', '/boards', { marks: ['three'] })).body.marks).toEqual(['three']);
});

describe('a list of texts that no item has', () => {
  const texts = listOf(text);
  const limited = { parameters: [inQuery('limit', integer)] };
  const paths = {
    '/tags': { get: operation(texts), post: operation(texts, { takes: object({ tag: text }, ['tag']), status: 201 }) },
    '/tags/{tag}': { parameters: [inPath('tag', text)], put: nothing, delete: nothing },
    '/users': collection(ref('User')),
    '/users/{id}': { parameters: [inPath('id', text)], get: operation(ref('User')) },
    '/users/{id}/skills': {
      parameters: [inPath('id', text)],
      get: operation(object({ skills: texts })),
      post: operation(undefined, { takes: texts }),
      delete: nothing,
    },
    // Nothing writes the first, and a page of the second is not all of it.
    '/words': { get: operation(texts) },
    '/lines': { get: operation(texts, limited), post: operation(texts, { takes: text }) },
  };

  test('keeps what is written', async () => {
    const { get, send } = await servePaths(paths, schemas);
    const { body: before } = await get('/tags');
    const created = await send('POST', '/tags', { tag: 'one' });
    expect([created.status, created.body]).toEqual([201, [...before, 'one']]);
    expect((await send('PUT', '/tags/two')).status).toBe(204);
    expect((await send('DELETE', '/tags/one')).status).toBe(204);
    expect((await send('DELETE', '/tags/one')).status).toBe(404);
    expect((await get('/tags')).body).toEqual([...before, 'two']);
  });

  test('below an item is one of its own', async () => {
    const users = [1, 2].map((id) => ({ id, name: 'a' }));
    const { get, send } = await servePaths(paths, schemas, { data: { users } });
    const { body: other } = await get('/users/2/skills');
    await send('DELETE', '/users/1/skills');
    await send('POST', '/users/1/skills', ['one', 'two']);
    expect((await get('/users/1/skills')).body).toEqual({ skills: ['one', 'two'] });
    expect((await get('/users/2/skills')).body).toEqual(other);
    expect((await get('/users/3/skills')).status).toBe(404);
  });

  test('begins with the example of the document, and is known only where it is written as a whole', async () => {
    const content = { 'application/json': { schema: texts, example: ['red', 'blue'] } };
    const list = { ...paths['/tags'], get: { responses: { 200: { description: '', content } } } };
    const { get } = await servePaths({ ...paths, '/tags': list }, schemas);
    expect((await get('/tags')).body).toEqual(['red', 'blue']);
    const bound = boundIn(serviceFor(paths, schemas));
    expect([bound['GET /tags'], bound['GET /words'], bound['GET /lines']]).toEqual(['tags.about', '-', '-']);
  });
});

describe('a cart that may not be missing is emptied by DELETE', () => {
  const Line = object({ productId: text, quantity: integer }, ['productId', 'quantity']);
  const Cart = object({ id: integer, lines: listOf(Line), total: integer }, ['id', 'lines']);
  const serveCart = (get: object): Promise<Client> =>
    servePaths({
      '/cart': { get, delete: nothing },
      '/cart/lines': { post: operation(Cart, { takes: Line, status: 201 }) },
      '/cart/lines/{productId}': { parameters: [inPath('productId', text)], delete: nothing },
    });

  test('and has the elements that the path names by their property', async () => {
    const { get, send } = await serveCart(operation(Cart));
    await send('DELETE', '/cart');
    await send('POST', '/cart/lines', { productId: 'a', quantity: 1 });
    await send('POST', '/cart/lines', { productId: 'b', quantity: 2 });
    expect((await send('DELETE', '/cart/lines/a')).status).toBe(204);
    expect((await get('/cart')).body.lines).toEqual([{ productId: 'b', quantity: 2 }]);
    await send('DELETE', '/cart');
    expect((await get('/cart')).body.lines).toEqual([]);
  });

  test('and one whose lines are only replaced is gone', () => {
    const cart = { get: operation(Cart), put: saving(Cart), delete: nothing };
    const lines = { put: operation(Cart, { takes: listOf(Line) }) };
    const bound = boundIn(serviceFor({ '/cart': cart, '/cart/lines': lines }));
    expect([bound['DELETE /cart'], bound['PUT /cart/lines']]).toEqual(['cart.delete', 'cart.about']);
  });

  test('and one that may be missing is gone', async () => {
    const read = operation(Cart) as { readonly responses: object };
    const { get, send } = await serveCart({ ...read, responses: { ...read.responses, 404: { description: 'None.' } } });
    await send('DELETE', '/cart');
    expect((await get('/cart')).status).toBe(404);
  });
});
