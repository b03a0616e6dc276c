/** `GET /worlds/{world}/events`: the events of a world, as server-sent events. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type AddressInfo, createConnection } from 'node:net';
import express from 'express';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createVivarium } from '../../../../src/index.ts';
import { waitFor } from '../../../wait-for.ts';
import { type Loose, queryKeyDocument, startForTest, type TestServer } from '../control-server.ts';

interface Stream {
  readonly response: IncomingMessage;
  readonly text: () => string;
  readonly events: () => readonly {
    readonly event: string;
    readonly epoch: string;
    readonly id: string;
    readonly data: Loose;
  }[];
  readonly comments: () => readonly string[];
  readonly isOver: () => boolean;
  readonly close: () => void;
}

/** Reads like an `EventSource`: blocks end with an empty line. */
const open = (port: number, world = 'default', headers: Readonly<Record<string, string>> = {}): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const call = request(
      { host: '127.0.0.1', port, path: `/_vivarium/api/worlds/${world}/events`, headers, agent: false },
      (response) => {
        let text = '';
        let isOver = false;
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('close', () => {
          isOver = true;
        });
        response.on('error', () => {});
        const blocks = (): readonly string[] => text.split('\n\n').slice(0, -1);
        resolve({
          response,
          text: () => text,
          events: () =>
            blocks()
              .filter((block) => block.startsWith('event:'))
              .map((block) => {
                const [, event = '', epoch = '', id = '', data = ''] =
                  /^event: (\w+)\nid: ([\da-f]{8})-(\d+)\ndata: (.*)$/.exec(block) ?? [];
                return { event, epoch, id, data: JSON.parse(data) };
              }),
          comments: () => blocks().filter((block) => block.startsWith(':')),
          isOver: () => isOver,
          close: () => call.destroy(),
        });
      },
    );
    call.on('error', reject);
    call.end();
    onTestFinished(() => void call.destroy());
  });

const idsIn = (stream: Stream): readonly number[] =>
  stream
    .events()
    .filter(({ event }) => event === 'exchange')
    .map(({ data }) => data.id);

const get = (server: TestServer, path = '/v1/pets?limit=1', headers = {}) =>
  server.call('GET', path, undefined, headers);

test('a response that is held back is sent in the format of its list, before its exchange', async () => {
  const server = await startForTest();
  const stream = await open(server.port);
  const answer = get(server, '/v1/pets?limit=1', { prefer: 'delay=1h' });
  await waitFor(() => expect(stream.events()).toMatchObject([{ event: 'held', data: { exchange: 1 } }]));
  const { items } = (await server.api('GET', '/worlds/default/held')).body;
  const { due, ...shown } = stream.events()[0]?.data ?? {};
  expect(items[0]).toMatchObject(shown);
  expect(Math.abs(Date.parse(due) - Date.parse(items[0].due))).toBeLessThan(5000);
  await server.api('DELETE', '/worlds/default/held');
  await answer;
  await waitFor(() => expect(stream.events().map(({ event }) => event)).toContain('exchange'));
});

test('a response that never comes is sent as held back, without a time', async () => {
  const server = await startForTest();
  const stream = await open(server.port);
  get(server, '/v1/pets', { prefer: 'fault=timeout' }).catch(() => {});
  await waitFor(() => expect(stream.events()).toMatchObject([{ event: 'held', data: { exchange: 1, due: null } }]));
});

test('a request that waits for the upstream is sent, also to those who come later, and so is the end of its wait', async () => {
  const waiting: ServerResponse[] = [];
  const real = createServer((_request, response) => void waiting.push(response)).listen(0, '127.0.0.1');
  onTestFinished(() => void real.close());
  await once(real, 'listening');
  const server = await startForTest({ upstream: `http://127.0.0.1:${(real.address() as AddressInfo).port}` });
  const stream = await open(server.port);
  const answer = get(server, '/v1/pets/1?api_key=secret');
  await waitFor(() => expect(waiting).toHaveLength(1));
  const later = await open(server.port);
  for (const each of [stream, later])
    await waitFor(() =>
      expect(each.events()).toEqual([
        expect.objectContaining({
          event: 'forwarding',
          id: '0',
          data: {
            ...{ number: 1, operation: 'getPet', method: 'GET', path: '/v1/pets/1' },
            ...{ at: expect.stringMatching(/Z$/), elapsedMs: expect.any(Number) },
          },
        }),
      ]),
    );
  waiting[0]?.writeHead(404).end();
  await answer;
  await waitFor(() =>
    expect(later.events().slice(1)).toMatchObject([
      { event: 'forwarded', data: { number: 1 } },
      { event: 'exchange', data: { id: 1, status: 404, origin: 'upstream' } },
    ]),
  );
  expect((await open(server.port)).events()).toEqual([]);
});

test('an exchange is sent when its response is delivered, in the format of the list', async () => {
  const server = await startForTest();
  const stream = await open(server.port);
  expect(stream.response.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  expect(stream.response.headers).not.toHaveProperty('content-length');
  await get(server);
  await get(server, '/v1/pets?limit=0');
  await waitFor(() => expect(stream.events()).toHaveLength(2));
  const { items } = (await server.api('GET', '/worlds/default/exchanges')).body;
  expect(stream.events()).toMatchObject([
    { event: 'exchange', id: '1', data: items[1] },
    { event: 'exchange', id: '2', data: items[0] },
  ]);
  expect(stream.events()[0]?.epoch).toBe(stream.events()[1]?.epoch);
});

test('an exchange with a lost response is sent too, and so is one of the library', async () => {
  const server = await startForTest();
  const stream = await open(server.port);
  await expect(get(server, '/v1/pets', { prefer: 'fault=reset' })).rejects.toThrow();
  await server.vivarium.world().fetch('/v1/pets', { headers: { authorization: 'Bearer demo' } });
  await server.api('POST', '/worlds/default/exchanges/2/replay');
  await waitFor(() => expect(idsIn(stream)).toEqual([1, 2, 3]));
});

test('an event is written once for all who watch the world', async () => {
  const server = await startForTest();
  const streams = await Promise.all(Array.from({ length: 5 }, () => open(server.port)));
  // Each event has a time.
  const times = vi.spyOn(Date.prototype, 'toISOString');
  onTestFinished(() => times.mockRestore());
  await get(server);
  server.vivarium.world().clock.advance('1h');
  await waitFor(() => expect(streams.map((stream) => stream.events().length)).toEqual([2, 2, 2, 2, 2]));
  for (const stream of streams) expect(stream.events()).toEqual(streams[0]?.events());
  expect(times).toHaveBeenCalledTimes(2);
  // What is kept for the others is not sent again later.
  server.vivarium.world().fault('slow');
  await waitFor(() => expect(streams[4]?.events().at(-1)?.data.faults).toEqual(['slow']));
  expect(times).toHaveBeenCalledTimes(3);
});

test('exchanges of other worlds are not sent', async () => {
  const server = await startForTest();
  const stream = await open(server.port);
  await get(server, '/~other/v1/pets');
  await get(server);
  await waitFor(() => expect(stream.events()).toHaveLength(1));
  expect(stream.events()[0]?.data).toMatchObject({ world: 'default', id: 1 });
});

test('credentials are redacted', async () => {
  const server = await startForTest({ document: queryKeyDocument, scenario: {} });
  const stream = await open(server.port);
  await server.send('GET', '/a?key=TOPSECRET');
  await waitFor(() => expect(stream.events()).toHaveLength(1));
  expect(stream.events()[0]?.data.query).toBe('key=[redacted]');
});

describe('a change of the world is sent, in the format of the list of worlds', () => {
  const changes: readonly (readonly [what: string, method: string, path: string, body?: Loose])[] = [
    ['a fault that is put', 'PUT', '/faults/slow', { on: { operation: 'getPet' } }],
    ['a fault that is removed', 'DELETE', '/faults/slow'],
    ['all faults switched off', 'DELETE', '/faults'],
    ['the clock', 'PUT', '/clock', { now: '2031-01-01', frozen: true }],
    ['a collection replaced', 'PUT', '/collections/pets', []],
    ['a collection emptied', 'DELETE', '/collections/pets'],
    ['an item added', 'POST', '/collections/pets', { name: 'Maple', categoryId: 3 }],
    ['an item put', 'PUT', '/collections/pets/1', { name: 'Maple', categoryId: 3 }],
    ['an item deleted', 'DELETE', '/collections/pets/1'],
    ['the journal cleared', 'DELETE', '/exchanges'],
    ['a reset', 'POST', '/reset'],
    ['another scenario', 'PUT', '', { scenario: 'sunset' }],
  ];
  test.each(changes)('%s', async (_what, method, path, body) => {
    const server = await startForTest();
    const stream = await open(server.port);
    await server.api(method, `/worlds/default${path}`, body);
    await waitFor(() => expect(stream.events()).toHaveLength(1));
    const { clock, ...world } = (await server.api('GET', '/worlds/default')).body;
    expect(stream.events()[0]).toMatchObject({ event: 'world', data: world });
    expect(stream.events()[0]?.data.clock.frozen).toBe(clock.frozen);
  });

  test('a change by the library is sent too', async () => {
    const server = await startForTest();
    const stream = await open(server.port);
    const world = server.vivarium.world();
    const tell = async (change: () => void, count: number): Promise<void> => {
      change();
      await waitFor(() => expect(stream.events()).toHaveLength(count));
    };
    await tell(() => world.fault('unauthorized'), 1);
    await tell(() => world.clock.advance('2h'), 2);
    await tell(() => world.clock.set({ frozen: true }), 3);
    await tell(() => world.reset(), 4);
    expect(stream.events().map(({ data }) => [data.faults, data.clock.frozen])).toEqual([
      [['unauthorized'], false],
      [['unauthorized'], false],
      [['unauthorized'], true],
      [[], false],
    ]);
  });

  test('several changes in a row are one event', async () => {
    const server = await startForTest();
    const stream = await open(server.port);
    for (let at = 0; at < 50; at++) server.vivarium.world().fault('slow', { enabled: at % 2 === 0 });
    await get(server);
    await waitFor(() => expect(stream.events()).toHaveLength(2));
    expect(stream.events()[0]).toMatchObject({ event: 'world', data: { faults: [] } });
  });
});

describe('a client that reconnects', () => {
  const resume = (server: TestServer, id: number | string) =>
    open(server.port, 'default', { 'last-event-id': String(id) });

  test('gets the later events, the oldest first, and the world', async () => {
    const server = await startForTest();
    for (let at = 0; at < 4; at++) await get(server);
    const stream = await resume(server, 2);
    await waitFor(() => expect(stream.events()).toHaveLength(3));
    expect(stream.events().map(({ event, id }) => [event, id])).toEqual([
      ['exchange', '3'],
      ['exchange', '4'],
      ['world', '4'],
    ]);
    expect(stream.comments()).toEqual([]);
    await get(server);
    await waitFor(() => expect(idsIn(stream)).toEqual([3, 4, 5]));
  });

  test('gets the world if it has missed nothing', async () => {
    const server = await startForTest();
    await get(server);
    const stream = await resume(server, 1);
    await waitFor(() => expect(stream.events()).toMatchObject([{ event: 'world', id: '1' }]));
  });

  test('too late gets an event with the exchanges that have left the journal', async () => {
    const server = await startForTest({ journal: 2 });
    for (let at = 0; at < 5; at++) await get(server);
    const stream = await resume(server, 1);
    await waitFor(() => expect(stream.events()).toHaveLength(4));
    expect(stream.events()[0]).toMatchObject({ event: 'lost', data: { reason: 'dropped', first: 2, last: 3 } });
    expect(idsIn(stream)).toEqual([4, 5]);
    expect(stream.comments()).toEqual([]);
  });

  test('after the journal was cleared gets an event about that', async () => {
    const server = await startForTest();
    for (let at = 0; at < 3; at++) await get(server);
    await server.api('DELETE', '/worlds/default/exchanges');
    const stream = await resume(server, 1);
    await waitFor(() => expect(stream.events()).toHaveLength(2));
    expect(stream.events()).toMatchObject([
      { event: 'lost', data: { reason: 'dropped', first: 2, last: 3 } },
      { event: 'world', id: '3' },
    ]);
  });

  const lostToReset = { event: 'lost', id: '0', data: { reason: 'reset' } };

  test('after a reset gets an event about that, and all later events, even if the numbers are as high again', async () => {
    const server = await startForTest();
    const first = await open(server.port);
    for (let at = 0; at < 2; at++) await get(server);
    await waitFor(() => expect(idsIn(first)).toEqual([1, 2]));
    const { epoch, id } = first.events().at(-1) ?? {};
    const { headers } = await server.api('GET', '/worlds/default/exchanges');
    expect(headers['vivarium-epoch']).toBe(epoch);
    await server.api('POST', '/worlds/default/reset');
    for (let at = 0; at < 3; at++) await get(server);
    const stream = await resume(server, `${epoch}-${id}`);
    await waitFor(() => expect(stream.events()).toHaveLength(5));
    expect(stream.events()[0]).toMatchObject(lostToReset);
    expect(stream.events()[0]?.epoch).not.toBe(epoch);
    expect(idsIn(stream)).toEqual([1, 2, 3]);
    // A client that reconnects with the id of that event has missed nothing more.
    const again = await resume(server, `${stream.events()[1]?.epoch}-1`);
    await waitFor(() => expect(again.events()).toHaveLength(3));
    expect(again.events().map(({ event }) => event)).toEqual(['exchange', 'exchange', 'world']);
  });

  test('to another world of the same name gets an event about that', async () => {
    const server = await startForTest();
    const first = await open(server.port);
    await get(server);
    await waitFor(() => expect(idsIn(first)).toEqual([1]));
    await server.api('DELETE', '/worlds/default');
    await get(server);
    const stream = await resume(server, `${first.events()[0]?.epoch}-1`);
    await waitFor(() => expect(stream.events()).toHaveLength(3));
    expect(stream.events()).toMatchObject([lostToReset, { event: 'exchange', id: '1' }, { event: 'world' }]);
  });

  test('with a plain number is in the present run; a number that is too high is from before a reset', async () => {
    const server = await startForTest();
    for (let at = 0; at < 3; at++) await get(server);
    await server.api('POST', '/worlds/default/reset');
    await get(server);
    const stream = await resume(server, 3);
    await waitFor(() => expect(stream.events()).toMatchObject([lostToReset, { id: '1' }, { event: 'world', id: '1' }]));
  });

  test('and is still catching up at a reset gets an event about the lost rest', async () => {
    const server = await startForTest({ journal: 5000 });
    const world = server.vivarium.world();
    const path = `/v1/pets?limit=1&filler=${'x'.repeat(20_000)}`;
    for (let at = 0; at < 1000; at++) await world.fetch(path, { headers: { authorization: 'Bearer demo' } });
    const stream = await resume(server, 0);
    stream.response.pause();
    world.reset();
    stream.response.resume();
    await waitFor(() => expect(stream.events().at(-1)?.event).toBe('world'));
    expect(stream.events()).toContainEqual(expect.objectContaining(lostToReset));
    expect(idsIn(stream).length).toBeLessThan(1000);
  });

  test.each(['x', '-1', '', '1.5', '99999999999999999999', 'x-1', '0a1b2c3d', '0a1b2c3d-'])(
    'with the id %j is new',
    async (id) => {
      const server = await startForTest();
      await get(server);
      const stream = await resume(server, id);
      await get(server);
      await waitFor(() => expect(idsIn(stream)).toEqual([2]));
    },
  );

  test('misses nothing if a later response was delivered first', async () => {
    const server = await startForTest();
    const stream = await open(server.port);
    await server.api('PUT', '/worlds/default/faults/held', { latency: '1h', on: { operation: 'getPet' } });
    const held = get(server, '/v1/pets/1');
    await waitFor(async () => expect((await server.api('GET', '/worlds/default/exchanges')).body.total).toBe(1));
    await get(server);
    await waitFor(() => expect(idsIn(stream)).toEqual([2]));
    // The first one is not sent yet: a client that reconnects now must get the second one again.
    expect(stream.events().at(-1)).toMatchObject({ event: 'exchange', id: '0', data: { id: 2 } });
    const other = await resume(server, 0);
    await waitFor(() => expect(idsIn(other)).toEqual([2]));
    await server.api('PUT', '/worlds/default/clock', { advance: '2h' });
    await held;
    await waitFor(() => expect(idsIn(stream)).toEqual([2, 1]));
    expect(stream.events().at(-1)?.id).toBe('2');
    await waitFor(() => expect(idsIn(other)).toEqual([2, 1]));
  });

  test('gets an exchange once that ends while it is catching up', async () => {
    const server = await startForTest({ journal: 5000 });
    const world = server.vivarium.world();
    const authorization = 'Bearer demo';
    const filler = 'x'.repeat(20_000);
    for (let at = 0; at < 500; at++) await world.fetch(`/v1/pets?filler=${filler}`, { headers: { authorization } });
    const held = world.fetch('/v1/pets/1', { headers: { authorization, prefer: 'delay=1h' } });
    await waitFor(() => expect(world.exchanges({ limit: 1 })[0]?.id).toBe(501));
    const stream = await resume(server, 0);
    stream.response.pause();
    world.clock.advance('2h');
    await held;
    await world.fetch('/v1/pets/2', { headers: { authorization } });
    stream.response.resume();
    await waitFor(() => expect(idsIn(stream)).toHaveLength(502));
    await get(server);
    await waitFor(() => expect(idsIn(stream).at(-1)).toBe(503));
    expect(idsIn(stream).toSorted((one, other) => one - other)).toEqual(Array.from({ length: 503 }, (_, at) => at + 1));
    // The delayed one ended in the middle: it was sent before the remaining ones.
    expect(idsIn(stream).indexOf(501)).toBeLessThan(500);
    expect(stream.events().at(-1)?.id).toBe('503');
  });

  test('gets more events than the buffer can hold, as fast as it reads', async () => {
    const server = await startForTest({ journal: 5000 });
    const world = server.vivarium.world();
    const path = `/v1/pets?limit=1&filler=${'x'.repeat(2000)}`;
    for (let at = 0; at < 2000; at++) await world.fetch(path, { headers: { authorization: 'Bearer demo' } });
    const stream = await resume(server, 0);
    await waitFor(() => expect(idsIn(stream)).toHaveLength(2000));
    expect(idsIn(stream)).toEqual(Array.from({ length: 2000 }, (_, at) => at + 1));
    expect(stream.isOver()).toBe(false);
  });
});

test('events from before a reset are not sent after it', async () => {
  const server = await startForTest();
  await server.api('PUT', '/worlds/default/faults/held', { latency: '1h' });
  const stream = await open(server.port);
  const held = get(server);
  await waitFor(async () => expect((await server.api('GET', '/worlds/default/exchanges')).body.total).toBe(1));
  await server.api('POST', '/worlds/default/reset');
  await server.api('PUT', '/worlds/default/clock', { advance: '2h' });
  await held;
  await get(server, '/v1/pets/7');
  await waitFor(() => expect(idsIn(stream)).toEqual([1]));
  expect(stream.events().at(-1)?.data.path).toBe('/v1/pets/7');
});

describe('a stream', () => {
  test('is kept open by a comment every 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const server = await startForTest();
    const stream = await open(server.port);
    vi.advanceTimersByTime(45_000);
    await waitFor(() => expect(stream.comments()).toEqual([':', ':', ':']));
    expect(vi.getTimerCount()).toBe(2);
    stream.close();
    await waitFor(() => expect(vi.getTimerCount()).toBe(1));
  });

  test('ends with its world', async () => {
    const server = await startForTest();
    await server.api('PUT', '/worlds/short');
    const [stream, other] = [await open(server.port, 'short'), await open(server.port)];
    await server.api('DELETE', '/worlds/short');
    await waitFor(() => expect(stream.isOver()).toBe(true));
    expect(other.isOver()).toBe(false);
  });

  test('ends with the server, at once', async () => {
    const vivarium = await createVivarium();
    const { url } = await vivarium.listen({ port: 0 });
    const stream = await open(Number(new URL(url).port));
    await vivarium.close();
    await waitFor(() => expect(stream.isOver()).toBe(true));
  });

  test('in an Express app ends when the simulation is closed', async () => {
    const vivarium = await createVivarium();
    const app = express().use(vivarium.middleware({ control: true }));
    const server = createServer(app).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await waitFor(() => expect(server.listening).toBe(true));
    const stream = await open((server.address() as AddressInfo).port);
    await vivarium.close();
    await waitFor(() => expect(stream.isOver()).toBe(true));
  });

  test('gets 404 for a world that is not open, and has no body for HEAD', async () => {
    const server = await startForTest();
    expect((await server.api('GET', '/worlds/nobody/events')).status).toBe(404);
    expect(await server.api('HEAD', '/worlds/default/events')).toMatchObject({
      status: 200,
      text: '',
      headers: { 'content-type': 'text/event-stream' },
    });
    expect((await server.api('POST', '/worlds/default/events')).status).toBe(405);
  });

  test('is rejected beyond 100, until another one ends', async () => {
    const server = await startForTest();
    await server.api('PUT', '/worlds/other');
    const streams: Stream[] = [];
    for (let at = 0; at < 100; at++) streams.push(await open(server.port, at % 2 === 0 ? 'default' : 'other'));
    expect((await server.api('GET', '/worlds/default/events')).status).toBe(503);
    streams[0]?.close();
    await waitFor(async () => {
      const stream = await open(server.port);
      expect(stream.response.statusCode).toBe(200);
    });
  });

  test('whose client does not read is closed, and delays nobody', async () => {
    const server = await startForTest();
    const socket = createConnection({ port: server.port, host: '127.0.0.1' });
    onTestFinished(() => void socket.destroy());
    let isClosed = false;
    socket.on('error', () => {});
    socket.on('close', () => {
      isClosed = true;
    });
    socket.pause();
    socket.write(`GET /_vivarium/api/worlds/default/events HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    const world = server.vivarium.world();
    const path = `/v1/pets?limit=1&filler=${'x'.repeat(30_000)}`;
    const isOpen = async (): Promise<boolean> =>
      (await server.send('GET', '/_vivarium/metrics')).text.includes('vivarium_event_streams 1\n');
    await waitFor(async () => expect(await isOpen()).toBe(true));
    for (let at = 0; at < 1000 && (await isOpen()); at++)
      await world.fetch(path, { headers: { authorization: 'Bearer demo' } });
    expect(await isOpen()).toBe(false);
    socket.resume();
    await waitFor(() => expect(isClosed).toBe(true));
  });
});
