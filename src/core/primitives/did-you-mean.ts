/** Suggestions for mistyped names. */
import { cutText } from './units.ts';

/** Only this many characters of a text are compared. */
const maxLength = 60;

/** The candidate most similar to `text`, the first of equally similar ones; undefined if none is similar enough to suggest. */
export const nearest = (text: string, candidates: Iterable<string>): string | undefined => {
  const typed = text.slice(0, maxLength).toLowerCase();
  let least = Math.max(1, Math.floor(typed.length / 3)) + 1;
  let found: string | undefined;
  for (const candidate of candidates) {
    const known = candidate.slice(0, maxLength).toLowerCase();
    if (Math.abs(known.length - typed.length) >= least) continue;
    const slips = editDistance(typed, known);
    if (slips >= least) continue;
    least = slips;
    found = candidate;
  }
  return found;
};

/** Optimal string alignment: the letters that are added, missing, changed, or swapped with the next one. */
const editDistance = (left: string, right: string): number => {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      current[column] = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + change,
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    [beforeLast, last] = [last, current];
  }
  return last[right.length] as number;
};

/** `Did you mean "latency"?`, to be appended to a sentence; undefined if there is nothing to suggest. */
export const didYouMean = (text: string, candidates: Iterable<string>): string | undefined => {
  const candidate = nearest(text, candidates);
  return candidate === undefined ? undefined : `Did you mean "${candidate}"?`;
};

/** `Did you mean "slow"?`, else `The faults are slow, flaky and 2 more.`: the remedy for an unknown name. `plural`: what the candidates are. */
export const suggest = (text: string, plural: string, candidates: Iterable<string>): string => {
  const all = [...candidates];
  return (
    didYouMean(text, all) ?? (all.length === 0 ? `There are no ${plural}.` : `The ${plural} are ${listNames(all)}.`)
  );
};

/** A document may have a thousand operations. */
const maxListed = 40;

/** A document chooses its names, which may have any length. */
const maxNameLength = 100;

const listNames = (names: readonly string[]): string => {
  const shown = names.slice(0, maxListed).map((name) => cutText(name, maxNameLength));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}`;
};
