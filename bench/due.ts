/**
 * What is due: requests to a thousand worlds with a hundred items on their way each, against as many whose items stand still; and the longest
 * that requests to another world wait while ten thousand steps are due at once, without webhooks, with them, and beside a receiver that
 * hangs. Run with `npm run bench -- due`.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ScenarioDocument } from '../src/index.ts';
import { importPackage } from './packed.ts';
import { record } from './result.ts';

const { createVivarium } = await importPackage();
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const order = { $ref: '#/components/schemas/Order' };
const document = {
  openapi: '3.1.0',
  info: { title: 'Orders', version: '1' },
  paths: {
    '/orders': {
      get: { responses: { 200: { description: 'ok', ...json({ type: 'array', items: order }) } } },
    },
    '/orders/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: 'ok', ...json(order) }, 404: { description: 'none' } } },
    },
  },
  webhooks: { orderPaid: { post: { requestBody: json(order), responses: { 204: { description: 'ok' } } } } },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'status'],
        properties: { id: { type: 'integer' }, status: { type: 'string', enum: ['open', 'paid'] } },
      },
    },
  },
};

const scenarioOf = (count: number, more: ScenarioDocument = {}): ScenarioDocument => ({
  clock: { at: '2030-06-01T00:00:00Z', frozen: true },
  data: { orders: Array.from({ length: count }, (_, index) => ({ id: index + 1, status: 'open' })) },
  ...more,
});
const onTheirWay: ScenarioDocument = {
  lifecycles: { orders: [{ property: 'status', steps: [{ is: 'open', for: '1d' }, { is: 'paid' }] }] },
};

const rounds = 5;
/** Long enough for ten thousand steps. */
const dueMs = 5000;
const worlds = 1000;

/** The time of one request to each of a thousand worlds, in milliseconds. */
const requestAll = async (scenario: ScenarioDocument): Promise<() => Promise<number>> => {
  const vivarium = await createVivarium({ document, scenario, maxWorlds: worlds + 1 });
  const all = Array.from({ length: worlds }, (_, index) => vivarium.world(`w${index}`));
  const run = async (): Promise<number> => {
    const start = performance.now();
    for (const world of all) await (await world.fetch('/orders/7')).arrayBuffer();
    return performance.now() - start;
  };
  await run();
  await run();
  return run;
};

const [still, moving] = [await requestAll(scenarioOf(100)), await requestAll(scenarioOf(100, onTheirWay))];
const ratios: number[] = [];
for (let round = 0; round < rounds; round++) {
  const [first, second] = [await still(), await moving()];
  ratios.push(second / first);
}
record({
  what: 'a request to each of 1,000 worlds with 100 items on their way, against none',
  values: ratios,
  max: 1.1,
});

const receive = async (isHanging: boolean): Promise<string> => {
  const server = createServer((request, response) => {
    request.resume();
    if (!isHanging) response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A client with an event loop of its own: it reads until it gets a message, and posts its longest wait. */
const client = `
  const { parentPort, workerData } = require('node:worker_threads');
  let isOver = false;
  parentPort.once('message', () => { isOver = true; });
  (async () => {
    let longest = 0;
    for (let call = 0; !isOver; call++) {
      const start = performance.now();
      await (await fetch(workerData)).text();
      if (call >= 50) longest = Math.max(longest, performance.now() - start);
      if (call === 50) parentPort.postMessage('ready');
    }
    parentPort.postMessage(longest);
  })();
`;

/** The longest wait of a request to another world, in milliseconds, until nothing is due. */
const longestWait = async (webhooks: NonNullable<ScenarioDocument['webhooks']>): Promise<number> => {
  const vivarium = await createVivarium({ document, scenario: scenarioOf(10_000, { ...onTheirWay, webhooks }) });
  const { url } = await vivarium.listen({ port: 0 });
  const world = vivarium.world();
  vivarium.world('other').start({ inline: scenarioOf(1) });
  await world.fetch('/orders/1');
  const worker = new Worker(client, { eval: true, workerData: `${url}/~other/orders/1` });
  await once(worker, 'message');
  world.clock.advance('1d');
  // Whoever reads the world performs a thousand steps at once: nobody does.
  await setTimeout(dueMs);
  worker.postMessage('stop');
  const [longest] = (await once(worker, 'message')) as [number];
  const last = world.collection('orders').get(10_000);
  if (!JSON.stringify(last).includes('paid')) throw new Error(`something is still due after ${dueMs} ms`);
  await vivarium.close();
  return longest;
};

const [quick, hanging] = [await receive(false), await receive(true)];
for (const [what, receivers] of [
  ['10,000 steps that are due at once: the longest wait of a request to another world', []],
  ['the same, and each sends a webhook', [{ url: quick }]],
  ['the same, and a second receiver hangs', [{ url: quick }, { url: hanging }]],
] as const) {
  const values: number[] = [];
  for (let round = 0; round < rounds; round++) values.push(await longestWait({ orderPaid: receivers }));
  record({ what, values, unit: 'ms', max: 50 });
}
process.exit();
