import { writeRun } from '../../world/evidence/coverage-report.ts';
import { ok } from './answer.ts';
import { inWorld } from './call.ts';
import type { Resource } from './resource.ts';
import { noQuery } from './shapes.ts';

const getCoverage = inWorld(noQuery, (_call, { coverage }) => ok(writeRun(coverage.run, coverage.report())));

export const coverageResources: readonly Resource[] = [
  { path: '/worlds/:world/coverage', methods: { GET: getCoverage } },
];
