/** Delivers a reply on a socket. */
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { garbage, isPlain, planBody } from '../../core/http/delivery.ts';
import type { HttpResponse, Reply, Transport } from '../../core/http/http.ts';
import { type BodyStream, paced, type WaitForPart } from '../../world/body-stream.ts';
import { type Clock, monotonicMs } from '../../world/clock.ts';
import { endWithClient, tcpSocketOf } from './connections.ts';

export interface DeliveryEvents {
  /** The owner of the delay, by which `release` finds it. */
  readonly owner?: object;
  /** Called once: when the response is sent or lost, or the client has disconnected. */
  onEnd(): void;
  /** Called with an exception in a timer, where nobody else would catch it. */
  onError(error: unknown): void;
}

/** The key of the events at their response: one listener for all responses creates no closure for each. */
const eventsKey = Symbol('events');

interface ResponseWithEvents extends ServerResponse {
  [eventsKey]?: DeliveryEvents;
}

function endDelivery(this: ResponseWithEvents): void {
  this[eventsKey]?.onEnd();
}

/** `stream`: the body, if it arrives from an upstream. */
type DeliveredReply = Reply & { readonly stream?: BodyStream };

export const deliver = (
  reply: DeliveredReply,
  response: ResponseWithEvents,
  clock: Clock,
  events: DeliveryEvents,
): void => {
  // The client may have disconnected before the response was decided, or the connection was ended after an earlier response; or
  // another middleware has responded.
  if (response.closed || response.req.socket.destroyed || response.headersSent) {
    events.onEnd();
    return;
  }
  response[eventsKey] = events;
  // `on` is cheaper than `once`, and a response closes only once.
  response.on('close', endDelivery);
  // Nearly every response takes this path, which does not read the clock.
  if (reply.stream === undefined && reply.delivery.delayMs === 0 && isPlain(reply.delivery))
    send(response, reply.response);
  else deliverOverTime(reply, response, clock, events);
};

/** The responses that may wait on one connection. Nothing else limits them, and to end a connection with many takes quadratic time. */
const maxWaitingResponses = 1000;

const waitingResponses = new WeakMap<Socket, number>();

/** Whether a response may wait, which is counted. Otherwise too many do, and the connection has been ended. */
const mayWait = (response: ServerResponse) => {
  const { socket } = response.req;
  const count = (waitingResponses.get(socket) ?? 0) + 1;
  waitingResponses.set(socket, count);
  response.once('close', () => waitingResponses.set(socket, (waitingResponses.get(socket) as number) - 1));
  if (count > maxWaitingResponses) socket.destroy();
  return count <= maxWaitingResponses;
};

const deliverOverTime = (reply: DeliveredReply, response: ServerResponse, clock: Clock, events: DeliveryEvents) => {
  if (!mayWait(response)) return;
  const { delayMs } = reply.delivery;
  const hold: Hold = (ms, work, until) => {
    const run = () => {
      try {
        work();
      } catch (error) {
        events.onError(error);
      }
    };
    return clock.hold(ms, run, until, events.owner);
  };
  const due = clock.now() + delayMs;
  if (delayMs === 0) {
    perform(reply, response, due, hold);
    return;
  }
  const cancel = hold(delayMs, () => perform(reply, response, due, hold), due);
  // Do not wait for the delay if the client disconnects or the server stops.
  response.once('close', cancel);
};

/** Does some work after a delay, or once the world's clock is moved to a time; returns how to give up waiting. */
type Hold = (delayMs: number, work: () => void, due: number) => () => void;

/** `started`: the due time of the response, in world time. A clock that was moved may be past it. */
const perform = (reply: DeliveredReply, response: ServerResponse, started: number, hold: Hold) => {
  if (response.destroyed || response.headersSent) return;
  if (reply.stream === undefined && isPlain(reply.delivery)) {
    send(response, reply.response);
    return;
  }
  const { transport } = reply.delivery;
  if (transport !== undefined && transport !== 'truncate') lose(transport, response);
  else if (reply.stream !== undefined) {
    const wait: WaitForPart = (delayMs, dueMs) =>
      new Promise((resolve) => {
        const cancel = hold(delayMs, done, started + dueMs);
        function done(): void {
          cancel();
          response.off('close', done);
          resolve();
        }
        response.once('close', done);
      });
    void sendStream(reply, reply.stream, response, wait);
  } else sendOverTime(reply, response, started, hold);
};

/** Shorter bodies are not counted: they are many, and a connection has room for a few. */
const minBytes = 65_536;

/** Beyond it, the connections end whose bodies have waited for longer than `patienceMs`, the oldest first. */
const manyUnsentBytes = 256 * 1_048_576;
const patienceMs = 1000;

/** The maximum size of all waiting bodies, however short a time they have waited. */
const maxUnsentBytes = 1024 * 1_048_576;

interface Limits {
  readonly many: number;
  readonly max: number;
  /** In milliseconds. */
  readonly now: () => number;
}

/**
 * The large bodies that wait for slow readers, over all connections. They are outside of V8's heap, and Node limits them only for each connection:
 * forty clients that ask for a list of 60 MB and never read it take more than 2 GB.
 */
export class UnsentBodies {
  readonly #limits: Limits;
  /** In the order of sending. */
  readonly #waiting = new Map<ServerResponse, { readonly bytes: number; readonly since: number }>();
  #total = 0;

  constructor(limits: Limits = { many: manyUnsentBytes, max: maxUnsentBytes, now: monotonicMs }) {
    this.#limits = limits;
  }

  /** Counts a body until its last byte is sent. A single body may be longer than the limits. */
  add(response: ServerResponse, bytes: number): void {
    if (bytes < minBytes) return;
    const { many, max, now } = this.#limits;
    const since = now();
    for (const [oldest, { since: began }] of this.#waiting) {
      const total = this.#total + bytes;
      if (total <= many || (total <= max && since - began < patienceMs)) break;
      this.#remove(oldest);
      oldest.req.socket.destroy();
    }
    this.#waiting.set(response, { bytes, since });
    this.#total += bytes;
    response.once('close', () => this.#remove(response));
  }

  #remove(response: ServerResponse): void {
    this.#total -= this.#waiting.get(response)?.bytes ?? 0;
    this.#waiting.delete(response);
  }
}

/** The unsent bodies of the process, whose memory they share. */
const unsentBodies = new UnsentBodies();

/** Sends a response at once. */
export const send = (response: ServerResponse, { status, headers, body }: HttpResponse): void => {
  if (body !== undefined) unsentBodies.add(response, body.length);
  response.writeHead(status, headers as string[]);
  if (typeof body === 'string') response.end(body, isAscii(body) ? 'latin1' : 'utf8');
  else response.end(body);
};

/** Whether a text is ASCII, as most responses are: writing them as Latin-1 takes a tenth less time. */
const isAscii = (text: string) => Buffer.byteLength(text) === text.length;

/** Whether a browser waits for the response: if a pooled connection ends without a byte, it sends the request again, and would create two items. */
const isOfBrowser = ({ req: { headers } }: ServerResponse) =>
  headers['sec-fetch-site'] !== undefined || headers['user-agent']?.startsWith('Mozilla/') === true;

/** The time in which a browser reads what came before a reset. */
const readMs = 10;

/** Ends the connection without a response. */
const lose = (transport: Exclude<Transport, 'truncate'>, response: ServerResponse) => {
  // The connection stays open until the client gives up or the server stops.
  if (transport === 'timeout') {
    endWithClient(response.req.socket);
    return;
  }
  withSocket(response, (socket) => {
    // RST instead of FIN: the client sees ECONNRESET, not an empty response.
    const reset = () => void tcpSocketOf(socket).resetAndDestroy();
    if (transport !== 'garbage' && isOfBrowser(response)) {
      response.writeContinue();
      // Not FIN: Chromium would take it for the end of a response with 200. Tests mock other timers.
      new Socket().setTimeout(readMs, reset);
      return;
    }
    switch (transport) {
      case 'reset':
        reset();
        return;
      case 'empty':
        socket.destroySoon();
        return;
      case 'garbage':
        socket.write(garbage);
        socket.destroySoon();
        return;
      default:
        transport satisfies never;
    }
  });
};

/** With pipelining, Node gives a response the socket only after the responses before it have ended. */
const withSocket = (response: ServerResponse, use: (socket: Socket) => void) => {
  if (response.socket !== null) use(response.socket);
  // Let Node flush the buffered output first.
  else response.once('socket', (socket: Socket) => process.nextTick(use, socket));
};

/** Sends the body in segments, each at its due time: real time or world time, whichever comes first. */
const sendOverTime = ({ response: data, delivery }: Reply, response: ServerResponse, started: number, hold: Hold) => {
  const bytes = Buffer.from(data.body ?? '');
  unsentBodies.add(response, bytes.length);
  if (delivery.transport === 'truncate' && bytes.length === 0) {
    // An empty body cannot be truncated, so the connection ends before the first byte.
    lose('empty', response);
    return;
  }
  const segments = planBody(bytes.length, delivery);
  response.writeHead(data.status, data.headers as string[]);
  response.flushHeaders();
  let cancel = () => {};
  response.once('close', () => cancel());
  const sendFrom = (index: number, start: number, sentMs: number): void => {
    const segment = segments[index];
    if (segment === undefined) {
      // End the connection, not the response: fewer bytes than Content-Length were sent.
      if (delivery.transport === 'truncate') withSocket(response, (socket) => socket.destroySoon());
      else response.end();
      return;
    }
    const send = () => {
      if (response.writableEnded) return;
      if (segment.end > start) response.write(bytes.subarray(start, segment.end));
      sendFrom(index + 1, segment.end, segment.dueMs);
    };
    cancel = hold(segment.dueMs - sentMs, send, started + segment.dueMs);
  };
  sendFrom(0, 0, 0);
};

/** The next part waits until the client has read the ones before. If the upstream breaks off, so does the connection to the client. */
const sendStream = async (reply: Reply, stream: BodyStream, response: ServerResponse, wait: WaitForPart) => {
  const { status, headers } = reply.response;
  try {
    response.writeHead(status, headers as string[]);
    response.flushHeaders();
    for await (const part of paced(stream, reply.delivery, wait)) {
      if (response.destroyed) return;
      if (!response.write(part)) await drained(response);
    }
    response.end();
  } catch {
    response.req.socket.destroySoon();
  }
};

/** Resolves when the client has read enough, or is gone. */
export const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
