/** The most popular come first where no direction can be chosen. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { fullObject, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

test.each<[string, object, string]>([
  ['a description', { description: 'The field to sort by. Defaults to `downloads`.' }, 'bca'],
  ['a list', { schema: { type: 'string', enum: ['name', 'downloads'] } }, 'bca'],
  ['any property', { description: 'The field to sort by.' }, 'acb'],
  ['a description with a sign', { description: 'A field; `-name` is the other direction' }, 'acb'],
  ['a list with both directions', { schema: { type: 'string', enum: ['name', 'downloads', '-downloads'] } }, 'acb'],
])('the most popular come first where no direction can be chosen: %s', async (_, rest, expected) => {
  const Pack = object({ id: integer, name: text, downloads: integer }, ['id', 'name', 'downloads']);
  const { get, send } = await servePaths(
    {
      '/packs': {
        get: operation(listOf(ref('Pack')), { parameters: [inQuery('sort', text, rest)] }),
        post: operation(ref('Pack'), { takes: object({ name: text, downloads: integer }), status: 201 }),
      },
      '/packs/{id}': { get: operation(ref('Pack')) },
    },
    { Pack },
  );
  for (const [name, downloads] of Object.entries({ a: 1, b: 9, c: 5 }))
    await send('POST', '/packs', { name, downloads });
  const names = async (query: string) =>
    (await get(`/packs${query}`)).body.map(({ name }: { readonly name: string }) => name).join('');
  expect(await names('?sort=downloads')).toBe(expected);
  expect(await names('?sort=name')).toBe('abc');
});

test.each([
  ['The order', 'p3,p2,p1'],
  ['By name, or created (oldest first)', 'p1,p2,p3'],
])(
  'a word for the time of the creation is for the newest where no direction is stated: %s',
  async (description, first) => {
    const time = { type: 'string', format: 'date-time' };
    const Pack = object({ id: integer, name: text, created_at: time }, ['id', 'name', 'created_at']);
    const sort = inQuery('sort', { type: 'string', enum: ['name', 'created', 'created_at'] }, { description });
    const paths = {
      '/packs': { get: operation(listOf(ref('Pack')), { parameters: [sort] }) },
      '/packs/{id}': { get: operation(ref('Pack')) },
    };
    const packs = [2, 3, 1].map((day, at) => ({
      id: at + 1,
      name: `p${day}`,
      created_at: `2030-01-0${day}T00:00:00Z`,
    }));
    const { get } = await servePaths(paths, { Pack }, { data: { packs } });
    const names = async (query: string) =>
      (await get(`/packs${query}`)).body.map(({ name }: { readonly name: string }) => name).join();
    expect(await names('?sort=created')).toBe(first);
    expect(await names('?sort=created_at')).toBe('p1,p2,p3');
  },
);

test('a word of an order may be the things that are counted, or the noun of the items', async () => {
  const Shelf = object({ id: integer, shelf: text, books_cnt: integer, readerCount: integer }, ['id', 'shelf']);
  const values = { type: 'string', enum: ['alpha', 'books', 'readers'] };
  const sort = inQuery('sort', values, { description: 'Defaults to `alpha`.' });
  const paths = {
    '/shelves': { get: operation(listOf(ref('Shelf')), { parameters: [sort] }) },
    '/shelves/{id}': { get: operation(ref('Shelf')) },
  };
  const shelves = Object.entries({ b: 1, a: 2, c: 9 }).map(([shelf, books_cnt], at) => ({
    id: at + 1,
    shelf,
    books_cnt,
    readerCount: 10 - books_cnt,
  }));
  const { get } = await servePaths(paths, { Shelf }, { data: { shelves } });
  const names = async (query: string) =>
    (await get(`/shelves${query}`)).body.map(({ shelf }: { readonly shelf: string }) => shelf).join('');
  expect(await names('')).toBe('abc');
  expect(await names('?sort=books')).toBe('cab');
  expect(await names('?sort=readers')).toBe('bac');
});

test.each<[string, object, string]>([
  ['nothing else', {}, 'bc'],
  ['a default of 1', { schema: { type: 'integer', default: 1 } }, 'xy'],
  ['a minimum of 1', { schema: { type: 'integer', minimum: 1 } }, 'xy'],
  ['a description', { description: 'The number of the page, from 1' }, 'xy'],
])('the first page of Spring is 0 where the document says %s', async (_, rest, expected) => {
  const Note = object({ id: integer, name: text }, ['id', 'name']);
  const page = fullObject({
    content: listOf(ref('Note')),
    number: integer,
    totalElements: integer,
    totalPages: integer,
  });
  const { get, send } = await servePaths(
    {
      '/notes': {
        get: operation(page, { parameters: [inQuery('page', integer, rest), inQuery('size', integer)] }),
        post: operation(ref('Note'), { takes: object({ name: text }), status: 201 }),
      },
      '/notes/{id}': { get: operation(ref('Note')) },
    },
    { Note },
  );
  for (const name of ['x', 'y', 'b', 'c', 'd']) await send('POST', '/notes', { name });
  const { body } = await get('/notes?page=1&size=2');
  const names = body.content.map(({ name }: { readonly name: string }) => name).join('');
  expect(names).toBe(expected);
  expect(body.number).toBe(1);
});

test('versions are in the order of their numbers, the highest first where that is the usual order', async () => {
  const Release = object({ id: integer, version: text, published_at: { type: 'string', format: 'date-time' } }, [
    ...['id', 'version', 'published_at'],
  ]);
  const description = '`date` or `version`. Defaults to `version`, the highest first.';
  const { get } = await servePaths(
    {
      '/releases': { get: operation(listOf(ref('Release')), { parameters: [inQuery('sort', text, { description })] }) },
      '/releases/{id}': { get: operation(ref('Release')) },
    },
    { Release },
    {
      data: {
        releases: ['1.9', '1.10', '2.0.0-beta.2', '2.0.0', '2.0.0-beta.10'].map((version, at) => ({
          ...{ id: at + 1, version, published_at: `2030-01-0${5 - at}T00:00:00Z` },
        })),
      },
    },
  );
  const ids = async (query: string) =>
    (await get(`/releases${query}`)).body.map(({ id }: { readonly id: number }) => id).join('');
  expect(await ids('')).toBe('45321');
  expect(await ids('?sort=version')).toBe('45321');
  expect(await ids('?sort=semver')).toBe('45321');
  expect(await ids('?sort=date')).toBe('12345');
});

test('the path of a list says its order, and not where it says what the items are', async () => {
  const time = { type: 'string', format: 'date-time' };
  const Album = object({ id: integer, status: text, rating_count: integer, created_at: time }, ['id']);
  const { get } = await servePaths(
    {
      '/albums': { get: operation(listOf(ref('Album'))) },
      '/albums/{id}': { get: operation(ref('Album')) },
      '/albums/latest': { get: operation(listOf(ref('Album'))) },
      '/albums/top-rated': { get: operation(listOf(ref('Album'))) },
      '/albums/new': { get: operation(listOf(ref('Album')), { rest: { summary: 'Albums sorted by created_at.' } }) },
    },
    { Album },
    {
      data: {
        albums: [2, 3, 1].map((day, at) => ({
          ...{ id: at + 1, rating_count: 10 * at, status: 'new', created_at: `2030-01-0${day}T00:00:00Z` },
        })),
      },
    },
  );
  const ids = async (path: string) =>
    (await get(`/albums${path}`)).body.map(({ id }: { readonly id: number }) => id).join('');
  expect(await ids('')).toBe('123');
  expect(await ids('/latest')).toBe('213');
  expect(await ids('/new')).toBe('213');
  expect(await ids('/top-rated')).toBe('321');
});

test('pages with a pageable are counted from 0, and their numbers and sizes are those of the request', async () => {
  const Page = object({
    content: listOf(ref('Thing')),
    pageable: object({ number: integer, size: integer, sort: object({ orderBy: listOf(text) }) }),
    ...{ totalSize: integer, pageNumber: integer },
  });
  const { get, send } = await servePaths(
    {
      '/things': {
        get: operation(ref('Page'), { parameters: [inQuery('page', integer), inQuery('size', integer)] }),
        post: operation(ref('Thing'), { takes: ref('Thing'), status: 201 }),
      },
    },
    { Page },
  );
  for (const [at, name] of ['a', 'b', 'c'].entries()) await send('POST', '/things', { id: at + 1, name });
  expect((await get('/things?page=1&size=2')).body).toMatchObject({
    content: [{ name: 'c' }],
    pageable: { number: 1, size: 2 },
    ...{ totalSize: 3, pageNumber: 1 },
  });
});
