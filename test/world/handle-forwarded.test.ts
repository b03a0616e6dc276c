/** Requests that another service answers, which is here a function of the test. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../src/core/http/http.ts';
import type { Service } from '../../src/core/service/service.ts';
import { forwardOf, type SentRequest } from '../../src/core/upstream/forward.ts';
import { type Received, simulateReceived } from '../../src/core/upstream/received.ts';
import { type Forwarding, paced, type Sent } from '../../src/world/forwarding.ts';
import { handleOrForward } from '../../src/world/handle-forwarded.ts';
import { StoreUnavailable } from '../../src/world/shared-worlds.ts';
import type { World } from '../../src/world/world.ts';
import { Worlds } from '../../src/world/worlds.ts';
import { bodyOf, loadAnimalStore, requestOf, startOf } from '../core/helpers.ts';

let service: Service;
beforeAll(async () => {
  const upstream = {
    url: 'https://real.example/api',
    origin: 'https://real.example',
    base: '/api',
    choice: { forward: 'all', record: false, compare: false },
  } as const;
  service = { ...(await loadAnimalStore()), upstream };
});

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
  send: (request: SentRequest, worlds: Worlds) => Sent | Promise<Sent> = () => ({ received: received(200, '[]') }),
) => {
  const errors: string[] = [];
  const logger = { info: () => {}, warn: () => {}, error: (message: unknown) => void errors.push(String(message)) };
  const worlds = new Worlds(service, startOf(service), { maxWorlds: 5, journalLimit: 10, logger });
  const sent: SentRequest[] = [];
  const forwarding: Forwarding = {
    id: 'own-server',
    send: async (request) => {
      sent.push(request);
      return send(request, worlds);
    },
    forwardOf,
    simulateReceived,
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
  return { worlds, sent, errors, call, world: () => worlds.open('default') as World };
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
  world().apply([{ type: 'upstream-chosen', service: service.name, choice: { forward: 'none' } }]);
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
  test('the world is reset: it is answered, and not recorded', async () => {
    const { call, world } = open((_, worlds) => {
      worlds.get('default')?.reset();
      return { received: received(200, '[]') };
    });
    expect(await statusOf(call(list()))).toBe(200);
    expect(world().journal.size).toBe(0);
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
