import { expect, test } from 'vitest';
import { negotiate } from '../../../src/core/http/http.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import { createVivarium } from '../../../src/index.ts';
import { integer, object, ref, text } from '../../short-document.ts';
import { contentsOf, now, operationOf, readyServiceOf, serviceOf } from '../documents.ts';

const context = { seed: 1, now };

const responseOf = async (response: object, components: object = {}) => {
  const service = await readyServiceOf(
    { '/a': { get: { operationId: 'a', responses: { 200: { description: 'Fine.', ...response } } } } },
    { components },
  );
  return { service, response: operationOf(service, 'a').responses.get('200') };
};

const json = (media: object) => ({ content: { 'application/json': media } });

test('the documented example is generated', async () => {
  const { response } = await responseOf(json({ schema: integer, example: 42 }));
  expect(response?.contents[0]).toMatchObject({ mediaType: 'application/json', example: 42 });
  expect(response?.contents[0]?.generate(context)).toBe(42);
});

test('the first named example is generated, and each is found by its name', async () => {
  const { response } = await responseOf(
    json({
      schema: integer,
      examples: {
        one: { value: 1 },
        two: { $ref: '#/components/examples/Two' },
        far: { externalValue: 'https://example.com' },
        constructor: { value: 3 },
      },
    }),
    { examples: { Two: { value: 2 } } },
  );
  const [content] = response?.contents ?? [];
  expect(content?.generate(context)).toBe(1);
  expect([...(content?.examples ?? [])]).toEqual([
    ['one', 1],
    ['two', 2],
    ['constructor', 3],
  ]);
});

test('an example without a value is reported', async () => {
  const { service } = await responseOf(json({ examples: { far: { externalValue: 'https://example.com' } } }));
  expect(service.problems).toMatchObject([
    { pointer: '/paths/~1a/get/responses/200/content/application~1json/examples/far' },
  ]);
});

const named = { type: 'object', required: ['id', 'name'], properties: { id: integer, name: text } };
const ada = { id: 5, name: 'Ada' };

test.each<[string, object]>([
  ['below a name', { examples: { one: ada } }],
  ['in a list', { examples: [ada] }],
  ['in a list, with its value', { examples: [{ value: ada }] }],
  ['in place of the names', { examples: ada }],
  ['in place of the names, of a schema with parts', { schema: { allOf: [ref('Named')] }, examples: ada }],
  ['as a value of the one example', { example: { value: ada } }],
  ['as it should be', { examples: { one: { summary: 'One.', value: ada } } }],
])('an example that is written %s is used', async (_name, media) => {
  const { response } = await responseOf(json({ schema: ref('Named'), ...media }), { schemas: { Named: named } });
  expect(response?.contents[0]?.generate(context)).toEqual(ada);
});

test('an example that is named as a property is no property', async () => {
  const schema = { type: 'object', properties: { name: text, id: integer } };
  const { response } = await responseOf(json({ schema, examples: { name: { value: ada } } }));
  expect(response?.contents[0]?.generate(context)).toEqual(ada);
});

const around = object({ value: object({ a: integer }) });

test.each([around, { allOf: [around] }, { type: 'object', additionalProperties: { type: 'object' } }, {}])(
  'a property with the name of a part of examples is one: %j',
  async (schema) => {
    const { response } = await responseOf(json({ schema, example: { value: { a: 1 } } }));
    expect(response?.contents[0]?.generate(context)).toEqual({ value: { a: 1 } });
  },
);

test.each<[object, Json]>([
  [{ examples: [ada, { ...ada, id: 6 }] }, [ada, { ...ada, id: 6 }]],
  [{ examples: [[ada]] }, [ada]],
  [{ examples: [{ value: [ada] }] }, [ada]],
])('of a list, %j is read as %j', async (media, shown) => {
  const { response } = await responseOf(json({ schema: { type: 'array', items: named }, ...media }));
  expect(response?.contents[0]?.generate(context)).toEqual(shown);
});

test.each([{ name: 'Ada', totalValue: 5 }, { summary: 'One', description: 'Two' }, 'abc', null])(
  'what stands in place of examples is one, if it is a value: %j',
  async (examples) => {
    const properties = { name: text, totalValue: integer, summary: text, description: text };
    const schema = typeof examples === 'object' ? { type: 'object', properties } : text;
    const { response } = await responseOf(json({ schema, examples }));
    expect([...(response?.contents[0]?.examples.values() ?? [])]).toEqual(examples === null ? [] : [examples]);
  },
);

test('a body of which nothing is described is an empty object', async () => {
  for (const schema of [undefined, {}, { title: 'Response Health' }, { nullable: true, 'x-a': 1 }, ref('Any')])
    expect(
      (await responseOf(json({ schema }), { schemas: { Any: {} } })).response?.contents[0]?.generate(context),
    ).toEqual({});
});

test('a message is the first line of a description', async () => {
  const schema = { type: 'object', required: ['message'], properties: { message: text } };
  const description = 'Job was stopped.\n\nIt can be started anew.';
  const { response } = await responseOf({ description, ...json({ schema }) });
  expect(response?.contents[0]?.generate(context)).toEqual({ message: 'Job was stopped.' });
});

test('an event stream of which nothing is described has events', async () => {
  const { response } = await responseOf({ content: { 'text/event-stream': { schema: {} } } });
  const [content] = response?.contents ?? [];
  expect(content?.write?.(content.generate(context) as never)).toMatch(/^data: \S/);
});

test("the schema's example is used if the response has none", async () => {
  for (const schema of [{ type: 'object', example: { a: 1 } }, { type: 'object', examples: [{ a: 1 }] }, ref('A')]) {
    const { response } = await contentsOf(schema, { schemas: { A: { type: 'object', example: { a: 1 } } } });
    expect(response.example).toEqual({ a: 1 });
    expect(response.generate(context)).toEqual({ a: 1 });
  }
});

test.each([
  ['/products/categories', /^[A-Z][a-z]+$/],
  ['/teams/emails/{id}', /@example\.com$/],
])('the texts of a list at %s are what its path names', async (path, expected) => {
  const schema = { type: 'array', minItems: 1, items: { type: 'string' } };
  const responses = { 200: { description: 'Fine.', ...json({ schema }) } };
  const service = await readyServiceOf({ [path]: { get: { operationId: 'a', responses } } });
  const texts = operationOf(service, 'a').responses.get('200')?.contents[0]?.generate(context) as string[];
  for (const one of texts) expect(one).toMatch(expected);
});

test('an invalid example is found by its name, but a valid value is generated', async () => {
  const { response } = await responseOf(json({ schema: object({ a: integer }, ['a']), example: { a: 'x' } }));
  const [content] = response?.contents ?? [];
  expect(content?.example).toEqual({ a: 'x' });
  expect(content?.generate(context)).toEqual({ a: expect.any(Number) });
});

test('JSON is first, the rest in document order', async () => {
  const schema = { type: 'string' };
  const { response } = await responseOf({
    content: {
      'text/plain': { schema },
      'application/problem+json': { schema },
      'text/html': { schema },
      'application/json': { schema },
    },
  });
  expect(response?.contents.map(({ mediaType, factsOf }) => [mediaType, factsOf !== undefined])).toEqual([
    ['application/json', true],
    ['application/problem+json', true],
    ['text/plain', false],
    ['text/html', false],
  ]);
});

test('text is generated as text', async () => {
  const { response } = await responseOf({ content: { 'text/plain': { schema: { type: 'string', enum: ['hello'] } } } });
  expect(response?.contents[0]?.generate(context)).toBe('hello');
});

test('an unsupported media type beside a supported one is ignored and reported', () => {
  const content = {
    'application/x-protobuf': { schema: {} },
    'application/json': { schema: {} },
    'application/vnd.x+xml': { example: '<a/>' },
  };
  const service = serviceOf({ '/a': { get: { operationId: 'a', responses: { 200: { description: '', content } } } } });
  expect(
    operationOf(service, 'a')
      .responses.get('200')
      ?.contents.map(({ mediaType }) => mediaType),
  ).toEqual(['application/json', 'application/vnd.x+xml']);
  expect(service.problems.map(({ pointer }) => pointer)).toEqual([
    '/paths/~1a/get/responses/200/content/application~1x-protobuf',
  ]);
});

test('an unsupported media type alone has an empty body, and is reported', async () => {
  const { response, service } = await responseOf({ content: { 'application/vnd.unknown': {} } });
  expect(response?.contents[0]?.generate(context)).toBe('');
  expect(service.problems).toHaveLength(1);
});

test('headers are generated from their example or schema', async () => {
  const { response } = await responseOf(
    {
      headers: {
        'X-Total': { required: true, schema: { type: 'integer', minimum: 5, maximum: 5 } },
        'X-Id': { $ref: '#/components/headers/Id' },
      },
    },
    { headers: { Id: { schema: text, example: 'abc' } } },
  );
  expect(response?.headers.map(({ name, required, generate }) => [name, required, generate(context)])).toEqual([
    ['X-Total', true, 5],
    ['X-Id', false, 'abc'],
  ]);
});

test('a response may be a reference, and may have no content', async () => {
  const service = await readyServiceOf(
    {
      '/a': {
        get: {
          operationId: 'a',
          responses: { 200: { $ref: '#/components/responses/A' }, 204: { description: 'Nothing.' } },
        },
      },
    },
    { components: { responses: { A: { description: 'Shared.', ...json({ schema: {}, example: 1 }) } } } },
  );
  const { responses } = operationOf(service, 'a');
  expect(responses.get('200')).toMatchObject({ description: 'Shared.', contents: [{ example: 1 }] });
  expect(responses.get('204')).toEqual({ description: 'Nothing.', contents: [], headers: [] });
});

test('a file in `default` beside errors alone is the success, another body an error', async () => {
  const withDefault = (own: object, error: object) => ({
    get: { operationId: 'a', responses: { 400: { description: 'No.', ...error }, default: own } },
  });
  const file = { 'image/*': { schema: { type: 'string', format: 'binary' } } };
  const statusOf = async (own: object, error: object = json({ schema: {} })): Promise<number | undefined> =>
    operationOf(await readyServiceOf({ '/a': withDefault(own, error) }), 'a').success?.status;
  expect(await statusOf({ description: 'default response', content: file })).toBe(200);
  expect(await statusOf({ description: 'default response', ...json({ schema: { type: 'object' } }) })).toBe(200);
  expect(await statusOf({ description: 'Unexpected error', ...json({ schema: { type: 'object' } }) })).toBeUndefined();
  expect(await statusOf({ description: 'The problem.', content: file })).toBeUndefined();
  const unsaid = { description: '', ...json({ schema: { type: 'object' } }) };
  expect(await statusOf(unsaid, {})).toBe(200);
  expect(await statusOf(unsaid)).toBeUndefined();
  expect(await statusOf({ description: '' }, {})).toBeUndefined();
});

test.each([
  ['/health', [true]],
  ['/api/healthz', [true]],
  ['/ready', [true]],
  ['/live', [true]],
  ['/ping', [true]],
  ['/things/exist', [false, true]],
])('the flag that %s shows is %j', async (path, expected) => {
  const get = { responses: { 200: { description: '', ...json({ schema: { type: 'boolean' } }) } } };
  const service = await readyServiceOf({ [path]: { get } });
  const [content] = operationOf(service, `GET ${path}`).responses.get('200')?.contents ?? [];
  const drawn = new Set(Array.from({ length: 40 }, (_, seed) => content?.generate({ seed, now })));
  expect([...drawn].sort()).toEqual(expected);
});

test.each<[range: string, accept: string, mediaType: string, start: string]>([
  ['image/*', 'image/jpeg', 'image/jpeg', '\u00ff\u00d8'],
  ['image/*', 'text/html, image/png;q=0.5, image/webp;q=0.8', 'image/webp', 'RIFF'],
  ['image/*', 'image/*', 'image/png', '\u0089PNG'],
  ['*/*', 'application/pdf', 'application/pdf', '%PDF'],
  ['video/*', '*/*', 'video/mp4', '\0\0\0'],
  ['image/*', 'image/<svg>', 'image/png', '\u0089PNG'],
])('a response of %s is what the client accepts: %s', async (range, accept, mediaType, start) => {
  const content = { [range]: { schema: { type: 'string', format: 'binary' } } };
  const responses = { 200: { description: 'Fine.', content }, 406: { description: 'No.' } };
  const service = await readyServiceOf({ '/a': { get: { operationId: 'a', responses } } });
  const [offered] = operationOf(service, 'a').responses.get('200')?.contents ?? [];
  const chosen = negotiate(offered === undefined ? [] : [offered], { headers: { accept } }) ?? offered;
  expect(chosen?.mediaType).toBe(mediaType);
  const written = chosen?.write?.(chosen.generate(context));
  expect(
    Buffer.from(written ?? '')
      .toString('latin1')
      .slice(0, start.length),
  ).toBe(start);
});

test.each<[shown: string, sent: unknown]>([
  ['</style.css>; rel="preload"', '</style.css>; rel="preload"'],
  ['</a?page=2>; rel="next"', '</a>; rel="self"'],
])('a documented Link %s is sent, unless it leads to another page', async (example, sent) => {
  const headers = { Link: { schema: text, example } };
  const document = { openapi: '3.1.0', info: { title: 'T', version: '1' } };
  const responses = { 200: { description: 'Fine.', headers, ...json({ schema: object({ a: integer }) }) } };
  const vivarium = await createVivarium({ document: { ...document, paths: { '/a': { get: { responses } } } } });
  expect((await vivarium.world('test').fetch('/a')).headers.get('link')).toBe(sent);
  await vivarium.close();
});
