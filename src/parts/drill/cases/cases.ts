/** The cases of a drill, each one fault on one operation: those of each operation that the client calls, or those that the user names. */
import { builtInFaults } from '../../../core/faults/built-in-faults.ts';
import { breakContract } from '../../../core/faults/contract-fault.ts';
import type { Effect } from '../../../core/faults/effects.ts';
import { applyExtreme } from '../../../core/faults/extreme.ts';
import type { Fault } from '../../../core/faults/fault.ts';
import { ConfigError, configProblem, faultUnknown, optionInvalid } from '../../../core/primitives/config-error.ts';
import { didYouMean, suggest } from '../../../core/primitives/did-you-mean.ts';
import type { Json } from '../../../core/primitives/json.ts';
import { OutOfSteps } from '../../../core/primitives/step-budget.ts';
import { type Content, type Operation, responseFor } from '../../../core/service/operation.ts';
import type { Service } from '../../../core/service/service.ts';
import { findOperation } from '../../../core/service/wrong-name.ts';
import { type DrillTime, drillTimes } from './drill-types.ts';

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

export interface CasePlan {
  readonly operations: ReadonlySet<string> | undefined;
  readonly faults: readonly string[] | undefined;
  readonly cases: readonly DrillCase[] | undefined;
}

/** `nameOf`: how the user names the lists, for messages: `--faults`. @throws ConfigError if an operation, a fault or a case does not exist. */
export const planCases = (
  service: Service,
  { faults, operations, cases }: DrillSelection,
  nameOf: (list: keyof DrillSelection) => string,
): CasePlan => ({
  operations: operations && new Set(operations.map((name) => readOperation(service, name, nameOf('operations')).name)),
  faults: faults?.map((name) => readFault(name, nameOf('faults'))),
  cases: cases?.flatMap((name) => readCase(service, name, nameOf('cases'))),
});

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

export interface DrillCase {
  /** OPERATION/FAULT/WHEN; without WHEN if the fault is only tried always. */
  readonly name: string;
  readonly operation: string;
  /** The name of a built-in fault, or an error status such as `409`. */
  readonly fault: string;
  readonly when: DrillTime;
}

const timesOf = (fault: string): readonly DrillTime[] => {
  const builtIn = builtInFaults.get(fault);
  // A status of the document and a changed body are answers that a service gives again.
  if (builtIn === undefined || builtIn.effect.type === 'contract' || builtIn.effect.type === 'extreme')
    return ['always'];
  // Every further call would wait for the whole time limit.
  if (builtIn.effect.type === 'transport' && builtIn.effect.transport === 'timeout') return ['once'];
  return builtIn.when === undefined ? drillTimes : ['always'];
};

const casesOf = (operation: string, fault: string): readonly DrillCase[] => {
  const times = timesOf(fault);
  const isPlain = times.length === 1 && times[0] === 'always';
  return times.map((when) => ({
    name: isPlain ? `${operation}/${fault}` : `${operation}/${fault}/${when}`,
    operation,
    fault,
    when,
  }));
};

/** Whether a fault is an error status that a case forces: `409`. */
const isErrorStatus = (fault: string) => /^[45]\d\d$/.test(fault);

export const effectOf = (fault: string): Effect =>
  builtInFaults.get(fault)?.effect ?? {
    type: 'status',
    status: Number(fault),
    headers: undefined,
    body: undefined,
    work: 'skipped',
  };

/** A name that no fault of a scenario has. */
export const drilledFault = 'the drill';

export const faultOf = ({ operation, fault, when }: DrillCase): Fault => ({
  name: drilledFault,
  description: undefined,
  effect: effectOf(fault),
  on: { operation },
  when: when === 'once' ? { first: 1 } : builtInFaults.get(fault)?.when,
});

/** A success response of an operation that the client got without a fault. */
export interface SeenResponse {
  readonly status: number;
  readonly body: Json;
}

/** Seeds of generated bodies: an optional property is in some of them. */
const seeds = [1, 2, 3] as const;

/** Whether a fault can change a response that the client got, an example of the document, or a generated body. */
export const hasRoom = (operation: Operation, effect: Effect, seen: readonly SeenResponse[], now: number): boolean => {
  if (effect.type !== 'contract' && effect.type !== 'extreme') return true;
  const fits = (contents: readonly Content[], { mediaType }: Content, value: Json) => {
    const body = { mediaType, value };
    const altered =
      effect.type === 'contract'
        ? breakContract(effect.contract, body, contents, 1)
        : applyExtreme(effect.extreme, body, contents, 1);
    return altered.type !== 'not-applicable';
  };
  for (const { status, body } of seen) {
    const { contents = [] } = responseFor(operation, status) ?? {};
    if (contents.some((content) => fits(contents, content, body))) return true;
  }
  const { contents = [] } = operation.success?.response ?? {};
  return contents.some((content) => bodiesOf(content, now).some((body) => fits(contents, content, body)));
};

const bodiesOf = ({ factsOf, examples, generate }: Content, now: number): readonly Json[] => {
  if (factsOf === undefined) return [];
  const generated = seeds.flatMap((seed) => {
    try {
      return [generate({ seed, now })];
    } catch (error) {
      if (error instanceof OutOfSteps) return [];
      throw error;
    }
  });
  return [...examples.values(), ...generated];
};
