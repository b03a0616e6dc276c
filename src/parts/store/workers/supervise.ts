/** `--workers`: starts the processes that serve the port, and starts another one for each that ends. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { exitCodes } from '../../../cli/terminal/exit-codes.ts';
import type { Output } from '../../../cli/terminal/output.ts';
import type { OnStop } from '../../../cli/terminal/stop-on-signals.ts';
import { workerVariable } from '../../../cli/terminal/worker-process.ts';
import { formatDuration } from '../../../core/primitives/units.ts';
import { isLoopback } from '../../../server/edge/caller.ts';
import type { Options } from '../../../simulation/options.ts';
import { createToken } from '../../../simulation/simulation.ts';
import { startStopwatch } from '../../../world/clock.ts';
import type { ServerIdentity } from '../../tls/read-tls.ts';
import type { FromWorker, ToWorker, WorkerRole } from './worker-messages.ts';

interface SuperviseOptions {
  readonly options: Options;
  readonly tls: ServerIdentity | undefined;
  readonly hasKeys: boolean;
  readonly output: Output;
  readonly onStop: OnStop;
}

/** Resolves when the first worker serves, or has ended. */
export const superviseWorkers = async (given: SuperviseOptions): Promise<void> => {
  const { options, tls, hasKeys, output, onStop } = given;
  const token = isLoopback(options.host) ? undefined : (options.token ?? createToken());
  const supervisor = new Supervisor(options, { hasKeys, token, tls }, output);
  onStop(() => supervisor.stop());
  await supervisor.start();
  if (!hasKeys || !supervisor.isServing) return;
  const { listenForKeys } = await import('../../keys/keypresses.ts');
  onStop(listenForKeys(process.stdin, (key) => supervisor.press(key)));
};

/** A worker that has not finished its requests by then is killed. */
const stopMs = 2000;
/** A signal to one worker and not to the supervisor replaces this worker; both get it if the whole server is meant. */
const replaceMs = 200;

interface State {
  readonly worker: ChildProcess;
  readonly elapsed: () => number;
  hasServed: boolean;
  isIdle: boolean;
}

class Supervisor {
  readonly #options: Options;
  readonly #role: Omit<WorkerRole, 'isFirst'>;
  readonly #output: Output;
  /** In the order of their starts. The first one that serves gets the keys, and judges the clients at the end. */
  readonly #states = new Set<State>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #restarts = new Restarts();
  readonly #lines = new SharedLines();
  readonly #port: SharedPort;
  #isStopping = false;
  #hasServed = false;
  #onChange: () => void = () => {};

  constructor(options: Options, role: Omit<WorkerRole, 'isFirst'>, output: Output) {
    this.#options = options;
    this.#role = role;
    this.#output = output;
    this.#port = new SharedPort((error) =>
      output.logger.error('The server reports an error and keeps listening.', error),
    );
  }

  get isServing(): boolean {
    return this.#leader !== undefined && !this.#isStopping;
  }

  get #leader(): State | undefined {
    return [...this.#states].find(({ hasServed }) => hasServed);
  }

  /** The others start when the first one serves: a wrong option or document is reported once. */
  async start(): Promise<void> {
    this.#fork({ isFirst: true });
    await this.#until(() => this.#hasServed || this.#states.size === 0);
    if (!this.#isStopping && this.#hasServed) while (this.#states.size < this.#options.workers) this.#fork();
  }

  press(key: Extract<ToWorker, { type: 'key' }>['key']): void {
    // Also if the worker hangs.
    if (key.type === 'interrupt') process.emit('SIGINT');
    else if (this.#leader !== undefined) this.#send(this.#leader, { type: 'key', key });
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#port.close();
    for (const timer of this.#timers) clearTimeout(timer);
    for (const state of this.#states) this.#stopWorker(state);
    this.#release();
    await this.#until(() => this.#states.size === 0);
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #fork({ isFirst = false }: { readonly isFirst?: boolean } = {}): void {
    const worker = fork(process.argv[1] as string, process.argv.slice(2), {
      env: { ...process.env, [workerVariable]: '1' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const state: State = { worker, elapsed: startStopwatch(), hasServed: false, isIdle: false };
    this.#states.add(state);
    worker.on('message', (message: FromWorker) => this.#receive(state, message, isFirst));
    worker.on('exit', (code, signal) => this.#ended(state, code, signal));
    // At 'exit', what it sent may still be on its way; 'disconnect' does not come while it owes the receipt of a socket.
    worker.on('close', () => this.#port.lost(worker));
  }

  #send({ worker }: State, message: ToWorker): void {
    // It may have ended, which is handled elsewhere.
    worker.send(message, undefined, () => {});
  }

  #receive(state: State, message: FromWorker, isFirst: boolean): void {
    const id = state.worker.pid as number;
    switch (message.type) {
      case 'hello':
        this.#send(state, { type: 'role', role: { ...this.#role, isFirst } });
        break;
      case 'listen':
        void this.#listen(state);
        break;
      case 'taken':
        this.#port.taken(state.worker);
        break;
      case 'print':
        if (message.isOwn) this.#output.printRequest(() => [message.line]);
        else if (this.#lines.isNew(id, message.line)) this.#output.print(message.line);
        break;
      case 'error':
        if (this.#lines.isNew(id, message.text)) this.#output.printError(message.text);
        break;
      case 'footer':
        this.#output.setFooter(message.lines);
        break;
      case 'clear':
        this.#output.clear();
        break;
      case 'quit':
        process.emit('SIGINT');
        break;
      case 'terminated':
        this.#after(replaceMs, () => this.#isStopping || this.#stopWorker(state));
        break;
      case 'idle':
        state.isIdle = true;
        this.#release();
        break;
      default:
        message satisfies never;
    }
  }

  async #listen(state: State): Promise<void> {
    try {
      const port = await this.#port.open(this.#options.port, this.#options.host);
      this.#send(state, { type: 'listening', port });
    } catch (error) {
      const { message, code } = error as NodeJS.ErrnoException;
      this.#send(state, { type: 'not-listening', error: { message, code } });
      return;
    }
    if (!state.worker.connected) {
      // Nobody else will serve.
      if (!this.#hasServed) this.#port.close();
      return;
    }
    this.#port.add(state.worker);
    state.hasServed = true;
    this.#hasServed = true;
    this.#onChange();
  }

  #stopWorker(state: State): void {
    this.#port.retire(state.worker);
    this.#send(state, { type: 'stop' });
    this.#after(stopMs, () => state.isIdle || state.worker.kill('SIGKILL'));
  }

  /** Lets the workers end that have finished their requests. The one that judges the clients ends last. */
  #release(): void {
    const judge = this.#isStopping ? this.#leader : undefined;
    for (const state of this.#states) {
      if (!state.isIdle) continue;
      if (state !== judge) this.#send(state, { type: 'end', isJudge: false });
      else if (this.#states.size === 1) this.#send(state, { type: 'end', isJudge: true });
    }
  }

  #ended(state: State, code: number | null, signal: string | null): void {
    const wasLeader = state === this.#leader;
    this.#states.delete(state);
    if (wasLeader) this.#output.setFooter([]);
    if (this.#hasServed && !this.#isStopping) this.#replace(state, code, signal);
    // It has reported why, or was the one that judges; nobody judged if it was killed.
    else if (wasLeader || !this.#isStopping) process.exitCode = code ?? exitCodes.bad;
    if (this.#isStopping) this.#release();
    this.#onChange();
  }

  #replace({ worker, hasServed, elapsed, isIdle }: State, code: number | null, signal: string | null): void {
    if (isIdle) {
      this.#fork();
      return;
    }
    const { message, delayMs } = this.#restarts.after({
      pid: worker.pid,
      code,
      signal,
      hasServed,
      lastedMs: elapsed(),
      serving: [...this.#states].filter((state) => state.hasServed).length,
    });
    this.#output.printError(message);
    if (delayMs !== undefined) this.#after(delayMs, () => this.#fork());
    else {
      process.exitCode = exitCodes.bad;
      process.emit('SIGTERM');
    }
  }

  #after(delayMs: number, run: () => unknown): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      run();
    }, delayMs);
    this.#timers.add(timer);
  }

  #until(isTrue: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#onChange = () => isTrue() && resolve();
      this.#onChange();
    });
  }
}

interface Shown {
  count: number;
  /** How often each worker printed it. */
  readonly byWorker: Map<number, number>;
  readonly atMs: number;
}

/** The workers notice the same thing within this time. */
const togetherMs = 10_000;
const maxLines = 1000;

/** Shows once what every worker prints: that a file was reloaded, or that the store is away. */
export class SharedLines {
  readonly #shown = new Map<string, Shown>();
  readonly #elapsed: () => number;

  constructor(elapsed = startStopwatch()) {
    this.#elapsed = elapsed;
  }

  /** Whether a line is shown: the second one of a worker, but not the same one of another worker. */
  isNew(worker: number, line: string): boolean {
    const atMs = this.#elapsed();
    const before = this.#shown.get(line);
    if (before === undefined || atMs - before.atMs > togetherMs) {
      if (this.#shown.size >= maxLines) this.#shown.clear();
      this.#shown.set(line, { count: 1, byWorker: new Map([[worker, 1]]), atMs });
      return true;
    }
    const count = (before.byWorker.get(worker) ?? 0) + 1;
    before.byWorker.set(worker, count);
    if (count <= before.count) return false;
    before.count = count;
    return true;
  }
}

export interface EndedWorker {
  readonly pid: number | undefined;
  readonly code: number | null;
  readonly signal: string | null;
  readonly hasServed: boolean;
  readonly lastedMs: number;
  readonly serving: number;
}

const firstDelayMs = 100;
const longestDelayMs = 10_000;
/** A worker that ran for this time was healthy: the next one starts after the first delay. */
const healthyMs = 10_000;
/** The server stops if this number of workers in a row end before they serve. */
const failedStartLimit = 5;

/** Says when a worker that ended is started again. */
export class Restarts {
  /** Deaths in a row, each soon after the start. */
  #deaths = 0;
  /** Workers in a row that ended before they served. */
  #failedStarts = 0;

  /** Without a delay, the server stops. */
  after({ pid, code, signal, hasServed, lastedMs, serving }: EndedWorker): { message: string; delayMs?: number } {
    this.#deaths = lastedMs >= healthyMs ? 1 : this.#deaths + 1;
    this.#failedStarts = hasServed ? 0 : this.#failedStarts + 1;
    const how = signal === null ? `with exit code ${code}` : `by ${signal}`;
    const ended = `A worker (process ${pid}) ended ${how}${hasServed ? '' : ' before it served'}.`;
    if (this.#failedStarts >= failedStartLimit && serving === 0)
      return { message: `${ended} So did the ${failedStartLimit - 1} before it: the server stops.` };
    const delayMs = Math.min(firstDelayMs * 2 ** (this.#deaths - 1), longestDelayMs);
    return { message: `${ended} Another one starts in ${formatDuration(delayMs)}.`, delayMs };
  }
}

/** The port of several workers: the supervisor accepts each connection, and keeps it until a worker has taken it. */
export class SharedPort {
  // Nothing is read here: the worker gets every byte.
  readonly #server = createServer({ pauseOnConnect: true, noDelay: true });
  readonly #waiting: Socket[] = [];
  readonly #workers = new Set<ChildProcess>();
  /** The workers that have taken what they were given, the next one first: connections are given out in turn. */
  readonly #free = new Set<ChildProcess>();
  /** What a worker was given and has not taken yet. */
  readonly #given = new Map<ChildProcess, Socket>();

  /** `maxWaiting`: the connections that no worker has taken yet. One more ends at once. */
  constructor(report: (error: Error) => void, maxWaiting = 4096) {
    this.#server.maxConnections = maxWaiting;
    this.#server.on('connection', (socket) => {
      this.#waiting.push(socket);
      this.#giveOut();
    });
    this.#server.on('error', (error) => this.#server.listening && report(error));
  }

  /** Listens, if it does not yet, and returns the port. It goes on while no worker lives. Throws the errors of `net.Server`. */
  async open(port: number, host: string): Promise<number> {
    if (!this.#server.listening) await once(this.#server.listen(port, host), 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  add(worker: ChildProcess): void {
    this.#workers.add(worker);
    this.#free.add(worker);
    this.#giveOut();
  }

  /** The worker has what it was given: from now on, the connection ends with it. */
  taken(worker: ChildProcess): void {
    this.#given.get(worker)?.destroy();
    this.#given.delete(worker);
    if (!this.#workers.has(worker)) return;
    this.#free.add(worker);
    this.#giveOut();
  }

  retire(worker: ChildProcess): void {
    this.#workers.delete(worker);
    this.#free.delete(worker);
  }

  /** The worker has died, and all that it sent has arrived. Another one gets what it has not taken, before all that came later. */
  lost(worker: ChildProcess): void {
    this.retire(worker);
    const socket = this.#given.get(worker);
    this.#given.delete(worker);
    if (socket === undefined) return;
    this.#waiting.unshift(socket);
    if (this.#server.listening) this.#giveOut();
    else this.#endWaiting();
  }

  /** Stops listening, and ends the connections that wait for a worker. */
  close(): void {
    this.#server.close();
    for (const worker of this.#workers) this.retire(worker);
    this.#endWaiting();
  }

  #endWaiting(): void {
    for (const socket of this.#waiting.splice(0)) socket.destroy();
  }

  #giveOut(): void {
    for (const worker of this.#free) {
      const socket = this.#waiting.shift();
      if (socket === undefined) return;
      this.#free.delete(worker);
      this.#given.set(worker, socket);
      // If it cannot be sent, the worker has died, which is handled elsewhere.
      worker.send({ type: 'connection' } satisfies ToWorker, socket, { keepOpen: true }, () => {});
    }
  }
}
