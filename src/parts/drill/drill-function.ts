/** The work of `drill`, loaded when it is called. */
import { availableParallelism } from 'node:os';
import { inspect } from 'node:util';
import { drillUnjudged } from '../../core/primitives/config-error.ts';
import { maxShownRows } from '../../core/primitives/units.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { elapsedSince, monotonicMs } from '../../world/clock.ts';
import { type DrillSelection, planCases } from './cases/cases.ts';
import type { DrillResult } from './cases/drill-types.ts';
import { toResult } from './drill-report.ts';
import type { Ending } from './judge/judge-case.ts';
import { type ClientWork, runDrill } from './run/run-drill.ts';

/** Other programs use the machine too. */
export const defaultJobs = (): number => Math.max(1, Math.floor(availableParallelism() / 2));

/** Two runs show whether the client sends the same each time. */
export const defaultBaseline = 2;

export interface CheckedDrillOptions extends DrillSelection {
  readonly baseline?: number | undefined;
  readonly timeoutMs: number | undefined;
  readonly jobs?: number | undefined;
}

export const drillFunction = async (
  { worlds, redactFor }: Simulation,
  { baseline = defaultBaseline, jobs = defaultJobs(), timeoutMs, ...selection }: CheckedDrillOptions,
  run: (world: string) => unknown,
): Promise<DrillResult> => {
  const { service } = worlds;
  const drilled = await runDrill(worlds, {
    work: createFunctionWork(run),
    plan: planCases(service, selection, (list) => `option "${list}"`),
    reachRemedy:
      'Let the client use world.fetch, or the address of the server with the name of the world: /~drill-1/v1.',
    baseline,
    timeoutMs,
    jobs,
    signal: new AbortController().signal,
  });
  const { unjudged, cases } = drilled;
  // That no fault fired is a result too: each case says so.
  if (unjudged !== undefined && cases.length === 0) {
    const output = drilled.baseline.at(-1)?.ending.output ?? '';
    const message = output === '' ? unjudged.reason : `${unjudged.reason}\n${output}\n`;
    throw drillUnjudged(message, unjudged.remedy);
  }
  return toResult(drilled, {
    redact: redactFor(service),
    repeatOf: (name) => `drill(vivarium, { cases: [${JSON.stringify(name)}] }, work)`,
  });
};

/** `run` is called with the name of the world. After the time limit it is not waited for. */
const createFunctionWork =
  (run: (world: string) => unknown): ClientWork =>
  async ({ world, timeoutMs, signal }) => {
    const started = monotonicMs();
    const endedBy = Promise.withResolvers<Omit<Ending, 'durationMs'>>();
    const end = ({ isLate }: { readonly isLate: boolean }) =>
      endedBy.resolve({ exitCode: null, signal: null, isLate, output: '' });
    const timer = setTimeout(() => end({ isLate: true }), timeoutMs);
    const onAbort = () => end({ isLate: false });
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const ending = await Promise.race([settle(run, world), endedBy.promise]);
      return { ...ending, durationMs: elapsedSince(started) };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };

const settle = async (run: (world: string) => unknown, world: string): Promise<Omit<Ending, 'durationMs'>> => {
  const base = { signal: null, isLate: false };
  try {
    await run(world);
    return { ...base, exitCode: 0, output: '' };
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? String(error)) : inspect(error);
    return { ...base, exitCode: 1, output: text.split('\n').slice(0, maxShownRows).join('\n') };
  }
};
