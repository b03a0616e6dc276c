import type { Simulation } from '../simulation/simulation.ts';
import type { Vivarium } from './api.ts';
import type { VivariumWorld } from './world-api.ts';

const simulations = new WeakMap<Vivarium, Simulation>();

/** The simulations of this process, the newest last: a response that came over a socket or by MSW has only the name of its world. */
const known: WeakRef<Vivarium>[] = [];

export const rememberSimulation = (vivarium: Vivarium, simulation: Simulation): void => {
  simulations.set(vivarium, simulation);
  const alive = known.filter((reference) => reference.deref() !== undefined);
  known.splice(0, known.length, ...alive, new WeakRef(vivarium));
};

/** The simulation behind a Vivarium; undefined for anything else. */
export const simulationOf = (vivarium: Vivarium): Simulation | undefined =>
  typeof vivarium === 'object' && vivarium !== null ? simulations.get(vivarium) : undefined;

/** The open world of this name, of the newest simulation that has one; undefined if none has. */
export const worldNamed = (name: string): VivariumWorld | undefined => {
  const reference = known.findLast((one) => {
    const vivarium = one.deref();
    return vivarium !== undefined && simulationOf(vivarium)?.worlds.get(name) !== undefined;
  });
  return reference?.deref()?.world(name);
};
