/** One measured figure of a bench, printed; `npm run bench` also collects it for `RESULTS.md`. */
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { median } from './measured-server.ts';

export interface Result {
  /** The figure: `list, against bare Express`. */
  readonly what: string;
  /** One value per round. The median is the result. */
  readonly values: readonly number[];
  /** Default: a ratio. */
  readonly unit?: 'MB' | 'kB' | 'bytes' | 'ms' | '%' | 'packages';
  /** The most that the median should be. Absent: the figure is only shown. */
  readonly max?: number;
  /** The least that the median should be. */
  readonly min?: number;
}

/** A table of a bench, in place of a row for each figure. */
export interface Table {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Why its figures say little. */
  readonly note?: string | undefined;
  /** What README.md says of it, in three lines. */
  readonly readme?: readonly string[];
}

export type Row = (Result | Table) & {
  /** The name of the script: `requests`. */
  readonly bench: string;
};

/** The file that collects the rows, one line of JSON for each. */
export const rowsVariable = 'VIVARIUM_BENCH_ROWS';

export const record = (result: Result): void => {
  console.log(formatResult(result));
  collect(result);
};

export const recordTable = (table: Table): void => collect(table);

const collect = (found: Result | Table): void => {
  const file = process.env[rowsVariable];
  const row: Row = { bench: basename(process.argv[1] ?? '', '.ts'), ...found };
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
};

const formatResult = (result: Result): string => {
  const spread = result.values.length === 1 ? '' : ` (${formatSpread(result)})`;
  const goal = formatGoal(result);
  return `${result.what}: ${formatMedian(result)}${spread}${goal === '' ? '' : `; goal: ${goal}`}`;
};

export const formatMedian = (result: Result): string => format(median(result.values), result);

export const formatSpread = (result: Result): string =>
  `${format(Math.min(...result.values), result)} to ${format(Math.max(...result.values), result)}`;

export const formatGoal = ({ max, min, unit }: Result): string => {
  if (max !== undefined) return `at most ${format(max, { unit })}`;
  return min === undefined ? '' : `at least ${format(min, { unit })}`;
};

/** Undefined without a goal. */
export const isReached = ({ values, max, min }: Result): boolean | undefined => {
  if (max !== undefined) return median(values) <= max;
  return min === undefined ? undefined : median(values) >= min;
};

const format = (value: number, { unit }: { readonly unit?: Result['unit'] | undefined }): string =>
  unit === undefined ? value.toFixed(2) : `${value.toFixed(value < 10 ? 2 : 0)} ${unit}`;
