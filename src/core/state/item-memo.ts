/** Caches of an item: its JSON text, its problems and its projections. */

import { type Json, stringifyJson } from '../primitives/json.ts';
import type { StepBudget } from '../primitives/step-budget.ts';
import { utf8Length } from '../primitives/utf8.ts';
import type { Check, Problem } from '../service/check.ts';
import type { Projection } from '../service/collection-facts.ts';

export interface ItemMemo {
  text: string | undefined;
  /** The length of the text in UTF-8. */
  byteLength: number;
  /** The result of `checkedBy`. */
  problems: readonly Problem[];
  checkedBy: Check | undefined;
  /** The representations under the projections of operations. */
  projected: WeakMap<Projection, Projected> | undefined;
}

/** An item as a response shows it. */
export interface ProjectedItem {
  readonly value: Json;
  readonly memo: ItemMemo;
}

export interface Projected extends ProjectedItem {
  /** The seed of the generated properties: another world may share the item but not the seed. */
  readonly seed: number;
  readonly now: number;
  /** The collections with the items that it shows: another world may have changed them. */
  readonly referred: readonly unknown[];
}

export const createMemo = (): ItemMemo => ({
  text: undefined,
  byteLength: 0,
  problems: noProblems,
  checkedBy: undefined,
  projected: undefined,
});

const noProblems: readonly Problem[] = [];

export const writeOnce = (memo: ItemMemo, value: Json): ItemMemo & { readonly text: string } => {
  if (memo.text === undefined) {
    memo.text = stringifyJson(value);
    memo.byteLength = utf8Length(memo.text);
  }
  return memo as ItemMemo & { readonly text: string };
};

export const checkOnce = (memo: ItemMemo, value: Json, check: Check, budget?: StepBudget): readonly Problem[] => {
  if (memo.checkedBy !== check) {
    memo.problems = check(value, budget);
    memo.checkedBy = check;
  }
  return memo.problems;
};
