/**
 * A client may send a request before the one before it is answered (pipelining: RFC 9112, section 9.3.2). Node hands it
 * over while the body of the first is still on its way; what the first writes must be there for the second all the same.
 */
import type { Socket } from 'node:net';

/** To be called once, with what decides the request; it waits for those that came before on its connection. */
type Turn = (decide: () => void) => void;

export interface Turns {
  /** Gives a request its place behind those of its connection. */
  readonly take: (socket: Socket) => Turn;
  /** Whether some request of the connection is not decided yet. */
  readonly isWaitingFor: (socket: Socket) => boolean;
}

interface QueueEntry {
  decide: (() => void) | undefined;
}

export const createTurns = (): Turns => {
  /** Empty lines stay: to take one out and put it in again with each body would cost more than it holds. */
  const lines = new WeakMap<Socket, QueueEntry[]>();

  const advance = (line: QueueEntry[]): void => {
    for (let first = line[0]; first?.decide !== undefined; first = line[0]) {
      const { decide } = first;
      line.shift();
      decide();
    }
  };

  return {
    isWaitingFor: (socket) => (lines.get(socket)?.length ?? 0) > 0,
    take: (socket) => {
      const place: QueueEntry = { decide: undefined };
      const line = lines.get(socket) ?? [];
      if (!lines.has(socket)) lines.set(socket, line);
      line.push(place);
      return (decide) => {
        place.decide = decide;
        advance(line);
      };
    },
  };
};
