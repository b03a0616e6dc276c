/** Performs a reply on a real socket, exactly as it was decided. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { garbage, isPlain, planBody } from '../../core/http/delivery.ts';
import type { HttpResponse, Reply, Transport } from '../../core/http/http.ts';
import type { Clock } from '../../world/clock.ts';

export interface DeliveryEvents {
  /** What the response is held back for: whoever releases it early names this. */
  readonly owner?: object;
  /** Once, when the answer is out, lost, or its client gone. */
  readonly onEnd: () => void;
  /** For what is thrown later than this call: on a timer there is nobody else to catch it. */
  readonly onError: (error: unknown) => void;
}

export const deliver = (
  reply: Reply,
  response: ServerResponse,
  clock: Clock,
  { owner, onEnd, onError }: DeliveryEvents,
): void => {
  // A client may have gone before its answer was decided.
  if (response.closed) {
    onEnd();
    return;
  }
  // `on`, since a response closes once; `once` would wrap it.
  response.on('close', onEnd);
  const { delayMs } = reply.delivery;
  // The way of nearly every answer asks no clock.
  if (delayMs === 0 && isPlain(reply.delivery)) {
    sendAtOnce(reply.response, response);
    return;
  }
  const later: Later = (work) => () => {
    try {
      work();
    } catch (error) {
      onError(error);
    }
  };
  const hold: Hold = (ms, work, until) => clock.hold(ms, later(work), until, owner);
  const due = clock.now() + delayMs;
  if (delayMs === 0) {
    perform(reply, response, due, hold);
    return;
  }
  const cancel = hold(delayMs, () => perform(reply, response, due, hold), due);
  // A client that hangs up, or a server that stops, does not wait for the delay.
  response.once('close', cancel);
};

/** Sends what was decided outside of any world. */
export const send = (response: ServerResponse, answer: HttpResponse): void => sendAtOnce(answer, response);

/** Makes of some work what a timer may call. */
type Later = (work: () => void) => () => void;

/** Does some work after a delay, or once the world's clock is moved to a time; returns how to give up waiting. */
type Hold = (delayMs: number, work: () => void, due: number) => () => void;

/** `started`: when the answer is due, in world time; a clock that was moved may be past it, and past what follows. */
const perform = (reply: Reply, response: ServerResponse, started: number, hold: Hold): void => {
  if (response.destroyed) return;
  if (isPlain(reply.delivery)) {
    sendAtOnce(reply.response, response);
    return;
  }
  const { transport } = reply.delivery;
  if (transport !== undefined && transport !== 'truncate') lose(transport, response);
  else sendOverTime(reply, response, started, hold);
};

const sendAtOnce = ({ status, headers, body }: HttpResponse, response: ServerResponse): void => {
  response.writeHead(status, headers as string[]);
  if (typeof body === 'string') response.end(body, isAscii(body) ? 'latin1' : 'utf8');
  else response.end(body);
};

/** Most answers are; written as such they take a tenth less time. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length;

/** Ends the connection without an answer. */
const lose = (transport: Exclude<Transport, 'truncate'>, response: ServerResponse): void => {
  // The connection stays open until the client gives up or the server stops.
  if (transport === 'timeout') return;
  withSocket(response, (socket) => {
    switch (transport) {
      case 'reset':
        // RST instead of FIN: the client sees ECONNRESET, not an empty answer.
        socket.resetAndDestroy();
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

/** Of several requests on a connection, each has the socket only once those before it are answered. */
const withSocket = (response: ServerResponse, use: (socket: Socket) => void): void => {
  if (response.socket !== null) use(response.socket);
  // What was written in the meantime goes out first.
  else response.once('socket', (socket: Socket) => process.nextTick(use, socket));
};

/** Sends the body as its plan says: each segment once its time has come, by whichever clock comes first. */
const sendOverTime = (
  { response: answer, delivery }: Reply,
  response: ServerResponse,
  started: number,
  hold: Hold,
): void => {
  const bytes = Buffer.from(answer.body ?? '');
  if (delivery.transport === 'truncate' && bytes.length === 0) {
    // Nothing to send half of: the connection breaks off before the first byte.
    lose('empty', response);
    return;
  }
  const segments = planBody(bytes.length, delivery);
  response.writeHead(answer.status, answer.headers as string[]);
  response.flushHeaders();
  let cancel = (): void => {};
  response.once('close', () => cancel());
  const sendFrom = (at: number, start: number, sentMs: number): void => {
    const segment = segments[at];
    if (segment === undefined) {
      finish(delivery.transport, response);
      return;
    }
    const send = (): void => {
      if (segment.end > start) response.write(bytes.subarray(start, segment.end));
      sendFrom(at + 1, segment.end, segment.dueMs);
    };
    cancel = hold(segment.dueMs - sentMs, send, started + segment.dueMs);
  };
  sendFrom(0, 0, 0);
};

const finish = (transport: Transport | undefined, response: ServerResponse): void => {
  // The end of the connection, not of the response: Content-Length promised more.
  if (transport === 'truncate') withSocket(response, (socket) => socket.destroySoon());
  else response.end();
};
