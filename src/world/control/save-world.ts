import type { State } from '../../core/state/state.ts';
import type { ScenarioDocument } from '../../scenario/document/scenario-schema.ts';
import {
  type Data,
  scenarioOf,
  scenarioWith,
  type WriteOptions,
  writtenCollections,
} from '../../scenario/file/from-world.ts';
import type { World } from '../world.ts';
import { withRecordedLatency } from './recorded-latency.ts';

/** The world in its current state as a scenario, from which another world can start. */
export const saveWorld = (world: World): ScenarioDocument =>
  scenarioOf(world.decisions.service, stateOf(world), optionsFor(world));

/** The same scenario in parts, with the items of this moment. */
export const captureScenario = (world: World): { readonly document: ScenarioDocument; readonly data: Data } => ({
  document: scenarioWith({}, world.decisions.service, stateOf(world), optionsFor(world)),
  // Collections are immutable values.
  data: writtenCollections(world.decisions.service, world.decisions.state),
});

const stateOf = (world: World): State => ({ ...world.decisions.state, faults: new Map(withRecordedLatency(world)) });

const optionsFor = ({ clock }: World): WriteOptions => ({
  clock: { at: clock.isReal ? undefined : clock.now(), frozen: clock.frozen },
});
