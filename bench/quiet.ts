/** Keeps others away from what is measured: the client has processors of its own, and while other processes use the machine, nothing is judged. */
import { spawnSync } from 'node:child_process';
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { median } from './measured-server.ts';

const sampleMs = 1000;
/** Of all processors. */
const maxBusy = 0.15;
/** Between the quarters of a reference, in shares of its median. */
const maxSpread = 0.25;

interface Times {
  readonly busy: number;
  readonly all: number;
}

const timesOf = (): Times =>
  cpus().reduce<Times>(
    ({ busy, all }, { times }) => {
      const own = times.user + times.nice + times.sys + times.irq;
      return { busy: busy + own, all: all + own + times.idle };
    },
    { busy: 0, all: 0 },
  );

/** Measures for a second, so call it before the bench works. Undefined: the machine is quiet. */
export const whyBusy = async (): Promise<string | undefined> => {
  const before = timesOf();
  await wait(sampleMs);
  const after = timesOf();
  return whyTooBusy((after.busy - before.busy) / Math.max(1, after.all - before.all));
};

export const whyTooBusy = (share: number): string | undefined =>
  share > maxBusy
    ? `other processes use ${Math.round(share * 100)}% of the ${availableParallelism()} processors, and ${maxBusy * 100}% is the most`
    : undefined;

/** `values`: of a reference that is the same in each round. Undefined: they are close enough to each other. */
export const whyUneven = (name: string, values: readonly number[]): string | undefined => {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] as number;
  const spread = (at(0.75) - at(0.25)) / median(values);
  return spread > maxSpread
    ? `a quarter of the rounds of ${name} took ${Math.round(spread * 100)}% more than another quarter, and ${maxSpread * 100}% is the most`
    : undefined;
};

/** Runs the servers on the first processor and this process, the client, on the others, where the system has `taskset`. */
export const runApart = (...servers: readonly { readonly pid: number }[]): void => {
  if (availableParallelism() === 1) return;
  pin(process.pid, `1-${availableParallelism() - 1}`);
  for (const { pid } of servers) pin(pid, '0');
};

const pin = (pid: number, processors: string): void =>
  void spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', processors, String(pid)], { stdio: 'ignore' });
