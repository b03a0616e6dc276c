/** Operations that change an item: replace, update, act. */

import {
  getProperty,
  isJsonObject,
  type Json,
  type JsonObject,
  propertyPath,
  setProperty,
  unescapePointer,
} from '../primitives/json.ts';
import { jsonPatch, mergePatch } from '../primitives/json-patch.ts';
import type { Input } from '../request/read-input.ts';
import { type Refusal, refuse } from '../request/refusal.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { CollectionSpec, ItemBinding } from '../service/binding.ts';
import type { Problem } from '../service/check.ts';
import { createMemo, type Item } from '../state/collection.ts';
import { withParents } from '../state/item-key.ts';
import { type ActionDone, type ActionResult, refused } from './action-result.ts';
import { coerceProperties, mergeProperties } from './coerce-properties.ts';
import { fillRequired, idNameOf, withDefaults, withId, withTime } from './create-item.ts';
import { isWritable, queryParameterFor, readRequestProperties, requestPath } from './request-properties.ts';
import type { Target } from './target.ts';

export const changeItem = (
  context: RequestContext,
  binding: ItemBinding,
  target: Target,
  item: Item,
  input: Input,
): ActionResult => {
  const { spec } = target.collection;
  const changed = changedProperties(binding, item.value, input);
  if ('kind' in changed) return refused(changed);
  if (changed.value === item.value) return resultOf(binding, item, []);
  const value = completeChange(context, binding, target, item, changed);
  const problems = newProblems(spec, item.value, value);
  const [first] = problems;
  if (first === undefined) return storedResult(binding, spec, item, value);
  if (context.state.rules.requests === 'refuse') return refused(refuseBroken(context, binding, input, first));
  const corrected = completeChange(context, binding, target, item, withoutBroken(item.value, changed, problems));
  return storedResult(binding, spec, item, corrected);
};

const resultOf = (
  binding: ItemBinding,
  item: Pick<Item, 'key' | 'value' | 'memo'>,
  changes: ActionDone['changes'],
): ActionDone => ({
  type: 'done',
  view: { type: 'item', action: binding.action, item, view: binding.view },
  changes,
  step: { type: 'executed', action: binding.action, collection: binding.collection.name, key: item.key },
  isCreated: false,
});

const storedResult = (binding: ItemBinding, { name }: CollectionSpec, { key }: Item, value: JsonObject): ActionDone => {
  const memo = createMemo();
  return resultOf(binding, { key, value, memo }, [{ type: 'put', collection: name, key, value, memo }]);
};

interface Changed {
  readonly value: JsonObject;
  /** The properties in the request; undefined for a JSON Patch, which can change any property. */
  readonly requested: JsonObject | undefined;
}

const changedProperties = (binding: ItemBinding, before: JsonObject, input: Input): Changed | Refusal => {
  const { mapping, action, collection } = binding;
  if (action === 'update' && Array.isArray(input.body) && isJsonPatch(binding, input))
    return patchedProperties(before, input.body);
  const requested = readRequestProperties(mapping, input);
  const coerced = (value: JsonObject): JsonObject => coerceProperties(value, before, mapping, collection);
  const merge = (existing: JsonObject): JsonObject =>
    coerced(mergeProperties(assignProperties(before, existing), before, existing, collection));
  switch (action) {
    case 'update': {
      const isMerge = input.mediaType === mergePatchType;
      return {
        value: isMerge ? coerced(mergePatch(before, requested) as JsonObject) : merge(requested),
        requested,
      };
    }
    case 'replace':
      return {
        value: coerced(assignProperties(requested, keptProperties(binding, before, requested))),
        requested,
      };
    default: {
      // Properties that the item does not have are parameters of the action.
      const known = new Set([...Object.keys(before), ...mapping.names.values()]);
      const ofItem = Object.fromEntries(Object.entries(requested).filter(([name]) => known.has(name)));
      const explicit = assignProperties(binding.sets ?? {}, ofItem);
      return { value: Object.keys(explicit).length === 0 ? before : merge(explicit), requested: explicit };
    }
  }
};

const mergePatchType = 'application/merge-patch+json';
const jsonPatchType = 'application/json-patch+json';

const isJsonPatch = ({ mapping }: ItemBinding, { mediaType }: Input): boolean =>
  mapping.isPatchList || mediaType === jsonPatchType;

const patchedProperties = (before: JsonObject, operations: readonly Json[]): Changed | Refusal => {
  const patched = jsonPatch(before, operations);
  if (!patched.ok) return refuse(patched.isTest ? 'conflict' : 'body', `body${patched.message}`);
  if (!isJsonObject(patched.value)) return refuse('body', 'body must result in an object');
  return { value: patched.value, requested: undefined };
};

const assignProperties = (value: JsonObject, properties: JsonObject): JsonObject => {
  const assigned: Record<string, Json> = { ...value };
  for (const name of Object.keys(properties)) setProperty(assigned, name, properties[name] as Json);
  return assigned;
};

/** The properties that a replacement cannot set: they belong to the server and are kept. */
const keptProperties = (
  { mapping, collection }: ItemBinding,
  before: JsonObject,
  requested: JsonObject,
): JsonObject => {
  const canRequest = isWritable(mapping);
  const { created } = collection.timestamps;
  const kept = Object.keys(before).filter(
    (name) => !Object.hasOwn(requested, name) && (!canRequest(name) || created.includes(name)),
  );
  return Object.fromEntries(kept.map((name) => [name, before[name] as Json]));
};

/** The item as it is stored: with its id, its parents, all required properties and the time of the change. */
const completeChange = (
  { state, now }: RequestContext,
  { action }: ItemBinding,
  { collection: { spec }, parents }: Target,
  { key, value: before }: Item,
  { value, requested }: Changed,
): JsonObject => {
  const idName = idNameOf(spec);
  const id = idName === undefined ? undefined : getProperty(before, idName);
  const named = withParents(spec, parents, withId(spec, id, value));
  const times = spec.timestamps.updated.filter((name) =>
    requested === undefined ? getProperty(named, name) === getProperty(before, name) : !Object.hasOwn(requested, name),
  );
  const stamped = withTime(named, times, now);
  // An update may remove properties; the check decides whether that is allowed.
  return action === 'replace' ? fillRequired(state, spec, withDefaults(state, spec, stamped), key, now) : stamped;
};

/** The problems of changed properties. Problems that the item already had do not count. */
const newProblems = (spec: CollectionSpec, before: JsonObject, value: JsonObject): readonly Problem[] => {
  const problems = spec.check(value);
  if (problems.length === 0) return problems;
  const oldProblems = new Set(spec.check(before).map(({ pointer, rule }) => `${rule} ${pointer}`));
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

const refuseBroken = (
  { operation }: RequestContext,
  { mapping }: ItemBinding,
  input: Input,
  { pointer, message }: Problem,
): Refusal => {
  const name = propertyOf(pointer);
  if (name === undefined) return refuse('body', `body ${message}`);
  const below = pointer.slice(1).includes('/') ? pointer.slice(pointer.indexOf('/', 1)) : '';
  const rest = `${propertyPath(below)} ${message}`;
  const parameter = queryParameterFor(mapping, input, name);
  return parameter === undefined
    ? refuse('body', `${requestPath(mapping, name)}${rest}`)
    : refuse('parameter', `query.${operation?.parameters[parameter]?.name}${rest}`);
};

/** The change without the properties that have problems: those keep their old values. */
const withoutBroken = (before: JsonObject, { value, requested }: Changed, problems: readonly Problem[]): Changed => {
  const corrected: Record<string, Json> = { ...value };
  for (const { pointer } of problems) {
    const name = propertyOf(pointer);
    if (name === undefined) return { value: before, requested };
    const existing = getProperty(before, name);
    if (existing === undefined) delete corrected[name];
    else setProperty(corrected, name, existing);
  }
  return { value: corrected, requested };
};
