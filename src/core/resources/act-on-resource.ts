/** Executes a bound operation: finds the item or the list, and performs the action. */

import {
  escapePointer,
  getMember,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  setAt,
  valueAt,
} from '../primitives/json.ts';
import { mergePatch } from '../primitives/json-patch.ts';
import { OutOfSteps } from '../primitives/step-budget.ts';
import { cutText } from '../primitives/units.ts';
import type { Input } from '../request/read-input.ts';
import { type Refusal, refuse, refuseAt } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Binding, CreateBinding, ItemBinding, ListBinding, Many } from '../service/binding.ts';
import { missing } from '../service/check.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import { isDocumented } from '../service/operation.ts';
import { type Collection, findElsewhere, type Item } from '../state/collection.ts';
import { deletionOf } from '../state/delete-item.ts';
import { anyParent, idText, isSingleAnywhere, joinKey, typedId } from '../state/item-key.ts';
import { type ActionResult, type ResultItem, resultOf } from './action-result.ts';
import { changeItem } from './change-item.ts';
import { type Creation, createItem, noFreeId } from './create-item.ts';
import { keptBy, selectionOf } from './filter.ts';
import { idNameOf, innerIdPath } from './item-steps.ts';
import { listItems } from './list-items.ts';
import { callerId, withMaker } from './maker.ts';
import { actOnMany, isOnMany } from './many-items.ts';
import { parametersAndSent, readRequestProperties, requestPointer } from './request-properties.ts';
import {
  defaultSingleton,
  type FoundNamed,
  findAddressed,
  findById,
  itemAt,
  type ListTarget,
  notFound,
  shownUnder,
  type Target,
  targetAt,
  targetWith,
} from './target.ts';

export const actOnResource = (context: RequestContext, binding: Binding, input: Input): ActionResult | Refusal => {
  try {
    return performAction(context, binding, input);
  } catch (error) {
    if (!(error instanceof OutOfSteps)) throw error;
    return refuse('body', 'request needs too many steps: it compares or changes too many values');
  }
};

const performAction = (context: RequestContext, binding: Binding, input: Input): ActionResult | Refusal => {
  const found = findTarget(context, binding, input);
  if ('kind' in found) return found;
  const { target } = found;
  // Nothing but a list is about all parents.
  if (binding.action === 'list' || target === undefined)
    return listOrFirst(context, binding as ListBinding, found, input);
  if (binding.action !== 'create')
    return actOnEach(context, binding, target, input, (step, one, at) => actOnItem(step, binding, at, one));
  return actOnEach(context, binding, target, input, (step, one, at) => {
    const result = createFromRequest(step, binding, at, one);
    const named = binding.named as FoundNamed | undefined;
    if ('kind' in result || named === undefined) return result;
    return { ...result, changes: [...result.changes, ...named.changes(step, one, named.items)] };
  });
};

const listOrFirst = (
  context: RequestContext,
  binding: ListBinding,
  found: ListTarget,
  input: Input,
): ActionResult | Refusal => {
  const listed = listItems(context, binding, found, withSent(binding, input));
  const { one } = binding.view;
  if ('kind' in listed || listed.view.type !== 'page' || one === undefined) return listed;
  const [item] = listed.view.page.items;
  const { spec } = found.collection;
  return item ? resultOf({ action: 'read', collection: spec, view: one }, item, []) : missingItem(spec, '');
};

const actOnEach = (
  context: RequestContext,
  binding: CreateBinding | ItemBinding,
  target: Target,
  input: Input,
  actOnOne: (context: RequestContext, input: Input, target: Target) => ActionResult | Refusal,
): ActionResult | Refusal => {
  if (!isOnMany(binding) || isAboutOne(binding.bulk, input)) return actOnOne(context, input, target);
  return actOnMany(context, binding, target, input, (step, one) => {
    const collection = step.state.collections.get(binding.collection.name) as Collection;
    return actOnOne(step, one, { ...target, collection });
  });
};

/** Whether the body of an operation on many items has a single one. */
const isAboutOne = (bulk: Many, { body = null }: Input) =>
  bulk.in === 'body' &&
  (bulk.each ? bulk.each.isNoList(valueAt(body, bulk.path)) : bulk.path.length === 0 && isJsonObject(body));

const withSent = ({ sent }: ListBinding, input: Input): Input =>
  sent === undefined ? input : { ...input, parameters: parametersAndSent(input, sent) };

/** A target without parents is that of a list of all parents. */
const findTarget = (context: RequestContext, binding: Binding, input: Input): ListTarget | Refusal => {
  const { state } = context;
  const collection = state.collections.get(binding.collection.name) as Collection;
  const { parentParameters } = binding;
  const missing = missingOwner(context, binding, input);
  if (missing !== undefined) return missing;
  if (parentParameters === undefined) {
    const { caller } = binding as ListBinding;
    const found = caller && subjectOf(context, caller.binding, input);
    const user = found === undefined || 'kind' in found ? undefined : found.item?.value;
    const id = user && idText(getProperty(user, caller?.id as string));
    const target = id === undefined ? undefined : targetAt(state, collection, [id]);
    return target !== undefined && 'kind' in target ? target : { collection, target };
  }
  const path = parentParameters.map((position) => String(input.parameters[position]));
  if (path.length < collection.spec.parents.length && binding.action === 'list')
    return { collection, target: undefined, within: path };
  if (path.length < collection.spec.parents.length)
    return findAnywhere(collection, binding as ItemBinding, path, input);
  const target = targetAt(state, collection, path);
  return 'kind' in target ? target : { collection, target };
};

const missingOwner = (context: RequestContext, { owner }: Binding, { parameters }: Input): Refusal | undefined => {
  if (owner === undefined) return undefined;
  const collection = context.state.collections.get(owner.collection.name) as Collection;
  const path = owner.parameters.map((position) => String(parameters[position]));
  const item = itemAt(context.state, collection, path);
  if ('kind' in item) return item;
  return keptBy(context, owner, collection)?.(item) === false ? missingItem(collection.spec, item.key) : undefined;
};

const findAnywhere = (
  collection: Collection,
  binding: ItemBinding,
  path: readonly string[],
  input: Input,
): ListTarget | Refusal => {
  const { spec } = collection;
  const id = idOf(binding, input) ?? '';
  const target = targetWith(collection, path, id);
  return target === undefined
    ? missingItem(spec, joinKey(spec, { parents: spec.parents.map((_, index) => path[index] ?? anyParent), id }))
    : { collection, target };
};

/** The item that the operation is about, or the refusal without it; undefined for a list, a creation, and what the request would create. */
export const findSubject = (
  context: RequestContext,
  binding: Binding,
  input: Input,
): { readonly item: Item | undefined } | Refusal => subjectOf(context, bindingFor(context, binding, input), input);

/** The binding to the collection that has the item, of those that may have it. */
export const bindingFor = <Own extends Binding>(context: RequestContext, binding: Own, input: Input): Own => {
  if (!('beside' in binding) || binding.beside === undefined) return binding;
  const hasItem = (one: Binding) => {
    const found = subjectOf(context, one, input);
    return !('kind' in found) && found.item !== undefined;
  };
  return ([binding, ...binding.beside] as Own[]).find(hasItem) ?? binding;
};

const subjectOf: typeof findSubject = (context, binding, input) => {
  const place = findTarget(context, binding, input);
  if ('kind' in place) return place;
  const { target } = place;
  if (target === undefined || binding.action === 'list' || binding.action === 'create') return { item: undefined };
  if (binding.bulk !== undefined) return { item: undefined };
  const found = findTargetItem(context, binding, target, input);
  if ('kind' in found || found.item !== undefined || createsMissing(binding, target.collection.spec, input))
    return found;
  return missingItem(target.collection.spec, found.key);
};

const createFromRequest = (
  context: RequestContext,
  binding: CreateBinding,
  target: Target,
  input: Input,
): ActionResult | Refusal => {
  const { spec } = target.collection;
  const requested = readRequestProperties(binding.mapping, input);
  const idName = idNameOf(spec);
  const providedId = idName === undefined ? undefined : newId(spec, getProperty(requested, idName));
  const missing = (binding.named as FoundNamed | undefined)?.missing(context, binding, input);
  if (missing !== undefined) return missing;
  const creation = { providedId, requested };
  const id = idText(providedId);
  const existing = id === undefined ? undefined : (findById(target, id) ?? findElsewhere(target.collection, id));
  if (existing !== undefined && !binding.isAssignment && !target.collection.replaceable.has(existing.key)) {
    return alreadyExists(binding, idName as string, id as string, existing);
  }
  // One that is there for every parent has another key.
  if (existing !== undefined && existing.key !== joinKey(spec, { parents: target.parents, id }))
    return createOver(context, binding, target, creation, existing);
  const inner = otherIdIn(context, spec, requested);
  const other = inner && findAddressed(target, inner.text);
  if (inner === undefined || other === undefined) return createWith(context, binding, target, creation);
  if (target.collection.replaceable.has(other.key)) return createOver(context, binding, target, { requested }, other);
  return alreadyExists(binding, inner.path, inner.text, other);
};

const alreadyExists = ({ mapping }: CreateBinding, name: string, id: string, { key }: Item): Refusal => ({
  ...refuseAt('conflict', 'body', {
    pointer: requestPointer(mapping, name),
    rule: 'unique',
    message: `${cutText(id)} already exists`,
  }),
  key,
});

/** Creates an item in place of a generated one, which has another key. */
const createOver = (
  context: RequestContext,
  binding: CreateBinding,
  target: Target,
  creation: Creation,
  { key }: Item,
): ActionResult | Refusal => {
  const result = createWith(context, binding, target, creation);
  const { name } = target.collection.spec;
  if ('kind' in result) return result;
  return { ...result, changes: [{ type: 'delete', collection: name, key }, ...result.changes] };
};

/** What identifies an item beside its id: the key of a project, where a conflict is documented. */
const otherIdIn = (
  { operation }: RequestContext,
  spec: CollectionSpec,
  requested: JsonObject,
): { readonly path: string; readonly text: string } | undefined => {
  const keys = operation !== undefined && isDocumented(operation, 409) ? spec.aliases : [];
  const all = [innerIdPath(spec) ?? keys].flat();
  const found = all.map((path) => ({ path, text: idText(getMember(requested, path)) ?? '' }));
  return found.find(({ text }) => text !== '');
};

const createWith = (
  context: RequestContext,
  binding: CreateBinding | ItemBinding,
  target: Target,
  { providedId, requested }: Creation,
): ActionResult | Refusal => {
  const { spec } = target.collection;
  const item = createItem(context, target, { providedId, requested: withMaker(context, spec, requested) });
  return item === undefined ? refuse('conflict', noFreeId(spec)) : created(binding, spec, item);
};

/** The requested id in the form that the item accepts; undefined if there is none. */
export const acceptedId = ({ idType, acceptsId }: CollectionSpec, requested: Json | undefined): Json | undefined => {
  const text = idText(requested);
  if (requested === undefined || text === undefined) return undefined;
  return [requested, typedId({ idType }, text), text].find((id) => acceptsId(id));
};

/** The UUID that clients send for one that is not set. */
const emptyId = /^(0{8}(-0{4}){3}-0{12})?$/;

/** The id of a new item. Clients send 0 for a number that is not set, and an empty text or UUID. */
const newId = (spec: CollectionSpec, requested: Json | undefined): Json | undefined => {
  const isUnset = requested === 0 ? spec.idType === 'integer' : emptyId.test(idText(requested) ?? 'none');
  return isUnset ? undefined : acceptedId(spec, requested);
};

const created = (binding: CreateBinding | ItemBinding, { name }: CollectionSpec, item: ResultItem): ActionResult => {
  const { key, value } = item;
  return {
    view: { type: 'item', action: binding.action, item, view: binding.view },
    changes: [{ type: 'put', collection: name, key, value }],
    step: { type: 'executed', action: 'create', collection: name, key },
    isCreated: true,
  };
};

interface FoundItem {
  /** A singleton has none. */
  readonly id: string | undefined;
  readonly key: string;
  readonly item: Item | undefined;
}

/** The item that the request is about, or the refusal if it has no id. */
const findTargetItem = (
  context: RequestContext,
  binding: ItemBinding,
  target: Target,
  input: Input,
): FoundItem | Refusal => {
  const { state, operation } = context;
  const { collection, parents } = target;
  const { spec } = collection;
  const id = binding.key === 'first' ? callerId(context, collection, binding, input) : idOf(binding, input);
  if (id === undefined && spec.kind === 'list') {
    if (binding.key === 'first') return notFound(spec, joinKey(spec, { parents, id }));
    // A new item gets an id.
    if (createsMissing(binding, spec, input)) return { id, key: '', item: undefined };
    if (typeof binding.key === 'number') {
      const { name = '' } = operation?.parameters[binding.key] ?? {};
      return refuseAt('parameter', 'query', { ...missing, pointer: `/${escapePointer(name)}` });
    }
    return refuseAt('body', 'body', { ...missing, pointer: requestPointer(binding.mapping, idNameOf(spec) ?? 'id') });
  }
  const key = joinKey(spec, { parents, id });
  const isWithin = binding.within && selectionOf(binding.within, input.parameters);
  const keeps = keptBy(context, binding, collection);
  const item =
    findAddressed(target, id, (one) => isWithin?.(one.value) !== false && keeps?.(one) !== false) ??
    defaultSingleton(state, collection, parents);
  return { id, key, item: item && shownUnder(target, item) };
};

const missingItem = (spec: CollectionSpec, key: string): Refusal => ({ ...notFound(spec, key), key });

const actOnItem = (
  context: RequestContext,
  binding: ItemBinding,
  target: Target,
  input: Input,
): ActionResult | Refusal => {
  const { collection } = target;
  const found = findTargetItem(context, binding, target, input);
  if ('kind' in found) return found;
  const { id, key, item } = found;
  if (item === undefined)
    return createMissing(context, binding, target, id, input) ?? missingItem(collection.spec, key);
  switch (binding.action) {
    case 'read':
      return resultOf(binding, item, []);
    case 'delete':
      return resultOf(
        binding,
        item,
        deletionOf(context.state, collection, isSingleAnywhere(collection.spec) ? key : item.key),
      );
    case 'replace':
    case 'update':
    case 'act':
      return changeItem(context, binding, target, item, input);
  }
};

/** The id as text; undefined for a singleton, and if the request has none. */
const idOf = ({ key, mapping, collection }: ItemBinding, input: Input): string | undefined => {
  if (key === undefined || key === 'first') return undefined;
  // A parameter of the query may be optional, or empty.
  if (key !== 'body') return String(input.parameters[key] ?? '') || undefined;
  const name = idNameOf(collection);
  if (mapping.idName !== undefined) return idText(getProperty(input.body as JsonObject, mapping.idName));
  return name === undefined ? undefined : idText(getProperty(readRequestProperties(mapping, input), name));
};

const createsMissing = ({ action, upsert }: ItemBinding, spec: CollectionSpec, { body }: Input) => {
  const { kind, isAlwaysPresent } = spec;
  // What is always present is missing only after its deletion.
  const isPut = action === 'replace' || (action === 'update' && !isAlwaysPresent);
  // A JSON Patch needs an existing item.
  return isPut && (upsert || kind === 'singleton') && !Array.isArray(body);
};

/** Creates a missing item from the request; undefined if the operation does not create items. */
const createMissing = (
  context: RequestContext,
  binding: ItemBinding,
  target: Target,
  id: string | undefined,
  input: Input,
): ActionResult | Refusal | undefined => {
  const { spec } = target.collection;
  if (!createsMissing(binding, spec, input)) return undefined;
  const requested = mergePatch({}, readRequestProperties(binding.mapping, input)) as JsonObject;
  const sent: Json | undefined = id === undefined ? undefined : typedId(spec, id);
  const providedId = binding.key === 'body' ? newId(spec, sent) : sent;
  const inner = innerIdPath(spec);
  const isNamed = id === undefined || inner === undefined || getMember(requested, inner) !== undefined;
  const named = isNamed ? requested : (setAt(requested, inner.split('.'), id) as JsonObject);
  return createWith(context, binding, target, { providedId, requested: named });
};
