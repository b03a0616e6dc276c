/** Finds faults that disturb nothing of a service. */
import type { Fault } from '../../core/faults/fault.ts';
import { hasOtherEnd } from '../../core/lifecycles/lifecycles-of.ts';
import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import { quoteName } from '../../core/primitives/units.ts';
import { matchesName } from '../../core/service/names.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import type { Rules } from '../../core/state/state.ts';

/** Why a fault changes nothing, with a hint if it would on another operation; undefined if it may change something. */
export const whyIdle = (
  { name, effect, on }: Fault,
  { operations, collections, handlers, logins, webhooks = [], callbacks = [] }: Service,
  rules: Pick<Rules, 'lifecycles'>,
): Pick<ConfigProblem, 'message' | 'hint'> | undefined => {
  const idle = (reason: string, hint?: string) => ({ message: `${quoteName(name)} changes nothing: ${reason}`, hint });
  if (effect.type === 'token') return logins.length > 0 ? undefined : idle('the document has no login');
  if (effect.type === 'webhook')
    return webhooks.length + callbacks.length > 0 ? undefined : idle('the document has no webhooks');
  if (effect.type !== 'lifecycle') return undefined;
  const moving = [...collections.values()].filter((spec) => hasOtherEnd({ rules }, spec, effect.lifecycle));
  const needed = `lifecycle${effect.lifecycle === 'failed' ? ' that can fail' : ''}`;
  if (moving.length === 0) return idle(`the document has no ${needed}`);
  const named = [on?.operation ?? []].flat();
  const meant = operations.filter((one) => named.some((text) => matchesName(text, one)));
  const canCreate = (one: Operation) =>
    handlers?.has(one) === true ||
    (one.binding?.action === 'create'
      ? moving.includes(one.binding.collection)
      : !/^(GET|HEAD|DELETE)$/.test(one.method));
  if (meant.length === 0 || meant.some(canCreate)) return undefined;
  const names = moving.map((spec) => spec.name).join(', ');
  return idle(`${named.join(', ')} creates nothing with a ${needed}`, `Name an operation that creates ${names}.`);
};
