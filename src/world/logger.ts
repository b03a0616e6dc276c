/**
 * Receives messages for the person who runs the simulation. `console` is one. Exchanges are not logged here: they are in the
 * journal.
 */
export interface Logger {
  /** Receives what happened as intended: where the simulation listens. */
  readonly info: (message: string) => void;
  /** Receives each problem of a document or an Overlay that is served anyway. */
  readonly warn: (message: string) => void;
  /** Receives each failure inside the simulation. `error` is the exception, with its stack. */
  readonly error: (message: string, error?: unknown) => void;
}

/**
 * Drops every message.
 * @internal
 */
export const silentLogger: Logger = { info: () => {}, warn: () => {}, error: () => {} };
