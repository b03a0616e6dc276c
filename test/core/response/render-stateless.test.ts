/** Responses without state follow the request: they reflect what was sent, and keep the page. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { boolean, inPath, inQuery, integer, listOf, fullObject as object, text } from '../../short-document.ts';
import { json } from '../bound.ts';
import { decide, documentOf, readyService, requestOf, stateOf } from '../helpers.ts';

interface Call {
  readonly path?: string;
  readonly target?: string;
  readonly method?: string;
  readonly sent?: JsonObject;
  readonly parameters?: readonly JsonObject[];
  readonly response: JsonObject;
  readonly example?: Json;
  readonly body?: Json;
  readonly headers?: JsonObject;
}

const serviceFor = ({ path = '/do', method = 'post', sent, parameters = [], response, example, headers }: Call) =>
  readyService(
    documentOf({
      [path]: {
        parameters: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => inPath(String(name), text)),
        [method]: {
          operationId: 'call',
          'x-vivarium': false,
          parameters,
          ...(sent !== undefined && { requestBody: { content: json(sent) } }),
          responses: {
            200: {
              description: '',
              ...(headers !== undefined && { headers }),
              content: { 'application/json': { schema: response, ...(example !== undefined && { example }) } },
            },
          },
        },
      },
    } as JsonObject),
  );

const call = async (options: Call) => {
  const { method = 'post', path = '/do', target = path, body } = options;
  const service = await serviceFor(options);
  const request = requestOf(method.toUpperCase(), target, body === undefined ? {} : { body });
  const decided = decide(service, stateOf(service), request);
  expect(decided.status).toBe(200);
  expect(decided.exchange.violations).toEqual([]);
  return decided.body as JsonObject;
};

const login = object({ email: text, password: text });
const user = object({ email: text, username: text, token: text }, ['email', 'token']);

describe('a stateless response reflects the request', () => {
  test('a sent property is returned, and one that the response does not have is not', async () => {
    const body = await call({ sent: login, response: user, body: { email: 'jake@example.com', password: 'p' } });
    expect(body.email).toBe('jake@example.com');
    expect(body).not.toHaveProperty('password');
  });

  test.each([
    ['in the response', login, object({ user }), { email: 'jake@example.com', password: 'p' }],
    ['in both', object({ user: login }), object({ user }), { user: { email: 'jake@example.com', password: 'p' } }],
  ])('below one wrapper, %s', async (_name, sent, response, body) => {
    const answered = await call({ path: '/users/login', sent, response, body });
    expect(answered).toMatchObject({ user: { email: 'jake@example.com' } });
  });

  test('a list that was sent is answered item by item, with the values that the response allows', async () => {
    const line = object({ sku: text, quantity: integer }, ['sku']);
    const booked = object({ sku: text, quantity: { ...integer, maximum: 5 }, isBooked: boolean }, ['sku', 'isBooked']);
    const lines = [{ sku: 'A', quantity: 1 }, { sku: 'B', quantity: 77 }, { sku: 'C' }];
    const rows = await call({ path: '/bookings', sent: listOf(line), response: listOf(booked), body: lines });
    expect(rows).toMatchObject([{ sku: 'A', quantity: 1 }, { sku: 'B' }, { sku: 'C' }]);
    expect(rows).toHaveLength(3);
    const response = object({ booked: integer, lines: listOf(booked) });
    const wrapped = await call({ path: '/bookings', sent: object({ lines: listOf(line) }), response, body: { lines } });
    expect(wrapped.lines).toMatchObject([{ sku: 'A' }, { sku: 'B' }, { sku: 'C' }]);
    expect(await call({ path: '/bookings', sent: listOf(line), response: listOf(booked), body: [] })).toEqual([]);
  });

  test('a list that was sent does not replace items that are no objects, or more than the response allows', async () => {
    const list = (items: JsonObject, rest: JsonObject = {}): JsonObject => ({ type: 'array', items, ...rest });
    const sku = object({ sku: text });
    const lines = [{ sku: 'A' }, { sku: 'B' }];
    const options = { path: '/bookings', sent: list({ ...sku, type: ['object', 'null'] } as JsonObject) };
    const answer = (response: JsonObject, example: Json, body: Json = lines) =>
      call({ ...options, response, example, body });
    expect(await answer(list({ anyOf: [sku, text] }), ['x'])).toEqual(['x', 'x']);
    expect(await answer(list(sku, { maxItems: 1 }), [{ sku: 'x' }])).toEqual([{ sku: 'x' }]);
    expect(await answer(list(sku), [])).toEqual([]);
    expect(await answer(list(sku), [{ sku: 'x' }], [null, ...lines])).toEqual([{ sku: 'x' }]);
  });

  test('an item of a list has the properties that are declared at its position', async () => {
    const prefixItems = [object({ sku: text }), object({ sku: text, note: text }, ['sku'])];
    const response = { type: 'array', prefixItems };
    const sent = listOf(object({ sku: text, note: text }));
    const body = [1, 2].map((number) => ({ sku: `s${number}`, note: `n${number}` }));
    const example = [{ sku: 'x' }, { sku: 'y' }];
    const answered = await call({ path: '/a', sent, response, example, body } as Call);
    expect(answered).toEqual([{ sku: 's1' }, { sku: 's2', note: 'n2' }]);
  });

  test('below a wrapper of the request', async () => {
    const body = { user: { email: 'a@b.io', password: 'p' } };
    const { email } = await call({ sent: object({ user: login }), response: user, body });
    expect(email).toBe('a@b.io');
  });

  test('an optional property is added', async () => {
    const response = object({ nick: text, ok: boolean }, ['ok']);
    const { nick } = await call({ sent: object({ nick: text }), response, body: { nick: 'jake' } });
    expect(nick).toBe('jake');
  });

  test('path parameters take precedence, in any spelling and type', async () => {
    const response = object({ user_id: integer, name: text });
    const greeting = { path: '/users/{userId}/greet', target: '/users/7/greet', sent: response, response };
    expect(await call({ ...greeting, body: { user_id: 8, name: 'x' } })).toEqual({ user_id: 7, name: 'x' });
  });

  test('the parameter at the end of the path is the id', async () => {
    const response = object({ id: text, at: text });
    const { id } = await call({ path: '/reports/{reportId}', target: '/reports/r7', method: 'get', response });
    expect(id).toBe('r7');
    const below = { path: '/reports/{reportId}/owner', target: '/reports/r7/owner', method: 'get', response };
    expect((await call(below)).id).not.toBe('r7');
  });

  test('an example is reflected into, and the properties that were not sent stay', async () => {
    const example = { user: { email: 'example@example.com', token: 'abc' } };
    const sent = { email: 'jake@example.com', password: 'p' };
    const body = await call({ path: '/login', sent: login, response: object({ user }), example, body: sent });
    expect(body).toEqual({ user: { email: 'jake@example.com', token: 'abc' } });
  });

  test('a property that the response declares is taken, even if the example does not have it', async () => {
    const response = object({ id: integer, name: text, note: text }, ['id']);
    const sent = object({ name: text, note: text }, []);
    const example = { id: 3, note: 'old' };
    expect(await call({ sent, response, example, body: { name: 'n' } })).toEqual({ ...example, name: 'n' });
  });

  test('a declared property in an envelope is taken, even if the example does not have it', async () => {
    const response = object({ user: object({ id: integer, nick: text }, ['id']) });
    const sent = object({ user: object({ nick: text }) });
    const body = await call({ sent, response, example: { user: { id: 3 } }, body: { user: { nick: 'n' } } });
    expect(body).toEqual({ user: { id: 3, nick: 'n' } });
  });

  test('`why` has the properties that were taken', async () => {
    const response = object({ kind: { enum: ['a', 'b'] }, name: text });
    const service = await serviceFor({ sent: object({ kind: text, name: text }), response });
    const request = requestOf('POST', '/do', { body: { kind: 'z', name: 'n' } });
    const { exchange } = decide(service, stateOf(service), request);
    expect(exchange.steps).toContainEqual({ type: 'reflected', properties: ['name'] });
  });

  const stepsOf = async (options: Call) => {
    const { method = 'post', path = '/do', body = {} } = options;
    const service = await serviceFor(options);
    const request = requestOf(method.toUpperCase(), path, method === 'get' ? {} : { body });
    return decide(service, stateOf(service), request).exchange.steps.filter(({ type }) => type === 'reflected');
  };

  test('`why` has the places of the properties and lists that were taken, and nothing without any', async () => {
    const nested = object({ user });
    const sent = { path: '/login', sent: login, response: nested, body: { email: 'a', password: 'p' } };
    expect(await stepsOf(sent)).toEqual([{ type: 'reflected', properties: ['user.email'] }]);
    const list: JsonObject = listOf(object({ sku: text }));
    const lines = [{ sku: 'A' }];
    const whole = { path: '/lines', sent: list, response: list, body: lines };
    expect(await stepsOf(whole)).toEqual([{ type: 'reflected', properties: ['body'] }]);
    const wrapped = object({ data: object({ lines: list }) });
    const inWrapper = { path: '/lines', sent: object({ lines: list }), response: wrapped, body: { lines } };
    expect(await stepsOf(inWrapper)).toEqual([{ type: 'reflected', properties: ['data.lines'] }]);
    expect(await stepsOf({ ...whole, example: [] })).toEqual([]);
    expect(await stepsOf({ path: '/lines', method: 'get', response: list })).toEqual([]);
  });

  test('a value that the response does not allow leaves the one of the example', async () => {
    const response = object({ kind: { enum: ['a', 'b'] }, size: { ...integer, maximum: 5 }, name: text, note: text });
    const sent = object({ kind: text, size: integer, name: text, note: object({}) }, []);
    const example = { kind: 'b', size: 3, name: 'x', note: 'old' };
    const body = { kind: 'z', size: 9, name: 'n', note: { a: 1 } };
    expect(await call({ sent, response, example, body })).toEqual({ ...example, name: 'n' });
  });

  test('an object that was sent is merged with a declared one, and replaces any other', async () => {
    const to = object({ city: text, zip: text }, ['city']);
    const sent = object({ to: object({ city: text, other: text }, []), tags: object({}) });
    const response = object({ to, tags: { type: 'object' } });
    const example = { to: { city: 'x', zip: '1' }, tags: { b: '2' } };
    const body = { to: { city: 'Bern', other: 'y' }, tags: { a: '1' } };
    expect(await call({ sent, response, example, body })).toEqual({ to: { city: 'Bern', zip: '1' }, tags: { a: '1' } });
  });

  test('a property of one alternative is taken, and the alternative with it', async () => {
    const kinds = [object({ kind: { const: 'a' }, nick: text }, ['kind']), object({ kind: { const: 'b' } })];
    const response = object({ user: { oneOf: kinds.map((kind) => ({ ...kind, additionalProperties: false })) } });
    const taken = (kind: string) =>
      call({ sent: object({ nick: text }), response, example: { user: { kind } }, body: { nick: 'n' } });
    expect(await taken('a')).toEqual({ user: { kind: 'a', nick: 'n' } });
    expect(await taken('b')).toEqual({ user: { kind: 'a', nick: 'n' } });
  });

  test('a path parameter that is no number is not the number of a property', async () => {
    const response = object({ user_id: integer });
    const path = '/users/{userId}/greet';
    expect(await call({ path, target: '/users/a7/greet', response, example: { user_id: 3 } })).toEqual({ user_id: 3 });
  });

  test('a value that the response does not allow is not taken', async () => {
    const response = object({ kind: { enum: ['a', 'b'] }, size: { type: 'integer', maximum: 5 }, name: text });
    const sent = object({ kind: text, size: integer, name: text });
    const body = await call({ sent, response, body: { kind: 'z', size: 9, name: 'n' } });
    expect(body.name).toBe('n');
    expect(['a', 'b']).toContain(body.kind);
  });

  test('sent objects and lists are completed with what the response requires', async () => {
    const line = object({ sku: text, price: { type: 'number' } });
    const body = await call({
      sent: object({ lines: listOf(object({ sku: text })), to: object({ city: text }) }),
      response: object({ lines: listOf(line), to: object({ city: text, zip: text }) }),
      body: { lines: [{ sku: 'a' }, { sku: 'b' }], to: { city: 'Bern' } },
    });
    expect(body).toMatchObject({
      lines: [{ sku: 'a', price: expect.any(Number) }, { sku: 'b' }],
      to: { city: 'Bern', zip: expect.any(String) },
    });
  });

  test('nothing is completed if the response cannot be valid', async () => {
    const priced = object({ sku: text, price: integer });
    const sent = object({ lines: listOf(object({ sku: text })), name: text });
    const response = object({ lines: listOf(priced), name: text, never: false });
    const service = await serviceFor({ sent, response });
    const body = { lines: [{ sku: 'a' }], name: 'n' };
    const answered = decide(service, stateOf(service), requestOf('POST', '/do', { body })).body as JsonObject;
    expect(answered.name).toBe('n');
    expect(answered.lines).not.toEqual(body.lines);
    for (const line of answered.lines as JsonObject[]) expect(line).toHaveProperty('price');
  });

  test('an action sets the flag that its name states, and DELETE resets it', async () => {
    const response = object({ profile: object({ username: text, following: boolean }) });
    const path = '/profiles/{username}/follow';
    const target = '/profiles/jake/follow';
    for (const [method, following] of Object.entries({ post: true, delete: false }))
      expect(await call({ path, target, method, response })).toEqual({ profile: { username: 'jake', following } });
  });

  test('whatever is sent: the response is valid, and has each sent value that its schema allows', async () => {
    const response = object({ name: text, size: { type: 'integer', minimum: 0, maximum: 10 }, on: boolean });
    const sent = object({ name: text, size: integer, on: boolean }, []);
    const service = await serviceFor({ sent, response });
    const state = stateOf(service);
    fc.assert(
      fc.property(
        fc.record({ name: fc.string(), size: fc.integer(), on: fc.boolean() }, { requiredKeys: [] }),
        (body) => {
          const decided = decide(service, state, requestOf('POST', '/do', { body }));
          expect(decided.exchange.violations).toEqual([]);
          const allowed = Object.entries(body).filter(
            ([name, value]) => name !== 'size' || (Number(value) >= 0 && Number(value) <= 10),
          );
          expect(decided.body).toMatchObject(Object.fromEntries(allowed));
        },
      ),
    );
  });
});

describe('a stateless list keeps the page', () => {
  const flags = { hasPrevPage: boolean, hasNextPage: boolean };
  const paged = (items: JsonObject): JsonObject =>
    object({ data: object({ rows: listOf(items) }), total: integer, ...flags });
  const rowsIn = (body: Json) => (body as { data: { rows: Json } }).data.rows;

  test.each([
    ['of objects', listOf(object({ name: text })) as JsonObject, (body: Json) => body],
    ['of texts', listOf(text) as JsonObject, (body: Json) => body],
    ['in a nested envelope', paged(object({ name: text })), rowsIn],
    ['of texts in a nested envelope', paged(text), rowsIn],
    ['of texts in an envelope', object({ tags: listOf(text) }), (body: Json) => (body as JsonObject).tags],
  ])('%s', async (_name, response, listIn) => {
    const options = { method: 'get', parameters: [inQuery('limit', integer), inQuery('offset', integer)], response };
    const rowsAt = async (query: string): Promise<readonly Json[]> =>
      listIn(await call({ ...options, target: `/do?${query}` })) as readonly Json[];
    const all = await rowsAt('');
    expect(all.length).toBeGreaterThan(3);
    expect(await rowsAt('limit=2')).toEqual(all.slice(0, 2));
    expect(await rowsAt('limit=2&offset=1')).toEqual(all.slice(1, 3));
    expect(await rowsAt('limit=2&offset=100')).toEqual([]);
  });

  test('the page metadata are true', async () => {
    const options = {
      method: 'get',
      parameters: [inQuery('limit', integer), inQuery('page', integer)],
      response: paged(text),
    };
    const second = await call({ ...options, target: '/do?limit=2&page=2' });
    expect(second).toMatchObject({ total: 5, hasPrevPage: true, hasNextPage: true });
    expect(await call({ ...options, target: '/do?limit=2&page=1' })).toMatchObject({ hasPrevPage: false });
  });

  test('cursors lead through all pages, each item once', async () => {
    const meta = object({ next_cursor: { type: ['string', 'null'] } });
    const response = object({ items: listOf(object({ name: text })), meta });
    const options = { method: 'get', parameters: [inQuery('limit', integer), inQuery('cursor')], response };
    const seen: Json[] = [];
    let cursor: Json = '';
    for (let calls = 0; cursor !== null && calls < 9; calls++) {
      const body = (await call({ ...options, target: `/do?limit=2&cursor=${String(cursor)}` })) as {
        items: Json[];
        meta: { next_cursor: Json };
      };
      seen.push(...body.items);
      cursor = body.meta.next_cursor;
    }
    expect(seen).toHaveLength(5);
    expect(new Set(seen.map((item) => JSON.stringify(item))).size).toBe(5);
  });

  test('the exchange states what each sent query parameter does', async () => {
    const parameters = [inQuery('limit', integer), inQuery('page', integer), inQuery('color')];
    const service = await serviceFor({ method: 'get', parameters, response: paged(text) });
    const { exchange } = decide(service, stateOf(service), requestOf('GET', '/do?limit=2&page=3&color=red'));
    expect(exchange.steps.filter(({ type }) => type === 'parameter')).toEqual([
      { type: 'parameter', parameter: 'limit=2', effect: { type: 'page', start: 4, count: 1 } },
      { type: 'parameter', parameter: 'page=3', effect: { type: 'page', start: 4, count: 1 } },
      { type: 'parameter', parameter: 'color=red', effect: { type: 'none' } },
    ]);
  });

  test('a cursor may be the id of an item; an unknown one starts at the first', async () => {
    const example = ['a', 'b', 'c'].map((id) => ({ id }));
    const options = {
      method: 'get',
      parameters: [inQuery('limit', integer), inQuery('after')],
      response: listOf(object({ id: text })) as JsonObject,
      example,
    };
    expect(await call({ ...options, target: '/do?limit=1&after=b' })).toEqual(example.slice(2));
    expect(await call({ ...options, target: '/do?limit=1&after=z' })).toEqual(example.slice(0, 1));
    for (const first of [7, 9_007_199_254_740_993n]) {
      const numbered = [first, 8, 9].map((id) => ({ id }));
      const numbers = { ...options, response: listOf(object({ id: integer })), example: numbered };
      expect(await call({ ...numbers, target: `/do?limit=1&after=${first}` })).toEqual([{ id: 8 }]);
    }
  });

  test.each(['token', 'uuid', 'name'])('a cursor may be the %s of an item that has no id', async (name) => {
    const example = ['a', 'b', 'c'].map((value) => ({ [name]: value }));
    const parameters = [inQuery('limit', integer), inQuery('starting_after')];
    const response: JsonObject = listOf(object({ [name]: text }));
    const options = { method: 'get', parameters, response, example };
    expect(await call({ ...options, target: '/do?limit=1&starting_after=b' })).toEqual(example.slice(2));
  });

  test('without ids, a cursor is the position of an item', async () => {
    const names = ['a', 'b', 'c'].map((name) => ({ name }));
    const parameters = [inQuery('limit', integer), inQuery('after')];
    for (const [items, example] of [
      [text, ['a', 'b', 'c']],
      [object({ id: object({ name: text }) }), names.map((id) => ({ id }))],
    ] as const) {
      const response: JsonObject = listOf(items);
      const options = { method: 'get', parameters, response, example };
      expect(await call({ ...options, target: '/do?limit=1&after=2' })).toEqual(example.slice(2));
    }
  });

  test('of a body without the list is the body', async () => {
    const options = { method: 'get', parameters: [inQuery('limit', integer)], example: { rows: null } };
    const response = object({ rows: { type: ['array', 'null'], items: object({ id: text }) } });
    expect(await call({ ...options, response, target: '/do?limit=1' })).toEqual({ rows: null });
  });

  test('of an example, and without a size as the document has it', async () => {
    const example = ['a', 'b', 'c'];
    const options = {
      method: 'get',
      parameters: [inQuery('limit', integer)],
      response: listOf(text) as JsonObject,
      example,
    };
    expect(await call({ ...options, target: '/do?limit=2' })).toEqual(['a', 'b']);
    expect(await call({ ...options, target: '/do' })).toEqual(example);
  });

  test.each<[string, JsonObject]>([
    [
      'items of one kind',
      {
        oneOf: [object({ team: text }), object({ file: text })].map((items) => ({ type: 'array', minItems: 1, items })),
      },
    ],
    ['a few items', { type: 'array', minItems: 2, maxItems: 3, items: object({ name: text }) }],
  ])('if its schema accepts only %s', async (_name, rows) => {
    const options = {
      method: 'get',
      parameters: [inQuery('limit', integer), inQuery('page', integer)],
      response: object({ rows }),
    };
    // `call` expects a valid body.
    for (const page of Array.from({ length: 20 }, (_, index) => index))
      await call({ ...options, path: `/do${page}`, target: `/do${page}?limit=5&page=1` });
  });

  test('its items name the parent in the path', async () => {
    const item = object({ id: integer, userId: integer });
    const response: JsonObject = listOf(item);
    const path = '/users/{userId}/lookups';
    const body = await call({ path, target: '/users/7/lookups', response, body: {}, sent: { type: 'object' } });
    expect(body).not.toHaveLength(0);
    for (const row of body as unknown as JsonObject[]) expect(row.userId).toBe(7);
  });

  test.each(['/lookups', '/pages?limit=2'])(
    'its items do not name a parent that their schema rejects: %s',
    async (end) => {
      const userId: JsonObject = { type: 'string', pattern: '^US[0-9a-f]{8}$' };
      const response: JsonObject = { type: 'array', minItems: 1, items: object({ id: integer, userId }) };
      const path = `/users/{userId}${end.replace(/\?.*/, '')}`;
      // `call` expects a valid body.
      await call({ method: 'get', path, parameters: [inQuery('limit')], target: `/users/one${end}`, response });
    },
  );

  test('it is the page that the body selects, if there is one, and it has no address', async () => {
    const sent = object({ offset: integer, limit: integer }, []);
    const next: JsonObject = { type: ['string', 'null'], format: 'uri' };
    const response = object({ items: listOf(object({ name: text })), total: integer, next });
    const search = (body?: Json) => call({ path: '/search', sent, response, ...(body !== undefined && { body }) });
    const page = await search({ offset: 0, limit: 2 });
    expect(page.items).toHaveLength(2);
    expect(page.next).toBeNull();
    expect((await search()).items).not.toHaveLength(0);
  });
});

test('a deletion is acknowledged, where the schema allows it', async () => {
  const deletion = { path: '/files/{id}', target: '/files/7', method: 'delete' };
  const withFlag = (deleted: JsonObject) => object({ id: text, deleted });
  expect(await call({ ...deletion, response: withFlag(boolean) })).toEqual({ id: '7', deleted: true });
  const example = { id: 'x', deleted: false };
  expect(await call({ ...deletion, response: withFlag(boolean), example })).toEqual({ id: '7', deleted: true });
  const undone = { id: '7', deleted: false };
  expect(await call({ ...deletion, response: withFlag({ ...boolean, enum: [false] }) })).toEqual(undone);
  expect(await call({ ...deletion, method: 'put', response: withFlag(boolean), example })).toEqual(undone);
});
