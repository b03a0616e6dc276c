/** The parts of the simulation, in the order in which they follow what happens. */
import type { Service } from '../core/service/service.ts';
import { createLifecycles } from '../parts/lifecycles/index.ts';

export const attachParts = (service: Service): Service => ({
  ...service,
  attached: [createLifecycles(service.collections.values())],
});
