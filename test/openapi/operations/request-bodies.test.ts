import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { BodyContent } from '../../../src/core/service/operation.ts';
import { boolean, inPath, integer, jsonBody, listOf, object, ref, text } from '../../short-document.ts';
import { contentsOf, operationOf, readyServiceOf, serviceOf } from '../documents.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const mapOf = (properties: object) => ({ additionalProperties: { properties } });

const form = 'application/x-www-form-urlencoded';

/** A service with an operation `x` that takes this content. */
const taking = (content: object) =>
  readyServiceOf({ '/x': { post: { operationId: 'x', requestBody: { content }, responses: {} } } });

const acceptOf = async (schema: unknown, schemas: object = {}) =>
  (await contentsOf(schema, { schemas })).request.stripUndeclared;

test('JSON is decoded with every digit of its integers', async () => {
  const { request } = await contentsOf({});
  const value = { id: 9223372036854775807n };
  expect(request.decode(bytes('{"id":9223372036854775807}'))).toEqual({ ok: true, value });
});

test.each([
  ['*/*', ['*/*'], true],
  ['application/*', ['application/*'], true],
  ['a range beside a form', ['application/x-www-form-urlencoded', '*/*'], true],
  ['XML', ['application/xml'], true],
  ['text', ['text/plain'], false],
])('a creation takes an item in %s: %s', (_name, mediaTypes, isBound) => {
  const item = object({ id: integer, name: text }, ['id']);
  const fine = { description: '', content: jsonBody(item) };
  const content = Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema: item }]));
  const parameters = [inPath('id')];
  const service = serviceOf({
    '/things': { post: { operationId: 'create', requestBody: { content }, responses: { 201: fine } } },
    '/things/{id}': { parameters, get: { operationId: 'read', responses: { 200: fine } } },
  });
  expect(operationOf(service, 'create').binding?.action).toBe(isBound ? 'create' : undefined);
});

test('invalid JSON and invalid UTF-8 are problems', async () => {
  const { request } = await contentsOf({});
  expect(request.decode(bytes('{'))).toMatchObject({ ok: false, reason: expect.stringMatching(/^is not valid JSON/) });
  expect(request.decode(new Uint8Array([0x22, 0xff, 0x22]))).toEqual({ ok: false, reason: 'is not valid UTF-8' });
});

test('undeclared properties are removed', async () => {
  const accept = await acceptOf(object({ a: {}, constructor: {} }));
  expect(accept({ a: 1, b: 2, toString: 3 })).toEqual({ a: 1 });
  const accepted = accept(JSON.parse('{"__proto__": 1, "a": 2, "constructor": 3}'));
  expect(Object.keys(accepted as object)).toEqual(['a', 'constructor']);
});

test('the value is the same object if nothing is removed', async () => {
  const accept = await acceptOf(object({ a: object({ b: {} }), c: listOf({ properties: { d: {} } }) }));
  const value = { a: { b: 1 }, c: [{ d: 1 }] };
  expect(accept(value)).toBe(value);
});

test('an object with explicit or no declarations of additional properties keeps everything', async () => {
  const properties = { a: {} };
  for (const schema of [
    ...[true, {}, { type: 'object' }, { type: 'object', properties, additionalProperties: true }],
    ...[
      { properties, additionalProperties: integer },
      { properties, unevaluatedProperties: true },
    ],
  ])
    expect((await acceptOf(schema))({ a: 1, b: 2 })).toEqual({ a: 1, b: 2 });
});

const branches = {
  A: { properties: { a: {}, both: { properties: { p: {} } } } },
  B: { allOf: [ref('A'), { properties: { b: {}, both: { properties: { q: {} } } } }] },
  Tree: { properties: { name: {}, children: listOf(ref('Tree')) } },
};
test.each<[what: string, schema: object, value: Json, kept: Json]>([
  [
    'at every depth',
    { properties: { a: { properties: { b: {} } }, list: listOf({ properties: { c: {} } }), map: mapOf({ d: {} }) } },
    { a: { b: 1, x: 1 }, list: [{ c: 1, x: 1 }, 2], map: { any: { d: 1, x: 1 } }, x: 1 },
    { a: { b: 1 }, list: [{ c: 1 }, 2], map: { any: { d: 1 } } },
  ],
  [
    'unless any branch declares them',
    { oneOf: [ref('B'), { anyOf: [{ properties: { c: {} } }] }] },
    { a: 1, b: 2, c: 3, d: 4, both: { p: 1, q: 2, r: 3 } },
    { a: 1, b: 2, c: 3, both: { p: 1, q: 2 } },
  ],
  [
    'of a recursive schema as deep as the value',
    ref('Tree'),
    { name: 'a', children: [{ name: 'b', x: 1, children: [{ x: 1 }] }] },
    { name: 'a', children: [{ name: 'b', children: [{}] }] },
  ],
  [
    'unless they are required',
    { allOf: [object({ a: {}, b: { readOnly: true } }, ['host', 'toString', 'b'])] },
    { a: 1, b: 2, c: 3, host: { x: 1 }, toString: 4 },
    { a: 1, host: { x: 1 }, toString: 4 },
  ],
])('undeclared properties are removed %s', async (_what, schema, value, kept) => {
  expect((await acceptOf(schema, branches))(value)).toEqual(kept);
});

test('values that are not objects are unchanged', async () => {
  const accept = await acceptOf(object({ a: {} }));
  for (const value of [null, 1, 'x', [1], 9007199254740993n]) expect(accept(value)).toEqual(value);
});

test('a body knows whether only an object can be valid', async () => {
  const cases: readonly (readonly [unknown, boolean])[] = [
    [{ type: 'object' }, true],
    [{ allOf: [{ type: 'object' }, {}] }, true],
    [{ oneOf: [{ type: 'object' }, ref('O')] }, true],
    [{ properties: { a: {} } }, false],
    [{ type: ['object', 'null'] }, false],
    [{ type: 'array' }, false],
  ];
  const schemas = { O: { type: 'object' } };
  for (const [schema, expected] of cases)
    expect((await contentsOf(schema, { schemas })).request.requiresObject).toBe(expected);
});

const formOf = async (schema: unknown) => {
  const requestBody = { required: true, content: { [form]: { schema } } };
  const service = await readyServiceOf({ '/x': { post: { operationId: 'x', requestBody, responses: {} } } });
  const { body } = operationOf(service, 'x');
  expect(body?.required).toBe(true);
  return body?.contents[0];
};

test('a form is decoded according to its schema', async () => {
  const schema = object({ id: integer, on: boolean, tags: listOf(text), point: { type: 'object' }, n: integer });
  const content = await formOf(schema);
  const sent = 'id=9223372036854775807&on=true&tags=a&tags=b&point=%7B%22x%22:1%7D&n=x&other=1&name=a+b';
  const value = { on: true, tags: ['a', 'b'], point: { x: 1 }, n: 'x', other: '1', name: 'a b' };
  expect(content?.decode(bytes(sent))).toEqual({ ok: true, value: { id: 9223372036854775807n, ...value } });
  expect(content?.check({ n: 'x' })).toEqual([
    { pointer: '/n', rule: 'type', message: 'must be an integer', limit: 'integer' },
  ]);
});

test.each([form, 'multipart/form-data', 'text/xml'])(
  '%s with the schema of a text is read as text',
  async (mediaType) => {
    const service = await taking({ [mediaType]: { schema: text } });
    const [content] = operationOf(service, 'x').body?.contents ?? [];
    const decoded = content?.decode(bytes('text=a+b'), mediaType);
    expect(decoded).toEqual({ ok: true, value: 'text=a+b' });
    expect(content?.check('text=a+b')).toEqual([]);
  },
);

test('a form of a hundred thousand fields is decoded', async () => {
  const content = await formOf({ type: 'object', additionalProperties: true });
  const sent = Array.from({ length: 100_000 }, (_, at) => `k${at}=`).join('&');
  const decoded = content?.decode(bytes(sent));
  expect(decoded?.ok && Object.keys(decoded.value as object)).toHaveLength(100_000);
});

describe('XML', () => {
  const attribute = { attribute: true };
  const author = { type: 'string', xml: { name: 'author' } };
  const Book = {
    ...object({
      id: { ...integer, xml: attribute },
      title: { ...text, xml: { prefix: 'b' } },
      price: { type: ['number', 'null'] },
      isSold: { ...boolean, xml: { name: 'is-sold' } },
      authors: listOf(author),
      words: { ...listOf(text), xml: { wrapped: true } },
      notes: listOf(object({ by: text })),
      size: { properties: { width: { ...integer, xml: attribute } } },
      summary: { ...text, xml: { nodeType: 'text' } },
    }),
    xml: { name: 'book', prefix: 'b' },
  };
  const decodeXml = async (schema: object, body: string) => {
    const service = await taking({ 'application/xml': { schema }, 'application/json': {} });
    expect(service.problems).toEqual([]);
    return operationOf(service, 'x').body?.contents[0]?.decode(bytes(body));
  };

  test.each<[string, Json]>([
    [`<?xml version="1.0"?>\n<b:book xmlns:b='http://b' id='7'><b:title>A</b:title></b:book>\n`, { id: 7, title: 'A' }],
    ['\ufeff<!DOCTYPE book [<!ENTITY a "b">]><!-- a --><book><title>A</title ></book>', { title: 'A' }],
    ['<book><title>&lt;&#65;&#x42;&apos;&a;</title></book>', { title: "<AB'&a;" }],
    ['<book><title>A <![CDATA[<b> & ]]></title></book>', { title: 'A <b> & ' }],
    ['<book><price nil="true"/><is-sold>\n true </is-sold></book>', { price: null, isSold: true }],
    ['<book><author>Ann</author><title/><author>Bo</author></book>', { authors: ['Ann', 'Bo'], title: '' }],
    ['<book><author>Ann</author></book>', { authors: ['Ann'] }],
    ['<book><words><w>a</w><w>b</w></words></book>', { words: ['a', 'b'] }],
    ['<book><words/></book>', { words: [] }],
    ['<book><notes><by>Ann</by></notes></book>', { notes: [{ by: 'Ann' }] }],
    ['<book><notes><note><by>Ann</by></note></notes></book>', { notes: [{ by: 'Ann' }] }],
    ['<book><size width="3"/>x</book>', { size: { width: 3 }, summary: 'x' }],
    ['<book><title>A</title><title>B</title></book>', { title: ['A', 'B'] }],
    ['<book><__proto__>1</__proto__></book>', JSON.parse('{"__proto__":"1"}')],
  ])('%s is read as its schema says', async (body, value) => {
    const sent = value as { summary?: string };
    const decoded = await decodeXml(Book, body);
    expect(decoded).toEqual({ ok: true, value: { summary: expect.any(String), ...sent } });
  });

  test('a list, and what is around the root', async () => {
    const list = '<authors><author>Ann</author></authors>';
    expect(await decodeXml(listOf(author), list)).toEqual({ ok: true, value: ['Ann'] });
    const value = { authors: ['Ann'] };
    expect(await decodeXml(object({ authors: listOf(author) }), list)).toEqual({ ok: true, value });
  });

  test.each([
    ...['', '--x', '<a>', '<a></b>', '</a>', '</:>x', 'x<a/>', '<a/>x', '<a/><b/>', '<a b=c/>', '<a', '<a>&lt;<', '{}'],
    '<a>'.repeat(1000) + '</a>'.repeat(1000),
    // Each of these is read once, also if it has no end.
    ...['<!--x>', '<![CDATA[x]>', '<!a [', '<a ', ' b="c"', '<?'].map((part) => `<a>${part.repeat(100_000)}`),
  ])('%.20s is refused', async (body) => {
    expect(await decodeXml(Book, body)).toEqual({ ok: false, reason: 'is not valid XML' });
  });

  test('an image of this syntax is a file', async () => {
    const service = await taking({ 'image/svg+xml': {} });
    expect(operationOf(service, 'x').body?.contents[0]?.decode(bytes('<svg'))).toEqual({ ok: true, value: '<svg' });
  });
});

test.each(['multipart/mixed', 'multipart/related'])(
  'the parts of %s without a name are the properties in their order',
  async (type) => {
    const schema = object({ meta: object({ name: text }, ['name']), file: text, note: text }, ['meta']);
    const service = await taking({ [type]: { schema } });
    const [content] = operationOf(service, 'x').body?.contents ?? [];
    const part = (head: string, body: string): string => `--b\r\n${head}\r\n\r\n${body}\r\n`;
    const json = 'Content-Type: application/json';
    const decode = (...parts: readonly string[]) =>
      content?.decode(bytes(`${parts.join('')}--b--`), `${type}; boundary=b`);
    const named = 'Content-Disposition: attachment; name="file"';
    const decoded = decode(part(json, '{"name":"x"}'), part(named, 'abc'), part('Content-Type: text/plain', 'hi'));
    expect(decoded).toMatchObject({ ok: true, value: { meta: { name: 'x' }, file: 'abc', note: 'hi' } });
    expect(content?.check({ meta: {} })).toMatchObject([{ pointer: '/meta/name', rule: 'required' }]);
    expect(decode(part(json, '{}'), ...Array.from({ length: 3 }, () => part('a: b', 'c')))).toMatchObject({
      value: { part3: 'c' },
    });
  },
);

test('a batch of which nothing is known is kept as it is', async () => {
  const service = await taking({ 'multipart/mixed': {} });
  expect(operationOf(service, 'x').body?.contents[0]?.decode(bytes('--x'))).toEqual({ ok: true, value: '--x' });
  expect(service.problems).toEqual([]);
});

test('text and bytes are read as text', async () => {
  const service = await taking({ 'text/plain': { schema: text }, 'application/octet-stream': {} });
  const [plain, binary] = operationOf(service, 'x').body?.contents ?? [];
  expect(plain?.decode(bytes('grüße'))).toEqual({ ok: true, value: 'grüße' });
  expect(binary?.decode(new Uint8Array([0, 255]))).toEqual({ ok: true, value: '\u0000ÿ' });
});

test('an object in a text is read as JSON, and another text is taken as it is', async () => {
  const service = await taking({ 'text/plain': { schema: object({ id: integer }, ['id']) } });
  const [content] = operationOf(service, 'x').body?.contents ?? [];
  const problemsOf = (body: string) => {
    const decoded = content?.decode(bytes(body));
    return decoded?.ok === true
      ? content?.check(decoded.value).map(({ pointer, message }) => `${pointer} ${message}`)
      : decoded;
  };
  expect(problemsOf('{"id":1}')).toEqual([]);
  expect(problemsOf('{"id":"a"}')).toEqual(['/id must be an integer']);
  expect(problemsOf('0100abff')).toEqual([]);
  expect(content?.write({ id: 1 })).toBe('{"id":1}');
});

test('a number in a text is a number', async () => {
  const service = await taking({ 'text/plain': { schema: integer } });
  const [content] = operationOf(service, 'x').body?.contents ?? [];
  expect(content?.decode(bytes('42'))).toEqual({ ok: true, value: 42 });
  expect(content?.check('abc')).toHaveLength(1);
});

test('a form is decoded according to its encoding', async () => {
  const schema = object({ ids: listOf(integer), point: object({ x: integer }), raw: listOf({ type: 'object' }) });
  const encoding = { ids: { style: 'pipeDelimited', explode: false }, raw: { contentType: 'application/json' } };
  const service = await taking({ [form]: { schema, encoding } });
  const [content] = operationOf(service, 'x').body?.contents ?? [];
  const value = { ids: [1, 2], point: { x: 3 }, raw: [{ a: 1 }] };
  expect(content?.decode(bytes('ids=1%7C2&point[x]=3&raw=%5B%7B%22a%22:1%7D%5D'))).toEqual({ ok: true, value });
});

describe('multipart/form-data', () => {
  const schema = object(
    {
      ...{ name: text, age: { ...integer, format: 'int64' }, tags: listOf(integer), point: object({ x: integer }) },
      ...{ file: { ...text, format: 'binary' }, about: { type: 'object' } },
    },
    ['name'],
  );
  const formOfParts = async (encoding: object = {}) => {
    const service = await taking({ 'multipart/form-data': { schema, encoding } });
    return operationOf(service, 'x').body?.contents[0] as BodyContent;
  };
  /** In the form that a browser sends. */
  const send = async (form: FormData): Promise<readonly [Uint8Array, string]> => {
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const type = request.headers.get('content-type') as string;
    return [new Uint8Array(await request.arrayBuffer()), type];
  };

  test('fields are decoded according to their types, and files are kept', async () => {
    const form = new FormData();
    form.append('name', 'Grüße "x"');
    form.append('age', '9223372036854775807');
    form.append('tags', '1');
    form.append('tags', '2');
    form.append('point', new Blob(['{"x":1}'], { type: 'application/json' }));
    form.append('file', new Blob([new Uint8Array([0, 255, 13, 10, 45, 45])]), 'a.bin');
    form.append('about', new Blob(['hello'], { type: 'text/plain' }), 'b.txt');
    form.append('other', 'kept');
    const content = await formOfParts();
    const decoded = content.decode(...(await send(form)));
    expect(decoded).toEqual({
      ok: true,
      value: {
        ...{ name: 'Grüße "x"', age: 9223372036854775807n, tags: [1, 2], point: { x: 1 }, file: 'AP8NCi0t' },
        ...{ about: { name: 'b.txt', type: 'text/plain', size: 5 }, other: 'kept' },
      },
      file: { name: 'blob', type: 'application/json', size: 7, bytes: expect.any(Uint8Array) },
    });
    expect(content.check({ age: 'x' }).map(({ pointer }) => pointer)).toEqual(['/name', '/age']);
  });

  test('text in a file stays text', async () => {
    const form = new FormData();
    form.append('file', new Blob(['a,b\r\n1,2\r\n']), 'a.csv');
    expect((await formOfParts()).decode(...(await send(form)))).toEqual({
      ok: true,
      value: { file: 'a,b\r\n1,2\r\n' },
      file: { name: 'a.csv', type: 'application/octet-stream', size: 10, bytes: expect.any(Uint8Array) },
    });
  });

  test('a field is JSON if its encoding declares that', async () => {
    const form = new FormData();
    form.append('tags', '[1,2]');
    const content = await formOfParts({ tags: { contentType: 'application/json' } });
    expect(content.decode(...(await send(form)))).toEqual({ ok: true, value: { tags: [1, 2] } });
  });

  test('a written body can be read', async () => {
    const content = await formOfParts();
    const value = { name: 'a "b"\r\nc', age: 3, tags: [1, 2], point: { x: 1 } };
    const decoded = content.decode(bytes(content.write(value)), 'multipart/form-data; boundary="vivarium"');
    expect(decoded).toEqual({ ok: true, value });
    const empty = content.decode(bytes(content.write({})), 'multipart/form-data; boundary=vivarium');
    expect(empty).toEqual({ ok: true, value: {} });
  });

  const type = 'multipart/form-data; boundary=b';
  test.each([
    ['has no boundary', '--b--', 'multipart/form-data'],
    ['boundary does not occur', 'hello', type],
    ['has no end', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhello', type],
    ['has no end', '--b\r\nContent-Disposition: form-data; name="a"', type],
    ['part has no name', '--b\r\nContent-Disposition: form-data\r\n\r\nhello\r\n--b--', type],
    ['headers of a part are too long', `--b\r\nX: ${'x'.repeat(20_000)}\r\n\r\nhello\r\n--b--`, type],
    ['more than 1000 parts', '--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx\r\n'.repeat(1001), type],
  ])('a body that %s cannot be read', async (reason, sent, contentType) => {
    const decoded = (await formOfParts()).decode(bytes(sent), contentType);
    expect(decoded).toEqual({ ok: false, reason: expect.stringContaining(reason) });
  });

  test('an empty field, a preamble and a part without headers are accepted', async () => {
    const part = '--b  \r\ncontent-disposition: form-data; name=name\r\n\r\n\r\n--b--\r\n';
    const sent = `for old readers\r\n${part}and an epilogue`;
    expect((await formOfParts()).decode(bytes(sent), type)).toEqual({ ok: true, value: { name: '' } });
  });
});

describe('lines of JSON', () => {
  const line = object({ n: integer }, ['n']);
  const linesOf = async (media: object, mediaType = 'application/jsonl') => {
    const responses = { 204: { description: 'Fine.' } };
    const requestBody = { content: { [mediaType]: media } };
    const service = await readyServiceOf({ '/a': { post: { operationId: 'a', requestBody, responses } } });
    return operationOf(service, 'a').body?.contents[0] as BodyContent;
  };

  test.each<[string, object]>([
    ['of OpenAPI 3.2', { itemSchema: line }],
    ['that the schema describes', { schema: line }],
    ['that the schema lists', { schema: { type: 'array', items: line } }],
  ])('each is checked: %s', async (_, media) => {
    const content = await linesOf(media, 'application/x-ndjson');
    const read = content.decode('{"n":1}\r\n\n{"n":"x"}\n');
    expect(read).toEqual({ ok: true, value: [{ n: 1 }, { n: 'x' }] });
    expect(content.check([{ n: 1 }, { n: 2 }])).toEqual([]);
    expect(content.check([{ n: 1 }, { n: 'x' }])).toMatchObject([{ pointer: '/1/n' }]);
    expect(content.decode('{"n":1}\n{')).toMatchObject({ ok: false });
    const value = content.generate({ seed: 1, now: 0 });
    expect(content.decode(content.write(value))).toEqual({ ok: true, value });
    expect(content.check(value)).toEqual([]);
  });

  test('of a text, nothing is known', async () => {
    const content = await linesOf({ schema: { type: 'string' } });
    expect(content.decode('{')).toEqual({ ok: true, value: '{' });
  });
});

test('a JSON Merge Patch has what changes, although the schema requires more', () => {
  const lines = listOf(object({ id: integer }, ['id']));
  const schema = object({ name: text, size: integer, lines }, ['name', 'size']);
  const service = serviceOf({
    '/things/{id}': {
      patch: {
        parameters: [inPath('id')],
        requestBody: { content: { 'application/merge-patch+json': { schema } } },
        responses: { 200: { description: 'The thing.' } },
      },
    },
  });
  const content = operationOf(service, 'PATCH /things/{id}').body?.contents[0];
  const problemsOf = (value: Json): unknown => content?.check(value).map(({ pointer, rule }) => `${pointer} ${rule}`);
  expect(problemsOf({ size: 3 })).toEqual([]);
  expect(problemsOf({ size: 'x' })).toEqual(['/size type']);
  expect(problemsOf({ lines: [{}] })).toEqual(['/lines/0/id required']);
});
