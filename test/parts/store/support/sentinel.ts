/** A Sentinel that watches a primary, in a process that is ended by its id. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { program } from './redis-server.ts';
import { type Reply, sendCommand } from './send-command.ts';

export interface Sentinel extends AsyncDisposable {
  readonly port: number;
  readonly command: (...words: readonly string[]) => Promise<Reply>;
}

export const startSentinel = async (primary: number, name: string): Promise<Sentinel> => {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-sentinel-'));
  const port = await freePort();
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `sentinel monitor ${name} 127.0.0.1 ${primary} 1`,
    `sentinel down-after-milliseconds ${name} 500`,
    `sentinel failover-timeout ${name} 2000`,
  ];
  writeFileSync(join(folder, 'sentinel.conf'), `${lines.join('\n')}\n`);
  const child = spawn(program as string, ['sentinel.conf', '--sentinel'], { cwd: folder, stdio: 'ignore' });
  const command: Sentinel['command'] = (...words) => sendCommand(words, { port });
  for (let left = 200; ; left--) {
    try {
      await command('PING');
      break;
    } catch (error) {
      if (left === 0) throw error;
      await setTimeout(25);
    }
  }
  return {
    port,
    command,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
