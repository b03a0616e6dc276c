/** What can go wrong while a request to the real service is out, and real services that do not behave. */
import { once } from 'node:events';
import { get, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCertificate } from '../../../src/parts/tls/create-certificate.ts';
import { documentOf, inPath, integer, listOf, named, object, text } from '../../short-document.ts';
import { startForwarding, startRealService } from './real-service.ts';

const note = object({ id: integer, text });
const document = documentOf('Notes', {
  '/notes': { get: named('listNotes', listOf(note)) },
  '/notes/{id}': { get: named('getNote', note, { parameters: [inPath('id')] }) },
});

/** A real service that responds when the test wants it to. */
const startHeld = async () => {
  const held: ServerResponse[] = [];
  const real = await startRealService((_, response) => void held.push(response));
  return { ...real, held, isHeld: (count = 1) => expect.poll(() => held.length).toBe(count) };
};

const answerNote = (response: ServerResponse | undefined, id = 7): void => {
  response?.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ id, text: `note ${id}` }));
};

test.each(['reset', 'deletion'])(
  'after a %s of the world, the response is delivered, but neither recorded nor journaled',
  async (what) => {
    const real = await startHeld();
    const { vivarium, url } = await startForwarding({ document, upstream: real.url, record: true, scenario: {} });
    const control = `${url}/_vivarium/api/worlds/alice`;
    const pending = fetch(`${url}/~alice/notes/7`);
    await real.isHeld();
    await fetch(what === 'reset' ? `${control}/reset` : control, { method: what === 'reset' ? 'POST' : 'DELETE' });
    answerNote(real.held[0]);
    const response = await pending;
    expect([response.status, await response.json()]).toEqual([200, { id: 7, text: 'note 7' }]);
    expect(response.headers.get('vivarium-exchange')).toBeNull();
    const alice = vivarium.world('alice');
    expect(alice.exchanges()).toEqual([]);
    expect(alice.save().data?.notes ?? []).toEqual([]);
  },
);

test('a change of the world meanwhile stays, and the response is recorded into it', async () => {
  const real = await startHeld();
  const { vivarium, url } = await startForwarding({ document, upstream: real.url, record: true, scenario: {} });
  const pending = fetch(`${url}/notes/7`);
  await real.isHeld();
  const world = vivarium.world();
  world.fault('unavailable', { enabled: false });
  await world.fetch('/notes', { headers: { prefer: 'simulate' } });
  answerNote(real.held[0]);
  const response = await pending;
  expect(response.headers.get('vivarium-exchange')).toBe('2');
  expect(world.exchanges().map(({ origin }) => origin)).toEqual(['upstream', 'simulation']);
  expect(world.save().data?.notes).toMatchObject([{ id: 7 }]);
});

test('a server that stops lets go of the request', async () => {
  const real = await startHeld();
  const { vivarium, url } = await startForwarding({ document, upstream: real.url });
  const outcome = fetch(`${url}/notes/7`).then(
    () => 'answered',
    () => 'broken off',
  );
  await real.isHeld();
  const [response] = real.held;
  const ended = once(response as ServerResponse, 'close');
  await vivarium.close();
  expect(await outcome).toBe('broken off');
  await ended;
});

test('64 clients at once get their own responses, over at most 64 connections', async () => {
  const connections = new Set<unknown>();
  let open = 0;
  let most = 0;
  const real = await startRealService((request, response) => {
    connections.add(request.socket);
    most = Math.max(most, ++open);
    setImmediate(() => {
      open--;
      answerNote(response, Number(request.url?.split('/').at(-1)));
    });
  });
  const { vivarium, url } = await startForwarding({ document, upstream: real.url, record: true, scenario: {} });
  const client = async (start: number): Promise<void> => {
    for (let id = start; id < 640; id += 64)
      expect(await (await fetch(`${url}/notes/${id}`)).json()).toEqual({ id, text: `note ${id}` });
  };
  await Promise.all(Array.from({ length: 64 }, (_, index) => client(index)));
  expect(connections.size).toBeLessThanOrEqual(64);
  expect(most).toBeLessThanOrEqual(64);
  const world = vivarium.world();
  expect(world.exchanges().every(({ origin }) => origin === 'upstream')).toBe(true);
  expect(world.save().data?.notes).toHaveLength(640);
});

test('no more than 64 requests are out at once', async () => {
  const real = await startHeld();
  const { url } = await startForwarding({ document, upstream: real.url });
  const pending = Array.from({ length: 70 }, (_, id) => fetch(`${url}/notes/${id}`));
  await real.isHeld(64);
  for (let index = 0; index < 70; index++) {
    await expect.poll(() => real.held.length).toBeGreaterThan(index);
    expect(real.held.length).toBeLessThanOrEqual(64 + index);
    answerNote(real.held[index], index);
  }
  for (const response of await Promise.all(pending)) expect(response.status).toBe(200);
});

test('a client that leaves before its request has a connection costs the upstream nothing', async () => {
  const real = await startHeld();
  let opened = 0;
  let closed = 0;
  real.server.on('connection', (socket) => {
    opened++;
    socket.on('close', () => closed++);
  });
  const { vivarium } = await startForwarding({ document, upstream: real.url });
  const world = vivarium.world();
  const out = Array.from({ length: 64 }, (_, id) => world.fetch(`/notes/${id}`));
  await real.isHeld(64);
  const leaving = new AbortController();
  const left = Array.from({ length: 10 }, () => world.fetch('/notes/64', { signal: leaving.signal }));
  const last = world.fetch('/notes/65');
  // The requests are in the queue.
  await new Promise((resolve) => setTimeout(resolve, 50));
  leaving.abort();
  for (const outcome of await Promise.allSettled(left))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AbortError' } });
  real.held.forEach(answerNote);
  await real.isHeld(65);
  answerNote(real.held[64], 65);
  for (const response of [...(await Promise.all(out)), await last]) expect(response.status).toBe(200);
  expect([real.seen.length, opened, closed]).toEqual([65, 64, 0]);
});

test('a connection that is not made yet ends when the client leaves', async () => {
  // It never completes the handshake.
  const server = createServer((socket) => socket.resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const upstream = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { vivarium } = await startForwarding({ document, upstream });
  const leaving = new AbortController();
  const left = vivarium.world().fetch('/notes', { signal: leaving.signal });
  const outcome = expect(left).rejects.toMatchObject({ name: 'AbortError' });
  const [socket] = await once(server, 'connection');
  const ended = once(socket, 'close');
  leaving.abort();
  await Promise.all([outcome, ended]);
});

test('an event stream ends at the upstream when the client leaves', async () => {
  const real = await startHeld();
  const { url } = await startForwarding({ document, upstream: real.url });
  const request = get(`${url}/notes`);
  request.on('error', () => {});
  await real.isHeld();
  const [response] = real.held as [ServerResponse];
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
  const [received] = (await once(request, 'response')) as [IncomingMessage];
  expect(String((await once(received, 'data'))[0])).toBe('data: 1\n\n');
  const ended = once(response, 'close');
  request.destroy();
  await ended;
});

test('an event stream that a fault loses ends at the upstream', async () => {
  const real = await startHeld();
  const { vivarium } = await startForwarding({ document, upstream: real.url });
  const world = vivarium.world();
  world.fault('lost', { transport: 'reset' });
  const outcome = expect(world.fetch('/notes')).rejects.toThrow('fetch failed');
  await real.isHeld();
  const [response] = real.held as [ServerResponse];
  const ended = once(response, 'close');
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n');
  await outcome;
  await ended;
});

test('a redirect to another host is passed on, and not followed', async () => {
  const elsewhere = await startRealService((_, response) => void response.end('[]'));
  const other = `${elsewhere.url.replace('127.0.0.1', 'localhost')}/notes`;
  const real = await startRealService((_, response) => void response.writeHead(307, { Location: other }).end());
  const { url } = await startForwarding({ document, upstream: real.url });
  const response = await fetch(`${url}/notes`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([307, other]);
  expect(elsewhere.seen).toEqual([]);
});

test('an upstream with an expired certificate gets nothing, and 502 says why', async () => {
  const identity = createCertificate(['127.0.0.1'], Date.UTC(2020, 0));
  const trusted = getCACertificates('default');
  // Trusted, so that only its time is wrong.
  setDefaultCACertificates([...trusted, identity.cert]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  let requests = 0;
  const server = createTlsServer(identity, (_, response) => {
    requests++;
    response.end('[]');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { url } = await startForwarding({ document, upstream: `https://127.0.0.1:${port}` });
  const response = await fetch(`${url}/notes`);
  expect([response.status, await response.text()]).toEqual([
    502,
    expect.stringContaining(
      'has no valid certificate (CERT_HAS_EXPIRED). NODE_EXTRA_CA_CERTS adds a private authority.',
    ),
  ]);
  expect(requests).toBe(0);
});

test('an upstream that hangs within a short body gets 504', async () => {
  const real = await startRealService((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).write('[');
  });
  const { url } = await startForwarding({ document, upstream: real.url, upstreamTimeout: '1s' });
  const response = await fetch(`${url}/notes`);
  expect([response.status, await response.text()]).toEqual([504, expect.stringContaining('did not respond within 1s')]);
});

test('an upstream that is slow, but goes on in time, is waited for', async () => {
  const real = await startHeld();
  const { url } = await startForwarding({ document, upstream: real.url, upstreamTimeout: '1s' });
  // From the beginning: a timer that was real would end the request on a busy machine.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const request = get(`${url}/notes`);
  await real.isHeld();
  const part = Buffer.alloc(65_536);
  const total = 20 * part.length;
  const [held] = real.held as [ServerResponse];
  // Longer than what is held back: the client sees each part.
  held.writeHead(200, { 'Content-Length': total }).write(part);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let size = 0;
  response.on('data', (bytes: Buffer) => {
    size += bytes.length;
  });
  for (let parts = 1; parts < 20; parts++) {
    await expect.poll(() => [size, vi.getTimerCount()], { interval: 1 }).toEqual([parts * part.length, 1]);
    vi.advanceTimersByTime(900);
    held.write(part);
  }
  await once(response, 'end');
  expect(size).toBe(total);
});
