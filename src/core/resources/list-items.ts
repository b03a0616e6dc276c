/** Lists: filters, sorts and pages the items of a collection. */

import { type ParameterEffect, showValue } from '../exchange.ts';
import { encodePercent } from '../http/http.ts';
import { escapePointer, getProperty, type Json, nothing } from '../primitives/json.ts';
import { emptySortedMap, getFrom, type SortedMap, sizeOf, takeValues, valuesOf } from '../primitives/sorted-map.ts';
import type { Input } from '../request/read-input.ts';
import { type Refusal, refuseAt } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ListBinding, SortTerm } from '../service/binding.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import { isDocumented } from '../service/operation.ts';
import type { PageFact } from '../service/page-fact.ts';
import { isSorting, pagingIndexes } from '../service/parameter-effects.ts';
import {
  byOrder,
  type Collection,
  findItem,
  hasStated,
  type Item,
  indexText,
  itemsWith,
  parentIndex,
} from '../state/collection.ts';
import { emptyReason } from '../state/empty-reason.ts';
import { anyParent, joinParents, parentKeyOf, splitKey } from '../state/item-key.ts';
import { type Counter, maxAtOnce, scanItems } from '../state/scan.ts';
import type { ActionResult } from './action-result.ts';
import { type Condition, conditionsOf, containsText, keptBy } from './filter.ts';
import {
  aroundOf,
  type FindItem,
  type Ordered,
  orderedItems,
  orderedMap,
  type Page,
  pagingOf,
  sizeOfPage,
  startOfPage,
  toItem,
  type Window,
  windowOf,
} from './page.ts';
import { termsOf } from './sort.ts';
import { finishSort, sortItems, sortSource } from './sort-items.ts';
import { findById, type ListTarget, shownUnder } from './target.ts';

interface ListCall {
  readonly context: RequestContext;
  readonly binding: ListBinding;
  readonly target: ListTarget;
  readonly input: Input;
}

export const listItems = (
  context: RequestContext,
  declared: ListBinding,
  target: ListTarget,
  input: Input,
): ActionResult | Refusal => {
  const { parameters } = input;
  const paging = pagingOf(declared.paging, parameters, context.parameters);
  const binding = paging === declared.paging ? declared : { ...declared, paging };
  const size = sizeOfPage(paging, parameters);
  const start = startOfPage(paging, parameters, size);
  const requested: Window = { start, end: start + (size ?? Number.POSITIVE_INFINITY) };
  const call: ListCall = { context, binding, target, input };
  const { ordered, counts } = selectItems(call, requested.end + 1);
  const window = findWindow(call, ordered, requested);
  if ('kind' in window) return window;
  const page: Page = {
    ...itemsIn(window, ordered, target),
    start: window.start,
    total: ordered.size,
    size,
    terms: ordered.terms,
    around: aroundOf(paging, window, ordered, size),
  };
  if (sizeOf(target.collection.items) === 0) addEmptyStep(context, target.collection.spec);
  if (context.request.query !== '') addParameterSteps(context, declared, page, counts);
  return {
    view: { type: 'page', page, binding },
    changes: nothing,
    step: { type: 'executed', action: 'list', collection: target.collection.spec.name, key: undefined },
    isCreated: false,
  };
};

const addEmptyStep = ({ state, steps }: RequestContext, spec: CollectionSpec) => {
  const reason = emptyReason(spec, (name) => state.collections.get(name)?.spec);
  if (reason !== undefined) steps.push({ type: 'empty', collection: spec.name, reason });
};

/** The items of the page, as they are shown under the parents in the path. */
const itemsIn = ({ start, end }: Window, ordered: Ordered, { target }: ListTarget): Pick<Page, 'items' | 'source'> => {
  const items = ordered.slice(start, end);
  const isOther = target !== undefined && target.shownParents.length > 0;
  return isOther ? { items: items.map((item) => shownUnder(target, item)) } : { items, source: ordered.source };
};

/** The number of items that a filter tested, and of those that matched; by the index of the parameter. */
type FilterCounts = ReadonlyMap<number, FilterCount>;

interface FilterCount extends Counter {
  isPartial: boolean;
}

const noCounts: FilterCounts = new Map();

export type ParameterUses = Pick<ListBinding, 'paging'> & Partial<Pick<ListBinding, 'sort' | 'view'>>;

export const addParameterSteps = (
  { operation, parameters, steps }: RequestContext,
  uses: ParameterUses,
  page: Page,
  counts: FilterCounts = noCounts,
): void => {
  for (let index = 0; index < parameters.length; index++) {
    const sent = parameters[index];
    const parameter = operation?.parameters[index];
    // The properties of an object that selects a page have their own effects.
    if (sent === undefined || parameter?.in !== 'query' || parameter.parts !== undefined || !('value' in sent))
      continue;
    const effect = effectOf(index, uses, page, counts.get(index));
    steps.push({ type: 'parameter', parameter: `${parameter.name}=${showSent(sent.value)}`, effect });
  }
};

const noEffect: ParameterEffect = { type: 'none' };

const effectOf = (
  index: number,
  { paging, sort, view }: ParameterUses,
  { start, items, terms }: Page,
  count: FilterCount | undefined,
): ParameterEffect => {
  if (count !== undefined) {
    const { matched, tested, isPartial } = count;
    return { type: 'filter', matched, tested, isPartial };
  }
  if (isSorting(sort, index)) return { type: 'sort', terms: terms.map(showTerm) };
  if (view?.fields?.some(({ parameter }) => parameter === index)) return { type: 'select' };
  if (!pagingIndexes(paging).includes(index)) return noEffect;
  return { type: 'page', start, count: items.length };
};

const showTerm = ({ property = 'creation', isDescending }: SortTerm) => `${isDescending ? '-' : ''}${property}`;

const showSent = (value: Json): string => {
  if (typeof value === 'string') return value.slice(0, shownLength);
  return Number.isSafeInteger(value) ? String(value) : showValue(value);
};

/** The length in characters to which a value in a message is cut. */
const shownLength = 80;

/** `requested`: the window of the requested page size, without a cursor. */
const findWindow = (call: ListCall, ordered: Ordered, requested: Window): Window | Refusal => {
  const { context, input } = call;
  const { paging } = call.binding;
  if (paging?.style !== 'cursor') return requested;
  const { collection, target } = call.target;
  const { spec } = collection;
  const findAt: FindItem = (cursor) => {
    if (typeof cursor === 'number') return getFrom(collection.items, cursor);
    return target === undefined ? findItem(collection, cursor) : findById(target, cursor);
  };
  const window = windowOf(paging, input.parameters, requested.end - requested.start, ordered, findAt);
  if (!('unknown' in window)) return window;
  if (context.state.rules.requests === 'report') return requested;
  const { operation } = context;
  // Behind a cursor that no page gave, there is nothing, unless the document describes the error.
  if (operation !== undefined && ![400, 422].some((status) => isDocumented(operation, status)))
    return { start: ordered.size, end: ordered.size };
  const name = operation?.parameters[window.unknown]?.name;
  return refuseAt('parameter', 'query', {
    pointer: `/${escapePointer(String(name))}`,
    rule: 'cursor',
    message: `is not a valid cursor for ${spec.localName}`,
  });
};

/** The tests of the items in the source, and what those of parameters count. `plain`: tests that come first. */
const testsOf = (
  { context, binding, target: { collection }, input: { parameters } }: ListCall,
  conditions: readonly Condition[],
  plain: readonly Test['matches'][],
): { readonly tests: readonly Test[]; readonly counts: Map<number, FilterCount> } => {
  const { stated, owned = nothing, search } = binding;
  const tests: Test[] = plain.map((matches) => ({ matches }));
  const counts = new Map<number, FilterCount>();
  const addTest = (parameter: number, matches: Test['matches']) => {
    const count: FilterCount = { tested: 0, matched: 0, isPartial: false };
    counts.set(parameter, count);
    tests.push({ matches, count });
  };
  if (stated !== undefined) tests.push({ matches: ({ value }) => hasStated(stated, value) });
  const matches = keptBy(context, binding, collection);
  if (matches !== undefined) tests.push({ matches });
  for (const { filter, matches } of conditions) addTest(filter.parameter, ({ value }) => matches(value));
  for (const { parameter, collection: name, properties } of owned) {
    const value = parameters[parameter];
    const other = value === undefined ? undefined : context.state.collections.get(name);
    if (other === undefined) continue;
    const keys = ownersIn(other, properties, String(value));
    addTest(parameter, (item) => keys.has(keyAbove(collection.spec, item)));
  }
  const part = search === undefined ? undefined : parameters[search];
  if (typeof part === 'string' && part !== '') {
    const searchText = part.toLowerCase();
    addTest(search as number, ({ value }) => containsText(value, searchText));
  }
  return { tests, counts };
};

/** The matching items in order: all of them if that is cheap or needed, otherwise at least the first `max`. */
const selectItems = (call: ListCall, max: number): { readonly ordered: Ordered; readonly counts: FilterCounts } => {
  const { context, binding, input } = call;
  const { collection, target, within = nothing } = call.target;
  const values = binding.valuesIn?.(collection.items);
  if (values !== undefined) return { ordered: orderedItems(values.map(toItem('id')), []), counts: noCounts };
  const hasParents = target !== undefined && target.parents.length > 0;
  const parentKeys = hasParents ? target.scopes.map(joinParents) : [];
  const ofParents = hasParents ? itemsUnder(collection, parentKeys) : collection.items;
  const conditions = conditionsOf(binding.filters, input.parameters, context.parameters);
  const { source, applied } = smallestSource(collection, ofParents, conditions);
  const plain: Test['matches'][] = [];
  if (hasParents && source !== ofParents)
    plain.push(({ key }) => parentKeys.some((parentKey) => key.startsWith(`${parentKey},`)));
  if (within.length > 0) plain.push(({ key }) => isWithin(collection.spec, key, within));
  const left = applied === undefined ? conditions : conditions.filter((condition) => condition !== applied);
  const { tests, counts } = testsOf(call, left, plain);
  if (applied !== undefined)
    counts.set(applied.filter.parameter, {
      tested: sizeOf(collection.items),
      matched: sizeOf(source),
      isPartial: false,
    });
  const terms = termsOf(binding.sort, input.parameters);
  const accepts = (item: Item) => tests.every((test) => testAndCount(test, item));
  const take = (limit: number): readonly Item[] =>
    context.scan === undefined || sizeOf(source) <= maxAtOnce
      ? takeValues(source, limit, accepts)
      : scanItems(source, limit, accepts, [...counts.values()], context.scan);
  if (terms.length > 0) {
    // Sorting a part of many items is quicker, and the test of the sorted items cannot pause.
    if (tests.length > 0 && sizeOf(source) > maxAtOnce) {
      const known = finishSort(terms, context.scan);
      const found = take(Number.POSITIVE_INFINITY);
      const isMatch = (item: Item) => tests.every(({ matches }) => matches(item));
      const { items } = sortItems({ source, accepts: isMatch, take: () => found }, terms, context.scan, known);
      return { ordered: orderedItems(items, terms), counts };
    }
    const name = JSON.stringify([terms, applied?.property, applied?.texts ?? parentKeys]);
    const sorted = sortSource(collection, { source, name }, terms, context.scan);
    return { ordered: orderedItems(tests.length === 0 ? sorted : sorted.filter(accepts), terms), counts };
  }
  const named = conditions.find(
    ({ property, texts }) => property === collection.spec.idProperty && texts !== undefined,
  );
  if (named !== undefined && binding.paging?.style !== 'cursor')
    return { ordered: orderedItems(inOrderOf(named, take(Number.POSITIVE_INFINITY)), []), counts };
  if (tests.length === 0) return { ordered: orderedMap(source), counts };
  const isTotalNeeded = binding.paging?.style === 'cursor' || needsTotal(binding);
  const found = take(isTotalNeeded ? Number.POSITIVE_INFINITY : max);
  const isPartial = !isTotalNeeded && found.length >= max;
  for (const [parameter, own] of counts) own.isPartial = isPartial && parameter !== applied?.filter.parameter;
  return { ordered: orderedItems(found, []), counts };
};

/** The items in the order in which a request names their ids. */
const inOrderOf = ({ property, texts = new Set() }: Condition, items: readonly Item[]): readonly Item[] => {
  const places = new Map([...texts].map((text, place) => [text, place]));
  const placeOf = ({ value }: Item): number => places.get(String(getProperty(value, property))) ?? 0;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
};

/** The key of an item, as the keys of items below it contain it. */
export const keyAbove = ({ parents }: CollectionSpec, { key }: Item): string =>
  parents.length > 0 ? key : encodePercent(key);

/** The keys above the items that have this value in one of the properties. */
const ownersIn = ({ items, spec }: Collection, properties: readonly string[], text: string): ReadonlySet<string> =>
  new Set(
    [...valuesOf(items)]
      .filter(({ value }) => properties.some((name) => indexText(getProperty(value, name)) === text))
      .map(({ key }) => parentKeyOf(spec, key)),
  );

/** Whether the outermost parents of the item are these, or any. */
const isWithin = (spec: CollectionSpec, key: string, within: readonly string[]) => {
  const { parents } = splitKey(spec, key);
  return within.every((text, index) => parents[index] === text || parents[index] === anyParent);
};

interface Test {
  readonly matches: (item: Item) => boolean;
  readonly count?: FilterCount;
}

const testAndCount = ({ matches, count }: Test, item: Item): boolean => {
  const isMatch = matches(item);
  if (count !== undefined) {
    count.tested++;
    if (isMatch) count.matched++;
  }
  return isMatch;
};

/** The items under any of the parents, in creation order. */
export const itemsUnder = (collection: Collection, parentKeys: readonly string[]): SortedMap<number, Item> => {
  const groups = parentKeys.map((key) => itemsWith(collection, parentIndex, key)).filter((group) => sizeOf(group) > 0);
  if (groups.length < 2) return groups[0] ?? emptySortedMap();
  return byOrder(groups.flatMap((group) => [...valuesOf(group)]).sort((left, right) => left.order - right.order));
};

/** The smallest indexed set that contains all matching items. */
const smallestSource = (
  collection: Collection,
  ofParents: SortedMap<number, Item>,
  conditions: readonly Condition[],
): { readonly source: SortedMap<number, Item>; readonly applied: Condition | undefined } => {
  let source = ofParents;
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

const factsWithTotal: ReadonlySet<PageFact> = new Set([
  'total',
  'range',
  'pages',
  'last-url',
  'links',
  'link-list',
  'link-map',
  'page-links',
]);

const needsTotal = ({ view }: ListBinding) =>
  view.count !== undefined || [...view.facts, ...view.headers].some(({ fact }) => factsWithTotal.has(fact));
