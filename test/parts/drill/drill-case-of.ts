import type { DrillCaseResult } from '../../../src/parts/drill/cases/drill-types.ts';

/** A case that passed. */
export const caseOf = (given: Partial<DrillCaseResult> = {}): DrillCaseResult => ({
  case: 'listOrders/401',
  operation: 'listOrders',
  fault: '401',
  when: 'always',
  outcome: 'passed',
  exitCode: 0,
  signal: null,
  durationMs: 500,
  attempts: 1,
  gapsMs: [],
  findings: [],
  messages: [],
  remedies: [],
  exchanges: [],
  output: '',
  repeat: 'vivarium drill --case listOrders/401 -- npm test',
  ...given,
});
