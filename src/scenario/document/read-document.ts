/** Reads a value as a scenario document: from a file, from the control API, or from code. */
import type { ConfigProblemCode } from '../../core/primitives/config-error.ts';
import { checkFault, checkUniqueNames } from './check-fault.ts';
import { areFirst, type Checked, type DocumentPath, firstProblems, type ScenarioProblem } from './document-path.ts';
import { findExcess, maxParts } from './document-size.ts';
import { explainIssues } from './explain-issues.ts';
import { type ScenarioDocument, scenarioSchema } from './scenario-schema.ts';

/** Checks everything that does not require the service or the extended scenario. `max`: see {@link findExcess}. */
export const readDocument = (value: unknown, max = maxParts): Checked<ScenarioDocument> => {
  const excess = findExcess(value, { code: 'VIV_SCENARIO_INVALID', what: 'the scenario' }, max);
  if (excess !== undefined) return { ok: false, problems: [excess] };
  const result = scenarioSchema().safeParse(value, { reportInput: true });
  // Not zod's copy, which costs time and loses properties named `__proto__`.
  const document = value as ScenarioDocument;
  const schemaProblems = result.success ? [] : explainIssues(result.error.issues, 'the scenario', codeOf);
  const problems = firstProblems(findProblems(document, schemaProblems));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: document };
};

const codeOf = (path: DocumentPath): ConfigProblemCode =>
  path[0] === 'faults' && path.length > 1 ? 'VIV_FAULT_INVALID' : 'VIV_SCENARIO_INVALID';

/** Finds what the schema does not, in faults that match it. If there are more problems, it is unknown which ones do. */
function* findProblems(
  document: ScenarioDocument,
  schemaProblems: readonly ScenarioProblem[],
): Generator<ScenarioProblem> {
  yield* schemaProblems;
  if (areFirst(schemaProblems)) return;
  const invalidIndexes = new Set(
    schemaProblems.filter(({ path }) => path.length === 0 || path[0] === 'faults').map(({ path }) => path[1]),
  );
  const faults = invalidIndexes.has(undefined) ? [] : (document.faults ?? []);
  const valid = [...faults.entries()].filter(([index]) => !invalidIndexes.has(index));
  for (const [index, fault] of valid) yield* checkFault(fault, ['faults', index]);
  yield* checkUniqueNames(new Map(valid), ['faults']);
}
