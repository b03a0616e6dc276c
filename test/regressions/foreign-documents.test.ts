/** Kinds of documents that were reported to other tools as served wrongly. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../src/index.ts';

const serve = async (paths: object, schemas: object = {}, openapi = '3.1.0') => {
  const info = { title: 'Foreign', version: '1' };
  const vivarium = await createVivarium({ document: { openapi, info, paths, components: { schemas } } });
  onTestFinished(() => vivarium.close());
  const world = vivarium.world('test');
  const headers = { 'content-type': 'application/json' };
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    world.fetch(path, body === undefined ? { method } : { method, headers, body: JSON.stringify(body) });
  return { world, send, get: async (path: string) => (await send('GET', path)).json() };
};

const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });
const ok = (content: object) => ({ responses: { 200: { description: 'ok', ...content } } });
const taking = (schema: object) => ({
  post: { requestBody: json(schema), responses: { 204: { description: 'ok' }, 400: { description: 'bad' } } },
});

test('an example that a program printed is what it contains', async () => {
  const user = { type: 'object', properties: { name: { type: 'string' }, active: { type: 'boolean' } } };
  const tags = { type: 'array', items: { type: 'string' }, example: "['x', 'y']" };
  const { get } = await serve({
    '/python': { get: ok(json(user, { example: "{'name': 'Ada', 'active': True}" })) },
    '/script': { get: ok(json(user, { examples: { a: { value: "{ name: 'Bob', active: false, }" } } })) },
    '/part': { get: ok(json({ type: 'object', required: ['tags'], properties: { tags } })) },
  });
  expect(await get('/python')).toEqual({ name: 'Ada', active: true });
  expect(await get('/script')).toEqual({ name: 'Bob', active: false });
  expect(await get('/part')).toEqual({ tags: ['x', 'y'] });
});

test('a value of an enum is the one of its example, and examples of a schema may have names', async () => {
  const state = { type: 'string', enum: ['FAILURE', 'SUCCESS'], example: 'SUCCESS' };
  const name = { type: 'string', examples: { one: { value: 'Ada' } } };
  const { get } = await serve({
    '/a': { get: ok(json({ type: 'object', required: ['state', 'name'], properties: { state, name } })) },
  });
  expect(await get('/a')).toEqual({ state: 'SUCCESS', name: 'Ada' });
});

test('what one part requires and another makes readOnly is not required of a request', async () => {
  const site = { type: 'object', required: ['id', 'kind'], properties: { id: { type: 'string' }, kind: {} } };
  const overriding = { type: 'object', properties: { id: { readOnly: true } }, required: ['text'] };
  const { send } = await serve(
    { '/a': taking({ allOf: [{ $ref: '#/components/schemas/Site' }, overriding] }) },
    { Site: site },
  );
  const statuses = [{ kind: 1, text: 'b' }, { text: 'b' }, { kind: 1 }].map(
    async (body) => (await send('POST', '/a', body)).status,
  );
  expect(await Promise.all(statuses)).toEqual([204, 400, 400]);
});

test('what depends on a property is required, accepted and generated', async () => {
  const schema = {
    type: 'object',
    required: ['card', 'x-size', 'gift'],
    properties: { card: { type: 'string' }, gift: { type: 'boolean' } },
    patternProperties: { '^x-': { type: 'integer' } },
    dependentRequired: { card: ['code'] },
    dependentSchemas: { gift: { required: ['to'], properties: { to: { type: 'string' } } } },
    dependencies: { to: ['note'] },
    unevaluatedProperties: { type: ['string', 'integer'] },
  };
  const { send, get, world } = await serve({ '/a': { get: ok(json(schema)), ...taking(schema) } });
  expect(await get('/a')).toEqual({
    ...{ card: expect.any(String), code: expect.anything(), 'x-size': expect.any(Number) },
    ...{ gift: expect.any(Boolean), to: expect.any(String), note: expect.anything() },
  });
  const whole = { card: '1', code: '2', gift: true, to: 'b', note: 'n', 'x-size': 1 };
  const { to: _to, ...withoutTo } = whole;
  const { note: _note, ...withoutNote } = whole;
  const sent = [whole, withoutTo, withoutNote, { ...whole, 'x-size': 'a' }];
  expect(await Promise.all(sent.map(async (body) => (await send('POST', '/a', body)).status))).toEqual([
    204, 400, 400, 400,
  ]);
  expect(world.exchanges().flatMap(({ violations }) => violations.filter(({ side }) => side === 'response'))).toEqual(
    [],
  );
});

test('a number of a narrow range is in it', async () => {
  const rate = { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 0.001 };
  const { get } = await serve(
    { '/a': { get: ok(json({ type: 'object', required: ['rate'], properties: { rate } })) } },
    {},
    '3.0.3',
  );
  const { rate: drawn } = await get('/a');
  expect(drawn).toBeGreaterThan(0);
  expect(drawn).toBeLessThanOrEqual(0.001);
});

test('QUERY lists the items that its body asks for', async () => {
  const book = {
    type: 'object',
    required: ['id', 'title', 'author'],
    properties: { id: { type: 'integer', readOnly: true }, title: { type: 'string' }, author: { type: 'string' } },
  };
  const list = json({ type: 'array', items: book });
  const asked = { type: 'object', properties: { author: { type: 'string' }, limit: { type: 'integer' } } };
  const { send } = await serve(
    {
      '/books': {
        get: ok(list),
        post: { requestBody: json(book), responses: { 201: { description: 'ok', ...json(book) } } },
        query: { requestBody: json(asked), ...ok(list) },
      },
    },
    {},
    '3.2.0',
  );
  for (const author of ['Ann', 'Bob', 'Ann']) await send('POST', '/books', { title: 'A', author });
  const search = async (body: object) => (await send('QUERY', '/books', body)).json();
  expect(await search({ author: 'Ann' })).toEqual([
    expect.objectContaining({ author: 'Ann' }),
    expect.objectContaining({ author: 'Ann' }),
  ]);
  expect(await search({ author: 'Ann', limit: 1 })).toHaveLength(1);
});

test('attributes of XML have their namespaces, and the kinds of nodes of OpenAPI 3.2', async () => {
  const one = { type: 'integer', const: 4 };
  const schema = {
    type: 'object',
    required: ['id', 'rank', 'said', 'list'],
    xml: { name: 'a' },
    properties: {
      id: { ...one, xml: { attribute: true, prefix: 'p', namespace: 'urn:p' } },
      rank: { ...one, xml: { nodeType: 'attribute', prefix: 'p', namespace: 'urn:p' } },
      said: { type: 'string', const: 'so', xml: { nodeType: 'cdata' } },
      list: {
        type: 'array',
        minItems: 1,
        maxItems: 1,
        xml: { nodeType: 'element' },
        items: { ...one, xml: { name: 'entry' } },
      },
    },
  };
  const { send } = await serve({ '/a': { get: ok({ content: { 'application/xml': { schema } } }) } }, {}, '3.2.0');
  expect(await (await send('GET', '/a')).text()).toMatch(
    /<a xmlns:p="urn:p" p:id="4" p:rank="4">so<list><entry>4<\/entry><\/list><\/a>$/,
  );
});

test.each(['string', 'integer'])('an id without a type is that of the item, by a path of type %s', async (type) => {
  const item = { type: 'object', properties: { id: { readOnly: true }, name: { type: 'string' } } };
  const { send, get } = await serve({
    '/items': {
      get: ok(json({ type: 'array', items: item })),
      post: { requestBody: json(item), responses: { 201: { description: 'ok', ...json(item) } } },
    },
    '/items/{id}': {
      get: { parameters: [{ name: 'id', in: 'path', required: true, schema: { type } }], ...ok(json(item)) },
    },
  });
  const { id } = await (await send('POST', '/items', { name: 'a' })).json();
  expect(await get(`/items/${id}`)).toEqual({ id, name: 'a' });
  expect((await get('/items')).every((one: { id: unknown }) => ['string', 'number'].includes(typeof one.id))).toBe(
    true,
  );
});

test('what FastAPI says of every response is no text that is read, and a body of which nothing is said is none', async () => {
  const said = { responses: { 200: { description: 'Successful Response', ...json({ type: 'string' }) } } };
  const { get, send } = await serve({ '/version': { get: said }, '/reset': { post: { requestBody: {}, ...said } } });
  expect(await get('/version')).toMatch(/^\d+\.\d+/);
  const response = await send('POST', '/reset', { a: 1 });
  expect([response.status, await response.json()]).toEqual([200, 'Successful Response']);
});

test.each([
  { series: [1, null, 2.5] },
  { rows: [{ at: null, size: 1 }, { at: 'noon', size: 2.5 }, { at: 'dusk' }] },
  { mixed: [1, 'a', true], none: [[], ['b']] },
])('an example of which no schema says anything stays whole: %j', async (example) => {
  const { get } = await serve({ '/chart': { get: ok(json({ type: 'object' }, { example })) } });
  expect(await get('/chart')).toEqual(example);
});

test('null in a JSON Merge Patch removes the property, whose type does not name null', async () => {
  const text = { type: 'string' };
  const item = {
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer', readOnly: true },
      a: text,
      b: text,
      of: { type: 'object', properties: { c: text, d: text } },
    },
  };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
  const requestBody = { content: { 'application/merge-patch+json': { schema: item } } };
  const { world, send } = await serve({
    '/items': { post: { requestBody: json(item), responses: { 201: { description: 'ok', ...json(item) } } } },
    '/items/{id}': { get: { parameters, ...ok(json(item)) }, patch: { parameters, requestBody, ...ok(json(item)) } },
  });
  const { id } = await (await send('POST', '/items', { a: '1', b: '2', of: { c: '3', d: '4' } })).json();
  const patch = async (body: object | null) => {
    const headers = { 'content-type': 'application/merge-patch+json' };
    const response = await world.fetch(`/items/${id}`, { method: 'PATCH', headers, body: JSON.stringify(body) });
    return [response.status, await response.json()];
  };
  expect(await patch({ a: null, of: { c: null } })).toEqual([200, { id, b: '2', of: { d: '4' } }]);
  expect(await patch({ b: 1 })).toMatchObject([400, {}]);
  expect(await patch(null)).toMatchObject([400, {}]);
});
