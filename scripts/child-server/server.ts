/** The server of a soak or a fuzz run, in its own process. It reports its resources and every failure to its parent. */
import { readdirSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createVivarium, type VivariumOptions } from '../../src/index.ts';

/** Bytes, milliseconds and counts. */
export interface Usage {
  readonly rss: number;
  /** After a full garbage collection. */
  readonly heap: number;
  readonly external: number;
  readonly descriptors: number;
  readonly delayP99Ms: number;
  readonly delayMaxMs: number;
}

export type ServerMessage =
  | { readonly type: 'listening'; readonly url: string }
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'failure'; readonly text: string };

const send = (message: ServerMessage): void => void process.send?.(message);

const fail = (what: string, error: unknown): void => {
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error ?? '');
  send({ type: 'failure', text: `${what} ${detail}`.trim() });
};

process.on('uncaughtException', (error) => fail('an uncaught exception:', error));
process.on('unhandledRejection', (error) => fail('an unhandled rejection:', error));
process.on('warning', (warning) => fail('a warning:', warning));

const delay = monitorEventLoopDelay({ resolution: 5 });

const measure = (): Usage => {
  const [delayP99Ms, delayMaxMs] = [delay.percentile(99) / 1e6, delay.max / 1e6];
  globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  const descriptors = readdirSync('/proc/self/fd').length;
  // The collection itself is not a delay of the server.
  setImmediate(() => delay.reset());
  return { rss, heap: heapUsed, external, descriptors, delayP99Ms, delayMaxMs };
};

const options = JSON.parse(process.argv[2] ?? '{}') as VivariumOptions;
const vivarium = await createVivarium({
  ...options,
  logger: { info: () => {}, warn: (text) => fail('a problem:', text), error: fail },
});
const { url } = await vivarium.listen({ port: 0 });
delay.enable();
process.on('message', () => send({ type: 'usage', usage: measure() }));
process.on('disconnect', () => process.exit(0));
send({ type: 'listening', url });
