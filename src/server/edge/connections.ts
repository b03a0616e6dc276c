/** The connections of clients: what Node has no public name for, and which of them must end because responses are lost. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response that is due on a connection. Node has no public name for it. */
export const presentResponse = (
  socket: Socket & { readonly _httpMessage?: ServerResponse | null },
): ServerResponse | undefined => socket._httpMessage ?? undefined;

/** A socket of TLS cannot be reset; the one below it can. Node has no public name for it. */
export const tcpSocketOf = (socket: Socket & { readonly _parent?: Socket | null }): Socket => socket._parent ?? socket;

const endingWithClient = new WeakSet<Socket>();

/** Ends an endless response with its client: one that has closed its half of the connection waits for nothing. */
export const endWithClient = (socket: Socket): void => {
  if (socket.readableEnded) socket.destroy();
  if (endingWithClient.has(socket)) return;
  endingWithClient.add(socket);
  socket.once('end', () => socket.destroy());
};

/** The names that are remembered for a connection. One that has carried more counts as one of every world. */
const maxNames = 100;

/** A connection that is in use may look idle: the next request is on its way, and would be lost. Its response ends the connection. */
const endIfIdle = (socket: Socket) => {
  const { bytesRead } = socket;
  setTimeout(() => socket.bytesRead === bytesRead && socket.destroy(), idleMs).unref();
};

const idleMs = 100;

export class Connections {
  readonly #open = new Map<Socket, { readonly worlds: Set<string>; isEnding: boolean }>();

  add(socket: Socket, world: string): void {
    let carried = this.#open.get(socket);
    if (carried === undefined) {
      carried = { worlds: new Set(), isEnding: false };
      this.#open.set(socket, carried);
      socket.once('close', () => this.#open.delete(socket));
    }
    if (carried.worlds.size < maxNames) carried.worlds.add(world);
  }

  /** Ends those with requests to the world, after the response that is due. */
  end(world: string): void {
    for (const [socket, carried] of this.#open) {
      if (!carried.worlds.has(world) && carried.worlds.size < maxNames) continue;
      const response = presentResponse(socket);
      if (response === undefined) endIfIdle(socket);
      else if (!response.headersSent) response.shouldKeepAlive = false;
      else if (!carried.isEnding) {
        carried.isEnding = true;
        response.once('finish', () => socket.destroySoon());
      }
    }
  }
}
