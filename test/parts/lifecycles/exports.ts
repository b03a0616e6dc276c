/** A document with exports, which are jobs, and a simulation of it. */
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium, type ScenarioDocument, type Vivarium, type VivariumWorld } from '../../../src/index.ts';

const item = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'integer' },
    name: { type: 'string' },
    status: { type: 'string', enum: ['queued', 'running', 'done', 'failed', 'cancelled'] },
    url: { type: 'string', format: 'uri' },
    startedAt: { type: 'string', format: 'date-time' },
    finishedAt: { type: 'string', format: 'date-time' },
    attempts: { type: 'integer' },
  },
};
const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const ref = { $ref: '#/components/schemas/Export' };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

/** `sent`: the schema of the body of a creation. `create`: more of that operation. */
export const exportsDocument = (sent: JsonObject, create: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Exports', version: '1' },
  paths: {
    '/exports': {
      get: {
        operationId: 'listExports',
        responses: { 200: { description: 'ok', ...json({ type: 'array', items: ref }) } },
      },
      post: {
        operationId: 'createExport',
        requestBody: json(sent),
        responses: { 202: { description: 'accepted', ...json(ref) } },
        ...create,
      },
    },
    '/exports/{id}': {
      parameters: [id],
      get: {
        operationId: 'readExport',
        responses: { 200: { description: 'ok', ...json(ref) }, 404: { description: 'none' } },
      },
      put: {
        operationId: 'replaceExport',
        requestBody: json(ref),
        responses: { 200: { description: 'ok', ...json(ref) } },
      },
      delete: { operationId: 'deleteExport', responses: { 204: { description: 'gone' } } },
    },
    '/exports/{id}/cancel': {
      parameters: [id],
      post: { operationId: 'cancelExport', responses: { 200: { description: 'ok', ...json(ref) } } },
    },
  },
  components: { schemas: { Export: item } },
});

/** With a status, so that nothing moves by itself. */
export const withStatus: JsonObject = { type: 'object', properties: item.properties };
export const named: JsonObject = { type: 'object', properties: { name: { type: 'string' } } };

export const start = '2030-06-01T00:00:00.000Z';

/** The lifecycle of the documentation. */
export const steps = [
  { is: 'queued', for: '2s' },
  { is: 'running', for: '10s', set: { startedAt: { $from: 'now' } } },
  { is: 'done', set: { url: 'https://files.example.com/1.csv', finishedAt: { $from: 'now' } } },
] as const;

export const simulate = (
  lifecycles: ScenarioDocument['lifecycles'],
  { document = exportsDocument(withStatus), ...scenario }: ScenarioDocument & { readonly document?: JsonObject } = {},
): Promise<Vivarium> =>
  createVivarium({
    document,
    scenario: { clock: { at: start, frozen: true }, ...(lifecycles && { lifecycles }), ...scenario },
  });

export const send = async (world: VivariumWorld, method: string, path: string, body?: object): Promise<JsonObject> => {
  const response = await world.fetch(path, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  const text = await response.text();
  return text === '' ? {} : (JSON.parse(text) as JsonObject);
};

export const seconds = (count: number): string => new Date(Date.parse(start) + count * 1000).toISOString();
