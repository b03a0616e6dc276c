/** The candidate most similar to `text`; undefined if none is similar enough to suggest. */
export const nearest = (text: string, candidates: Iterable<string>): string | undefined => {
  const typed = text.slice(0, maxLength).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(typed.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(typed, candidate.slice(0, maxLength).toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
};

/** `Did you mean "latency"?`, to be appended to a sentence; undefined if there is nothing to suggest. */
export const didYouMean = (text: string, candidates: Iterable<string>): string | undefined => {
  const candidate = nearest(text, candidates);
  return candidate === undefined ? undefined : `Did you mean "${candidate}"?`;
};

/**
 * `Did you mean "slow"?`, else `The faults are slow, flaky and 2 more.`: the remedy for an unknown name, to be appended to a sentence.
 * @param plural What the candidates are.
 */
export const suggest = (text: string, plural: string, candidates: Iterable<string>): string => {
  const all = [...candidates];
  return (
    didYouMean(text, all) ?? (all.length === 0 ? `There are no ${plural}.` : `The ${plural} are ${listNames(all)}.`)
  );
};

/** A document may have a thousand operations. */
const maxListed = 40;

const listNames = (names: readonly string[]): string => {
  const more = names.length - maxListed;
  return more <= 0 ? names.join(', ') : `${names.slice(0, maxListed).join(', ')} and ${more} more`;
};

const maxLength = 100;

/**
 * Damerau-Levenshtein distance (an adjacent swap counts once), at most `limit`. Only the cells whose distance can be below the limit are computed:
 * those near the diagonal, in rows that follow such a cell. A document may have thousands of names.
 */
const editDistance = (left: string, right: string, limit: number): number => {
  if (Math.abs(left.length - right.length) >= limit) return limit;
  const { length } = right;
  let beforeLast = new Uint8Array(length + 1);
  let last = Uint8Array.from({ length: length + 1 }, (_, column) => column);
  let current = new Uint8Array(length + 1);
  let lastLowest = 0;
  for (let row = 1; row <= left.length; row++) {
    const first = Math.max(1, row - limit + 1);
    const end = Math.min(length, row + limit - 1);
    current[first - 1] = first === 1 ? row : limit;
    let lowest = current[first - 1] as number;
    for (let column = first; column <= end; column++) {
      const same = left[row - 1] === right[column - 1];
      let distance = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      );
      // In the first row or column there is no character before, and undefined equals none of the other text.
      if (left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1])
        distance = Math.min(distance, (beforeLast[column - 2] as number) + 1);
      current[column] = distance;
      if (distance < lowest) lowest = distance;
    }
    // A swap continues from the row before the last.
    if (lowest >= limit && lastLowest >= limit - 1) return limit;
    if (end < length) current[end + 1] = limit;
    lastLowest = lowest;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(limit, last[length] as number);
};
