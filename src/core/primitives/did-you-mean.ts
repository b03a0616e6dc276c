interface Candidate {
  readonly name: string;
  readonly lowerCase: string;
  /** Among all candidates. */
  readonly index: number;
  /** The distance is at least this. */
  readonly bound: number;
}

/** The candidate most similar to `text`, the first of equally similar ones; undefined if none is similar enough to suggest. */
export const nearest = (text: string, candidates: Iterable<string>): string | undefined => {
  const typed = text.slice(0, maxLength).toLowerCase();
  const limit = Math.max(1, Math.floor(typed.length / 3)) + 1;
  let best: { readonly candidate: Candidate; readonly distance: number } | undefined;
  // A document may have thousands of names: most need no comparison of the texts, if the most similar one comes early.
  for (const candidate of possibleOf(typed, candidates, limit)) {
    if (best !== undefined && candidate.bound > best.distance) break;
    const distance = editDistance(typed, candidate.lowerCase, best === undefined ? limit : best.distance + 1);
    const isBetter =
      best === undefined
        ? distance < limit
        : distance < best.distance || (distance === best.distance && candidate.index < best.candidate.index);
    if (isBetter) best = { candidate, distance };
  }
  return best?.candidate.name;
};

/** The candidates whose distance may be below the limit, those that may be most similar first. */
const possibleOf = (typed: string, candidates: Iterable<string>, limit: number): readonly Candidate[] => {
  const possible: Candidate[] = [];
  const counts = new Int16Array(letterKinds);
  for (let at = 0; at < typed.length; at++) addTo(counts, kindAt(typed, at), 1);
  const left = new Int16Array(letterKinds);
  let index = 0;
  for (const name of candidates) {
    const lowerCase = name.slice(0, maxLength).toLowerCase();
    index++;
    if (Math.abs(lowerCase.length - typed.length) >= limit) continue;
    left.set(counts);
    const bound = unmatchedLetters(typed.length, lowerCase, left);
    if (bound < limit) possible.push({ name, lowerCase, index, bound });
  }
  return possible.sort((one, other) => one.bound - other.bound);
};

/** Letters are told apart by the last bits of their codes. */
const letterKinds = 64;
const addTo = (counts: Int16Array, kind: number, amount: number): void => {
  counts[kind] = (counts[kind] as number) + amount;
};
const kindAt = (text: string, at: number): number => text.charCodeAt(at) % letterKinds;

/** How many letters one text has and the other has not, in any order: no distance is smaller. `left`: the letters of the typed text, which are used up. */
const unmatchedLetters = (typedLength: number, text: string, left: Int16Array): number => {
  let unmatched = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = kindAt(text, at);
    if ((left[kind] as number) > 0) addTo(left, kind, -1);
    else unmatched++;
  }
  return Math.max(unmatched, typedLength - (text.length - unmatched));
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
 * those near the diagonal, in rows that follow such a cell. A document may have thousands of names. The lengths must differ by less than `limit`.
 */
const editDistance = (whole: string, otherWhole: string, limit: number): number => {
  const [left, right] = withoutCommonEnds(whole, otherWhole);
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

/** Both texts without what they begin with and end in. It adds nothing to their distance. */
const withoutCommonEnds = (left: string, right: string): readonly [string, string] => {
  const length = Math.min(left.length, right.length);
  let start = 0;
  while (start < length && left[start] === right[start]) start++;
  let end = 0;
  while (end < length - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  return [left.slice(start, left.length - end), right.slice(start, right.length - end)];
};
