/** The faults of a world, including the built-in faults that it has not changed. */

import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import type { Fault, FaultEntry } from '../../core/faults/fault.ts';
import { lifecyclesOf } from '../../core/lifecycles/lifecycles-of.ts';
import { loginOf } from '../../core/request/login.ts';
import { checkFaultNames, type NamedParts } from '../../scenario/data/check-scenario.ts';
import { type FaultMerge, mergeFault, readFaultPatch } from '../../scenario/document/fault-document.ts';
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

/** Merges the value into the current fault with this name. `service` is used to check the names of operations and services. */
export const readPutFault = (
  value: unknown,
  name: string,
  current: FaultEntry | undefined,
  service: NamedParts,
): FaultMerge => {
  const read = readFaultPatch(value);
  if (!read.ok) return { type: 'invalid', problems: read.problems };
  // A fault on an unknown operation would never fire, without any sign of the reason.
  const unknown = [...checkFaultNames(read.patch.on, [], service)];
  return unknown.length > 0 ? { type: 'invalid', problems: unknown } : mergeFault(current, name, read.patch);
};
