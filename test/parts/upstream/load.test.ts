/** Requests that another service answers, which is here a function of the test. */

import { describe, expect, test, vi } from 'vitest';
import type { HttpRequest } from '../../../src/core/http/http.ts';
import { chooseUpstream } from '../../../src/core/state/upstream-choice.ts';
import type { SentRequest } from '../../../src/parts/upstream/core/forward.ts';
import type { Received } from '../../../src/parts/upstream/core/received.ts';
import { handleOrForward } from '../../../src/parts/upstream/load.ts';
import type { Forwarding, Sent } from '../../../src/parts/upstream/send/create-forwarding.ts';
import { mergeFault } from '../../../src/scenario/document/fault-document.ts';
import { type BodyStream, paced, type Recipient } from '../../../src/world/body-stream.ts';
import { createFetch } from '../../../src/world/fetch.ts';
import { StoreUnavailable } from '../../../src/world/shared-worlds.ts';
import type { HandledRequest, World } from '../../../src/world/world.ts';
import { Worlds } from '../../../src/world/worlds.ts';
import { bodyOf, loadAnimalStore, requestOf, responseHeaderOf, startOf } from '../../core/helpers.ts';

const upstream = {
  url: 'https://real.example/api',
  origin: 'https://real.example',
  base: '/api',
  choice: { forward: 'all', record: false, compare: false },
} as const;
const service = { ...(await loadAnimalStore()), upstream };

const received = (status: number, body: string): Received =>
  ({
    type: 'response',
    status,
    headers: ['Content-Type', 'application/json'],
    body: new TextEncoder().encode(body),
    sentAt: 0,
    durationMs: 5,
  }) as unknown as Received;

const open = (
  send: (request: SentRequest, worlds: Worlds, client: Recipient) => Sent | Promise<Sent> = () => ({
    received: received(200, '[]'),
  }),
) => {
  const errors: string[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (message: unknown) => void errors.push(String(message)) };
  const worlds = new Worlds(service, startOf(service), { maxWorlds: 5, journalLimit: 10, logger });
  const sent: SentRequest[] = [];
  const forwarding: Forwarding = {
    id: 'own-server',
    send: async (request, client) => {
      sent.push(request);
      return send(request, worlds, client);
    },
  };
  const call = (data: HttpRequest, over: object = {}) => {
    const find = () => worlds.open('default') as World;
    return handleOrForward<{ refusal: string }>(worlds, forwarding, {
      name: 'default',
      data,
      started: 0,
      find,
      run: () => find().handle(data),
      refuseToSend: () => undefined,
      client: () => ({ isGone: false, onGone: () => () => {} }),
      ...over,
    });
  };
  const announced: number[] = [];
  worlds.onExchange(({ id }) => announced.push(id));
  worlds.decideBy((one) => handleOrForward(worlds, forwarding, one));
  const fetch = createFetch(worlds, () => worlds.open('default') as World, 1000, { count: 0, last: '' });
  return { worlds, sent, errors, announced, call, fetch, world: () => worlds.open('default') as World };
};
const list = (headers = {}): HttpRequest => requestOf('GET', '/v1/pets', { headers });
const statusOf = async (answer: unknown): Promise<unknown> => {
  const handled = (await answer) as { reply?: { response: { status: number } } };
  return handled.reply?.response.status;
};

test('a request is sent, and its response is that of the world', async () => {
  const { call, sent, world } = open(() => ({ received: received(200, '[{"id":7,"name":"Real","categoryId":1}]') }));
  const handled = (await call(list())) as unknown as { reply: Parameters<typeof bodyOf>[0] };
  expect(bodyOf(handled.reply)).toEqual([{ id: 7, name: 'Real', categoryId: 1 }]);
  expect(sent).toHaveLength(1);
  expect(world().journal.size).toBe(1);
});

test('one that is not forwarded is answered at once', () => {
  const { call, sent, world } = open();
  world().apply([chooseUpstream(service.name, { forward: 'none' })]);
  const handled = call(list());
  expect([handled instanceof Promise, sent.length, world().journal.size]).toEqual([false, 0, 1]);
});

test('one without a world gets the reason', () => {
  const { call } = open();
  expect(call(list(), { find: () => ({ refusal: 'full' }) })).toEqual({ refusal: 'full' });
});

describe('a request is not sent', () => {
  test.each([
    ['to change the protocol', list({ upgrade: 'websocket' }), 501],
    ['if it came from this server', list({ via: '1.1 own-server' }), 508],
    ['with a body that is too large', { ...list(), body: { type: 'too-large', limitBytes: 5 } } as HttpRequest, 413],
    [
      'with a body that cannot be decoded',
      { ...list(), body: { type: 'bad-encoding', reason: 'x' } } as HttpRequest,
      415,
    ],
  ])('%s', async (_what, request, status) => {
    const { call, sent, world } = open();
    const answered = await statusOf(call(request));
    expect(sent).toEqual([]);
    const [exchange] = world().journal.after(0);
    expect(exchange?.steps.some((step) => step.type === 'refused')).toBe(true);
    expect([answered, exchange?.response.status]).toContain(status);
  });

  test('if the caller refuses', async () => {
    const { call, sent } = open();
    await call(list(), { refuseToSend: () => ({ type: 'failed', status: 403, message: 'No.' }) });
    expect(sent).toEqual([]);
  });

  test.each([{ upgrade: 'h2c' }, { via: '1.1 other' }])('but it is with %j', async (headers) => {
    const { call, sent } = open();
    await call(list(headers));
    expect(sent).toHaveLength(1);
  });
});

describe('while it is under way', () => {
  test('the world is reset: it is answered without a number, and not recorded', async () => {
    const { call, world } = open((_, worlds) => {
      worlds.get('default')?.reset();
      return { received: received(200, '[]') };
    });
    const { reply, exchange } = (await call(list())) as HandledRequest;
    const headerOf = (name: string) => responseHeaderOf(reply.response, name);
    expect([reply.response.status, exchange.id, headerOf('vivarium-exchange')]).toEqual([200, 0, undefined]);
    expect([headerOf('vivarium-world'), headerOf('content-type')]).toEqual(['default', 'application/json']);
    expect(world().journal.size).toBe(0);
  });

  test.each([
    ['a read', ['GET', 'GET'], [false, false]],
    ['a write', ['GET', 'POST'], [true, false]],
    ['a write that began before', ['POST', 'GET'], [false, true]],
    ['a write, which it is too', ['POST', 'POST'], [true, true]],
  ])('its comparison knows of %s', async (_what, methods, overlapped) => {
    const { call, world } = open();
    const isOverlapped = (): readonly boolean[] =>
      world()
        .journal.after(0)
        .flatMap(({ steps }) => steps.flatMap((step) => (step.type === 'compared' ? [step.overlapped] : [])));
    world().apply([chooseUpstream(service.name, { compare: true })]);
    await Promise.all(methods.map((method) => call(requestOf(method, '/v1/pets'))));
    expect(isOverlapped()).toEqual(overlapped);
    await call(list());
    expect(isOverlapped().at(-1)).toBe(false);
  });

  test('the world is deleted: another one of its name does not know it', async () => {
    const { call, world } = open((_, worlds) => {
      worlds.delete('default');
      worlds.open('default');
      return { received: received(200, '[]') };
    });
    expect(await statusOf(call(list()))).toBe(200);
    expect(world().journal.size).toBe(0);
  });

  test('the store goes away: it is answered, and the log says so', async () => {
    let runs = 0;
    const { call, worlds, errors } = open();
    worlds.run = ((_name: string, { run }: { run: () => unknown }) => {
      runs++;
      if (runs > 1) return Promise.reject(new StoreUnavailable('It is away.'));
      return run();
    }) as never;
    expect(await statusOf(call(list()))).toBe(200);
    expect(errors).toEqual([
      expect.stringMatching(/^GET \/v1\/pets: the upstream responded, but the store .* It is away\.$/),
    ]);
    runs = 0;
    worlds.run = ((_name: string, { run }: { run: () => unknown }) => {
      runs++;
      if (runs > 1) return Promise.reject(new Error('a bug'));
      return run();
    }) as never;
    await expect(call(list())).rejects.toThrow('a bug');
  });
});

describe('a stream', () => {
  async function* partsOf(...lengths: readonly number[]): AsyncGenerator<Uint8Array> {
    for (const length of lengths) yield new Uint8Array(length);
  }
  test('is given up where a fault replaced the response while the request was under way', async () => {
    const stream = partsOf(100);
    const close = vi.spyOn(stream, 'return');
    const { call } = open((_, worlds) => {
      const merged = mergeFault(undefined, 'outage', { status: 503 });
      if (merged.type === 'merged') worlds.get('default')?.putFault(merged.entry);
      return { received: received(200, '[]'), stream };
    });
    expect(await statusOf(call(list()))).toBe(503);
    expect(close).toHaveBeenCalledOnce();
  });

  const read = async (delivery: object) => {
    const waits: (readonly number[])[] = [];
    const lengths: number[] = [];
    const wait = async (delayMs: number, dueMs: number): Promise<void> =>
      void waits.push([delayMs, dueMs].map(Math.round));
    for await (const part of paced(partsOf(100, 50), delivery as never, wait)) lengths.push(part.length);
    return { waits: waits.map(([, due]) => due), lengths };
  };

  test('is passed on as it comes', async () => {
    expect(await read({})).toEqual({ waits: [], lengths: [100, 50] });
  });

  test('takes the time of its bytes', async () => {
    const { waits, lengths } = await read({ bytesPerSecond: 10 });
    expect(lengths).toEqual([100, 50]);
    expect(waits[0]).toBeGreaterThanOrEqual(10_000);
    expect(waits[0]).toBeLessThan(11_000);
    expect((waits[1] as number) - (waits[0] as number)).toBeCloseTo(5000, -3);
  });

  test('breaks off after its first part', async () => {
    await expect(read({ transport: 'truncate' })).rejects.toThrow('terminated');
  });
});

describe('for a client of fetch', () => {
  async function* streamOf(...parts: readonly string[]): BodyStream {
    for (const part of parts) {
      if (part === 'broken') throw new Error('the upstream is gone');
      yield new TextEncoder().encode(part);
    }
  }
  const streaming = (...parts: readonly string[]) => {
    const stream = streamOf(...parts);
    const headers = ['X-A', '1', 'Content-Type', 'text/event-stream', 'Set-Cookie', 'a=1', 'Set-Cookie', 'b=2'];
    return { stream, ...open(() => ({ received: { type: 'stream', status: 200, headers, ms: 5 }, stream })) };
  };
  const init = { headers: { authorization: 'Bearer demo' } };

  test('a stream arrives with its headers, and has ended when it was read', async () => {
    const { fetch, announced } = streaming('one', 'two');
    const response = await fetch('/v1/pets', init);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(announced).toEqual([]);
    expect(await response.text()).toBe('onetwo');
    expect(announced).toEqual([1]);
  });

  test('a stream that breaks off is an error of the body', async () => {
    const { fetch, announced } = streaming('one', 'broken');
    await expect((await fetch('/v1/pets', init)).text()).rejects.toThrow('terminated');
    expect(announced).toEqual([1]);
  });

  test('a stream that is cancelled ends the one of the upstream', async () => {
    const { fetch, announced, stream } = streaming('one', 'two');
    await (await fetch('/v1/pets', init)).body?.cancel();
    expect([announced, (await stream.next()).done]).toEqual([[1], true]);
  });

  test('a stream takes the time of its bytes on the clock of the world', async () => {
    const { fetch, world } = streaming('x'.repeat(100), 'two');
    const merged = mergeFault(undefined, 'narrow', { bandwidth: '1B' });
    if (merged.type === 'merged') world().putFault(merged.entry);
    const reader = ((await fetch('/v1/pets', init)).body as ReadableStream<Uint8Array>).getReader();
    expect((await reader.read()).value).toHaveLength(100);
    let isRead = false;
    const second = reader.read().then(() => (isRead = true));
    await new Promise(setImmediate);
    expect(isRead).toBe(false);
    world().setClock({ now: world().clock.now() + 101_000 });
    await second;
    // It does not wait for the time of the bytes before.
    await reader.cancel();
  });

  test('the request to the upstream ends when the client gives up, or the simulation is closed', async () => {
    const gone: string[] = [];
    const { fetch, worlds } = open(async (_, __, client) => {
      const stop = client.onGone(() => gone.push('removed'));
      stop();
      await new Promise<void>((resolve) => client.onGone(resolve));
      gone.push(String(client.isGone));
      return { received: { type: 'failed', status: 502, message: 'Gone.' } };
    });
    const controller = new AbortController();
    const given = expect(fetch('/v1/pets', { ...init, signal: controller.signal })).rejects.toThrow('aborted');
    const other = fetch('/v1/pets', init);
    await new Promise(setImmediate);
    controller.abort();
    await given;
    expect(gone).toEqual(['true']);
    worlds.dismiss();
    expect((await other).status).toBe(502);
    expect(gone).toEqual(['true', 'true']);
  });
});
