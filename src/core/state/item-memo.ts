/** Caches the JSON text and the problems of an item. */

import { type Json, stringifyJson } from '../primitives/json.ts';
import { utf8Length } from '../primitives/utf8.ts';
import type { Check, Problem } from '../service/check.ts';
import type { ItemMemo } from '../state/collection.ts';

/** The memo, with the JSON text of the value. */
export const writeOnce = (memo: ItemMemo, value: Json): ItemMemo & { readonly text: string } => {
  if (memo.text === undefined) {
    memo.text = stringifyJson(value);
    memo.byteLength = utf8Length(memo.text);
  }
  return memo as ItemMemo & { readonly text: string };
};

export const checkOnce = (memo: ItemMemo, value: Json, check: Check): readonly Problem[] => {
  if (memo.checkedBy !== check) {
    memo.problems = check(value);
    memo.checkedBy = check;
  }
  return memo.problems;
};
