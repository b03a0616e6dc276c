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
    /** Of a client: its connection. */
    readonly kSocket: unique symbol;
    /** Of a connection: what reads its responses. */
    readonly kParser: unique symbol;
  };
  export default symbols;
}
