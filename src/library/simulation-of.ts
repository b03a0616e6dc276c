import type { Simulation } from '../simulation/simulation.ts';
import type { Vivarium } from './api.ts';

const simulations = new WeakMap<Vivarium, Simulation>();

export const rememberSimulation = (vivarium: Vivarium, simulation: Simulation): void => {
  simulations.set(vivarium, simulation);
};

/** The simulation behind a Vivarium; undefined for anything else. */
export const simulationOf = (vivarium: Vivarium): Simulation | undefined =>
  typeof vivarium === 'object' && vivarium !== null ? simulations.get(vivarium) : undefined;
