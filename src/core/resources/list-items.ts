/** Lists: which items, in which order, which page of them. */

import { type SortedMap, sizeOf, takeValues } from '../primitives/sorted-map.ts';
import type { Input } from '../request/read-input.ts';
import { type Refusal, refuse } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ListBinding, PageFact } from '../service/binding.ts';
import { type Collection, findItem, type Item, itemsWith, scopeIndex } from '../state/collection.ts';
import { joinKey, joinScope } from '../state/item-key.ts';
import { type ActionResult, refused } from './action-result.ts';
import { type Condition, conditionsOf, containsText } from './filter.ts';
import {
  type FindPlace,
  type Ordered,
  orderedItems,
  orderedMap,
  type Page,
  sizeOfPage,
  startOfPage,
  type Window,
  windowOf,
} from './page.ts';
import { placeOf, type SortTerm, sortItems, termsOf } from './sort.ts';

/** `parents`: what the items are inside of; undefined: items of all scopes are listed. */
export const listItems = (
  call: RequestContext,
  binding: ListBinding,
  collection: Collection,
  parents: readonly string[] | undefined,
  input: Input,
): ActionResult => {
  const { parameters } = input;
  const size = sizeOfPage(binding.paging, parameters);
  const start = startOfPage(binding.paging, parameters, size);
  const ordered = select(call, collection, binding, parents, input, start + (size ?? Number.POSITIVE_INFINITY) + 1);
  const asked: Window = { start, end: start + (size ?? Number.POSITIVE_INFINITY) };
  const window = findWindow(call, binding, collection, parents, input, ordered, asked);
  if ('kind' in window) return refused(window);
  const items = ordered.slice(window.start, window.end);
  const page: Page = { items, start: window.start, total: ordered.size, size, terms: ordered.terms };
  return {
    type: 'done',
    shown: { type: 'page', page, binding },
    changes: [],
    step: { type: 'acted', action: 'list', collection: collection.spec.name, key: undefined },
    isCreated: false,
  };
};

const findWindow = (
  call: RequestContext,
  { paging }: ListBinding,
  collection: Collection,
  parents: readonly string[] | undefined,
  { parameters }: Input,
  ordered: Ordered,
  asked: Window,
): Window | Refusal => {
  if (paging?.style !== 'cursor') return asked;
  const { spec } = collection;
  const findPlace: FindPlace = (id) => {
    const item = findItem(collection, parents === undefined ? id : joinKey(spec, { parents, id }));
    return item && placeOf(item, ordered.terms);
  };
  const window = windowOf(paging, parameters, asked.end - asked.start, ordered, findPlace);
  if (!('unknown' in window)) return window;
  if (call.state.rules.requests === 'report') return asked;
  const name = call.operation?.parameters[window.unknown]?.name;
  return refuse('parameter', `query.${name} names no place in ${spec.name}`);
};

/** All items of the list where that costs nothing or is needed; else at least `most` of them where there are so many. */
const select = (
  call: RequestContext,
  collection: Collection,
  binding: ListBinding,
  parents: readonly string[] | undefined,
  input: Input,
  most: number,
): Ordered => {
  const scope = parents === undefined || parents.length === 0 ? undefined : joinScope(parents);
  const scoped = scope === undefined ? collection.items : itemsWith(collection, scopeIndex, scope);
  const conditions = conditionsOf(binding, input.parameters, call.parameters());
  const { source, applied } = smallestSource(collection, scoped, conditions);
  const tests: ((item: Item) => boolean)[] = [];
  if (scope !== undefined && source !== scoped) tests.push(({ key }) => key.startsWith(`${scope},`));
  for (const condition of conditions) if (condition !== applied) tests.push(({ value }) => condition.matches(value));
  const part = binding.search === undefined ? undefined : input.parameters[binding.search];
  if (typeof part === 'string' && part !== '') {
    const wanted = part.toLowerCase();
    tests.push(({ value }) => containsText(value, wanted));
  }
  const terms = termsOf(binding.sort, input.parameters);
  const accepts = (item: Item): boolean => tests.every((test) => test(item));
  if (terms.length > 0) {
    const sorted = sortOnce(collection, source, terms);
    return orderedItems(tests.length === 0 ? sorted : sorted.filter(accepts), terms);
  }
  if (tests.length === 0) return orderedMap(source);
  const isCounted = binding.paging?.style === 'cursor' || saysTotal(binding);
  return orderedItems(takeValues(source, isCounted ? Number.POSITIVE_INFINITY : most, accepts), []);
};

/** So many orders are remembered of the same items. */
const maxOrders = 8;

/** The items in this order, found once for as long as none of them changes. */
const sortOnce = (
  { sorted }: Collection,
  source: SortedMap<number, Item>,
  terms: readonly SortTerm[],
): readonly Item[] => {
  const orders = sorted.get(source) ?? new Map<string, readonly Item[]>();
  const name = JSON.stringify(terms);
  const items =
    orders.get(name) ??
    sortItems(
      takeValues(source, Number.POSITIVE_INFINITY, () => true),
      terms,
    );
  sorted.set(source, orders.set(name, items));
  if (orders.size > maxOrders) orders.delete(orders.keys().next().value as string);
  return items;
};

/** The fewest items that are sure to hold all that match, so that the cost is flat. */
const smallestSource = (
  collection: Collection,
  scoped: SortedMap<number, Item>,
  conditions: readonly Condition[],
): { readonly source: SortedMap<number, Item>; readonly applied: Condition | undefined } => {
  let source = scoped;
  let applied: Condition | undefined;
  for (const condition of conditions) {
    const { property, texts = [] } = condition;
    const [text, ...others] = texts;
    if (text === undefined || others.length > 0 || !collection.indexes.has(property)) continue;
    const candidates = itemsWith(collection, property, text);
    const isSmaller = sizeOf(candidates) < sizeOf(source) || (source === collection.items && applied === undefined);
    if (isSmaller) [source, applied] = [candidates, condition];
  }
  return { source, applied };
};

const needTotal: ReadonlySet<PageFact> = new Set(['total', 'pages', 'last-url', 'links', 'link-list']);

const saysTotal = ({ view }: ListBinding): boolean =>
  [...view.facts, ...view.headers].some(({ fact }) => needTotal.has(fact));
