/** Delivers a response whose body arrives from an upstream: as it arrives, or slower. */
import type { ServerResponse } from 'node:http';
import type { Reply } from '../../core/http/http.ts';
import { type BodyStream, paced, type WaitForPart } from '../../world/forwarding.ts';

/** The next part waits until the client has read the ones before. If the upstream breaks off, so does the connection to the client. */
export const sendStream = async (
  reply: Reply,
  stream: BodyStream,
  response: ServerResponse,
  wait: WaitForPart,
): Promise<void> => {
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
const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
