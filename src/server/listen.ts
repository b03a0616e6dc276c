import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIPv6, type Socket } from 'node:net';
import { problemDetails, problemMediaType, statusText } from '../core/http/status-text.ts';
import { addressUnavailable, type OptionNames, portInUse } from '../core/primitives/config-error.ts';
import { nosniffHeaders } from '../core/response/executable-content.ts';
import type { TlsIdentity } from '../parts/tls/tls-identity.ts';
import type { Logger } from '../world/logger.ts';
import { presentResponse, tcpSocketOf } from './edge/connections.ts';

export interface ListenOptions extends OptionNames {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly logger: Logger;
  /** The certificate and the key for HTTPS. Default: HTTP. */
  readonly tls?: TlsIdentity | undefined;
  /** Takes the place of listening where another process accepts: has the server emit `listening` with the port, or `error`. */
  readonly join?: ((server: Server) => void) | undefined;
  readonly deadlines?: Deadlines;
}

/** The deadlines in milliseconds. A client that exceeds one of the first two gets 408, and its connection ends. */
export interface Deadlines {
  readonly headersMs: number;
  /** The time for the whole request, including its body. */
  readonly requestMs: number;
  /** The time between two checks of all connections. */
  readonly checkMs: number;
  /** A connection without a request ends after this time: longer than clients and load balancers keep one (4 to 60 seconds), whose next request would fail. */
  readonly idleMs: number;
}

const maxHeaderBytes = 64 * 1024;

/** The deadlines against clients that send a byte now and then, to keep connections busy. */
const defaultDeadlines: Deadlines = { headersMs: 60_000, requestMs: 300_000, checkMs: 10_000, idleMs: 72_000 };

export interface Listening {
  /** The origin: `http://127.0.0.1:4010`. */
  readonly url: string;
  /**
   * Stops listening. Requests in flight get up to `graceMs` (default 0) to finish; then every connection ends. Resolves when
   * the last one has.
   */
  readonly close: (graceMs?: number) => Promise<void>;
}

/** @throws ConfigError if the server cannot listen on the address. */
export const listen = async (app: RequestListener, options: ListenOptions): Promise<Listening> => {
  const { port, host, tls, join, deadlines = defaultDeadlines } = options;
  const settings = {
    maxHeaderSize: maxHeaderBytes,
    requireHostHeader: false,
    headersTimeout: deadlines.headersMs,
    requestTimeout: deadlines.requestMs,
    connectionsCheckingInterval: deadlines.checkMs,
    keepAliveTimeout: deadlines.idleMs,
    // A request without a body has no stream to end, which takes a tenth of the time of a response.
    optimizeEmptyRequests: true,
  };
  const server =
    tls === undefined
      ? createServer(settings, checked(app))
      : // Loaded now: most servers speak HTTP.
        (await import('node:https')).createServer({ ...settings, ...tls, allowHalfOpen: true }, checked(app));
  respondToBrokenRequests(server);
  respondToHalfClosed(server, tls !== undefined);
  const connections = trackConnections(server, tls !== undefined);
  return new Promise((resolve, reject) => {
    // Never removed: a later error (for example, no file descriptor left) must not end the process.
    server.on('error', (error: NodeJS.ErrnoException) => {
      if (server.listening) options.logger.error('The server reports an error and keeps listening.', error);
      else reject(explainListenError(error, options));
    });
    server.on('listening', (bound: number = (server.address() as AddressInfo).port) => {
      const name = callableHosts.get(host) ?? host;
      resolve({
        url: `${tls === undefined ? 'http' : 'https'}://${isIPv6(name) ? `[${name}]` : name}:${bound}`,
        close: (graceMs = 0) => closeServer(server, connections, graceMs),
      });
    });
    if (join === undefined) server.listen(port, host);
    else join(server);
  });
};

/** The loopback addresses for every address: not every client can call 0.0.0.0 or ::. */
const callableHosts: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** Requests that Node rejects before they reach the app get a response, then the connection ends (RFC 9112, section 9.6). */
const respondToBrokenRequests = (server: Server) => {
  // Node reports what follows too.
  const broken = new WeakSet<Socket>();
  server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
    const socket = stream as Socket;
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else if (!broken.has(socket))
      afterResponses(socket, () => {
        // The response to the broken request has begun.
        if (presentResponse(socket)?.headersSent) socket.destroySoon();
        else socket.end(refusal(...(brokenRequests.get(error.code) ?? [400, 'The request is not valid HTTP.'])));
      });
    broken.add(socket);
  });
  // RFC 9110, section 9.3.6: a tunnel is for proxies.
  server.on('connect', (_request, socket) => {
    socket.on('error', () => {});
    // Node has detached the socket. Unless it is destroyed, closing the server would wait for it.
    const text = refusal(501, 'CONNECT is not supported. This server is not a proxy.');
    afterResponses(socket as Socket, () => socket.end(text, () => socket.destroy()));
  });
  server.on('checkExpectation', ({ headers }, response) =>
    reject(response, 417, `Expect: "${headers.expect}" is not supported. Supported: 100-continue.`),
  );
};

/** Ends a connection after the responses to the requests that came whole before what is wrong. */
const afterResponses = (socket: Socket, end: () => void): void => {
  const due = presentResponse(socket);
  if (due?.req.complete) due.once('close', () => afterResponses(socket, end));
  else if (socket.writable) end();
};

/**
 * A client that has closed its half of the connection may wait for a delayed response, or be gone. Nothing shows which, so it gets some time.
 */
const respondToHalfClosed = (server: Server & { httpAllowHalfOpen?: boolean }, isSecure: boolean) => {
  // Node has no public name for it. It would end the other half too.
  server.httpAllowHalfOpen = true;
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.once('end', () => {
      // Without a request, Node has already ended the connection.
      if (!socket.writableEnded) socket.setTimeout(halfClosedMs);
    });
  });
};

const halfClosedMs = 10_000;

/** Rejects what Node accepts against RFC 9112. */
const checked =
  (app: RequestListener): RequestListener =>
  (request, response) => {
    const { host, 'transfer-encoding': coding } = request.headers;
    // Section 6.1: the rest is compressed, and a server on the way may read other ends of it.
    if (coding !== undefined && coding.toLowerCase() !== 'chunked')
      reject(response, 501, 'Only "chunked" is supported as Transfer-Encoding.');
    else if (hasTwoHosts(request.rawHeaders)) reject(response, 400, 'A request may have only one header Host.');
    // Section 3.2. Node's own 400 has no message.
    else if (host === undefined && request.httpVersion !== '1.0')
      reject(response, 400, 'The header Host is missing. HTTP/1.1 requires it.');
    else {
      // Section 6.1: HTTP/1.0 has no chunks, so a server on the way may read another end of the body.
      if (coding !== undefined && request.httpVersion === '1.0') response.shouldKeepAlive = false;
      app(request, response);
    }
  };

/** Whether there are two hosts: servers on the way may disagree about which counts. Node keeps the first. */
const hasTwoHosts = (rawHeaders: readonly string[]) => {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
};

const reject = (response: ServerResponse, status: number, detail: string) => {
  const body = JSON.stringify(problemDetails(status, detail));
  response.writeHead(status, [...headersOf(body)]).end(body);
};

/** The whole response as text, for a bare socket. */
const refusal = (status: number, detail: string): string => {
  const body = JSON.stringify(problemDetails(status, detail));
  const fields = headersOf(body).map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`));
  return `HTTP/1.1 ${status} ${statusText(status)}\r\n${fields.join('')}\r\n${body}`;
};

const headersOf = (body: string): readonly string[] => [
  'Content-Type',
  problemMediaType,
  'Content-Length',
  String(Buffer.byteLength(body)),
  'Connection',
  'close',
  ...nosniffHeaders,
];

/** The responses to what Node rejects, by the codes of its errors. */
const brokenRequests: ReadonlyMap<string | undefined, readonly [status: number, detail: string]> = new Map([
  ['HPE_HEADER_OVERFLOW', [431, `The target and the headers are larger than ${maxHeaderBytes / 1024} KiB.`]],
  ['ERR_HTTP_REQUEST_TIMEOUT', [408, 'The request was not complete in time.']],
]);

const explainListenError = (error: NodeJS.ErrnoException, { host, port, nameOf, placeOf }: ListenOptions): Error => {
  switch (error.code) {
    case 'EADDRINUSE': {
      const hint = `Stop the program that uses it, or choose another port with ${nameOf('port')} (0: any free port).`;
      return portInUse({ message: `port ${port} on ${host} is in use`, hint, ...placeOf?.('port') });
    }
    case 'EACCES': {
      const message = `no permission to listen on port ${port} of ${host}`;
      const hint = `Choose a port above 1023 with ${nameOf('port')}.`;
      return addressUnavailable({ message, hint, ...placeOf?.('port') });
    }
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN': {
      const hint = `Choose another with ${nameOf('host')}. The default is 127.0.0.1.`;
      return addressUnavailable({ message: `"${host}" is not an address of this machine`, hint, ...placeOf?.('host') });
    }
    default:
      return error;
  }
};

interface Connections {
  /** Node does not count those that another process has accepted. */
  readonly open: ReadonlySet<Socket>;
  /** Whether a request has begun. */
  readonly isUsed: (socket: Socket) => boolean;
}

const trackConnections = (server: Server, isSecure: boolean): Connections => {
  const open = new Set<Socket>();
  const track = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  server.on('connection', track);
  if (!isSecure) return { open, isUsed: ({ bytesRead }) => bytesRead > 0 };
  server.on('secureConnection', (socket: Socket) => {
    open.delete(tcpSocketOf(socket));
    track(socket);
  });
  // The bytes of the handshake count as received, so only a request shows that the connection is used.
  const used = new WeakSet<Socket>();
  server.on('request', ({ socket }: IncomingMessage) => used.add(socket));
  // The client has rejected the certificate, for example. Node leaves the half of this server open.
  server.on('tlsClientError', (_, socket: Socket) => tcpSocketOf(socket).destroy());
  return { open, isUsed: (socket) => used.has(socket) };
};

/** Closes all connections too, also those that a `timeout` fault or a delay holds. */
const closeServer = (server: Server, { open, isUsed }: Connections, graceMs: number): Promise<void> =>
  new Promise((resolve) => {
    // A connection whose request has finished is idle from then on, and nothing else would close it.
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      // To Node, a connection that has not sent a byte yet is not idle. Browsers open such connections in advance.
      for (const socket of open) if (!isUsed(socket)) socket.destroy();
    }, sweepMs);
    const deadline = setTimeout(() => server.closeAllConnections(), graceMs);
    const end = () => {
      if (open.size > 0) return;
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    };
    server.close(() => {
      for (const socket of open) socket.once('close', end);
      end();
    });
    if (graceMs === 0) server.closeAllConnections();
  });

const sweepMs = 10;
