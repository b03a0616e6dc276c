import { writeRun } from '../../../world/evidence/coverage-report.ts';
import { withWorld } from '../request/control-request.ts';
import { ok } from '../request/control-response.ts';
import type { Route } from '../request/route.ts';
import { noQuery } from '../request/schemas.ts';

const getCoverage = withWorld(noQuery, (_call, { coverage }) => ok(writeRun(coverage.run, coverage.report())));

export const coverageRoutes: readonly Route[] = [{ path: '/worlds/:world/coverage', methods: { GET: getCoverage } }];
