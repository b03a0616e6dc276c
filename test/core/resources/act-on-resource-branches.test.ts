/** The ways less taken of what a resource stores. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { documentOf, itemsOf, readyService, requestOf, stateOf, take } from '../helpers.ts';

const content = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const sent = content({ properties: { id: { type: 'integer' }, name: { type: 'string' } } });
const node = { $ref: '#/components/schemas/Node' };

/** Nodes, of which a client sends an id and a name alone. */
const nodesWith = (
  required: readonly string[],
  properties: JsonObject,
  id: JsonObject = { type: 'integer' },
): JsonObject =>
  documentOf(
    {
      '/nodes': {
        get: { responses: { 200: { description: '', content: content({ type: 'array', items: node }) } } },
        post: {
          requestBody: { content: sent },
          responses: { 201: { description: '', content: content(node) } },
        },
      },
      '/nodes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: id }],
        get: { responses: { 200: { description: '', content: content(node) } } },
        put: { requestBody: { content: sent }, responses: { 200: { description: '', content: content(node) } } },
      },
    },
    {
      components: {
        schemas: {
          Node: {
            type: 'object',
            required: ['id', ...required],
            properties: { id: { type: 'integer' }, name: { type: 'string' }, ...properties },
          },
        },
      },
    },
  );

test('an item with an id gets the same generated required properties each time', async () => {
  const service = await readyService(nodesWith(['colour'], { colour: { enum: ['red', 'green', 'blue'] } }));
  const create = (): JsonObject | undefined => {
    const state = stateOf(service);
    take(service, state, requestOf('POST', '/nodes', { body: { id: 7, name: 'x' } }));
    return itemsOf(state, 'nodes')[0];
  };
  const item = create();
  expect(item).toEqual({ id: 7, name: 'x', colour: expect.stringMatching(/^(red|green|blue)$/) });
  expect(create()).toEqual(item);
});

test('a replaced item gets the same generated properties as a new one with its id', async () => {
  const service = await readyService(nodesWith(['colour'], { colour: { enum: ['red', 'green', 'blue'] } }));
  const state = stateOf(service);
  take(service, state, requestOf('POST', '/nodes', { body: { id: 7, name: 'x' } }));
  const { colour } = itemsOf(state, 'nodes')[0] as JsonObject;
  take(service, state, requestOf('PUT', '/nodes/7', { body: { name: 'y' } }));
  expect(itemsOf(state, 'nodes')).toEqual([{ id: 7, name: 'y', colour }]);
});

test('a required property without a possible value is omitted', async () => {
  const service = await readyService(nodesWith(['never'], { never: false }));
  const state = stateOf(service);
  take(service, state, requestOf('POST', '/nodes', { body: { id: 7, name: 'x' } }));
  expect(itemsOf(state, 'nodes')).toEqual([{ id: 7, name: 'x' }]);
});

test('a generated id that is taken gets a number behind it', async () => {
  const service = await readyService(nodesWith([], { id: { type: 'string', const: 'only' } }, { type: 'string' }));
  const state = stateOf(service);
  for (let time = 0; time < 3; time++) take(service, state, requestOf('POST', '/nodes', { body: { name: 'x' } }));
  expect(itemsOf(state, 'nodes').map(({ id }) => id)).toEqual(['only', 'only-2', 'only-3']);
});
