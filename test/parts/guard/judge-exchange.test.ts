/** Mistakes as people make them in mocks, and right exchanges beside them, judged without a mock server. */
import { expect, test } from 'vitest';
import { createGuard } from '../../../src/index.ts';
import { notes } from './notes.ts';

const note = { id: 1, text: 'Milk', status: 'open', createdAt: '2026-01-01T10:00:00Z' };
const created = { location: '/v1/notes/1' };

interface Given {
  readonly method?: string;
  readonly path?: string;
  readonly send?: unknown;
  readonly sent?: Readonly<Record<string, string>>;
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const exchangeOf = ({ method = 'GET', path = '/notes', send, sent, status = 200, body, headers }: Given) => {
  const isText = typeof body === 'string';
  const request = new Request(`https://api.example.com/v1${path}`, {
    method,
    headers: {
      authorization: 'Bearer demo',
      ...(send !== undefined && { 'content-type': 'application/json' }),
      ...sent,
    },
    ...(send !== undefined && { body: typeof send === 'string' ? send : JSON.stringify(send) }),
  });
  for (const [name, value] of Object.entries(sent ?? {})) if (value === '') request.headers.delete(name);
  const response = new Response(body === undefined ? null : isText ? body : JSON.stringify(body), {
    status,
    headers: { ...(body !== undefined && !isText && { 'content-type': 'application/json' }), ...headers },
  });
  return [request, response] as const;
};

const list = (item: object): Given => ({ body: [item] });
const one = (body: unknown, status = 200): Given => ({ path: '/notes/1', status, body });
const creation = (send: unknown, over: Given = {}): Given => ({
  ...{ method: 'POST', send, status: 201, headers: created, body: note },
  ...over,
});
const page = (body: unknown, headers = {}): Given => ({ path: '/pages', body, headers });
const { text: _, ...withoutText } = note;

/** The side, where, the pointer, the rule. */
type Finding = readonly [side: string, place: string, pointer: string, rule: string];

const planted: readonly (readonly [name: string, given: Given, ...found: Finding[]])[] = [
  ['a property is renamed', list({ ...withoutText, title: 'Milk' }), ['response', 'body', '/0/text', 'required']],
  ['a property is missing', list(withoutText), ['response', 'body', '/0/text', 'required']],
  ['an id is a text', list({ ...note, id: '1' }), ['response', 'body', '/0/id', 'type']],
  ['an id is a fraction', list({ ...note, id: 1.5 }), ['response', 'body', '/0/id', 'type']],
  [
    'a date has no zone',
    list({ ...note, createdAt: '2026-01-01T10:00:00' }),
    ['response', 'body', '/0/createdAt', 'format'],
  ],
  ['a date has no time', list({ ...note, createdAt: '2026-01-01' }), ['response', 'body', '/0/createdAt', 'format']],
  ['a time is a number', list({ ...note, createdAt: 1767261600 }), ['response', 'body', '/0/createdAt', 'type']],
  ['a day has a time', list({ ...note, due: '2026-01-01T10:00:00Z' }), ['response', 'body', '/0/due', 'format']],
  ['a null where none is allowed', list({ ...note, text: null }), ['response', 'body', '/0/text', 'type']],
  ["an enum's old value", list({ ...note, status: 'closed' }), ['response', 'body', '/0/status', 'enum']],
  ["an enum's value in capitals", list({ ...note, status: 'OPEN' }), ['response', 'body', '/0/status', 'enum']],
  [
    'an undeclared property',
    list({ ...note, colour: 'red' }),
    ['response', 'body', '/0/colour', 'additionalProperties'],
  ],
  [
    'a property in another case',
    list({ ...note, created_at: 'x' }),
    ['response', 'body', '/0/created_at', 'additionalProperties'],
  ],
  ['an empty text', list({ ...note, text: '' }), ['response', 'body', '/0/text', 'minLength']],
  ['too many tags', list({ ...note, tags: ['a', 'b', 'c', 'd'] }), ['response', 'body', '/0/tags', 'maxItems']],
  ['tags as one text', list({ ...note, tags: 'a,b' }), ['response', 'body', '/0/tags', 'type']],
  ['a tag that is a number', list({ ...note, tags: [1] }), ['response', 'body', '/0/tags/0', 'type']],
  ['a write-only property is shown', list({ ...note, secret: 's' }), ['response', 'body', '/0/secret', 'writeOnly']],
  ['an object for a list', { body: note }, ['response', 'body', '', 'type']],
  ['a page for a list', { body: { items: [note], total: 1 } }, ['response', 'body', '', 'type']],
  ['a list where a page is documented', page([note]), ['response', 'body', '', 'type']],
  ['a page without its total', page({ items: [note] }), ['response', 'body', '/total', 'required']],
  ['a page whose total is a text', page({ items: [], total: '0' }), ['response', 'body', '/total', 'type']],
  [
    'a page whose items are wrong',
    page({ items: [{ ...note, id: 'a' }], total: 1 }),
    ['response', 'body', '/items/0/id', 'type'],
  ],
  [
    'a header that is no number',
    page({ items: [], total: 0 }, { 'x-total': 'none' }),
    ['response', 'header', '/x-total', 'type'],
  ],
  ['a list for an item', one([note]), ['response', 'body', '', 'type']],
  ['an item in a wrapper', one({ data: note }), ['response', 'body', '/id', 'required']],
  ['a 200 for a 201', creation({ text: 'a' }, { status: 200 }), ['response', 'status', '', 'status']],
  ['a 204 for a 201', creation({ text: 'a' }, { status: 204, body: undefined }), ['response', 'status', '', 'status']],
  ['a 201 without a body', creation({ text: 'a' }, { body: undefined }), ['response', 'body', '', 'required']],
  ['a 404 without a body', { path: '/notes/9', status: 404 }, ['response', 'body', '', 'required']],
  [
    'a 404 in another shape',
    { path: '/notes/9', status: 404, body: { error: 'x' } },
    ['response', 'body', '/message', 'required'],
  ],
  ['an undocumented 500', { status: 500, body: { message: 'x' } }, ['response', 'status', '', 'status']],
  [
    'an undocumented 403',
    { path: '/notes/9', status: 403, body: { message: 'x' } },
    ['response', 'status', '', 'status'],
  ],
  [
    'a 200 for a 204',
    { method: 'DELETE', path: '/notes/1', status: 200, body: {} },
    ['response', 'status', '', 'status'],
  ],
  ['a missing header', creation({ text: 'a' }, { headers: {} }), ['response', 'header', '/location', 'required']],
  ['a text for JSON', { body: 'OK' }, ['response', 'header', '/content-type', 'mediaType']],
  [
    'HTML for JSON',
    { body: '<p>', headers: { 'content-type': 'text/html' } },
    ['response', 'header', '/content-type', 'mediaType'],
  ],
  [
    'JSON that is none',
    { body: '[{', headers: { 'content-type': 'application/json' } },
    ['response', 'body', '', 'syntax'],
  ],
  [
    'a body without a media type',
    { body: '[]', headers: { 'content-type': '' } },
    ['response', 'header', '/content-type', 'mediaType'],
  ],
  ['an unknown path', { path: '/note', body: [] }, ['request', 'path', '', 'unmatched']],
  ['an unknown path below an item', { path: '/notes/1/tags', body: [] }, ['request', 'path', '', 'unmatched']],
  [
    'an unknown method',
    { method: 'PUT', path: '/notes/1', send: {}, body: note },
    ['request', 'path', '', 'unmatched'],
  ],
  ['a path parameter that is no number', { path: '/notes/abc', body: note }, ['request', 'path', '/id', 'type']],
  ['a query that is no number', { path: '/notes?limit=ten', body: [] }, ['request', 'query', '/limit', 'type']],
  ['a query above its maximum', { path: '/notes?limit=1000', body: [] }, ['request', 'query', '/limit', 'maximum']],
  ['an empty query', { path: '/notes?limit=', body: [] }, ['request', 'query', '/limit', 'type']],
  ["a query's old value", { path: '/notes?status=closed', body: [] }, ['request', 'query', '/status', 'enum']],
  [
    'a missing credential',
    { sent: { authorization: '' }, body: [] },
    ['request', 'header', '/authorization', 'required'],
  ],
  [
    'a credential of another scheme',
    { sent: { authorization: 'Basic YTpi' }, body: [] },
    ['request', 'header', '/authorization', 'required'],
  ],
  ['a body without what is required', creation({}), ['request', 'body', '/text', 'required']],
  ['a body with another type', creation({ text: 1 }), ['request', 'body', '/text', 'type']],
  [
    'a body with an undeclared property',
    creation({ text: 'a', title: 'b' }),
    ['request', 'body', '/title', 'additionalProperties'],
  ],
  ['a body with a wrong day', creation({ text: 'a', due: 'tomorrow' }), ['request', 'body', '/due', 'format']],
  ['read-only sent', creation({ text: 'a', status: 'done' }), ['request', 'body', '/status', 'readOnly']],
  ['an id sent', creation({ id: 7, text: 'a' }), ['request', 'body', '/id', 'readOnly']],
  ['no body', { method: 'POST', status: 201, headers: created, body: note }, ['request', 'body', '', 'required']],
  ['a body that is a list', creation([{ text: 'a' }]), ['request', 'body', '', 'type']],
  [
    'a form for JSON',
    creation('text=a', { sent: { 'content-type': 'application/x-www-form-urlencoded' } }),
    ['request', 'header', '/content-type', 'mediaType'],
  ],
  ['JSON that is none in a request', creation('{'), ['request', 'body', '', 'syntax']],
];

test('there are 60 mistakes', () => expect(planted).toHaveLength(60));

const cases = planted.map(([name, given, ...found]) => ({ name, given, found }));

test.each(cases)('found: $name', async ({ given, found }) => {
  const contract = await createGuard({ document: notes });
  const { violations } = await contract.check(...exchangeOf(given));
  const rows = violations.map(({ side, in: place, pointer, rule }) => [side, place, pointer, rule]);
  expect(rows).toEqual(expect.arrayContaining(found));
  // On the right side alone.
  expect(new Set(rows.map(([side]) => side))).toEqual(new Set(found.map(([side]) => side)));
  expect(contract.violations()).toHaveLength(violations.length);
  await contract.close();
});

const right: readonly Given[] = [
  { body: [] },
  list(note),
  list({ ...note, due: null }),
  list({ ...note, due: '2026-02-03', tags: ['a'] }),
  list({ ...note, createdAt: '2026-01-01T10:00:00.123+02:00' }),
  { path: '/notes?limit=5&status=done', body: [note] },
  { path: '/notes?unknown=1', body: [] },
  one(note),
  one({ message: 'Not found' }, 404),
  one({ message: 'Not found', code: 7 }, 404),
  creation({ text: 'a' }),
  creation({ text: 'a', secret: 's', tags: [], due: null }),
  creation({ text: 'a' }, { sent: { 'content-type': 'application/json; charset=utf-8' } }),
  creation({ text: 'a' }, { status: 400, body: { message: 'No' }, headers: {} }),
  { method: 'DELETE', path: '/notes/1', status: 204 },
  { method: 'HEAD', path: '/notes/1' },
  { method: 'HEAD', path: '/nothing' },
  { method: 'OPTIONS', status: 204, sent: { 'access-control-request-method': 'PUT' } },
  { status: 401, body: { message: 'No key' } },
  { sent: { authorization: 'Bearer invalid-key' }, body: [] },
  { status: 304 },
  page({ items: [note], total: 1 }),
  page({ items: [], total: 0, extra: true }, { 'x-total': '0' }),
];

test('60 right exchanges have no finding', async () => {
  const contract = await createGuard({ document: notes });
  // Each as it is, and again with what HTTP adds on its way.
  const all = [right, right, right].flat().slice(0, 60);
  for (const [index, given] of all.entries()) {
    const sent = {
      ...given.sent,
      ...(index >= right.length && { accept: '*/*', 'user-agent': 'test', cookie: 'a=b' }),
    };
    await contract.check(...exchangeOf({ ...given, sent }));
  }
  expect(contract.exchanges({ limit: 100 })).toHaveLength(60);
  expect(contract.violations()).toEqual([]);
  await contract.assertNoViolations();
  await contract.close();
});

const letters = { type: 'string', pattern: '^[A-Z]{2}$' };
const item = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };

/** Judges a body of this type both ways: as sent, and as answered. */
const judgeBody = async (documented: object, type: string, body: BodyInit, side: 'request' | 'response') => {
  const content = { content: documented };
  const ok = { description: 'Done' };
  const contract = await createGuard({
    document: {
      openapi: '3.1.0',
      info: { title: 'Types', version: '1' },
      paths: {
        '/a': {
          post: {
            ...(side === 'request' && { requestBody: content }),
            responses: { 200: side === 'response' ? { ...ok, ...content } : ok },
          },
        },
      },
    },
  });
  const headers = type === '' ? {} : { 'content-type': type };
  const init = { method: 'POST', ...(side === 'request' && { body, headers }) };
  const answer = side === 'response' ? new Response(body, { headers }) : new Response();
  const { violations, why } = await contract.check(new Request('https://api.example.com/a', init), answer);
  await contract.close();
  return { found: violations.map(({ pointer, rule }) => `${pointer} ${rule}`), why: why.join('; ') };
};

const form = (fields: Readonly<Record<string, string | Blob>>): FormData => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
};
const sentForm = (schema: object) => ({ 'multipart/form-data': { schema } });

test.each<readonly [string, object, string, BodyInit, readonly string[]]>([
  ['a text that its schema allows', { 'text/plain': { schema: letters } }, 'text/plain', 'DE', []],
  ['a text with a charset', { 'text/plain': { schema: letters } }, 'text/plain; charset=utf-8', 'DE', []],
  ['a text that breaks its pattern', { 'text/plain': { schema: letters } }, 'text/plain', 'de', [' pattern']],
  ['a text beyond its enum', { 'text/plain': { schema: { enum: ['up'] } } }, 'text/plain', 'down', [' enum']],
  [
    'a text that is too long',
    { 'text/*': { schema: { type: 'string', maxLength: 2 } } },
    'text/csv',
    'a,b',
    [' maxLength'],
  ],
  ['a text of another type', { 'text/plain': { schema: letters } }, 'text/html', 'DE', ['/content-type mediaType']],
])('a body that is text, %s', async (_, documented, type, body, found) => {
  for (const side of ['request', 'response'] as const) {
    expect(await judgeBody(documented, type, body, side)).toMatchObject({ found });
    expect((await judgeBody(documented, type, body, side)).why).not.toContain('which is not judged');
  }
});

test.each<readonly [string, object, string, BodyInit, readonly string[]]>([
  [
    'a field of a form',
    { 'application/x-www-form-urlencoded': { schema: item } },
    '',
    new URLSearchParams('id=x'),
    ['/id type'],
  ],
  ['a right form', { 'application/x-www-form-urlencoded': { schema: item } }, '', new URLSearchParams('id=1'), []],
  ['a missing part', sentForm(item), '', form({ name: 'x' }), ['/id required']],
  ['right parts', sentForm(item), '', form({ id: '1', file: new Blob(['x']) }), []],
])('a request with %s', async (_, documented, type, body, found) => {
  expect(await judgeBody(documented, type, body, 'request')).toMatchObject({ found });
});

test.each<readonly [string, object, string, readonly string[]]>([
  ['records', item, '{"id":1}\n{"id":2}\n', []],
  ['a wrong record', item, '{"id":1}\n{"id":"2"}\n', ['/1/id type']],
  ['a list of records', { type: 'array', items: item }, '{"id":"1"}', ['/0/id type']],
  ['a line that is no JSON', item, '{"id":1}\n{', ['/1 syntax']],
])('a response that is lines of JSON, with %s', async (_, schema, body, found) => {
  expect(
    await judgeBody({ 'application/x-ndjson': { schema } }, 'application/x-ndjson', body, 'response'),
  ).toMatchObject({
    found,
  });
});

test.each<readonly [string, object, string, BodyInit]>([
  ['XML', { 'application/xml': { schema: item } }, 'application/xml', '<a><id>x</id></a>'],
  ['XML beside JSON', { 'application/json': { schema: item }, 'application/xml': {} }, 'application/xml', '<a/>'],
  ['a table', { 'text/csv': { schema: { type: 'array', items: item } } }, 'text/csv', 'id\r\nx\r\n'],
  ['a file', { 'image/png': { schema: { type: 'string', format: 'binary' } } }, 'image/png', new Uint8Array([1])],
  ['bytes', { 'application/octet-stream': {} }, 'application/octet-stream', new Uint8Array([255])],
  ['another charset', { 'text/plain': { schema: letters } }, 'text/plain; charset=latin1', new Uint8Array([228])],
])('a body that cannot be judged is said to be unjudged: %s', async (_, documented, type, body) => {
  for (const side of ['request', 'response'] as const) {
    const { found, why } = await judgeBody(documented, type, body, side);
    expect([side, found]).toEqual([side, []]);
    const whose = side === 'request' ? 'the body of the request' : 'the body';
    expect(why).toContain(`${whose} is ${type.split(';')[0]}, which is not judged`);
  }
});

test('a documented form as a response is said to be unjudged', async () => {
  const documented = { 'application/x-www-form-urlencoded': { schema: item } };
  const { found, why } = await judgeBody(documented, '', new URLSearchParams('id=x'), 'response');
  expect([found, why]).toEqual([[], expect.stringContaining('which is not judged')]);
});

test('a network error has no findings', async () => {
  const contract = await createGuard({ document: notes });
  const request = new Request('https://api.example.com/v1/notes', { headers: { authorization: 'Bearer demo' } });
  const { violations, why } = await contract.check(request, Response.error());
  expect([violations, why.join()]).toEqual([[], expect.stringContaining('is of a network error, and is not judged')]);
  await contract.close();
});
