/** The faults of a world, including the built-in faults that it has not changed. */

import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import type { Fault, FaultEntry } from '../../core/faults/fault.ts';
import { lifecyclesOf } from '../../core/lifecycles/lifecycles-of.ts';
import { loginOf } from '../../core/request/login.ts';
import type { World } from '../world.ts';

/** The faults of the world in their order, then the built-in faults that the world has not changed. */
export const listFaults = (world: World): readonly FaultEntry[] => [
  ...world.decisions.state.faults.values(),
  ...[...builtInFaults.values()]
    .filter((fault) => !world.decisions.state.faults.has(fault.name) && canFire(fault, world))
    .map((fault) => ({ fault, enabled: false })),
];

/** Whether the service has what the fault is for: a login, webhooks, or items with a lifecycle that can fail. */
const canFire = ({ group }: Fault, { decisions: { state, service } }: World): boolean => {
  if (group === 'token') return loginOf(service) !== undefined;
  if (group === 'webhook') return [service.webhooks, service.callbacks].some((sent = []) => sent.length > 0);
  if (group !== 'lifecycle') return true;
  const failing = [...service.collections.values()].flatMap((spec) => lifecyclesOf(state, spec));
  return failing.some(({ failure }) => failure !== undefined);
};

export const findFault = ({ decisions: { state } }: World, name: string): FaultEntry | undefined => {
  const builtIn = builtInFaults.get(name);
  return state.faults.get(name) ?? (builtIn && { fault: builtIn, enabled: false });
};
