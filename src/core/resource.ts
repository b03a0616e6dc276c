/** What an operation does to the resources that a world remembers. */

import {
  type Collection,
  createMemo,
  findItem,
  type Item,
  type ItemMemo,
  indexText,
  itemsWith,
  keyOf,
  nextIntegerId,
} from './collection.ts';
import type { Step } from './exchange.ts';
import type { Input } from './input.ts';
import { getMember, isJsonObject, type Json, type JsonObject, setMember, stringifyJson } from './json.ts';
import { seedFrom } from './random.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { Written } from './respond.ts';
import type { Binding, Check, CollectionSpec, ListBinding, Problem } from './service.ts';
import { type SortedMap, sizeOf, takeValues } from './sorted-map.ts';
import type { Change, State } from './state.ts';
import { utf8Length } from './text.ts';

/** What the action came to: a value to answer with, or a refusal; and what it changes. */
export type Action =
  | {
      readonly type: 'done';
      readonly value: Json;
      readonly written: Written;
      readonly changes: readonly Change[];
      readonly step: Step;
    }
  | { readonly type: 'refused'; readonly refusal: Refusal };

const noChanges: readonly Change[] = [];

export const act = (state: State, binding: Binding, input: Input, now: number): Action => {
  const collection = state.collections.get(binding.collection.name) as Collection;
  switch (binding.action) {
    case 'list':
      return list(collection, binding, input);
    case 'create':
      return create(state, collection, input, now);
    case 'read':
    case 'replace':
    case 'update':
    case 'delete':
      return actOnItem(state, collection, binding.action, input.parameters[binding.keyParameter], input, now);
  }
};

/** The memo with the value's JSON text, which is written once for as long as the item lives. */
const write = (memo: ItemMemo, value: JsonObject): ItemMemo & { readonly text: string } => {
  if (memo.text === undefined) {
    memo.text = stringifyJson(value);
    memo.byteLength = utf8Length(memo.text);
  }
  return memo as ItemMemo & { readonly text: string };
};

const done = (
  action: Binding['action'],
  { name }: CollectionSpec,
  key: string,
  value: JsonObject,
  memo: ItemMemo,
  changes = noChanges,
): Action => {
  const { text, byteLength } = write(memo, value);
  const step: Step = { type: 'acted', action, collection: name, key };
  return { type: 'done', value, written: { text, byteLength, problems: undefined }, changes, step };
};

const list = (collection: Collection, binding: ListBinding, input: Input): Action => {
  const limit = binding.limit === undefined ? undefined : input.parameters[binding.limit];
  const found = select(collection, binding, input, typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY);
  return {
    type: 'done',
    value: found.map((item) => item.value),
    written: writeList(found, binding.checkElement),
    changes: noChanges,
    step: { type: 'acted', action: 'list', collection: collection.spec.name, key: undefined },
  };
};

/** The list's text and problems from those of its items: an item that was shown before costs next to nothing. */
const writeList = (items: readonly Item[], check: Check | undefined): Written => {
  let text = '';
  let byteLength = 2 + Math.max(0, items.length - 1);
  let problems = noProblems;
  for (let at = 0; at < items.length; at++) {
    const { memo, value } = items[at] as Item;
    const written = write(memo, value);
    text += at === 0 ? written.text : `,${written.text}`;
    byteLength += written.byteLength;
    if (check === undefined) continue;
    if (memo.checkedBy !== check) {
      memo.problems = check(value);
      memo.checkedBy = check;
    }
    if (memo.problems.length > 0) {
      problems = [
        ...problems,
        ...memo.problems.map((problem) => ({ ...problem, pointer: `/${at}${problem.pointer}` })),
      ];
    }
  }
  return { text: `[${text}]`, byteLength, problems: check === undefined ? undefined : problems };
};

const noProblems: readonly Problem[] = [];

/** The first `limit` items that pass every filter: from the smallest index that applies, so that the cost is flat. */
const select = (collection: Collection, binding: ListBinding, input: Input, limit: number): Item[] => {
  const filters: { readonly property: string; readonly texts: readonly string[] }[] = [];
  for (const { parameter, property } of binding.filters) {
    const value = input.parameters[parameter];
    if (value === undefined || value === null) continue;
    // A value list (`status=a,b`) matches any of its values.
    const values = Array.isArray(value) ? value : [value];
    // What is no scalar equals no member: it matches nothing.
    filters.push({ property, texts: values.map(indexText).filter((text) => text !== undefined) });
  }
  let source: SortedMap<number, Item> = collection.items;
  let applied: string | undefined;
  for (const { property, texts } of filters) {
    if (texts.length !== 1) continue;
    const candidates = itemsWith(collection, property, texts[0] as string);
    if (sizeOf(candidates) <= sizeOf(source)) [source, applied] = [candidates, property];
  }
  const rest = filters.filter((filter) => filter.property !== applied);
  if (rest.length === 0) return takeValues(source, limit, () => true);
  return takeValues(source, limit, (item) => rest.every(({ property, texts }) => hasOneOf(item, property, texts)));
};

/** What has no such member has none of the texts, the empty one neither. */
const hasOneOf = (item: Item, property: string, texts: readonly string[]): boolean => {
  const text = indexText(getMember(item.value, property));
  return text !== undefined && texts.includes(text);
};

const create = (state: State, collection: Collection, input: Input, now: number): Action => {
  const { spec } = collection;
  const sent = isJsonObject(input.body) ? input.body : {};
  const given = keyOf(spec, sent);
  if (given !== undefined && findItem(collection, given) !== undefined) {
    return { type: 'refused', refusal: refuse('conflict', `body.${spec.idProperty} ${given} is taken already`) };
  }
  const value =
    given === undefined ? createItem(state, collection, sent, now) : completeItem(state, spec, sent, () => given, now);
  const key = keyOf(spec, value) as string;
  const memo = createMemo();
  return done('create', spec, key, value, memo, [{ type: 'put', collection: spec.name, key, value, memo }]);
};

/** A new item with an id of its own, first among its members. */
const createItem = (state: State, collection: Collection, sent: JsonObject, now: number): JsonObject => {
  const { spec } = collection;
  const id = nextId(state, collection, now);
  const item = { [spec.idProperty]: id, ...sent, [spec.idProperty]: id };
  return completeItem(state, spec, item, () => identityOfNext(collection), now);
};

/** The next number, or a generated text. */
export const nextId = (state: State, collection: Collection, now: number): Json => {
  const { spec } = collection;
  if (spec.idType === 'integer') return nextIntegerId(collection);
  const seed = seedFrom(state.seed, spec.name, identityOfNext(collection));
  return freeTextId(collection, spec.generate({ seed, now }) as JsonObject);
};

const identityOfNext = ({ highestId }: Collection): string => String(highestId + 1n);

/**
 * The members sent, then the scenario's defaults, then generated values for the required members still missing. What is
 * generated follows from the world's seed, the collection and `identity`, which names the item.
 */
const completeItem = (
  state: State,
  spec: CollectionSpec,
  sent: JsonObject,
  identity: () => string,
  now: number,
): JsonObject => {
  const defaults = state.rules.defaults.get(spec.name);
  const value: Record<string, Json> = { ...sent };
  if (defaults !== undefined) {
    for (const name of Object.keys(defaults))
      if (!Object.hasOwn(value, name)) setMember(value, name, defaults[name] as Json);
  }
  let generated: JsonObject | undefined;
  for (const name of spec.required) {
    if (Object.hasOwn(value, name)) continue;
    generated ??= spec.generate({ seed: seedFrom(state.seed, spec.name, identity()), now }) as JsonObject;
    const member = getMember(generated, name);
    if (member !== undefined) setMember(value, name, member);
  }
  return value;
};

/** The generated id, made unique where it is taken. */
const freeTextId = (collection: Collection, generated: JsonObject): string => {
  const base = keyOf(collection.spec, generated) ?? String(collection.nextOrder + 1);
  let id = base;
  for (let attempt = 2; findItem(collection, id) !== undefined; attempt++) id = `${base}-${attempt}`;
  return id;
};

const actOnItem = (
  state: State,
  collection: Collection,
  action: 'read' | 'replace' | 'update' | 'delete',
  parameter: Json | undefined,
  input: Input,
  now: number,
): Action => {
  const { spec } = collection;
  const key = String(parameter);
  const item = findItem(collection, key);
  if (item === undefined) {
    return { type: 'refused', refusal: refuse('no-item', `There is no item ${key} in ${spec.name}.`) };
  }
  switch (action) {
    case 'read':
      return done(action, spec, key, item.value, item.memo);
    case 'delete':
      return done(action, spec, key, item.value, item.memo, [{ type: 'delete', collection: spec.name, key }]);
    case 'replace':
    case 'update': {
      const sent = isJsonObject(input.body) ? input.body : {};
      const id = getMember(item.value, spec.idProperty) as Json;
      const merged: Record<string, Json> = {};
      setMember(merged, spec.idProperty, id);
      for (const source of action === 'update' ? [item.value, sent] : [sent]) {
        for (const name of Object.keys(source))
          if (name !== spec.idProperty) setMember(merged, name, source[name] as Json);
      }
      const value = completeItem(state, spec, merged, () => key, now);
      const memo = createMemo();
      return done(action, spec, key, value, memo, [{ type: 'put', collection: spec.name, key, value, memo }]);
    }
  }
};
