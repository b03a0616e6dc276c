/** The states in which things begin. */
import type { Json } from '../../core/primitives/json.ts';
import { plainName } from '../../core/primitives/words.ts';
import { wordLists } from '../words/index.ts';

/** The value, of these, with which things begin. */
export const openingIn = (values: readonly Json[]): Json | undefined =>
  wordLists.openings.all.flatMap((word) => values.find((one) => plainName(String(one)) === word) ?? [])[0];

/** The first of the states that are listed, unless things end so: `open` of `closed` and `open`. */
export const firstState = (values: readonly Json[]): Json => {
  const first = values[0] as Json;
  const isEnd = /ed$/i.test(String(first)) || wordLists.done.has(String(first));
  return (isEnd && !wordLists.openings.has(String(first)) ? openingIn(values) : undefined) ?? first;
};
