/** A service with notes that have versions, and files that may be sent in parts. */
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium, type ScenarioDocument, type Vivarium, type VivariumWorld } from '../../../src/index.ts';

const json = (schema: JsonObject, headers?: JsonObject) => ({
  description: 'ok',
  content: { 'application/json': { schema } },
  ...(headers && { headers }),
});
const note: JsonObject = {
  type: 'object',
  required: ['id', 'text'],
  properties: {
    id: { type: 'integer', readOnly: true },
    text: { type: 'string', maxLength: 20 },
    etag: { type: 'string', readOnly: true },
    updatedAt: { type: 'string', format: 'date-time', readOnly: true },
  },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const tag = { ETag: { schema: { type: 'string' } } };
const none = { description: 'no' };

/** `write`: more responses of PUT and PATCH. */
export const notesDocument = (write: JsonObject = {}, more: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Notes', version: '1' },
  paths: {
    '/notes': {
      get: { operationId: 'listNotes', responses: { 200: json({ type: 'array', items: note }) } },
      post: {
        operationId: 'createNote',
        security: [{}, { key: [] }],
        requestBody: json(note),
        responses: { 201: json(note, tag), 409: none },
        ...more,
      },
    },
    '/notes/{id}': {
      parameters: [id],
      get: { operationId: 'readNote', responses: { 200: json(note, tag), 304: none, 404: none } },
      put: {
        operationId: 'replaceNote',
        requestBody: json(note),
        responses: { 200: json(note, tag), 404: none, ...write },
      },
      patch: {
        operationId: 'updateNote',
        requestBody: json(note),
        responses: { 200: json(note), 404: none, ...write },
      },
      delete: { operationId: 'deleteNote', responses: { 204: none, 404: none } },
    },
    '/file': {
      get: {
        operationId: 'readFile',
        responses: {
          200: { description: 'ok', content: { 'text/plain': { schema: { type: 'string' }, example: '0123456789' } } },
          206: none,
          416: none,
        },
      },
    },
  },
  components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
});

export const simulateNotes = (document = notesDocument(), scenario: ScenarioDocument = {}): Promise<Vivarium> =>
  createVivarium({
    document,
    scenario: {
      clock: { at: '2030-06-01T00:00:00Z', frozen: true },
      data: { notes: [{ id: 1, text: 'one', updatedAt: '2030-05-01T00:00:00Z' }] },
      ...scenario,
    },
  });

export interface Sent {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export const call = async (world: VivariumWorld, method: string, path: string, sent: Sent = {}): Promise<Answer> => {
  const { body, headers } = sent;
  const response = await world.fetch(path, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};
