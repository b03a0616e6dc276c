import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { configError } from '../core/primitives/config-error.ts';
import type { Logger } from '../world/logger.ts';

export interface ListenOptions {
  /** 0 takes any free one. */
  readonly port: number;
  readonly host: string;
  /** How the user writes an option, for the errors. */
  readonly nameOf: (option: string) => string;
  readonly logger: Logger;
}

export interface Listening {
  /** The origin: `http://127.0.0.1:4010`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** @throws ConfigError when the address cannot be listened on. */
export const listen = (app: RequestListener, options: ListenOptions): Promise<Listening> => {
  const { port, host } = options;
  const server = createServer({ maxHeaderSize: 64 * 1024, requireHostHeader: false }, withHost(app));
  answerBrokenRequests(server);
  return new Promise((resolve, reject) => {
    // Stays on: an error after the start (no more file descriptors, say) must not end the process.
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (server.listening) options.logger.error('The server reports an error and keeps listening.', error);
      else reject(explainListenError(error, options));
    });
    server.listen(port, host, () => {
      const { port: bound } = server.address() as AddressInfo;
      const name = callableHost(host);
      resolve({ url: `http://${isIPv6(name) ? `[${name}]` : name}:${bound}`, close: () => closeServer(server) });
    });
  });
};

/** "Every address" is none that a client can call everywhere. */
const callableHost = (host: string): string => {
  switch (host) {
    case '0.0.0.0':
      return '127.0.0.1';
    case '::':
      return '::1';
    default:
      return host;
  }
};

/** What never reaches the app gets one line all the same, and the connection's end (RFC 9112, section 9.6). */
const answerBrokenRequests = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else socket.end(refusal(...statusOfBrokenRequest(error.code), 'This is not an HTTP request that can be read.'));
  });
  // RFC 9110, section 9.3.6: a tunnel is for proxies.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    // Destroyed, since the server has let go of it and would wait for it when it closes.
    const text = refusal(501, 'Not Implemented', 'CONNECT asks for a tunnel: this server is no proxy.');
    socket.end(text, () => socket.destroy());
  });
  server.on('checkExpectation', ({ headers }, response) =>
    refuse(response, 417, 'Expectation Failed', `"${headers.expect}" cannot be expected here, only 100-continue.`),
  );
};

/** RFC 9112, section 3.2: HTTP/1.1 names its host. Node would answer so too, but without a word. */
const withHost =
  (app: RequestListener): RequestListener =>
  (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion === '1.0') app(request, response);
    else refuse(response, 400, 'Bad Request', 'A request of HTTP/1.1 needs the header Host.');
  };

const refuse = (response: ServerResponse, status: number, reason: string, detail: string): void => {
  const body = problemOf(status, reason, detail);
  response.writeHead(status, reason, [...headersOf(body)]).end(body);
};

/** The whole answer as text, where there is only a socket to write to. */
const refusal = (status: number, reason: string, detail: string): string => {
  const body = problemOf(status, reason, detail);
  const fields = headersOf(body).map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return `HTTP/1.1 ${status} ${reason}\r\n${fields.join('')}\r\n${body}`;
};

const problemOf = (status: number, title: string, detail: string): string =>
  JSON.stringify({ type: 'about:blank', title, status, detail });

const headersOf = (body: string): readonly string[] => [
  'Content-Type',
  'application/problem+json',
  'Content-Length',
  String(Buffer.byteLength(body)),
  'Connection',
  'close',
];

const statusOfBrokenRequest = (code: string | undefined): readonly [number, string] => {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [431, 'Request Header Fields Too Large'];
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return [408, 'Request Timeout'];
    default:
      return [400, 'Bad Request'];
  }
};

const explainListenError = (error: NodeJS.ErrnoException, { host, port, nameOf }: ListenOptions): Error => {
  switch (error.code) {
    case 'EADDRINUSE':
      return configError(
        'VIV_PORT_IN_USE',
        `port ${port} on ${host} is in use`,
        `Stop what uses it, or choose another with ${nameOf('port')} (0 takes any free one).`,
      );
    case 'EACCES':
      return configError(
        'VIV_ADDRESS_UNAVAILABLE',
        `port ${port} on ${host} may not be listened on`,
        `Choose one above 1023 with ${nameOf('port')}.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return configError(
        'VIV_ADDRESS_UNAVAILABLE',
        `"${host}" is no address of this machine`,
        `Choose another with ${nameOf('host')}; 127.0.0.1 is the default.`,
      );
    default:
      return error;
  }
};

/** Held connections (a `timeout` fault, a delay) end with the server. */
const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
