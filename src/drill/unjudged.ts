/** Why a drill could not judge the client. */
import { formatDuration } from '../core/primitives/units.ts';
import type { CasePlan } from './choose-cases.ts';
import type { TrialResult } from './trial.ts';

export interface Unjudged {
  /** As a sentence. */
  readonly reason: string;
  readonly remedy: string;
}

export const interrupted: Unjudged = {
  reason: 'The drill was ended before it had judged a case.',
  remedy: 'Let it run for longer, or select fewer cases with --operation, --faults or --case.',
};

export const unmet: Unjudged = {
  reason: 'No case was met: no fault fired.',
  remedy: 'Check that the tests send the same requests each time.',
};

export const nothingPlanned = ({ operations, faults, cases }: CasePlan): Unjudged =>
  operations === undefined && faults === undefined && cases === undefined
    ? {
        reason: 'The requests of the tests match no operation of the document.',
        remedy: 'Check that the client adds its paths to the base URL, and that the document is the right one.',
      }
    : {
        reason: 'The tests call none of the selected operations, or their schemas leave no room for the faults.',
        remedy: 'Select other operations, faults or cases.',
      };

/** What is wrong with a run without a fault. */
export const whyUnusable = (
  { ending, observation }: TrialResult,
  {
    timeoutMs,
    isElsewhere,
    reachRemedy,
  }: { readonly timeoutMs: number; readonly isElsewhere: boolean; readonly reachRemedy: string },
): Unjudged | undefined => {
  const { isLate, exitCode, signal } = ending;
  if (isLate)
    return {
      reason: `The tests did not end within ${formatDuration(timeoutMs)}, although there was no fault.`,
      remedy: 'Give them more time with --timeout, or drill fewer of them.',
    };
  if (exitCode !== 0)
    return {
      reason: `The tests failed (${exitCode === null ? signal : `exit code ${exitCode}`}), although there was no fault.`,
      remedy: 'Let them pass against vivarium serve first.',
    };
  if (observation.requests.length > 0) return undefined;
  return isElsewhere
    ? {
        reason: 'The tests sent their requests without the prefix of the world, so they did not reach it.',
        remedy: 'Add the paths to the whole base URL, or send the header Vivarium-World with the name of the world.',
      }
    : { reason: 'The tests sent no request.', remedy: reachRemedy };
};
