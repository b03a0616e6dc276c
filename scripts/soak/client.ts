/** An HTTP client for which a lost or a broken response is a result. */
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';

export interface Call {
  readonly method: string;
  /** From the root of the server. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** The client vanishes after this time. */
  readonly abortAfterMs?: number;
  /** Use a new connection, so that its loss is never taken for the end of an idle one. */
  readonly isAlone?: boolean;
}

export interface Answer {
  /** 0: no head was received. */
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Everything that was received of the body. */
  readonly text: string;
  /** The code of the error that ended the exchange, such as `ECONNRESET` or `HPE_INVALID_CONSTANT`. */
  readonly error: string | undefined;
}

export interface Client {
  readonly send: (call: Call) => Promise<Answer>;
  /** A bare connection. Its errors are ignored. */
  readonly open: () => Socket;
  readonly close: () => void;
}

/** No response takes as long, except one that a fault holds. */
const patienceMs = 60_000;

export const createClient = (port: number, connections: number): Client => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = async (call: Call, isRepeated = false): Promise<Answer> => {
    const { isStale, ...answer } = await sendOnce(agent, port, call);
    // The server closed an idle connection at the moment in which it was used again (RFC 9112, section 9.5).
    return isStale && !isRepeated ? send(call, true) : answer;
  };
  return {
    send,
    open: () => connect(port, '127.0.0.1').on('error', () => {}),
    close: () => agent.destroy(),
  };
};

const sendOnce = (agent: Agent, port: number, call: Call): Promise<Answer & { readonly isStale: boolean }> =>
  new Promise((resolve) => {
    const { method, path, headers = {}, body, abortAfterMs = patienceMs, isAlone = false } = call;
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      agent: isAlone ? false : agent,
      headers: { ...length, ...headers },
    });
    let response: IncomingMessage | undefined;
    const chunks: Buffer[] = [];
    const end = (error: string | undefined): void => {
      clearTimeout(timer);
      resolve({
        status: response?.statusCode ?? 0,
        headers: response?.headers ?? {},
        text: Buffer.concat(chunks).toString(),
        error,
        isStale: error === 'ECONNRESET' && response === undefined && sent.reusedSocket,
      });
    };
    let timer: NodeJS.Timeout | undefined;
    // Not before the request has left: on a busy machine, that alone takes long.
    sent.once('finish', () => {
      timer = setTimeout(() => {
        sent.destroy();
        end('timeout');
      }, abortAfterMs);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    sent.once('response', (incoming) => {
      response = incoming;
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
      incoming.once('end', () => end(incoming.complete ? undefined : 'incomplete'));
    });
    sent.end(body);
  });
