/** The faults of a world, including the built-in faults that it has not changed. */
import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import type { FaultEntry } from '../../core/faults/fault.ts';
import type { World } from '../world.ts';

/** The faults of the world in their order, then the built-in faults that the world has not changed. */
export const listFaults = ({ decisions: { state, service } }: World): readonly FaultEntry[] => [
  ...state.faults.values(),
  ...[...builtInFaults.values()]
    .filter(({ name, group }) => !state.faults.has(name) && (group !== 'token' || service.login !== undefined))
    .map((fault) => ({ fault, enabled: false })),
];

export const findFault = ({ decisions: { state } }: World, name: string): FaultEntry | undefined => {
  const builtIn = builtInFaults.get(name);
  return state.faults.get(name) ?? (builtIn && { fault: builtIn, enabled: false });
};
