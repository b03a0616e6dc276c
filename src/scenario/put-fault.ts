/** A fault put into a world from outside: by the control API or by a library user, with the same rules. */
import type { FaultEntry } from '../core/faults/fault.ts';
import { checkOperations, type NamedParts } from './data/check-scenario.ts';
import { type FaultMerge, mergeFault, readFaultPatch } from './document/fault-document.ts';

/** What the value makes of the present fault of this name; `service` tells which operations there are. */
export const readPutFault = (
  value: unknown,
  name: string,
  current: FaultEntry | undefined,
  service: NamedParts,
): FaultMerge => {
  const read = readFaultPatch(value);
  if (!read.ok) return { type: 'invalid', problems: read.problems };
  // A fault on an operation that is not there would never fire, and nobody would see why.
  const unknown = [...checkOperations(read.patch.on?.operation, ['on', 'operation'], service)];
  return unknown.length > 0 ? { type: 'invalid', problems: unknown } : mergeFault(current, name, read.patch);
};
