/** Operations that change an item: replace, update, act. */

import {
  getMember,
  isJsonObject,
  type Json,
  type JsonObject,
  memberPath,
  setMember,
  unescapePointer,
} from '../primitives/json.ts';
import { jsonPatch, mergePatch } from '../primitives/json-patch.ts';
import type { Input } from '../request/read-input.ts';
import { type Refusal, refuse } from '../request/refusal.ts';
import type { Call } from '../request/request-context.ts';
import type { CollectionSpec, ItemBinding } from '../service/binding.ts';
import type { Problem } from '../service/check.ts';
import { type Collection, createMemo, type Item } from '../state/collection.ts';
import { withParents } from '../state/item-key.ts';
import { type Action, type Done, refusedWith } from './action-result.ts';
import { fitMembers, mendMembers } from './coerce-members.ts';
import { fill, idNameOf, withDefaults, withId, withTime } from './create-item.ts';
import { canSay, readSent, saidByQuery, writtenName } from './request-members.ts';

/** `parents`: what the item is inside of. */
export const changeItem = (
  call: Call,
  binding: ItemBinding,
  { spec }: Collection,
  item: Item,
  parents: readonly string[],
  input: Input,
): Action => {
  const changed = changedMembers(binding, item.value, input);
  if ('kind' in changed) return refusedWith(changed);
  if (changed.value === item.value) return shown(binding, item, []);
  const value = settle(call, binding, spec, item, parents, changed);
  const problems = newProblems(spec, item.value, value);
  const [first] = problems;
  if (first === undefined) return stored(binding, spec, item, value);
  if (call.state.rules.requests === 'refuse') return refusedWith(refuseBroken(call, binding, input, first));
  const mended = settle(call, binding, spec, item, parents, withoutBroken(item.value, changed, problems));
  return stored(binding, spec, item, mended);
};

const shown = (binding: ItemBinding, item: Pick<Item, 'key' | 'value' | 'memo'>, changes: Done['changes']): Done => ({
  type: 'done',
  shown: { type: 'item', action: binding.action, item, view: binding.view },
  changes,
  step: { type: 'acted', action: binding.action, collection: binding.collection.name, key: item.key },
  isCreated: false,
});

const stored = (binding: ItemBinding, { name }: CollectionSpec, { key }: Item, value: JsonObject): Done => {
  const memo = createMemo();
  return shown(binding, { key, value, memo }, [{ type: 'put', collection: name, key, value, memo }]);
};

interface Changed {
  readonly value: JsonObject;
  /** What the request says of members; undefined for a patch, which can say anything. */
  readonly said: JsonObject | undefined;
}

const changedMembers = (binding: ItemBinding, before: JsonObject, input: Input): Changed | Refusal => {
  const { sent, action, collection } = binding;
  if (action === 'update' && Array.isArray(input.body) && isJsonPatch(binding, input))
    return patchedMembers(before, input.body);
  const said = readSent(sent, input);
  const fitted = (value: JsonObject): JsonObject => fitMembers(value, before, sent, collection);
  const updated = (own: JsonObject): JsonObject => fitted(mendMembers(laidOver(before, own), before, own, collection));
  switch (action) {
    case 'update': {
      const isMerge = input.mediaType === mergePatchType;
      return { value: isMerge ? fitted(mergePatch(before, said) as JsonObject) : updated(said), said };
    }
    case 'replace':
      return { value: fitted(laidOver(said, keptMembers(binding, before, said))), said };
    default: {
      // Of what is sent with an action, what is no member of the item is about the action.
      const known = new Set([...Object.keys(before), ...sent.names.values()]);
      const sentToo = Object.fromEntries(Object.entries(said).filter(([name]) => known.has(name)));
      const own = laidOver(binding.sets ?? {}, sentToo);
      return { value: Object.keys(own).length === 0 ? before : updated(own), said: own };
    }
  }
};

const mergePatchType = 'application/merge-patch+json';
const jsonPatchType = 'application/json-patch+json';

const isJsonPatch = ({ sent }: ItemBinding, { mediaType }: Input): boolean =>
  sent.isPatchList || mediaType === jsonPatchType;

const patchedMembers = (before: JsonObject, operations: readonly Json[]): Changed | Refusal => {
  const patched = jsonPatch(before, operations);
  if (!patched.ok) return refuse(patched.isTest ? 'conflict' : 'body', `body${patched.message}`);
  if (!isJsonObject(patched.value)) return refuse('body', 'body must leave an object');
  return { value: patched.value, said: undefined };
};

const laidOver = (value: JsonObject, over: JsonObject): JsonObject => {
  const whole: Record<string, Json> = { ...value };
  for (const name of Object.keys(over)) setMember(whole, name, over[name] as Json);
  return whole;
};

/** What a replacement cannot say is the server's and stays. */
const keptMembers = ({ sent, collection }: ItemBinding, before: JsonObject, said: JsonObject): JsonObject => {
  const isSaid = canSay(sent);
  const { created } = collection.stamps;
  const kept = Object.keys(before).filter(
    (name) => !Object.hasOwn(said, name) && (!isSaid(name) || created.includes(name)),
  );
  return Object.fromEntries(kept.map((name) => [name, before[name] as Json]));
};

/** The change as it is stored: under the same id and the same parents, whole again, with its time. */
const settle = (
  { state, now }: Call,
  { action }: ItemBinding,
  spec: CollectionSpec,
  { key, value: before }: Item,
  parents: readonly string[],
  { value, said }: Changed,
): JsonObject => {
  const idName = idNameOf(spec);
  const id = idName === undefined ? undefined : getMember(before, idName);
  const named = withParents(spec, parents, withId(spec, id, value));
  const times = spec.stamps.updated.filter((name) =>
    said === undefined ? getMember(named, name) === getMember(before, name) : !Object.hasOwn(said, name),
  );
  const stamped = withTime(named, times, now);
  // What an update takes away stays away; whether that is allowed is for the check to say.
  return action === 'replace' ? fill(state, spec, withDefaults(state, spec, stamped), key, now) : stamped;
};

/** What is wrong with members that were changed: what was wrong before is not this request's. */
const newProblems = (spec: CollectionSpec, before: JsonObject, value: JsonObject): readonly Problem[] => {
  const problems = spec.check(value);
  if (problems.length === 0) return problems;
  const old = new Set(spec.check(before).map(({ pointer, rule }) => `${rule} ${pointer}`));
  return problems.filter(({ pointer, rule }) => {
    const name = memberOf(pointer);
    const isSame = name === undefined || getMember(before, name) === getMember(value, name);
    return !(isSame && old.has(`${rule} ${pointer}`));
  });
};

/** The member of the item that a pointer leads into; undefined for the item itself. */
const memberOf = (pointer: string): string | undefined => {
  const token = pointer.split('/')[1];
  return token === undefined ? undefined : unescapePointer(token);
};

const refuseBroken = (
  { operation }: Call,
  { sent }: ItemBinding,
  input: Input,
  { pointer, message }: Problem,
): Refusal => {
  const name = memberOf(pointer);
  if (name === undefined) return refuse('body', `body ${message}`);
  const inside = pointer.slice(1).includes('/') ? pointer.slice(pointer.indexOf('/', 1)) : '';
  const rest = `${memberPath(inside)} ${message}`;
  const parameter = saidByQuery(sent, input, name);
  return parameter === undefined
    ? refuse('body', `${writtenName(sent, name)}${rest}`)
    : refuse('parameter', `query.${operation?.parameters[parameter]?.name}${rest}`);
};

/** The change without the members in which something is wrong: they stay as they were. */
const withoutBroken = (before: JsonObject, { value, said }: Changed, problems: readonly Problem[]): Changed => {
  const mended: Record<string, Json> = { ...value };
  for (const { pointer } of problems) {
    const name = memberOf(pointer);
    if (name === undefined) return { value: before, said };
    const old = getMember(before, name);
    if (old === undefined) delete mended[name];
    else setMember(mended, name, old);
  }
  return { value: mended, said };
};
