/** Vivarium as a library: a simulation of the service that an OpenAPI document describes. */
export { ConfigError, type ConfigProblem } from './core/primitives/config-error.ts';
export {
  createVivarium,
  type ListeningVivarium,
  type Middleware,
  type Vivarium,
  type VivariumOptions,
} from './library/create-vivarium.ts';
export type { ExchangeView, FaultView, VivariumWorld, WorldClock } from './library/world-handle.ts';
export type { FaultPatch, ScenarioDocument } from './scenario/document/schema.ts';
export type { ExchangeFilter } from './world/evidence/exchange-filter.ts';
export type { Fetch } from './world/fetch.ts';
