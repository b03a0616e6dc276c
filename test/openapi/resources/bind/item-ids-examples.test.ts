import { describe, expect, test } from 'vitest';
import { inPath, integer, listOf, object, operation, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { collection, nothing, saving, serviceFor } from '../small.ts';

const Domain = object({ name: text, ttl: integer }, ['name']);
const Entry = object({ id: integer, type: text }, ['id', 'type']);
const Draft = object({ type: text });

/** Domains without a list, with entries below them; the ids are documented only by the paths of the entries. */
const serveDomains = (domain: object, atPath: readonly object[] = []) =>
  servePaths(
    {
      '/domains': { post: saving(Domain, { status: 201 }) },
      '/domains/{domain}': { parameters: [inPath('domain', text)], get: operation(Domain), delete: nothing },
      '/domains/{domain}/entries': {
        parameters: atPath,
        get: operation(object({ entries: listOf(Entry) }), { parameters: [domain] }),
        post: operation(Entry, { takes: Draft, status: 201, parameters: [domain] }),
      },
      '/domains/{domain}/entries/{id}': {
        parameters: [inPath('domain', text), inPath('id', integer, { example: 12 })],
        get: operation(Entry),
      },
    },
    {},
    'default',
  );

describe('an id that the document gives only below its item', () => {
  test.each<[string, object]>([
    ['the example of a parameter', inPath('domain', text, { example: 'example.com' })],
    ['one of its examples', inPath('domain', text, { examples: { a: { value: 'a.b' }, b: { value: 'example.com' } } })],
    ['the example of its schema', inPath('domain', { type: 'string', examples: ['a.b', 'example.com'] })],
    ['the default of its schema', inPath('domain', { type: 'string', default: 'example.com' })],
  ])('is that of an item: %s', async (_name, domain) => {
    const { get, send, violations } = await serveDomains(domain);
    expect(await get('/domains/example.com')).toMatchObject({ status: 200, body: { name: 'example.com' } });
    const { status, body } = await get('/domains/example.com/entries');
    expect([status, body.entries.length > 0]).toEqual([200, true]);
    const created = await send('POST', '/domains/example.com/entries', { type: 'A' });
    expect(await get(`/domains/example.com/entries/${created.body.id}`)).toMatchObject({ body: { type: 'A' } });
    expect(violations()).toEqual([]);
  });

  test('works together with the example of an item below it', async () => {
    const { get } = await serveDomains(inPath('domain', text, { example: 'example.com' }));
    expect(await get('/domains/example.com/entries/12')).toMatchObject({ status: 200, body: { id: 12 } });
  });

  test('is found in the parameters of a path', async () => {
    const { get } = await serveDomains({ name: 'q', in: 'query', schema: text }, [
      inPath('domain', text, { example: 'example.com' }),
    ]);
    expect((await get('/domains/example.com/entries')).status).toBe(200);
  });
});

test('a parameter with hundreds of thousands of examples is read', () => {
  const examples = Object.fromEntries(Array.from({ length: 200_000 }, (_, at) => [`e${at}`, { value: `v${at}` }]));
  const service = serviceFor({
    '/domains/{domain}': { parameters: [inPath('domain', text, { examples })], get: operation(Domain) },
  });
  expect(service.operations).toHaveLength(1);
});

test('a collection has each id once, its own first, fifty at most, and no other values', () => {
  const thing = object({ id: integer, name: text });
  const idsAt = (own: object, below: object) =>
    serviceFor({
      '/things': collection(thing),
      '/things/{id}': { parameters: [inPath('id', integer, own)], get: operation(thing) },
      '/things/{id}/check': { parameters: [inPath('id', integer, below)], post: operation(object({ ok: text })) },
    }).collections.get('things')?.exampleIds;
  expect(idsAt({ example: 8 }, { example: 3 })).toEqual([8, 3]);
  expect(idsAt({ example: 8 }, { example: '8' })).toEqual([8]);
  expect(idsAt({}, {})).toEqual([]);
  expect(idsAt({ examples: { list: { value: [1] }, id: { value: 2 } } }, {})).toEqual([2]);
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, id) => [`e${id}`, { value: id }]));
  expect(idsAt({}, { examples: many })).toHaveLength(50);
});

test('the ids of all parents are found, also if only the path of a parent gives them', () => {
  const shelf = [inPath('shop', text, { example: 'north' }), inPath('shelf', text, { example: 'top' })];
  const service = serviceFor({
    '/shops/{shop}/shelves/{shelf}': { parameters: shelf, delete: nothing },
    '/shops/{shop}/shelves/{shelf}/books': {
      parameters: [inPath('shop', text), inPath('shelf', text)],
      ...collection(Entry, { takes: Draft }),
    },
    '/shops/{shop}/shelves/{shelf}/books/{id}': {
      parameters: [inPath('shop', text), inPath('shelf', text), inPath('id', integer, { example: 5 })],
      get: operation(Entry),
    },
  });
  const books = service.collections.get('books');
  expect(books?.parents.map(({ name, example }) => [name, example])).toEqual([
    ['shop', 'north'],
    ['shelf', 'top'],
  ]);
  expect(books?.exampleIds).toEqual([5]);
});
