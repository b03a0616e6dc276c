import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Whether the process may read from its terminal. A job in the background (`vivarium &`) may not: the terminal would suspend it
 * (SIGTTIN and SIGTTOU, POSIX.1-2024, 11.1.4).
 */
export const isForeground = (): boolean => {
  switch (process.platform) {
    case 'win32':
      return true;
    case 'linux':
      return isForegroundIn(readFileSync('/proc/self/stat', 'utf8'));
    default:
      // The state of a process in the foreground ends with "+".
      return (
        spawnSync('ps', ['-o', 'stat=', '-p', String(process.pid)], { encoding: 'utf8' }).stdout?.includes('+') ?? false
      );
  }
};

/** `stat`: /proc/[pid]/stat, see proc_pid_stat(5). The name of the program, in parentheses, may contain spaces. */
const isForegroundIn = (stat: string): boolean => {
  const [, , group, , , terminalGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === terminalGroup;
};
