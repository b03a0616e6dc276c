/**
 * Resident memory against bare Express: after the start, and after a million lists and reads. It is the package as
 * users install it. Run with `npm run bench:resident`, or
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
  const [bare, own] = [usageOf(servers.express.pid).megabytes, usageOf(servers.vivarium.pid).megabytes];
  console.log(`express ${bare.toFixed(0)} MB, vivarium ${own.toFixed(0)} MB`);
  record({ what, values: [own / bare], max });
};

compare('resident memory after the start, against bare Express', 1.35);
let sent = 0;
for (let step = 0; step < steps; step++) {
  for (const server of Object.values(servers)) {
    await client.repeat(count / steps, () => client.send(server.url, works[sent++ % works.length] as Work));
  }
}
compare(`resident memory after ${count} lists and reads, against bare Express`, 1.6);
client.close();
express.stop();
child.kill();
