/** The validator's errors as problems: one per thing that is wrong. */
import type { Problem } from '../../core/service/check.ts';
import { problemFrom, type RawError } from './messages.ts';
import { type AskBranch, problemsOfUnion } from './union-problems.ts';

/** More say nothing that the first ones did not. */
const maxProblems = 100;

/** Errors come in the order in which they are found: those of a union's branches right before the union's own. */
export const problemsFrom = (errors: readonly RawError[], ask: AskBranch): readonly Problem[] => {
  const problems: Problem[] = [];
  const hasOther = errors.some(({ keyword }) => keyword !== 'if');
  for (let at = errors.length - 1; at >= 0; at--) {
    const error = errors[at] as RawError;
    if (error.keyword === 'anyOf' || error.keyword === 'oneOf') {
      const union = problemsOfUnion(error, ask);
      at -= union.errorCount;
      problems.push(...union.problems.toReversed());
    } else if (error.keyword !== 'if' || !hasOther) problems.push(problemFrom(error));
  }
  return withoutRepeats(withoutIdleFormats(problems.reverse())).slice(0, maxProblems);
};

/** A value of another type has no format to keep: the validator holds 1.5 against both parts of an int64. */
const withoutIdleFormats = (problems: readonly Problem[]): readonly Problem[] => {
  const mistyped = new Set(problems.filter(({ rule }) => rule === 'type').map(({ pointer }) => pointer));
  return mistyped.size === 0
    ? problems
    : problems.filter(({ rule, pointer }) => rule !== 'format' || !mistyped.has(pointer));
};

const withoutRepeats = (problems: readonly Problem[]): readonly Problem[] => {
  if (problems.length < 2) return problems;
  const seen = new Set<string>();
  return problems.filter(({ pointer, message }) => {
    const key = `${pointer} ${message}`;
    return seen.size < seen.add(key).size;
  });
};
