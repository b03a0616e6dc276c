/// <reference path="./undici.d.ts" />
/** The connections to an upstream. */
import type { Dispatcher } from 'undici';
import Client from 'undici/lib/dispatcher/client.js';
import Pool from 'undici/lib/dispatcher/pool.js';

const maxConnections = 64;

/** Counts the responses of its connection, as one that the upstream closed while it was idle is no failure. */
export class CountingClient extends Client {
  responses = 0;

  constructor(...[origin, options]: ConstructorParameters<typeof Client>) {
    super(origin, options);
    this.on('connect', () => {
      this.responses = 0;
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

/** Kept alive, each with one request at a time. `connectMs`: how long one may take to connect. */
export const createPool = (origin: string, connectMs: number): Pool =>
  new Pool(origin, {
    connections: maxConnections,
    allowH2: false,
    connect: { timeout: connectMs },
    // Each transfer has its own limit.
    headersTimeout: 0,
    bodyTimeout: 0,
    factory: (url, options) => new CountingClient(url, options),
  });
