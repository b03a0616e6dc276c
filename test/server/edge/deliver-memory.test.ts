/**
 * Responses that a fault holds for long, and clients that vanish: nothing of them stays in memory after their end. Objects and
 * descriptors are counted, because times and resident sizes depend on the machine. `npm run bench -- memory` shows the sizes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { Stream } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { queryObjects } from 'node:v8';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createVivarium, type Vivarium, type VivariumWorld } from '../../../src/index.ts';
import type { CrowdOrder } from './crowd-process.ts';

const heldCount = 200;
const vanishingCount = 100;
/** Node itself keeps the last few. */
const maxLeft = 20;

let vivarium: Vivarium;
let world: VivariumWorld;
let port: number;
let crowd: ChildProcess;
/** Before the first client. */
let streams: number;
let descriptors: number;

beforeAll(async () => {
  vivarium = await createVivarium();
  world = vivarium.world('crowd');
  port = Number(new URL((await vivarium.listen({ port: 0 })).url).port);
  crowd = fork(fileURLToPath(new URL('./crowd-process.ts', import.meta.url)), { execArgv: ['--no-warnings'] });
  await once(crowd, 'spawn');
  streams = countStreams();
  descriptors = countDescriptors();
});
afterAll(async () => {
  crowd.disconnect();
  await vivarium.close();
});

const open = async (count: number, text: string): Promise<void> => {
  crowd.send({ port, count, text } satisfies CrowdOrder);
  expect(await once(crowd, 'message')).toEqual(['open', undefined]);
};

/** Runs the end of all clients, and waits for it. */
const untilClosed = async (end: () => void): Promise<void> => {
  const closed = once(crowd, 'message');
  end();
  expect(await closed).toEqual(['closed', undefined]);
};

const countDescriptors = (): number => readdirSync('/dev/fd').length;

/** The live sockets, requests and responses. All of them are streams. A count takes a second, because it collects the garbage several times. */
const countStreams = (): number => queryObjects(Stream, { format: 'count' });

/** Waits for the descriptors first, which are counted sooner. */
const untilReleased = async (): Promise<void> => {
  await expect.poll(countDescriptors, patient).toBeLessThan(descriptors + maxLeft);
  await expect.poll(countStreams, { ...patient, interval: 1000 }).toBeLessThan(streams + maxLeft);
};

const timeoutMs = 300_000;
const patient = { timeout: 60_000, interval: 200 };
const head = '/~crowd/v1/pets HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo\r\nConnection: close\r\n';
const lastNumber = (): number => world.exchanges({ limit: 1 })[0]?.id ?? 0;

const effects = {
  timeout: {
    switchOn: () => world.fault('timeout'),
    // No response comes, so the clients give up.
    end: () => void crowd.send('vanish'),
  },
  dribble: {
    switchOn: () => world.fault('dribble', { dribble: { chunks: 5, over: '5h' } }),
    end: () => world.clock.advance('6h'),
  },
} as const;

test.each(Object.entries(effects))(
  'hundreds of responses held by %s leave nothing behind',
  async (name, effect) => {
    const before = lastNumber();
    effect.switchOn();
    await open(heldCount, `GET ${head}\r\n`);
    await expect.poll(lastNumber, patient).toBe(before + heldCount);
    // Otherwise the counts after the end would prove nothing.
    expect(countStreams()).toBeGreaterThanOrEqual(streams + 3 * heldCount);
    await untilClosed(effect.end);
    await untilReleased();
    world.fault(name, { enabled: false });
  },
  timeoutMs,
);

const unfinished = [
  // Half a head.
  'GET /~crowd/v1/pe',
  // Half a body.
  `POST ${head}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":`,
  // During a delay.
  `GET ${head}Prefer: delay=10h\r\n\r\n`,
  // Before a response that never comes.
  `GET ${head}Prefer: fault=timeout\r\n\r\n`,
];

test(
  'hundreds of clients that vanish with half a request, or before its response, leave nothing behind',
  async () => {
    for (const text of unfinished) await open(vanishingCount, text);
    const count = unfinished.length * vanishingCount;
    await expect.poll(countDescriptors, patient).toBeGreaterThanOrEqual(descriptors + count);
    expect(countStreams()).toBeGreaterThanOrEqual(streams + count);
    await untilClosed(() => void crowd.send('vanish'));
    await untilReleased();
  },
  timeoutMs,
);
