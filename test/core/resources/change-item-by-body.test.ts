/** PUT on the path of a collection: one item, named by its id in the body. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { integer, listOf, object, operation, ref, text } from '../../openapi/resources/small.ts';
import { documentOf, readyService, requestOf, stateOf, take } from '../helpers.ts';

const Part = object({ id: integer, name: text, size: integer }, ['id', 'name']);
const parts = listOf(ref('Part'));
const data = [
  { id: 1, name: 'a', size: 1 },
  { id: 2, name: 'b', size: 2 },
  { id: 3, name: 'c' },
];

const load = async (write: object) => {
  const paths = {
    '/parts': {
      get: operation(parts),
      post: operation(ref('Part'), { takes: ref('Part'), status: 201 }),
      put: write,
    },
    '/parts/{id}': { get: operation(ref('Part')) },
  };
  const service = await readyService(
    documentOf(paths as JsonObject, { components: { schemas: { Part } } } as JsonObject),
  );
  const state = stateOf(service, { data: { parts: data } });
  return (verb: string, body?: Json) =>
    take(service, state, requestOf(verb, '/parts', body === undefined ? {} : { body }));
};

describe('one item without its id', () => {
  const whole = object({ id: integer, name: text, size: integer }, ['name']);

  test('is rejected if the document has a status for it', async () => {
    const rejecting = operation(ref('Part'), { takes: whole });
    const send = await load({ ...rejecting, responses: { ...rejecting.responses, 400: { description: '' } } });
    expect(send('PUT', { name: 'x' }).status).toBe(400);
    expect(send('PUT', { id: 2, name: 'x' }).body).toEqual({ id: 2, name: 'x' });
  });

  test('is a new item otherwise', async () => {
    const send = await load(operation(ref('Part'), { takes: whole }));
    expect(send('PUT', { name: 'x' }).body).toEqual({ id: 4, name: 'x' });
    expect(send('GET').body).toHaveLength(4);
  });
});
