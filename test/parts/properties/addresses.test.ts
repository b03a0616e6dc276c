/** Properties with the path of their own item. */
import { describe, expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { collection, listBindingOf, serviceFor } from '../../openapi/resources/small.ts';
import { declared, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const shown = (example: string) => ({ ...text, examples: [example] });
/** A collection whose ids are texts. */
const pathsOf = (path: string, schema: object, name = 'id') =>
  declared(
    {
      [path]: collection(schema, { takes: object({ title: text }), status: 201 }),
      [`${path}/{${name}}`]: { get: operation(schema) },
    },
    text,
  );
// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect.
type Item = any;

const Channel = (example: string) => object({ title: text, uri: shown(example) });

describe('an example with the path of its item', () => {
  test.each([
    ['/channels/42', '/channels/'],
    ['channels/42', 'channels/'],
    ['https://api.example.com/v1/channels/42', 'https://api.example.com/v1/channels/'],
    ['/api/v3/channels/42', '/api/v3/channels/'],
  ])('%s: each item has its own path there', async (example, start) => {
    const { get, send } = await servePaths(pathsOf('/channels', ref('Channel')), { Channel: Channel(example) });
    const { body } = await send('POST', '/channels', { title: 'News' });
    expect(body.uri.startsWith(start)).toBe(true);
    const id = body.uri.slice(start.length);
    expect((await get(`/channels/${id}`)).body).toEqual(body);
    const listed = (await get('/channels')).body as readonly { readonly uri: string }[];
    expect(new Set(listed.map(({ uri }) => uri)).size).toBe(listed.length);
    for (const item of listed) expect((await get(`/channels/${item.uri.slice(start.length)}`)).body).toEqual(item);
  });

  test('has the ids of the parents', async () => {
    const Book = object({ title: text, self: shown('/shelves/1/books/2') });
    const paths = {
      ...pathsOf('/shelves', object({ id: integer, title: text })),
      '/shelves/{shelf}/books': collection(ref('Book'), { takes: object({ title: text }), status: 201 }),
      '/shelves/{shelf}/books/{book}': { get: operation(ref('Book')) },
    };
    const { get, send } = await servePaths(declared(paths, text), { Book });
    const shelf = (await send('POST', '/shelves', { title: 'Art' })).body.id;
    const { body } = await send('POST', `/shelves/${shelf}/books`, { title: 'Blue' });
    expect(body.self).toMatch(new RegExp(`^/shelves/${shelf}/books/[^/]+$`));
    expect((await get(body.self)).body).toEqual(body);
  });

  test('is kept as it was sent', async () => {
    const schema = object({ title: text, uri: shown('/channels/42') });
    const paths = { '/channels': collection(schema, { status: 201 }), '/channels/{id}': { get: operation(schema) } };
    const { send } = await servePaths(declared(paths, text));
    expect((await send('POST', '/channels', { title: 'a', uri: '/my/own' })).body.uri).toBe('/my/own');
  });
});

test.each([
  ['another path', '/users/42'],
  ['a path without the id', '/channels'],
  ['a longer path', '/channels/42/videos'],
  ['a relative path with something before it', 'my/channels/42'],
  ['a query', '/channels/42?page=1'],
  ['a template', '/channels/{id}'],
  ['a sentence', 'see channels/42'],
  ['a long text', `/${'a'.repeat(1000)}/channels/42`],
])('%s is no path of the item', (_name, example) => {
  const service = serviceFor(pathsOf('/channels', ref('Channel')), { Channel: Channel(example) });
  expect(listBindingOf(service, 'GET /channels').collection.addresses).toEqual([]);
});

const links = (self: object) => object({ self });
const href = object({ href: text, title: text });
const own = { ...text, readOnly: true };

describe('a property that is named so has the path of its item', () => {
  test.each<[string, object, (item: Item) => unknown]>([
    ['@id', text, (item) => item['@id']],
    ['self', { ...text, format: 'uri-reference' }, (item) => item.self],
    ['url', { ...own, format: 'uri' }, (item) => String(item.url).replace('http://localhost', '')],
    ['_links', links(href), (item) => item._links.self.href],
    ['_links', { type: 'object', additionalProperties: href }, (item) => item._links.self.href],
    ['links', links(text), (item) => item.links.self],
  ])('%s %#', async (name, schema, pathIn) => {
    const Page = object({ id: text, title: text, [name]: schema }, ['title']);
    const { get, send } = await servePaths(pathsOf('/pages', ref('Page')), { Page }, 'default');
    const { body } = await send('POST', '/pages', { title: 'News' });
    const { body: listed } = await get('/pages');
    for (const item of [body, ...listed]) expect((await get(String(pathIn(item)))).body).toEqual(item);
  });

  test.each<[string, object, unknown]>([
    ['url', { ...text, format: 'uri' }, undefined],
    ['href', text, undefined],
    ['links', links(object({ id: integer })), undefined],
    ['links', listOf(object({ href: text })), undefined],
  ])('unless it may be that of something else: %s %#', async (name, schema, expected) => {
    const Page = object({ title: text, [name]: schema }, ['title']);
    const { send } = await servePaths(pathsOf('/pages', ref('Page')), { Page });
    expect((await send('POST', '/pages', { title: 'News' })).body[name]).toEqual(expected);
  });
});
