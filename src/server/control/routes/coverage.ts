import { writeRun } from '../../../world/evidence/coverage-report.ts';
import { writeGate } from '../../../world/gate/gate-report.ts';
import { withQuery, withWorld } from '../request/control-request.ts';
import { ok } from '../request/control-response.ts';
import type { Route } from '../request/route.ts';
import { noQuery } from '../request/schemas.ts';

const getCoverage = withWorld(noQuery, (_call, { coverage }) => ok(writeRun(coverage.run, coverage.report())));

const getTotalCoverage = withQuery(noQuery, ({ context }) => {
  const { run, report } = context.worlds.coverage();
  return ok(writeRun(run, report));
});

const getGate = withQuery(noQuery, ({ context: { worlds } }) => {
  const { run, report } = worlds.coverage();
  return ok(writeGate(worlds.gate.report(), run, report));
});

export const coverageRoutes: readonly Route[] = [
  { path: '/worlds/:world/coverage', methods: { GET: getCoverage } },
  { path: '/coverage', methods: { GET: getTotalCoverage } },
  { path: '/gate', methods: { GET: getGate } },
];
