/** Reads a value as a scenario document: from a file, from the control API, or from code. */
import type { ConfigProblemCode } from '../../core/primitives/config-error.ts';
import { checkFault, checkFaultNames } from './check-fault.ts';
import { type DocumentPath, firstProblems, type ScenarioProblem } from './document-path.ts';
import { explainIssues } from './explain-issues.ts';
import { type ScenarioDocument, scenarioSchema } from './schema.ts';

export type ReadDocument =
  | { readonly ok: true; readonly document: ScenarioDocument }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };

/** Checks all that can be told without the service and without the scenario that it extends. */
export const readDocument = (value: unknown): ReadDocument => {
  const result = scenarioSchema.safeParse(value, { reportInput: true });
  // The value itself, not zod's copy: a copy costs time and loses members named `__proto__`.
  const document = value as ScenarioDocument;
  const misshapen = result.success ? [] : explainIssues(result.error.issues, 'the scenario', codeOf);
  const problems = firstProblems([...misshapen, ...checkFaults(document, misshapen)]);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, document };
};

const codeOf = (path: DocumentPath): ConfigProblemCode =>
  path[0] === 'faults' && path.length > 1 ? 'VIV_FAULT_INVALID' : 'VIV_SCENARIO_INVALID';

/** Only faults of the right shape can be looked into further. */
const checkFaults = (document: ScenarioDocument, misshapen: readonly ScenarioProblem[]): readonly ScenarioProblem[] => {
  const inFaults = misshapen.filter(({ path }) => path.length === 0 || path[0] === 'faults').map(({ path }) => path[1]);
  const faults = inFaults.includes(undefined) ? [] : (document.faults ?? []);
  const whole = [...faults.entries()].filter(([at]) => !inFaults.includes(at));
  return [
    ...whole.flatMap(([at, fault]) => checkFault(fault, ['faults', at])),
    ...checkFaultNames(new Map(whole), ['faults']),
  ];
};
