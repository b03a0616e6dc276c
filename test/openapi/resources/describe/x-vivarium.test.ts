import { expect, test } from 'vitest';
import { operationOf } from '../../documents.ts';
import {
  bindingOf,
  boundIn,
  integer,
  itemBindingOf,
  listBindingOf,
  listOf,
  object,
  operation,
  ref,
  serviceFor,
  text,
  things,
} from '../small.ts';

const said = (hint: unknown) => ({ 'x-vivarium': hint });

test('an operation can be declared stateless', () => {
  const service = serviceFor({
    '/things': {
      get: { ...operation(things), ...said(false) },
      post: operation(ref('Thing'), { takes: ref('Thing') }),
    },
    '/things/{thingId}': {
      get: operation(ref('Thing')),
      delete: { ...operation(undefined), ...said({ action: 'none' }) },
    },
  });
  expect(boundIn(service)).toEqual({
    'GET /things': '-',
    'POST /things': 'things.create',
    'GET /things/{thingId}': 'things.read',
    'DELETE /things/{thingId}': '-',
  });
  expect(operationOf(service, 'GET /things').reason).toBe('x-vivarium makes it stateless.');
});

test('an operation can be added to a collection', () => {
  const service = serviceFor({
    '/things': { get: operation(things) },
    '/things/{thingId}': { get: operation(ref('Thing')) },
    '/rpc/finish/{number}': { post: { ...operation(undefined), ...said({ collection: 'things', action: 'delete' }) } },
    '/rpc/add': {
      post: {
        ...operation(object({ ok: text }), { takes: ref('Thing') }),
        ...said({ collection: 'things', action: 'create' }),
      },
    },
  });
  expect(itemBindingOf(service, 'POST /rpc/finish/{number}')).toMatchObject({ action: 'delete', key: 0 });
  expect(bindingOf(service, 'POST /rpc/add')).toMatchObject({ action: 'create', collection: { name: 'things' } });
  expect(operationOf(service, 'POST /rpc/add').confidence).toBe('stated');
});

test('a collection can be declared completely', () => {
  const rows = object({ payload: object({ hits: listOf(object({ code: text, label: text })) }) });
  const service = serviceFor({
    '/search': {
      get: { ...operation(rows), ...said({ collection: 'books', action: 'list', id: 'code', items: 'payload.hits' }) },
    },
    '/book-by-code/{code}': {
      get: { ...operation(object({ code: text, label: text })), ...said({ collection: 'books' }) },
    },
  });
  expect(listBindingOf(service, 'GET /search').view.path).toEqual(['payload', 'hits']);
  expect(itemBindingOf(service, 'GET /book-by-code/{code}')).toMatchObject({
    action: 'read',
    key: 0,
    parentParameters: [],
  });
  expect(service.collections.get('books')).toMatchObject({ idProperty: 'code', idType: 'string', parents: [] });
});

test('another property can be the id', () => {
  const service = serviceFor({
    '/things': { get: { ...operation(things), ...said({ id: 'name' }) } },
    '/things/{thingId}': { get: operation(ref('Thing')) },
  });
  expect(service.collections.get('things')).toMatchObject({ idProperty: 'name', idType: 'string' });
});

test.each([
  [7, '', /must be a map/],
  [{ actoin: 'list' }, '/actoin', /Did you mean "action"/],
  [{ action: 'lst' }, '/action', /Did you mean "list"/],
  [{ collection: integer }, '/collection', /must be a text/],
])('%j is reported', (hint, pointer, message) => {
  const service = serviceFor({ '/things': { get: { ...operation(things), ...said(hint) } } });
  expect(service.problems).toEqual([
    {
      code: expect.stringMatching(/^VIV_/),
      pointer: `/paths/~1things/get/x-vivarium${pointer}`,
      message: expect.stringMatching(message),
    },
  ]);
});

test('a collection without a response that shows an item is not created', () => {
  const service = serviceFor({
    '/x': { post: { ...operation(undefined, { takes: object({}) }), ...said({ collection: 'xs', action: 'create' }) } },
  });
  expect(service.collections.size).toBe(0);
  expect(operationOf(service, 'POST /x').reason).toMatch(/no response contains an item/);
});
