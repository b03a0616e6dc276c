/** The side of a worker: it takes its connections, its orders and its keys from the supervisor, and prints through it. */
import type { Server, Socket } from 'node:net';
import { Output } from '../../../cli/terminal/output.ts';
import { createStops, type OnStop } from '../../../cli/terminal/stop-on-signals.ts';
import type { Key } from '../../keys/keypresses.ts';
import type { FromWorker, ToWorker, WorkerRole } from './worker-messages.ts';

// Without the supervisor, the worker ends: nobody is left to tell.
const send = (message: FromWorker) => void process.send?.(message, undefined, undefined, () => {});

const receive = <Type extends ToWorker['type']>(
  type: Type,
  listener: (message: Extract<ToWorker, { type: Type }>) => void,
): (() => void) => {
  const onMessage = (message: ToWorker) => {
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

/** Has the server serve the connections that the supervisor accepts. */
const joinPort = (server: Server) => {
  // By this event, Node begins to count the deadlines.
  receive('listening', ({ port }) => server.emit('listening', port));
  receive('not-listening', ({ error }) => server.emit('error', Object.assign(new Error(), error)));
  process.on('message', ({ type }: ToWorker, socket: Socket | undefined) => {
    if (type !== 'connection') return;
    // Before the first byte is read: without this message, another worker gets the connection, and expects all of it.
    send({ type: 'taken' });
    if (socket === undefined) return;
    // The server decides, as for those that it accepts itself.
    socket.allowHalfOpen = true;
    server.emit('connection', socket);
  });
  send({ type: 'listen' });
};

/** Takes the place of `stopOnSignals`: a terminal sends SIGINT to every process, and only the supervisor decides. */
export const stopOnOrders = (): OnStop => {
  const { onStop, stop } = createStops();
  process.on('SIGINT', () => {});
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => send({ type: 'terminated' }));
  receive('stop', stop);
  process.once('disconnect', () => process.exit());
  return onStop;
};

/** What this process does. `join`: takes the place of listening. */
export const awaitRole = async (): Promise<WorkerRole & { readonly join?: typeof joinPort }> => {
  const told = next('role');
  send({ type: 'hello' });
  return { ...(await told).role, join: joinPort };
};

/** Says that the requests of this worker have finished. Resolves when it may end: to whether it judges the clients, since all others have ended. */
export const awaitEnd = async (): Promise<boolean> => {
  const end = next('end');
  send({ type: 'idle' });
  return (await end).isJudge;
};

/** The keys that the supervisor passes on. */
export const forwardedKeys = {
  listen: (listener: (key: Key) => void): (() => void) => receive('key', ({ key }) => listener(key)),
  quit: (): void => send({ type: 'quit' }),
};

/** One log for all workers: lines are printed by the supervisor, whole and in order. */
export class WorkerOutput extends Output {
  override print(line: string): void {
    send({ type: 'print', line, isOwn: false });
  }

  override printRequest(lines: () => readonly string[]): void {
    for (const line of lines()) send({ type: 'print', line, isOwn: true });
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
