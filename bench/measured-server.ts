import { type ChildProcess, fork } from 'node:child_process';
import type { Profiler } from 'node:inspector';
import { fileURLToPath } from 'node:url';

export interface Usage {
  readonly cpu: NodeJS.CpuUsage;
  readonly memory: NodeJS.MemoryUsage;
  /** To the store that several servers share. */
  readonly roundTrips?: number;
}

/** Runs a server in a separate process, so that only its work is measured. */
export interface MeasuredServer {
  readonly url: string;
  readonly pid: number;
  readonly usage: (message?: 'usage' | 'gc') => Promise<Usage>;
  /** A profile of the server during the work. */
  readonly profile: (work: () => Promise<void>) => Promise<Profiler.Profile>;
  readonly stop: () => void;
}

export const startServer = async (
  name: 'express' | 'msw' | 'node' | 'proxy' | 'vivarium' | 'sharing',
  options: object = {},
): Promise<MeasuredServer> => {
  const file = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--expose-gc', '--no-warnings'] });
  const { url } = await nextMessage<{ url: string }>(child);
  return {
    url,
    pid: child.pid as number,
    usage: (message = 'usage') => {
      const answer = nextMessage<Usage>(child);
      child.send(message);
      return answer;
    },
    profile: async (work) => {
      const started = nextMessage(child);
      child.send('start-profile');
      await started;
      await work();
      const profile = nextMessage<Profiler.Profile>(child);
      child.send('stop-profile');
      return profile;
    },
    stop: () => child.disconnect(),
  };
};

const nextMessage = <Message>(child: ChildProcess): Promise<Message> =>
  new Promise((resolve, reject) => {
    const fail = (code: number | null): void => reject(new Error(`the server ended with ${code}`));
    child.once('exit', fail);
    child.once('message', (message) => {
      child.off('exit', fail);
      resolve(message as Message);
    });
  });

export const cpuMs = (before: Usage, after: Usage): number =>
  (after.cpu.user - before.cpu.user + after.cpu.system - before.cpu.system) / 1000;

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[values.length >>> 1] ?? Number.NaN;
