import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface Usage {
  readonly cpu: NodeJS.CpuUsage;
  readonly memory: NodeJS.MemoryUsage;
}

/** Runs a server in a separate process, so that only its work is measured. */
export interface MeasuredServer {
  readonly url: string;
  readonly usage: (message?: 'usage' | 'gc') => Promise<Usage>;
  readonly stop: () => void;
}

export const startServer = async (name: 'express' | 'vivarium', options: object = {}): Promise<MeasuredServer> => {
  const file = fileURLToPath(new URL(`./servers/${name}.ts`, import.meta.url));
  const child = fork(file, [JSON.stringify(options)], { execArgv: ['--expose-gc', '--no-warnings'] });
  const { url } = await nextMessage<{ url: string }>(child);
  return {
    url,
    usage: (message = 'usage') => {
      const answer = nextMessage<Usage>(child);
      child.send(message);
      return answer;
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
