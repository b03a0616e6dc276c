/** The faults of a world, including the built-in faults that it has not changed. */

import { builtInFaults } from '../../core/faults/built-in-faults.ts';
import type { FaultEntry } from '../../core/faults/fault.ts';
import type { JsonObject } from '../../core/primitives/json.ts';
import { checkFaultNames, whyIdle } from '../../scenario/data/check-scenario.ts';
import { problemAt } from '../../scenario/document/document-path.ts';
import { describeFault, type FaultMerge, mergeFault, readFaultPatch } from '../../scenario/document/fault-document.ts';
import type { World } from '../world.ts';

/** The faults of the world in their order, then the built-in faults that can fire and that the world has not changed. */
export const listFaults = ({ decisions: { service, state } }: World): readonly FaultEntry[] => [
  ...state.faults.values(),
  ...[...builtInFaults.values()]
    .filter((fault) => !state.faults.has(fault.name) && whyIdle(fault, service, state.rules) === undefined)
    .map((fault) => ({ fault, enabled: false })),
];

export const findFault = ({ decisions: { state } }: World, name: string): FaultEntry | undefined => {
  const builtIn = builtInFaults.get(name);
  return state.faults.get(name) ?? (builtIn && { fault: builtIn, enabled: false });
};

/** A fault of the world in the format of the control API. */
export const viewFault = ({ decisions: { state } }: World, entry: FaultEntry): JsonObject =>
  describeFault(entry, state.counters.faults.get(entry.fault.name));

/** Merges the value into the fault of the world with this name. */
export const readPutFault = (value: unknown, name: string, { decisions: { service, state } }: World): FaultMerge => {
  const read = readFaultPatch(value);
  if (!read.ok) return { type: 'invalid', problems: read.problems };
  // A fault on an unknown operation would never fire, without any sign of the reason.
  const unknown = [...checkFaultNames(read.value.on, [], service)];
  if (unknown.length > 0) return { type: 'invalid', problems: unknown };
  const merge = mergeFault(state.faults.get(name), name, read.value);
  const idle = merge.type === 'merged' ? whyIdle(merge.entry.fault, service, state.rules) : undefined;
  if (idle === undefined) return merge;
  const { message, hint = 'Choose another fault.' } = idle;
  return { type: 'invalid', problems: [problemAt('VIV_FAULT_INVALID', [], message, hint)] };
};
