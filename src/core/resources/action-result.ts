/** What an operation came to in what a world remembers: how it is shown is decided by the content that is answered with. */

import type { Step } from '../exchange.ts';
import type { JsonObject } from '../primitives/json.ts';
import type { Refusal } from '../request/refusal.ts';
import type { Binding, ListBinding, View } from '../service/binding.ts';
import type { ItemMemo } from '../state/collection.ts';
import type { Change } from '../state/state.ts';
import type { Page } from './page.ts';

export type Action = Done | { readonly type: 'refused'; readonly refusal: Refusal };

export interface Done {
  readonly type: 'done';
  readonly shown: Shown;
  readonly changes: readonly Change[];
  readonly step: Step;
  /** Whether there is an item now that was not there before. */
  readonly isCreated: boolean;
}

export type Shown =
  | {
      readonly type: 'item';
      readonly action: Exclude<Binding['action'], 'list'>;
      readonly item: ShownItem;
      readonly view: View;
    }
  | { readonly type: 'page'; readonly page: Page; readonly binding: ListBinding };

export interface ShownItem {
  readonly key: string;
  readonly value: JsonObject;
  readonly memo: ItemMemo;
}

export const refusedWith = (refusal: Refusal): Action => ({ type: 'refused', refusal });
