/** The context of a handler, its response, and the order of the steps around it. */
import { describe, expect, test } from 'vitest';
import { explainStep } from '../../../src/core/exchange.ts';
import { itemsOf } from '../helpers.ts';
import { openShop, type Shop, whyOf } from './shop.ts';

const login = { body: { user: { email: 'bob@example.com', password: 'x' } } };

describe('the context', () => {
  test('has the request, the decoded body, and the parameters by their documented names', async () => {
    let seen: Record<string, unknown> = {};
    const shop = await openShop({
      listOrders: ({ request, body, parameters }) => {
        seen = { request, body, parameters };
      },
      login: ({ body }) => {
        seen = { ...seen, body };
      },
    });
    shop.send('GET', '/orders?after=9007199254740993', { headers: { 'x-trace': 't', cookie: 'session=s' } });
    expect(seen).toEqual({
      request: {
        method: 'GET',
        path: '/orders',
        query: 'after=9007199254740993',
        headers: { authorization: 'Bearer demo', 'x-trace': 't', cookie: 'session=s' },
      },
      body: undefined,
      // A default is present; an int64 beyond the safe integers is a bigint.
      parameters: {
        path: {},
        query: { after: 9007199254740993n, limit: 20 },
        header: { 'X-Trace': 't' },
        cookie: { session: 's' },
      },
    });
    shop.send('POST', '/login', login);
    expect(seen.body).toEqual(login.body);
    shop.send('POST', '/login', {
      headers: { 'content-type': 'application/json' },
      body: '{"user":{"email":"a","password":"9007199254740993"}}',
    });
    expect(seen.body).toEqual({ user: { email: 'a', password: '9007199254740993' } });
  });

  test('has the headers that the request has; the values of one with several are joined', async () => {
    let seen: unknown;
    const shop = await openShop({
      quote: ({ request }) => {
        seen = request.headers;
        return { status: 204 };
      },
    });
    const headers = { 'x-list': ['a', 'b'], 'x-none': undefined as unknown as string };
    shop.send('GET', '/quote', { headers });
    expect(seen).toEqual({ authorization: 'Bearer demo', 'x-list': 'a, b' });
  });

  test('has the accepted credential with the name of its scheme', async () => {
    const seen: unknown[] = [];
    const note = ({ credential }: { credential: unknown }) => {
      seen.push(credential);
    };
    const shop = await openShop({ getUser: note, quote: note, login: note });
    shop.send('GET', '/users/1', { headers: { authorization: 'Bearer abc' } });
    shop.send('GET', '/quote', { headers: { authorization: '', 'x-key': 'k' } });
    shop.send('GET', '/quote', { headers: { authorization: 'Bearer t' } });
    shop.send('GET', '/quote', { headers: { authorization: 'Bearer invalid-1' } });
    shop.send('POST', '/login', login);
    expect(seen).toEqual([
      { scheme: 'token', value: 'abc' },
      { scheme: 'key', value: 'k' },
      { scheme: 'token', value: 't' },
      undefined,
      undefined,
    ]);
  });

  test('has the item that the operation is about, and none for a list, a creation or an unbound operation', async () => {
    const seen: Record<string, unknown> = {};
    const note =
      (name: string) =>
      ({ item }: { item: unknown }) => {
        seen[name] = item;
      };
    const names = ['getOrder', 'updateOrder', 'favoriteArticle', 'getLine', 'listOrders', 'createOrder', 'quote'];
    const shop = await openShop(Object.fromEntries(names.map((name) => [name, note(name)])));
    shop.send('GET', '/orders/2');
    shop.send('PATCH', '/orders/2', { body: { status: 'sent' } });
    shop.send('POST', '/articles/two/favorite');
    shop.send('GET', '/orders/1/lines/2');
    shop.send('GET', '/orders');
    shop.send('POST', '/orders', { body: { customer: 'c' } });
    shop.send('GET', '/quote');
    expect(seen).toMatchObject({
      getOrder: { id: 2, status: 'paid' },
      // As it is before the request.
      updateOrder: { id: 2, status: 'paid' },
      favoriteArticle: { slug: 'two' },
      getLine: { id: 2, name: 'desk', price: 2 },
    });
    expect([seen.listOrders, seen.createOrder, seen.quote]).toEqual([undefined, undefined, undefined]);
    expect(Object.keys(seen)).toHaveLength(names.length);
  });

  test('has the time of the world, and random numbers that depend on the seed and on the call', async () => {
    const draw = async (seed: number, calls: number): Promise<readonly unknown[]> => {
      const shop = await openShop(
        { quote: ({ random, now }) => ({ body: { price: random(), more: [random(), now] } }) },
        { seed },
      );
      return Array.from({ length: calls }, () => shop.body('GET', '/quote'));
    };
    const drawn = await draw(1, 3);
    expect(await draw(1, 3)).toEqual(drawn);
    expect(await draw(2, 3)).not.toEqual(drawn);
    expect(new Set(drawn.map((body) => JSON.stringify(body))).size).toBe(3);
    const [{ price, more }] = drawn as [{ price: number; more: [number, number] }];
    expect(price).not.toBe(more[0]);
    expect(more[1]).toBe(Date.UTC(2030, 5, 1, 12));
    expect(Math.min(price, more[0])).toBeGreaterThanOrEqual(0);
    expect(Math.max(price, more[0])).toBeLessThan(1);
  });

  test('is frozen: a change is an error, and nothing leaks into the state', async () => {
    const attempts: Record<string, (context: never) => void> = {
      item: ({ item }: { item: { tags: string[] } }) => item.tags.push('x'),
      body: ({ body }: { body: { tags: string[] } }) => body.tags.push('x'),
      found: ({ collection }: { collection: (name: string) => { get: (id: number) => { tags: string[] } } }) =>
        collection('orders').get(1).tags.push('x'),
      parameters: ({ parameters }: { parameters: { path: Record<string, unknown> } }) => {
        parameters.path.id = 2;
      },
      credential: ({ credential }: { credential: { value: string } }) => {
        credential.value = 'x';
      },
      headers: ({ request }: { request: { headers: Record<string, unknown> } }) => {
        request.headers.authorization = 'x';
      },
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      const shop = await openShop({ updateOrder: attempt as (context: unknown) => unknown });
      const decided = shop.send('PATCH', '/orders/1', { body: { tags: ['b'] } });
      expect([name, decided.status]).toEqual([name, 500]);
      expect(whyOf(decided)[0]).toMatch(/^TypeError: Cannot/);
      expect(itemsOf(shop.state, 'orders')[0]).toMatchObject({ tags: ['a'] });
    }
  });
});

describe('the response', () => {
  test('is what the handler returns; its default status is the documented success', async () => {
    const shop = await openShop({
      login: ({ body, collection }) => ({
        status: 200,
        body: { user: collection('users').find({ email: body.user.email }) },
      }),
      createOrder: () => ({
        headers: { 'X-Total': 7, Link: ['<a>', '<b>'] },
        body: { id: 9, customer: 'c', status: 'open', total: 7 },
      }),
    });
    const decided = shop.send('POST', '/login', login);
    expect([decided.status, decided.body]).toEqual([200, { user: { id: 2, email: 'bob@example.com' } }]);
    expect(decided.header('content-type')).toBe('application/json');
    expect(decided.exchange.violations).toEqual([]);
    expect(decided.exchange.steps.map(explainStep)).toContain('handler of login: ran');
    const created = shop.send('POST', '/orders', { body: { customer: 'c' } });
    expect([created.status, created.body]).toEqual([201, { id: 9, customer: 'c', status: 'open', total: 7 }]);
    expect(created.header('x-total')).toBe('7');
    expect(created.reply.response.headers.filter((text) => text === '<a>' || text === '<b>')).toEqual(['<a>', '<b>']);
    // Nothing is stored: the handler replaces the work.
    expect(itemsOf(shop.state, 'orders')).toHaveLength(2);
  });

  test('of status 400 or above has the error structure of the document if there is no body', async () => {
    const shop = await openShop({ createOrder: () => ({ status: 422 }) });
    const decided = shop.send('POST', '/orders', { body: {} });
    expect([decided.status, decided.body]).toEqual([422, { code: 422, message: expect.any(String) }]);
    expect(decided.exchange.violations).toEqual([]);
  });

  test('that breaks the interface is a violation in the journal', async () => {
    const cases: readonly [unknown, string][] = [
      [{ body: { price: 'much' } }, 'body.price must be a number'],
      [{ body: {} }, 'body.price is required'],
      [{}, 'body is required'],
      [{ status: 302 }, 'status 302 is not documented for quote'],
      [
        { headers: { 'Content-Type': 'text/plain' }, body: '"x"' },
        'header.content-type must be application/json, not text/plain',
      ],
    ];
    for (const [response, message] of cases) {
      const shop = await openShop({ quote: () => response });
      const { exchange, reply, status } = shop.send('GET', '/quote');
      expect(exchange.violations.map((violation) => violation.message)).toEqual([message]);
      const { body } = response as { body?: unknown };
      const sent = typeof body === 'string' ? body : JSON.stringify(body);
      expect([status < 400, reply.response.body]).toEqual([true, sent]);
    }
    const silent = await openShop({ quote: () => ({}) });
    expect(silent.send('GET', '/quote').exchange.violations).toMatchObject([
      { side: 'response', in: 'body', pointer: '', rule: 'required' },
    ]);
    const shop = await openShop({ quote: () => ({ status: 204, body: null }) });
    expect(shop.send('GET', '/quote')).toMatchObject({ status: 204, body: undefined, exchange: { violations: [] } });
  });

  test('of an operation without a documented success comes from the handler', async () => {
    const shop = await openShop({ ping: ({ request }) => (request.query === '' ? { body: 1 } : undefined) });
    expect(shop.send('POST', '/ping')).toMatchObject({ status: 200, body: 1 });
    expect(shop.send('POST', '/ping?x')).toMatchObject({ status: 501 });
  });

  test('has the status that the handler chooses, up to 599', async () => {
    const shop = await openShop({ quote: () => ({ status: 599 }) });
    expect(shop.send('GET', '/quote').status).toBe(599);
  });

  test.each<[string, object, string]>([
    ['JSON', { body: { a: 1 } }, 'application/json'],
    ['plain text for a text', { body: 'a' }, 'text/plain'],
    [
      'that of the header in any spelling',
      { body: 'a', headers: { 'X-A': '1', 'content-Type': 'text/csv' } },
      'text/csv',
    ],
    ['not the value of another header', { body: 1, headers: { Vary: 'Content-Type', 'X-A': '1' } }, 'application/json'],
  ])('without a documented media type is %s', async (_name, response, mediaType) => {
    const shop = await openShop({ ping: () => response });
    expect(shop.send('POST', '/ping').header('content-type')).toMatch(mediaType);
  });

  test('keeps exact integers', async () => {
    const shop = await openShop({ quote: () => ({ body: { price: 9007199254740993n } }) });
    expect(shop.send('GET', '/quote').reply.response.body).toBe('{"price":9007199254740993}');
  });
});

describe('a handler that returns nothing', () => {
  test('gets the response of the simulation', async () => {
    const plain = await openShop({});
    const shop = await openShop({
      getOrder: () => undefined,
      createOrder: () => {},
      quote: () => {},
      getUser: () => {},
    });
    const requests: readonly (readonly [string, string, { body?: { customer: string } }?])[] = [
      ['GET', '/orders/1'],
      ['POST', '/orders', { body: { customer: 'c' } }],
      ['GET', '/quote'],
      ['GET', '/users/9'],
    ];
    for (const request of requests) {
      const [expected, actual] = [plain.send(...request), shop.send(...request)];
      expect(actual.reply).toEqual(expected.reply);
    }
    expect(itemsOf(shop.state, 'orders')).toEqual(itemsOf(plain.state, 'orders'));
  });

  test('after next() gets its response', async () => {
    const shop = await openShop({
      createOrder: ({ next }) => {
        next({ status: 409 });
      },
    });
    expect(shop.send('POST', '/orders', { body: { customer: 'c' } }).status).toBe(409);
  });
});

describe('before the handler', () => {
  const sendWith = async (
    method: string,
    target: string,
    sent = {},
    scenario = {},
  ): Promise<readonly [number, number]> => {
    let calls = 0;
    const count = () => {
      calls++;
      return { status: 204 };
    };
    const names = ['getOrder', 'updateOrder', 'createOrder', 'listLines', 'addLine', 'deleteArticle', 'listOrders'];
    const shop: Shop = await openShop(Object.fromEntries(names.map((name) => [name, count])), scenario);
    return [shop.send(method, target, sent).status, calls];
  };

  test('the credential and the request are checked', async () => {
    expect(await sendWith('GET', '/orders/1', { headers: { authorization: '' } })).toEqual([401, 0]);
    expect(await sendWith('GET', '/orders/1', { headers: { authorization: 'Bearer expired' } })).toEqual([401, 0]);
    expect(await sendWith('POST', '/orders', { body: { total: 'x' } })).toEqual([422, 0]);
    expect(await sendWith('POST', '/orders', { body: '{', headers: {} })).toEqual([422, 0]);
    expect(await sendWith('GET', '/orders?after=x')).toEqual([400, 0]);
    // A world that only reports invalid requests serves them.
    expect(await sendWith('POST', '/orders', { body: { total: 'x' } }, { requests: 'report' })).toEqual([204, 1]);
  });

  test('a status is forced', async () => {
    expect(await sendWith('GET', '/orders/1', { headers: { prefer: 'code=404' } })).toEqual([404, 0]);
    expect(await sendWith('GET', '/orders/1', {}, { faults: ['server-error'] })).toEqual([500, 0]);
    const done = { name: 'done', status: 503, work: 'done' };
    expect(await sendWith('GET', '/orders/1', {}, { faults: [done] })).toEqual([503, 1]);
  });

  test('a missing item or parent is rejected', async () => {
    expect(await sendWith('GET', '/orders/9')).toEqual([404, 0]);
    expect(await sendWith('PATCH', '/orders/9', { body: {} })).toEqual([404, 0]);
    expect(await sendWith('DELETE', '/articles/none')).toEqual([404, 0]);
    expect(await sendWith('GET', '/orders/9/lines')).toEqual([404, 0]);
    expect(await sendWith('POST', '/orders/9/lines', { body: { id: 1, name: 'x', price: 1 } })).toEqual([404, 0]);
    expect(await sendWith('GET', '/orders/1')).toEqual([204, 1]);
  });
});

test('latency, transport effects, contract faults and extremes are applied to its response', async () => {
  const quote = () => ({ body: { price: 1 } });
  const send = async (fault: object) => {
    const shop = await openShop({ quote }, { faults: [{ name: 'mine', ...fault } as never] });
    return shop.send('GET', '/quote');
  };
  expect((await send({ latency: '2s' })).reply.delivery.delayMs).toBe(2000);
  expect((await send({ transport: 'reset' })).reply.delivery.transport).toBe('reset');
  const broken = await send({ contract: 'missing-required' });
  expect([broken.body, broken.exchange.violations]).toEqual([{}, [expect.objectContaining({ pointer: '/price' })]]);
  const shop = await openShop(
    { listOrders: ({ collection }) => ({ body: collection('orders').items() }) },
    { faults: ['empty-list'] },
  );
  expect(shop.send('GET', '/orders').body).toEqual([]);
});

test('a fault that loses the response skips the changes of the handler if its work is skipped', async () => {
  const createOrder = ({ collection }: { collection: (name: string) => { put: (value: object) => object } }) => ({
    body: collection('orders').put({ customer: 'x' }),
  });
  const count = async (work: string): Promise<number> => {
    const faults = [{ name: 'lost', transport: 'reset', work }] as never;
    const shop = await openShop({ createOrder }, { faults });
    shop.send('POST', '/orders', { body: { customer: 'c' } });
    return itemsOf(shop.state, 'orders').length;
  };
  expect([await count('done'), await count('skipped')]).toEqual([3, 2]);
});
