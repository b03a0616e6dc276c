/** The verdict of the gate over the requests of the clients. */
import { formatCount } from '../../core/primitives/units.ts';
import { percentageOf, type RunCoverage, sumRuns, whyNothingCalled } from '../../world/evidence/coverage-report.ts';
import type { Findings, GateReport, ViolationFinding } from '../../world/gate/gate-findings.ts';

/** The mistakes of a client, and the differences of a real service that may break one. */
export const findingKinds = ['violations', 'unmatched', 'deprecated', 'unknown-parameters', 'drift'] as const;

export type FindingKind = (typeof findingKinds)[number];

const findingsOf = (findings: Findings, kind: FindingKind): readonly unknown[] => {
  switch (kind) {
    case 'drift':
      return findings.drift.filter(({ breaking }) => breaking);
    case 'unknown-parameters':
      return findings.unknownParameters;
    default:
      return findings[kind];
  }
};

export interface GateRules {
  readonly failOn: readonly FindingKind[];
  /** Per cent; undefined: coverage is not judged. */
  readonly minCoverage: number | undefined;
}

export interface Verdict {
  readonly passed: boolean;
  /** Why the gate failed, as sentences. */
  readonly reasons: readonly string[];
  /** Why nothing could be judged; undefined if something was. */
  readonly unjudged: string | undefined;
  /** The findings of clients; violations of responses are not in it. */
  readonly findings: Findings;
  readonly responseViolations: readonly ViolationFinding[];
  readonly coverage: RunCoverage;
  readonly percentage: number;
  readonly rules: GateRules;
}

/** `uncalled`: why the clients of one of the servers cannot be judged. Default: those of all together. */
export const judge = (
  { findings, coverage }: GateReport,
  rules: GateRules,
  uncalled = whyNothingCalled(sumRuns(coverage)),
): Verdict => {
  const unjudged = uncalled ?? whyNothingCompared(findings, rules);
  const sum = sumRuns(coverage);
  const percentage = percentageOf(sum);
  const { request = [], response = [] } = Object.groupBy(findings.violations, ({ side }) => side);
  const ofClients = { ...findings, violations: request };
  const counted = rules.failOn.flatMap((kind) => {
    const { length } = findingsOf(ofClients, kind);
    return length === 0 ? [] : [`${reasons[kind]}: ${formatCount(length, 'finding')}.`];
  });
  const isCovered = rules.minCoverage === undefined || percentage >= rules.minCoverage;
  const failures = [...counted, ...(isCovered ? [] : [belowMinimum(percentage, rules)])];
  return {
    passed: failures.length === 0,
    reasons: failures,
    unjudged,
    findings: ofClients,
    responseViolations: response,
    coverage: sum,
    percentage,
    rules,
  };
};

const whyNothingCompared = ({ compared }: Findings, { failOn }: GateRules): string | undefined =>
  failOn.includes('drift') && compared === 0
    ? 'no response of a real service was compared with the simulation, so no drift can be found: serve with --upstream and --compare, and forward requests'
    : undefined;

export const belowMinimum = (percentage: number, { minCoverage }: Pick<GateRules, 'minCoverage'>): string =>
  `Coverage is ${formatPercentage(percentage)}, below the minimum of ${minCoverage}%.`;

const reasons: Readonly<Record<FindingKind, string>> = {
  violations: 'The clients broke the interface',
  unmatched: 'The clients called something that does not exist',
  deprecated: 'The clients called deprecated operations',
  'unknown-parameters': 'The clients sent query parameters that the document does not have',
  drift: 'The real service differs from the simulation in what clients rely on',
};

/** Rounded down, so that 100% means everything. */
export const formatPercentage = (percentage: number): string => `${Math.floor(percentage * 10) / 10}%`;
