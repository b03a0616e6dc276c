/** The simulations of dev servers. A restart of Vite makes a new server, and the worlds stay. */
import type { ConfigError } from '../../core/primitives/config-error.ts';
import type { Vivarium, VivariumOptions } from '../../library/api.ts';
import { createVivarium } from '../../library/create-vivarium.ts';
import { simulationOf } from '../../library/simulation-of.ts';
import { readVivariumOptions } from '../../library/vivarium-options.ts';
import type { Simulation } from '../../simulation/simulation.ts';
import type { SourceOptions } from '../../simulation/sources.ts';
import { type Reloaded, type ReloadFailure, reloadWith, watchSources } from '../reload/reload.ts';
import { watchConfiguration } from '../reload/watch-configuration.ts';

/** A dev server that uses a simulation. */
export interface Holder {
  readonly onReloaded: (reloaded: Reloaded) => void;
  readonly onFailed: (failure: ReloadFailure, error: Error) => void;
}

interface Held {
  readonly vivarium: Vivarium;
  readonly simulation: Simulation;
  /** The options that only a new simulation can have, as a text. */
  readonly settings: string;
  readonly holders: Set<Holder>;
  stopWatching: () => void;
}

export type Hold = Pick<Held, 'vivarium' | 'simulation'> & { readonly release: () => Promise<void> };

/** What is held, by the root of a project and the place of the plugin in it. Node.js keeps this module while Vite reads its configuration again. */
const held = new Map<string, Held>();

/** @throws ConfigError if the options cannot be used. A simulation that is held already then stays as it is. */
export const hold = async (key: string, options: VivariumOptions, holder: Holder): Promise<Hold> => {
  const { source, settings } = await readVivariumOptions(options);
  const text = JSON.stringify({ ...settings, upstreams: describeUpstreams(source) });
  const before = held.get(key);
  const kept = before?.settings === text ? before : await create(options, text);
  if (kept === before) await reloadWith(kept.simulation, source);
  else {
    before?.stopWatching();
    held.set(key, kept);
  }
  kept.holders.add(holder);
  watch(kept, options, source);
  return {
    vivarium: kept.vivarium,
    simulation: kept.simulation,
    release: async () => {
      if (!kept.holders.delete(holder) || kept.holders.size > 0) return;
      if (held.get(key) === kept) held.delete(key);
      kept.stopWatching();
      await kept.vivarium.close();
    },
  };
};

const create = async (options: VivariumOptions, settings: string): Promise<Held> => {
  const vivarium = await createVivarium(options);
  const simulation = simulationOf(vivarium) as Simulation;
  return { vivarium, simulation, settings, holders: new Set(), stopWatching: () => {} };
};

/** The upstreams of a running simulation are fixed: requests may be on their way. */
const describeUpstreams = ({ upstreams }: SourceOptions): unknown =>
  upstreams && { ...upstreams, urls: [...upstreams.urls], headers: [...upstreams.headers] };

const watch = (kept: Held, options: VivariumOptions, source: SourceOptions): void => {
  kept.stopWatching();
  const tell = <Event extends keyof Holder>(event: Event, ...args: Parameters<Holder[Event]>): void => {
    for (const holder of kept.holders) (holder[event] as (...args: Parameters<Holder[Event]>) => void)(...args);
  };
  const stops = [
    watchSources(kept.simulation, source, {
      onReloaded: (reloaded) => tell('onReloaded', reloaded),
      onFailed: (failure, error) => tell('onFailed', failure, error),
    }),
  ];
  kept.stopWatching = () => {
    for (const stop of stops.splice(0)) stop();
  };
  const { config } = options;
  if (config === undefined) return;
  const onChanged = async (problem: ConfigError | undefined) => {
    try {
      if (problem !== undefined) throw problem;
      const next = (await readVivariumOptions(options)).source;
      const reloaded = await reloadWith(kept.simulation, next);
      watch(kept, options, next);
      tell('onReloaded', { ...reloaded, files: [config] });
    } catch (error) {
      tell('onFailed', 'reload', error as Error);
    }
  };
  stops.push(
    watchConfiguration(
      config,
      (problem) => void onChanged(problem),
      (error) => tell('onFailed', 'watch', error),
    ),
  );
};
