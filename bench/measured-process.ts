/** One start of a server in a process of its own: processor time, until it prints and until it has responded. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

export interface Usage {
  /** Milliseconds of processor time, of all threads. */
  readonly cpu: number;
  /** Resident. */
  readonly megabytes: number;
}

export const usageOf = (pid: number): Usage => {
  // The first field of /proc/pid/task/tid/schedstat is nanoseconds on a processor; /proc/pid/stat counts in hundredths of a second.
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((id) =>
    Number.parseInt(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8'), 10),
  );
  const [resident = ''] = /(?<=VmRSS:\s+)\d+/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return { cpu: nanoseconds.reduce((sum, value) => sum + value, 0) / 1e6, megabytes: Number(resident) / 1024 };
};

/** The origin in the output of a server, once it listens. The rest of the output is read and dropped: else the server would keep it. */
export const originOf = async (child: ChildProcess): Promise<string> => {
  const stdout = child.stdout as Readable;
  let text = '';
  let found: string | undefined;
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(text) ?? [];
    if (found !== undefined) break;
  }
  if (found === undefined) throw new Error(`the server ended before it listened: ${text}`);
  // Not before the end of the iterator, which would pause it again.
  stdout.resume();
  return found;
};

/** A port that was free a moment ago, for a server that cannot choose one itself. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
};

const patienceMs = 60_000;

/** Whether the server responds before it ends. */
export const hasAnswered = async (child: ChildProcess, url: string): Promise<boolean> => {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline && child.exitCode === null) {
    try {
      await (await fetch(url, { headers: { accept: '*/*' } })).arrayBuffer();
      return true;
    } catch {
      await wait(5);
    }
  }
  return false;
};

export interface Start {
  readonly listening: Usage;
  readonly responded: Usage;
}

/** Until the first line of output, which contains the origin, and until the response to a request for `target`. */
export const measureStart = async (args: readonly string[], target: string, cwd?: string): Promise<Start> => {
  const child = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    const line = await firstLine(child, args);
    const listening = usageOf(child.pid as number);
    const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    await (await fetch(`${origin}${target}`, { headers: { authorization: 'Bearer demo' } })).arrayBuffer();
    return { listening, responded: usageOf(child.pid as number) };
  } finally {
    // Not SIGKILL: the process writes its compile cache when it exits.
    child.kill();
    await ended;
  }
};

const firstLine = (child: ChildProcess, args: readonly string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk)));
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code} before it listened`)));
  });

/** Processor time of a command that ends by itself, in milliseconds. */
export const measureCommand = async (args: readonly string[]): Promise<number> => {
  const report =
    'process.on("exit", () => { const { user, system } = process.cpuUsage(); process._rawDebug((user + system) / 1000); })';
  const all = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, ...args];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  child.stderr.on('data', (chunk) => {
    text += chunk;
  });
  await once(child, 'close');
  return Number(text);
};
