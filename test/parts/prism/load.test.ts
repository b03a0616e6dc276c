import { afterAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium, type Vivarium } from '../../../src/index.ts';

const item = {
  type: 'object',
  required: ['id', 'name'],
  properties: {
    id: { type: 'integer', minimum: 1 },
    name: { type: 'string', example: 'Schema' },
    example: { type: 'string', enum: ['kept'] },
  },
};
const json = (schema: JsonObject, examples: JsonObject = {}) => ({
  description: 'x',
  content: { 'application/json': { schema, examples } },
});
const cat = { id: 1, name: 'Cat', example: 'kept' };
const dog = { id: 2, name: 'Dog', example: 'kept' };
const failure = { type: 'object', required: ['error'], properties: { error: { type: 'string', minLength: 20 } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '1' },
  paths: {
    '/things': { get: { responses: { 200: json({ type: 'array', items: item }) } } },
    '/things/{id}': {
      get: {
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
          { name: 'size', in: 'query', schema: { type: 'integer' } },
        ],
        responses: {
          200: json(item, { cat: { value: cat }, dog: { value: dog } }),
          404: json(failure, { none: { value: { error: 'The documented example.' } } }),
        },
      },
    },
  },
} satisfies JsonObject;

const open: Vivarium[] = [];
afterAll(() => Promise.all(open.map((one) => one.close())));
const start = async (prism: boolean) => {
  const vivarium = await createVivarium({ document, prism, scenario: { data: { things: [cat, dog] } } });
  open.push(vivarium);
  const world = vivarium.world('own');
  return {
    world,
    ask: async (query: string, prefer?: string) => {
      const response = await world.fetch(`/things/1${query}`, prefer === undefined ? {} : { headers: { prefer } });
      const body = (await response.json()) as JsonObject;
      return { status: response.status, body, applied: response.headers.get('preference-applied') };
    },
  };
};

describe('with prism', async () => {
  const { ask, world } = await start(true);

  test('the query chooses the status and the example, and is no part of the request', async () => {
    expect(await ask('?__code=404')).toMatchObject({ status: 404, body: { error: expect.any(String) } });
    expect(await ask('?size=3&__example=dog')).toMatchObject({ status: 200, body: dog, applied: 'example=dog' });
    expect(world.exchanges()[0]).toMatchObject({ query: 'size=3', violations: [] });
    expect(world.exchanges()[0]?.why.join()).not.toContain('__example');
    expect(await ask('?%5F%5Fcode=404')).toMatchObject({ status: 404 });
  });

  test('dynamic draws from the schema without examples, and something else each time', async () => {
    const drawn = await Promise.all([ask('?__dynamic=true'), ask('', 'dynamic=true'), ask('', 'dynamic=true')]);
    for (const { status, body } of drawn) {
      expect(status).toBe(200);
      expect(body.name).not.toBe('Schema');
      expect(body.name).not.toBe('Cat');
      expect(body.id).toBeGreaterThanOrEqual(1);
      expect([undefined, 'kept']).toContain(body.example);
    }
    expect(new Set(drawn.map(({ body }) => JSON.stringify(body))).size).toBe(3);
    expect(drawn[1]?.applied).toBe('dynamic=true');
    expect((await ask('?__dynamic=false')).body).toEqual(cat);
  });

  test('dynamic draws the body of an error too, and an example goes before it', async () => {
    const { status, body } = await ask('', 'code=404, dynamic=true');
    expect(status).toBe(404);
    expect(body.error).not.toBe('The documented example.');
    expect((body.error as string).length).toBeGreaterThanOrEqual(20);
    expect((await ask('', 'example=dog, dynamic=true')).body).toEqual(dog);
  });

  test('a header goes before the query, as in Prism', async () => {
    expect(await ask('?__code=404', 'example=dog')).toMatchObject({ status: 200, body: dog });
  });

  test('what is no preference is ignored, and said so', async () => {
    expect((await ask('', 'dynamic=maybe')).body).toEqual(cat);
    expect(world.exchanges()[0]?.why).toContain('Prefer dynamic=maybe: ignored, it must be true or false');
  });
});

test('without prism, they are unknown', async () => {
  const { ask, world } = await start(false);
  expect((await ask('?__code=404')).status).toBe(200);
  expect(world.exchanges()[0]?.why.join()).toContain('query.__code');
  expect((await ask('', 'dynamic=true')).body).toEqual(cat);
  expect(world.exchanges()[0]?.why).toContain('Prefer dynamic=true: ignored, unknown preference');
});
