import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/core/primitives/json.ts';
import { inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { saving } from '../small.ts';

const time = { type: 'string', format: 'date-time' };
const flag = { type: 'boolean' };
const Book = object(
  {
    id: { ...integer, readOnly: true },
    title: text,
    pages: integer,
    created_at: time,
    updated_at: time,
    author: object({ name: text, city: object({ name: text }) }),
  },
  ['title'],
);

/** The titles of the books a, b and c, which were added in the order b, a, c within one second, with 100, 9 and 30 pages. */
const booksBy = async (parameters: readonly object[], said = '') => {
  const list = { ...operation(listOf(ref('Book')), { parameters }), description: said };
  const client = await servePaths({ '/books': { get: list, post: saving(ref('Book'), { status: 201 }) } }, { Book });
  const books: readonly JsonObject[] = [
    { title: 'b', pages: 100, author: { name: 'Ann', city: { name: 'Oslo' } } },
    { title: 'a', pages: 9, author: { name: 'Bob', city: { name: 'Bern' } } },
    { title: 'c', pages: 30, author: { name: 'Cas', city: { name: 'Rome' } } },
  ];
  for (const book of books) await client.send('POST', '/books', book);
  return async (query: string): Promise<string> => {
    const { body } = await client.get(`/books${query}`);
    return body.map(({ title }: { title: string }) => title).join('');
  };
};

describe('a direction in a parameter of its own', () => {
  test.each<readonly [by: string, way: string, schema: object, descending: string, ascending: string]>([
    ['_sort', '_order', text, 'desc', 'asc'],
    ['sort_by', 'sortDir', text, 'DESC', 'ASC'],
    ['orderBy', 'sort_order', text, 'descending', 'ascending'],
    ['sortField', 'direction', text, 'desc', 'asc'],
    ['ordering', 'sort_type', text, 'desc', 'asc'],
    ['sort', 'order', { type: 'string', enum: ['-1', '1'] }, '-1', '1'],
    ['sort', 'descending', flag, 'true', 'false'],
    ['sort_column', 'sortDesc', flag, 'true', 'false'],
    ['orderBy', 'isAscending', flag, 'false', 'true'],
    ['order', 'reverse', flag, 'true', 'false'],
  ])('%s and %s', async (by, way, schema, descending, ascending) => {
    const titles = await booksBy([inQuery(way, schema), inQuery(by)]);
    expect(await titles(`?${by}=pages&${way}=${descending}`)).toBe('bca');
    expect(await titles(`?${by}=pages&${way}=${ascending}`)).toBe('acb');
    expect(await titles(`?${by}=pages`)).toBe('acb');
    // No property is named: by creation, what was created later in the same second later.
    expect(await titles(`?${way}=${descending}`)).toBe('cab');
    expect(await titles(`?${way}=${ascending}`)).toBe('bac');
  });

  test('may be one for each property', async () => {
    const titles = await booksBy([inQuery('_sort'), inQuery('_order')]);
    expect(await titles('?_sort=author.name,pages&_order=desc,asc')).toBe('cab');
  });
});

test.each([
  ['sort=-author.name', 'cab'],
  ['sort=author.name:desc', 'cab'],
  ['sort=author__name', 'bac'],
  ['sort=author', 'bac'],
  ['sort=author.city.name', 'abc'],
  ['sort=newest', 'cab'],
  ['sort=oldest', 'bac'],
  ['sort=created', 'bac'],
  ['sort=-created_at', 'cab'],
  ['sort=desc', 'cab'],
  ['sort=alphabetical', 'abc'],
  ['sort=nothing', 'bac'],
])('%s', async (query, expected) => {
  const titles = await booksBy([inQuery('sort')]);
  expect(await titles(`?${query}`)).toBe(expected);
});

describe('an order without a request for it', () => {
  test.each([
    ['Returns the books sorted by creation date, with the most recent books appearing first.', 'cab'],
    ['Lists all books, newest first.', 'cab'],
    ['The books are listed in reverse chronological order.', 'cab'],
    ['Books, ordered by `pages` in descending order.', 'bca'],
    ['Books in alphabetical order.', 'abc'],
    ['Use `sort` to get the newest books first.', 'bac'],
    ['The first books of the latest authors.', 'bac'],
  ])('is that of the description: %s', async (said, expected) => {
    expect(await (await booksBy([], said))('')).toBe(expected);
  });

  test.each([
    ['sort', 'The order of the books. Defaults to `-pages`.', text, 'bca', '?sort=title'],
    [
      'sort',
      'Valid values: `title`, `pages`. Defaults to `relevance` if `q` is set, otherwise `title`.',
      text,
      'abc',
      '',
    ],
    ['order_by', '`created_at` or `title` (default)', text, 'abc', ''],
    ['sort', '`-created_at`, or `title`; `title` by default', text, 'abc', ''],
    ['sort', 'The order of the books. By default, `title`.', text, 'abc', ''],
    ['sort', 'Books are sorted by default by pages in descending order.', text, 'bca', ''],
    [
      'sort',
      'Defaults to descending order, from newest to oldest.',
      { type: 'string', enum: ['asc', 'desc'] },
      'cab',
      '',
    ],
    ['order', 'By creation time.', { type: 'string', enum: ['normal', 'desc', 'asc'], default: 'desc' }, 'cab', ''],
  ])('is the default of %s: %s', async (name, description, schema, expected, other) => {
    const titles = await booksBy([{ ...inQuery(name, schema), description }]);
    expect(await titles('')).toBe(expected);
    if (other !== '') expect(await titles(other)).toBe('abc');
  });
});

test('the defaults that are described of a property and of a direction belong together', async () => {
  const Note = object({ id: integer, name: text, rank: integer }, ['id', 'name', 'rank']);
  const { get, send } = await servePaths(
    {
      '/notes': {
        get: operation(listOf(ref('Note')), {
          parameters: [
            inQuery('order_by', text, { description: 'Defaults to rank.' }),
            inQuery('order', { enum: ['asc', 'desc'] }, { description: 'Defaults to desc.' }),
          ],
        }),
        post: operation(ref('Note'), { takes: object({ name: text, rank: integer }), status: 201 }),
      },
      '/notes/{id}': { get: operation(ref('Note')) },
    },
    { Note },
  );
  for (const [index, name] of ['b', 'a', 'c'].entries()) await send('POST', '/notes', { name, rank: index });
  const names = async (query: string) =>
    (await get(`/notes${query}`)).body.map(({ name }: { readonly name: string }) => name).join('');
  expect(await names('')).toBe('cab');
  expect(await names('?order=asc')).toBe('bac');
  expect(await names('?order_by=name&order=asc')).toBe('abc');
});

test('a direction may be a number', async () => {
  const Note = object({ id: integer, name: text }, ['id', 'name']);
  const parameters = [inQuery('sortField'), inQuery('sortOrder', integer)];
  const { get, send } = await servePaths(
    {
      '/notes': {
        get: operation(listOf(ref('Note')), { parameters }),
        post: operation(ref('Note'), { takes: object({ name: text, rank: integer }), status: 201 }),
      },
      '/notes/{id}': { get: operation(ref('Note')) },
    },
    { Note },
  );
  for (const name of ['b', 'a', 'c']) await send('POST', '/notes', { name });
  const names = async (query: string) =>
    (await get(`/notes?sortField=name&sortOrder=${query}`)).body.map(({ name }: { readonly name: string }) => name);
  expect(await names('-1')).toEqual(['c', 'b', 'a']);
  expect(await names('1')).toEqual(['a', 'b', 'c']);
});
