/** A library with shelves and books (`library.yaml`), written by hand, and with bugs on demand. It starts almost empty. */
import { randomUUID } from 'node:crypto';

/** What Prism finds, each with a part of the finding that names it. */
export const wrongResponses = {
  'no-total': "listShelves as a valid request: body: must have required property 'total'",
  'no-total-header': "listBooks as a valid request: header: Response header must have required property 'x-total'",
  'problem-as-json': 'the media type is "application/json", and not "application/problem+json"',
  'problem-without-errors': "getBook for an item that does not exist: body: must have required property 'errors'",
  'id-as-number': 'createBook as a valid request: body.id: must be string',
  'pages-as-decimal': 'createBook as a valid request: body.pages: must be integer',
} as const;

/** What `verify` finds by its requests. */
export const wrongBehaviour = {
  'created-with-202': 'createBook as a valid request: status 202 is not documented',
  'long-text-accepted': 'createBook with a wrong title (maxLength): an invalid request was accepted with 201',
  'long-list-accepted': 'createBook with a wrong tags (maxItems): an invalid request was accepted with 201',
  'replaced-without-title': 'replaceBook without title: an invalid request was accepted with 200',
  'delete-without-key': 'deleteBook without a credential: the request was accepted with 204',
  'replacement-lost': 'replaceBook when the changed item is read: ',
  'delete-lost': 'deleteBook : the deleted item can still be read',
  'boolean-lost': 'createBook in the response of the request that created it: lent was sent as true, and is false',
  'boolean-filter-ignored': 'listBooks with lent=true: the list has an item with lent false',
  'text-filter-ignored': 'listBooks with author=vivarium-no-such-value: the list has an item with author Ada Holt',
  'filtered-list-empty': 'listBooks with author=Ada Holt: the list is empty, although item',
  'failure-on-empty-list': 'createBook with empty lists: the service failed with 500',
  'failure-on-emoji': 'createBook with quotes, emoji and control characters: the service failed with 500',
} as const;

export type LibraryBug = keyof typeof wrongResponses | keyof typeof wrongBehaviour;

interface Book {
  readonly shelfId: number;
  readonly id: string;
  readonly [property: string]: unknown;
}

interface Call {
  readonly method: string;
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly text: string;
}

/** A response: `[status, body, headers]`. */
type Answer = readonly [status: number, body?: unknown, headers?: Readonly<Record<string, string>>];

/** A `fetch` that the library answers. */
export const fetchFromLibrary = (bug?: LibraryBug): typeof fetch => {
  const answer = createLibrary(bug);
  return async (input, init) => {
    const request = new Request(input, init);
    const { method, url, headers } = request;
    const { pathname, searchParams: query } = new URL(url);
    const path = pathname.split('/').slice(2).map(decodeURIComponent);
    const isOpen = bug === 'delete-without-key' && method === 'DELETE';
    const isKnown = isOpen || headers.get('x-library-key') === 'secret';
    return respond(
      bug,
      isKnown ? answer({ method, path, query, text: await request.text() }) : [401, 'A key is needed.'],
    );
  };
};

const respond = (bug: LibraryBug | undefined, [status, body, headers = {}]: Answer): Response => {
  const isProblem = status >= 400;
  const errors = bug === 'problem-without-errors' ? {} : { errors: [] };
  const value = isProblem ? { title: body, status, ...errors } : body;
  const type = isProblem && bug !== 'problem-as-json' ? 'application/problem+json' : 'application/json';
  return new Response(value === undefined ? null : JSON.stringify(value), {
    status,
    headers: { ...(value !== undefined && { 'Content-Type': type }), ...headers },
  });
};

const createLibrary = (bug: LibraryBug | undefined): ((call: Call) => Answer) => {
  const shelves = [{ id: 1, label: 'Novels' }];
  const books: Book[] = [];
  const show = ({ shelfId: _shelf, ...book }: Book): object => ({
    ...book,
    ...(bug === 'id-as-number' && { id: 7 }),
    ...(bug === 'pages-as-decimal' && { pages: 1.5 }),
    ...(bug === 'boolean-lost' && { lent: false }),
  });

  const ofShelves = ({ method, text }: Call): Answer => {
    if (method === 'GET') return [200, { data: shelves, ...(bug !== 'no-total' && { total: shelves.length }) }];
    const body = parse(text);
    if (!isText(body?.label, 1, 40)) return [422, 'A label is needed.'];
    const shelf = { id: shelves.length + 1, label: body?.label as string };
    shelves.push(shelf);
    return [201, shelf];
  };

  const list = (shelfId: number, query: URLSearchParams): Answer => {
    const [lent, author] = [query.get('lent'), query.get('author')];
    if (query.getAll('lent').length > 1 || !['true', 'false', null].includes(lent)) return [400, 'lent is a boolean.'];
    const found = books.filter(
      (book) =>
        book.shelfId === shelfId &&
        (lent === null || String(book.lent) === lent || bug === 'boolean-filter-ignored') &&
        (author === null || book.author === author || bug === 'text-filter-ignored'),
    );
    const isEmpty = bug === 'filtered-list-empty' && author !== null;
    const headers: Record<string, string> = bug === 'no-total-header' ? {} : { 'X-Total': String(found.length) };
    return [200, isEmpty ? [] : found.map(show), headers];
  };

  const create = (shelfId: number, text: string): Answer => {
    const body = readBook(text, bug);
    if (body === undefined) return [422, 'The book is not valid.'];
    if (bug === 'failure-on-empty-list' && (body.tags as readonly unknown[]).length === 0) return [500, 'Oops.'];
    if (bug === 'failure-on-emoji' && /\p{Extended_Pictographic}/u.test(String(body.title))) return [500, 'Oops.'];
    const book = { ...body, shelfId, id: randomUUID() };
    books.push(book);
    return [bug === 'created-with-202' ? 202 : 201, show(book)];
  };

  const ofBook = (index: number, { method, text }: Call): Answer => {
    const book = books[index] as Book;
    if (method === 'GET') return [200, show(book)];
    if (method === 'DELETE') {
      if (bug !== 'delete-lost') books.splice(index, 1);
      return [204];
    }
    const body = readBook(text, bug, bug === 'replaced-without-title');
    if (body === undefined) return [422, 'The book is not valid.'];
    const replaced = { title: 'Untitled', ...body, shelfId: book.shelfId, id: book.id };
    if (bug !== 'replacement-lost') books[index] = replaced;
    return [200, show(replaced)];
  };

  return (call) => {
    const { method, path, query, text } = call;
    if (path.length === 1) return ofShelves(call);
    const shelfId = Number(/^\d{1,9}$/.exec(path[1] ?? '')?.[0]);
    if (path[2] !== 'books' || !shelves.some(({ id }) => id === shelfId)) return [404, 'There is no such shelf.'];
    if (path.length === 3) return method === 'GET' ? list(shelfId, query) : create(shelfId, text);
    const index = books.findIndex((book) => book.shelfId === shelfId && book.id === path[3]);
    return index < 0 ? [404, 'There is no such book.'] : ofBook(index, call);
  };
};

type Body = Readonly<Record<string, unknown>>;

/** Undefined if it is not an object. */
const parse = (text: string): Body | undefined => {
  try {
    const body = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined;
  } catch {
    return undefined;
  }
};

const isText = (value: unknown, min = 0, max = Number.POSITIVE_INFINITY): boolean =>
  typeof value === 'string' && [...value].length >= min && [...value].length <= max;

/** The properties of a valid book. */
const readBook = (text: string, bug: LibraryBug | undefined, mayLackTitle = false): Body | undefined => {
  const body = parse(text);
  if (body === undefined) return undefined;
  const { title, author, pages, lent, tags } = body;
  const isTitled = isText(title, 1, bug === 'long-text-accepted' ? undefined : 200);
  const hasPages = Number.isInteger(pages) && Number(pages) >= 1 && Number(pages) <= 5000;
  const hasTags =
    Array.isArray(tags) && tags.every((tag) => isText(tag)) && (tags.length <= 5 || bug === 'long-list-accepted');
  const isLacking = mayLackTitle && title === undefined;
  if (!(isTitled || isLacking) || !isText(author) || !hasPages || typeof lent !== 'boolean' || !hasTags)
    return undefined;
  return { ...(isTitled && { title }), author, pages, lent, tags };
};
