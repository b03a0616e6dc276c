/** Lists beside an item or another list have the items that it means, and nothing that is generated. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { documentOf } from '../../openapi/documents.ts';
import { servePaths } from '../../openapi/resources/served.ts';
import { saving } from '../../openapi/resources/small.ts';
import { declared, fullObject, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const time = { type: 'string', format: 'date-time' };
const Book = object(
  {
    id: text,
    title: text,
    sales: integer,
    recent_sales: integer,
    created_at: time,
    tags: listOf(text),
    genreIds: listOf(integer),
  },
  ['id', 'title'],
);
const Chapter = object({ id: integer, heading: text, words: integer }, ['id', 'heading']);
const Tag = object({ id: text, label: text, books_count: integer }, ['id', 'label']);
const Genre = object({ id: integer, name: text, colour: text }, ['id', 'name']);
const Review = object({ id: integer, book_id: text, stars: integer }, ['id', 'book_id']);
const Loan = object({ id: integer, book_ref: text, lender_id: integer, borrower_id: integer }, ['id']);
const Reader = object({ id: integer, login: text, email: text }, ['id', 'login']);
const schemas = { Book, Chapter, Tag, Genre, Review, Loan, Reader };

const list = (name: string, schema: string) => operation(object({ [name]: listOf(ref(schema)) }, [name]));
const many = (schema: string) => listOf(ref(schema));
const whole = object(
  {
    book: ref('Book'),
    chapters: many('Chapter'),
    tags: many('Tag'),
    genres: many('Genre'),
    reviews: many('Review'),
    readers: many('Reader'),
    lent_books: listOf(fullObject({ number: integer, place: text })),
  },
  ['book', 'chapters', 'tags', 'genres', 'reviews', 'readers'],
);

const paths = {
  '/books': { get: list('books', 'Book'), post: saving(ref('Book'), { status: 201 }) },
  '/books/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: text }], get: operation(whole) },
  '/books/{id}/chapters': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    get: list('chapters', 'Chapter'),
  },
  '/tags': { get: list('tags', 'Tag') },
  '/genres': { get: list('genres', 'Genre') },
  '/reviews': { get: list('reviews', 'Review') },
  '/readers': { get: list('readers', 'Reader') },
  '/loans': { get: operation(object({ loans: many('Loan'), readers: many('Reader') }, ['loans', 'readers'])) },
  '/front': {
    get: operation(
      fullObject({
        ...{ new_books: many('Book'), most_sales: many('Book'), popular_tags: many('Tag') },
        ...{ num_books: integer, tagCount: integer, total_sales: integer, words: integer },
        most_recent_sales: many('Book'),
      }),
    ),
  },
};

const data = {
  books: [
    {
      id: 'a',
      title: 'A',
      sales: 9,
      recent_sales: 1,
      created_at: '2030-01-01T00:00:00Z',
      tags: ['new'],
      genreIds: [2],
    },
    { id: 'b', title: 'B', sales: 2, recent_sales: 8, created_at: '2030-02-01T00:00:00Z', tags: [], genreIds: [] },
  ],
  chapters: [{ $parent: { id: 'a' }, id: 1, heading: 'One', words: 5 }],
  tags: [
    { id: 'old', label: 'Old', books_count: 1 },
    { id: 'new', label: 'New', books_count: 7 },
  ],
  genres: [
    { id: 1, name: 'Crime', colour: 'red' },
    { id: 2, name: 'Verse', colour: 'blue' },
  ],
  reviews: [{ id: 1, book_id: 'a', stars: 5 }],
  readers: [
    { id: 1, login: 'ann', email: 'ann@example.com' },
    { id: 2, login: 'bob', email: 'bob@example.com' },
    { id: 3, login: 'cas', email: 'cas@example.com' },
  ],
  loans: [{ id: 7, book_ref: 'a', lender_id: 3, borrower_id: 1 }],
};

const serve = () => servePaths(paths, schemas, { data });

test('an item has those below it, those whose ids or names it has, and those that name it', async () => {
  const { get, violations } = await serve();
  const { body } = await get('/books/a');
  expect(body).toMatchObject({
    book: { id: 'a' },
    chapters: [{ id: 1 }],
    tags: [{ id: 'new' }],
    genres: [{ id: 2 }],
    reviews: [{ id: 1 }],
  });
  expect(violations()).toEqual([]);
});

test('an empty relation is empty, also one that nothing states', async () => {
  const { get } = await serve();
  const { book, ...lists } = (await get('/books/b')).body;
  expect(book.id).toBe('b');
  expect(lists).toEqual({
    lent_books: [],
    chapters: [],
    tags: [],
    genres: [],
    reviews: [],
    readers: [],
  });
});

test('a list has those that its items refer to', async () => {
  const { get } = await serve();
  const { body } = await get('/loans');
  expect(body.loans).toHaveLength(1);
  expect(body.readers.map(({ login }: { login: string }) => login)).toEqual(['ann', 'cas']);
});

test('a front page has the first ones in the order that each name states', async () => {
  const { get } = await serve();
  const { body } = await get('/front');
  const ids = (name: string) => body[name].map(({ id }: { id: string }) => id);
  expect([ids('new_books'), ids('most_sales'), ids('most_recent_sales'), ids('popular_tags')]).toEqual([
    ['b', 'a'],
    ['a', 'b'],
    ['b', 'a'],
    ['new', 'old'],
  ]);
});

test('a front page counts what there is, and sums what the items have', async () => {
  const { get } = await serve();
  expect((await get('/front')).body).toMatchObject({ num_books: 2, tagCount: 2, total_sales: 11 });
});

test('a number of something, an amount of money and ids are no totals', async () => {
  const told = { book_number: 12, total_price: 7.5, total_ids: 40 };
  const Front = {
    ...fullObject({ book_number: integer, total_price: { type: 'number' }, total_ids: integer }),
    example: told,
  };
  const Book = fullObject({ id: integer, price: { type: 'number' } });
  const { get } = await servePaths(
    {
      '/books': { get: operation(listOf(ref('Book'))) },
      '/books/{id}': { get: operation(ref('Book')) },
      '/front': { get: operation(ref('Front')) },
    },
    { Book, Front },
    { data: { books: [{ id: 3, price: 2 }] } },
  );
  expect((await get('/front')).body).toEqual(told);
});

test('beside another service with the same collections, they are those of its own', async () => {
  const document = (base: string) => ({
    ...documentOf(declared(paths), { schemas }),
    servers: [{ url: `/${base}` }],
  });
  const vivarium = await createVivarium({
    services: { one: { document: document('one') }, two: { document: document('two') } },
    scenario: { data: Object.fromEntries(Object.entries(data).map(([name, items]) => [`two.${name}`, items])) },
  });
  onTestFinished(() => vivarium.close());
  const response = await vivarium.world('test').fetch('/two/books/a');
  expect(await response.json()).toMatchObject({ chapters: [{ id: 1 }], tags: [{ id: 'new' }] });
});

test('a list that is named after items, but shows something else of them, is empty', async () => {
  const { get } = await serve();
  expect((await get('/books/a')).body.lent_books).toEqual([]);
});

test('a front page counts what is below others, and shows the best rated first', async () => {
  const Shelf = object({ id: integer, rating: integer }, ['id']);
  const Note = object({ id: integer }, ['id']);
  const { get } = await servePaths(
    {
      '/shelves': { get: operation(listOf(ref('Shelf'))) },
      '/shelves/{id}': { get: operation(ref('Shelf')) },
      '/shelves/{id}/notes': { get: operation(listOf(ref('Note'))) },
      '/front': {
        get: operation(
          fullObject({ total_notes: integer, top_rated: listOf(ref('Shelf')), notes: listOf(ref('Note')) }),
        ),
      },
    },
    { Shelf, Note },
    {
      data: { shelves: [1, 2].map((id) => ({ id, rating: id })), notes: [1, 2].map((id) => ({ $parent: { id }, id })) },
    },
  );
  expect((await get('/front')).body).toMatchObject({
    total_notes: 2,
    top_rated: [2, 1].map((id) => ({ id, rating: id })),
  });
});

test('around a list without items, other lists are empty', async () => {
  const names = fullObject({ names: listOf(text), total: integer });
  const envelope = fullObject({
    books: many('Book'),
    facets: listOf(fullObject({ text, count: integer })),
    meta: names,
  });
  const paths = { '/books': { get: operation(envelope) }, '/books/{id}': { get: operation(ref('Book')) } };
  const { get } = await servePaths(declared(paths, text), schemas, { data: { books: [] } });
  expect((await get('/books')).body).toEqual({ books: [], facets: [], meta: { names: [], total: 0 } });
});

test('a front page may have a plural name', async () => {
  const front = fullObject({ new_books: many('Book'), popular_tags: many('Tag'), book_count: integer });
  const paths = {
    '/books': { get: list('books', 'Book') },
    '/books/{id}': { get: operation(ref('Book')) },
    '/tags': { get: list('tags', 'Tag') },
    '/stats': { get: operation(front) },
  };
  const { get } = await servePaths(declared(paths, text), schemas, {
    data: { books: [{ id: 'a', title: 'A' }], tags: [] },
  });
  expect((await get('/stats')).body).toEqual({ new_books: [{ id: 'a', title: 'A' }], popular_tags: [], book_count: 1 });
});

test('totals of other things beside a list, and of those of which a name states something', async () => {
  const Patient = object({ id: integer, active: { type: 'boolean' } }, ['id', 'active']);
  const Visit = object({ id: integer, day: text }, ['id', 'day']);
  const board = fullObject({ totalPatients: integer, activePatients: integer, upcoming: listOf(ref('Visit')) });
  const paths = {
    '/patients': { get: operation(listOf(ref('Patient'))) },
    '/patients/{id}': { get: operation(ref('Patient')) },
    '/visits': { get: operation(listOf(ref('Visit'))) },
    '/visits/{id}': { get: operation(ref('Visit')) },
    '/dashboard': { get: operation(board) },
  };
  const patients = [true, false, true].map((active, at) => ({ id: at + 1, active }));
  const { get } = await servePaths(paths, { Patient, Visit }, { data: { patients, visits: [{ id: 1, day: 'x' }] } });
  expect((await get('/dashboard')).body).toEqual({
    ...{ totalPatients: 3, activePatients: 2 },
    upcoming: [{ id: 1, day: 'x' }],
  });
});

test('around a list without items, lists with a default have that, and a few are empty of very many', async () => {
  const others = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`others${index}`, listOf(text)]));
  const sizes = { ...listOf(integer), default: [10, 20] };
  const paths = {
    '/books': { get: operation(fullObject({ books: many('Book'), sizes, ...others })) },
    '/books/{id}': { get: operation(ref('Book')) },
  };
  const { get } = await servePaths(declared(paths, text), schemas, { data: { books: [] } });
  const { body } = await get('/books');
  expect([body.sizes, body.others0]).toEqual([[10, 20], []]);
  expect(body.others99).not.toEqual([]);
});

test.each<[string | undefined, object]>([
  ['chapters,tags', { chapters: [{ id: 1 }], tags: [], genres: null }],
  ['full', { chapters: [{ id: 1 }], tags: [], genres: [] }],
  [undefined, { chapters: [{ id: 1 }], tags: [], genres: [] }],
  ['', { chapters: null, tags: [], genres: null }],
  ['deleted', { chapters: [{ id: 1 }], tags: [], genres: [] }],
  ['chapters.notes', { chapters: [{ id: 1 }], tags: [], genres: null }],
  ['title', { chapters: null, tags: [], genres: null }],
])('a parameter that names the lists chooses those that are shown: "%s"', async (include, expected) => {
  const maybe = (schema: string) => ({ type: ['array', 'null'], items: ref(schema) });
  const chosen = object({ book: ref('Book'), chapters: maybe('Chapter'), tags: many('Tag'), genres: maybe('Genre') });
  const parameters = [inQuery('include', text, { description: '`chapters`, `tags` and `genres`, or `full`.' })];
  const one = { ...paths['/books/{id}'], get: operation(chosen, { parameters }) };
  const data = { books: [{ id: 'a', title: 'A' }], chapters: [{ $parent: { id: 'a' }, id: 1, heading: 'One' }] };
  const { get } = await servePaths({ ...paths, '/books/{id}': one }, schemas, { data });
  expect((await get(include === undefined ? '/books/a' : `/books/a?include=${include}`)).body).toMatchObject(expected);
});

test('the items that are named by their noun are beside those that name them', async () => {
  const Visit = fullObject({ id: integer, reader: integer });
  const visits = { get: operation(fullObject({ visits: many('Visit'), readers: many('Reader') })) };
  const readers = [5, 6, 7].map((id) => ({ id, login: `r${id}` }));
  const { get } = await servePaths(
    { '/visits': visits, '/readers': { get: list('readers', 'Reader') } },
    { ...schemas, Visit },
    { data: { readers, visits: [6, 7, 6].map((reader, at) => ({ id: at + 1, reader })) } },
  );
  expect((await get('/visits')).body.readers).toEqual(readers.slice(1));
});

test('a search over several collections finds what matches in each of them, and nothing that is not stored', async () => {
  const Album = object({ id: integer, name: text, label: text }, ['id', 'name']);
  const Artist = object({ id: integer, name: text, genre: text }, ['id', 'name']);
  const found = fullObject({
    albums: fullObject({ items: listOf(object({ id: integer, name: text }, ['id'])), total: integer }),
    artists: many('Artist'),
    words: listOf(object({ word: text, score: integer })),
  });
  const type = { description: 'What to search for: `album`, `artist`.' };
  const { get } = await servePaths(
    {
      '/albums': { get: operation(many('Album')) },
      '/albums/{id}': { get: operation(ref('Album')) },
      '/artists': { get: operation(many('Artist')) },
      '/artists/{id}': { get: operation(ref('Artist')) },
      '/search': { get: operation(found, { parameters: [inQuery('q'), inQuery('type', text, type)] }) },
    },
    { Album, Artist },
    {
      data: {
        albums: ['Blue Moon', 'Red'].map((name, at) => ({ id: at + 1, name, label: 'X' })),
        artists: ['Moon Duo', 'Ann'].map((name, at) => ({ id: at + 1, name, genre: 'Jazz' })),
      },
    },
  );
  const names = async (query: string) => {
    const { albums, artists, words } = (await get(`/search?${query}`)).body;
    return [albums.items, artists, words].map((all) => all.map(({ name }: { readonly name: string }) => name).join());
  };
  expect(await names('q=moon')).toEqual(['Blue Moon', 'Moon Duo', '']);
  expect(await names('q=moon&type=artist')).toEqual(['', 'Moon Duo', '']);
  expect(await names('q=jazz')).toEqual(['', 'Moon Duo,Ann', '']);
  expect(await names('q=zzz')).toEqual(['', '', '']);
});

test('a search over several collections finds as many of each as are asked for, else ten', async () => {
  const Album = object({ id: integer, name: text }, ['id', 'name']);
  const Artist = object({ id: integer, name: text, genre: text }, ['id', 'name']);
  const found = fullObject({ albums: many('Album'), artists: many('Artist') });
  const parameters = [inQuery('q'), inQuery('limit', integer), inQuery('offset', integer), inQuery('page', integer)];
  const { get } = await servePaths(
    {
      '/albums': { get: operation(many('Album')) },
      '/albums/{id}': { get: operation(ref('Album')) },
      '/artists': { get: operation(many('Artist')) },
      '/artists/{id}': { get: operation(ref('Artist')) },
      '/search': { get: operation(found, { parameters }) },
    },
    { Album, Artist },
    { data: { albums: Array.from({ length: 25 }, (_, at) => ({ id: at + 1, name: 'Moon' })), artists: [] } },
  );
  const ids = async (query: string): Promise<readonly number[]> =>
    (await get(`/search?q=moon${query}`)).body.albums.map(({ id }: { readonly id: number }) => id);
  expect(await ids('')).toHaveLength(10);
  expect(await ids('&limit=20')).toHaveLength(20);
  expect(await ids('&limit=2&offset=3')).toEqual([4, 5]);
  expect(await ids('&limit=2&page=3')).toEqual([5, 6]);
});

test('sums and averages of an item are those of what is below it', async () => {
  const { get, send } = await servePaths(
    {
      '/campaigns': { get: operation(listOf(ref('Thing'))), post: operation(ref('Thing'), { takes: ref('Thing') }) },
      '/campaigns/{id}': { get: operation(ref('Thing')) },
      '/campaigns/{id}/donations': {
        get: operation(listOf(ref('Donation'))),
        post: operation(ref('Donation'), { takes: object({ amount: integer }) }),
      },
      '/campaigns/{id}/summary': {
        get: operation(object({ donationCount: integer, totalAmount: integer, averageAmount: integer })),
      },
    },
    { Donation: object({ id: integer, amount: integer }, ['id']) },
  );
  for (const id of [1, 2]) await send('POST', '/campaigns', { id, name: 'Roof' });
  for (const amount of [10, 30]) await send('POST', '/campaigns/1/donations', { amount });
  const summary = async (id: number): Promise<unknown> => (await get(`/campaigns/${id}/summary`)).body;
  expect(await summary(1)).toEqual({ donationCount: 2, totalAmount: 40, averageAmount: 20 });
  expect(await summary(2)).toEqual({ donationCount: 0, totalAmount: 0, averageAmount: 0 });
});
