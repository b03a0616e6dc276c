import { describe, expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { saving } from '../../openapi/resources/small.ts';
import { boolean, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Book = object(
  {
    id: { ...integer, readOnly: true },
    title: text,
    pages: integer,
    isNew: boolean,
    author: object({ name: text, city: text }),
  },
  ['id'],
);
const book = { id: 1, title: 'a', pages: 9, isNew: true, author: { name: 'Ann', city: 'Oslo' } };

const served = async (parameter: object, schema: object = Book) => {
  const parameters = [parameter];
  const client = await servePaths(
    {
      '/books': { get: operation(listOf(ref('Book')), { parameters }), post: saving(ref('Book'), { status: 201 }) },
      '/books/{id}': {
        get: operation(ref('Book'), {
          parameters: [...parameters, { name: 'id', in: 'path', required: true, schema: integer }],
        }),
      },
    },
    { Book: schema },
  );
  const { id: _, ...sent } = book;
  await client.send('POST', '/books', sent);
  return client;
};

const commas = { ...listOf(text) };
const parameters: readonly object[] = [
  inQuery('fields', text),
  inQuery('opt_fields', commas, { explode: false }),
  inQuery('select'),
  inQuery('$select'),
  inQuery('fields[books]'),
  inQuery('include_fields'),
  inQuery('fieldMask'),
  inQuery('attributes', text, { description: 'A comma-separated list of attributes to return.' }),
];

describe.each(parameters.map((one) => [(one as { name: string }).name, one] as const))('%s', (name, parameter) => {
  test('shows only the chosen properties and the id, in a list and alone', async () => {
    const client = await served(parameter);
    const query = `?${encodeURIComponent(name)}=title,is_new`;
    const chosen = { id: 1, title: 'a', isNew: true };
    expect((await client.get(`/books${query}`)).body).toEqual([chosen]);
    expect((await client.get(`/books/1${query}`)).body).toEqual(chosen);
    expect((await client.get('/books/1')).body).toEqual(book);
  });
});

test.each([
  ['author.name', { id: 1, author: { name: 'Ann' } }],
  ['author/city,title', { id: 1, title: 'a', author: { city: 'Oslo' } }],
  ['title,author(name,city)', { id: 1, title: 'a', author: book.author }],
  ['title pages', { id: 1, title: 'a', pages: 9 }],
  ['-author,-pages', { id: 1, title: 'a', isNew: true }],
  ['all', book],
  ['', book],
])('fields=%s', async (fields, expected) => {
  const client = await served(inQuery('fields'));
  expect((await client.get(`/books/1?fields=${encodeURIComponent(fields)}`)).body).toEqual(expected);
});

test('the properties that it names are left out, if it excludes', async () => {
  const client = await served(inQuery('exclude_fields'));
  expect((await client.get('/books/1?exclude_fields=author,pages,id')).body).toEqual({
    id: 1,
    title: 'a',
    isNew: true,
  });
});

test('what the document requires stays', async () => {
  const client = await served(inQuery('fields'), { ...Book, required: ['id', 'pages'] });
  expect((await client.get('/books/1?fields=title')).body).toEqual({ id: 1, title: 'a', pages: 9 });
  expect(client.violations()).toEqual([]);
});

test.each([
  inQuery('title'),
  inQuery('attributes', text, { description: 'The colour and the size.' }),
  inQuery('only'),
  inQuery('include'),
])('%j chooses nothing', async (parameter) => {
  const client = await served(parameter);
  expect((await client.get(`/books/1?${(parameter as { name: string }).name}=pages`)).body).toEqual(book);
});
