/**
 * A crowded server: 9,000 clients wait for responses that a fault holds, and 1,000 send requests. Measures the highest rate, the
 * time of a response at half of it, and the heap and the descriptors over a million requests with a full journal. Run with
 * `npm run bench -- load`, or with fewer requests: `node bench/load.ts 100000`.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { CrowdOrder } from '../test/server/edge/crowd-process.ts';
import { createClient, sendAtRate, type Work } from './client.ts';
import { median, startServer } from './measured-server.ts';
import { record } from './result.ts';

const held = 9000;
const active = 1000;
const rounds = 5;
const perRound = 20_000;
const total = Number(process.argv[2] ?? 1_000_000);
const marks = 10;

const works: readonly Work[] = [
  { method: 'GET', path: '/v1/pets' },
  { method: 'GET', path: '/v1/pets/7' },
  { method: 'GET', path: '/v1/pets?status=sold&limit=5' },
];
const server = await startServer('vivarium', { journal: 1000 });
const client = createClient(active);
let sent = 0;
const send = (): Promise<string> => client.send(server.url, works[sent++ % works.length] as Work);

const crowd = fork(fileURLToPath(new URL('../test/server/edge/crowd-process.ts', import.meta.url)));
const text = 'GET /v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\nPrefer: fault=timeout\r\n\r\n';
crowd.send({ port: Number(new URL(server.url).port), count: held, text } satisfies CrowdOrder);
await once(crowd, 'message');

/** Requests per second, each client sending the next when it has the response. */
const highestRate = async (): Promise<number> => {
  const start = performance.now();
  await client.repeat(perRound, send);
  return (perRound * 1000) / (performance.now() - start);
};

const at = (times: readonly number[], share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;

await client.repeat(perRound, send);
const ratios: number[] = [];
for (let round = 0; round < rounds; round++) {
  const rate = await highestRate();
  const { times } = await sendAtRate(rate / 2, perRound, send);
  console.log(
    `${rate.toFixed(0)} requests a second at most; at half: p50 ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms`,
  );
  ratios.push(at(times, 0.99) / at(times, 0.5));
}
record({
  what: `p99 over p50 at half the highest rate, ${held + active} connections, ${active} active`,
  values: ratios,
  max: 5,
});

const heaps: number[] = [];
const descriptors: number[] = [];
for (let mark = 0; mark <= marks; mark++) {
  if (mark > 0) await client.repeat(total / marks, send);
  heaps.push((await server.usage('gc')).memory.heapUsed);
  descriptors.push(readdirSync(`/proc/${server.pid}/fd`).length);
}
const half = Math.ceil(heaps.length / 2);
const growth = (values: readonly number[]): number => median(values.slice(half)) / median(values.slice(1, half));
record({
  what: `live heap, the second half of ${total} requests against the first`,
  values: [growth(heaps)],
  max: 1.05,
});
record({
  what: `descriptors, the second half of ${total} requests against the first`,
  values: [growth(descriptors)],
  max: 1.01,
});
crowd.disconnect();
client.close();
server.stop();
