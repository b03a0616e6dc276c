/**
 * Ends a server with the npm that started it (decision 37). npm passes SIGTERM and SIGINT only to the shell of the script, which dies
 * without its child, and SIGHUP to nobody.
 */
import { spawnSync } from 'node:child_process';
import { fstatSync, readFileSync } from 'node:fs';
import { isRunning, processEntry } from '../../files/running-process.ts';

/** How often npm is looked for. A look costs some microseconds. */
const intervalMs = 300;

/**
 * Calls `stop` when npm has ended, or the pipe that is standard input. Does nothing in a server that npm has not started. `readsInput`: the
 * command reads standard input itself, and loses none of it.
 */
export const stopWithNpm = (stop: (reason: string) => void, { readsInput }: { readonly readsInput: boolean }): void => {
  // npm, pnpm and yarn set it.
  if (process.env.npm_execpath === undefined) return;
  if (!readsInput && isPipe(0)) stopWithInput(() => stop('Standard input was closed: the server stops.'));
  const runners = findRunners(readProcesses());
  if (runners.length === 0) return;
  const timer = setInterval(() => {
    if (runners.every(isRunning)) return;
    clearInterval(timer);
    stop('npm has ended: the server stops.');
  }, intervalMs);
  timer.unref();
};

const isPipe = (descriptor: number) => {
  try {
    const stats = fstatSync(descriptor);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false;
  }
};

/**
 * A pipe ends when its writer does. One that has ended before says nothing: schedulers and runners of CI close it at once. One with
 * data is the input of somebody else, such as the shell that reads the next commands.
 */
const stopWithInput = (stop: () => void) => {
  const { stdin } = process;
  let isLifeline = false;
  const onEnd = () => {
    if (isLifeline) stop();
  };
  stdin.on('end', onEnd).on('error', onEnd);
  stdin.once('data', () => {
    isLifeline = false;
    stdin.pause();
  });
  stdin.unref();
  // The first turn of the event loop reads an end that is there already.
  setImmediate(() => {
    isLifeline = !stdin.readableDidRead && !stdin.readableEnded;
  });
};

export interface RunningProcess {
  readonly parent: number;
  /** A session leader was detached from its parent on purpose (setsid, POSIX.1-2024). */
  readonly isLeader: boolean;
  readonly command: string;
}

/** The processes of npm above this one, in its session. */
export const findRunners = (
  find: (pid: number) => RunningProcess | undefined,
  pid: number = process.pid,
): readonly number[] => {
  const found = find(pid);
  if (found === undefined) return [];
  const above = found.isLeader ? [] : findRunners(find, found.parent);
  return runner.test(found.command) ? [pid, ...above] : above;
};

/** npm is a program of that name (it sets its title), or one that Node runs. */
const runner = /^(?:\S*node\S* )?(?:\S*\/)?(?:npm|npx|pnpm|pnpx|yarn|bunx?)(?:[\s.-]|$)/;

const readProcesses = (): ((pid: number) => RunningProcess | undefined) => {
  if (process.platform === 'linux') return readProcess;
  // Not on Windows, where a process has no parent in this sense.
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' });
  const rows = (stdout ?? '').split('\n').map((row) => /^ *(\d+) +(\d+) +(\S+) +(.*)$/.exec(row) ?? []);
  const processes = new Map(
    rows.map(([, pid, parent, state = '', command = '']) => [
      Number(pid),
      { parent: Number(parent), isLeader: state.includes('s'), command },
    ]),
  );
  return (pid) => processes.get(pid);
};

const readProcess = (pid: number): RunningProcess | undefined => {
  const entry = processEntry(pid);
  if (entry === undefined) return undefined;
  const { parent, session } = entry;
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { parent, isLeader: session === pid, command };
  } catch {
    return undefined;
  }
};
