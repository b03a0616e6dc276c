/** The drill of the library: a function in place of a command. */
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { parseDuration } from '../../core/primitives/units.ts';
import type { Vivarium } from '../../library/api.ts';
import { checkArgument, describeValue } from '../../library/read-arguments.ts';
import { simulationOf } from '../../library/simulation-of.ts';
import type { VivariumWorld } from '../../library/world-api.ts';
import type { DrillResult } from './cases/drill-types.ts';
import type { CheckedDrillOptions } from './drill-function.ts';

export interface DrillOptions {
  /** Names of built-in faults, or error statuses. Default: those that clients meet most often, and the documented error statuses. */
  readonly faults?: readonly string[] | undefined;
  /** The names of operations. Default: all that the function calls. */
  readonly operations?: readonly string[] | undefined;
  /** Single cases: `createOrder/rate-limited/once`. Default: all of the faults and operations. */
  readonly cases?: readonly string[] | undefined;
  /** The number of runs without a fault, which come first: 1 to 100. Default: 2. */
  readonly baseline?: number | undefined;
  /** The time limit of one run, such as `30s`. Default: five times the longest run without a fault, and at least `10s`. */
  readonly timeout?: string | undefined;
  /** How many cases run side by side: 1 to 64. Default: half the number of processors. */
  readonly jobs?: number | undefined;
}

const example = "drill(vivarium, { faults: ['offline'] }, async (world) => { ... })";

/**
 * Finds out whether a client survives: runs a function first without a fault, then once for each case. A case is one fault on one
 * operation, in a world of its own.
 *
 * @param vivarium The simulation. Worlds named `drill-1` and so on are opened, and closed again.
 * @param options All may be omitted.
 * @param work Uses the client, and throws if the client fails. The client must send its requests to the world that is given:
 * cases run side by side.
 * @returns What the client did in each case. A result with findings is returned like any other.
 * @throws ConfigError (`VIV_DRILL_UNJUDGED`) if the function throws without a fault, or sends no request; and others for options that
 * cannot be used.
 * @example
 * const { cases } = await drill(vivarium, { operations: ['createOrder'] }, async (world) => {
 *   const client = createClient({ fetch: world.fetch });
 *   await client.order('lamp');
 * });
 * expect(cases.filter(({ findings }) => findings.includes('repeated-write'))).toEqual([]);
 */
export const drill = async (
  vivarium: Vivarium,
  options: DrillOptions,
  work: (world: VivariumWorld) => unknown,
): Promise<DrillResult> => {
  const simulation = simulationOf(vivarium);
  if (simulation === undefined)
    throw optionInvalid('the first argument of drill must be a Vivarium', `Write ${example}.`);
  if (typeof work !== 'function')
    throw optionInvalid(
      `the third argument of drill must be a function, not ${describeValue(work)}`,
      `Write ${example}.`,
    );
  const settings = readOptions(options);
  // Loaded now: most programs never drill.
  const { drillFunction } = await import('./drill-function.ts');
  return drillFunction(simulation, settings, (name) => work(vivarium.world(name)));
};

const known = ['faults', 'operations', 'cases', 'baseline', 'timeout', 'jobs'] as const;

const readOptions = (options: DrillOptions): CheckedDrillOptions => {
  checkArgument(options, { name: 'the options of drill', example: "{ faults: ['offline'] }", known });
  const { timeout, ...rest } = options;
  for (const name of ['faults', 'operations', 'cases'] as const) checkList(name, options[name]);
  checkCount('baseline', options.baseline, 100);
  checkCount('jobs', options.jobs, 64);
  const timeoutMs = timeout === undefined ? undefined : parseDuration(String(timeout));
  if (timeout !== undefined && (timeoutMs === undefined || timeoutMs < 1 || timeoutMs >= 2 ** 31))
    throw optionInvalid(`option "timeout" must be a duration, not ${describeValue(timeout)}`, 'Write it as 30s.');
  return { ...rest, timeoutMs };
};

const checkList = (name: string, value: unknown) => {
  const isList = Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string');
  if (value !== undefined && !isList)
    throw optionInvalid(`option "${name}" must be a list of names, not ${describeValue(value)}`);
};

const checkCount = (name: string, value: unknown, most: number) => {
  const isCount = Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= most;
  if (value !== undefined && !isCount)
    throw optionInvalid(`option "${name}" must be a number from 1 to ${most}, not ${describeValue(value)}`);
};
