/** The command line in real processes, stopped by their handle. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** It runs the sources. */
export const ownLauncher = join(root, 'bin', 'vivarium.js');
/** It runs the bundle of the sources, which starts sooner. */
export const builtLauncher = join(root, 'test', 'cli', 'built.js');

export interface RunOptions {
  readonly env?: Environment;
  readonly cwd?: string;
  /** Options of Node itself. */
  readonly node?: readonly string[];
  /** Without it, `builtLauncher`. */
  readonly launcher?: string;
  /** A shell command that limits the process: `ulimit -n 64`. */
  readonly limit?: string;
}

export type Environment = Readonly<Record<string, string>>;

/** The environment of the tests does not affect the process. */
export const environmentOf = (env: Environment = {}): Record<string, string> => {
  const clean = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !/^(VIVARIUM_|NO_COLOR$|FORCE_COLOR$|NODE_OPTIONS$|NODE_COMPILE_CACHE$|VITEST|NODE_ENV$)/.test(entry[0]),
  );
  return { ...Object.fromEntries(clean), ...env };
};

const launch = (
  args: readonly string[],
  { env, cwd = root, node = [], launcher = builtLauncher, limit }: RunOptions,
): ChildProcess => {
  const command = [process.execPath, ...node, launcher, ...args] as const;
  const [program, ...rest] =
    limit === undefined ? command : (['sh', '-c', `${limit} && exec "$0" "$@"`, ...command] as const);
  return spawn(program, rest, { cwd, env: environmentOf(env), stdio: ['ignore', 'pipe', 'pipe'] });
};

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command to its end. */
export const run = async (args: readonly string[], options: RunOptions = {}): Promise<Ended> => {
  const child = launch(args, options);
  const output = collectOutput(child);
  const guard = globalThis.setTimeout(() => child.kill('SIGKILL'), 80_000);
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  clearTimeout(guard);
  return { code, signal, ...output };
};

export interface Server {
  /** The first line of `--log json`. */
  readonly listening: {
    readonly event: string;
    readonly url: string;
    readonly service: string;
    readonly token?: string;
    readonly fingerprint?: string;
  };
  readonly output: { readonly stdout: string; readonly stderr: string };
  /** Waits until the output matches, and returns the match. */
  readonly until: (pattern: RegExp, stream?: 'stdout' | 'stderr') => Promise<RegExpExecArray>;
  /** Calls the service, below its base URL, with a credential. */
  readonly call: (path: string, init?: RequestInit) => Promise<Response>;
  /** Calls the control API, below `/_vivarium/api`, with the token. */
  readonly api: (path: string, init?: RequestInit) => Promise<Response>;
  /** Stops the server, and returns how it ended. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<Ended>;
}

export interface ServerProcess extends Server {
  readonly child: ChildProcess;
}

/** A server on a free port, with `--log json`, stopped at the end of the test. */
export const serve = async (args: readonly string[] = [], options: RunOptions = {}): Promise<ServerProcess> => {
  const server = await startServer(args, options);
  onTestFinished(async () => {
    await server.stop('SIGKILL');
  });
  return server;
};

/** Like `serve`, for several tests: the caller stops it. */
export const startServer = async (args: readonly string[], options: RunOptions): Promise<ServerProcess> => {
  const env = { ...serverEnvironment, ...options.env };
  const child = launch(args, { ...options, env });
  const output = collectOutput(child);
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  const until: Server['until'] = (pattern, stream = 'stdout') => waitFor(child, output, stream, pattern);
  const reach = async (): Promise<Reached> => {
    try {
      return await reachServer(args, env, until);
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  };
  return {
    ...(await reach()),
    child,
    output,
    until,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      const [code, by] = await ended;
      return { code, signal: by, ...output };
    },
  };
};

/** A free port, and `--log json`. */
export const serverEnvironment = { VIVARIUM_PORT: '0', VIVARIUM_LOG: 'json' };

type Reached = Pick<Server, 'listening' | 'call' | 'api'>;

/** Waits for the first line of `--log json`. With another log, the port must be known. */
export const reachServer = async (
  args: readonly string[],
  env: Environment,
  until: Server['until'],
): Promise<Reached> => {
  const address = `http://127.0.0.1:${env.VIVARIUM_PORT}`;
  const listening: Server['listening'] =
    !args.includes('--log') && env.VIVARIUM_LOG === 'json'
      ? JSON.parse((await until(/.*"listening".*\n/))[0])
      : { event: '', url: address, service: `${address}/v1` };
  return {
    listening,
    call: (path, init) => fetch(listening.service + path, withHeader(init, 'Bearer demo')),
    api: (path, init) =>
      fetch(`${listening.url}/_vivarium/api${path}`, withHeader(init, listening.token && `Bearer ${listening.token}`)),
  };
};

/** A port that was free a moment ago. */
export const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
};

/** Repeats a request until there is a response. */
export const untilAnswered = async (url: string): Promise<Response> => {
  for (let left = 200; ; left--) {
    try {
      return await fetch(url);
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(50);
    }
  }
};

const withHeader = (init: RequestInit = {}, authorization: string | undefined): RequestInit => {
  const headers = new Headers(init.headers);
  if (authorization !== undefined && !headers.has('authorization')) headers.set('authorization', authorization);
  if (init.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
  return { ...init, headers };
};

const collectOutput = (child: ChildProcess): { stdout: string; stderr: string } => {
  const output = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text;
    });
  }
  return output;
};

const waitFor = (
  child: ChildProcess,
  output: Server['output'],
  stream: 'stdout' | 'stderr',
  pattern: RegExp,
): Promise<RegExpExecArray> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      const found = pattern.exec(output[stream]);
      if (found === null) return;
      leave();
      resolve(found);
    };
    const fail = (why: string) => (): void => {
      leave();
      reject(new Error(`${why} before ${stream} held ${pattern}:\n${output.stdout}${output.stderr}`));
    };
    const onClose = fail('it ended');
    const timer = globalThis.setTimeout(fail('a minute passed'), 60_000);
    const leave = (): void => {
      clearTimeout(timer);
      child.removeListener('close', onClose);
      child[stream]?.removeListener('data', look);
    };
    child.once('close', onClose);
    child[stream]?.on('data', look);
    look();
  });

/** A folder for the files of one test. */
export const folderOf = (files: Readonly<Record<string, string>>): string => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) write(folder, name, text);
  return folder;
};

export const write = (folder: string, name: string, text: string): void => {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** A document with a list of orders and their creation. */
export const ordersDocument = (title = 'Orders', more = ''): string => `openapi: 3.1.0
info: { title: ${title}, version: '1' }
paths:
  /orders:
    get:
      operationId: listOrders
      responses:
        '200':
          description: All.
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Order' } } } }
    post:
      operationId: createOrder
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } } }
      responses:
        '201':
          description: Added.
          content: { application/json: { schema: { $ref: '#/components/schemas/Order' } } }
${more}components:
  schemas:
    Order:
      type: object
      required: [item]
      properties:
        id: { type: integer }
        item: { type: string }
`;
