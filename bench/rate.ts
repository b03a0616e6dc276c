/**
 * Measures how long a response takes at a fixed rate, of the package as users install it and of a bare Express app, on a processor of their own. Requests are
 * sent when they are due, whether or not those before have responses, and each time counts from when it was due: a server that falls behind is
 * not spared the requests that wait (coordinated omission). A rate that was not held is marked: the client, which has one processor too, may be
 * the reason. Run with `npm run bench -- rate`, or with fewer seconds for each figure:
 * `node bench/rate.ts 2`.
 */
import { spawn, spawnSync } from 'node:child_process';
import { availableParallelism, tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Work } from './client.ts';
import { originOf } from './measured-process.ts';
import { startServer } from './measured-server.ts';
import { installPackage } from './packed.ts';
import { whyBusy } from './quiet.ts';
import { record } from './result.ts';

const seconds = Number(process.argv[2] ?? 10);
const rates = [1000, 5000, 10_000];
const worldCounts = [1, 100, 1000];
const connections = 100;
const paths = ['/v1/pets', '/v1/pets/7', '/v1/pets?status=sold&limit=5'];

const busy = await whyBusy();
const client = createClient(connections);
const express = await startServer('express');
const args = [installPackage(), '--port', '0', '--log', 'json', '--no-watch'];
const child = spawn(process.execPath, args, { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] });
const vivarium = { url: await originOf(child), pid: child.pid as number };

const pin = (pid: number, processors: string): void =>
  void spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)], { stdio: 'ignore' });
for (const { pid } of [express, vivarium]) pin(pid, '0');
if (availableParallelism() > 1) pin(process.pid, `1-${availableParallelism() - 1}`);

/** The times of the responses in milliseconds, in order, and how many a second came. */
const timesAt = async (url: string, rate: number, works: readonly Work[]) => {
  const count = rate * seconds;
  const times: number[] = [];
  const pending: Promise<void>[] = [];
  const start = performance.now();
  for (let due = 0; due < count; ) {
    const reached = Math.min(count, Math.floor(((performance.now() - start) * rate) / 1000));
    for (; due < reached; due++) {
      const dueAt = start + (due * 1000) / rate;
      const work = works[due % works.length] as Work;
      pending.push(client.send(url, work).then(() => void times.push(performance.now() - dueAt)));
    }
    await wait(1);
  }
  await Promise.all(pending);
  return {
    times: times.toSorted((left, right) => left - right),
    reached: (count * 1000) / (performance.now() - start),
  };
};

const measure = async (name: string, url: string, works: readonly Work[]): Promise<void> => {
  // Opens the worlds, and compiles what is used.
  let sent = 0;
  await client.repeat(Math.max(5000, works.length), () => client.send(url, works[sent++ % works.length] as Work));
  for (const rate of rates) {
    const { times, reached } = await timesAt(url, rate, works);
    const what = `${name} at ${rate} requests a second`;
    if (reached < 0.95 * rate) console.log(`${what}: it was not held, ${Math.round(reached)} were reached`);
    for (const share of [0.5, 0.95, 0.99])
      record({
        what: `${what}, p${share * 100}${reached < 0.95 * rate ? ' (rate not held)' : ''}`,
        values: [times[Math.floor((times.length - 1) * share)] as number],
        unit: 'ms',
      });
  }
};

if (busy !== undefined) console.log(`These figures say little, since ${busy}.`);
const worksOf = (worlds: number): readonly Work[] =>
  Array.from({ length: Math.max(paths.length, worlds) }, (_, at) => ({
    method: 'GET',
    path: paths[at % paths.length] as string,
    ...(worlds > 1 && { world: `world-${at}` }),
  }));
await measure('bare Express', express.url, worksOf(1));
// With the world `default`, there are as many as a server opens.
for (const worlds of worldCounts)
  await measure(`${worlds === 1 ? 'one world' : `${worlds} worlds`}`, vivarium.url, worksOf(Math.min(worlds, 999)));
client.close();
express.stop();
child.kill();
