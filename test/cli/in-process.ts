/**
 * The command line in this process: `run` and `serve` as those of process.ts, in a tenth of their time. Not for what only a process has: signals
 * and standard input; and not for `mcp`, which takes standard output for itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import { onTestFinished } from 'vitest';
import { serve as serveHere } from '../../src/cli/commands/serve/serve.ts';
import { main } from '../../src/cli/main.ts';
import { createProgram } from '../../src/cli/program/program.ts';
import { createStops } from '../../src/cli/terminal/stop-on-signals.ts';
import {
  type Ended,
  environmentOf,
  type RunOptions,
  reachServer,
  root,
  type Server,
  serverEnvironment,
} from './process.ts';

type Inside = Pick<RunOptions, 'env' | 'cwd'>;

/** The output of one command or server. Emits `text`. */
class Output extends EventEmitter {
  stdout = '';
  stderr = '';
}

/** Whose output it is. Only what a command itself has started writes to it. */
const outputs = new AsyncLocalStorage<Output>();

for (const name of ['stdout', 'stderr'] as const) {
  // Each command that serves listens to its errors until the process ends; here, one process has many commands.
  process[name].setMaxListeners(0);
  const write = process[name].write.bind(process[name]) as (...given: unknown[]) => boolean;
  process[name].write = ((...given: unknown[]): boolean => {
    // What a closed socket calls may have lost its context.
    const output = outputs.getStore() ?? places.at(-1)?.output;
    if (output === undefined) return write(...given);
    const [chunk, ...rest] = given;
    output[name] += typeof chunk === 'string' ? chunk : Buffer.from(chunk as Uint8Array).toString();
    output.emit('text');
    const done = rest.findLast((value) => typeof value === 'function') as (() => void) | undefined;
    done?.();
    return true;
  }) as typeof process.stdout.write;
}

interface Place {
  readonly output?: Output;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The folder and the variables are those of the process: servers that live at once share those of the last one. */
const places: Place[] = [{ cwd: process.cwd(), env: process.env }];

const enter = (output: Output, { cwd = root, env }: Inside): (() => void) => {
  // A server ends with the npm that started it, but this is no server.
  const { npm_execpath: _, ...inherited } = environmentOf();
  const place = { output, cwd, env: { ...inherited, ...env } };
  const listeners = new Map(process.eventNames().map((name) => [name, process.rawListeners(name as string)]));
  const move = (): void => {
    const last = places.at(-1) as Place;
    process.chdir(last.cwd);
    process.env = last.env;
    process.exitCode = undefined;
  };
  places.push(place);
  move();
  return () => {
    places.splice(places.indexOf(place), 1);
    move();
    for (const name of process.eventNames() as string[])
      for (const listener of process.rawListeners(name))
        if (!listeners.get(name)?.includes(listener)) process.removeListener(name, listener as () => void);
  };
};

let turn: Promise<unknown> = Promise.resolve();

/** Runs a command to its end, one at a time. */
export const run = (args: readonly string[], options: Inside = {}): Promise<Ended> => {
  const ended = turn.then(() => runAlone(args, options));
  turn = ended.catch(() => {});
  return ended;
};

const runAlone = async (args: readonly string[], options: Inside): Promise<Ended> => {
  const output = new Output();
  const leave = enter(output, options);
  const { exit } = process;
  // The last thing that a command does.
  process.exit = ((code) => {
    process.exitCode = code;
  }) as typeof exit;
  try {
    await outputs.run(output, () => main(args));
    return { code: Number(process.exitCode ?? 0), signal: null, stdout: output.stdout, stderr: output.stderr };
  } finally {
    process.exit = exit;
    leave();
  }
};

/** A server on a free port, with `--log json`, stopped at the end of the test. Its errors at start are rejections. */
export const serve = async (args: readonly string[] = [], options: Inside = {}): Promise<Server> => {
  const server = await startServer(args, options);
  onTestFinished(async () => void (await server.stop()));
  return server;
};

/** Like `serve`, for several tests: the caller stops it. */
export const startServer = async (
  args: readonly string[],
  { env: given, ...options }: Inside = {},
): Promise<Server> => {
  const env = { ...serverEnvironment, ...given };
  const output = new Output();
  const leave = enter(output, { ...options, env });
  const exited = Promise.withResolvers<Ended>();
  const { onStop, stop } = createStops((code) => {
    leave();
    exited.resolve({ code: Number(code), signal: null, stdout: output.stdout, stderr: output.stderr });
  });
  const stopped = (): Promise<Ended> => {
    stop();
    return exited.promise;
  };
  try {
    await outputs.run(output, () => serveHere(readFlags(args), onStop));
  } catch (error) {
    await stopped();
    throw error;
  }
  const until: Server['until'] = async (pattern, stream = 'stdout') => {
    const signal = AbortSignal.timeout(60_000);
    for (;;) {
      const found = pattern.exec(output[stream]);
      if (found !== null) return found;
      await once(output, 'text', { signal }).catch(() => {
        throw new Error(`a minute passed before ${stream} held ${pattern}:\n${output.stdout}${output.stderr}`);
      });
    }
  };
  return { ...(await reachServer(args, env, until)), output, until, stop: stopped };
};

/** As the program reads them. */
const readFlags = (args: readonly string[]): Readonly<Record<string, unknown>> => {
  let read: Readonly<Record<string, unknown>> = {};
  const [serve] = createProgram(undefined).commands;
  serve
    ?.action((document: string[], flags) => {
      read = document.length === 0 ? flags : { ...flags, document };
    })
    .parse(args[0] === 'serve' ? args.slice(1) : args, { from: 'user' });
  return read;
};
