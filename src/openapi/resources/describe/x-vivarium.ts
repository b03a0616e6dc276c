/** Reads `x-vivarium` on operations, which overrides every guess. */

import { readChanges, type StatedChange } from '../../../core/lifecycles/stated-changes.ts';
import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import { escapePointer, getProperty, isJsonObject, type Json } from '../../../core/primitives/json.ts';
import type { ActionName } from '../../../core/service/binding.ts';
import type { Located, Source } from '../../document/source.ts';

export interface XVivarium {
  readonly collection: string | undefined;
  /** `none`: the operation is stateless. */
  readonly action: ActionName | 'none' | undefined;
  /** The property that identifies an item. */
  readonly id: string | undefined;
  /** The path of property names to the items, or to the item, in the body. */
  readonly items: readonly string[] | undefined;
  /** The changes that the action makes; undefined: those that its name states. */
  readonly set: readonly StatedChange[] | undefined;
}

const actions: readonly (ActionName | 'none')[] = [
  'list',
  'create',
  'read',
  'replace',
  'update',
  'delete',
  'act',
  'none',
];
const properties = ['collection', 'action', 'id', 'items', 'set', 'lifecycle', 'credential'];

/** Returns undefined if there is none. Invalid properties are reported and ignored. */
export const readHint = ({ value, pointer }: Located, source: Source): XVivarium | undefined => {
  const raw = getProperty(value, 'x-vivarium');
  if (raw === undefined) return undefined;
  const hintPointer = `${pointer}/x-vivarium`;
  const report = (pointer: string, message: string): void => source.report(pointer, message, 'VIV_X_VIVARIUM_INVALID');
  if (raw === false) return { collection: undefined, action: 'none', id: undefined, items: undefined, set: undefined };
  if (!isJsonObject(raw)) {
    report(hintPointer, `must be a map with ${properties.join(', ')}, or false`);
    return undefined;
  }
  for (const name of Object.keys(raw)) {
    if (!properties.includes(name))
      report(
        `${hintPointer}/${escapePointer(name)}`,
        `unknown property "${name}". ${didYouMean(name, properties) ?? `Known: ${properties.join(', ')}.`}`,
      );
  }
  const text = (name: string): string | undefined => {
    const found: Json | undefined = getProperty(raw, name);
    if (found === undefined || (typeof found === 'string' && found !== '')) return found;
    report(`${hintPointer}/${name}`, 'must be a text');
    return undefined;
  };
  const credential = text('credential');
  if (credential !== undefined && credential !== 'required')
    report(`${hintPointer}/credential`, `unknown value "${credential}". Known: required.`);
  // They say nothing of what the operation does.
  if (/^(lifecycle|credential)(,(lifecycle|credential))*$/.test(Object.keys(raw).join())) return undefined;
  const action = text('action');
  const isKnown = action === undefined || actions.includes(action as ActionName);
  if (!isKnown)
    report(
      `${hintPointer}/action`,
      `unknown action "${action}". ${didYouMean(action, actions) ?? `Known: ${actions.join(', ')}.`}`,
    );
  const set = getProperty(raw, 'set');
  if (set !== undefined && action !== undefined && action !== 'act')
    report(`${hintPointer}/set`, `belongs to the action "act", not to "${action}"`);
  return {
    collection: text('collection'),
    action: isKnown ? (action as XVivarium['action']) : undefined,
    id: text('id'),
    items: text('items')?.split('.'),
    set: set === undefined ? undefined : readChanges(set, `${hintPointer}/set`, report),
  };
};

/** What it says of the lifecycle of what the operation creates. */
export const readLifecycleHint = ({ value, pointer }: Located): UnreadLifecycle | undefined => {
  const raw = getProperty(value, 'x-vivarium');
  const lifecycle = isJsonObject(raw) ? getProperty(raw, 'lifecycle') : undefined;
  return lifecycle === undefined ? undefined : { raw: lifecycle, pointer: `${pointer}/x-vivarium/lifecycle` };
};

/** Whether an operation says that a login needs a credential, as the whole document does. */
export const requiresCredential = ({ value }: Located): boolean => {
  const raw = getProperty(value, 'x-vivarium');
  return isJsonObject(raw) && getProperty(raw, 'credential') === 'required';
};

interface UnreadLifecycle {
  readonly raw: Json;
  readonly pointer: string;
}
