/** A case of the drill: one fault on one operation. */

import { builtInFaults } from '../../../core/faults/built-in-faults.ts';
import type { Effect } from '../../../core/faults/effects.ts';
import type { Fault } from '../../../core/faults/fault.ts';
import { type DrillTime, drillTimes } from './drill-types.ts';

export interface DrillCase {
  /** OPERATION/FAULT/WHEN; without WHEN if the fault is only tried always. */
  readonly name: string;
  readonly operation: string;
  /** The name of a built-in fault, or an error status such as `409`. */
  readonly fault: string;
  readonly when: DrillTime;
}

const timesOf = (fault: string): readonly DrillTime[] => {
  const builtIn = builtInFaults.get(fault);
  // A status of the document and a changed body are answers that a service gives again.
  if (builtIn === undefined || builtIn.group === 'contract' || builtIn.group === 'extreme') return ['always'];
  // Every further call would wait for the whole time limit.
  if (builtIn.effect.type === 'transport' && builtIn.effect.transport === 'timeout') return ['once'];
  return builtIn.when === undefined ? drillTimes : ['always'];
};

export const casesOf = (operation: string, fault: string): readonly DrillCase[] => {
  const times = timesOf(fault);
  const isPlain = times.length === 1 && times[0] === 'always';
  return times.map((when) => ({
    name: isPlain ? `${operation}/${fault}` : `${operation}/${fault}/${when}`,
    operation,
    fault,
    when,
  }));
};

/** An error status that a case forces: `409`. */
export const isErrorStatus = (fault: string): boolean => /^[45]\d\d$/.test(fault);

export const effectOf = (fault: string): Effect =>
  builtInFaults.get(fault)?.effect ?? {
    type: 'status',
    status: Number(fault),
    headers: undefined,
    body: undefined,
    work: 'skipped',
  };

/** No fault of a scenario has this name. */
export const drilledFault = 'the drill';

export const faultOf = ({ operation, fault, when }: DrillCase): Fault => ({
  name: drilledFault,
  group: builtInFaults.get(fault)?.group ?? 'status',
  description: undefined,
  effect: effectOf(fault),
  on: { operation },
  when: when === 'once' ? { first: 1 } : builtInFaults.get(fault)?.when,
});
