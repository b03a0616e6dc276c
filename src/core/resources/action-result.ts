/** The result of an action on the state. The response content determines how it is rendered. */

import type { Step } from '../exchange.ts';
import type { JsonObject } from '../primitives/json.ts';
import type { Binding, ItemBinding, ItemView, ListBinding } from '../service/binding.ts';
import type { ItemMemo } from '../state/item-memo.ts';
import type { Change } from '../state/state.ts';
import type { Page } from './page.ts';

export interface ActionResult {
  readonly view: ActionView;
  readonly changes: readonly Change[];
  readonly step: Extract<Step, { readonly type: 'executed' }>;
  readonly isCreated: boolean;
}

export type ActionView =
  | {
      readonly type: 'item';
      readonly action: Exclude<Binding['action'], 'list'>;
      readonly item: ResultItem;
      readonly view: ItemView;
    }
  | {
      readonly type: 'items';
      readonly action: Exclude<Binding['action'], 'list'>;
      readonly items: readonly ResultItem[];
      readonly view: ItemView;
    }
  | { readonly type: 'page'; readonly page: Page; readonly binding: ListBinding };

/** The result of an operation on one item that creates none. */
export const resultOf = (
  { action, collection, view }: Pick<ItemBinding, 'action' | 'collection' | 'view'>,
  item: ResultItem,
  changes: readonly Change[],
): ActionResult => ({
  view: { type: 'item', action, item, view },
  changes,
  step: { type: 'executed', action, collection: collection.name, key: item.key },
  isCreated: false,
});

export interface ResultItem {
  readonly key: string;
  readonly value: JsonObject;
  readonly memo: ItemMemo;
}
