/** Names in brackets in forms and queries, as the SDKs of Stripe, Rails, PHP and others write them. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { BodyContent } from '../../../src/core/service/operation.ts';
import { integer, listOf, object, text } from '../../short-document.ts';
import { operationOf, parameterOf, readyServiceOf, source } from '../documents.ts';

const price = object({ price: text, quantity: integer, tags: listOf(text) });
const schema = object({
  id: integer,
  items: listOf(price),
  expand: listOf(text),
  ids: listOf(integer),
  metadata: { type: 'object', additionalProperties: text },
  address: object({ geo: object({ lat: { type: 'number' } }) }),
  created: { anyOf: [object({ gt: integer }), integer] },
  unset: { anyOf: [object({ a: text }), { type: 'string', enum: [''] }] },
  any: {},
  'literal[name]': integer,
});

const deep = { style: 'deepObject', explode: true };

const bytes = (value: string): Uint8Array => new TextEncoder().encode(value);

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data';

const contentOf = async (mediaType: string, encoding?: object, formSchema: object = schema): Promise<BodyContent> => {
  const requestBody = { content: { [mediaType]: { schema: formSchema, ...(encoding && { encoding }) } } };
  const service = await readyServiceOf({ '/x': { post: { operationId: 'x', requestBody, responses: {} } } });
  expect(service.problems).toEqual([]);
  return operationOf(service, 'x').body?.contents[0] as BodyContent;
};

const decodeForm = (content: BodyContent, form: string, type = urlencoded): unknown => {
  if (type === urlencoded) return content.decode(bytes(form));
  const parts = [...new URLSearchParams(form)].map(
    ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return content.decode(bytes(`${parts.join('')}--b--\r\n`), `${multipart}; boundary=b`);
};

const bothWays = 'must not be sent both as a value and with brackets';
const bothBrackets = 'must not be sent both as a list (with empty brackets) and an object';

const readable: readonly (readonly [string, string, object])[] = [
  [
    'objects in a list',
    'items[0][price]=p&items[0][quantity]=2&items[1][price]=q',
    { items: [{ price: 'p', quantity: 2 }, { price: 'q' }] },
  ],
  ['a list of texts', 'expand[]=a&expand[]=b', { expand: ['a', 'b'] }],
  ['a list with indices, in the order of the indices', 'ids[1]=11&ids[0]=10', { ids: [10, 11] }],
  ['indices with ten in their order', 'ids[10]=3&ids[9]=2&ids[0]=1', { ids: [1, 2, 3] }],
  ['a repeated name', 'ids=1&ids=2', { ids: [1, 2] }],
  ['a repeated name, with and without brackets', 'ids=1&ids[]=2', { ids: [1, 2] }],
  ['indices followed by empty brackets', 'ids[0]=1&ids[]=2', { ids: [1, 2] }],
  ['a sparse list without gaps', 'ids[999999999]=2&ids[5]=1', { ids: [1, 2] }],
  ['an index that is not a safe integer', 'ids[99999999999999999999999]=2', { ids: [2] }],
  [
    'objects in a list without indices',
    'items[][price]=a&items[][quantity]=1&items[][price]=b',
    { items: [{ price: 'a', quantity: 1 }, { price: 'b' }] },
  ],
  [
    'lists of objects in a list',
    'items[][tags][]=a&items[][tags][]=b&items[][price]=p',
    { items: [{ tags: ['a', 'b'], price: 'p' }] },
  ],
  ['lists of objects with indices', 'items[0][tags][1]=b&items[0][tags][0]=a', { items: [{ tags: ['a', 'b'] }] }],
  ['a map', 'metadata[order id]=6735&metadata[0]=x', { metadata: { 0: 'x', 'order id': '6735' } }],
  ['objects in objects', 'address[geo][lat]=1.5', { address: { geo: { lat: 1.5 } } }],
  ['the object of a union', 'created[gt]=5', { created: { gt: 5 } }],
  ['the scalar of a union', 'created=5', { created: 5 }],
  ['the empty text of a union', 'unset=', { unset: '' }],
  ['an object as JSON', 'address={"geo":{"lat":2}}', { address: { geo: { lat: 2 } } }],
  ['a list of objects as JSON', 'items=[{"price":"p"}]', { items: [{ price: 'p' }] }],
  ['objects as JSON items', 'items={"price":"p"}&items={"price":"q"}', { items: [{ price: 'p' }, { price: 'q' }] }],
  ['undeclared objects', 'any[a][b]=c', { any: { a: { b: 'c' } } }],
  ['undeclared lists', 'other[]=x&more[1][a]=2&more[0][a]=1', { other: ['x'], more: [{ a: '1' }, { a: '2' }] }],
  ['numbers and names', 'other[0]=x&other[b]=y', { other: { 0: 'x', b: 'y' } }],
  ['a declared name with brackets', 'literal[name]=5', { 'literal[name]': 5 }],
  ['unbalanced brackets as a name', 'a[b=1&[c]=2&d]=3&e[f]g=4', { 'a[b': '1', '[c]': '2', 'd]': '3', 'e[f]g': '4' }],
  ['wrong types as text for the check', 'ids[0]=x&items[0][quantity]=y', { ids: ['x'], items: [{ quantity: 'y' }] }],
  ['an object where a list is expected', 'ids[a]=1', { ids: { a: '1' } }],
];

describe.each([urlencoded, multipart])('%s', (type) => {
  test.each(readable)('reads %s', async (_name, form, value) => {
    expect(decodeForm(await contentOf(type), form, type)).toEqual({ ok: true, value });
  });

  test.each([
    ['a value and an object', 'any=1&any[b]=2', '/any', bothWays],
    ['an object and a value', 'other[b]=2&other=1', '/other', bothWays],
    ['a value and a list', 'other=1&other[]=2', '/other', bothWays],
    ['a value and an index', 'ids=1&ids[0]=2', '/ids', bothWays],
    ['a list and an object', 'any[]=1&any[b]=2', '/any', bothBrackets],
    ['a value and an object in a list', 'items[0]=1&items[0][price]=2', '/items/0', bothWays],
  ])('%s under one name are a conflict', async (_name, form, pointer, message) => {
    const problems = [{ pointer, rule: 'conflict', message }];
    expect(decodeForm(await contentOf(type), form, type)).toMatchObject({ ok: true, problems });
  });

  test('a name of a hundred levels is read, and a deeper one is a problem', async () => {
    const content = await contentOf(type);
    const nested = (depth: number): string => `any${'[a]'.repeat(depth)}=1`;
    expect(decodeForm(content, nested(98), type)).toMatchObject({ ok: true });
    const problem = { pointer: '/any', rule: 'depth', message: 'is nested deeper than 100 levels' };
    const decoded = decodeForm(content, `${nested(100)}&id=1`, type);
    expect(decoded).toEqual({ ok: true, value: { id: 1 }, problems: [problem] });
  });

  test('__proto__ is an ordinary name', async () => {
    const form = '__proto__[a]=1&metadata[__proto__]=2&any[__proto__][constructor]=3';
    const { value } = decodeForm(await contentOf(type), form, type) as { value: Record<string, object> };
    const expected = '{"__proto__":{"a":"1"},"metadata":{"__proto__":"2"},"any":{"__proto__":{"constructor":"3"}}}';
    expect(JSON.stringify(value)).toBe(expected);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('a' in {}).toBe(false);
  });

  const values: readonly Json[] = [
    { id: 1, items: [{ price: 'p', quantity: 2, tags: ['a', 'b'] }, { price: 'q' }] },
    { expand: ['a'], ids: [1, 2], metadata: { 'a key': 'x', b: 'y' }, address: { geo: { lat: 1.5 } } },
    { created: { gt: 5 }, 'literal[name]': 3 },
    { metadata: {}, address: { geo: {} } },
  ];
  const styled = ['items', 'expand', 'ids', 'metadata', 'address', 'created'].map((name) => [name, deep]);
  test.each([
    ['without encodings', undefined],
    ['with the style deepObject', Object.fromEntries(styled)],
  ])('reads what it writes, %s', async (_name, encoding) => {
    const content = await contentOf(type, encoding);
    for (const value of values)
      expect(content.decode(content.write(value), `${type}; boundary=vivarium`)).toEqual({ ok: true, value });
  });
});

test('a form is written with brackets for nested values only', async () => {
  const content = await contentOf(urlencoded);
  const value = { items: [{ price: 'p', tags: ['a', 'b'] }], expand: ['x', 'y'], address: { geo: { lat: 1 } } };
  const form = 'items[0][price]=p&items[0][tags][]=a&items[0][tags][]=b&expand=x&expand=y&address[geo][lat]=1';
  expect(decodeURIComponent(content.write(value))).toBe(form);
});

test('the documented encoding of a form decides how a property is written', async () => {
  const content = await contentOf(urlencoded, {
    expand: deep,
    ids: { style: 'form', explode: false },
    address: { contentType: 'application/json' },
  });
  const value = { expand: ['x', 'y'], ids: [1, 2], address: { geo: { lat: 1 } } };
  const form = content.write(value);
  expect(decodeURIComponent(form)).toBe('expand[]=x&expand[]=y&ids=1,2&address={"geo":{"lat":1}}');
  expect(content.decode(form)).toEqual({ ok: true, value });
});

test('a multipart form is written with brackets where its encoding has a style, else with JSON', async () => {
  const value = { items: [{ price: 'p' }] };
  expect((await contentOf(multipart)).write(value)).toContain('name="items"\r\nContent-Type: application/json');
  const styled = await contentOf(multipart, { items: { style: 'deepObject' } });
  expect(styled.write(value)).toContain('name="items[0][price]"\r\n\r\np\r\n');
});

test.each([
  [
    'objects',
    object({ name: text, size: integer }),
    ['{"name":"a","size":1}', '{"name":"b"}'],
    [{ name: 'a', size: 1 }, { name: 'b' }],
  ],
  ['one object', object({ name: text }), ['{"name":"a"}'], [{ name: 'a' }]],
  ['numbers', integer, ['1', '2'], [1, 2]],
  ['nothing', integer, [], []],
])('a list of %s has the parts as its elements, whatever their names', async (_, element, parts, value) => {
  const content = await contentOf(multipart, undefined, listOf(element));
  const form = new URLSearchParams(parts.map((part, index) => [index === 0 ? 'bottle' : 'bottle[x]', part])).toString();
  expect(decodeForm(content, form, multipart)).toMatchObject({ ok: true, value });
  expect(content.decode(content.write(value), `${multipart}; boundary=vivarium`)).toMatchObject({ ok: true, value });
});

test('a file in brackets is read as a file', async () => {
  const content = await contentOf(multipart, undefined, object({ files: listOf({ type: 'object' }) }));
  const head = 'Content-Disposition: form-data; name="files[]"; filename="a.txt"\r\nContent-Type: text/plain';
  const decoded = content.decode(bytes(`--b\r\n${head}\r\n\r\nhello\r\n--b--\r\n`), `${multipart}; boundary=b`);
  expect(decoded).toMatchObject({ value: { files: [{ name: 'a.txt', type: 'text/plain', size: 5 }] } });
});

describe('a large form', () => {
  test('with a hundred thousand items is read in proportion to its size', async () => {
    const content = await contentOf(urlencoded);
    for (const name of ['ids[]', 'any[][a]', 'items[][tags][]']) {
      const form = `${name}=1&`.repeat(60_000);
      expect(content.decode(bytes(form))).toMatchObject({ ok: true });
    }
    const conflicts = Array.from({ length: 30_000 }, (_each, index) => `a${index}=1&a${index}[b]=2`).join('&');
    expect(content.decode(bytes(conflicts))).toMatchObject({ ok: true, problems: { length: 20 } });
  });
});

describe('a query', () => {
  const query = (of: object, rest: object = {}) => ({ name: 'q', in: 'query', schema: of, ...rest });
  const list = listOf(price);
  const long = (size: number) => `q[price${'x'.repeat(size)}`;
  const cases: readonly (readonly [string, object, string, unknown])[] = [
    ['a list of objects', query(list), 'q[0][price]=p&q[1][price]=r', [{ price: 'p' }, { price: 'r' }]],
    ['a list of objects as deepObject', query(list, deep), 'q[0][price]=p', [{ price: 'p' }]],
    ['a list of texts as deepObject', query(listOf(text), deep), 'q[]=a&q[]=b', ['a', 'b']],
    ['a list with indices', query(listOf(integer)), 'q[1]=2&q[0]=1', [1, 2]],
    ['a list with indices, declared with commas', query(listOf(integer), { explode: false }), 'q[1]=2&q[0]=1', [1, 2]],
    ['a list of both spellings', query(listOf(integer)), 'q=1&q[]=2', [1, 2]],
    ['an object not as deepObject', query(price), 'q[price]=p&q[quantity]=2', { price: 'p', quantity: 2 }],
    ['an object that is declared with commas', query(price, { explode: false }), 'q[price]=p', { price: 'p' }],
    ['a list of a spread one', query(price), 'price=p&tags[]=a&tags[]=b&other[]=1', { price: 'p', tags: ['a', 'b'] }],
    ['an object of a spread object', query(schema), 'address[geo][lat]=1', { address: { geo: { lat: 1 } } }],
    ['an object without a schema', query({}), 'q[a][b]=c', { a: { b: 'c' } }],
    ['encoded brackets', query(price, deep), 'q%5Bprice%5D=p', { price: 'p' }],
    ['a large index', query(listOf(integer)), 'q[999999999]=1', [1]],
    ['a name that begins another one', query(price, deep), 'q[price]=p&qq[price]=x&q2=1', { price: 'p' }],
    ['nothing', query(price, deep), 'r[price]=p', undefined],
    ['a wrong type', query(list), 'q[0][quantity]=x', '/0/quantity must be an integer'],
    ['a conflict', query({}), 'q=1&q[b]=2', bothWays],
    ['a conflict in a deep object', query(price, deep), 'q=1&q[price]=2', bothWays],
    ['a property that is given twice', query(price, deep), 'q[price]=1&q[price]=2', '/price must be given once'],
    ['unbalanced brackets', query(price, deep), 'q[price=1', 'has an invalid property name: "q[price"'],
    ['a long name', query(price, deep), `${long(1000)}=1`, `has an invalid property name: "${long(192)}…"`],
    ['many levels', query({}, deep), `q${'[a]'.repeat(100)}=1`, 'is nested deeper than 100 levels'],
  ];
  test.each(cases)('with %s is read', async (_name, raw, sent, expected) => {
    const { parameter } = await parameterOf(raw);
    const decoded = parameter.decode(source({ query: sent }));
    const found =
      decoded !== undefined && 'problem' in decoded
        ? `${decoded.problem.pointer} ${decoded.problem.message}`.trim()
        : decoded?.value;
    expect(found).toEqual(expected);
  });

  const written: readonly (readonly [string, object, Json, string])[] = [
    [
      'a list of objects',
      query(list),
      [{ price: 'p' }, { tags: ['a', 'b'] }],
      'q[0][price]=p&q[1][tags][]=a&q[1][tags][]=b',
    ],
    ['a list of objects as deepObject', query(list, deep), [{ price: 'p' }], 'q[0][price]=p'],
    ['a list of texts as deepObject', query(listOf(text), deep), ['a', 'b'], 'q[]=a&q[]=b'],
    ['a list of texts', query(listOf(text)), ['a', 'b'], 'q=a&q=b'],
    [
      'an object in an object as deepObject',
      query(schema, deep),
      { address: { geo: { lat: 1 } }, ids: [1] },
      'q[address][geo][lat]=1&q[ids][]=1',
    ],
    [
      'an object in a spread object',
      query(schema),
      { id: 1, address: { geo: { lat: 1 } }, ids: [1, 2] },
      'id=1&address[geo][lat]=1&ids=1&ids=2',
    ],
    ['a list of objects, declared with commas', query(list, { explode: false }), [{ price: 'p' }], 'q[0][price]=p'],
  ];
  test.each(written)('with %s is written as it is read', async (_name, raw, value, expected) => {
    const { parameter } = await parameterOf(raw);
    const sent = parameter.write(value);
    expect(decodeURIComponent(sent)).toBe(expected);
    expect(parameter.decode(source({ query: sent }))).toEqual({ value });
  });
});
