/**
 * Measures the memory of a server after many requests: a creation, two lists and a deletion, repeated in one world with a
 * full journal. The number of items stays the same, so the heap must not grow. Then clients hold ten thousand responses,
 * and vanish, three times. Run with `npm run bench -- memory`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { CrowdOrder } from '../test/server/edge/crowd-process.ts';
import { createClient } from './client.ts';
import { startServer } from './measured-server.ts';
import { record } from './result.ts';

const marks = [10_000, 20_000, 50_000, 100_000];
const perTurn = 4;

const order = {
  type: 'object',
  required: ['id', 'item', 'state'],
  properties: {
    id: { type: 'integer' },
    item: { type: 'string' },
    state: { type: 'string', enum: ['open', 'sent'] },
  },
};
const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
const state = { name: 'state', in: 'query', schema: order.properties.state };
const json = (schema: object): object => ({ content: { 'application/json': { schema } } });

/** A separate document, because the shipped example does not delete items. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        parameters: [state],
        responses: { 200: { description: 'All', ...json({ type: 'array', items: order }) } },
      },
      post: {
        operationId: 'createOrder',
        requestBody: json({ ...order, required: ['item'] }),
        responses: { 201: { description: 'Created', ...json(order) } },
      },
    },
    '/orders/{id}': {
      delete: { operationId: 'deleteOrder', parameters: [id], responses: { 204: { description: 'Gone' } } },
    },
  },
};
const scenario = { generate: { orders: 100 } };

const client = createClient(16);
const server = await startServer('vivarium', { document, scenario, journal: 1000 });

const turn = async (): Promise<void> => {
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: string): Promise<string> =>
    client.send(server.url, { method, path, ...(body !== undefined && { body }) });
  const created = JSON.parse(await send('POST', '/orders', '{"item":"A lamp","state":"open"}')) as { id: number };
  await send('GET', '/orders?state=sent');
  await send('DELETE', `/orders/${created.id}`);
  await send('GET', '/orders');
};

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Returns the live heap in bytes. */
const report = async (label: string): Promise<number> => {
  const { memory } = await server.usage('gc');
  const [heap, external, resident] = [memory.heapUsed, memory.external, memory.rss].map(megabytes);
  console.log(`${label.padEnd(24)}   heap ${heap}   external ${external}   resident ${resident}`);
  return memory.heapUsed;
};

let sent = 0;
const heaps: number[] = [];
for (const mark of marks) {
  await client.repeat((mark - sent) / perTurn, turn);
  sent = mark;
  heaps.push(await report(`${mark} requests`));
}
const [first = Number.NaN] = heaps;
const growth = [(heaps.at(-1) ?? Number.NaN) / first];
record({ what: `live heap after ${sent} requests, against ${marks[0]}`, values: growth, max: 1.05 });

const crowd = fork(fileURLToPath(new URL('../test/server/edge/crowd-process.ts', import.meta.url)));
const text = 'GET /orders HTTP/1.1\r\nHost: localhost\r\nPrefer: fault=timeout\r\n\r\n';
for (let round = 1; round <= 3; round++) {
  crowd.send({ port: Number(new URL(server.url).port), count: 10_000, text } satisfies CrowdOrder);
  await once(crowd, 'message');
  await report('10000 held responses');
  const closed = once(crowd, 'message');
  crowd.send('vanish');
  await closed;
  // The server notices the ends a little later.
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const left = [(await report('after their clients left')) / first];
  record({ what: 'live heap after 10000 held responses, against before', values: left, max: 1.1 });
}
crowd.disconnect();
client.close();
server.stop();
