/** Starts and observes the server of a soak or a fuzz run. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ServerMessage, Usage } from './server.ts';

export interface ChildServer {
  /** The origin. */
  readonly url: string;
  readonly port: number;
  readonly measure: () => Promise<Usage>;
  /** Logged errors, uncaught exceptions, unhandled rejections, warnings, and the end of the process. */
  readonly failures: readonly string[];
  readonly stop: () => Promise<void>;
}

/** `isQuiet`: problems of the document are expected. */
export const startChildServer = async (options: object, { isQuiet = false } = {}): Promise<ChildServer> => {
  const file = fileURLToPath(new URL('./server.ts', import.meta.url));
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--expose-gc'] });
  const failures: string[] = [];
  let isStopping = false;
  const listening = Promise.withResolvers<string>();
  let measured = Promise.withResolvers<Usage>();
  child.on('message', (message: ServerMessage) => {
    if (message.type === 'listening') listening.resolve(message.url);
    else if (message.type === 'usage') measured.resolve(message.usage);
    else if (!isQuiet || !message.text.startsWith('a problem:')) failures.push(message.text);
  });
  child.once('exit', (code, signal) => {
    const error = new Error(`the server ended with ${signal ?? code}`);
    if (!isStopping) failures.push(error.message);
    listening.reject(error);
    measured.reject(error);
  });
  measured.promise.catch(() => {});
  const url = await listening.promise;
  return {
    url,
    port: Number(new URL(url).port),
    failures,
    measure: () => {
      measured = Promise.withResolvers();
      measured.promise.catch(() => {});
      if (child.connected) child.send('measure');
      else measured.reject(new Error('the server has ended'));
      return measured.promise;
    },
    stop: async () => {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
};
