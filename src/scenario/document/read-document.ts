/** Reads a value as a scenario document: from a file, from the control API, or from code. */
import type { ConfigProblemCode } from '../../core/primitives/config-error.ts';
import { checkFault, checkFaultNames } from './check-fault.ts';
import { type DocumentPath, firstProblems, type ScenarioProblem } from './document-path.ts';
import { explainIssues } from './explain-issues.ts';
import { type ScenarioDocument, scenarioSchema } from './schema.ts';

export type ReadDocument =
  | { readonly ok: true; readonly document: ScenarioDocument }
  | { readonly ok: false; readonly problems: readonly ScenarioProblem[] };

/** Checks everything that does not require the service or the extended scenario. */
export const readDocument = (value: unknown): ReadDocument => {
  const result = scenarioSchema.safeParse(value, { reportInput: true });
  // Not zod's copy, which costs time and loses properties named `__proto__`.
  const document = value as ScenarioDocument;
  const schemaProblems = result.success ? [] : explainIssues(result.error.issues, 'the scenario', codeOf);
  const problems = firstProblems([...schemaProblems, ...checkFaults(document, schemaProblems)]);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, document };
};

const codeOf = (path: DocumentPath): ConfigProblemCode =>
  path[0] === 'faults' && path.length > 1 ? 'VIV_FAULT_INVALID' : 'VIV_SCENARIO_INVALID';

/** Only faults that match the schema are checked further. */
const checkFaults = (
  document: ScenarioDocument,
  schemaProblems: readonly ScenarioProblem[],
): readonly ScenarioProblem[] => {
  const invalidIndexes = new Set(
    schemaProblems.filter(({ path }) => path.length === 0 || path[0] === 'faults').map(({ path }) => path[1]),
  );
  const faults = invalidIndexes.has(undefined) ? [] : (document.faults ?? []);
  const valid = [...faults.entries()].filter(([index]) => !invalidIndexes.has(index));
  return [
    ...valid.flatMap(([index, fault]) => checkFault(fault, ['faults', index])),
    ...checkFaultNames(new Map(valid), ['faults']),
  ];
};
