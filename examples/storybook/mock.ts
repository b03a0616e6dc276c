/** The service for all stories: its samples are their `args`, and worlds with faults answer their requests. */
import type { FaultName } from 'vivarium';
import { createVivarium } from 'vivarium/browser';
import { handlers } from 'vivarium/msw';
import document from './api.yaml?raw';

export const vivarium = await createVivarium({ document: new Blob([document]) });

interface State {
  readonly scenario?: string;
  readonly faults?: readonly FaultName[];
}

/** The parameters of a story whose requests a world of its own answers, in this state. */
export const inState = (name: string, { scenario = 'default', faults = [] }: State = {}) => {
  const world = vivarium.world(name);
  world.start({ scenario });
  for (const fault of faults) world.fault(fault);
  return { msw: { handlers: handlers(world) } };
};
