/** Operations that are similar to those on a resource and are not, or are of another kind. */
import { describe, expect, test } from 'vitest';
import {
  boolean,
  boundIn,
  inQuery,
  integer,
  itemBindingOf,
  listBindingOf,
  listOf,
  object,
  operation,
  ref,
  serviceFor,
  text,
  thing,
  things,
  thingsService,
} from '../small.ts';

test('schemas with only property names in common are different resources', () => {
  const kind = (spec: object) => object({ kind: text, id: text, spec, labels: listOf(text) });
  const service = serviceFor(
    { '/pods': { get: operation(listOf(ref('Pod'))) }, '/jobs': { get: operation(listOf(ref('Job'))) } },
    { Pod: kind(object({ containers: integer })), Job: kind(object({ schedule: text })) },
  );
  expect(boundIn(service)).toEqual({ 'GET /pods': 'pods.list', 'GET /jobs': 'jobs.list' });
});

describe('a path below an item', () => {
  const below = (path: string, operations: object) =>
    boundIn(
      serviceFor({ '/things': { get: operation(things) }, '/things/{thingId}': thing, [path]: { ...operations } }),
    );

  test('does not read an item if it does not identify it', () => {
    const balance = object({ name: text, kind: text, amount: integer });
    expect(below('/things/{thingId}/balance', { get: operation(balance) })).toMatchObject({
      'GET /things/{thingId}/balance': 'things.about',
    });
  });

  test('is not an action if it creates another item', () => {
    expect(below('/things/{thingId}/copy', { post: operation(ref('Thing'), { takes: ref('Thing') }) })).toMatchObject({
      'POST /things/{thingId}/copy': 'things.about',
    });
  });

  test('may be a verb after a colon', () => {
    expect(below('/things/{thingId}:cancel', { post: operation(ref('Thing')) })).toMatchObject({
      'POST /things/{thingId}:cancel': 'things.act',
    });
  });
});

test('a list at a verb is not the list of the collection', () => {
  const service = serviceFor({
    '/things': { get: operation(things) },
    '/things/{thingId}': thing,
    '/things:batchGet': { get: operation(things, { parameters: [inQuery('names')] }) },
  });
  expect(boundIn(service)).toMatchObject({ 'GET /things': 'things.list', 'GET /things:batchGet': '-' });
});

test('an item may be in parentheses after its collection', () => {
  const service = serviceFor({
    '/Things': { get: operation(object({ value: things })), post: operation(ref('Thing'), { takes: ref('Thing') }) },
    "/Things('{id}')": thing,
    '/Things({id})/Parts': { get: operation(object({ value: listOf(object({ id: integer, size: integer })) })) },
  });
  expect(boundIn(service)).toEqual({
    'GET /Things': 'Things.list',
    'POST /Things': 'Things.create',
    "GET /Things('{id}')": 'Things.read',
    "DELETE /Things('{id}')": 'Things.delete',
    'GET /Things({id})/Parts': 'Parts.list',
  });
  expect(listBindingOf(service, 'GET /Things({id})/Parts').collection.parentCollection).toBe('Things');
});

test('a parameter in a part of a segment does not identify an item', () => {
  const settings = { get: operation(ref('Thing')), put: operation(ref('Thing'), { takes: ref('Thing') }) };
  expect(boundIn(serviceFor({ '/settings-{region}': settings }))).toEqual({
    'GET /settings-{region}': '-',
    'PUT /settings-{region}': '-',
  });
});

test('a query parameter does not identify an item', () => {
  const get = operation(ref('Thing'), { parameters: [inQuery('id', integer)] });
  const put = operation(ref('Thing'), { takes: ref('Thing') });
  expect(boundIn(serviceFor({ '/thing': { get, put } }))).toEqual({ 'GET /thing': '-', 'PUT /thing': '-' });
});

describe('a POST does not create an item', () => {
  const list = { get: operation(things) };

  test('without properties of the request, if it responds with something else', () => {
    const post = operation(object({ message: text }), { takes: object({ transition: text }) });
    expect(boundIn(serviceFor({ '/things': { ...list, post } }))).toMatchObject({ 'POST /things': '-' });
  });

  test('of an otherwise unknown collection, if it responds with the parent', () => {
    const cart = object({ id: integer, parts: listOf(object({ part: text })), total: integer });
    const service = serviceFor({
      '/cart/parts': { post: operation(cart, { takes: object({ part: text }) }) },
      '/cart/parts/{partId}': { delete: operation(cart) },
    });
    expect(boundIn(service)).toEqual({ 'POST /cart/parts': '-', 'DELETE /cart/parts/{partId}': '-' });
  });

  test('unless it responds with one', () => {
    const post = operation(ref('Thing'), { takes: object({ source: text }) });
    expect(boundIn(serviceFor({ '/things': { ...list, post } }))).toMatchObject({ 'POST /things': 'things.create' });
  });
});

test('an operation with paging parameters does not read an item', () => {
  const get = operation(object({ total: integer, data: listOf(object({ section: text, title: text })) }));
  const post = operation(ref('Section'), { takes: ref('Section') });
  const service = serviceFor(
    { '/sections': { post }, '/sections/{section}': { get } },
    { Section: object({ section: text, title: text }) },
  );
  expect(boundIn(service)).toEqual({ 'POST /sections': '-', 'GET /sections/{section}': '-' });
});

test('an item with a list and a total of its own is read if the collection lists it', () => {
  const Thing = object({ id: integer, name: text, things: listOf(ref('Thing')), thingCount: integer });
  const service = thingsService(operation(things), { Thing });
  expect(boundIn(service)['GET /things/{thingId}']).toBe('things.read');
});

test('an id of the listed items is preferred to that of an object around one', () => {
  const listed = listOf(object({ thing_id: integer, name: text }));
  const details = object({ thing: object({ id: integer, name: text }), next: text });
  const service = serviceFor({
    '/things': { get: operation(listed) },
    '/things/{thingId}': { get: operation(details) },
  });
  expect(listBindingOf(service, 'GET /things').collection).toMatchObject({ idProperty: 'thing_id', aliases: [] });
});

test('an acknowledgement without anything that was sent is no item', () => {
  const acknowledged = operation(object({ acknowledged: boolean, index: text }), { takes: object({ mappings: text }) });
  const map = operation({ type: 'object', additionalProperties: object({ mappings: text }) });
  const service = serviceFor({ '/{index}': { get: map, put: acknowledged, delete: acknowledged } });
  expect(Object.values(boundIn(service))).toEqual(['-', '-', '-']);
});

describe('items that only an item path shows', () => {
  const paths = (example?: number) => ({
    '/things/{thingId}': {
      parameters: [{ name: 'thingId', in: 'path', required: true, schema: integer, example }],
      get: operation(ref('Thing')),
      patch: operation(ref('Thing'), { takes: ref('Thing') }),
    },
  });

  test('are not bound', () => {
    expect(boundIn(serviceFor(paths()))).toEqual({ 'GET /things/{thingId}': '-', 'PATCH /things/{thingId}': '-' });
  });

  test('are bound if the document has an example of an id', () => {
    expect(boundIn(serviceFor(paths(7)))).toEqual({
      'GET /things/{thingId}': 'things.read',
      'PATCH /things/{thingId}': 'things.update',
    });
  });
});

test('the wrapper of an item may have a longer name than its collection', () => {
  const wrapped = operation(object({ all_thing: ref('Thing') }));
  const service = serviceFor({
    '/things': { get: operation(object({ all_things: things, total: integer })) },
    '/things/{thingId}': { get: wrapped },
  });
  expect(itemBindingOf(service, 'GET /things/{thingId}').view.path).toEqual(['all_thing']);
});

test('a list without an item schema has the items of the item path', () => {
  const service = serviceFor({
    '/things': { get: operation(object({ data: { type: 'array', items: {} }, total: integer })) },
    '/things/{thingId}': thing,
  });
  expect(listBindingOf(service, 'GET /things')).toMatchObject({ view: { path: ['data'] } });
  expect(itemBindingOf(service, 'GET /things/{thingId}').collection.name).toBe('things');
});

describe('items without an id property', () => {
  const Note = object({ title: text, body: text });
  const post = operation(Note, { takes: Note, status: 201 });
  const get = operation(Note);

  test('are not bound if nothing shows their ids', () => {
    expect(boundIn(serviceFor({ '/notes': { post }, '/notes/{path}': { get } }))).toEqual({
      'POST /notes': '-',
      'GET /notes/{path}': '-',
    });
  });

  test('are bound if the response to their creation has a Location', () => {
    const { 201: created } = post.responses as Readonly<Record<number, object>>;
    const responses = { 201: { ...created, headers: { Location: { schema: text } } } };
    expect(boundIn(serviceFor({ '/notes': { post: { ...post, responses } }, '/notes/{path}': { get } }))).toEqual({
      'POST /notes': 'notes.create',
      'GET /notes/{path}': 'notes.read',
    });
  });
});

describe('a change of an item is confirmed by', () => {
  const numbered = (count: number, rest: object = {}) =>
    object({ ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, text])), ...rest });

  test.each<[string, object, string]>([
    ['six properties', numbered(6), 'things.update'],
    ['not seven properties', numbered(7), '-'],
    ['more properties, with two of the item', numbered(6, { id: integer, name: text }), 'things.update'],
    ['not more properties with one of the item', numbered(6, { id: integer }), '-'],
    ['a text', text, 'things.update'],
    ['not a list of other items', listOf(object({ a: text, b: text })), '-'],
    ['not a list in an envelope', object({ data: listOf(object({ a: text, b: text })), ok: text }), '-'],
    ['a list with the item', { ...things, maxItems: 1 }, 'things.update'],
  ])('%s', (_name, answer, binding) => {
    const service = serviceFor({
      '/things': { get: operation(things) },
      '/things/{thingId}': { ...thing, patch: operation(answer, { takes: object({ name: text }) }) },
    });
    expect(boundIn(service)['PATCH /things/{thingId}']).toBe(binding);
  });
});

test('an action that returns a file, and not JSON, shows something else than its item', () => {
  const file = { responses: { 200: { description: '', content: { 'application/pdf': {} } } } };
  const service = serviceFor({
    '/things': { get: operation(things) },
    '/things/{thingId}': thing,
    '/things/{thingId}/print': { post: file },
    '/things/{thingId}/mute': { post: operation(undefined) },
  });
  expect(boundIn(service)).toMatchObject({
    'POST /things/{thingId}/print': 'things.about',
    'POST /things/{thingId}/mute': 'things.act',
  });
});
