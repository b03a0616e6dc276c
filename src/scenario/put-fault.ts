/** The PUT of a fault, shared by the control API and the library. */
import type { FaultEntry } from '../core/faults/fault.ts';
import { checkFaultNames, type NamedParts } from './data/check-scenario.ts';
import { type FaultMerge, mergeFault, readFaultPatch } from './document/fault-document.ts';

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
