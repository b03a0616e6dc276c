/** Items that the query or the body names in place of the path. */
import { expect, test } from 'vitest';
import { operationOf } from '../../openapi/documents.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { boundIn, collection, serviceFor, things } from '../../openapi/resources/small.ts';
import { inQuery, integer, object, operation, ref, text } from '../../short-document.ts';

const change = object({ name: text });
const item = object({ ok: { type: 'boolean' }, thing: ref('Thing') });
const done = object({ ok: { type: 'boolean' } });
const optional = [inQuery('id', integer)];
const required = [inQuery('thingId', integer, { required: true })];

const byQuery = (parameters: readonly object[], read: object = operation(ref('Thing'))) => ({
  get: read,
  post: operation(ref('Thing'), { takes: change, status: 201 }),
  put: operation(ref('Thing'), { takes: change, parameters }),
  patch: operation(ref('Thing'), { takes: change, parameters }),
  delete: operation(undefined, { parameters }),
});

test.each([
  ['an optional id beside a list', '/things', byQuery(optional, operation(things))],
  ['a required id, also to read it', '/thing', byQuery(required, operation(ref('Thing'), { parameters: required }))],
])('a query with %s names one item', async (_name, path, operations) => {
  const { get, send } = await servePaths({
    [path]: operations,
    '/things': { get: operation(things), ...(path === '/things' && operations) },
  });
  const name = path === '/things' ? 'id' : 'thingId';
  const { id } = (await send('POST', path, { name: 'a' })).body;
  const other = (await send('POST', path, { name: 'other' })).body;
  expect((await send('PATCH', `${path}?${name}=${id}`, { name: 'b' })).body).toMatchObject({ id, name: 'b' });
  expect((await send('PUT', `${path}?${name}=${id}`, { name: 'c' })).body).toMatchObject({ id, name: 'c' });
  if (path === '/thing') expect((await get(`/thing?thingId=${id}`)).body).toMatchObject({ id, name: 'c' });
  // Without the id, nothing is deleted.
  expect((await send('DELETE', path)).status).toBe(400);
  expect((await send('PATCH', path, { name: 'd' })).status).toBe(400);
  expect((await send('DELETE', `${path}?${name}=${id}`)).status).toBe(204);
  expect((await send('DELETE', `${path}?${name}=${id}`)).status).toBe(404);
  expect((await get('/things')).body).toEqual([other]);
});

test.each([
  ['integer', integer],
  ['text', text],
])('an optional id (%s) beside a verb names one item; without it, nothing changes', async (_name, schema) => {
  const parameters = [inQuery('thingId', schema)];
  const { get, send } = await servePaths({
    '/GetThings': { get: operation(things) },
    '/AddThing': { post: operation(ref('Thing'), { takes: change, status: 201 }) },
    '/UpdateThing': { put: operation(ref('Thing'), { takes: change, parameters }) },
    '/DeleteThing': { delete: operation(undefined, { parameters }) },
  });
  const { id } = (await send('POST', '/AddThing', { name: 'a' })).body;
  for (const query of ['', '?thingId=']) {
    expect((await send('PUT', `/UpdateThing${query}`, { name: 'b' })).status).toBe(400);
    expect((await send('DELETE', `/DeleteThing${query}`)).status).toBe(400);
  }
  expect((await get('/GetThings')).body).toEqual([{ id, name: 'a' }]);
  await send('PUT', `/UpdateThing?thingId=${id}`, { name: 'b' });
  expect((await get('/GetThings')).body).toEqual([{ id, name: 'b' }]);
  expect((await send('DELETE', `/DeleteThing?thingId=${id}`)).status).toBe(204);
  expect((await get('/GetThings')).body).toEqual([]);
});

test('a body names one item by its id with the noun', async () => {
  const named = object({ thing_id: integer, name: text }, ['thing_id']);
  const wrapped = object({ thing: ref('Thing') });
  const { get, send } = await servePaths({
    '/things': {
      get: operation(things),
      post: operation(wrapped, { takes: change, status: 201 }),
      patch: operation(wrapped, { takes: named }),
    },
    '/things/{id}': { get: operation(wrapped) },
  });
  const { id } = (await send('POST', '/things', { name: 'a' })).body.thing;
  await send('POST', '/things', { name: 'other' });
  expect((await send('PATCH', '/things', { thing_id: id, name: 'b' })).body.thing).toMatchObject({ id, name: 'b' });
  expect((await get(`/things/${id}`)).body.thing).toMatchObject({ id, name: 'b' });
  expect((await send('PATCH', '/things', { thing_id: 9, name: 'b' })).status).toBe(404);
});

test('an id in a body beside a token names no item', () => {
  const sent = (...names: string[]) => ({
    takes: object(Object.fromEntries(names.map((name) => [name, text])), names),
  });
  const service = serviceFor({
    '/things': collection(ref('Thing'), { takes: change }),
    '/things/{id}': { get: operation(ref('Thing')) },
    '/things/activate': { post: operation(undefined, sent('uid', 'token')) },
    '/things/open': { post: operation(undefined, sent('uid')) },
  });
  expect(boundIn(service)).toMatchObject({
    'POST /things/activate': '-',
    'POST /things/open': 'things.act',
  });
});

test('a query that names something else selects no item', () => {
  const byOwner = [inQuery('ownerId', integer)];
  const service = serviceFor({
    '/things': {
      ...collection(ref('Thing'), { takes: change }),
      patch: operation(ref('Thing'), { takes: change, parameters: byOwner }),
    },
    '/weather': { get: operation(ref('Thing'), { parameters: [inQuery('id', integer, { required: true })] }) },
  });
  expect(boundIn(service)).toMatchObject({ 'PATCH /things': '-', 'GET /weather': '-' });
  const sent = (name: string) => ({ post: operation(undefined, { takes: object({ [name]: text }, [name]) }) });
  const acting = boundIn(
    serviceFor({
      '/things': collection(ref('Thing'), { takes: change }),
      '/things/send': sent('thing'),
      '/things/cancel': sent('thingId'),
    }),
  );
  expect([acting['POST /things/send'], acting['POST /things/cancel']]).toEqual(['-', 'things.act']);
});

test('what is sent a whole item is about one that need not be stored', () => {
  const bound = boundIn(
    serviceFor({
      '/things': collection(ref('Thing')),
      '/things/{id}': { get: operation(ref('Thing')) },
      '/things/test': { post: operation(done, { takes: ref('Thing') }) },
      '/things/cancel': { post: operation(done, { takes: object({ id: integer }, ['id']) }) },
    }),
  );
  expect([bound['POST /things/test'], bound['POST /things/cancel']]).toEqual(['-', 'things.about']);
});

const named = object({ thing: integer, name: text, kind: text }, ['thing']);
const methods = {
  '/things.list': { get: operation(object({ ok: { type: 'boolean' }, things })) },
  '/things.info': {
    get: operation(item, {
      parameters: [inQuery('thing', integer, { required: true }), inQuery('token', text, { required: true })],
    }),
  },
  '/things.open': { post: operation(item, { takes: object({ name: text, kind: text }, ['name']) }) },
  '/things.rename': { post: operation(item, { takes: named }) },
  '/things.setKind': { post: operation(done, { takes: named }) },
  '/things.delete': { post: operation(done, { takes: named }) },
};

test('methods behind a dot keep the items that the query or the body names', async () => {
  const { get, send } = await servePaths(methods);
  const { id } = (await send('POST', '/things.open', { name: 'a', kind: 'x' })).body.thing;
  expect((await get(`/things.info?thing=${id}&token=t`)).body.thing).toMatchObject({ id, name: 'a' });
  expect((await send('POST', '/things.rename', { thing: id, name: 'b' })).body.thing).toMatchObject({ id, name: 'b' });
  expect((await send('POST', '/things.setKind', { thing: id, kind: 'y' })).body).toEqual({ ok: true });
  expect((await get('/things.list')).body.things).toMatchObject([{ id, name: 'b' }]);
  expect(await send('POST', '/things.delete', { thing: id })).toEqual({ status: 200, body: { ok: true } });
  expect((await send('POST', '/things.rename', { thing: id, name: 'c' })).status).toBe(404);
  expect((await get(`/things.info?thing=${id}&token=t`)).status).toBe(404);
  expect((await send('POST', '/things.rename', { name: 'c' })).status).toBe(400);
});

test('their confidence is medium, and the reason names the query or the verb', () => {
  const { confidence, reason } = operationOf(
    serviceFor({ '/things': byQuery(optional, operation(things)) }),
    'PATCH /things',
  );
  expect([confidence, reason]).toEqual([
    'medium',
    'Refers to one item of /things by its id; its query names the item.',
  ]);
  expect(operationOf(serviceFor(methods), 'POST /things.rename')).toMatchObject({
    confidence: 'medium',
    reason: expect.stringContaining('verb "rename"'),
  });
});
