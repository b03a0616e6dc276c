/** Vivarium as `serve` starts it, in memory or with a store. The first argument has the URL of the store and the prefix as JSON. */
import { chooseServices } from '../../src/simulation/service-source.ts';
import { createSimulation, listenOn } from '../../src/simulation/simulation.ts';
import { silentLogger } from '../../src/world/logger.ts';
import { reportUrl } from './report.ts';

const { url, prefix = '' } = JSON.parse(process.argv[2] ?? '{}') as { readonly url?: string; readonly prefix?: string };
const names = { nameOf: (option: string) => `--${option}` };
const services = await chooseServices({
  document: ['spec/animal-store.yaml'],
  overlay: [],
  base: undefined,
  services: {},
  ...names,
});
const source = { services, scenario: 'default', scenarios: undefined, seed: 1, fault: [], ...names };
const simulation = await createSimulation(source, {
  maxWorlds: 1000,
  journal: 1000,
  maxBody: 1_048_576,
  showCredentials: false,
  token: undefined,
  logger: silentLogger,
  ...(url !== undefined && { sharedStore: { url, shownUrl: url, prefix, keepMs: 3_600_000 } }),
});
const listening = await listenOn(simulation, { port: 0, host: '127.0.0.1', ...names });
await simulation.worlds.ready();
reportUrl(listening.url, () => ({ roundTrips: simulation.store?.roundTrips() ?? 0 }));
