import { writeRun } from '../../../world/evidence/coverage-report.ts';
import { writeGate } from '../../../world/gate/gate-findings.ts';
import { ok, type Route, withQuery, withWorld } from '../request/control-call.ts';
import { noQuery } from '../request/control-schemas.ts';

const getCoverage = withWorld(noQuery, (_call, { coverage }) => ok(writeRun(coverage.run, coverage.report())));

const getTotalCoverage = withQuery(noQuery, async ({ context }) => {
  const { run, coverage } = await context.worlds.totals();
  return ok(writeRun(run, coverage));
});

const getGate = withQuery(noQuery, async ({ context: { worlds } }) => {
  const { findings, run, coverage } = await worlds.totals();
  return ok(writeGate(findings, run, coverage));
});

export const coverageRoutes: readonly Route[] = [
  { path: '/worlds/:world/coverage', methods: { GET: getCoverage } },
  { path: '/coverage', methods: { GET: getTotalCoverage } },
  { path: '/gate', methods: { GET: getGate } },
];
