/** The connections of clients: what Node does not tell about them, and which must end because responses are lost. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response that is due on a connection. Node has no public name for it. */
export const presentResponse = (
  socket: Socket & { readonly _httpMessage?: ServerResponse | null },
): ServerResponse | undefined => socket._httpMessage ?? undefined;

/** A socket of TLS cannot be reset; the one below it can. Node has no public name for it. */
export const tcpSocketOf = (socket: Socket & { readonly _parent?: Socket | null }): Socket => socket._parent ?? socket;

const endingWithClient = new WeakSet<Socket>();

/** For a response without an end: a client that has closed its half of the connection waits for nothing. */
export const endWithClient = (socket: Socket): void => {
  if (socket.readableEnded) socket.destroy();
  if (endingWithClient.has(socket)) return;
  endingWithClient.add(socket);
  socket.once('end', () => socket.destroy());
};
