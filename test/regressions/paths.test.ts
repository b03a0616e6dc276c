/** Paths as tools and teams write them: parameters that nobody declared, formats, and several operations at one path. */
import { expect, test } from 'vitest';
import { servePaths } from '../openapi/resources/served.ts';
import { collection, nothing } from '../openapi/resources/small.ts';
import { inPath, integer, listOf, object, operation, ref, text } from '../short-document.ts';

test('a path parameter that is not declared identifies the item', async () => {
  const Thing = object({ id: integer, name: text }, ['id']);
  const takes = object({ name: text });
  const client = await servePaths(
    {
      '/things': collection(ref('Thing'), { takes, status: 201 }),
      '/things/{thing_id}': {
        parameters: [],
        get: operation(ref('Thing')),
        put: operation(ref('Thing'), { takes }),
        delete: nothing,
      },
    },
    { Thing },
    'default',
  );
  const { body } = await client.send('POST', '/things', { name: 'one' });
  expect(await client.get(`/things/${body.id}`)).toMatchObject({ status: 200, body: { id: body.id, name: 'one' } });
  expect((await client.send('PUT', `/things/${body.id}`, { name: 'two' })).body).toEqual({ id: body.id, name: 'two' });
  expect((await client.send('DELETE', `/things/${body.id}`)).status).toBe(204);
  expect((await client.get(`/things/${body.id}`)).status).toBe(404);
});

test('an operation of the same path serves the requests that the first does not accept', async () => {
  const fixed = (value: boolean) => ({ type: 'boolean', enum: [value], default: value });
  const events = { 200: { description: '', content: { 'text/event-stream': { schema: object({ part: text }) } } } };
  const talks = (stream: object) => ({ requestBody: body(object({ text, stream }, ['text'])) });
  const body = (schema: object) => ({ content: { 'application/json': { schema } } });
  const whole = { 200: { description: '', ...body(object({ whole: integer }, ['whole'])) } };
  const Answer = object({ id: integer }, ['id']);
  const paths = (first: object, second: object) => ({
    '/talks': { post: { ...talks(first), responses: whole } },
    '/talks#stream': { post: { ...talks(second), responses: events } },
    '/things/{id}': { get: operation(Answer, { parameters: [{ name: 'id', in: 'path', schema: integer }] }) },
    '/things/{name}': { parameters: [], get: operation(object({ name: text })) },
  });
  for (const [first, second] of [
    [fixed(false), fixed(true)],
    [{ type: 'boolean' }, { type: 'boolean' }],
  ] as const) {
    const client = await servePaths(paths(first, second));
    expect(Object.keys((await client.send('POST', '/talks', { text: 'x' })).body)).toEqual(['whole']);
    expect(Object.keys((await client.send('POST', '/talks', { text: 'x', stream: false })).body)).toEqual(['whole']);
    expect((await client.send('POST', '/talks', { stream: true })).status).toBe(400);
    await expect(client.send('POST', '/talks', { text: 'x', stream: true })).rejects.toThrow('data: {');
    expect(Object.keys((await client.get('/things/7')).body)).toEqual(['id']);
    expect((await client.get('/things/seven')).status).toBe(200);
  }
});

test('a path with the format of its response is that of the collection', async () => {
  const format = inPath('format', { type: 'string', enum: ['json', 'xml'] });
  const id = inPath('id');
  const created = operation(undefined, { status: 201, takes: object({ ticket: object({ subject: text }) }) });
  const client = await servePaths(
    {
      '/tickets.{format}': {
        parameters: [format],
        get: operation(object({ tickets: listOf(ref('Ticket')) })),
        post: created,
      },
      '/tickets/{id}.{format}': {
        parameters: [id, format],
        get: operation(object({ ticket: ref('Ticket') })),
        put: operation(undefined, { takes: object({ ticket: object({ subject: text }) }) }),
        delete: nothing,
      },
      '/tickets/{id}.json/close.json': { parameters: [id], post: operation(object({ ticket: ref('Ticket') })) },
    },
    { Ticket: object({ id: integer, subject: text, is_closed: { type: 'boolean' } }, ['id', 'is_closed']) },
  );
  await client.send('POST', '/tickets.json', { ticket: { subject: 'one' } });
  expect(client.header('location')).toBe('/tickets/1.json');
  const ticket = { id: 1, subject: 'one', is_closed: false };
  expect((await client.get('/tickets/1.json')).body).toEqual({ ticket });
  expect((await client.get('/tickets.json')).body).toEqual({ tickets: [ticket] });
  expect((await client.send('PUT', '/tickets/1.json', { ticket: { subject: 'two' } })).status).toBe(204);
  expect((await client.get('/tickets/1.json')).body.ticket.subject).toBe('two');
  expect((await client.send('POST', '/tickets/1.json/close.json')).body.ticket).toMatchObject({ is_closed: true });
  expect((await client.send('DELETE', '/tickets/1.json')).status).toBe(204);
  expect((await client.get('/tickets/1.json')).status).toBe(404);
});

const Order = object({ id: integer, name: text, status: { type: 'string', enum: ['open', 'cancelled'] } }, ['id']);
const orders = {
  '/orders': collection(ref('Order'), { takes: object({ name: text }), status: 201 }),
  '/orders/{id}': { get: operation(ref('Order')) },
};

test('a word between a collection and an id is an action on the item', async () => {
  const client = await servePaths({ ...orders, '/orders/cancel/{id}': { put: nothing } }, { Order });
  const { id } = (await client.send('POST', '/orders', { name: 'one' })).body;
  expect((await client.send('PUT', `/orders/cancel/${id}`)).status).toBe(204);
  expect((await client.get(`/orders/${id}`)).body).toMatchObject({ id, status: 'cancelled' });
  expect((await client.send('PUT', '/orders/cancel/99')).status).toBe(404);
});

test.each([
  ['its parameter is that of something else', '/orders/cancel/{customerId}', {}],
  ['it is a plural', '/orders/lines/{id}', {}],
  ['it has operations of its own', '/orders/cancel/{id}', { '/orders/cancel': { get: operation(text) } }],
])('a word before an id is no action if %s', async (_reason, path, more) => {
  const client = await servePaths({ ...orders, ...more, [path]: { put: nothing } }, { Order });
  expect((await client.send('PUT', path.replace(/\{.*\}/, '99'))).status).toBe(204);
});

test('the code of an invitation names no item', async () => {
  const join = operation(ref('Order'), { takes: object({ code: text }, ['code']) });
  const client = await servePaths({ ...orders, '/orders/join': { post: join } }, { Order });
  expect((await client.send('POST', '/orders/join', { code: 'X7' })).status).toBe(200);
});

test('each id has one of the items that are only read and changed', async () => {
  const Account = object({ id: integer, slug: text, name: text }, ['id', 'slug', 'name']);
  const parameters = [inPath('account_slug', text)];
  const patch = operation(ref('Account'), { takes: object({ name: text }) });
  const path = { parameters, get: operation(ref('Account')), patch };
  const client = await servePaths({ '/accounts/{account_slug}': path }, { Account }, 'default');
  const [one, two] = [(await client.get('/accounts/acme')).body, (await client.get('/accounts/other')).body];
  expect([one.slug, two.slug]).toEqual(['acme', 'other']);
  expect(one.name).not.toBe(two.name);
  expect((await client.send('PATCH', '/accounts/acme', { name: 'n' })).body).toEqual({ ...one, name: 'n' });
  expect((await client.get('/accounts/acme')).body).toEqual({ ...one, name: 'n' });
  expect((await client.get('/accounts/other')).body).toEqual(two);
});

test('a singleton is changed by an object of which nothing is said', async () => {
  const Settings = object({ theme: text, size: integer }, ['theme', 'size']);
  const path = { get: operation(ref('Settings')), patch: operation(ref('Settings'), { takes: { type: 'object' } }) };
  const client = await servePaths({ '/settings': path }, { Settings }, 'default');
  const { size } = (await client.get('/settings')).body;
  await client.send('PATCH', '/settings', { theme: 'dark' });
  expect((await client.get('/settings')).body).toEqual({ theme: 'dark', size });
});

test('both parameters of one segment are in the response', async () => {
  const Range = object({ from: integer, to: integer }, ['from', 'to']);
  const { get } = await servePaths({ '/range/{from}-{to}': { get: operation(Range) } });
  expect((await get('/range/3-9')).body).toEqual({ from: 3, to: 9 });
});
