/// <reference path="./undici.d.ts" />
/** The connections to an upstream. */
import type { Dispatcher } from 'undici';
import symbols from 'undici/lib/core/symbols.js';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';

const maxConnections = 64;

/** Event streams last as long as their pages: the other connections are left to requests that end. */
export const maxEventStreams = 48;

/** Counts the responses on its connection. After the first, the upstream may close the connection while it is idle: a request that meets this may be sent again. */
export class CountingClient extends Client {
  responses = 0;

  constructor(...[origin, options]: ConstructorParameters<typeof Client>) {
    super(origin, options);
    this.on('connect', () => {
      this.responses = 0;
      passOver100(this as unknown as Connected);
    });
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    (handler as OnConnection).client = this;
    return super.dispatch(options, handler);
  }
}

/** A handler that learns which connection it got. */
interface OnConnection {
  client: CountingClient | undefined;
}

interface Connected {
  readonly [symbols.kSocket]: { readonly [symbols.kParser]: Parser };
}

interface Parser {
  onHeadersComplete(status: number, isUpgrade: boolean, isKeptAlive: boolean): number;
}

/** A server may send a 100 that nobody asked for (RFC 9110, section 15.2). undici would end the connection, but passes over a 102. */
const passOver100 = ({ [symbols.kSocket]: { [symbols.kParser]: parser } }: Connected): void => {
  const complete = parser.onHeadersComplete;
  parser.onHeadersComplete = (status, ...rest) => complete.call(parser, status === 100 ? 102 : status, ...rest);
};

/** Kept alive, each with one request at a time. */
export const createPool = (origin: string): Pool =>
  new Pool(origin, {
    connections: maxConnections,
    allowH2: false,
    // Each transfer has its own limit.
    connect: { timeout: 0 },
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (url, options) => new CountingClient(url, options),
  });
