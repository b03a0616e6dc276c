import type { ScenarioDocument } from '../../scenario/document/schema.ts';
import { scenarioOf } from '../../scenario/file/from-world.ts';
import type { World } from '../world.ts';

/** The world in its current state as a scenario, from which another world can start. */
export const saveWorld = ({ service, state, clock }: World): ScenarioDocument =>
  scenarioOf(service, state, { clock: { at: clock.isReal ? undefined : clock.now(), frozen: clock.frozen } });
