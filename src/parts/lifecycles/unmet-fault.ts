/** Faults for which a service has nothing that they disturb. */
import type { Fault } from '../../core/faults/fault.ts';
import { hasOtherEnd } from '../../core/lifecycles/lifecycles-of.ts';
import type { ConfigProblem } from '../../core/primitives/config-error.ts';
import { quoteName } from '../../core/primitives/units.ts';
import { matchesName, type Named } from '../../core/service/names.ts';
import type { Operation } from '../../core/service/operation.ts';
import type { Service } from '../../core/service/service.ts';
import type { Rules } from '../../core/state/state.ts';

interface Met extends Pick<Service, 'collections' | 'logins' | 'webhooks' | 'callbacks' | 'handlers'> {
  readonly operations: readonly (Named & Pick<Operation, 'method'> & Partial<Pick<Operation, 'binding'>>)[];
}

/** Why a fault can never fire: there is nothing that it disturbs. Undefined: it can. */
export const whyUnmet = (
  { name, effect, on }: Fault,
  {
    operations,
    collections,
    handlers,
    logins = [],
    webhooks = [],
    callbacks = [],
  }: Partial<Met> & Pick<Met, 'operations' | 'collections'>,
  rules: Pick<Rules, 'lifecycles'>,
): Pick<ConfigProblem, 'message' | 'hint'> | undefined => {
  const never = (reason: string, hint = 'Declare it, or choose another fault.') => ({
    message: `fault ${quoteName(name)} can never fire: ${reason}`,
    hint,
  });
  if (effect.type === 'token') return logins.length > 0 ? undefined : never('there is no login');
  if (effect.type === 'webhook')
    return webhooks.length + callbacks.length > 0 ? undefined : never('there is no webhook');
  if (effect.type !== 'lifecycle') return undefined;
  const moving = [...collections.values()].filter((spec) => hasOtherEnd({ rules }, spec, effect.lifecycle));
  const needed = `lifecycle${effect.lifecycle === 'failed' ? ' that can fail' : ''}`;
  if (moving.length === 0) return never(`there is no ${needed}`);
  const named = [on?.operation ?? []].flat();
  const meant = operations.filter((one) => named.some((text) => matchesName(text, one)));
  const canCreate = (one: Met['operations'][number]): boolean =>
    handlers?.has(one as Operation) === true ||
    (one.binding?.action === 'create'
      ? moving.includes(one.binding.collection)
      : !/^(GET|HEAD|DELETE)$/.test(one.method));
  if (meant.length === 0 || meant.some(canCreate)) return undefined;
  const names = moving.map((spec) => spec.name).join(', ');
  return never(`${named.join(', ')} creates nothing with a ${needed}`, `Name an operation that creates ${names}.`);
};
