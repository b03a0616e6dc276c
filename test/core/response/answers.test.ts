/** Answers that are about an item and are not it. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import { applyChanges } from '../../../src/core/state/state.ts';
import { documentOf, now, readyService, requestOf, responseHeaderOf, stateOf } from '../helpers.ts';

const json = (schema: JsonObject): JsonObject => ({ 'application/json': { schema } });
const note: JsonObject = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
};

const document = documentOf({
  '/notes': {
    get: {
      operationId: 'list',
      responses: { 200: { description: '', content: json({ type: 'array', items: note }) } },
    },
    post: {
      operationId: 'create',
      requestBody: { content: json(note) },
      responses: {
        201: {
          description: '',
          content: json({
            type: 'object',
            required: ['id'],
            additionalProperties: false,
            properties: { id: { type: 'integer' } },
          }),
        },
      },
    },
  },
  '/notes/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
    get: { operationId: 'read', responses: { 200: { description: '', content: json(note) } } },
    delete: {
      operationId: 'remove',
      responses: {
        200: {
          description: '',
          content: json({
            type: 'object',
            required: ['id', 'deleted'],
            additionalProperties: false,
            properties: { id: { type: 'integer' }, deleted: { const: true } },
          }),
        },
      },
    },
  },
});

test('a response with other properties than the item matches its own schema', async () => {
  const service = await readyService(document);
  const state = stateOf(service, { data: { notes: [{ id: 7, text: 'first' }] } });
  const send = (method: string, path: string, body?: JsonObject) => {
    const { reply, changes, exchange } = simulate(service, state, requestOf(method, path, body && { body }), now);
    applyChanges(state, changes);
    expect(exchange.violations).toEqual([]);
    return { status: reply.response.status, body: JSON.parse(String(reply.response.body)) };
  };
  expect(send('POST', '/notes', { id: 9, text: 'second' })).toEqual({ status: 201, body: { id: 9 } });
  expect(send('GET', '/notes/9').body).toEqual({ id: 9, text: 'second' });
  expect(send('DELETE', '/notes/7')).toEqual({ status: 200, body: { id: 7, deleted: true } });
  expect(send('GET', '/notes').body).toEqual([{ id: 9, text: 'second' }]);
});

test.each([
  ['what is deleted is said to be, whatever would be generated for a boolean', {}, true],
  ['what is deleted is not said to be where the document has no way to say it', { enum: [false] }, false],
])('%s', async (_name, more, deleted) => {
  const done: JsonObject = {
    type: 'object',
    required: ['id', 'deleted'],
    properties: { id: { type: 'integer' }, deleted: { type: 'boolean', ...more } },
  };
  const service = await readyService(
    documentOf({
      '/notes': { get: { responses: { 200: { description: '', content: json({ type: 'array', items: note }) } } } },
      '/notes/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        delete: { responses: { 200: { description: '', content: json(done) } } },
      },
    }),
  );
  for (const id of [1, 2, 3, 4, 5, 6]) {
    const state = stateOf(service, { data: { notes: [{ id, text: 'one' }] } });
    const { reply } = simulate(service, state, requestOf('DELETE', `/notes/${id}`), now);
    expect(JSON.parse(String(reply.response.body))).toEqual({ id, deleted });
  }
});

test('documented headers are sent, and a created item has a Location', async () => {
  const service = await readyService(
    documentOf({
      '/notes': {
        get: {
          operationId: 'list',
          responses: { 200: { description: '', content: json({ type: 'array', items: note }) } },
        },
        post: {
          operationId: 'create',
          requestBody: { content: json(note) },
          responses: {
            201: {
              description: '',
              content: json(note),
              headers: {
                Location: { required: true, schema: { type: 'string' } },
                'X-Total': { required: true, schema: { type: 'integer', minimum: 3, maximum: 3 } },
                'X-Maybe': { schema: { type: 'string' } },
              },
            },
          },
        },
      },
    }),
  );
  const { response } = simulate(
    service,
    stateOf(service),
    requestOf('POST', '/notes', { body: { id: 5, text: 'x' } }),
    now,
  ).reply;
  expect(responseHeaderOf(response, 'location')).toBe('/notes/5');
  expect(responseHeaderOf(response, 'x-total')).toBe('3');
  expect(responseHeaderOf(response, 'x-maybe')).toEqual(expect.any(String));
});
