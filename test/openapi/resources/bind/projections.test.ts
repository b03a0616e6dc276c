/** Responses that show items in another schema than the collection's. */
import { expect, test } from 'vitest';
import { integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { bindingOf, collection, itemBindingOf, nothing, saving, serviceFor } from '../small.ts';

const Book = object({ id: integer, title: text, pages: integer, isbn: text }, ['id']);
const Summary = object({ id: integer, title: text, pages: integer }, ['title']);

const service = serviceFor(
  {
    '/books': collection(ref('Summary'), { takes: ref('Book'), status: 201 }),
    '/books/{id}': {
      get: operation(ref('Book')),
      patch: operation(object({ id: integer, title: text }), { takes: ref('Book') }),
      delete: operation(object({ id: integer, deleted: text })),
    },
    '/authors': { get: operation(listOf(ref('Summary'))), post: saving(ref('Book')) },
    '/authors/{id}': { get: operation(ref('Book')) },
  },
  { Book, Summary },
);
const projectionIn = (name: string) => bindingOf(service, name).view.projection;

test('the schema of the items needs no projection, and another one shows its properties', () => {
  expect(projectionIn('GET /books/{id}')).toBeUndefined();
  expect(projectionIn('GET /books')).toMatchObject({
    properties: new Set(['id', 'title', 'pages']),
    required: ['title'],
    isOpen: false,
    idProperty: 'id',
  });
  expect(projectionIn('PATCH /books/{id}')?.properties).toEqual(new Set(['id', 'title']));
});

test('responses with the same schema share their projection, those of other collections and schemas do not', () => {
  expect(projectionIn('POST /books')).toBe(projectionIn('GET /books'));
  expect(projectionIn('PATCH /books/{id}')).not.toBe(projectionIn('GET /books'));
  expect(projectionIn('GET /authors')).not.toBe(projectionIn('GET /books'));
});

test('a response without the item is shown by its own schema', () => {
  expect(itemBindingOf(service, 'DELETE /books/{id}').view.projection?.properties).toEqual(new Set(['id', 'deleted']));
});

test('a response that names the item by its noun and its id has its id', () => {
  const Started = object({ talk_id: text, text, note_id: text }, ['talk_id', 'text']);
  const talks = serviceFor({
    '/talks': { post: operation(Started, { takes: object({ topic: text }) }) },
    '/talks/{talk_id}': { get: operation(object({ id: text, topic: text })) },
  });
  expect(bindingOf(talks, 'POST /talks').view.projection?.idAlias).toBe('talk_id');
});

test.each<[string, object, string | undefined]>([
  ['id', { uuid: text, topic: text }, 'id'],
  ['talkKey', { talkId: integer, topic: text }, 'talkKey'],
  ['id', { uuid: text, id: text, topic: text }, undefined],
])('a creation that returns only "%s" of items with %j returns their id', (name, properties, idAlias) => {
  const made = operation(object({ [name]: text, link: text }), { takes: object({ topic: text }), status: 201 });
  const talks = serviceFor({
    '/talks': { get: operation(listOf(object(properties))), post: made },
    '/talks/{talkKey}': { get: operation(object(properties)), delete: nothing },
  });
  expect(bindingOf(talks, 'POST /talks').view.projection?.idAlias).toBe(idAlias);
});

test('a creation returns the id also if a read with the same schema, which does not, is bound before', () => {
  const Item = object({ uuid: text, topic: text }, ['uuid']);
  const talks = serviceFor(
    {
      '/talks/{uuid}': { get: operation(ref('Short')), delete: nothing },
      '/talks': { get: operation(listOf(Item)), post: operation(ref('Short'), { takes: Item, status: 201 }) },
    },
    { Short: object({ id: text, topic: text }) },
  );
  const aliasIn = (name: string) => bindingOf(talks, name).view.projection?.idAlias;
  expect([aliasIn('GET /talks/{uuid}'), aliasIn('POST /talks')]).toEqual([undefined, 'id']);
});

test('items whose schema hides properties are shown without them, nested ones too', () => {
  const secret = { type: 'string', writeOnly: true };
  const User = object({ id: integer, name: text, password: secret, keys: listOf(ref('Key')) }, ['id', 'password']);
  const schemas = { User, Key: object({ label: text, code: secret }) };
  const users = serviceFor(
    { '/users': collection(ref('User')), '/users/{id}': { get: operation(ref('User')) } },
    schemas,
  );
  const { view } = bindingOf(users, 'GET /users/{id}');
  expect(view.projection?.strip?.({ id: 1, name: 'a', password: 'b', keys: [{ label: 'c', code: 'd' }] })).toEqual({
    id: 1,
    name: 'a',
    keys: [{ label: 'c' }],
  });
  expect(projectionIn('GET /books')?.strip).toBeUndefined();
});
