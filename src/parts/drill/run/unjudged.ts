/** Why a drill could not judge the client. */
import { formatDuration } from '../../../core/primitives/units.ts';
import type { CasePlan } from '../cases/choose-cases.ts';
import type { Ending } from '../judge/judge-case.ts';
import type { TrialResult } from './trial.ts';

export interface Unjudged {
  /** The reason is a sentence. */
  readonly reason: string;
  readonly remedy: string;
}

export const interrupted: Unjudged = {
  reason: 'The drill was ended before it had judged a case.',
  remedy: 'Let it run for longer, or select fewer cases with --operation, --faults or --case.',
};

/** `unfit`: for each case, why its fault had nothing to change. */
export const unmet = (unfit: readonly (string | undefined)[]): Unjudged =>
  unfit.every((reason) => reason !== undefined)
    ? {
        reason: `No case was met: the faults had nothing to change (${[...new Set(unfit)].join('; ')}).`,
        remedy: 'Select other faults or operations, or let the tests send what these faults change.',
      }
    : {
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
    faults,
  }: {
    readonly timeoutMs: number;
    readonly isElsewhere: boolean;
    readonly reachRemedy: string;
    /** The faults that the start scenario has switched on. */
    readonly faults: readonly string[];
  },
): Unjudged | undefined => {
  const failure = failureOf(ending, timeoutMs);
  const moreTime = 'Give them more time with --timeout, or drill fewer of them.';
  if (observation.requests.length > 0 && failure !== undefined && faults.length > 0)
    return {
      reason: `The tests ${failure} before the drill set a fault; the start scenario has switched on ${faults.join(', ')}.`,
      remedy: 'Name a scenario without faults with --scenario.',
    };
  if (observation.requests.length > 0)
    return failure === undefined
      ? undefined
      : {
          reason: `The tests ${failure}, although there was no fault.`,
          remedy: ending.isLate ? moreTime : 'Let them pass against vivarium serve first.',
        };
  return isElsewhere
    ? {
        reason: 'The tests sent their requests without the prefix of the world, so they did not reach it.',
        remedy: 'Add the paths to the whole base URL, or send the header Vivarium-World with the name of the world.',
      }
    : {
        reason: `The tests ${failure === undefined ? '' : `${failure}, and `}sent no request.`,
        remedy: ending.isLate ? `${moreTime} ${reachRemedy}` : reachRemedy,
      };
};

const failureOf = ({ isLate, exitCode, signal }: Ending, timeoutMs: number): string | undefined => {
  if (isLate) return `did not end within ${formatDuration(timeoutMs)}`;
  return exitCode === 0 ? undefined : `failed (${exitCode === null ? signal : `exit code ${exitCode}`})`;
};
