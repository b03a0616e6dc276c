/** The items in an upstream's responses, as changes of the collections. */
import {
  equalsJson,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  stringifyJson,
} from '../primitives/json.ts';
import { valueAt } from '../primitives/json-path.ts';
import { valuesOf } from '../primitives/sorted-map.ts';
import { maxStepsToFit, OutOfSteps, StepBudget } from '../primitives/step-budget.ts';
import type { Input } from '../request/read-input.ts';
import type { RequestContext } from '../request/request-context.ts';
import { acceptedId, actOnResource, findSubject, nextId } from '../resources/act-on-resource.ts';
import { createItem, withId } from '../resources/create-item.ts';
import { deletionOf } from '../resources/delete-item.ts';
import { storedItem } from '../resources/stored-item.ts';
import { findAddressed, findById, type Target, targetAt, targetWith } from '../resources/target.ts';
import { type Binding, type CollectionSpec, showsItems } from '../service/binding.ts';
import type { IsSecretName } from '../service/redact-text.ts';
import { type Collection, findItem, type Item, itemsBelow } from '../state/collection.ts';
import { anyParent, idText, joinKey, joinParents, parentsOf, typedId, withParents } from '../state/item-key.ts';
import { applyChanges, type Change, type State } from '../state/state.ts';
import { withoutSecrets } from './without-secrets.ts';

interface Shown {
  /** The body; undefined if it is not JSON. */
  readonly value: Json | undefined;
  readonly isSecret: IsSecretName;
}

/** What a success of the upstream tells about the items of the operation's collection. */
export const recordItems = (
  context: RequestContext,
  binding: Binding,
  input: Input,
  { value, isSecret }: Shown,
): readonly Change[] => {
  if (binding.action === 'delete') return removedItem(context, input);
  // Its key would be a secret.
  if (isSecret(binding.collection.idProperty ?? '')) return nothing;
  const recorder = new ItemRecorder(context, binding, isSecret, input);
  try {
    const items = itemsIn(binding, value);
    if (items === undefined) recorder.repeat(input);
    else for (const item of items) recorder.add(item, input);
  } catch (error) {
    // The rest of a response that is too expensive is not recorded.
    if (!(error instanceof OutOfSteps)) throw error;
  }
  return recorder.changes;
};

/** The item that the request is about is gone. An action may also miss something else, and so may what shows something else. */
export const removedItem = (context: RequestContext, input: Input): readonly Change[] => {
  const binding = context.operation?.binding;
  if (binding === undefined || binding.action === 'act' || !showsItems(binding)) return nothing;
  const subject = findSubject(context, binding, input);
  const key = 'kind' in subject ? undefined : subject.item?.key;
  const collection = context.state.collections.get(binding.collection.name) as Collection;
  return key === undefined || findItem(collection, key) === undefined
    ? nothing
    : deletionOf(context.state, collection, key);
};

const nothing: readonly never[] = [];

/** Undefined if the body shows none, and is not a list either. */
const itemsIn = (binding: Binding, body: Json | undefined): readonly JsonObject[] | undefined => {
  const found = body === undefined ? undefined : valueAt(body, binding.view.path);
  if (Array.isArray(found)) return (found as readonly Json[]).filter(isJsonObject);
  return isJsonObject(found) && binding.action !== 'list' ? [found] : undefined;
};

/** Each item sees those that were recorded before it. */
class ItemRecorder {
  readonly changes: Change[] = [];
  readonly #context: RequestContext;
  readonly #binding: Binding;
  readonly #isSecret: IsSecretName;
  readonly #state: State;
  readonly #fitting = new StepBudget(maxStepsToFit);
  /** Whether the items come in the order in which a list without conditions shows them. */
  readonly #isOrdered: boolean;
  #lastOrder = -1;
  /** The items without ids, by their texts. */
  #texts: Set<string> | undefined;

  constructor(context: RequestContext, binding: Binding, isSecret: IsSecretName, { parameters }: Input) {
    const sort = binding.action === 'list' ? binding.sort : undefined;
    const isSorted = [sort?.by, sort?.direction].some(
      (index) => index !== undefined && parameters[index] !== undefined,
    );
    this.#isOrdered = binding.action === 'list' && !isSorted;
    this.#context = context;
    this.#binding = binding;
    this.#isSecret = isSecret;
    this.#state = { ...context.state, collections: context.state.collections.copy() };
  }

  /** Stores an item that the upstream showed. */
  add(shown: JsonObject, input: Input): void {
    const spec = this.#binding.collection;
    const target = this.#targetOf(shown, input);
    if (target === undefined) return;
    const text = keyText(this.#binding, input);
    const existing = find(target, shown, text);
    const id = spec.kind === 'singleton' ? undefined : this.#idOf(shown, text, existing);
    if (id === undefined && spec.kind === 'list' && spec.idProperty !== undefined) return;
    const generate = (): Json | undefined => ({
      ...(spec.generate({ ...this.#moment, seed: this.#state.seed }) as JsonObject),
      ...existing?.value,
    });
    const item = withParents(
      spec,
      target.shownParents,
      withId(spec, id, withoutSecrets(shown, this.#isSecret, generate)),
    );
    if (id === undefined && spec.kind === 'list' && existing === undefined) {
      this.#addUnnamed(target, item);
      return;
    }
    const key = existing?.key ?? joinKey(spec, { parents: target.parents, id: idText(id) });
    const isReplaced = this.#context.request.method === 'PUT' || existing === undefined;
    const value = isReplaced ? item : { ...existing.value, ...item };
    this.#put(spec, { key, value, identity: () => key, ...(!isReplaced && { before: existing.value }) }, existing);
  }

  /** A success that shows no item: what the simulation makes of the request. A new item has an id that only the upstream knows. */
  repeat(input: Input): void {
    const { action, collection } = this.#binding;
    if (action === 'list' || action === 'read' || (action === 'create' && collection.kind === 'list')) return;
    const result = actOnResource({ ...this.#context, state: this.#state, steps: [] }, this.#binding, input);
    if (result.type === 'refused') return;
    for (const change of result.changes) {
      if (change.type !== 'put') continue;
      const before = findItem(this.#collection(collection), change.key);
      const value = withoutSecrets(change.value, this.#isSecret, () => before?.value);
      this.#put(collection, { key: change.key, value, identity: () => change.key }, before);
    }
  }

  get #moment() {
    return { state: this.#state, now: this.#context.now, fitting: this.#fitting };
  }

  #collection({ name }: CollectionSpec): Collection {
    return this.#state.collections.get(name) as Collection;
  }

  /** Not stored: an item that is as it was, and one that the document does not allow. */
  #put(spec: CollectionSpec, unfitted: Parameters<typeof storedItem>[2], existing: Item | undefined): void {
    const { key, value } = storedItem(this.#moment, spec, unfitted);
    const isMoved = this.#isOrdered && existing !== undefined && existing.order < this.#lastOrder;
    const isSame = !isMoved && existing !== undefined && equalsJson(existing.value, value);
    if (!isSame && spec.check(value, this.#fitting).length > 0) return;
    // Put again, it is the last one.
    if (isMoved) this.#change({ type: 'delete', collection: spec.name, key });
    if (!isSame) this.#change({ type: 'put', collection: spec.name, key, value });
    this.#lastOrder = findItem(this.#collection(spec), key)?.order ?? this.#lastOrder;
  }

  #change(change: Change): void {
    this.changes.push(change);
    applyChanges(this.#state, [change]);
  }

  /** Items without ids are the same if they are equal. */
  #addUnnamed(target: Target, item: JsonObject): void {
    const { collection, parents } = target;
    const { spec } = collection;
    this.#texts ??= new Set([...itemsAt(target)].map(({ value }) => stringifyJson(value)));
    const identity = (): string => stringifyJson(item);
    const { value } = storedItem(this.#moment, spec, { key: '', value: item, identity });
    const text = stringifyJson(value);
    if (this.#texts.has(text)) return;
    this.#texts.add(text);
    const id = idText(nextId(this.#state, collection, this.#context.now, parents));
    if (id !== undefined) this.#put(spec, { key: joinKey(spec, { parents, id }), value, identity }, undefined);
  }

  /** The id in the form that the document accepts; undefined if there is none. */
  #idOf(shown: JsonObject, text: string | undefined, existing: Item | undefined): Json | undefined {
    const spec = this.#binding.collection;
    const named = spec.idProperty === undefined ? undefined : getProperty(shown, spec.idProperty);
    if (idText(named) !== undefined) return acceptedId(spec, named);
    if (existing !== undefined && spec.idProperty !== undefined) return getProperty(existing.value, spec.idProperty);
    return text === undefined ? undefined : acceptedId(spec, typedId(spec, text));
  }

  /** Where the item belongs; undefined if the response does not tell. */
  #targetOf(shown: JsonObject, { parameters }: Input): Target | undefined {
    const { collection: spec, parentParameters = [] } = this.#binding;
    const path = parentParameters.flatMap((index) => idText(parameters[index]) ?? []);
    const isWhole = path.length === spec.parents.length;
    const named = isWhole ? path : parentsOf(spec, shown);
    if (named !== undefined) return this.#targetAt(spec, named);
    const id = idText(spec.idProperty === undefined ? undefined : getProperty(shown, spec.idProperty));
    return spec.isFoundAnywhere && id !== undefined ? targetWith(this.#collection(spec), path, id) : undefined;
  }

  /** A parent that was not recorded yet is stored with its id; the rest follows when it is shown. */
  #targetAt(spec: CollectionSpec, path: readonly string[]): Target | undefined {
    const owner = spec.parentCollection === undefined ? undefined : this.#state.collections.get(spec.parentCollection);
    const id = owner && path[owner.spec.parents.length];
    if (owner !== undefined && id !== undefined && !path.includes(anyParent)) {
      const above = this.#targetAt(owner.spec, path.slice(0, owner.spec.parents.length));
      if (above === undefined) return undefined;
      const isMissing = findAddressed(above, id) === undefined;
      const parent = isMissing ? createItem(this.#moment, above, typedId(owner.spec, id), {}) : undefined;
      if (parent !== undefined)
        this.#change({ type: 'put', collection: owner.spec.name, key: parent.key, value: parent.value });
    }
    const target = targetAt(this.#state, this.#collection(spec), path);
    return 'kind' in target ? undefined : target;
  }
}

const keyText = (binding: Binding, { parameters }: Input): string | undefined =>
  'key' in binding && typeof binding.key === 'number' && binding.bulk === undefined
    ? idText(parameters[binding.key])
    : undefined;

const itemsAt = ({ collection, parents }: Target): Iterable<Item> =>
  parents.length === 0 ? valuesOf(collection.items) : itemsBelow(collection, joinParents(parents));

const find = (target: Target, shown: JsonObject, text: string | undefined): Item | undefined => {
  const { spec } = target.collection;
  if (spec.kind === 'singleton') return findById(target, undefined);
  const id = idText(spec.idProperty === undefined ? undefined : getProperty(shown, spec.idProperty));
  if (id !== undefined) return findById(target, id);
  const named = spec.aliases.map((path) => idText(valueAt(shown, path.split('.')))).find((one) => one !== undefined);
  for (const one of [named, text]) {
    const found = one === undefined ? undefined : findAddressed(target, one);
    if (found !== undefined) return found;
  }
  return undefined;
};
