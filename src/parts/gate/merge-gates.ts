import { mergeReports } from '../../world/evidence/coverage-report.ts';
import { addUp, type Findings, type GateReport, ofLists } from '../../world/gate/gate-findings.ts';

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
      ...(ofLists((name) => addUp(name, all)) as Findings),
      compared: all.reduce((sum, { compared }) => sum + compared, 0),
      dropped: ofLists((name) => all.reduce((sum, { dropped }) => sum + dropped[name], 0)),
    },
  };
};
