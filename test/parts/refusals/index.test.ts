import { afterAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { ConfigError, createVivarium, type ScenarioDocument, type Vivarium } from '../../../src/index.ts';

const json = (schema: JsonObject) => ({ description: 'x', content: { 'application/json': { schema } } });
const item = { type: 'object', required: ['name'], properties: { id: { type: 'integer' }, name: { type: 'string' } } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const detail = { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } } },
  paths: {
    '/things': {
      get: { responses: { 200: json({ type: 'array', items: item }) } },
      post: {
        requestBody: { required: true, content: { 'application/json': { schema: item } } },
        responses: { 201: json(item), '4XX': json(detail) },
        security: [{ key: [] }],
      },
    },
    '/things/{id}': {
      parameters: [id],
      get: { responses: { 200: json(item), 404: json(detail) } },
      delete: { responses: { 204: { description: 'gone' }, default: json(detail) } },
    },
    '/page/{id}': {
      parameters: [id],
      get: {
        responses: {
          200: { description: 'x', content: { 'text/html': { schema: { type: 'string' } } } },
          404: { description: 'x', content: { 'text/html': { schema: { type: 'string' } } } },
        },
      },
    },
  },
} satisfies JsonObject;

const refusals = {
  credential: { status: 403, body: { errors: [{ detail: 'must be logged in' }] } },
  item: { message: 'Not Found' },
  request: { status: 422, body: { error: 'wrong: $message', sent: { $from: 'body.id' }, at: { $from: 'now' } } },
  path: { status: 410, body: 'nothing at $message' },
  method: { body: { allowed: false, of: { $from: 'path.id' }, page: { $from: 'query.page' } } },
} satisfies NonNullable<ScenarioDocument['refusals']>;

const open: Vivarium[] = [];
afterAll(() => Promise.all(open.map((one) => one.close())));
const start = async (scenario: ScenarioDocument) => {
  const vivarium = await createVivarium({ document, scenario });
  open.push(vivarium);
  return vivarium;
};

describe('a scenario with refusals', async () => {
  const vivarium = await start({ clock: { at: '2030-01-01', frozen: true }, refusals, data: { things: [] } });
  const world = vivarium.world('own');
  const ask = async (path: string, init?: RequestInit) => {
    const response = await world.fetch(path, init);
    const text = await response.text();
    const why = world.exchanges()[0]?.why.at(-1);
    return { status: response.status, type: response.headers.get('content-type'), text, why };
  };
  const post = { method: 'POST', headers: { 'content-type': 'application/json' } };

  test('states the whole body and the status of a missing credential, which the document leaves open', async () => {
    expect(await ask('/things', { ...post, body: '{"name":"a"}' })).toEqual({
      status: 403,
      type: 'application/json',
      text: '{"errors":[{"detail":"must be logged in"}]}',
      why: 'rejected with 403, as refusals.credential of the scenario states: The credential is missing: send it in the header "X-Key".',
    });
  });

  test('states the message of a missing item in the format of the document', async () => {
    expect(await ask('/things/7')).toMatchObject({ status: 404, text: '{"detail":"Not Found"}' });
    expect(await ask('/things/seven')).toMatchObject({ status: 404, text: '{"detail":"Not Found"}' });
    expect(await ask('/things/7', { method: 'DELETE' })).toMatchObject({ text: '{"detail":"Not Found"}' });
  });

  test('repeats the specific message, a part of the request and the time', async () => {
    const headers = { ...post.headers, 'X-Key': 'k' };
    const { status, text } = await ask('/things', { ...post, headers, body: '{"id":"x"}' });
    expect(status).toBe(422);
    expect(JSON.parse(text)).toEqual({
      error: expect.stringMatching(/^wrong: body\.\w+ /),
      sent: 'x',
      at: '2030-01-01T00:00:00.000Z',
    });
  });

  test('states what an unknown path and another method get', async () => {
    expect(await ask('/nowhere')).toMatchObject({ status: 410, type: 'text/plain', text: /^nothing at .*\/nowhere/ });
    const other = await world.fetch('/things/7?page=3', { method: 'PUT' });
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, OPTIONS']);
    expect(await other.json()).toEqual({ allowed: false, page: '3' });
  });

  test('is saved with the world', () => {
    expect(world.save().refusals).toEqual(refusals);
  });
});

test('worlds have the refusals of their scenarios', async () => {
  const vivarium = await start({ data: { things: [] } });
  const told = vivarium.world('told');
  told.start({ inline: { refusals: { item: { message: 'No such thing' } } } });
  const plain = vivarium.world('plain');
  const detailIn = async (world: typeof plain) =>
    ((await (await world.fetch('/things/7')).json()) as JsonObject).detail;
  expect(await detailIn(told)).toBe('No such thing');
  expect(await detailIn(plain)).not.toBe('No such thing');
});

test('a request without an accepted credential is no call, whatever its status', async () => {
  const vivarium = await start({ refusals: { credential: { status: 404 } } });
  const world = vivarium.world('locked');
  expect((await world.fetch('/things', { method: 'POST' })).status).toBe(404);
  expect(world.coverage().items.find(({ operation }) => operation === 'POST /things')?.calls).toBe(0);
});

test('text of the request is not markup', async () => {
  const vivarium = await start({
    refusals: { item: { body: '<p>$message</p>' }, request: { body: { $from: 'path.id' } } },
  });
  const world = vivarium.world('page');
  const response = await world.fetch('/page/<script>');
  expect(await response.text()).not.toContain('<script>');
});

test.each([
  [{ itm: {} }, /unknown key "itm" in refusals\. Did you mean "item"\?/],
  [{ item: { status: 200 } }, /refusals\.item\.status must be a whole number from 400 to 599, not 200/],
  [
    { item: { body: { a: { $form: 'now' } } } },
    /refusals\.item\.body\.a\.\$form unknown key "\$form"\. Did you mean "\$from"\?/,
  ],
  [
    { item: { body: [{ $from: 'header.x' }] } },
    /refusals\.item\.body\[0\]\.\$from must be "now", or body\., path\. or query\. and a name/,
  ],
  [{ item: { body: { a: { $message: true } } } }, /refusals\.item\.body\.a must be the text "\$message"/],
  [{ item: { body: { a: { $add: 1 } } } }, /refusals\.item\.body\.a must not add/],
])('%j is an error with its place', async (wrong, message) => {
  const created = createVivarium({ document, scenario: { refusals: wrong } as ScenarioDocument });
  await expect(created).rejects.toThrow(ConfigError);
  await expect(created).rejects.toThrow(message);
});
