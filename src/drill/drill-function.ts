/** The work of `drill`, loaded when it is called. */
import { availableParallelism } from 'node:os';
import { drillUnjudged } from '../core/primitives/config-error.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { type DrillSelection, planCases } from './cases/choose-cases.ts';
import type { DrillResult } from './cases/drill-types.ts';
import { toResult } from './drill-result.ts';
import { runDrill } from './run/run-drill.ts';
import { createFunctionWork } from './run/run-function.ts';

/** Other programs use the machine too. */
export const defaultJobs = (): number => Math.max(1, Math.floor(availableParallelism() / 2));

/** Two runs show whether the client sends the same each time. */
export const defaultBaseline = 2;

/** The options of `drill`, checked. */
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
