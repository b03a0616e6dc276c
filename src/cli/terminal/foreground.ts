import { spawnSync } from 'node:child_process';
import { processEntry } from '../../files/running-process.ts';

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
