/** How a response of the real service is delivered and kept: slow streams, headers, replays, latencies. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folderOf } from '../../cli/process.ts';
import { documentOf, named } from '../../short-document.ts';
import { startForwarding, startRealService } from './real-service.ts';

const document = documentOf('Notes', { '/notes': { get: named('listNotes', {}) } });

const large = 'x'.repeat(2_000_000);

/** Ends after as many seconds of the world as a slow stream takes. */
const startSlow = async () => {
  const real = await startRealService((_, response) => response.end(large));
  const { vivarium, url } = await startForwarding({ document, upstream: real.url });
  vivarium.world().fault('narrow', { bandwidth: '1KB' });
  return { world: vivarium.world(), url };
};

test.each(['a client', 'world.fetch'])('a slow stream to %s ends when the clock is moved past it', async (who) => {
  const { world, url } = await startSlow();
  const response = await (who === 'a client' ? fetch(`${url}/notes`) : world.fetch('/notes'));
  const reader = response.body?.getReader();
  let length = (await reader?.read())?.value?.length ?? 0;
  expect(length).toBeGreaterThan(0);
  expect(length).toBeLessThan(large.length);
  world.clock.advance('2h');
  for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) length += next.value.length;
  expect(length).toBe(large.length);
});

test('the end of the client ends a slow stream', async () => {
  const { world, url } = await startSlow();
  const controller = new AbortController();
  const response = await fetch(`${url}/notes`, { signal: controller.signal });
  await response.body?.getReader().read();
  controller.abort();
  await vi.waitFor(() => expect(world.exchanges()[0]?.durationMs).toBeGreaterThan(0));
});

test.each([
  ['Origin', 'Origin'],
  ['accept, origin', 'accept, origin'],
  ['*', '*'],
  ['Accept', 'Accept, Origin'],
  ['X-Original', 'X-Original, Origin'],
])('Vary: %s becomes %s', async (sent, expected) => {
  const real = await startRealService((_, response) => response.writeHead(200, { Vary: sent }).end());
  const { url } = await startForwarding({ document, upstream: real.url });
  for (const headers of [{}, { origin: 'http://localhost' }])
    expect((await fetch(`${url}/notes`, { headers })).headers.get('vary')).toBe(expected);
});

test('a preference to forward is not confirmed where nothing is sent: in a replay, and with a forced status', async () => {
  const real = await startRealService((_, response) => response.end('[]'));
  const { vivarium, url } = await startForwarding({ document, upstream: real.url, forward: ['none'] });
  const why = () => vivarium.world().exchanges()[0]?.why;
  const ignored = 'Prefer forward: ignored, this request is not sent to the upstream';
  await fetch(`${url}/notes`, { headers: { prefer: 'forward' } });
  const replay = await fetch(`${url}/_vivarium/api/worlds/default/exchanges/1/replay`, { method: 'POST' });
  const { response } = (await replay.json()) as { response: { headers: Record<string, string> } };
  expect(response.headers['preference-applied']).toBeUndefined();
  expect(why()).toContain(ignored);
  const forced = await fetch(`${url}/notes`, { headers: { prefer: 'forward, code=503' } });
  expect([forced.status, forced.headers.get('preference-applied')]).toEqual([503, 'code=503']);
  expect(why()).toContain(ignored);
  expect(real.seen).toHaveLength(1);
});

test('recorded latencies are in saved files, without requests that were given up', async () => {
  const folder = folderOf({});
  const waiting: (() => void)[] = [];
  const real = await startRealService((_, response) => {
    if (real.seen.length <= 5) waiting.push(() => response.end('[]'));
    else response.end('[]');
  });
  const { vivarium, url } = await startForwarding({ document, upstream: real.url, record: true, save: folder });
  const controller = new AbortController();
  const given = Array.from({ length: 5 }, () => fetch(`${url}/notes`, { signal: controller.signal }).catch(() => {}));
  await vi.waitFor(() => expect(waiting).toHaveLength(5));
  controller.abort();
  await Promise.all(given);
  await vi.waitFor(() => expect(vivarium.world().exchanges()).toHaveLength(5));
  for (let count = 0; count < 4; count++) await (await fetch(`${url}/notes`)).text();
  expect(vivarium.world().save().faults).toBeUndefined();
  await (await fetch(`${url}/notes`)).text();
  const expected = [expect.objectContaining({ name: 'recorded-latency-listNotes', enabled: false })];
  expect(vivarium.world().save().faults).toEqual(expected);
  await vivarium.close();
  expect(JSON.parse(readFileSync(join(folder, 'default.yaml'), 'utf8').replace(/^#.*\n/gm, '')).faults).toEqual(
    expected,
  );
});

test.each(['an event stream', 'a long body'])(
  'a fault that replaces %s ends the request of the upstream',
  async (what) => {
    const closed = vi.fn();
    const real = await startRealService((_, response) => {
      response.on('close', closed);
      if (what === 'a long body') response.write(large);
      else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
    });
    const { vivarium, url } = await startForwarding({ document, upstream: real.url });
    vivarium.world().fault('unavailable', { work: 'done' });
    expect((await fetch(`${url}/notes`)).status).toBe(503);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  },
);

test('a long body that breaks off before the client reads it breaks off for the client', async () => {
  const real = await startRealService((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).write(large);
    setTimeout(() => response.destroy(), 20);
  });
  const { vivarium } = await startForwarding({ document, upstream: real.url });
  vivarium.world().fault('slow', { latency: '100ms' });
  const response = await vivarium.world().fetch('/notes');
  await expect(response.text()).rejects.toThrow();
});

test('a body that is larger than memory waits for the client: little of it is held', async () => {
  const [part, count] = [Buffer.alloc(1_000_000), 150];
  let [sent, received, ahead] = [0, 0, 0];
  const real = await startRealService(async (_, response) => {
    for (; sent < count; sent++) if (!response.write(part)) await once(response, 'drain');
    response.end();
  });
  const { vivarium, url } = await startForwarding({ document, upstream: real.url, record: true });
  const [response] = (await once(get(`${url}/notes`), 'response')) as [IncomingMessage];
  for await (const bytes of response) {
    received += bytes.length;
    ahead = Math.max(ahead, sent * part.length - received);
    // A client that reads slowly: meanwhile, the service sends what it can.
    for (let turn = 0; turn < 5; turn++) await setImmediate();
  }
  expect(received).toBe(count * part.length);
  expect(ahead).toBeLessThan(40_000_000);
  expect(vivarium.world().exchanges()[0]?.response.body).toBeUndefined();
});

test('requests beyond 64 connections to an upstream wait for one', async () => {
  const open: ServerResponse[] = [];
  let [most, isEnding] = [0, false];
  const real = await startRealService((_, response) => {
    if (isEnding) return void response.end('[]');
    most = Math.max(most, open.push(response));
    // Without the limit, all others would arrive meanwhile.
    if (most !== 64) return;
    setTimeout(() => {
      isEnding = true;
      for (const one of open) one.end('[]');
    }, 300);
  });
  const { url } = await startForwarding({ document, upstream: real.url });
  const responses = await Promise.all(Array.from({ length: 70 }, () => fetch(`${url}/notes`)));
  expect([most, ...new Set(responses.map(({ status }) => status))]).toEqual([64, 200]);
});

test('open event streams leave connections to other requests: one too many gets 503, until one ends', async () => {
  const real = await startRealService(({ headers }, response) => {
    if (headers.accept !== 'text/event-stream') response.end('[]');
    else response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
  });
  const { url } = await startForwarding({ document, upstream: real.url });
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const stream = (signal = ending.signal): Promise<Response> =>
    fetch(`${url}/notes`, { headers: { accept: 'text/event-stream' }, signal });
  const first = new AbortController();
  const streams = [await stream(first.signal), ...(await Promise.all(Array.from({ length: 47 }, () => stream())))];
  expect(streams.map(({ status }) => status)).toEqual(Array(48).fill(200));
  const further = await stream();
  expect([further.status, await further.text()]).toEqual([503, expect.stringMatching(/48 event streams .*Close one/)]);
  const lists = await Promise.all(Array.from({ length: 30 }, () => fetch(`${url}/notes`)));
  expect(lists.map(({ status }) => status)).toEqual(Array(30).fill(200));
  first.abort();
  await vi.waitFor(async () => expect((await stream()).status).toBe(200));
});
