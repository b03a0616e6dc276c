/** Operations that change one item, or several in one request: replace, update, act. */

import { wordLists } from '../../parts/words/index.ts';
import {
  filterProperties,
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonLength,
  unescapePointer,
  valueAt,
} from '../primitives/json.ts';
import { jsonPatch, mergePatch } from '../primitives/json-patch.ts';
import type { StepBudget } from '../primitives/step-budget.ts';
import { cutText } from '../primitives/units.ts';
import { plainName } from '../primitives/words.ts';
import type { Input } from '../request/read-input.ts';
import { type Refusal, refuse, refuseAt } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { ItemBinding } from '../service/binding.ts';
import type { Problem } from '../service/check.ts';
import type { CollectionSpec, Timestamp } from '../service/collection-facts.ts';
import { type Collection, findItem, type Item, itemsBelow } from '../state/collection.ts';
import { idText, joinKey, joinParents, splitKey, withParents } from '../state/item-key.ts';
import type { Change, State } from '../state/state.ts';
import { type ActionResult, resultOf } from './action-result.ts';
import { applyEffects, droppedEffects, hasElement } from './apply-effects.ts';
import { withItemsInside } from './create-item.ts';
import { idNameOf, storedItem, withDefaults, withId, withScenarioDefaults, withTime } from './item-steps.ts';
import { withMaker } from './maker.ts';
import { isWritable, readRequestProperties, requestPointer, withInner } from './request-properties.ts';
import { type FoundNamed, itemAt, type Target } from './target.ts';

export const changeItem = (
  context: RequestContext,
  binding: ItemBinding,
  target: Target,
  item: Item,
  input: Input,
): ActionResult | Refusal => {
  const { spec } = target.collection;
  const missing = (binding.named as FoundNamed | undefined)?.missing(context, binding, input, item.value);
  if (missing !== undefined) return missing;
  const changed = changedProperties(context, binding, item.value, input);
  if ('kind' in changed) return changed;
  const absent = absentElement(binding, item.value, input);
  if (absent !== undefined) return absent;
  if (changed.value === item.value) return resultOf(binding, item, []);
  if (growsTooLarge(item.value, changed.value)) return refuse('body', `body ${tooLarge}`);
  const newId = newIdIn(binding, item.value, changed.requested);
  const parents =
    binding.parentParameters.length > 0 ? undefined : newParents(context, spec, item.value, changed.value);
  const key = parents ? joinKey(spec, { parents, id: splitKey(spec, item.key).id }) : keyOfChanged(target, item, newId);
  const isMoved = key !== item.key && spec.kind !== 'singleton';
  if (isMoved && findItem(target.collection, key))
    return refuse('conflict', `${cutText(splitKey(spec, key).id as string)} already exists`);
  const id = newId ?? getProperty(item.value, idNameOf(spec) ?? '');
  const named = withParents(spec, parents ?? target.shownParents, withId(spec, id, changed.value));
  const value = completeChange(context, binding, item.value, { ...changed, value: named });
  const isRefusing = changed.isPatch && context.state.rules.requests === 'refuse';
  const [problem] = isRefusing ? newProblems(spec, item.value, value, context.fitting) : [];
  if (problem !== undefined) return refuseBroken(binding, problem);
  const inside = withItemsInside(context, spec, key, value, item.value);
  const stored = storedItem(context, spec, { key, value: inside, identity: () => item.key, before: item.value });
  for (const { path } of droppedEffects(changed.value, stored.value, binding.effects))
    context.steps.push({ type: 'not-set', property: path.join('.') });
  const renaming = isMoved ? renamingOf(context.state, target.collection, item.key, key) : [];
  return resultOf(binding, stored, [...renaming, { type: 'put', collection: spec.name, key, value: stored.value }]);
};

/** The refusal if the path names an element of a list that the item does not have. */
const absentElement = ({ effects }: ItemBinding, item: JsonObject, { parameters }: Input): Refusal | undefined => {
  for (const { path, to } of effects) {
    const isOfElement = to.type === 'remove-from-list' || to.type === 'change-in-list';
    if (!isOfElement || !('parameter' in to.from)) continue;
    const element = parameters[to.from.parameter];
    if (!hasElement(valueAt(item, path), element, to.by))
      return refuse('no-item', `There is no ${String(element)} in ${path.join('.')}.`);
  }
  return undefined;
};

/** The length of the JSON text of a changed item, in characters: patches can multiply what it has. */
const maxChangedLength = 16 * 1_048_576;
const tooLarge = `would make the item larger than ${maxChangedLength / 1_048_576} MiB`;

/** Whether an item becomes too large. One that is too large already may still shrink, or stay as it is. */
const growsTooLarge = (before: JsonObject, after: JsonObject) =>
  isLonger(after, maxChangedLength) && isLonger(after, jsonLength(before));

const isLonger = (value: Json, max: number) => jsonLength(value, max) > max;

/** A singleton that is present under every parent is changed only under those of the request. */
const keyOfChanged = ({ collection: { spec }, parents }: Target, { key }: Item, newId: Json | undefined): string => {
  if (spec.kind === 'singleton') return joinKey(spec, { parents, id: undefined });
  return newId === undefined ? key : joinKey(spec, { parents: splitKey(spec, key).parents, id: idText(newId) });
};

/** The parents of an item that a change puts below another one: `{ "list_id": 2 }` of a card. */
const newParents = (
  { state }: RequestContext,
  { parents: [parent, ...others], parentCollection = '' }: CollectionSpec,
  before: JsonObject,
  after: JsonObject,
): readonly string[] | undefined => {
  const [was, id] = [before, after].map((item) => idText(getProperty(item, parent?.property ?? '')));
  const owners = state.collections.get(parentCollection);
  if (others.length > 0 || id === undefined || id === was || owners === undefined) return undefined;
  const owner = itemAt(state, owners, [id]);
  return 'kind' in owner ? undefined : [splitKey(owners.spec, owner.key).id as string];
};

interface Changed {
  readonly value: JsonObject;
  /** The properties in the request; undefined for a JSON Patch, which can change any property. */
  readonly requested: JsonObject | undefined;
  /** Whether the request states what to remove: if the item cannot be without it, the request is rejected. */
  readonly isPatch: boolean;
}

const changedProperties = (
  context: RequestContext,
  binding: ItemBinding,
  before: JsonObject,
  input: Input,
): Changed | Refusal => {
  const { mapping, action, collection } = binding;
  const changed = (value: JsonObject): JsonObject => applyEffects(value, binding.effects, context.now, input);
  if (action === 'update' && Array.isArray(input.body) && isJsonPatch(binding, input))
    return patchedProperties(before, input.body);
  const sent = readRequestProperties(mapping, input);
  const requested = action === 'replace' ? sent : withInner(mapping, before, sent);
  switch (action) {
    case 'update': {
      const isPatch = input.mediaType === mergePatchType;
      const value = isPatch ? (mergePatch(before, requested) as JsonObject) : { ...before, ...requested };
      return { value: changed(value), requested, isPatch };
    }
    case 'replace':
      return {
        value: changed({ ...requested, ...keptProperties(binding, before, requested) }),
        requested,
        isPatch: false,
      };
    default: {
      // Properties that the item does not have are parameters of the action.
      const named = mapping.parameters.map(({ property }) => property);
      const known = new Set([...Object.keys(before), ...mapping.names.values(), ...named]);
      const effects = Object.fromEntries(binding.effects.map(({ path: [name] }) => [name as string, null]));
      const isOpen = (name: string) => !binding.areEffectsStated || !Object.hasOwn(effects, name);
      const own = filterProperties(requested, (name) => known.has(name) && isOpen(name));
      const acted = changed(before);
      const taken = withMaker(context, collection, own, { makers: binding.makers ?? [] });
      const value = Object.keys(taken).length === 0 ? acted : { ...acted, ...taken };
      return { value, requested: { ...effects, ...taken }, isPatch: false };
    }
  }
};

const mergePatchType = 'application/merge-patch+json';
const jsonPatchType = 'application/json-patch+json';

const isJsonPatch = ({ mapping }: ItemBinding, { mediaType }: Input) =>
  mapping.isPatchList || mediaType === jsonPatchType;

const patchedProperties = (before: JsonObject, operations: readonly Json[]): Changed | Refusal => {
  const patched = jsonPatch(before, operations);
  if (!patched.ok) return refuse(patched.isTest ? 'conflict' : 'body', `body${patched.message}`);
  if (!isJsonObject(patched.value)) return refuse('body', 'body must result in an object');
  return { value: patched.value, requested: undefined, isPatch: true };
};

/** Whether a property is another id of the item, or the object with its id. */
const isIdentity = ({ aliases }: CollectionSpec, name: string) =>
  aliases.some((alias) => alias === name || alias.startsWith(`${name}.`));

/** The properties that a replacement keeps: those that belong to the server, and those that identify the item. */
const keptProperties = (binding: ItemBinding, before: JsonObject, requested: JsonObject): JsonObject => {
  const { mapping, collection } = binding;
  const canRequest = isWritable(mapping);
  const own = [
    ...collection.timestamps.created.map(({ name }) => name),
    ...collection.relations().counts.map(({ property }) => property),
    ...collection.readOnly,
  ];
  return filterProperties(
    before,
    (name) =>
      !Object.hasOwn(requested, name) && (!canRequest(name) || own.includes(name) || isIdentity(collection, name)),
  );
};

/** The change with the defaults and its time. */
const completeChange = (
  context: RequestContext,
  { action, collection: spec }: ItemBinding,
  before: JsonObject,
  { value, requested }: Changed,
): JsonObject => {
  const { state, now } = context;
  const isSet = ({ name }: Timestamp) => action !== 'act' || !wordLists.edited.has(name);
  const times = spec.timestamps.updated
    .filter(isSet)
    .filter(({ name }) =>
      requested === undefined
        ? getProperty(value, name) === getProperty(before, name)
        : !Object.hasOwn(requested, name),
    );
  const stamped = withTime(value, times, now);
  return action === 'replace' ? withDefaults(context, spec, withScenarioDefaults(state, spec, stamped)) : stamped;
};

/** The problems of changed properties. Problems that the item already had do not count. */
const newProblems = (
  spec: CollectionSpec,
  before: JsonObject,
  value: JsonObject,
  budget: StepBudget | undefined,
): readonly Problem[] => {
  const problems = spec.check(value, budget);
  if (problems.length === 0) return problems;
  const oldProblems = new Set(spec.check(before, budget).map(({ pointer, rule }) => `${rule} ${pointer}`));
  return problems.filter(({ pointer, rule }) => {
    const name = propertyOf(pointer);
    const isSame = name === undefined || getProperty(before, name) === getProperty(value, name);
    return !(isSame && oldProblems.has(`${rule} ${pointer}`));
  });
};

/** The first-level property of a pointer; undefined for the item itself. */
const propertyOf = (pointer: string): string | undefined => {
  const token = pointer.split('/')[1];
  return token === undefined ? undefined : unescapePointer(token);
};

const refuseBroken = ({ mapping }: ItemBinding, problem: Problem): Refusal => {
  const { pointer, message } = problem;
  const name = propertyOf(pointer);
  if (name === undefined) return refuse('body', `body ${message}`);
  const below = pointer.slice(1).replace(/^[^/]*/, '');
  return refuseAt('body', 'body', { ...problem, pointer: `${requestPointer(mapping, name)}${below}` });
};

/** The id that a request gives to an item; undefined if it gives none, the same, or one that the item cannot have. */
const newIdIn = (binding: ItemBinding, before: JsonObject, requested: JsonObject | undefined): Json | undefined => {
  const { mapping, collection, action } = binding;
  const name = idNameOf(collection);
  if (name === undefined || requested === undefined) return undefined;
  const id = getProperty(requested, name);
  const text = idText(id);
  // No path has "".
  if (!text || text === idText(getProperty(before, name)) || !collection.acceptsId(id as Json)) return undefined;
  const plain = plainName(name);
  // Who sends another slug renames the item: no other id is a word that people choose.
  const isChosen = action === 'update' && (plain === 'name' || wordLists.keyNames.hasPlain(plain));
  const isOfId = (sent: string) => plainName(sent) === `new${plain}` || (isChosen && plainName(sent) === plain);
  return [...mapping.names].some(([sent, to]) => to === name && isOfId(sent)) ? id : undefined;
};

/** The old item is deleted, and everything below it moves below the new one. */
const renamingOf = (state: State, { spec }: Collection, from: string, to: string): readonly Change[] => [
  { type: 'delete', collection: spec.name, key: from },
  ...movesBelow(state, spec, parentKeyFor(spec, from), parentKeyFor(spec, to)),
];

const parentKeyFor = (spec: CollectionSpec, key: string): string => {
  const { parents, id } = splitKey(spec, key);
  return joinParents([...parents, id as string]);
};

const movesBelow = (state: State, { children }: CollectionSpec, from: string, to: string): readonly Change[] =>
  children.flatMap((name): readonly Change[] => {
    const child = state.collections.get(name) as Collection;
    const moves = [...itemsBelow(child, from)].flatMap(({ key, value }): readonly Change[] => {
      const moved = to + key.slice(from.length);
      const { parents } = splitKey(child.spec, moved);
      return [
        { type: 'delete', collection: name, key },
        { type: 'put', collection: name, key: moved, value: withParents(child.spec, parents, value) },
      ];
    });
    return [...moves, ...movesBelow(state, child.spec, from, to)];
  });
