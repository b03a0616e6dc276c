import { writeRun } from '../../../world/evidence/coverage-report.ts';
import { inWorld } from '../request/control-request.ts';
import { ok } from '../request/control-response.ts';
import type { Resource } from '../request/route.ts';
import { noQuery } from '../request/schemas.ts';

const getCoverage = inWorld(noQuery, (_call, { coverage }) => ok(writeRun(coverage.run, coverage.report())));

export const coverageResources: readonly Resource[] = [
  { path: '/worlds/:world/coverage', methods: { GET: getCoverage } },
];
