/** Performs a reply on a real socket, exactly as it was decided. */
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type HttpResponse, plainDelivery, type Reply } from '../core/http.ts';
import type { Clock } from '../world/clock.ts';

/** Calls back once, when the answer is out, lost, or its client gone. */
export const deliver = (reply: Reply, response: ServerResponse, clock: Clock, onEnd: () => void): void => {
  response.once('close', onEnd);
  const { delayMs } = reply.delivery;
  if (delayMs === 0) {
    perform(reply, response);
    return;
  }
  const cancel = clock.hold(delayMs, () => perform(reply, response));
  // A client that hangs up, or a server that stops, does not wait for the delay.
  response.once('close', cancel);
};

/** Sends what was decided outside of any world. */
export const send = (response: ServerResponse, answer: HttpResponse): void =>
  perform({ response: answer, delivery: plainDelivery }, response);

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
