/** Findings in sentences, with the remedy of each. */
import { rowOf } from '../../../core/faults/effects.ts';
import { formatCount, formatDuration } from '../../../core/primitives/units.ts';
import { type DrillCase, effectOf } from '../cases/drill-case.ts';
import type { DrillFinding, Ending } from './judge-case.ts';

interface ExplainedFinding {
  readonly message: string;
  readonly remedy: string;
}

export const explainFinding = (finding: DrillFinding, drilled: DrillCase, ending: Ending): ExplainedFinding => {
  const { operation } = drilled;
  switch (finding.kind) {
    case 'retry-after':
      return {
        message: `${operation} was sent again after ${formatDuration(finding.waitedMs)}, although Retry-After asked for ${formatDuration(finding.askedMs)}.`,
        remedy: 'Wait for as long as Retry-After states before the next attempt.',
      };
    case 'repeated-write':
      return {
        message: `${operation} was sent again after its response was lost: ${describeRepeated(finding)}. ${
          finding.hasOtherKey ? 'Its Idempotency-Key was another one.' : 'Idempotency-Key is missing.'
        }`,
        remedy:
          'Send an Idempotency-Key that stays the same with each attempt, or do not repeat a write whose response was lost.',
      };
    case 'storm':
      return {
        message: `${operation} was sent ${finding.withinSecond} times within a second.`,
        remedy: 'Wait longer before each further attempt (exponential back-off with jitter), and give up after a few.',
      };
    case 'inside-contract':
      return {
        message: `The tests fail although ${operation} ${describeFault(drilled)}, which the document allows.`,
        remedy: 'Expect everything that the document allows: an optional property may be missing, a list may be empty.',
      };
    case 'hung':
      return {
        message: `The tests did not end within ${formatDuration(Math.round(ending.durationMs / 1000) * 1000)} after ${operation} ${describeFault(drilled)}.`,
        remedy: 'Give each request a time limit, such as AbortSignal.timeout(5000), and limit the number of attempts.',
      };
    case 'crashed':
      return {
        message: `The tests crashed (${ending.signal ?? `exit code ${ending.exitCode}`}) after ${operation} ${describeFault(drilled)}.`,
        remedy: 'Catch the error where the request is sent. The output shows where it was thrown.',
      };
    case 'failed':
      return {
        message: `The tests failed after ${operation} ${describeFault(drilled)}.`,
        remedy:
          'Decide whether the tests should pass under this fault. If so, handle the error, or repeat the request.',
      };
  }
};

const describeRepeated = ({ times, created }: Extract<DrillFinding, { kind: 'repeated-write' }>): string =>
  created !== undefined && created.count > 1
    ? `${created.count} items of ${created.collection} were created instead of one`
    : `${formatCount(times, 'time')}`;

/** What happened to the client, behind the name of the operation. */
const describeFault = ({ fault, when }: Pick<DrillCase, 'fault' | 'when'>): string => {
  const effect = effectOf(fault);
  const once = when === 'once' ? ' the first time' : '';
  return `${rowOf(effect.type).met(effect)}${once}`;
};
