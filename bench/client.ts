/**
 * Sends requests to measured servers over many kept connections, with one request at a time on each. It writes and reads HTTP/1.1 itself: the client
 * of Node.js takes longer for a request than most servers, and would be what a fixed rate measures.
 */
import { connect, type Socket } from 'node:net';

export interface Work {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  readonly world?: string;
}

export interface Client {
  /** Returns the body. Rejects if the status is not a success. */
  readonly send: (url: string, work: Work) => Promise<string>;
  /** Runs a function the given number of times, distributed over all connections. */
  readonly repeat: (count: number, once: () => Promise<unknown>) => Promise<void>;
  readonly close: () => void;
}

interface Sent {
  readonly text: string;
  readonly done: (body: string) => void;
  readonly failed: (error: Error) => void;
}

export const createClient = (connections: number): Client => {
  const pools = new Map<string, Pool>();
  return {
    send: (url, work) =>
      new Promise((done, failed) => {
        let pool = pools.get(url);
        if (pool === undefined) {
          pool = new Pool(new URL(url), connections);
          pools.set(url, pool);
        }
        pool.send({ text: textOf(pool.host, work), done, failed });
      }),
    repeat: async (count, once) => {
      let left = count;
      const onOne = async (): Promise<void> => {
        while (left-- > 0) await once();
      };
      await Promise.all(Array.from({ length: connections }, onOne));
    },
    close: () => {
      for (const pool of pools.values()) pool.close();
    },
  };
};

const textOf = (host: string, { method, path, body, world }: Work): string => {
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer demo\r\n`;
  const named = world === undefined ? head : `${head}Vivarium-World: ${world}\r\n`;
  if (body === undefined) return `${named}\r\n`;
  return `${named}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

/** The connections to one server. */
class Pool {
  readonly host: string;
  readonly #url: URL;
  readonly #free: Socket[] = [];
  readonly #waiting: Sent[] = [];
  readonly #open = new Set<Socket>();
  readonly #used = new WeakSet<Socket>();
  readonly #most: number;

  constructor(url: URL, most: number) {
    this.#url = url;
    this.host = url.host;
    this.#most = most;
  }

  send(sent: Sent): void {
    const socket = this.#free.pop() ?? (this.#open.size < this.#most ? this.#connect() : undefined);
    if (socket === undefined) this.#waiting.push(sent);
    else this.#write(socket, sent);
  }

  close(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #connect(): Socket {
    const socket = connect(Number(this.#url.port), this.#url.hostname).setNoDelay().setEncoding('latin1');
    this.#open.add(socket);
    // A server may end a connection that nobody uses.
    socket.once('close', () => {
      this.#open.delete(socket);
      const at = this.#free.indexOf(socket);
      if (at >= 0) this.#free.splice(at, 1);
    });
    return socket;
  }

  #write(socket: Socket, sent: Sent): void {
    let received = '';
    const end = (): void => void socket.off('data', read).off('close', fail).off('error', fail);
    const fail = (error: unknown): void => {
      end();
      // The server has ended a connection that nobody used, while this was written.
      if (received === '' && this.#used.has(socket)) {
        this.#open.delete(socket);
        this.send(sent);
        return;
      }
      sent.failed(error instanceof Error ? error : new Error(`no whole response to ${sent.text.split('\r', 1)}`));
    };
    const read = (piece: string): void => {
      received += piece;
      const body = bodyOf(received);
      if (body === undefined) return;
      end();
      this.#used.add(socket);
      const next = this.#waiting.shift();
      if (next === undefined) this.#free.push(socket);
      else this.#write(socket, next);
      if (received.startsWith('HTTP/1.1 2')) sent.done(Buffer.from(body, 'latin1').toString());
      else sent.failed(new Error(`${sent.text.split('\r', 1)} answered ${received.slice(9, 500)}`));
    };
    socket.on('data', read).once('close', fail).once('error', fail);
    socket.write(sent.text);
  }
}

/** Returns undefined until the response is whole. */
const bodyOf = (received: string): string | undefined => {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const body = received.slice(end + 4);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
  if (length !== undefined) return body.length < Number(length) ? undefined : body;
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) return '';
  return body.endsWith('0\r\n\r\n') ? withoutChunks(body) : undefined;
};

const withoutChunks = (body: string): string => {
  let text = '';
  for (let at = 0; ; ) {
    const line = body.indexOf('\r\n', at);
    const size = Number.parseInt(body.slice(at, line), 16);
    if (size === 0) return text;
    text += body.slice(line + 2, line + 2 + size);
    at = line + size + 4;
  }
};

export interface Timed {
  /** The times of the responses in milliseconds, in ascending order. */
  readonly times: readonly number[];
  /** Responses per second. */
  readonly reached: number;
}

/** Requests that have no response so long after the last one was due count with the time so far. */
const graceMs = 2000;

/**
 * Sends requests when they are due, whether or not those before have responses. Each time counts from when the request was due: a server that falls
 * behind is not spared the requests that wait (coordinated omission).
 */
export const sendAtRate = async (
  rate: number,
  count: number,
  send: (index: number) => Promise<unknown>,
): Promise<Timed> => {
  const times: number[] = [];
  let failure: unknown;
  const start = performance.now();
  const dueAt = (index: number): number => start + (index * 1000) / rate;
  const lastAt = dueAt(count) + graceMs;
  const waiting = new Set<number>();
  for (let index = 0; times.length < count && failure === undefined && performance.now() < lastAt; ) {
    for (; index < count && dueAt(index) <= performance.now(); index++) {
      const own = index;
      waiting.add(own);
      send(own).then(
        () => {
          waiting.delete(own);
          times.push(performance.now() - dueAt(own));
        },
        (error: unknown) => {
          failure = error;
        },
      );
    }
    // Not by a timer: those of Node.js are a millisecond late.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (failure !== undefined) throw failure;
  const now = performance.now();
  const reached = (times.length * 1000) / (now - start);
  for (const index of waiting) times.push(now - dueAt(index));
  return { times: times.toSorted((left, right) => left - right), reached };
};
