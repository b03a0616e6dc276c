/** The collections that a handler reads and changes. */
import { type Step, showValue } from '../exchange.ts';
import { isSubset } from '../faults/conditions.ts';
import { didYouMean, suggest } from '../primitives/did-you-mean.ts';
import { filterProperties, getProperty, isJsonObject, type Json, type JsonObject } from '../primitives/json.ts';
import { valuesOf } from '../primitives/sorted-map.ts';
import type { RequestContext } from '../request/request-context.ts';
import { acceptedId } from '../resources/act-on-resource.ts';
import type { ResultItem } from '../resources/action-result.ts';
import { createItem, noFreeId } from '../resources/create-item.ts';
import { idNameOf, withId } from '../resources/item-steps.ts';
import { defaultSingleton, findById, scopesOf, shownUnder, type Target, targetAt } from '../resources/target.ts';
import type { CollectionSpec } from '../service/collection-facts.ts';
import type { HandlerCollection } from '../service/handler.ts';
import { findByName } from '../service/names.ts';
import {
  type Collection,
  findItem,
  type Item,
  indexText,
  itemsBelow,
  itemsWith,
  parentIndex,
} from '../state/collection.ts';
import { deletionOf } from '../state/delete-item.ts';
import { fromData, idText, isSingleAnywhere, joinKey, joinParents, parentsOf, splitKey } from '../state/item-key.ts';
import { applyChanges, type Change, type State } from '../state/state.ts';
import { changedItem, checkKept } from './changed-item.ts';
import { copyJson, copyProperties, frozenItem, typeInWords } from './json-copy.ts';

/** @throws Error if there is no such collection, or if `parents` are not its parents, outermost first. */
export const openCollection = (run: HandlerRun, name: unknown, parents: unknown): HandlerCollection => {
  run.checkRunning('collection()');
  const { spec } = findCollection(run, name);
  return Object.freeze(new CollectionAccess(run, spec, readParents(spec, parents)));
};

/** A name in the document of the handler's own service comes before the names of other services. */
const findCollection = ({ state, context }: HandlerRun, name: unknown): Collection => {
  const { service, served } = context;
  const own = [...service.collections.values()].find(({ localName }) => localName === name);
  const lookup =
    typeof name === 'string' && own === undefined ? findByName(served.collections.values(), name) : undefined;
  if (lookup?.type === 'ambiguous')
    throw new Error(
      `several services have the collection ${JSON.stringify(name)}. Write ${lookup.names.join(' or ')}.`,
    );
  const spec = lookup?.type === 'found' ? lookup.value : own;
  const found = spec && state.collections.get(spec.name);
  if (found !== undefined) return found;
  const hint = suggest(String(name), 'collections', state.collections.keys());
  throw new Error(
    `there is no collection ${typeof name === 'string' ? JSON.stringify(name) : typeInWords(name)}. ${hint}`,
  );
};

/** The ids of the first parents, as texts. */
const readParents = (spec: CollectionSpec, given: unknown): readonly string[] => {
  if (given === undefined) return [];
  const label = `the parents of ${spec.name}`;
  const properties = copyProperties(given, label);
  const names = spec.parents.map(({ name }) => name);
  const unknown = Object.keys(properties).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(
      `${label} are ${names.length === 0 ? 'none' : names.join(', ')}, not ${unknown}. ${didYouMean(unknown, names) ?? ''}`,
    );
  const ids = names.map((name) => idText(getProperty(properties as JsonObject, name)));
  const count = Object.keys(properties).length;
  const first = ids.slice(0, count);
  const missing = first.indexOf(undefined);
  if (missing >= 0) throw new Error(`${label}: ${names[missing]} must be an id`);
  return first as readonly string[];
};

/** Its functions are properties, so that a handler can destructure it. */
class CollectionAccess implements HandlerCollection {
  readonly #run: HandlerRun;
  readonly #spec: CollectionSpec;
  readonly #parents: readonly string[];

  constructor(run: HandlerRun, spec: CollectionSpec, parents: readonly string[]) {
    this.#run = run;
    this.#spec = spec;
    this.#parents = parents;
  }

  get #collection(): Collection {
    return this.#run.state.collections.get(this.#spec.name) as Collection;
  }

  readonly get = (id?: unknown): JsonObject | undefined => {
    const key = this.#keyOf(id, 'get');
    const item = key === undefined ? undefined : this.#find(key);
    return item && frozenItem(item.value);
  };

  readonly find = (part: unknown): JsonObject | undefined => {
    const [found] = this.#select(part, 'find');
    return found && frozenItem(found.value);
  };

  readonly items = (part?: unknown): JsonObject[] =>
    [...this.#select(part ?? {}, 'items')].map(({ value }) => frozenItem(value));

  readonly put = (value: unknown): JsonObject => {
    const label = this.#check('put');
    const data = copyJson(value, this.#spec.name) as JsonObject;
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      throw new TypeError(`${label}: the item must be an object, not ${typeInWords(value)}`);
    const { item, isNew } = this.#build(data, label);
    const { key, value: stored } = item;
    this.#run.apply([{ type: 'put', collection: this.#spec.name, key, value: stored }]);
    this.#run.explain({ type: 'executed', action: isNew ? 'create' : 'replace', collection: this.#spec.name, key });
    return frozenItem(stored);
  };

  readonly delete = (id?: unknown): boolean => {
    const key = this.#keyOf(id, 'delete');
    if (key === undefined) return false;
    const isAnywhere = isSingleAnywhere(this.#spec);
    const item = isAnywhere ? this.#find(key) : this.#stored(key);
    if (item === undefined) return false;
    const ownKey = isAnywhere ? key : item.key;
    this.#run.apply(deletionOf(this.#run.state, this.#collection, ownKey));
    this.#run.explain({ type: 'executed', action: 'delete', collection: this.#spec.name, key: ownKey });
    return true;
  };

  #check(method: string): string {
    const call = `collection("${this.#spec.name}").${method}`;
    this.#run.checkRunning(call);
    return call;
  }

  /** Returns undefined for an id that no item can have. */
  #keyOf(id: unknown, method: string): string | undefined {
    const label = this.#check(method);
    const { parents: names, kind } = this.#spec;
    const missing = names[this.#parents.length];
    if (missing !== undefined)
      throw new Error(
        `${label}: an id is unique below its parents: collection("${this.#spec.name}", { ${missing.name} })`,
      );
    if (kind === 'singleton') return joinKey(this.#spec, { parents: this.#parents, id: undefined });
    if (id === undefined || id === null) return undefined;
    const text = idText(copyJson(id, 'the id'));
    if (text === undefined) throw new TypeError(`${label}: the id must be a text or a number, not ${typeInWords(id)}`);
    return joinKey(this.#spec, { parents: this.#parents, id: text });
  }

  #find(key: string): Item | undefined {
    return this.#stored(key) ?? defaultSingleton(this.#run.state, this.#collection, this.#parents);
  }

  /** The item with this key, or the one that is present under every parent, as it is shown below these parents. */
  #stored(key: string): Item | undefined {
    const { parents, id } = splitKey(this.#spec, key);
    const target = targetAt(this.#run.state, this.#collection, parents);
    if ('kind' in target) return findItem(this.#collection, key);
    const item = findById(target, id);
    return item && shownUnder(target, item);
  }

  *#select(given: unknown, method: string): Generator<Item> {
    const part = copyProperties(given, `the argument of ${this.#check(method)}`);
    const wanted = Object.entries(part);
    const target = this.#target();
    for (const item of this.#candidates(wanted)) {
      const matches = wanted.every(([name, value]) => {
        const actual = getProperty(item.value, name);
        return value === undefined ? actual === undefined : isSubset(value, actual);
      });
      if (matches) yield target === undefined ? item : shownUnder(target, item);
    }
  }

  /** The parents, and those of the items that are present under every parent. */
  #scopes(): Target['scopes'] {
    return this.#target()?.scopes ?? scopesOf(this.#spec, this.#parents);
  }

  /** Returns undefined unless all parents are given, and exist. */
  #target(): Target | undefined {
    if (this.#parents.length < this.#spec.parents.length) return undefined;
    const target = targetAt(this.#run.state, this.#collection, this.#parents);
    return 'kind' in target ? undefined : target;
  }

  /** The items below the parents, in creation order; of an indexed property, only those with its value. */
  #candidates(wanted: readonly (readonly [string, Json | undefined])[]): Iterable<Item> {
    const collection = this.#collection;
    const indexed = indexedItems(collection, wanted);
    if (this.#parents.length === 0) return indexed ?? valuesOf(collection.items);
    const parentKeys = this.#scopes().map(joinParents);
    if (indexed !== undefined)
      return [...indexed].filter(({ key }) => parentKeys.some((parentKey) => key.startsWith(`${parentKey},`)));
    const found = parentKeys.flatMap((parentKey) => [...itemsBelow(collection, parentKey)]);
    return found.sort((left, right) => left.order - right.order);
  }

  #build(given: JsonObject, label: string): { readonly item: ResultItem; readonly isNew: boolean } {
    const spec = this.#spec;
    const { state, context } = this.#run;
    const moment = { state, now: context.now };
    const data = this.#withParents(given);
    const target = this.#targetIn(data, label);
    const idName = idNameOf(spec);
    const givenId = getProperty(data, idName ?? '$id') ?? undefined;
    const id = spec.kind === 'singleton' ? undefined : acceptedId(spec, givenId);
    if (spec.kind === 'list' && givenId !== undefined && id === undefined)
      throw new TypeError(`${label}: ${showValue(givenId)} is not a valid id of ${spec.name}`);
    const named = fromData(spec, data).value;
    const value = id === undefined ? filterProperties(named, (name) => name !== idName) : withId(spec, id, named);
    const existing = spec.kind === 'list' && id === undefined ? undefined : findById(target, idText(id));
    const item =
      existing === undefined
        ? createItem(moment, target, { providedId: id, requested: value })
        : changedItem(moment, spec, existing, value);
    if (item === undefined) throw new Error(`${label}: ${noFreeId(spec)}`);
    checkKept(spec, value, item.value, label);
    return { item, isNew: existing === undefined };
  }

  /** The item in the format of `data`, with the parents that the collection was opened with. */
  #withParents(data: JsonObject): JsonObject {
    const { parents } = this.#spec;
    if (parents.length === 0) return data;
    const own = getProperty(data, '$parent');
    const named = Object.fromEntries(this.#parents.map((id, index) => [parents[index]?.name as string, id]));
    return { ...data, $parent: { ...(isJsonObject(own) && own), ...named } };
  }

  #targetIn(data: JsonObject, label: string): Target {
    const spec = this.#spec;
    const parents = parentsOf(spec, data);
    if (parents === undefined) {
      const names = spec.parents.map(({ name }) => name).join(', ');
      throw new Error(`${label}: the item needs its parents: collection("${spec.name}", { ${names} })`);
    }
    const target = targetAt(this.#run.state, this.#collection, parents);
    if ('kind' in target) throw new Error(`${label}: ${target.message}`);
    return target;
  }
}

/** Returns undefined if none of the properties is indexed. */
const indexedItems = (
  collection: Collection,
  wanted: readonly (readonly [string, Json | undefined])[],
): Iterable<Item> | undefined => {
  for (const [name, value] of wanted) {
    const text = name === parentIndex || !collection.indexes.has(name) ? undefined : indexText(value);
    if (text !== undefined) return valuesOf(itemsWith(collection, name, text));
  }
  return undefined;
};

/** `why` lists at most this many changes of a handler. */
const maxSteps = 50;

/** The changes that one run of a handler makes: its later calls see them, and they are applied only if it succeeds. */
export class HandlerRun {
  readonly context: RequestContext;
  readonly changes: Change[] = [];
  #state: State | undefined;
  #isEnded = false;
  #explained = 0;

  constructor(context: RequestContext) {
    this.context = context;
  }

  get state(): State {
    return this.#state ?? this.context.state;
  }

  /** The number of changes that `why` does not list. */
  get unlisted(): number {
    return Math.max(0, this.#explained - maxSteps);
  }

  apply(changes: readonly Change[]): void {
    if (changes.length === 0) return;
    const { state } = this.context;
    // Collections are immutable values: the copy shares all of them.
    this.#state ??= { ...state, collections: state.collections.copy(), parts: new Map(state.parts) };
    applyChanges(this.#state, changes);
    for (const change of changes) this.changes.push(change);
  }

  explain(step: Step): void {
    if (++this.#explained <= maxSteps) this.context.steps.push(step);
  }

  /** @throws Error if the handler has returned: its changes are already decided. */
  checkRunning(call: string): void {
    if (this.#isEnded) throw new Error(`${call} was called after the handler had returned`);
  }

  end(): void {
    this.#isEnded = true;
  }
}
