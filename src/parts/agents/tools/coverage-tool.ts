/** What the clients exercised, and what the gate finds. */
import { z } from 'zod';
import { callRejected, serverUnreachable } from '../../../core/primitives/config-error.ts';
import { suggest } from '../../../core/primitives/did-you-mean.ts';
import type { Json } from '../../../core/primitives/json.ts';
import {
  type OperationCoverage,
  percentageOf,
  readReport,
  sumRuns,
  writeSum,
} from '../../../world/evidence/coverage-report.ts';
import { readGate } from '../../../world/gate/gate-findings.ts';
import { judge } from '../../gate/judge.ts';
import {
  type AgentTarget,
  allWorlds,
  apiPath,
  callJson,
  defineTool,
  limitArgument,
  offsetArgument,
  operationArgument,
  worldOrAllArgument,
} from './tool.ts';

/** Rounded down, so that 100 means everything. */
const rounded = (percentage: number) => Math.floor(percentage * 10) / 10;

const readCoverage = async (target: AgentTarget, world: string) => {
  const path = world === allWorlds ? '/coverage' : apiPath(['worlds', world, 'coverage']);
  const report = readReport(await callJson<Json>(target, { path }));
  if (report === undefined) throw serverUnreachable(`${path} is not a report of coverage`);
  return sumRuns(report);
};

const counts = z.record(z.string(), z.int());

export const coverage = defineTool({
  name: 'coverage',
  title: 'Coverage',
  description:
    'Which operations, statuses, parameters and values of the document the clients used, and which not. With world "*": over all worlds since the start, deleted ones included.',
  input: {
    world: worldOrAllArgument,
    operation: operationArgument.optional(),
    limit: limitArgument(50),
    offset: offsetArgument,
  },
  output: {
    percentage: z.number().describe('Of the documented statuses, parameters and values.'),
    uncovered: z.array(z.string()).describe('The operations that no client called with an accepted credential.'),
    operations: z.array(
      z.looseObject({
        operation: z.string(),
        method: z.string(),
        path: z.string(),
        requests: z.int(),
        statuses: counts.describe('Of each documented status, the number of responses.'),
        unseen: z.array(z.string()).describe('What no client used: 404, query.limit, query.status=sold.'),
      }),
    ),
    unmatched: counts.describe('Statuses of requests that matched no operation.'),
  },
  run: async ({ world, operation, limit, offset }, target) => {
    const sum = await readCoverage(target, world);
    const known = [...sum.operations.values()];
    const named = operation === undefined ? known : known.filter((one) => one.operation === operation);
    if (named.length === 0 && operation !== undefined)
      throw callRejected(
        `No operation is named "${operation}".`,
        suggest(
          operation,
          'operations',
          known.map((one) => one.operation),
        ),
      );
    // What is missing is what the caller looks for.
    const ordered = named.toSorted((left, right) => Number(isCalled(left)) - Number(isCalled(right)));
    const uncovered = named.filter((one) => !isCalled(one)).map((one) => one.operation);
    const shown = { operations: new Map(ordered.map((one) => [one.operation, one])), unmatched: sum.unmatched };
    const rows = (writeSum(shown).items as readonly Json[]).slice(offset, offset + limit);
    return {
      content: {
        world,
        percentage: rounded(percentageOf(shown)),
        uncovered,
        operations: rows,
        unmatched: Object.fromEntries(sum.unmatched),
      },
      rows: {
        name: 'operations',
        offset,
        total: ordered.length,
        more: (next) => `Call coverage with offset ${next} for the next operations.`,
      },
      next: nextOf(world, uncovered, known),
    };
  },
});

const isCalled = ({ calls }: OperationCoverage) => calls > 0;

const nextOf = (world: string, uncovered: readonly string[], all: readonly OperationCoverage[]): string => {
  const [first] = uncovered;
  if (world !== allWorlds && all.every(({ requests }) => requests === 0))
    return 'No client called this world. Tests often have a world each: world "*" counts all of them.';
  if (first !== undefined) return `explain_operation ${first} shows a valid request that a test could send.`;
  return '`unseen` lists what is left: statuses, parameters and values. A fault gives a status that the client rarely meets.';
};

const countedRows = (label: string) => z.array(z.looseObject({ count: z.int() })).describe(label);

export const gate = defineTool({
  name: 'gate',
  title: 'Gate',
  description:
    'Whether the clients keep the interface, over all worlds since the start: what they sent that breaks the document (this fails the gate), and what they called that does not exist, is deprecated or is unknown. What send_request sends is left out.',
  input: { limit: limitArgument(20) },
  output: {
    verdict: z.enum(['passed', 'failed', 'not judged']),
    reasons: z.array(z.string()),
    violations: countedRows('Requests that break the document. `world` and `exchange` are those of the first one.'),
    unmatched: countedRows('Requests for paths and methods that do not exist.'),
    deprecated: countedRows('Calls of deprecated operations.'),
    unknownParameters: countedRows('Query parameters that the document does not have.'),
    responseViolations: countedRows('Responses that break the document; they never fail the gate.'),
    totals: counts.describe('The number of rows of each list, before `limit`.'),
    percentage: z.number().describe('The coverage.'),
  },
  run: async ({ limit }, target) => {
    const report = readGate(await callJson<Json>(target, { path: '/gate' }));
    if (report === undefined) throw serverUnreachable('/gate is not a report of the gate');
    const verdict = judge(report, { failOn: ['violations'], minCoverage: undefined });
    const { findings, responseViolations, unjudged, passed, reasons, percentage } = verdict;
    const { violations, unmatched, deprecated, unknownParameters } = findings;
    const lists = { violations, unmatched, deprecated, unknownParameters, responseViolations };
    const [first] = violations;
    const shown = Object.entries(lists).map(([name, rows]) => [name, rows.slice(0, limit).map((row) => ({ ...row }))]);
    return {
      content: {
        verdict: unjudged !== undefined ? 'not judged' : passed ? 'passed' : 'failed',
        reasons: unjudged === undefined ? reasons : [`Nothing can be judged: ${unjudged}.`],
        ...(Object.fromEntries(shown) as Readonly<Record<string, Json>>),
        totals: Object.fromEntries(Object.entries(lists).map(([name, { length }]) => [name, length])),
        percentage: rounded(percentage),
      },
      next:
        first === undefined
          ? 'coverage shows what the clients did not call.'
          : `explain_exchange with world ${first.world} and exchange ${first.exchange} shows the first violation in full.`,
    };
  },
});
