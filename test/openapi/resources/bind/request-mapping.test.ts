/** The properties of an item that a request sends. */
import { describe, expect, test } from 'vitest';
import { inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { collection, itemBindingOf, saving, serviceFor } from '../small.ts';

const mappingOf = (item: object, takes: object | undefined, rest: object = {}, method = 'put') => {
  const own = { get: operation(item), [method]: operation(item, { takes, ...rest }) };
  const service = serviceFor({ '/posts': collection(item, { status: 201 }), '/posts/{id}': own });
  return itemBindingOf(service, `${method.toUpperCase()} /posts/{id}`).mapping;
};
const Post = object({ id: integer, title: text, authorId: integer });

describe('the query', () => {
  const parameters = [inQuery('title'), inQuery('author'), inQuery('unknown'), { ...inQuery('title'), in: 'header' }];

  test('of a change sends properties', () => {
    expect(mappingOf(Post, undefined, { parameters }, 'put').parameters).toEqual([
      { parameter: 1, property: 'title' },
      { parameter: 2, property: 'authorId' },
    ]);
  });

  test('of a deletion or a reading sends none', () => {
    expect(mappingOf(Post, undefined, { parameters }, 'delete').parameters).toEqual([]);
    expect(mappingOf(Post, undefined, { parameters }, 'get').parameters).toEqual([]);
  });
});

describe('the body', () => {
  test('sends the properties that the item has, in the spelling of the item', () => {
    const { names, isOpen, path } = mappingOf(Post, object({ title: text, author_id: integer, secret: text }));
    expect([...names]).toEqual(Object.entries({ title: 'title', author_id: 'authorId' }));
    expect({ isOpen, path }).toEqual({ isOpen: false, path: [] });
  });

  test('sends what another response than that of the list shows, and what is required without a description', () => {
    const Row = object({ id: integer, title: text }, ['id', 'host']);
    const takes = object({ title: text, body: text, secret: text }, ['host', 'key']);
    const service = serviceFor({
      '/posts': collection(Row, { status: 201, takes }),
      '/posts/{id}': {
        get: operation(object({ id: integer, title: text, body: text }, ['host'])),
        put: operation(Row, { takes }),
      },
    });
    expect([...itemBindingOf(service, 'PUT /posts/{id}').mapping.names.values()]).toEqual(['title', 'body', 'host']);
  });

  test('is no wrapper for a property of the item that is called data, in any spelling', () => {
    const { names, path } = mappingOf(object({ id: integer, data: {} }), object({ Data: {} }));
    expect({ names: [...names], path }).toEqual({ names: [['Data', 'data']], path: [] });
  });

  test('sends a new value of a property, unless the body has the property itself', () => {
    expect([...mappingOf(Post, object({ new_title: text, newsletter: text })).names]).toEqual([['new_title', 'title']]);
    expect([...mappingOf(Post, object({ new_title: text, title: text })).names]).toEqual([['title', 'title']]);
  });

  test('sends all properties to an item that allows others', () => {
    const open = { ...Post, additionalProperties: true };
    const { names } = mappingOf(open, object({ author_id: integer, secret: text }));
    expect([...names.values()]).toEqual(['author_id', 'secret']);
  });

  test('is the item in a property with its name, unless the body has a property of the item', () => {
    expect(mappingOf(Post, object({ post: object({ title: text }) })).path).toEqual(['post']);
    expect(mappingOf(Post, object({ post: object({ title: text }), title: text })).path).toEqual([]);
  });
});

describe('without a body', () => {
  test('a request sends the properties of the item', () => {
    const { names, isOpen } = mappingOf(Post, undefined);
    expect([[...names.keys()].toSorted(), isOpen]).toEqual([Object.keys(Post.properties).toSorted(), false]);
  });
});

describe('undeclared properties of the body are kept', () => {
  test('if the body or the item allows any', () => {
    expect(mappingOf(Post, { ...object({ title: text }), additionalProperties: true }).isOpen).toBe(true);
    expect(mappingOf(Post, object({ title: text })).isOpen).toBe(false);
    const texts = { type: 'object', additionalProperties: text };
    const anything = serviceFor({
      '/notes': collection(texts, { takes: Post }),
      '/notes/{id}': { get: operation(texts), put: operation(texts, { takes: Post, status: 201 }) },
    });
    for (const { name, binding } of anything.operations)
      if (binding?.action === 'replace')
        expect({ name, isOpen: binding.mapping.isOpen }).toEqual({ name, isOpen: true });
  });
});

test('a list of operations of JSON Patch is recognised', () => {
  const patch = listOf(object({ op: text, path: text, value: {} }));
  expect(mappingOf(Post, patch, {}, 'patch')).toMatchObject({ isPatchList: true, names: new Map() });
  expect(mappingOf(Post, object({ title: text }), {}, 'patch').isPatchList).toBe(false);
});

describe('properties that only the request has', () => {
  test('are removed from what responses show if they are writeOnly', () => {
    const secret = { ...text, writeOnly: true };
    const { strip } = mappingOf(object({ ...Post.properties, secret }), object({ title: text, secret }));
    expect(strip?.({ title: 'a', secret: 's' })).toEqual({ title: 'a' });
    expect(mappingOf(Post, object({ title: text })).strip).toBeUndefined();
  });
});

describe('a flat body sets properties of an object of the item', () => {
  const innerOf = (item: object, takes: object) => mappingOf(item, takes).inner;
  const attributes = object({ title: text, size: integer });
  const Resource = object({ id: integer, type: text, attributes });

  test('which is called attributes', () => {
    const inner = { property: 'attributes', names: new Map([['title', 'title']]) };
    expect(innerOf(Resource, object({ title: text }))).toEqual(inner);
    expect(innerOf(Resource, object({ type: text, title: text }))).toEqual(inner);
    expect(innerOf(Resource, object({ title: text, other: text }))).toEqual(inner);
    const capital = object({ id: integer, Attributes: attributes });
    expect(innerOf(capital, object({ title: text }))).toMatchObject({ property: 'Attributes' });
  });

  test('unless several objects have them, or none', () => {
    const both = object({ id: integer, left: attributes, right: attributes });
    expect(innerOf(both, object({ title: text, size: integer }))).toBeUndefined();
    expect(innerOf(Resource, object({ other: text }))).toBeUndefined();
    expect(innerOf(object({ id: integer, attributes: text }), object({ title: text }))).toBeUndefined();
    expect(innerOf(object({ id: integer, attributes: listOf(attributes) }), object({ title: text }))).toBeUndefined();
  });

  test('unless the item itself has the properties', () => {
    expect(innerOf(object({ id: integer, title: text, attributes }), object({ title: text }))).toBeUndefined();
    expect(innerOf(Resource, object({ type: text }))).toBeUndefined();
  });
});

describe('a request names another item', () => {
  const owner = object({ id: integer, login: text });
  const tags = listOf(object({ id: integer, name: text }));
  const Task = object({ id: integer, owner, tags, rack_id: integer, shelfId: object({ row: integer }) });
  const namesIn = (sent: object, item: object = Task) => [...mappingOf(item, object(sent)).names];

  test.each([
    ['owner_id', 'owner'],
    ['ownerID', 'owner'],
    ['owner-uuid', 'owner'],
    ['tag_ids', 'tags'],
    ['tagIds', 'tags'],
    ['rack', 'rack_id'],
  ])('by %s, for %s', (name, property) => {
    expect(namesIn({ [name]: integer })).toEqual([[name, property]]);
  });

  test.each(['owner_ids', 'tags_id', 'owner_idea', 'shelf', 'author_id', 'id_owner'])('not by %s', (name) => {
    expect(namesIn({ [name]: integer })).toEqual([]);
  });

  test('once, and not by a property that the item has itself', () => {
    expect(namesIn({ owner_id: integer, ownerUuid: text })).toEqual([['owner_id', 'owner']]);
    const both = object({ id: integer, owner, owner_id: integer });
    expect(namesIn({ owner_id: integer }, both)).toEqual([['owner_id', 'owner_id']]);
  });
});

describe('a change keeps the other properties of an object', () => {
  const mergedIn = (item: object, method: string) => mappingOf(item, item, {}, method).merged;
  const open = { type: 'object' };
  const resource = { id: text, type: text, attributes: object({ title: text }), relationships: object({ a: text }) };

  test('whose names the client chooses, in a PATCH', () => {
    const item = object({
      ...{ id: integer, metadata: open, labels: { type: ['object', 'null'], additionalProperties: text } },
      ...{ size: object({ width: integer }), name: text, value: { type: ['object', 'string'] }, tags: listOf(open) },
    });
    expect(mergedIn(item, 'patch')).toEqual(['metadata', 'labels']);
    expect(mergedIn(item, 'put')).toEqual([]);
  });

  test('of JSON:API, in any change', () => {
    expect(mergedIn(object(resource), 'put')).toEqual(['attributes', 'relationships']);
    const { relationships: _, ...alone } = resource;
    expect(mergedIn(object(alone), 'put')).toEqual(['attributes']);
    const { type: _type, ...untyped } = resource;
    expect(mergedIn(object(untyped), 'put')).toEqual([]);
    expect(mergedIn(object({ ...resource, attributes: text }), 'put')).toEqual([]);
  });
});

test('a property with or without the noun is the same', () => {
  const Note = object({ id: integer, note_lines: listOf(text), title: text });
  const put = operation(Note, { takes: object({ lines: listOf(text), noteTitle: text }) });
  const paths = { '/notes': collection(Note, { status: 201 }), '/notes/{id}': { get: operation(Note), put } };
  const { names } = itemBindingOf(serviceFor(paths), 'PUT /notes/{id}').mapping;
  expect([...names]).toEqual(Object.entries({ lines: 'note_lines', noteTitle: 'title' }));
});

describe('an object whose names the client chooses', () => {
  const Contact = object({
    id: integer,
    properties: { type: 'object', additionalProperties: text },
    address: object({ city: text, street: text }),
  });
  const serve = () =>
    servePaths(
      {
        '/contacts': collection(ref('Contact')),
        '/contacts/{id}': {
          get: operation(ref('Contact')),
          patch: saving(ref('Contact')),
          put: saving(ref('Contact')),
        },
      },
      { Contact },
      { data: { contacts: [{ id: 1, properties: { a: '1', b: '2' }, address: { city: 'Oslo', street: 'A' } }] } },
    );

  test('keeps the properties that a PATCH does not name', async () => {
    const { send, get } = await serve();
    await send('PATCH', '/contacts/1', { properties: { b: '3', c: '4' } });
    expect((await get('/contacts/1')).body.properties).toEqual({ a: '1', b: '3', c: '4' });
  });

  test('is replaced by a PUT, as an object with names of the document is by a PATCH', async () => {
    const { send, get } = await serve();
    await send('PUT', '/contacts/1', { properties: { c: '4' } });
    await send('PATCH', '/contacts/1', { address: { city: 'Bergen' } });
    expect((await get('/contacts/1')).body).toEqual({ id: 1, properties: { c: '4' }, address: { city: 'Bergen' } });
  });
});

describe('a key of another name', () => {
  const serve = (sent: string, own: string, parameter = own) => {
    const Channel = object({ id: integer, [own]: text, title: text }, ['id', own, 'title']);
    const paths = {
      '/channels': collection(ref('Channel'), { takes: object({ [sent]: text, title: text }, [sent]), status: 201 }),
      [`/channels/{${parameter}}`]: { parameters: [inPath(parameter, text)], get: operation(ref('Channel')) },
    };
    return servePaths(paths, { Channel });
  };

  test.each([
    ['handle', 'slug', 'slug'],
    ['handle', 'slug', 'handle'],
    ['username', 'login', 'username'],
    ['identifier', 'key', 'key'],
  ])('%s, which a request names, is the %s by which {%s} finds it', async (sent, own, parameter) => {
    const { get, send } = await serve(sent, own, parameter);
    const { body } = await send('POST', '/channels', { [sent]: 'news', title: 'N' });
    expect(body[own]).toBe('news');
    expect((await get('/channels/news')).body).toEqual(body);
  });

  test.each([
    ['key', 'slug'],
    ['key', 'login'],
    ['username', 'slug'],
    ['login', 'slug'],
  ])('%s, which a request sends, is no %s', async (sent, own) => {
    const { send } = await serve(sent, own, 'id');
    expect((await send('POST', '/channels', { [sent]: 'sk_live_1', title: 'N' })).body[own]).not.toBe('sk_live_1');
  });

  test('is no secret that its path does not take', async () => {
    const { send } = await serve('identifier', 'key', 'id');
    expect((await send('POST', '/channels', { identifier: 'news', title: 'N' })).body.key).not.toBe('news');
  });
});

describe('a list with one item', () => {
  const Post = object({ id: integer, title: text, html: text }, ['id', 'title']);
  const posts = object({ posts: listOf(ref('Post')) });
  const sentOf = (required: readonly string[]) =>
    object({ posts: listOf(object({ title: text, html: text }, required)) }, ['posts']);
  const paths = {
    '/posts': { get: operation(posts), post: operation(posts, { takes: sentOf(['title']), status: 201 }) },
    '/posts/{id}': { get: operation(posts), put: operation(posts, { takes: sentOf([]) }) },
  };

  test('is sent around an item where the response has it so', async () => {
    const { get, send } = await servePaths(paths, { Post });
    const created = await send('POST', '/posts', { posts: [{ title: 'A', html: 'x' }] });
    expect([created.status, created.body]).toEqual([201, { posts: [{ id: 1, title: 'A', html: 'x' }] }]);
    const changed = { posts: [{ id: 1, title: 'B', html: 'x' }] };
    expect((await send('PUT', '/posts/1', { posts: [{ title: 'B' }] })).body).toEqual(changed);
    expect((await get('/posts/1')).body).toEqual(changed);
  });

  test('may be several new ones', async () => {
    const { get, send } = await servePaths(paths, { Post });
    await send('POST', '/posts', { posts: [{ title: 'A' }, { title: 'B' }] });
    expect((await get('/posts')).body.posts).toMatchObject([{ title: 'A' }, { title: 'B' }]);
  });

  test('is a property of the item where the response has the item elsewhere', () => {
    const Shelf = object({ id: integer, posts: listOf(object({ title: text })) }, ['id']);
    expect(mappingOf(Shelf, object({ posts: listOf(object({ title: text })) }))).toMatchObject({ path: [] });
  });
});

describe('an item with its id in an object that is named as it is', () => {
  const NoteView = object({
    note: object({ id: integer, text, topic_id: integer }, ['id']),
    votes: integer,
    saved: { type: 'boolean' },
  });
  const View = object({ note_view: ref('NoteView') });
  const named = (more: object) => object({ note_id: integer, ...more }, ['note_id']);
  const paths = {
    '/note': {
      get: operation(View, { parameters: [inQuery('id', integer, { required: true })] }),
      post: operation(View, { takes: object({ text, topic_id: integer }, ['text']) }),
      put: operation(View, { takes: named({ text }) }),
    },
    '/note/list': {
      get: operation(object({ notes: listOf(ref('NoteView')) }), { parameters: [inQuery('topic_id', integer)] }),
    },
  };

  test('has there what is sent, and is found by an id in the body', async () => {
    const { get, send } = await servePaths(paths, { NoteView });
    const { body } = await send('POST', '/note', { text: 'a', topic_id: 3 });
    expect(body.note_view.note).toEqual({ id: 1, text: 'a', topic_id: 3 });
    await send('POST', '/note', { text: 'b', topic_id: 4 });
    const changed = await send('PUT', '/note', { note_id: 1, text: 'c' });
    expect(changed.body.note_view.note).toEqual({ id: 1, text: 'c', topic_id: 3 });
    expect((await get('/note?id=1')).body).toEqual(changed.body);
    expect((await get('/note/list?topic_id=4')).body.notes).toMatchObject([{ note: { id: 2, text: 'b' } }]);
    expect((await send('PUT', '/note', { note_id: 9, text: 'c' })).status).toBe(404);
  });
});
