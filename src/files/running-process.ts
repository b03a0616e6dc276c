import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** A process as Linux lists it. */
interface ProcessEntry {
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly terminalGroup: number;
  /** When it started, as the system counts it. */
  readonly started: string | undefined;
  /** Whether the process has ended, and is only listed because its parent has not yet asked how. In a container, it may never. */
  readonly isDead: boolean;
}

/** The fields of `/proc/PID/stat`, see proc_pid_stat(5). Undefined: there is no such process, or this is not Linux. */
export const processEntry = (pid: number): ProcessEntry | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in parentheses, may contain spaces and parentheses.
    const [state = '', ...fields] = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [parent, group, session, , terminalGroup] = fields.map(Number) as [number, number, number, number, number];
    return { parent, group, session, terminalGroup, started: fields[18], isDead: /[ZXx]/.test(state) };
  } catch {
    return undefined;
  }
};

/** Whether there is such a process, also one of another user. */
export const isRunning = (pid: number): boolean => {
  if (processEntry(pid)?.isDead === true) return false;
  try {
    // Signal 0 only checks the process.
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/**
 * Whether the process may read from its terminal. A job in the background (`vivarium &`) may not: the terminal would suspend it
 * (SIGTTIN and SIGTTOU, POSIX.1-2024, 11.1.4).
 */
export const isForeground = (): boolean => {
  switch (process.platform) {
    case 'win32':
      return true;
    case 'linux': {
      const own = processEntry(process.pid);
      return own?.group === own?.terminalGroup;
    }
    default:
      // The state of a process in the foreground ends with "+".
      return (
        spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' }).stdout?.includes('+') ?? false
      );
  }
};
