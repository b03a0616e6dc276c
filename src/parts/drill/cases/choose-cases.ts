/** Which cases are drilled: the default ones of each operation that the client calls, or those that the user names. */
import { builtInFaults } from '../../../core/faults/built-in-faults.ts';
import { ConfigError, configProblem, faultUnknown, optionInvalid } from '../../../core/primitives/config-error.ts';
import { didYouMean, suggest } from '../../../core/primitives/did-you-mean.ts';
import type { Operation } from '../../../core/service/operation.ts';
import type { Service } from '../../../core/service/service.ts';
import { findOperation } from '../../../core/service/wrong-name.ts';
import { casesOf, type DrillCase, effectOf, isErrorStatus } from './drill-case.ts';
import { drillTimes } from './drill-types.ts';

const firstFaults = [
  'rate-limited',
  'unavailable',
  'server-error',
  'slow',
  'offline',
  'empty',
  'truncate',
  'hang',
] as const;

const lastFaults = ['missing-required', 'unknown-enum', 'extra-property', 'minimal', 'empty-list'] as const;

/** What the user selects; undefined: everything. */
export interface DrillSelection {
  readonly faults?: readonly string[] | undefined;
  readonly operations?: readonly string[] | undefined;
  readonly cases?: readonly string[] | undefined;
}

/** How the user names the lists of a selection, for messages: `--faults`. */
type SelectionNames = (list: keyof DrillSelection) => string;

/** A checked selection. */
export interface CasePlan {
  readonly operations: ReadonlySet<string> | undefined;
  readonly faults: readonly string[] | undefined;
  readonly cases: readonly DrillCase[] | undefined;
}

/** @throws ConfigError if an operation, a fault or a case does not exist. */
export const planCases = (
  service: Service,
  { faults, operations, cases }: DrillSelection,
  nameOf: SelectionNames,
): CasePlan => ({
  operations: operations && new Set(operations.map((name) => readOperation(service, name, nameOf('operations')).name)),
  faults: faults?.map((name) => readFault(name, nameOf('faults'))),
  cases: cases?.flatMap((name) => readCase(service, name, nameOf('cases'))),
});

/** The cases of one operation, in the order in which they are tried. */
export const planOf = (operation: Operation, { operations, faults, cases }: CasePlan): readonly DrillCase[] => {
  if (operations !== undefined && !operations.has(operation.name)) return [];
  if (cases !== undefined) {
    const own = cases.filter((each) => each.operation === operation.name);
    return faults === undefined ? own : own.filter(({ fault }) => faults.includes(fault));
  }
  const chosen = faults ?? [...firstFaults, ...documentedErrors(operation), ...lastFaults];
  return chosen.flatMap((fault) => casesOf(operation.name, fault));
};

/** The errors that the document has, without those that a built-in fault forces. */
const documentedErrors = ({ responses }: Operation): readonly string[] => {
  const forced = new Set(
    firstFaults.flatMap((fault) => {
      const effect = effectOf(fault);
      return effect.type === 'status' ? [String(effect.status)] : [];
    }),
  );
  return [...responses.keys()].filter((status) => isErrorStatus(status) && !forced.has(status)).toSorted();
};

const readOperation = (service: Service, name: string, option: string): Operation => {
  const found = findOperation(name, service.operations);
  if (!('code' in found)) return found;
  throw new ConfigError([configProblem({ ...found, message: `${option}: ${found.message}` })]);
};

const readFault = (name: string, option: string): string => {
  if (builtInFaults.has(name) || isErrorStatus(name)) return name;
  throw faultUnknown(`${option}: unknown fault "${name}"`, suggest(name, 'faults', builtInFaults.keys()));
};

/** OPERATION/FAULT names all cases of this fault. The name of an operation may contain slashes: `GET /things/{id}`. */
const readCase = (service: Service, text: string, option: string): readonly DrillCase[] => {
  const parts = text.split('/');
  const when = drillTimes.find((time) => time === parts.at(-1));
  const [fault = '', ...before] = (when === undefined ? parts : parts.slice(0, -1)).toReversed();
  if (before.length === 0)
    throw optionInvalid(
      `${option}: "${text}" is not a case`,
      'Write it as OPERATION/FAULT/WHEN, such as createOrder/rate-limited/once.',
    );
  const { name } = readOperation(service, before.toReversed().join('/'), option);
  const all = casesOf(name, readFault(fault, option));
  const found = when === undefined ? all : all.filter((each) => each.when === when);
  if (found.length > 0) return found;
  const known = all.map((each) => each.name);
  const hint = didYouMean(text, known) ?? `Write ${known.join(' or ')}.`;
  throw optionInvalid(`${option}: there is no case "${text}"`, hint);
};
