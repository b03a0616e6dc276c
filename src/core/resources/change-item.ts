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
import { type Collection, createMemo, type Item } from '../state/collection.ts';
import { withParents } from '../state/item-key.ts';
import { type ActionDone, type ActionResult, refused } from './action-result.ts';
import { coerceProperties, mergeProperties } from './coerce-properties.ts';
import { fillRequired, idNameOf, withDefaults, withId, withTime } from './create-item.ts';
import { isWritable, queryParameterFor, readSent, writtenName } from './request-properties.ts';

/** `parents`: what the item is inside of. */
export const changeItem = (
  call: RequestContext,
  binding: ItemBinding,
  { spec }: Collection,
  item: Item,
  parents: readonly string[],
  input: Input,
): ActionResult => {
  const changed = changedProperties(binding, item.value, input);
  if ('kind' in changed) return refused(changed);
  if (changed.value === item.value) return shown(binding, item, []);
  const value = completeChange(call, binding, spec, item, parents, changed);
  const problems = newProblems(spec, item.value, value);
  const [first] = problems;
  if (first === undefined) return stored(binding, spec, item, value);
  if (call.state.rules.requests === 'refuse') return refused(refuseBroken(call, binding, input, first));
  const mended = completeChange(call, binding, spec, item, parents, withoutBroken(item.value, changed, problems));
  return stored(binding, spec, item, mended);
};

const shown = (
  binding: ItemBinding,
  item: Pick<Item, 'key' | 'value' | 'memo'>,
  changes: ActionDone['changes'],
): ActionDone => ({
  type: 'done',
  shown: { type: 'item', action: binding.action, item, view: binding.view },
  changes,
  step: { type: 'acted', action: binding.action, collection: binding.collection.name, key: item.key },
  isCreated: false,
});

const stored = (binding: ItemBinding, { name }: CollectionSpec, { key }: Item, value: JsonObject): ActionDone => {
  const memo = createMemo();
  return shown(binding, { key, value, memo }, [{ type: 'put', collection: name, key, value, memo }]);
};

interface Changed {
  readonly value: JsonObject;
  /** What the request says of members; undefined for a patch, which can say anything. */
  readonly said: JsonObject | undefined;
}

const changedProperties = (binding: ItemBinding, before: JsonObject, input: Input): Changed | Refusal => {
  const { sent, action, collection } = binding;
  if (action === 'update' && Array.isArray(input.body) && isJsonPatch(binding, input))
    return patchedProperties(before, input.body);
  const said = readSent(sent, input);
  const fitted = (value: JsonObject): JsonObject => coerceProperties(value, before, sent, collection);
  const updated = (own: JsonObject): JsonObject =>
    fitted(mergeProperties(assignProperties(before, own), before, own, collection));
  switch (action) {
    case 'update': {
      const isMerge = input.mediaType === mergePatchType;
      return { value: isMerge ? fitted(mergePatch(before, said) as JsonObject) : updated(said), said };
    }
    case 'replace':
      return { value: fitted(assignProperties(said, keptProperties(binding, before, said))), said };
    default: {
      // Of what is sent with an action, what is no member of the item is about the action.
      const known = new Set([...Object.keys(before), ...sent.names.values()]);
      const sentToo = Object.fromEntries(Object.entries(said).filter(([name]) => known.has(name)));
      const own = assignProperties(binding.sets ?? {}, sentToo);
      return { value: Object.keys(own).length === 0 ? before : updated(own), said: own };
    }
  }
};

const mergePatchType = 'application/merge-patch+json';
const jsonPatchType = 'application/json-patch+json';

const isJsonPatch = ({ sent }: ItemBinding, { mediaType }: Input): boolean =>
  sent.isPatchList || mediaType === jsonPatchType;

const patchedProperties = (before: JsonObject, operations: readonly Json[]): Changed | Refusal => {
  const patched = jsonPatch(before, operations);
  if (!patched.ok) return refuse(patched.isTest ? 'conflict' : 'body', `body${patched.message}`);
  if (!isJsonObject(patched.value)) return refuse('body', 'body must leave an object');
  return { value: patched.value, said: undefined };
};

const assignProperties = (value: JsonObject, over: JsonObject): JsonObject => {
  const whole: Record<string, Json> = { ...value };
  for (const name of Object.keys(over)) setProperty(whole, name, over[name] as Json);
  return whole;
};

/** What a replacement cannot say is the server's and stays. */
const keptProperties = ({ sent, collection }: ItemBinding, before: JsonObject, said: JsonObject): JsonObject => {
  const isSaid = isWritable(sent);
  const { created } = collection.stamps;
  const kept = Object.keys(before).filter(
    (name) => !Object.hasOwn(said, name) && (!isSaid(name) || created.includes(name)),
  );
  return Object.fromEntries(kept.map((name) => [name, before[name] as Json]));
};

/** The change as it is stored: under the same id and the same parents, whole again, with its time. */
const completeChange = (
  { state, now }: RequestContext,
  { action }: ItemBinding,
  spec: CollectionSpec,
  { key, value: before }: Item,
  parents: readonly string[],
  { value, said }: Changed,
): JsonObject => {
  const idName = idNameOf(spec);
  const id = idName === undefined ? undefined : getProperty(before, idName);
  const named = withParents(spec, parents, withId(spec, id, value));
  const times = spec.stamps.updated.filter((name) =>
    said === undefined ? getProperty(named, name) === getProperty(before, name) : !Object.hasOwn(said, name),
  );
  const stamped = withTime(named, times, now);
  // What an update takes away stays away; whether that is allowed is for the check to say.
  return action === 'replace' ? fillRequired(state, spec, withDefaults(state, spec, stamped), key, now) : stamped;
};

/** What is wrong with members that were changed: what was wrong before is not this request's. */
const newProblems = (spec: CollectionSpec, before: JsonObject, value: JsonObject): readonly Problem[] => {
  const problems = spec.check(value);
  if (problems.length === 0) return problems;
  const old = new Set(spec.check(before).map(({ pointer, rule }) => `${rule} ${pointer}`));
  return problems.filter(({ pointer, rule }) => {
    const name = propertyOf(pointer);
    const isSame = name === undefined || getProperty(before, name) === getProperty(value, name);
    return !(isSame && old.has(`${rule} ${pointer}`));
  });
};

/** The member of the item that a pointer leads into; undefined for the item itself. */
const propertyOf = (pointer: string): string | undefined => {
  const token = pointer.split('/')[1];
  return token === undefined ? undefined : unescapePointer(token);
};

const refuseBroken = (
  { operation }: RequestContext,
  { sent }: ItemBinding,
  input: Input,
  { pointer, message }: Problem,
): Refusal => {
  const name = propertyOf(pointer);
  if (name === undefined) return refuse('body', `body ${message}`);
  const inside = pointer.slice(1).includes('/') ? pointer.slice(pointer.indexOf('/', 1)) : '';
  const rest = `${propertyPath(inside)} ${message}`;
  const parameter = queryParameterFor(sent, input, name);
  return parameter === undefined
    ? refuse('body', `${writtenName(sent, name)}${rest}`)
    : refuse('parameter', `query.${operation?.parameters[parameter]?.name}${rest}`);
};

/** The change without the members in which something is wrong: they stay as they were. */
const withoutBroken = (before: JsonObject, { value, said }: Changed, problems: readonly Problem[]): Changed => {
  const mended: Record<string, Json> = { ...value };
  for (const { pointer } of problems) {
    const name = propertyOf(pointer);
    if (name === undefined) return { value: before, said };
    const old = getProperty(before, name);
    if (old === undefined) delete mended[name];
    else setProperty(mended, name, old);
  }
  return { value: mended, said };
};
