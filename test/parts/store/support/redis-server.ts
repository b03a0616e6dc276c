/** A real Redis or Valkey for tests: on a free port of loopback, in a folder of its own, ended by its process id. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createCertificate } from '../../../../src/parts/tls/create-certificate.ts';
import { freePort } from './free-port.ts';
import { type Reply, sendCommand } from './send-command.ts';

/** The URL of a server, or the path of a program. */
const given = process.env.VIVARIUM_TEST_STORE;

/** A store that already runs. Tests share it, so they use prefixes of their own and cannot stop it. */
const givenUrl = given?.includes('://') ? given : undefined;

const isProgram = (name: string): boolean => {
  try {
    return /\bv=\d/.test(execFileSync(name, ['--version'], { encoding: 'utf8', stdio: 'pipe' }));
  } catch {
    return false;
  }
};

/** Of the first Redis or Valkey on the PATH. */
export const program = (
  given === undefined || givenUrl !== undefined ? ['redis-server', 'valkey-server'] : [given]
).find(isProgram);

/** Whether tests can start a store, and stop it. */
export const canStartStore = program !== undefined;

/** Whether there is a store for tests that only use it. */
export const hasStore = canStartStore || givenUrl !== undefined;

export interface StoreServerOptions {
  readonly password?: string;
  /** Further arguments, such as `--cluster-enabled yes`. */
  readonly args?: readonly string[];
  /** With a certificate for localhost: `caFile` is the file to trust. */
  readonly tls?: boolean;
}

export interface StoreServer {
  /** With the password. */
  readonly url: string;
  /** The same through a socket of the file system. */
  readonly socketUrl: string;
  readonly port: number;
  /** The certificate of a server with TLS. */
  readonly caFile: string;
  /** Sends one command over a connection of its own. Errors of the server are thrown. */
  readonly command: (...words: readonly string[]) => Promise<Reply>;
  /** As a deploy does it. */
  readonly stop: () => Promise<void>;
  readonly kill: () => Promise<void>;
  /** The process stands still, and connections stay open. */
  readonly pause: () => void;
  readonly resume: () => void;
  /** After it was stopped or killed: on the same port, with the data that it had. */
  readonly restart: () => Promise<void>;
  /** From now on it has no memory for a write; or it has again. */
  readonly setFull: (isFull: boolean) => Promise<void>;
  /** From now on it is a replica that rejects writes, as after a failover; or a primary again. */
  readonly setReadOnly: (isReadOnly: boolean) => Promise<void>;
  /** Kills it, and removes its folder. */
  readonly [Symbol.asyncDispose]: () => Promise<void>;
}

/** The caller disposes of it: `await using store = await startStoreServer()`, or in `afterAll`. */
export const startStoreServer = async (options: StoreServerOptions = {}): Promise<StoreServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-store-'));
  const identity = createCertificate(['localhost', '127.0.0.1'], Date.now());
  const caFile = join(folder, 'cert.pem');
  writeFileSync(caFile, identity.cert);
  writeFileSync(join(folder, 'key.pem'), identity.key);
  // Another process may take the port before the server does.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    try {
      return createStoreServer(await launch(folder, port, options), { ...options, folder, port, caFile });
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
};

interface Place extends StoreServerOptions {
  readonly folder: string;
  readonly port: number;
  readonly caFile: string;
}

const createStoreServer = (started: ChildProcess, place: Place): StoreServer => {
  const { folder, port, caFile, password, tls = false } = place;
  let child = started;
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  const command: StoreServer['command'] = (...words) => sendCommand(words, { port, password, ...(tls && { caFile }) });
  const killNow = (): void => void child.kill('SIGKILL');
  process.once('exit', killNow);
  const credentials = password === undefined ? '' : `:${encodeURIComponent(password)}@`;
  return {
    url: `${tls ? 'rediss' : 'redis'}://${credentials}127.0.0.1:${port}`,
    socketUrl: `unix://${credentials}${join(folder, socketName)}`,
    port,
    caFile,
    command,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    restart: async () => {
      await end('SIGKILL');
      child = await launch(folder, port, place);
    },
    setFull: async (isFull) => {
      await command('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
      await command('CONFIG', 'SET', 'maxmemory', isFull ? '1' : '0');
    },
    setReadOnly: async (isReadOnly) => {
      // Nothing listens on port 1: it stays a replica without a primary, with its data.
      await command('REPLICAOF', ...(isReadOnly ? ['127.0.0.1', '1'] : ['NO', 'ONE']));
    },
    [Symbol.asyncDispose]: async () => {
      process.off('exit', killNow);
      await end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** In the folder of the server, where its path is short enough. */
const socketName = 'store.sock';

/** Resolves when the server takes commands. */
const launch = async (
  folder: string,
  port: number,
  { password, tls = false, args: further = [] }: StoreServerOptions,
): Promise<ChildProcess> => {
  const listening = tls
    ? ['--port', '0', '--tls-port', String(port), '--tls-cert-file', 'cert.pem', '--tls-key-file', 'key.pem'].concat([
        '--tls-ca-cert-file',
        'cert.pem',
        '--tls-auth-clients',
        'no',
      ])
    : ['--port', String(port)];
  const args = [...listening, '--bind', '127.0.0.1', '--unixsocket', socketName, '--dir', '.'];
  args.push('--save', '', '--appendonly', 'yes', ...further);
  if (password !== undefined) args.push('--requirepass', password);
  const child = spawn(program as string, args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-4000);
  });
  const failed = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with ${code}:\n${log}`);
  });
  // Reported by whoever waits; without one, it ended because it was told to.
  failed.catch(() => {});
  const caFile = tls ? join(folder, 'cert.pem') : undefined;
  const ready = untilReady(() => sendCommand(['PING'], { port, password, ...(caFile && { caFile }) }));
  try {
    await Promise.race([ready, failed]);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return child;
};

/** Until it listens and has loaded its data. */
const untilReady = async (ping: () => Promise<Reply>): Promise<void> => {
  for (let left = 600; ; left--) {
    try {
      if ((await ping()) === 'PONG') return;
    } catch (error) {
      if (left === 0) throw error;
    }
    await setTimeout(25);
  }
};

/** For tests that only use a store: one that is given, or one of their own. */
export const openTestStore = async (): Promise<{ readonly url: string } & AsyncDisposable> =>
  canStartStore ? startStoreServer() : { url: givenUrl as string, [Symbol.asyncDispose]: async () => {} };

let count = 0;

/** Separates a test from all others that share a store, also those of other processes. */
export const freshPrefix = (): string => `test-${process.pid}-${Date.now().toString(36)}-${++count}`;
