/** Operations on many items in one request: all are changed, or none. */

import { isJsonObject, type Json, jsonLength, pointerTo, setAt, valueAt } from '../primitives/json.ts';
import { valuesOf } from '../primitives/sorted-map.ts';
import { maxStepsToFit, OutOfSteps, StepBudget } from '../primitives/step-budget.ts';
import type { Input } from '../request/read-input.ts';
import { type Refusal, refuse } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { CreateBinding, Filter, ItemBinding, Many } from '../service/binding.ts';
import { hasStated, type Item } from '../state/collection.ts';
import { deletionOf } from '../state/delete-item.ts';
import { joinParents, splitKey } from '../state/item-key.ts';
import { applyChanges, type Change, type State } from '../state/state.ts';
import type { ActionResult, ActionView, ResultItem } from './action-result.ts';
import { keptBy, selectionOf } from './filter.ts';
import { idNameOf } from './item-steps.ts';
import { itemsUnder } from './list-items.ts';
import type { Target } from './target.ts';

/** The length of the JSON texts that one request may change: a short body can name a large item thousands of times. */
const maxChangedTogether = 16 * 1_048_576;
const tooLargeTogether = `makes the changed items, together, larger than ${maxChangedTogether / 1_048_576} MiB`;

type ManyBinding = (ItemBinding | CreateBinding) & { readonly bulk: Many };

export const isOnMany = (binding: ItemBinding | CreateBinding): binding is ManyBinding => binding.bulk !== undefined;

/** Later elements see the changes of earlier ones. Of ids that are to be deleted, unknown ones are skipped. @throws OutOfSteps */
export const actOnMany = (
  context: RequestContext,
  binding: ManyBinding,
  target: Target,
  input: Input,
  actOnOne: (context: RequestContext, input: Input) => ActionResult | Refusal,
): ActionResult | Refusal => {
  const { bulk } = binding;
  const isDeletion = binding.action === 'delete';
  const kept = keptBy(context, binding, target.collection);
  const stated = bulk.in === 'collection' ? bulk.stated : undefined;
  const keeps = (item: Item) => hasStated(stated, item.value) && kept?.(item) !== false;
  const select = (filters: readonly Filter[]) => itemsOf(target, selectionOf(filters, input.parameters), keeps);
  const selected = bulk.in === 'collection' ? select(bulk.filters) : [];
  if (bulk.in === 'collection' && isDeletion) {
    const deletions = selected.flatMap(({ key }) => deletionOf(context.state, target.collection, key));
    return done(binding, selected, deletions);
  }
  const { path = [], isAll, isOrder, each } = inBody(bulk);
  const { body = null } = input;
  // A body without the list leaves it as it is.
  if (isAll && isJsonObject(body) && valueAt(body, path) === undefined) return done(binding, select([]), []);
  const { name, list, bodyFor } = elementsOf(context, binding, selected, input);
  if (!Array.isArray(list)) return refuse('body', `${name} must be a list`);
  const state = { ...context.state, collections: context.state.collections.copy() };
  const items: ResultItem[] = [];
  const changes: Change[] = [];
  const fitting = new StepBudget(maxStepsToFit);
  let length = 0;
  // A single item is as large as a single item may be.
  const isTooLarge = ({ value }: ResultItem, index: number) => {
    length += jsonLength(value, maxChangedTogether);
    return length > maxChangedTogether && index > 0;
  };
  for (const [index, element] of (list as readonly Json[]).entries()) {
    const result = actOnOne({ ...context, state, fitting }, { ...input, body: bodyFor(element, index) });
    if ('kind' in result) {
      const maySkip = isDeletion ? bulk.in === 'body' || list.length > 1 : bulk.in === 'collection';
      if (maySkip && result.kind === 'no-item') continue;
      return bulk.in === 'collection' ? result : refusalAt(result, `${name}[${index}]`, pointerTo([...path, index]));
    }
    const { item } = result.view as Extract<ActionView, { type: 'item' }>;
    if (!isDeletion && isTooLarge(item, index)) return refuse('body', `${name}[${index}] ${tooLargeTogether}`);
    // What is not checked any more could be anything.
    if (fitting.left < 0) throw new OutOfSteps();
    applyChanges(state, result.changes);
    // A deletion may have more changes than a call may have arguments.
    for (const change of result.changes) changes.push(change);
    items.push(item);
  }
  if (isAll || isOrder) {
    const before = select([]);
    const all = isOrder ? withRest(items, before, each?.position) : items;
    for (const change of changesTo(all, before, context.state, target)) changes.push(change);
  }
  const { view } = binding;
  return done(each === undefined ? binding : { ...binding, view: { ...view, path: each.at } }, items, changes);
};

/** The refusal of one element, whose place it names. */
const refusalAt = (refusal: Refusal, name: string, at: string): Refusal => ({
  ...refusal,
  message: refusal.message.replace(/^body\b/, name),
  mistakes: refusal.mistakes?.map((one) => ({ ...one, pointer: `${at}${one.pointer}` })),
});

const inBody = (bulk: Many): Partial<Extract<Many, { in: 'body' }>> => (bulk.in === 'body' ? bulk : {});

/** The elements of a request, what messages call them, and the body about one of them. `selected`: what its filters select. */
const elementsOf = (
  context: RequestContext,
  { action, collection, mapping, bulk }: ManyBinding,
  selected: readonly Item[],
  input: Input,
) => {
  const { path = [], each } = inBody(bulk);
  const { body = null } = input;
  const shared = bulk.in === 'collection' && isJsonObject(body) ? body : {};
  const idName = idNameOf(collection) ?? 'id';
  const others = path.length === 0 ? {} : setAt(body, path, undefined);
  const asItem = (element: Json, index: number): Json => {
    const own = setAt(others, each ? [...mapping.path, each.property] : [idName], element);
    return each?.position === undefined ? own : setAt(own, [...mapping.path, each.position], index + 1);
  };
  return {
    name:
      bulk.in === 'parameter'
        ? (context.operation?.parameters[bulk.parameter]?.name as string)
        : ['body', ...path].join('.'),
    list:
      bulk.in === 'collection'
        ? selected.map(({ key }) => splitKey(collection, key).id as string)
        : (listIn(bulk, input) ?? (action === 'delete' || isJsonObject(body) ? [] : undefined)),
    bodyFor: (element: Json, index: number): Json => {
      const own = isJsonObject(element) || Array.isArray(element) ? element : asItem(element, index);
      return isJsonObject(own) ? { ...shared, ...own } : own;
    },
  };
};

/** The items in a new order, and behind them those that it does not name. */
const withRest = (items: readonly ResultItem[], before: readonly Item[], position?: string): readonly ResultItem[] => {
  const named = new Set(items.map(({ key }) => key));
  return [...items, ...before.filter(({ key }) => !named.has(key))].map((one, index) =>
    position ? { ...one, value: { ...one.value, [position]: index + 1 } } : one,
  );
};

/** The changes that make the sent items the whole list, in their order. */
const changesTo = (
  sent: readonly ResultItem[],
  before: readonly Item[],
  state: State,
  { collection }: Target,
): readonly Change[] => {
  const last = new Map(sent.map((item) => [item.key, item]));
  const removed = before.filter(({ key }) => !last.has(key)).flatMap(({ key }) => deletionOf(state, collection, key));
  const known = before.filter(({ key }) => last.has(key)).map(({ key }) => key);
  const keys = [...last.keys()];
  if (known.every((key, index) => key === keys[index])) return removed;
  // An item that is put keeps its place, unless it is deleted first.
  const { name } = collection.spec;
  return [
    ...removed,
    ...keys.map((key): Change => ({ type: 'delete', collection: name, key })),
    ...[...last.values()].map(({ key, value }): Change => ({ type: 'put', collection: name, key, value })),
  ];
};

const listIn = (bulk: Exclude<Many, { in: 'collection' }>, { body, parameters }: Input): Json | undefined => {
  if (bulk.in === 'body') return body === undefined ? undefined : valueAt(body, bulk.path);
  const sent = parameters[bulk.parameter];
  return typeof sent === 'string' ? sent.split(',').map((id) => id.trim()) : Array.isArray(sent) ? sent : [sent ?? ''];
};

const itemsOf = (
  { collection, scopes }: Target,
  isSelected: ReturnType<typeof selectionOf>,
  keeps: (item: Item) => boolean,
): readonly Item[] => {
  const hasParents = collection.spec.parents.length > 0;
  const all = hasParents ? itemsUnder(collection, scopes.map(joinParents)) : collection.items;
  return [...valuesOf(all)].filter((item) => isSelected(item.value) && keeps(item));
};

const done = (
  { action, collection, view }: ItemBinding | CreateBinding,
  items: readonly ResultItem[],
  changes: readonly Change[],
): ActionResult => ({
  view: { type: 'items', action, items, view },
  changes,
  step: { type: 'executed', action, collection: collection.name, key: undefined },
  isCreated: action === 'create',
});
