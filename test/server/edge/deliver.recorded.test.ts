/** What is done with a response and its socket for each delivery, and when, without a socket. */
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Delivery, plainDelivery } from '../../../src/core/http/http.ts';
import { deliver, drained } from '../../../src/server/edge/deliver.ts';

/** What happened, in its order. */
let log: string[] = [];
beforeEach(() => {
  log = [];
});

const show = (value: unknown): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : `${value}`;

class FakeSocket extends EventEmitter {
  destroyed = false;
  readableEnded = false;
  destroy = () => {
    this.destroyed = true;
    log.push('socket destroyed');
  };
  destroySoon = () => log.push('socket ended');
  resetAndDestroy = () => log.push('socket reset');
  write = (bytes: Uint8Array) => log.push(`socket wrote ${bytes.length} bytes`);
}

class FakeResponse extends EventEmitter {
  closed = false;
  destroyed = false;
  headersSent = false;
  writableEnded = false;
  /** Whether the client reads. */
  isRead = true;
  readonly req: { readonly socket: FakeSocket; readonly headers: Readonly<Record<string, string>> };
  socket: FakeSocket | null;
  constructor(headers: Readonly<Record<string, string>> = {}, socket = new FakeSocket()) {
    super();
    this.req = { socket, headers };
    this.socket = socket;
  }
  writeHead(status: number): this {
    this.headersSent = true;
    log.push(`head ${status}`);
    return this;
  }
  flushHeaders(): void {
    log.push('head flushed');
  }
  writeContinue(): void {
    log.push('continue');
  }
  write(bytes: Uint8Array): boolean {
    log.push(`wrote ${show(bytes)}`);
    return this.isRead;
  }
  end(body?: string | Uint8Array, encoding?: string): void {
    this.writableEnded = true;
    log.push(
      ['ended', ...(body === undefined ? [] : [show(body)]), ...(encoding === undefined ? [] : [encoding])].join(' '),
    );
  }
}

/** A clock that stands still: what waits is run by hand. */
const createClock = () => {
  const waiting: { ms: number; due: number; run: () => void }[] = [];
  return {
    waiting,
    now: () => 1000,
    hold: (ms: number, run: () => void, due: number) => {
      const one = { ms, due, run };
      waiting.push(one);
      return () => void waiting.splice(waiting.indexOf(one) >>> 0, 1);
    },
    next: () => waiting.shift()?.run(),
  };
};

const start = (
  delivery: Partial<Delivery>,
  response = new FakeResponse(),
  body: string | Uint8Array | null = 'abcd',
  more: object = {},
) => {
  const clock = createClock();
  const events = {
    onEnd: () => void log.push('noted as ended'),
    onError: (error: unknown) => void log.push(`failed: ${(error as Error).message}`),
  };
  const reply = {
    response: { status: 200, headers: [], body: body ?? undefined },
    delivery: { ...plainDelivery, ...delivery },
    ...more,
  };
  deliver(reply, response as unknown as ServerResponse, clock as never, events);
  return { response, clock, due: () => clock.waiting.map(({ ms, due }) => [ms, due]) };
};

describe('a plain response', () => {
  test.each([
    ['abc', ['head 200', 'ended abc latin1']],
    ['é', ['head 200', 'ended é utf8']],
    [new Uint8Array([97]), ['head 200', 'ended a']],
    [null, ['head 200', 'ended']],
  ])('with the body %j is sent at once', (body, expected) => {
    const { response, clock } = start({}, new FakeResponse(), body);
    expect(log).toEqual(expected);
    expect(clock.waiting).toEqual([]);
    response.emit('close');
    expect(log.at(-1)).toBe('noted as ended');
  });

  test.each<[string, (response: FakeResponse) => void]>([
    ['the client is gone', (response) => Object.assign(response, { closed: true })],
    ['the connection has ended', (response) => Object.assign(response.req.socket, { destroyed: true })],
    ['another middleware has responded', (response) => Object.assign(response, { headersSent: true })],
  ])('is not sent if %s', (_what, change) => {
    const response = new FakeResponse();
    change(response);
    start({ delayMs: 5 }, response);
    expect(log).toEqual(['noted as ended']);
  });
});

describe('a delay', () => {
  test('passes before the response is sent', () => {
    const { clock, due } = start({ delayMs: 50 });
    expect([log, due()]).toEqual([[], [[50, 1050]]]);
    clock.next();
    expect(log).toEqual(['head 200', 'ended abcd latin1']);
  });

  test('ends with the client', () => {
    const { response, clock } = start({ delayMs: 50 });
    response.emit('close');
    expect([log, clock.waiting]).toEqual([['noted as ended'], []]);
  });

  test.each(['destroyed', 'headersSent'] as const)('has no response if it is %s meanwhile', (property) => {
    const { response, clock } = start({ delayMs: 50 });
    response[property] = true;
    clock.next();
    expect(log).toEqual([]);
  });

  test('reports what is thrown after it', () => {
    const { response, clock } = start({ delayMs: 50 });
    response.writeHead = () => {
      throw new Error('no head');
    };
    clock.next();
    expect(log).toEqual(['failed: no head']);
  });
});

describe('a response that is lost', () => {
  test.each([
    ['reset', ['socket reset']],
    ['empty', ['socket ended']],
    ['garbage', ['socket wrote 64 bytes', 'socket ended']],
    ['timeout', []],
    ['truncate', ['head 200', 'head flushed', 'wrote ab', 'socket ended']],
  ] as const)('by %s', (transport, expected) => {
    const { clock } = start({ transport });
    for (let step = 0; step < 3; step++) clock.next();
    expect(log).toEqual(expected);
  });

  test('by a cut ends before its first byte if it has no body', () => {
    start({ transport: 'truncate' }, new FakeResponse(), '');
    expect(log).toEqual(['socket ended']);
  });

  test('by a timeout ends with its client', () => {
    const { response } = start({ transport: 'timeout' });
    response.req.socket.emit('end');
    expect(log).toEqual(['socket destroyed']);
  });

  test.each([
    ['reset', { 'sec-fetch-site': 'none' }, ['continue']],
    ['empty', { 'user-agent': 'Mozilla/5.0' }, ['continue']],
    ['empty', { 'user-agent': 'curl Mozilla/5.0' }, ['socket ended']],
    ['garbage', { 'sec-fetch-site': 'none' }, ['socket wrote 64 bytes', 'socket ended']],
  ] as const)('by %s begins for a browser (%j)', async (transport, headers, expected) => {
    start({ transport }, new FakeResponse(headers));
    expect(log).toEqual(expected);
    await expect.poll(() => log).toEqual(expected[0] === 'continue' ? ['continue', 'socket reset'] : expected);
  });

  test('waits for the responses before it', async () => {
    const response = new FakeResponse();
    response.socket = null;
    start({ transport: 'empty' }, response);
    expect(log).toEqual([]);
    response.emit('socket', response.req.socket);
    expect(log).toEqual([]);
    await expect.poll(() => log).toEqual(['socket ended']);
  });
});

describe('a slow response', () => {
  test('is sent in pieces, each at its time', () => {
    const { clock, due, response } = start({ dribble: { chunks: 2, overMs: 100 } });
    expect([log.splice(0), due()]).toEqual([['head 200', 'head flushed'], [[50, 1050]]]);
    clock.next();
    expect([log.splice(0), due()]).toEqual([['wrote ab'], [[50, 1100]]]);
    clock.next();
    expect([log, due()]).toEqual([['wrote cd', 'ended'], []]);
    expect(response.writableEnded).toBe(true);
  });

  test('that begins after a delay is due as much later', () => {
    const { clock, due } = start({ delayMs: 50, dribble: { chunks: 2, overMs: 100 } });
    clock.next();
    expect(due()).toEqual([[50, 1100]]);
  });

  test('ends with its client, and when somebody else has ended it', () => {
    const { clock, response } = start({ bytesPerSecond: 20 });
    expect(clock.waiting).toHaveLength(1);
    response.emit('close');
    expect(clock.waiting).toHaveLength(0);
    log.length = 0;
    const other = start({ bytesPerSecond: 20 });
    other.response.writableEnded = true;
    log.length = 0;
    other.clock.next();
    expect([log, other.clock.waiting]).toEqual([[], []]);
  });

  test('without a body has no piece', () => {
    const { clock } = start({ bytesPerSecond: 20 }, new FakeResponse(), '');
    clock.next();
    expect(log).toEqual(['head 200', 'head flushed', 'ended']);
  });
});

test('a thousand responses may wait on one connection, and one more ends it', () => {
  const socket = new FakeSocket();
  const waiting = Array.from({ length: 1000 }, () => start({ delayMs: 9 }, new FakeResponse({}, socket)));
  expect([log, waiting.every(({ clock }) => clock.waiting.length === 1)]).toEqual([[], true]);
  waiting[0]?.response.emit('close');
  log.length = 0;
  const again = start({ delayMs: 9 }, new FakeResponse({}, socket));
  expect([log, again.clock.waiting.length]).toEqual([[], 1]);
  const last = start({ delayMs: 9 }, new FakeResponse({}, socket));
  expect([log, last.clock.waiting.length]).toEqual([['socket destroyed'], 0]);
});

describe('a response that arrives from an upstream', () => {
  async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
    for (const text of texts) yield Buffer.from(text);
  }
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('ab');
    throw new Error('The upstream is gone.');
  }

  test('is passed on part by part', async () => {
    start({}, new FakeResponse(), null, { stream: parts('ab', 'cd') });
    await expect.poll(() => log).toEqual(['head 200', 'head flushed', 'wrote ab', 'wrote cd', 'ended']);
  });

  test('breaks off with it', async () => {
    start({}, new FakeResponse(), null, { stream: broken() });
    await expect.poll(() => log).toEqual(['head 200', 'head flushed', 'wrote ab', 'socket ended']);
  });

  test('is lost as any other', async () => {
    start({ transport: 'reset' }, new FakeResponse(), null, { stream: parts('ab') });
    expect(log).toEqual(['socket reset']);
  });

  test('waits for a client that does not read, and ends with one that is gone', async () => {
    const slow = new FakeResponse();
    slow.isRead = false;
    start({}, slow, null, { stream: parts('ab', 'cd') });
    await expect.poll(() => log).toEqual(['head 200', 'head flushed', 'wrote ab']);
    slow.destroyed = true;
    slow.emit('close');
    await new Promise((resolve) => setImmediate(resolve));
    expect(log).toEqual(['head 200', 'head flushed', 'wrote ab', 'noted as ended']);
  });

  test.each(['drain', 'close'])('goes on after "%s", and listens no longer', async (event) => {
    const response = new FakeResponse();
    const done = drained(response as unknown as ServerResponse);
    expect([response.listenerCount('drain'), response.listenerCount('close')]).toEqual([1, 1]);
    response.emit(event);
    await done;
    expect([response.listenerCount('drain'), response.listenerCount('close')]).toEqual([0, 0]);
  });
});
