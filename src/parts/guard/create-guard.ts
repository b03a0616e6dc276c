/** A guard in Node: its document is loaded as that of `createVivarium`. */
import { optionInvalid } from '../../core/primitives/config-error.ts';
import { stringifyJson } from '../../core/primitives/json.ts';
import { formatCount } from '../../core/primitives/units.ts';
import { createVivarium } from '../../library/create-vivarium.ts';
import { simulationOf } from '../../library/simulation-of.ts';
import { findDocument } from '../../simulation/file-kind.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import { defaultWorldName } from '../../world/world-name.ts';
import type { Report, ReportRow, ReportSection } from '../report/index.ts';
import { reportFile, writeReports } from '../report/report-files.ts';
import type { Guard, GuardedOperation, GuardOptions, GuardViolation } from './api.ts';
import { checkGuardOptions, createGuardOf, guardRuleNames, type ObservingGuard } from './guard.ts';

/** @throws ConfigError if the document or an option cannot be used. */
export const observingGuard = async (options: GuardOptions = {}): Promise<ObservingGuard> => {
  checkGuardOptions(options, [...guardRuleNames, 'document', 'overlay', 'base']);
  const { document, overlay, base, ...rules } = options;
  const named = document ?? (await findDocument());
  // The shipped example is no document to judge by.
  if (named === undefined)
    throw optionInvalid(
      'a guard needs the OpenAPI document of the service: none is named, and none was found in the working directory',
      'Write it as an option: { document: "openapi.yaml" }.',
    );
  const vivarium = await createVivarium({ document: named, overlay, base, scenario: {} });
  const { worlds, sources } = simulationOf(vivarium) as Simulation;
  const [loaded] = sources.loaded;
  return createGuardOf(
    {
      worlds,
      world: vivarium.world(defaultWorldName),
      locate: (pointer) => loaded?.document?.locate(pointer),
      write: async (guard, format, file) => writeReports(createGuardReport(guard), [reportFile(format, file)], {}),
      close: () => vivarium.close(),
    },
    rules,
  );
};

const createGuardReport = (guard: Pick<Guard, 'violations' | 'coverage'>): Report => {
  const violations = guard.violations();
  const coverage = guard.coverage();
  const judged = coverage.items.reduce((sum, { requests }) => sum + requests, 0);
  const passed = violations.length === 0 && judged > 0;
  const kept =
    judged > 0
      ? `The mocks and their clients kept to the document in ${formatCount(judged, 'exchange')}.`
      : 'Nothing could be judged: there was no request for an operation of the document.';
  const broken = `The mocks or their clients broke the document: ${formatCount(violations.length, 'finding')}.`;
  return {
    title: 'Vivarium guard',
    passed,
    summary: [violations.length === 0 ? kept : broken],
    sections: [
      sectionOf("The mocks' responses", violations, 'response'),
      sectionOf("The clients' requests", violations, 'request'),
      {
        title: 'Who answered',
        columns: ['operation', 'requests', 'mock', 'world'],
        rows: coverage.items.map(answerRow),
      },
    ],
    json: JSON.parse(stringifyJson({ passed, violations, coverage } as never)),
  };
};

const sectionOf = (title: string, all: readonly GuardViolation[], side: GuardViolation['side']): ReportSection => {
  const own = all.filter((violation) => violation.side === side);
  const groups = Map.groupBy(own, ({ operation, in: place, pointer, rule }) =>
    [operation ?? 'no operation', place, pointer, rule].filter((part) => part !== '').join(' '),
  );
  const columns = ['operation', 'in', 'pointer', 'rule', 'message', 'times'];
  const rows = [...groups].map(([name, group]): ReportRow => {
    const [{ operation, in: place, pointer, rule, message }] = group as [GuardViolation];
    const cells = [operation ?? 'no operation', place, pointer, rule, message, String(group.length)];
    const met = `${cells[0]}: ${message} (${formatCount(group.length, 'time')})`;
    return { outcome: 'failed', name, cells, message: met };
  });
  return { title, columns, rows };
};

const answerRow = ({ operation, requests, answered }: GuardedOperation): ReportRow => ({
  outcome: requests === 0 ? 'listed' : 'passed',
  name: operation,
  cells: [operation, String(requests), String(answered.mock), String(answered.world)],
  message: requests === 0 ? 'never called' : `answered by mocks ${answered.mock}, by the world ${answered.world} times`,
});
