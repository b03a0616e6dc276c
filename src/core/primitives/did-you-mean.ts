/** The candidate that a person who typed `text` most likely meant, if any is near enough to suggest. */
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

/** ` Did you mean "latency"?`, or nothing: to be put behind a sentence. */
export const didYouMean = (text: string, candidates: Iterable<string>): string | undefined => {
  const candidate = nearest(text, candidates);
  return candidate === undefined ? undefined : `Did you mean "${candidate}"?`;
};

const maxLength = 100;

/** Damerau-Levenshtein distance (adjacent swaps count once), given up at `limit`. */
const editDistance = (one: string, other: string, limit: number): number => {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      let distance = Math.min(
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
        (last[column - 1] as number) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]) {
        distance = Math.min(distance, (beforeLast[column - 2] as number) + 1);
      }
      current.push(distance);
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] as number;
};
