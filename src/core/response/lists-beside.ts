/** Lists beside an item, or beside a list, whose items other collections have: `{ book, chapters, tags }`. */

import { type Json, setAt } from '../primitives/json.ts';
import type { ListBeside } from '../service/binding.ts';
import type { Content, ParameterValues } from '../service/operation.ts';
import type { Collection, KeyedItem } from '../state/collection.ts';
import type { State } from '../state/state.ts';
import type { ResponseBody } from './write-response.ts';

export interface FoundBeside extends ListBeside {
  /** What is there; undefined leaves the response as it is. */
  readonly show: (about: readonly KeyedItem[], collection: Collection, around: Around) => Json | undefined;
}

interface Around {
  readonly state: State;
  readonly parameters: ParameterValues;
}

interface Shown extends Around {
  /** The item, or those of the page. */
  readonly about: readonly KeyedItem[];
  readonly content: Content;
}

export const putListsBeside = (body: ResponseBody, lists: readonly ListBeside[], shown: Shown): ResponseBody => {
  const { about, content, state } = shown;
  let { value } = body;
  let problems: number | undefined;
  for (const list of lists) {
    const collection = state.collections.get(list.collection);
    if (collection === undefined) continue;
    const found = (list as FoundBeside).show(about, collection, shown);
    if (found === undefined) continue;
    const next = setAt(value, list.path, found);
    const wrong = content.check(next).length;
    problems ??= content.check(value).length;
    if (wrong <= problems) [value, problems] = [next, wrong];
  }
  return value === body.value ? body : { ...body, value, written: undefined, problems: undefined };
};
