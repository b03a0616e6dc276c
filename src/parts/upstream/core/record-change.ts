/** What a world keeps of an upstream's response, as changes: items, responses without a collection, and errors as faults. */

import type { Exchange } from '../../../core/exchange.ts';
import { essenceOf, isJsonType, rawHeader } from '../../../core/http/http.ts';
import {
  equalsJson,
  getProperty,
  type Json,
  type JsonObject,
  nothing,
  stringifyJson,
} from '../../../core/primitives/json.ts';
import { valuesOf } from '../../../core/primitives/sorted-map.ts';
import { maxStepsToFit, OutOfSteps, StepBudget } from '../../../core/primitives/step-budget.ts';
import type { Input } from '../../../core/request/read-input.ts';
import { recordedRequestOf, secretNamesOf } from '../../../core/request/recorded-request.ts';
import type { RequestContext } from '../../../core/request/request-context.ts';
import { acceptedId, actOnResource, findSubject } from '../../../core/resources/act-on-resource.ts';
import { createItem, nextId } from '../../../core/resources/create-item.ts';
import { storedItem, withId } from '../../../core/resources/item-steps.ts';
import { findAddressed, type Target, targetAt, targetWith } from '../../../core/resources/target.ts';
import { toRecordedText } from '../../../core/response/render-recorded.ts';
import type { ResponseBody } from '../../../core/response/write-response.ts';
import { type Binding, showsItems } from '../../../core/service/binding.ts';
import type { CollectionSpec } from '../../../core/service/collection-facts.ts';
import { type Content, type Operation, type ResponseSpec, responseFor } from '../../../core/service/operation.ts';
import { type IsSecretName, redactSecrets, withoutSecrets } from '../../../core/service/redact-text.ts';
import { isUsualSecret, toSecretName } from '../../../core/service/secret-facts.ts';
import type { Service } from '../../../core/service/service.ts';
import { type Collection, findItem, type Item, itemsBelow } from '../../../core/state/collection.ts';
import { deletionOf } from '../../../core/state/delete-item.ts';
import { anyParent, idText, joinKey, joinParents, typedId, withParents } from '../../../core/state/item-key.ts';
import { applyChanges, type Change, type State } from '../../../core/state/state.ts';
import {
  findShown,
  itemsIn,
  keyText,
  type LearnedItem,
  type Learning,
  learnedOf,
  learnedRemovals,
  pathParents,
  placeOf,
  showItem,
  shownItem,
  shownParent,
} from './shown-items.ts';

interface Recordable {
  readonly status: number;
  /** Names and values alternate; URLs of the upstream name this server by their path. */
  readonly headers: readonly string[];
  readonly contentType: string | undefined;
  readonly body: ResponseBody | undefined;
  readonly bytes: Uint8Array;
  /** Only if responses are compared. */
  readonly learning: Learning | undefined;
}

interface Recording extends Recordable {
  readonly context: RequestContext;
  readonly operation: Operation;
  readonly isSecret: IsSecretName;
}

/** `input`: of the request, read as a world that only reports violations. */
export const recordingOf = (context: RequestContext, input: Input, received: Recordable): readonly Change[] => {
  const { operation, request, served } = context;
  const { status } = received;
  // A secret in the path is the id of what is recorded.
  if (operation === undefined || request.method === 'HEAD' || status === 304) return nothing;
  const declared = served.secretsOf(operation.name);
  if (declared.paths.length > 0 || declared.responseBodies.has(essenceOf(received.contentType ?? ''))) return nothing;
  const recording = { ...received, context, operation, isSecret: secretNamesOf(declared) };
  const { binding, success } = operation;
  if (status >= 400) {
    // What breaks the document may be missing for another reason: a format in the path that nobody serves.
    const isGone = (status === 404 || status === 410) && input.violations.length === 0;
    return [...errorFault(recording), ...(isGone ? removedItem(context, input, received.learning) : nothing)];
  }
  const response = responseFor(operation, status);
  if (response === undefined || success === undefined) return nothing;
  const items = binding === undefined || status >= 300 ? nothing : recordItems(recording, binding, input);
  const hasResponse = binding === undefined || !showsItems(binding);
  return hasResponse ? [...items, ...recordedResponse(recording, input, response)] : items;
};

const isReadable = ({ mediaType, problems = [] }: ResponseBody) =>
  isJsonType(mediaType) && problems.every(({ rule }) => rule !== 'syntax');

/** A fault, switched off, from the first response with this status. */
const errorFault = (recording: Recording): readonly Change[] => {
  const { context, operation, status, contentType } = recording;
  const name = `recorded-${operation.name}-${status}`;
  if (context.state.faults.has(name)) return nothing;
  const body = bodyOf(recording, responseFor(operation, status));
  const retryAfter = rawHeader(recording.headers, 'retry-after');
  const headers = {
    ...(typeof body === 'string' && contentType !== undefined && { 'Content-Type': contentType }),
    // Clients wait for it, also where the document does not declare it. A date would soon be past.
    ...(retryAfter !== undefined && /^\d+$/.test(retryAfter) && { 'Retry-After': retryAfter }),
  };
  const entry = {
    enabled: false,
    fault: {
      name,
      description: undefined,
      on: { operation: operation.name },
      when: undefined,
      effect: {
        type: 'status',
        status,
        headers: Object.keys(headers).length > 0 ? headers : undefined,
        body,
        work: 'skipped',
      },
    },
  } as const;
  return [{ type: 'fault-put', entry, at: context.now }];
};

const recordedResponse = (recording: Recording, input: Input, spec: ResponseSpec): readonly Change[] => {
  const { context, operation, status, contentType } = recording;
  const headers = {
    ...documentedHeaders(recording, spec),
    ...(contentType !== undefined && { 'Content-Type': contentType }),
  };
  const response = bodyOf(recording, spec);
  return [
    {
      type: 'response-recorded',
      response: {
        ...recordedRequestOf(context, operation, input),
        status,
        ...(Object.keys(headers).length > 0 && { headers }),
        ...(response !== undefined && { response }),
      },
    },
  ];
};

/** The body without secrets; bytes as a data URL. */
const bodyOf = (
  { context: { state, now }, body, bytes, isSecret }: Recording,
  spec: ResponseSpec | undefined,
): Json | undefined => {
  if (body === undefined) return undefined;
  if (isReadable(body))
    return withoutSecrets(body.value, isSecret, () => contentOf(spec)?.generate({ seed: state.seed, now }));
  const text = typeof body.value === 'string' && body.value !== '' ? body.value : undefined;
  return toRecordedText(bytes, text && redactSecrets(text, isSecret));
};

const contentOf = (spec: ResponseSpec | undefined): Content | undefined =>
  spec?.contents.find(({ mediaType }) => isJsonType(mediaType));

/** The headers that the document has, without cookies and those that have a secret. */
const documentedHeaders = (
  { headers, isSecret, context, operation }: Recording,
  spec: ResponseSpec,
): Readonly<Record<string, string>> => {
  const declared = context.served.secretsOf(operation.name).headers;
  const found: Record<string, string> = {};
  for (const { name } of spec.headers) {
    const secretName = toSecretName(name);
    if (isUsualSecret(secretName) || declared.has(secretName)) continue;
    const value = rawHeader(headers, name.toLowerCase());
    if (value !== undefined && redactSecrets(value, isSecret) === value) found[name] = value;
  }
  return found;
};

/** What a success of the upstream tells about items. One that shows something else tells that its item exists. */
const recordItems = (recording: Recording, binding: Binding, input: Input): readonly Change[] => {
  const { context, body, isSecret, learning } = recording;
  if (binding.action === 'delete') return removedItem(context, input, learning);
  // Its key would be a secret.
  if (isSecret(binding.collection.idProperty ?? '')) return nothing;
  const recorder = new ItemRecorder(recording, binding, input);
  try {
    recorder.addAddressed(input);
    if (!showsItems(binding)) return recorder.changes;
    const items = itemsIn(binding, body !== undefined && isReadable(body) ? body.value : undefined);
    if (items === undefined) recorder.repeat(input);
    else for (const item of items) recorder.add(item, input);
    recorder.noteOrder();
  } catch (error) {
    // The rest of a response that is too expensive is not recorded.
    if (!(error instanceof OutOfSteps)) throw error;
  }
  return recorder.changes;
};

/** Removes the item that the request is about, unless something else may be missing, as for an action. */
const removedItem = (context: RequestContext, input: Input, learning: Learning | undefined): readonly Change[] => {
  const binding = context.operation?.binding;
  if (binding === undefined || binding.action === 'act' || !showsItems(binding)) return nothing;
  const subject = findSubject(context, binding, input);
  const key = 'kind' in subject ? undefined : subject.item?.key;
  const collection = context.state.collections.get(binding.collection.name) as Collection;
  if (key === undefined || findItem(collection, key) === undefined) return nothing;
  const changes = deletionOf(context.state, collection, key);
  return learning === undefined ? changes : [...changes, ...learnedRemovals(learning, changes)];
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
  readonly #learning: Learning | undefined;
  /** The keys of the items, in their order. */
  readonly #keys: string[] = [];
  #lastOrder = -1;
  /** The items without ids, by their texts. */
  #texts: Set<string> | undefined;

  constructor({ context, isSecret, learning }: Recording, binding: Binding, { parameters }: Input) {
    const sort = binding.action === 'list' ? binding.sort : undefined;
    const isSorted = [sort?.by, sort?.direction].some(
      (index) => index !== undefined && parameters[index] !== undefined,
    );
    this.#isOrdered = binding.action === 'list' && !isSorted;
    this.#context = context;
    this.#binding = binding;
    this.#isSecret = isSecret;
    this.#learning = learning;
    const { collections, parts } = context.state;
    this.#state = { ...context.state, collections: collections.copy(), parts: new Map(parts) };
  }

  /** Adds the items that the path names: they exist, also if the response shows none of them, as an empty list of theirs. */
  addAddressed(input: Input): void {
    const { collection: spec } = this.#binding;
    const path = pathParents(this.#binding, input);
    if (path.length !== spec.parents.length) return;
    const target = this.#targetAt(spec, path);
    const text = keyText(this.#binding, input);
    // What shows the item stores more of it.
    if (target !== undefined && text !== undefined && !showsItems(this.#binding)) this.#addMissing(target, text);
  }

  add(shown: JsonObject, input: Input): void {
    const spec = this.#binding.collection;
    const target = this.#targetOf(shown, input);
    if (target === undefined) return;
    const text = keyText(this.#binding, input);
    const existing = findShown(target, shown, text);
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
    const value = isReplaced ? item : { ...this.#keptOf(existing, input), ...item };
    this.#put(
      spec,
      { key, value, identity: () => key, ...(!isReplaced && { before: existing.value }) },
      existing,
      shown,
    );
  }

  /** Stores what the simulation makes of a request whose success shows no item. A new item has an id that only the upstream knows. */
  repeat(input: Input): void {
    const { action, collection } = this.#binding;
    if (action === 'list' || action === 'read' || (action === 'create' && collection.kind === 'list')) return;
    for (const { key, value: simulated } of this.#simulated(input)) {
      const before = findItem(this.#collection(collection), key);
      const value = withoutSecrets(simulated, this.#isSecret, () => before?.value);
      this.#put(collection, { key, value, identity: () => key }, before);
    }
  }

  /** Takes the order of a list as that of its items from now on. */
  noteOrder(): void {
    const { exchange: list, isOverlapped = true } = this.#learning ?? {};
    if (isOverlapped || !this.#isOrdered || this.#keys.length < 2) return;
    const { name } = this.#binding.collection;
    const known = this.#keys.flatMap((key) => {
      const shown = shownItem(this.#state, name, key);
      return shown === undefined ? [] : [{ key, shown }];
    });
    const [first] = known;
    if (first?.shown.list !== undefined && known.every(({ shown }) => shown.list === first.shown.list)) return;
    for (const { key, shown } of known) this.#change(showItem({ collection: name, key, shown: { ...shown, list } }));
  }

  /** The items as the simulation would store them after the request. */
  #simulated(input: Input): readonly Extract<Change, { readonly type: 'put' }>[] {
    const result = actOnResource({ ...this.#context, state: this.#state, steps: [] }, this.#binding, input);
    return 'kind' in result ? [] : result.changes.filter((change) => change.type === 'put');
  }

  /** A response adds to the item, whose properties may have been removed by the request: `{ "nickname": null }`. */
  #keptOf({ key, value }: Item, input: Input): JsonObject {
    const { action } = this.#binding;
    if (action !== 'update' || this.#binding.bulk !== undefined) return value;
    const after = this.#simulated(input).find((change) => change.key === key)?.value;
    const isKept = (name: string) => after === undefined || Object.hasOwn(after, name);
    const names = Object.keys(value);
    return names.every(isKept)
      ? value
      : Object.fromEntries(names.filter(isKept).map((name) => [name, value[name] as Json]));
  }

  get #moment() {
    return { state: this.#state, now: this.#context.now, fitting: this.#fitting };
  }

  #collection({ name }: CollectionSpec): Collection {
    return this.#state.collections.get(name) as Collection;
  }

  /** Not stored: an item that is as it was, and one that the document does not allow. */
  #put(
    spec: CollectionSpec,
    unfitted: Parameters<typeof storedItem>[2],
    existing: Item | undefined,
    shown?: JsonObject,
  ): void {
    const { key, value } = storedItem(this.#moment, spec, unfitted);
    const known = shownItem(this.#state, spec.name, key);
    const isMoved = this.#isOrdered && existing !== undefined && existing.order < this.#lastOrder;
    const isSame = !isMoved && existing !== undefined && equalsJson(existing.value, value);
    if (!isSame && spec.check(value, this.#fitting).length > 0) return;
    // Put again, it is the last one.
    if (isMoved) this.#change({ type: 'delete', collection: spec.name, key });
    if (!isSame) this.#change({ type: 'put', collection: spec.name, key, value });
    this.#lastOrder = findItem(this.#collection(spec), key)?.order ?? this.#lastOrder;
    const before = isMoved && known !== undefined ? { ...known, list: undefined } : known;
    this.#learn(spec.name, { key, stored: value, shown, isOld: existing !== undefined, before });
  }

  #learn(collection: string, item: LearnedItem): void {
    const { key } = item;
    const shown = this.#learning && learnedOf(this.#learning, item);
    if (shown === undefined) return;
    this.#keys.push(key);
    if (shown !== shownItem(this.#state, collection, key)) this.#change(showItem({ collection, key, shown }));
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
  #targetOf(shown: JsonObject, input: Input): Target | undefined {
    const { collection: spec } = this.#binding;
    const placed = placeOf(this.#binding, shown, input);
    if (placed !== undefined && 'parents' in placed) return this.#targetAt(spec, placed.parents);
    const known = placed && targetWith(this.#collection(spec), placed.within, placed.id);
    if (known !== undefined) return known;
    const parent = shownParent(spec, shown);
    return parent && this.#targetAt(spec, parent);
  }

  /** A parent that was not recorded yet is stored, too. */
  #targetAt(spec: CollectionSpec, path: readonly string[]): Target | undefined {
    const owner = spec.parentCollection === undefined ? undefined : this.#state.collections.get(spec.parentCollection);
    const id = owner && path[owner.spec.parents.length];
    if (owner !== undefined && id !== undefined && !path.includes(anyParent)) {
      const above = this.#targetAt(owner.spec, path.slice(0, owner.spec.parents.length));
      if (above === undefined) return undefined;
      this.#addMissing(above, id);
    }
    const target = targetAt(this.#state, this.#collection(spec), path);
    return 'kind' in target ? undefined : target;
  }

  /** Adds an item with its id alone; the rest follows when it is shown. */
  #addMissing(target: Target, id: string): void {
    const { spec } = target.collection;
    const item =
      findAddressed(target, id) === undefined
        ? createItem(this.#moment, target, { providedId: typedId(spec, id), requested: {} })
        : undefined;
    if (item !== undefined) this.#change({ type: 'put', collection: spec.name, key: item.key, value: item.value });
  }
}

const itemsAt = ({ collection, parents }: Target): Iterable<Item> =>
  parents.length === 0 ? valuesOf(collection.items) : itemsBelow(collection, joinParents(parents));

export const noOperation = 'the document has no operation for it';

/** Returns undefined if all that the response tells is kept. */
export const whyUnrecorded = (
  service: Service,
  operation: Operation,
  { response: { status, headers, body }, violations }: Pick<Exchange, 'response' | 'violations'>,
): string | undefined => {
  const { name, success, binding } = operation;
  const { paths, responseBodies } = service.secretsOf(name);
  const type = essenceOf(rawHeader(headers, 'content-type') ?? '');
  if (paths.length > 0 || responseBodies.has(type)) return 'a secret, which is never recorded';
  if (status >= 400) return undefined;
  if (success === undefined || responseFor(operation, status) === undefined)
    return `the document has no status ${status} for ${name}`;
  const isKept = binding !== undefined && showsItems(binding);
  if (isKept && status >= 300) return 'a redirect, in place of items';
  const id = rawHeader(headers, 'location') === undefined ? ', nor its id' : '';
  if (isKept && binding.action === 'create' && body === undefined)
    return `the response does not show the item that it creates${id}`;
  const broken = violations.find(({ side, in: part }) => side === 'response' && part !== 'status');
  return broken && `its response breaks the document: ${broken.message.slice(0, 200)}`;
};
