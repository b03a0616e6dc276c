/**
 * What examples show against the letter of their schema: addresses without a host, and values that fit several alternatives of a `oneOf`;
 * and a `oneOf` that is meant as `anyOf`, since one alternative takes all that another does.
 */

import { type Json, pathTo, valueAt } from '../../core/primitives/json.ts';
import { lazily } from '../../core/primitives/lazy.ts';
import { type Check, coveredEnd, isOverlap, type Problem } from '../../core/service/check.ts';

/**
 * The check of a request without the problems that an example has at the same place: with `oneOf`, the document means `anyOf` there, and
 * with a URI, a path.
 */
export const asShown = (check: Check, examples: readonly Json[]): Check => {
  const shown = without(check, examples, (problem, value) => isPath(problem, value) || isOverlap(problem));
  return (...given) => shown(...given).filter(({ message }) => !message.endsWith(coveredEnd));
};

/**
 * The check of a response, which accepts paths for URIs where an example has one: Twilio declares them so. What fits several alternatives is
 * refused, as by any other judge.
 */
export const asWritten = (check: Check, examples: readonly Json[]): Check => without(check, examples, isPath);

/** Whether the problem is that the value has a path in place of a URI. */
const isPath = ({ limit, pointer }: Problem, value: Json) => {
  const at = limit === 'uri' && valueAt(value, pathTo(pointer));
  return typeof at === 'string' && /^\/[^/]/.test(at);
};

const without = (
  check: Check,
  examples: readonly Json[],
  isShown: (problem: Problem, value: Json) => boolean,
): Check => {
  if (examples.length === 0) return check;
  const placesIn = (one: Json): string[] =>
    check(one).flatMap((problem) => (isShown(problem, one) ? [placeOf(problem)] : []));
  const shown = lazily(() => examples.flatMap(placesIn));
  return (value, ...rest) =>
    check(value, ...rest).filter((problem) => !isShown(problem, value) || !shown().includes(placeOf(problem)));
};

/** One place for all items of a list. */
const placeOf = ({ pointer }: Problem) => pointer.replace(/\d+/g, '');
