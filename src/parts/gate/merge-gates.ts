import { mergeReports } from '../../world/evidence/coverage-report.ts';
import { addUp, addUpDrift, droppedOf, type GateReport } from '../../world/gate/gate-findings.ts';

/** The findings of several servers. A server that is given twice counts once: its coverage has the same run. */
export const mergeGates = (reports: readonly GateReport[]): GateReport => {
  const runs = new Set<string>();
  const distinct = reports.filter(({ coverage }) => {
    const isNew = [...coverage.keys()].some((run) => !runs.has(run));
    for (const run of coverage.keys()) runs.add(run);
    return isNew;
  });
  const all = distinct.map(({ findings }) => findings);
  return {
    coverage: distinct.map(({ coverage }) => coverage).reduce(mergeReports, new Map()),
    findings: {
      violations: addUp(
        all.flatMap(({ violations }) => violations),
        ({ operation, side, in: place, pointer, rule }) => [operation, side, place, pointer, rule],
      ),
      unmatched: addUp(
        all.flatMap(({ unmatched }) => unmatched),
        ({ method, path, status }) => [method, path, status],
      ),
      deprecated: addUp(
        all.flatMap(({ deprecated }) => deprecated),
        ({ operation }) => [operation],
      ),
      unknownParameters: addUp(
        all.flatMap(({ unknownParameters }) => unknownParameters),
        ({ operation, name }) => [operation, name],
      ),
      drift: addUpDrift(all.flatMap(({ drift }) => drift)),
      compared: all.reduce((sum, { compared }) => sum + compared, 0),
      dropped: droppedOf((name) => all.reduce((sum, { dropped }) => sum + dropped[name], 0)),
    },
  };
};
