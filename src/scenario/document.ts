/** Reads a value as a scenario document: from a file, from the control API, or from code. */
import { checkFault, checkFaultNames } from './check-fault.ts';
import { explainIssues } from './explain.ts';
import type { ScenarioProblem } from './path.ts';
import { type ScenarioDocument, scenarioSchema } from './schema.ts';

export type ReadDocument =
  | { readonly ok: true; readonly document: ScenarioDocument }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };

/** Checks all that can be told without the service and without the scenario that it extends. */
export const readDocument = (value: unknown): ReadDocument => {
  const result = scenarioSchema.safeParse(value, { reportInput: true });
  if (!result.success) return { ok: false, problems: explainIssues(result.error.issues, 'the scenario') };
  // The value itself, not zod's copy: a copy costs time and loses members named `__proto__`.
  const document = value as ScenarioDocument;
  const faults = document.faults ?? [];
  const problems = [...faults.flatMap((fault, at) => checkFault(fault, ['faults', at])), ...checkFaultNames(faults, ['faults'])];
  return problems.length > 0 ? { ok: false, problems } : { ok: true, document };
};
