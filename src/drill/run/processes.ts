/** Ends the processes of a command. */
import { type ChildProcess, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Its value is another one for each run. A process keeps it, and those that it starts have it too. */
export const runVariable = 'VIVARIUM_DRILL';

/** Ends the group of the command: the processes that it started, but for those that have left the group. */
export const endGroup = ({ pid }: Pick<ChildProcess, 'pid'>, signal: NodeJS.Signals): void => {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', windowsHide: true });
    return;
  }
  // A negative number names the group of a process (kill(2)).
  send(-pid, signal);
};

/** Ends the processes of a run in whatever group. A test runner starts servers in groups of their own, and cannot end them if it is ended itself. On Linux only. */
export const endStrays = (run: string): void => {
  if (process.platform !== 'linux') return;
  // A process may start another one while they are read.
  for (let round = 0; round < maxRounds; round++) {
    const strays = processesOf(run);
    if (strays.length === 0) return;
    for (const pid of strays) send(pid, 'SIGKILL');
  }
};

const maxRounds = 5;

const processesOf = (run: string): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return readFileSync(`/proc/${name}/environ`, 'latin1').split('\0').includes(`${runVariable}=${run}`)
        ? [Number(name)]
        : [];
    } catch {
      // It has ended, or is that of another user.
      return [];
    }
  });

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
};
