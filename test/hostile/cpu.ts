import { readFileSync } from 'node:fs';

/** Milliseconds of processor time. Unlike real time it does not depend on the load of the machine. */
export const cpuMsOf = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

export interface Usage {
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** Of a process with its threads; undefined where /proc is missing. */
export const usageOf = (pid: number | undefined): Usage | undefined => {
  if (process.platform !== 'linux') return undefined;
  const [peak = ''] = /(?<=VmHWM:\s+)\d+/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // Fields 14 and 15 of proc_pid_stat(5), in hundredths of a second.
  return { cpuSeconds: (Number(fields[11]) + Number(fields[12])) / 100, peakMegabytes: Number(peak) / 1024 };
};
