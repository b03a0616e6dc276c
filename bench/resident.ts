/**
 * Resident memory against bare Express: after the start, at the end of twelve seconds of lists and ten idle seconds later, and the same for a million
 * lists, reads and creations. It is the package as users install it. Run with `npm run bench -- resident`, or to look only, with fewer
 * requests: `node bench/resident.ts 100000`.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Work } from './client.ts';
import { usageOf } from './measured-process.ts';
import { startServer } from './measured-server.ts';
import { startPackage } from './packed.ts';
import { runApart } from './quiet.ts';
import { record } from './result.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const steps = 10;
const works: readonly Work[] = [
  { method: 'GET', path: '/v1/pets' },
  { method: 'GET', path: '/v1/pets/7' },
  { method: 'POST', path: '/v1/pets', body: '{"name":"Maple","categoryId":3}' },
];
/** A server gives memory back after five seconds without a request. */
const idleMs = 10_000;

const client = createClient(32);
const servers = { express: await startServer('express'), vivarium: await startPackage() };
runApart(...Object.values(servers));

const compare = (what: string, max?: number): void => {
  const [express, own] = [usageOf(servers.express.pid).megabytes, usageOf(servers.vivarium.pid).megabytes];
  console.log(`express ${express.toFixed(0)} MB, vivarium ${own.toFixed(0)} MB`);
  record({ what, values: [own / express], ...(max !== undefined && { max }) });
};

compare('resident memory after the start, against bare Express', 1.35);
for (const { url } of Object.values(servers)) {
  const end = performance.now() + 12_000;
  while (performance.now() < end) await client.repeat(1000, () => client.send(url, works[0] as Work));
}
await wait(idleMs);
compare('resident memory ten seconds after 12 s of lists, against bare Express', 1.4);
let sent = 0;
for (let step = 0; step < steps; step++) {
  for (const server of Object.values(servers)) {
    await client.repeat(count / steps, () => client.send(server.url, works[sent++ % works.length] as Work));
  }
}
compare(`resident memory after ${count} lists, reads and creations, against bare Express`);
await wait(idleMs);
compare(`resident memory ten seconds later, against bare Express`, 1.4);
client.close();
for (const { stop } of Object.values(servers)) stop();
