/** Findings in sentences, with the remedy of each. */
import { rowOf } from '../../../core/faults/effects.ts';
import { formatCount, formatDuration } from '../../../core/primitives/units.ts';
import { type DrillCase, effectOf } from '../cases/drill-case.ts';
import type { DrillFinding, Ending } from './judge-case.ts';

type Kind = DrillFinding['kind'];

const remedies: Readonly<Record<Kind, string>> = {
  'retry-after': 'Wait for as long as Retry-After states before the next attempt.',
  'repeated-write':
    'Send an Idempotency-Key that stays the same with each attempt, or do not repeat a write whose response was lost.',
  storm: 'Wait longer before each further attempt (exponential back-off with jitter), and give up after a few.',
  'inside-contract':
    'Expect everything that the document allows: an optional property may be missing, a list may be empty.',
  hung: 'Give each request a time limit, such as AbortSignal.timeout(5000), and limit the number of attempts.',
  crashed: 'Catch the error where the request is sent. The output shows where it was thrown.',
  failed: 'Decide whether the tests should pass under this fault. If so, handle the error, or repeat the request.',
};

type Tell<Finding> = (finding: Finding, drilled: DrillCase, ending: Ending) => string;

const messages: { readonly [One in Kind]: Tell<DrillFinding & { readonly kind: One }> } = {
  'retry-after': ({ waitedMs, askedMs }, { operation }) =>
    `${operation} was sent again after ${formatDuration(waitedMs)}, although Retry-After asked for ${formatDuration(askedMs)}.`,
  'repeated-write': (finding, { operation }) =>
    `${operation} was sent again after its response was lost: ${describeRepeated(finding)}. ${
      finding.hasOtherKey ? 'Its Idempotency-Key was another one.' : 'Idempotency-Key is missing.'
    }`,
  storm: ({ withinSecond }, { operation }) => `${operation} was sent ${withinSecond} times within a second.`,
  'inside-contract': (_, drilled) => `The tests fail although ${describeFault(drilled)}, which the document allows.`,
  hung: (_, drilled, { durationMs }) =>
    `The tests did not end within ${formatDuration(Math.round(durationMs / 1000) * 1000)} after ${describeFault(drilled)}.`,
  crashed: (_, drilled, { signal, exitCode }) =>
    `The tests crashed (${signal ?? `exit code ${exitCode}`}) after ${describeFault(drilled)}.`,
  failed: (_, drilled) => `The tests failed after ${describeFault(drilled)}.`,
};

export const explainFinding = (
  finding: DrillFinding,
  drilled: DrillCase,
  ending: Ending,
): { readonly message: string; readonly remedy: string } => ({
  message: (messages[finding.kind] as Tell<DrillFinding>)(finding, drilled, ending),
  remedy: remedies[finding.kind],
});

const describeRepeated = ({ times, created }: Extract<DrillFinding, { kind: 'repeated-write' }>): string =>
  created !== undefined && created.count > 1
    ? `${created.count} items of ${created.collection} were created instead of one`
    : `${formatCount(times, 'time')}`;

/** What happened to the client. */
const describeFault = ({ operation, fault, when }: DrillCase): string => {
  const effect = effectOf(fault);
  const once = when === 'once' ? ' the first time' : '';
  return `${operation} ${rowOf(effect.type).met(effect)}${once}`;
};
