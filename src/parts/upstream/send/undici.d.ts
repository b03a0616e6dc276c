/** The parts of undici that are used. Its main module would load the rest too, and replace the dispatcher of `fetch`. */
declare module 'undici/lib/dispatcher/client.js' {
  export { Client as default } from 'undici';
}
declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}
declare module 'undici/lib/core/symbols.js' {
  const symbols: {
    /** An option of `dispatch`: gets how a request without a connection leaves the queue. */
    readonly kQueuedAbort: unique symbol;
    /** The connection of a client. */
    readonly kSocket: unique symbol;
    /** What reads the responses of a connection. */
    readonly kParser: unique symbol;
  };
  export default symbols;
}
