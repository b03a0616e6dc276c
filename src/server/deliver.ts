/** Performs a reply on a real socket, exactly as it was decided. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Reply } from '../core/http.ts';

/** Calls back once, when the answer is out, lost, or its client gone. */
export const deliver = (reply: Reply, response: ServerResponse, onEnd: () => void): void => {
  response.once('close', onEnd);
  const { delayMs } = reply.delivery;
  if (delayMs === 0) {
    perform(reply, response);
    return;
  }
  const timer = setTimeout(() => perform(reply, response), delayMs);
  // A client that hangs up, or a server that stops, does not wait for the delay.
  response.once('close', () => clearTimeout(timer));
};

const perform = ({ response: { status, headers, body }, delivery }: Reply, response: ServerResponse): void => {
  if (response.destroyed) return;
  switch (delivery.transport) {
    case undefined:
      response.writeHead(status, headers as string[]);
      response.end(body);
      return;
    case 'reset':
      // RST instead of FIN: the client sees ECONNRESET, not an empty answer.
      (response.socket as Socket | null)?.resetAndDestroy();
      return;
    case 'timeout':
      // The connection stays open until the client gives up or the server stops.
      return;
    default:
      delivery.transport satisfies never;
  }
};
