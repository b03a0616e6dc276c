/** `next(over?)`: the work that the simulation would do without the handler. */
import { describe, expect, test } from 'vitest';
import { itemsOf } from '../helpers.ts';
import { type Loose, openShop, whyOf } from './shop.ts';

describe('next() without arguments', () => {
  test('does the work, and its response is that of the simulation', async () => {
    let seen: unknown;
    const shop = await openShop({
      createOrder: ({ next }) => {
        const response = next();
        seen = { ...response };
        return response;
      },
    });
    const plain = await openShop({});
    const sent = { body: { customer: 'c', status: 'open', total: 1 } };
    const decided = shop.send('POST', '/orders', sent);
    expect(decided.reply).toEqual(plain.send('POST', '/orders', sent).reply);
    expect(seen).toEqual({ status: 201, headers: {}, body: decided.body });
    expect(itemsOf(shop.state, 'orders')).toHaveLength(3);
  });

  test('its response can be changed', async () => {
    const shop = await openShop({
      getOrder: ({ next }) => {
        const { body, ...rest } = next();
        return { ...rest, headers: { 'X-Own': 'yes' }, body: { ...body, customer: 'changed' } };
      },
    });
    const decided = shop.send('GET', '/orders/1');
    expect(decided.body).toMatchObject({ id: 1, customer: 'changed' });
    expect([decided.status, decided.header('x-own')]).toEqual([200, 'yes']);
    expect(itemsOf(shop.state, 'orders')[0]).toMatchObject({ customer: 'ada' });
  });

  test('returns the refusal of a request that the simulation rejects, and over changes nothing of it', async () => {
    const seen: number[] = [];
    const shop = await openShop({
      createOrder: ({ next }) => {
        const response = next({ item: { total: 1 }, status: 201, headers: { 'X-A': '1' } });
        seen.push(response.status);
        return response;
      },
    });
    const decided = shop.send('POST', '/orders', { body: { id: 1, customer: 'c' } });
    expect([decided.status, decided.header('x-a'), seen]).toEqual([409, undefined, [409]]);
    expect(decided.exchange.violations).toEqual([]);
  });

  test('is called at most once', async () => {
    const shop = await openShop({
      createOrder: ({ next }) => {
        next();
        return next();
      },
    });
    const decided = shop.send('POST', '/orders', { body: { customer: 'c' } });
    expect(decided.status).toBe(500);
    expect(whyOf(decided)[0]).toMatch(/^next\(\) was called twice; it does the work of one request \(.+next\.test\.ts/);
    expect(itemsOf(shop.state, 'orders')).toHaveLength(2);
  });
});

describe('next({ item })', () => {
  const favorite: Loose = ({ item, next }) =>
    next({ item: { ...item, favorited: true, favoritesCount: item.favoritesCount + 1 } });

  test('stores the item of an action', async () => {
    const shop = await openShop({ favoriteArticle: favorite });
    const article = { slug: 'one', title: 'One', favorited: true, favoritesCount: 2, note: 'n' };
    expect(shop.body('POST', '/articles/one/favorite')).toEqual({ article });
    expect(shop.body('GET', '/articles/one')).toEqual({ article });
    expect(shop.send('POST', '/articles/one/favorite').exchange.violations).toEqual([]);
    expect(shop.body('GET', '/articles/one')).toMatchObject({ article: { favoritesCount: 3 } });
  });

  test('lays its properties over a created item, which may get its id from it', async () => {
    const shop = await openShop({
      createOrder: ({ next }) => next({ item: { total: 12 } }),
      createArticle: ({ body, next }) => next({ item: { slug: body.title.toLowerCase(), favoritesCount: 5 } }),
    });
    const order = shop.send('POST', '/orders', { body: { customer: 'c', status: 'open' } });
    expect([order.status, order.body]).toMatchObject([201, { id: 3, customer: 'c', status: 'open', total: 12 }]);
    expect(shop.body('GET', '/orders/3')).toEqual(order.body);
    const article = shop.send('POST', '/articles', { body: { title: 'Three' } });
    expect([article.status, article.body]).toMatchObject([
      201,
      { article: { slug: 'three', title: 'Three', favoritesCount: 5 } },
    ]);
    expect(shop.body('GET', '/articles/three')).toEqual(article.body);
    // As for an id in the request.
    expect(shop.send('POST', '/articles', { body: { title: 'One' } }).status).toBe(409);
    expect(itemsOf(shop.state, 'articles')).toHaveLength(3);
  });

  test('lays its properties over a changed item, with the time of the change', async () => {
    const shop = await openShop({
      updateOrder: ({ item, next }) => next({ item: { ...item, total: item.total + 1 } }),
      replaceOrder: ({ next }) => next({ item: { total: 9, tags: undefined } }),
    });
    const updatedAt = '2030-06-01T12:00:00.000Z';
    expect(shop.body('PATCH', '/orders/1', { body: { status: 'paid' } })).toMatchObject({
      // The item of the handler has the old status.
      status: 'open',
      total: 4,
      updatedAt,
    });
    const replaced = shop.body('PUT', '/orders/1', { body: { customer: 'x', status: 'sent', total: 1, tags: ['b'] } });
    expect(replaced).toMatchObject({ id: 1, customer: 'x', status: 'sent', total: 9, updatedAt });
    expect(replaced).not.toHaveProperty('tags');
    expect(itemsOf(shop.state, 'orders')[0]).toEqual(replaced);
  });

  test('keeps a time of the change that it sets itself', async () => {
    const updatedAt = '2031-01-01T00:00:00Z';
    const shop = await openShop({ updateOrder: ({ next }) => next({ item: { updatedAt } }) });
    expect(shop.body('PATCH', '/orders/1', { body: { status: 'paid' } })).toMatchObject({ updatedAt, status: 'paid' });
  });

  test('only shows the item of an operation that reads or deletes', async () => {
    const shop = await openShop({
      getArticle: favorite,
      getOrder: ({ next }) => next({ item: { total: 'none', tags: undefined } }),
    });
    expect(shop.body('GET', '/articles/one')).toMatchObject({ article: { favorited: true, favoritesCount: 2 } });
    expect(itemsOf(shop.state, 'articles')[0]).toMatchObject({ favorited: false, favoritesCount: 1 });
    // A mismatch is a violation of the response.
    const { body, status, exchange } = shop.send('GET', '/orders/1');
    expect([status, body]).toMatchObject([200, { total: 'none' }]);
    expect(body).not.toHaveProperty('tags');
    expect(exchange.violations.map(({ pointer }) => pointer)).toEqual(['/total']);
  });

  test('of a singleton is stored, and that of a response without a body is ignored', async () => {
    const shop = await openShop({
      putSettings: ({ body, next }) => next({ item: { theme: `${body.theme}er` } }),
      deleteArticle: ({ item, next }) => next({ item: { ...item, title: 'Gone' } }),
    });
    expect(shop.body('PUT', '/settings', { body: { theme: 'dark' } })).toEqual({ theme: 'darker' });
    expect(shop.body('GET', '/settings')).toEqual({ theme: 'darker' });
    expect(shop.send('DELETE', '/articles/one')).toMatchObject({ status: 204, body: undefined });
    expect(itemsOf(shop.state, 'articles')).toHaveLength(1);
  });

  test('fails for a value that cannot be stored, another id, a list, and an operation without an item', async () => {
    const cases: readonly [string, string, string, object, RegExp][] = [
      ['updateOrder', 'PATCH', '/orders/1', { total: 'x' }, /^TypeError: next\({ item }\): total must be a number/],
      ['updateOrder', 'PATCH', '/orders/1', { status: 'lost' }, /^TypeError: next\({ item }\): status must be one of/],
      ['updateOrder', 'PATCH', '/orders/1', { id: 2 }, /^TypeError: next\({ item }\): the id of an item cannot change/],
      [
        'createOrder',
        'POST',
        '/orders',
        { id: 'x' },
        /^TypeError: next\({ item }\): the id is not a valid id of orders/,
      ],
      ['listOrders', 'GET', '/orders', { total: 1 }, /^next\({ item }\): the operation lists items; return a body/],
      ['quote', 'GET', '/quote', { price: 1 }, /^next\({ item }\): the operation is not about an item; return a body/],
    ];
    for (const [name, method, target, item, reason] of cases) {
      const shop = await openShop({ [name]: ({ next }) => next({ item }) });
      const before = itemsOf(shop.state, 'orders');
      const decided = shop.send(method, target, method === 'GET' ? {} : { body: {} });
      expect([name, decided.status, whyOf(decided)]).toEqual([name, 500, [expect.stringMatching(reason)]]);
      expect(itemsOf(shop.state, 'orders')).toEqual(before);
    }
  });
});

describe('next({ status, headers, body })', () => {
  test('replaces these parts of the response, and the work is done', async () => {
    const shop = await openShop({
      createOrder: ({ next }) => next({ status: 409, headers: { 'X-A': '1' }, body: { code: 1, message: 'no' } }),
      getOrder: ({ next }) => next({ headers: { 'X-A': '1' } }),
      getUser: ({ next }) => next({ status: 202 }),
      getArticle: ({ next }) => next({ status: 404 }),
      quote: ({ next }) => next({ status: 204 }),
    });
    const created = shop.send('POST', '/orders', { body: { customer: 'c' } });
    expect([created.status, created.body, created.header('x-a')]).toEqual([409, { code: 1, message: 'no' }, '1']);
    expect(itemsOf(shop.state, 'orders')).toHaveLength(3);
    const read = shop.send('GET', '/orders/1');
    expect([read.status, read.body, read.header('x-a')]).toMatchObject([200, { id: 1 }, '1']);
    const accepted = shop.send('GET', '/users/1');
    expect([accepted.status, accepted.body]).toMatchObject([202, { id: 1 }]);
    expect(accepted.exchange.violations).toMatchObject([{ in: 'status' }]);
    expect(shop.send('GET', '/articles/one')).toMatchObject({ status: 404, body: { code: 404 } });
    expect(shop.send('GET', '/quote')).toMatchObject({ status: 204, body: undefined });
  });

  test('fails for anything else', async () => {
    const cases: readonly [unknown, RegExp][] = [
      [{ itm: {} }, /an unknown property "itm", not { item\?, status\?, headers\?, body\? }. Did you mean "item"\?/],
      [7, /^TypeError: next\(\) was called with 7, not/],
      [{ status: 99 }, /^RangeError: the status of next\(\) must be a whole number from 200 to 599, not 99/],
      [{ item: [] }, /^TypeError: the item of next\(\) must be an object, not a list/],
    ];
    for (const [over, reason] of cases) {
      const shop = await openShop({ getOrder: ({ next }) => next(over) });
      expect(whyOf(shop.send('GET', '/orders/1'))).toEqual([expect.stringMatching(reason)]);
    }
  });

  test('a handler that catches the error goes on', async () => {
    const shop = await openShop({
      getOrder: ({ next }) => {
        try {
          return next(7);
        } catch {
          return next();
        }
      },
    });
    expect(shop.send('GET', '/orders/1')).toMatchObject({ status: 200, body: { id: 1 } });
  });
});

test('a handler that changes the status to an error has the error structure, from 400', async () => {
  const shop = await openShop({ getArticle: ({ next }) => next({ status: 400 }) });
  expect(shop.send('GET', '/articles/one')).toMatchObject({ status: 400, body: { code: 400 } });
});
