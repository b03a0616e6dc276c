/** Processor time and memory, compared with limits that hold on an idle machine. */
import { readFileSync, writeFileSync } from 'node:fs';

const text = JSON.stringify(
  Array.from({ length: 2000 }, (_, index) => ({ index, name: `item ${index}`, tags: ['a', 'b'] })),
);

/** Some work of the kind that is measured: objects, texts and collections of garbage. */
const referenceWork = (): number => {
  let found = 0;
  for (let round = 0; round < 10; round++) {
    const items = JSON.parse(text) as readonly { readonly name: string }[];
    for (const { name } of items) if (/m (?:\d*7)+$/.test(name)) found += JSON.stringify({ name, found }).length;
  }
  return found;
};

/** Its processor time on an idle machine: that of the limits, which are stated in its milliseconds. */
const idleMs = 20;

const cpuMs = (work: () => void): number => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

const realMs = (work: () => void): number => {
  const start = performance.now();
  work();
  return performance.now() - start;
};

// Compiled before it is measured.
for (let round = 0; round < 5; round++) referenceWork();

/** How many times longer than on the idle machine everything takes now: at least 1. A busy machine shares its cores and caches. */
const slownessBy = (measure: (work: () => void) => number): number => Math.max(1, measure(referenceWork) / idleMs);

/** In processor time. */
export const cpuSlowness = (): number => slownessBy(cpuMs);

/** The limit for what took so much processor time. To measure the slowness takes longer than most of what is measured. */
export const cpuLimit = (spent: number, limit: number): number => (spent < limit ? limit : limit * cpuSlowness());

/** In real time. */
export const realSlowness = (): number => slownessBy(realMs);

/** For a second: measuring takes longer than most of what is measured. */
const maxAgeMs = 1000;
let latest = { slowness: 1, at: Number.NEGATIVE_INFINITY };
const recentSlowness = (): number => {
  if (performance.now() - latest.at > maxAgeMs) latest = { slowness: cpuSlowness(), at: performance.now() };
  return latest.slowness;
};

/** Milliseconds of processor time on an idle machine: what was measured, divided by the slowness of this machine at that time. */
export const cpuMsOf = (work: () => void): number => {
  const before = recentSlowness();
  const measured = cpuMs(work);
  return measured / Math.max(before, recentSlowness());
};

interface Usage {
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** What this process needs between this call and that of the result; undefined where /proc is missing. */
export const startUsage = (): (() => Usage | undefined) => {
  if (process.platform !== 'linux') return () => undefined;
  // Forgets the peak until now: proc_pid_clear_refs(5).
  writeFileSync('/proc/self/clear_refs', '5');
  const cpu = process.cpuUsage();
  const megabytes = peakMegabytes();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { cpuSeconds: (user + system) / 1e6, peakMegabytes: peakMegabytes() - megabytes };
  };
};

const peakMegabytes = (): number =>
  Number(/(?<=VmHWM:\s+)\d+/.exec(readFileSync('/proc/self/status', 'utf8'))?.[0]) / 1024;

/** Processor time of another process; undefined where /proc is missing. */
export const cpuSecondsOf = (pid: number | undefined): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  // Fields 14 and 15 of proc_pid_stat(5), in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
};
