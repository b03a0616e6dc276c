/** A shop whose orders have webhooks and a callback, and a receiver for tests. */
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { createVivarium, type ScenarioDocument, type Vivarium, type VivariumOptions } from '../../../src/index.ts';

const json = (schema: JsonObject) => ({ content: { 'application/json': { schema } } });
const order = { $ref: '#/components/schemas/Order' };
const hook = { $ref: '#/components/schemas/Hook' };
const event = {
  type: 'object',
  required: ['type', 'data'],
  properties: { type: { type: 'string' }, data: order },
};
const sends = (schema: JsonObject) => ({
  post: { requestBody: json(schema), responses: { 200: { description: 'ok' } } },
});
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };

export const shopDocument: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        responses: { 200: { description: 'ok', ...json({ type: 'array', items: order }) } },
      },
      post: {
        operationId: 'createOrder',
        requestBody: json({
          type: 'object',
          properties: {
            status: { type: 'string', enum: ['open', 'paid', 'cancelled'] },
            callbackUrl: { type: 'string' },
          },
        }),
        responses: { 201: { description: 'ok', ...json(order) } },
        callbacks: { done: { '{$request.body#/callbackUrl}?order={$response.body#/id}': sends(event) } },
      },
    },
    '/orders/{id}': {
      parameters: [id],
      get: { operationId: 'readOrder', responses: { 200: { description: 'ok', ...json(order) } } },
      patch: {
        operationId: 'updateOrder',
        requestBody: json(order),
        responses: { 200: { description: 'ok', ...json(order) } },
      },
      delete: { operationId: 'deleteOrder', responses: { 204: { description: 'ok' } } },
    },
    '/hooks': {
      get: {
        operationId: 'listHooks',
        responses: { 200: { description: 'ok', ...json({ type: 'array', items: hook }) } },
      },
      post: {
        operationId: 'createHook',
        requestBody: json(hook),
        responses: { 201: { description: 'ok', ...json(hook) } },
      },
    },
    '/hooks/{id}': {
      parameters: [id],
      get: { operationId: 'readHook', responses: { 200: { description: 'ok', ...json(hook) } } },
      patch: {
        operationId: 'updateHook',
        requestBody: json(hook),
        responses: { 200: { description: 'ok', ...json(hook) } },
      },
      delete: { operationId: 'deleteHook', responses: { 204: { description: 'ok' } } },
    },
  },
  webhooks: {
    judged: {
      post: {
        requestBody: json(event),
        responses: {
          200: { description: 'ok', ...json({ type: 'object', properties: { received: { type: 'boolean' } } }) },
        },
      },
    },
    orderCreated: sends(order),
    'order.updated': sends(event),
    orderPaid: sends(event),
    orderDeleted: sends(order),
    somethingElse: sends({ type: 'object' }),
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          status: { type: 'string', enum: ['open', 'paid', 'cancelled'] },
          note: { type: 'string' },
        },
      },
      Hook: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          url: { type: 'string' },
          events: { type: 'array', items: { type: 'string' } },
        },
      },
    },
  },
};

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `answer`: the status of a response by its number, from 0; undefined: none. `text`: its body. */
export const receive = async (answer: (call: number) => number | undefined = () => 204, text = '') => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const status = answer(received.length);
      received.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      const location = status === 302 ? { location: '/elsewhere' } : {};
      if (status !== undefined)
        response.writeHead(status, { ...location, 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

export const simulateShop = async (
  scenario: ScenarioDocument = {},
  options: VivariumOptions = {},
): Promise<{ readonly vivarium: Vivarium; readonly url: string; readonly api: Api }> => {
  const clock = { at: '2030-06-01T00:00:00Z', frozen: true };
  const vivarium = await createVivarium({ document: shopDocument, scenario: { clock, ...scenario }, ...options });
  onTestFinished(() => vivarium.close());
  const { url } = await vivarium.listen({ port: 0 });
  return {
    vivarium,
    url,
    api: async (method, path, body) => {
      const response = await fetch(`${url}/_vivarium/api/worlds/default${path}`, {
        method,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
};

// biome-ignore lint/suspicious/noExplicitAny: tests read single properties of a response, and compare them
type Api = (method: string, path: string, body?: unknown) => Promise<{ readonly status: number; readonly body: any }>;
