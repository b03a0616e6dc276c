/** The side of a worker: it takes its orders and its keys from the supervisor, and prints through it. */
import type { Key } from '../../../cli/terminal/keypresses.ts';
import { Output } from '../../../cli/terminal/output.ts';
import { createStops, type OnStop } from '../../../cli/terminal/stop-on-signals.ts';
import { type FromWorker, type ToWorker, type WorkerRole, workerVariable } from './messages.ts';

/** Whether this process was started as one of several workers. */
export const isWorker = (): boolean => process.env[workerVariable] !== undefined && process.send !== undefined;

// Without the supervisor, the worker ends: nobody is left to tell.
const send = (message: FromWorker): void => void process.send?.(message, undefined, undefined, () => {});

const receive = <Type extends ToWorker['type']>(
  type: Type,
  listener: (message: Extract<ToWorker, { type: Type }>) => void,
): (() => void) => {
  const onMessage = (message: ToWorker): void => {
    if (message.type === type) listener(message as Extract<ToWorker, { type: Type }>);
  };
  process.on('message', onMessage);
  return () => void process.off('message', onMessage);
};

const next = <Type extends ToWorker['type']>(type: Type): Promise<Extract<ToWorker, { type: Type }>> =>
  new Promise((resolve) => {
    const stop = receive(type, (message) => {
      stop();
      resolve(message);
    });
  });

/** Takes the place of `stopOnSignals`: a terminal sends SIGINT to every process, and only the supervisor decides. */
export const stopOnOrders = (): OnStop => {
  const { onStop, stop } = createStops();
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => send({ type: 'terminated' }));
  receive('stop', stop);
  return onStop;
};

export const readRole = async (): Promise<WorkerRole> => {
  const role = next('role');
  send({ type: 'hello' });
  return (await role).role;
};

/** Its requests have finished. Resolves when it may end: whether it judges the clients, since all others have ended. */
export const isJudge = async (): Promise<boolean> => {
  const end = next('end');
  send({ type: 'idle' });
  return (await end).isJudge;
};

export const listenForForwardedKeys = (listener: (key: Key) => void): (() => void) =>
  receive('key', ({ key }) => listener(key));

export const quit = (): void => send({ type: 'quit' });

/** One log for all workers: lines are printed by the supervisor, whole and in order. */
export class WorkerOutput extends Output {
  override print(line: string): void {
    send({ type: 'print', line, isOwn: false });
  }

  override printRequest(line: string): void {
    send({ type: 'print', line, isOwn: true });
  }

  override printError(text: string): void {
    send({ type: 'error', text });
  }

  override setFooter(lines: readonly string[]): void {
    send({ type: 'footer', lines });
  }

  override clear(): void {
    send({ type: 'clear' });
  }
}
