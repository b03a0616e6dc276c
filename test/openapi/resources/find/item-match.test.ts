/** Operations that are similar to those on a resource and are not, or are of another kind. */
import { describe, expect, test } from 'vitest';
import { boolean, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { boundIn, itemBindingOf, listBindingOf, nothing, saving, serviceFor, thing, things } from '../small.ts';

const list = { get: operation(things) };
const item = { '/things': list, '/things/{thingId}': thing };
const write = saving(ref('Thing'));
const kind = (spec: object) => object({ kind: text, id: text, spec, labels: listOf(text) });
const Note = object({ title: text, body: text });
const cart = object({ id: integer, parts: listOf(object({ part: text })), total: integer });
const createNote = saving(Note, { status: 201 });
const { 201: createdNote } = createNote.responses as Readonly<Record<number, object>>;
const locatedNote = { 201: { ...createdNote, headers: { Location: { schema: text } } } };
const acknowledged = operation(object({ acknowledged: boolean, index: text }), { takes: object({ mappings: text }) });
const answerOf = (properties: number): object =>
  object(Object.fromEntries(Array.from({ length: properties }, (_, index) => [`answer${index}`, text])));
const file = { responses: { 200: { description: '', content: { 'application/pdf': {} } } } };
const itemPath = (example?: number) => ({
  '/things/{thingId}': { parameters: [{ ...inPath('thingId'), example }], get: operation(ref('Thing')), patch: write },
});

type Paths = Parameters<typeof serviceFor>[0];
test.each<[what: string, paths: Paths, bound: Readonly<Record<string, string>>, schemas?: object]>([
  [
    'schemas with only property names in common are different resources',
    { '/pods': { get: operation(listOf(ref('Pod'))) }, '/jobs': { get: operation(listOf(ref('Job'))) } },
    { 'GET /pods': 'pods.list', 'GET /jobs': 'jobs.list' },
    { Pod: kind(object({ containers: integer })), Job: kind(object({ schedule: text })) },
  ],
  [
    'an action may be a verb after a colon',
    { ...item, '/things/{thingId}:cancel': { post: operation(ref('Thing')) } },
    { 'POST /things/{thingId}:cancel': 'things.act' },
  ],
  [
    'an action that returns a file, and not JSON, shows something else than its item',
    { ...item, '/things/{thingId}/print': { post: file }, '/things/{thingId}/mute': { post: nothing } },
    { 'POST /things/{thingId}/print': 'things.about', 'POST /things/{thingId}/mute': 'things.act' },
  ],
  [
    'a list at a verb is not the list of the collection',
    { ...item, '/things:batchGet': { get: operation(things, { parameters: [inQuery('names')] }) } },
    { 'GET /things': 'things.list', 'GET /things:batchGet': '-' },
  ],
  [
    'a parameter in a part of a segment does not identify an item',
    { '/settings-{region}': { get: operation(ref('Thing')), put: write } },
    { 'GET /settings-{region}': '-', 'PUT /settings-{region}': '-' },
  ],
  [
    'a query parameter does not identify an item',
    { '/thing': { get: operation(ref('Thing'), { parameters: [inQuery('id', integer)] }), put: write } },
    { 'GET /thing': '-', 'PUT /thing': '-' },
  ],
  [
    'a POST creates no item if it takes none of its properties and responds with something else',
    { '/things': { ...list, post: operation(object({ message: text }), { takes: object({ transition: text }) }) } },
    { 'POST /things': '-' },
  ],
  [
    'a POST creates an item if it responds with one',
    { '/things': { ...list, post: operation(ref('Thing'), { takes: object({ source: text }) }) } },
    { 'POST /things': 'things.create' },
  ],
  [
    'a POST creates no item of an otherwise unknown collection if it responds with the parent',
    {
      '/cart/parts': { post: operation(cart, { takes: object({ part: text }) }) },
      '/cart/parts/{partId}': { delete: operation(cart) },
    },
    { 'POST /cart/parts': '-', 'DELETE /cart/parts/{partId}': '-' },
  ],
  [
    'an operation with paging parameters does not read an item',
    {
      '/sections': { post: saving(ref('Section')) },
      '/sections/{section}': { get: operation(object({ total: integer, data: listOf(ref('Section')) })) },
    },
    { 'POST /sections': '-', 'GET /sections/{section}': '-' },
    { Section: object({ section: text, title: text }) },
  ],
  [
    'an item with a list and a total of its own is read if the collection lists it',
    item,
    { 'GET /things/{thingId}': 'things.read' },
    { Thing: object({ id: integer, name: text, things: listOf(ref('Thing')), thingCount: integer }) },
  ],
  [
    'what confirms a deletion has at most six properties',
    {
      '/things': list,
      '/things/{thingId}': {
        ...thing,
        delete: operation(answerOf(6)),
        put: operation(answerOf(7), { takes: ref('Thing') }),
      },
    },
    { 'DELETE /things/{thingId}': 'things.delete', 'PUT /things/{thingId}': '-' },
  ],
  [
    'an acknowledgement without anything that was sent is no item',
    {
      '/{index}': {
        get: operation({ type: 'object', additionalProperties: object({ mappings: text }) }),
        put: acknowledged,
        delete: acknowledged,
      },
    },
    { 'GET /{index}': '-', 'PUT /{index}': '-', 'DELETE /{index}': '-' },
  ],
  [
    'items that only an item path shows are bound if the document has an example of an id',
    itemPath(7),
    { 'GET /things/{thingId}': 'things.read', 'PATCH /things/{thingId}': 'things.update' },
  ],
  [
    'items without an id property are not bound if nothing shows their ids',
    { '/notes': { post: createNote }, '/notes/{path}': { get: operation(Note) } },
    { 'POST /notes': '-', 'GET /notes/{path}': '-' },
  ],
  [
    'they are bound if the response to their creation has a Location',
    { '/notes': { post: { ...createNote, responses: locatedNote } }, '/notes/{path}': { get: operation(Note) } },
    { 'POST /notes': 'notes.create', 'GET /notes/{path}': 'notes.read' },
  ],
])('%s', (_what, paths, bound, schemas) => {
  expect(boundIn(serviceFor(paths, schemas))).toMatchObject(bound);
});

test('an item may be in parentheses after its collection', () => {
  const service = serviceFor({
    '/Things': { get: operation(object({ value: things })), post: write },
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

test('an id of the listed items is preferred to that of an object around one', () => {
  const listed = listOf(object({ thing_id: integer, name: text }));
  const details = object({ thing: object({ id: integer, name: text }), next: text });
  const service = serviceFor({
    '/things': { get: operation(listed) },
    '/things/{thingId}': { get: operation(details) },
  });
  expect(listBindingOf(service, 'GET /things').collection).toMatchObject({ idProperty: 'thing_id', aliases: [] });
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
