/**
 * Resident memory against bare Express: after the start, at the end of twelve seconds of lists, and after a million lists and reads. It is the
 * package as users install it. Run with `npm run bench:resident`, or
 * with fewer requests: `npm run bench:resident -- 100000`.
 */
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { createClient, type Work } from './client.ts';
import { originOf, usageOf } from './measured-process.ts';
import { startServer } from './measured-server.ts';
import { installPackage } from './packed.ts';
import { record } from './result.ts';

const count = Number(process.argv[2] ?? 1_000_000);
const steps = 10;
const works: readonly Work[] = [
  { method: 'GET', path: '/v1/pets' },
  { method: 'GET', path: '/v1/pets/7' },
];

const client = createClient(32);
const express = await startServer('express');
const child = spawn(process.execPath, [installPackage(), '--port', '0', '--log', 'json', '--no-watch'], {
  cwd: tmpdir(),
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await originOf(child);
const servers = { express, vivarium: { url, pid: child.pid as number } };

const compare = (what: string, max: number): void => {
  const [express, own] = [usageOf(servers.express.pid).megabytes, usageOf(servers.vivarium.pid).megabytes];
  console.log(`express ${express.toFixed(0)} MB, vivarium ${own.toFixed(0)} MB`);
  record({ what, values: [own / express], max });
};

compare('resident memory after the start, against bare Express', 1.35);
const loaded: number[] = [];
for (const { url, pid } of [servers.express, servers.vivarium]) {
  const end = performance.now() + 12_000;
  while (performance.now() < end) await client.repeat(1000, () => client.send(url, works[0] as Work));
  // At once: an idle process gives memory back.
  loaded.push(usageOf(pid as number).megabytes);
}
const [bare = Number.NaN, own = Number.NaN] = loaded;
record({ what: 'resident memory at the end of 12 s of lists, against bare Express', values: [own / bare], max: 1.5 });
let sent = 0;
for (let step = 0; step < steps; step++) {
  for (const server of Object.values(servers)) {
    await client.repeat(count / steps, () => client.send(server.url, works[sent++ % works.length] as Work));
  }
}
compare(`resident memory after ${count} lists and reads, against bare Express`, 1.5);
client.close();
express.stop();
child.kill();
