import { inflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
import { documentOf } from '../../openapi/documents.ts';
import { collection, saving } from '../../openapi/resources/small.ts';
import {
  declared,
  inPath,
  inQuery,
  integer,
  jsonBody,
  listOf,
  object,
  operation,
  ref,
  text,
} from '../../short-document.ts';
import { createFetchOf } from './payload-client.ts';

const note = object({ id: integer, text }, ['id', 'text']);

/** The response of `GET /a` for each documented content. */
const answer = async (mediaType: string, media: object) => {
  const { fetch, problems } = await createFetchOf({ [mediaType]: media });
  const response = await fetch('/a');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  return { type: response.headers.get('content-type'), bytes, text: new TextDecoder().decode(bytes), problems };
};

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

test.each<readonly [string, (bytes: Uint8Array) => boolean]>([
  ['image/png', (bytes) => startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10) && bytes.at(-1) === 0x82],
  ['image/jpeg', (bytes) => startsWith(bytes, 0xff, 0xd8, 0xff) && bytes.at(-2) === 0xff && bytes.at(-1) === 0xd9],
  ['image/gif', (bytes) => startsWith(bytes, 0x47, 0x49, 0x46, 0x38, 0x39) && bytes.at(-1) === 0x3b],
  ['image/webp', (bytes) => startsWith(bytes, 0x52, 0x49, 0x46, 0x46) && bytes[4] === bytes.length - 8],
  ['audio/wav', (bytes) => startsWith(bytes, 0x52, 0x49, 0x46, 0x46) && bytes[4] === bytes.length - 8],
  ['application/zip', (bytes) => startsWith(bytes, 0x50, 0x4b, 3, 4)],
  ['application/gzip', (bytes) => inflateRawSync(bytes.subarray(10, -8)).toString() === 'vivarium\n'],
  ['application/wasm', (bytes) => startsWith(bytes, 0, 0x61, 0x73, 0x6d)],
  ['audio/aac', (bytes) => startsWith(bytes, 0xff, 0xf1)],
  ['application/octet-stream', (bytes) => bytes.length === 16],
])('the response with %s is a whole file', async (mediaType, isWhole) => {
  const { type, bytes, problems } = await answer(mediaType, { schema: { type: 'string', format: 'binary' } });
  expect(type).toBe(mediaType);
  expect(isWhole(bytes)).toBe(true);
  expect(problems).toEqual([]);
});

test('an object in several parts has a boundary, and a part for each property', async () => {
  const schema = object({ ok: object({ done: { type: 'boolean' } }, ['done']), data: text }, ['ok', 'data']);
  const { type, text: body } = await answer('multipart/mixed', {
    schema,
    example: { ok: { done: true }, data: 'abc' },
  });
  expect(type).toBe('multipart/mixed; boundary=vivarium');
  expect(body.split('--vivarium')).toEqual([
    '',
    '\r\nContent-Disposition: form-data; name="ok"\r\nContent-Type: application/json\r\n\r\n{"done":true}\r\n',
    '\r\nContent-Disposition: form-data; name="data"\r\n\r\nabc\r\n',
    '--\r\n',
  ]);
});

test('a table without rows has the names of its columns', async () => {
  const { text: rows } = await answer('text/csv', { schema: { ...listOf(note), maxItems: 0 } });
  expect(rows).toBe('id,text\r\n');
});

test('a PDF has the offsets of its objects', async () => {
  const { text: pdf } = await answer('application/pdf', {});
  expect(pdf.startsWith('%PDF-1.4\n')).toBe(true);
  expect(pdf.slice(Number(/startxref\n(\d+)/.exec(pdf)?.[1])).startsWith('xref\n')).toBe(true);
  for (const [, offset, number] of pdf
    .matchAll(/^(\d{10}) 00000 n $/gm)
    .map((match, at) => [match[0], match[1], at + 1] as const))
    expect(pdf.slice(Number(offset)).startsWith(`${number} 0 obj\n`)).toBe(true);
});

test('an SVG image is markup', async () => {
  expect((await answer('image/svg+xml', {})).text).toMatch(/^<svg xmlns=.*<\/svg>$/);
});

test('the example of a file has its bytes in base64, or its text', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAE=';
  expect(Buffer.from((await answer('image/png', { example: png })).bytes).toString('base64')).toBe(png);
  expect((await answer('application/octet-stream', { example: 'abcd' })).text).toBe('abcd');
});

test.each([
  ['*/*', { schema: note }, 'application/json'],
  ['application/*', { schema: note }, 'application/json'],
  ['*/*', { schema: text }, 'text/plain'],
  ['*/*', { schema: { type: 'string', format: 'binary' } }, 'application/octet-stream'],
  ['undefined', { schema: note }, 'application/json'],
  ['access_token', { schema: text }, 'text/plain'],
  ['application/*+json', { schema: note }, 'application/vnd.any+json'],
  ['image/*', {}, 'image/png'],
  ['text/*', { schema: text }, 'text/plain'],
  ['audio/*', {}, 'audio/wav'],
])('the response for %s has a concrete media type', async (mediaType, media, type) => {
  const found = await answer(mediaType, media);
  expect(found.type).toBe(type);
  expect(found.bytes.length).toBeGreaterThan(0);
  expect(found.problems).toEqual([]);
});

test.each(['text/plain', 'image/png', 'application/octet-stream'])('%s may be sent as base64', async (mediaType) => {
  const schema = { ...text, contentEncoding: 'base64', contentMediaType: mediaType };
  const { text: body } = await answer(mediaType, { schema });
  expect([body.length % 4, body]).toEqual([0, expect.stringMatching(/^[A-Za-z0-9+/]{8,}={0,2}$/)]);
});

test('a list that is a text of a table too is written as rows', async () => {
  for (const media of [{ schema: text }, { schema: text, example: 'id,text\n1,x' }]) {
    const content = { 'application/json': { schema: listOf(note) }, 'text/csv': media };
    const document = documentOf({ '/a': { get: { responses: { 200: { description: 'Fine.', content } } } } });
    const vivarium = await createVivarium({ document, scenario: { data: { a: [{ id: 7, text: 'a, b' }] } } });
    onTestFinished(() => vivarium.close());
    const response = await vivarium.world('test').fetch('/a', { headers: { accept: 'text/csv' } });
    expect(response.headers.get('content-type')).toBe('text/csv');
    expect(await response.text()).toBe('id,text\r\n7,"a, b"\r\n');
    expect(vivarium.world('test').exchanges().at(-1)?.violations).toEqual([]);
  }
});

test('what is a list elsewhere, or a number, is XML where the schema is that of a text, or there is none', async () => {
  for (const media of [{ schema: text }, {}]) {
    const content = { 'application/json': { schema: listOf(note) }, 'application/xml': media };
    const document = documentOf({ '/a': { get: { responses: { 200: { description: 'Fine.', content } } } } });
    const vivarium = await createVivarium({ document, scenario: { data: { a: [{ id: 7, text: 'x' }] } } });
    onTestFinished(() => vivarium.close());
    const response = await vivarium.world('test').fetch('/a', { headers: { accept: 'application/xml' } });
    expect(await response.text()).toMatch(/^<\?xml .*<id>7<\/id><text>x<\/text>/s);
    expect(vivarium.world('test').exchanges().at(-1)?.violations).toEqual([]);
  }
  expect((await answer('text/xml', { schema: integer })).text).toMatch(/<a>\d+<\/a>$/);
  expect((await answer('application/xml', { schema: text })).text).toMatch(/<value\/>$/);
});

test('a list that is a page too is shown in one', async () => {
  const content = { 'application/json': { schema: listOf(note) }, 'text/html': { schema: text } };
  const document = documentOf({ '/a': { get: { responses: { 200: { description: 'Fine.', content } } } } });
  const vivarium = await createVivarium({ document, scenario: { data: { a: [{ id: 7, text: '<b> & c' }] } } });
  onTestFinished(() => vivarium.close());
  const response = await vivarium.world('test').fetch('/a', { headers: { accept: 'text/html' } });
  expect(await response.text()).toMatch(/^<!doctype html>.*<pre>\[.*"text": "&lt;b> &amp; c".*<\/pre>/s);
  expect(vivarium.world('test').exchanges().at(-1)?.violations).toEqual([]);
});

test('XML has the names of the schema', async () => {
  const schema = {
    type: 'object',
    xml: { name: 'order', namespace: 'https://example.com/order' },
    properties: {
      id: { type: 'integer', xml: { attribute: true } },
      title: text,
      tags: { type: 'array', items: { type: 'string', xml: { name: 'tag' } }, xml: { wrapped: true } },
      lines: listOf(note),
      none: { type: 'null' },
      owner: { type: 'object', xml: { prefix: 'o', namespace: 'https://example.com/o' }, properties: { name: text } },
    },
    example: {
      ...{ id: 7, title: 'a < b & "c"\u0001', tags: ['x', 'y'], lines: [{ id: 1, text: 'one' }] },
      ...{ none: null, owner: { name: 'Ada' } },
    },
  };
  expect((await answer('application/xml', { schema })).text).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<order xmlns="https://example.com/order" id="7"><title>a &lt; b &amp; &quot;c&quot;</title>' +
      '<tags><tag>x</tag><tag>y</tag></tags><lines><id>1</id><text>one</text></lines><none/>' +
      '<o:owner xmlns:o="https://example.com/o"><name>Ada</name></o:owner></order>',
  );
});

test('a list as XML has a root element, named by its path', async () => {
  const schema = listOf(object({ 'a b': text }));
  expect((await answer('text/xml', { schema, example: [{ 'a b': 'x' }, { 'a b': 'y' }] })).text).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<a><a><a_b>x</a_b></a><a><a_b>y</a_b></a></a>',
  );
});

test('an error is XML if the document describes that', async () => {
  const error = { type: 'object', xml: { name: 'error' }, required: ['message'], properties: { message: text } };
  const { fetch } = await createFetchOf(
    { 'application/json': { schema: note } },
    { parameters: [inQuery('n', integer)], 400: { 'application/xml': { schema: error } } },
  );
  const response = await fetch('/a?n=x');
  expect(response.headers.get('content-type')).toBe('application/xml');
  expect(await response.text()).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<error><message>query.n must be an integer</message></error>',
  );
});

test('a stream has a few events, and then ends', async () => {
  const { text: stream } = await answer('text/event-stream', { schema: note });
  const events = stream.split('\n\n').slice(0, -1);
  expect(events).toHaveLength(3);
  for (const event of events)
    expect(JSON.parse(event.replace(/^data: /, ''))).toEqual({ id: expect.any(Number), text: expect.any(String) });
  expect(new Set(events).size).toBe(3);
});

test('an event has its optional properties too, also in objects of lists', async () => {
  const delta = object({ role: text, content: text });
  const chunk = object({ id: text, choices: listOf(object({ index: integer, delta }, ['index'])) }, ['id', 'choices']);
  const { text: stream } = await answer('text/event-stream', { schema: chunk });
  for (const event of stream.split('\n\n').slice(0, -1))
    for (const choice of JSON.parse(event.replace(/^data: /, '')).choices)
      expect(choice.delta).toEqual({ role: expect.any(String), content: expect.any(String) });
});

test('an event has the described fields', async () => {
  const itemSchema = {
    type: 'object',
    required: ['event', 'data'],
    properties: { event: { const: 'added' }, data: { const: 'a\nb' } },
    additionalProperties: false,
  };
  expect((await answer('text/event-stream', { itemSchema })).text).toBe('event: added\ndata: a\ndata: b\n\n'.repeat(3));
});

test('a sequence of JSON texts has a mark before each record', async () => {
  const { text: sent } = await answer('application/json-seq', { itemSchema: note });
  const [before, ...records] = sent.split(String.fromCharCode(0x1e));
  expect(before).toBe('');
  expect(records.map((record) => typeof JSON.parse(record))).toEqual(['object', 'object', 'object']);
});

test.each(['application/x-ndjson', 'application/jsonl'])('%s has one record in each line', async (mediaType) => {
  for (const schema of [note, { type: 'array', items: note, minItems: 2 }]) {
    const lines = (await answer(mediaType, { schema })).text.trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ id: expect.any(Number) });
  }
});

test('a list of addresses has a line for each', async () => {
  const addresses = listOf({ type: 'string', format: 'uri' });
  const example = ['https://example.com/1', 'https://example.com/2'];
  expect((await answer('text/uri-list', { schema: addresses, example })).text).toBe(`${example.join('\r\n')}\r\n`);
  expect((await answer('text/uri-list', { schema: text })).text).toMatch(/^https:\S+\r\n$/);
});

test('rows are CSV, and a cell with a comma is quoted', async () => {
  const schema = listOf(note);
  const example = [
    { id: 1, text: 'a,"b"' },
    { id: 2, text: '', more: [1] },
  ];
  expect((await answer('text/csv', { schema, example })).text).toBe('id,text,more\r\n1,"a,""b""",\r\n2,,[1]\r\n');
  expect((await answer('text/csv', { schema: text })).text).toMatch(/^id,name\r\n1,[\w ]+\r\n/);
});

test('YAML is written as JSON, which is valid YAML', async () => {
  const { text: yaml } = await answer('application/yaml', { schema: note });
  expect(JSON.parse(yaml)).toMatchObject({ id: expect.any(Number) });
});

test('text is a page, a heading or a sentence, unless the schema describes another', async () => {
  expect((await answer('text/html', { schema: text })).text).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
  expect((await answer('text/markdown', {})).text).toMatch(/^# \w+/);
  expect((await answer('text/plain', { schema: text })).text).toMatch(/^[A-Z].*\.$/);
  expect((await answer('text/html', { schema: { enum: ['<p>'] } })).text).toBe('<p>');
});

test('an unknown media type is text if its schema is a string, otherwise empty and reported', async () => {
  expect((await answer('application/jwt', { schema: { type: 'string', enum: ['a.b.c'] } })).text).toBe('a.b.c');
  const other = await answer('application/vnd.unknown', {});
  expect([other.text, other.problems.length]).toEqual(['', 1]);
});

test.each([
  'application/x-json',
  'application/geo.json',
  'application/vnd.acme',
  'application/x-amz-json-1.1',
  'text/x-json',
])('an object of the type %s is JSON', async (mediaType) => {
  const { type, text: body, problems } = await answer(mediaType, { schema: note });
  expect([type, JSON.parse(body), problems]).toEqual([
    mediaType,
    { id: expect.any(Number), text: expect.any(String) },
    [],
  ]);
});

test.each([
  ['json', 'application/json'],
  ['application.json', 'application/json'],
  ['hal+json', 'application/json'],
  ['xml', 'application/xml'],
  ['text.plain', 'text/plain'],
])('a response of the type "%s" is sent as %s', async (named, mediaType) => {
  const { type, text: body, problems } = await answer(named, { schema: note });
  expect([type, body.length > 10, problems]).toEqual([mediaType, true, []]);
});

const soap = '<soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body/></soap:Envelope>';

test.each<[string, object, string]>([
  ['application/xml', { schema: note, example: '<note><id>1</id></note>' }, '<note><id>1</id></note>'],
  ['text/xml', { schema: note, examples: { a: { value: '<note/>' }, b: { value: '<b/>' } } }, '<note/>'],
  ['application/soap+xml', { schema: object({ Body: note }), example: soap }, soap],
  ['application/xml', { schema: { ...note, example: '<note/>' } }, '<note/>'],
  ['application/yaml', { schema: note, example: 'id: 1\ntext: a\n' }, 'id: 1\ntext: a\n'],
  ['text/csv', { schema: listOf(note), example: 'id,text\n1,a\n' }, 'id,text\n1,a\n'],
])('the text of an example of %s is sent as it is: %j', async (mediaType, media, expected) => {
  const { text: body, problems } = await answer(mediaType, media);
  expect([body, problems]).toEqual([expected, []]);
});

test('a service that speaks XML alone keeps what it is sent', async () => {
  const xml = (schema: object) => ({ content: { 'application/xml': { schema } } });
  const said = (schema: object) => ({ 200: { description: '', ...xml(schema) } });
  const { fetch } = await createFetchOf(
    {},
    {
      paths: {
        '/notes': { get: { responses: said(listOf(note)) }, post: { requestBody: xml(note), responses: said(note) } },
        '/notes/{id}': { get: { parameters: [inPath('id', integer)], responses: said(note) } },
      },
    },
  );
  const headers = { 'content-type': 'application/xml' };
  const body = '<note><id>7</id><text>a &lt; b</text></note>';
  expect((await fetch('/notes', { method: 'POST', headers, body })).status).toBe(200);
  const read = await (await fetch('/notes/7')).text();
  expect(read).toContain('<id>7</id><text>a &lt; b</text>');
  expect(await (await fetch('/notes')).text()).toContain('<id>7</id><text>a &lt; b</text>');
  const refused = await fetch('/notes', { method: 'POST', headers, body: '<note><id>x</id></note>' });
  expect(refused.status).toBe(400);
});

test('JSON in a text is an example of XML too', async () => {
  const { text: body } = await answer('application/xml', { schema: note, example: '{"id":1,"text":"a"}' });
  expect(body).toContain('<id>1</id><text>a</text>');
});

test('bytes of an unknown type are some bytes', async () => {
  const { bytes, problems } = await answer('application/vnd.acme', { schema: { type: 'string', format: 'binary' } });
  expect([bytes.length, problems]).toEqual([16, []]);
});

const binary = { type: 'string', format: 'binary' };

test.each([
  ['application/csv', { schema: binary }, /^id,name\r\n1,[\w ]+\r\n/],
  ['application/csv', { schema: text }, /^id,name\r\n1,[\w ]+\r\n/],
  ['application/csv', { schema: listOf(note), example: [{ id: 1, text: 'a' }] }, /^id,text\r\n1,a\r\n$/],
  [
    'text/tab-separated-values',
    { schema: listOf(note), example: [{ id: 1, text: 'a\tb' }] },
    /^id\ttext\r\n1\t"a\tb"\r\n$/,
  ],
  ['application/soap+xml', { schema: binary }, /^<\?xml [^>]+>\n<value\/>$/],
  ['application/rdf+xml', { schema: binary, example: '<rdf/>' }, /^<rdf\/>$/],
])('%s whose schema has only bytes is text of its kind: %#', async (mediaType, media, expected) => {
  const found = await answer(mediaType, media);
  expect([found.type, found.problems]).toEqual([mediaType, []]);
  expect(found.text).toMatch(expected);
});

test.each([
  ['application/pdf', { schema: binary, example: 'Contains the contents of the certificate.' }, '%PDF'],
  ['image/png', { schema: binary, example: '(binary image data)' }, '\x89PNG'],
  ['image/jpg', { example: 'jpg binary content' }, '\xff\xd8\xff'],
  ['application/jpeg', { schema: binary }, '\xff\xd8\xff'],
  ['xls', { schema: binary }, '\xd0\xcf\x11\xe0'],
  ['application/xlsx; version=2.4', { schema: listOf(note) }, 'PK'],
])('%s is a file of its kind, where the document only speaks of it: %#', async (mediaType, media, start) => {
  const { bytes } = await answer(mediaType, media);
  expect(Buffer.from(bytes).toString('latin1').slice(0, start.length)).toBe(start);
});

test.each([
  ['image/svg+xml', '<svg/>'],
  ['application/pdf', '%PDF-1.7'],
  ['application/octet-stream', 'the log, as it is'],
])('%s has the text of its example', async (mediaType, example) => {
  expect((await answer(mediaType, { schema: binary, example })).text).toBe(example);
});

test('the same request gets the same response, and HEAD its headers', async () => {
  const { fetch } = await createFetchOf({ 'text/event-stream': { schema: note } });
  const [one, other, head] = await Promise.all([fetch('/a'), fetch('/a'), fetch('/a', { method: 'HEAD' })]);
  expect(await one.text()).toBe(await other.text());
  expect(await head.text()).toBe('');
  expect(head.headers.get('content-length')).toBe(one.headers.get('content-length'));
});

test('well-known headers have typical values', async () => {
  const string = { schema: text };
  const headers = {
    ...{ ETag: string, 'Last-Modified': string, Expires: string, 'Retry-After': { schema: integer } },
    ...{ 'X-RateLimit-Limit': { schema: integer }, 'X-RateLimit-Remaining': { schema: integer } },
    'X-RateLimit-Reset': string,
    'X-Request-Id': { schema: { type: 'string', format: 'uuid' } },
    'X-Total-Count': { schema: integer },
    'X-Flags': { schema: { type: 'array', items: { enum: ['a'] }, minItems: 2, maxItems: 2 } },
    'X-Info': { content: { 'application/json': { schema: { type: 'object' }, example: { a: [1] } } } },
    ...{ 'Set-Cookie': string, Link: string },
    // Headers that would be untrue, or are decided elsewhere.
    ...{ 'Content-Encoding': string, 'Access-Control-Allow-Origin': string, Vary: string },
  };
  const { fetch } = await createFetchOf({ 'application/json': { schema: note } }, { headers });
  const response = await fetch('/a?x=1', { headers: { origin: 'http://localhost:3000' } });
  const found = (name: string) => response.headers.get(name) ?? '';
  expect(found('etag')).toMatch(/^"[0-9a-f]{16}"$/);
  expect(new Date(found('last-modified')).toUTCString()).toBe(found('last-modified'));
  expect(new Date(found('expires')).getTime()).toBeGreaterThan(Date.parse(found('date')));
  expect(Number(found('retry-after'))).toBeGreaterThan(0);
  expect(Number(found('x-ratelimit-remaining'))).toBeLessThan(Number(found('x-ratelimit-limit')));
  expect(Number(found('x-ratelimit-reset'))).toBeGreaterThan(Date.parse(found('date')) / 1000);
  expect(found('x-request-id')).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(Number(found('x-total-count'))).toBeGreaterThan(0);
  expect(found('x-flags')).toBe('a,a');
  expect(found('x-info')).toBe('{"a":[1]}');
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^session=\w+; Path=\//)]);
  expect(found('link')).toBe('</a?x=1>; rel="self"');
  expect(response.headers.has('content-encoding')).toBe(false);
  expect(found('access-control-allow-origin')).toBe('http://localhost:3000');
  expect(found('vary')).toBe('Origin');
});

const numbers = { type: 'array', items: integer };
const colour = object({ r: integer, g: integer });

test.each<[string, object, readonly string[]]>([
  ['X-List', { schema: numbers, example: [1, 2, 3] }, ['1,2,3']],
  ['X-List', { schema: { type: 'array', items: colour }, example: [{ r: 1 }] }, ['{"r":1}']],
  ['X-Colour', { schema: colour, example: { r: 1, g: 2 } }, ['r,1,g,2']],
  ['X-Colour', { explode: true, schema: colour, examples: { a: { value: { r: 1, g: 2 } } } }, ['r=1,g=2']],
  ['X-Colour', { content: { 'application/json': { schema: colour, example: { r: 1 } } } }, ['{"r":1}']],
  ['Set-Cookie', { schema: { type: 'array', items: text }, example: ['a=1; Path=/', 'b=2'] }, ['a=1; Path=/', 'b=2']],
  ['set-cookie', { schema: { type: 'array', items: text, example: ['a=1', 'b=2'] } }, ['a=1', 'b=2']],
  ['Set-Cookie', { schema: text, example: 'a=1' }, ['a=1']],
])('the header %s of %j is written as its style says', async (name, header, lines) => {
  const { fetch } = await createFetchOf({ 'application/json': { schema: note } }, { headers: { [name]: header } });
  const { headers } = await fetch('/a');
  expect(name.toLowerCase() === 'set-cookie' ? headers.getSetCookie() : [headers.get(name)]).toEqual(lines);
});

test('a list of cookies without an example is one usual cookie', async () => {
  const cookies = { schema: { type: 'array', items: text, minItems: 1 } };
  const { fetch } = await createFetchOf(
    { 'application/json': { schema: note } },
    { headers: { 'Set-Cookie': cookies } },
  );
  expect((await fetch('/a')).headers.getSetCookie()).toEqual([expect.stringMatching(/^session=\w+; Path=\//)]);
});

test('a writeOnly property is in no response', async () => {
  const user = object(
    {
      id: { type: 'integer', readOnly: true },
      name: text,
      password: { ...text, writeOnly: true },
      keys: listOf(object({ pin: { ...text, writeOnly: true }, label: text })),
    },
    ['name', 'password'],
  );
  const paths = declared({
    '/users': collection(ref('User'), { status: 201 }),
    '/users/{id}': { get: operation(ref('User')), put: saving(ref('User')) },
  });
  const { fetch } = await createFetchOf(jsonBody(ref('User')), { components: { schemas: { User: user } }, paths });
  const send = async (method: string, path: string, body?: object) => {
    const sent = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return (await fetch(path, { method, ...sent })).text();
  };
  const sent = { id: 99, name: 'Ada', password: 'hunter2', keys: [{ pin: 'hunter2', label: 'door' }] };
  const created = await send('POST', '/users', sent);
  const stored = JSON.parse(created) as { id: number };
  expect(stored).toEqual({ id: expect.any(Number), name: 'Ada', keys: [{ label: 'door' }] });
  expect(stored.id).not.toBe(99);
  const answers = [
    created,
    await send('GET', `/users/${stored.id}`),
    await send('GET', '/users'),
    await send('PUT', `/users/${stored.id}`, sent),
  ];
  for (const answered of answers) {
    expect(answered).toContain('Ada');
    expect(answered).not.toMatch(/hunter2|password|pin/);
  }
});

test.each([
  ['?format=csv', 'text/csv'],
  ['?format=XLSX', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['?format=text/csv', 'text/csv'],
  ['?format=png', 'application/json'],
  ['', 'application/json'],
  ['.xml', 'application/xml'],
  ['.json', 'application/json'],
])('%s asks for %s', async (asked, mediaType) => {
  const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const rows = { schema: listOf(note) };
  const file = { schema: { type: 'string', format: 'binary' } };
  const content = { 'application/json': rows, 'text/csv': rows, 'application/xml': rows, [xlsx]: file };
  const responses = { 200: { description: '', content } };
  const paths = {
    '/notes': { get: operation(listOf(note)), post: saving(note) },
    '/export': { get: { parameters: [inQuery('format', { enum: ['csv', 'XLSX', 'text/csv', 'png'] })], responses } },
    '/export.{ext}': { parameters: [inPath('ext', text)], get: { responses } },
  };
  const vivarium = await createVivarium({ document: documentOf(paths), scenario: {} });
  onTestFinished(() => vivarium.close());
  const response = await vivarium.world().fetch(`/export${asked}`, { headers: { accept: 'text/html, */*' } });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, mediaType]);
});
