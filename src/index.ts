/** Vivarium as a library: a simulation of the service that an OpenAPI document describes. */
export { ConfigError, type ConfigProblem, type ConfigProblemCode } from './core/primitives/config-error.ts';
export type {
  AsyncDisposableWorld,
  Fetch,
  ItemId,
  ListeningVivarium,
  ListenOptions,
  Middleware,
  MiddlewareRequest,
  MiddlewareResponse,
  Vivarium,
  VivariumOptions,
  VivariumWorld,
  WorldClock,
  WorldCollection,
  WorldStartOptions,
} from './library/api.ts';
export { createVivarium } from './library/create-vivarium.ts';
export type {
  CoverageView,
  DifferenceView,
  ExchangeFilter,
  ExchangeView,
  FaultView,
  FiredFault,
  MessageView,
  OperationCoverageView,
  Violation,
} from './library/exchange-view.ts';
export type {
  BuiltInFaultName,
  ClockDocument,
  ContractKind,
  ExtremeKind,
  FaultDocument,
  FaultEffect,
  FaultName,
  FaultObject,
  FaultOn,
  FaultPatch,
  FaultWhen,
  JsonObject,
  JsonValue,
  Latency,
  ResumeDocument,
  ScalarMap,
  ScenarioDocument,
  Transport,
} from './library/scenario-document.ts';
export type { Logger } from './world/logger.ts';
