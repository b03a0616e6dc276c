/** Vivarium as a library: a simulation of the service that an OpenAPI document describes. */
export { ConfigError, type ConfigProblem, type ConfigProblemCode } from './core/primitives/config-error.ts';
export type {
  Fetch,
  ListeningVivarium,
  ListenOptions,
  Middleware,
  MiddlewareRequest,
  MiddlewareResponse,
  Vivarium,
  VivariumOptions,
  VivariumWorld,
  WorldClock,
} from './library/api.ts';
export { createVivarium } from './library/create-vivarium.ts';
export type {
  ExchangeFilter,
  ExchangeView,
  FaultView,
  FiredFault,
  MessageView,
  Violation,
} from './library/exchange-view.ts';
export {
  defineHandlers,
  type Handler,
  type HandlerCollection,
  type HandlerContext,
  type HandlerCredential,
  type HandlerHeaders,
  type HandlerOverride,
  type HandlerRequest,
  type HandlerResponse,
  type HandlerResult,
  type Handlers,
  type ItemId,
  type NextResponse,
  type OperationType,
  type OperationTypes,
} from './library/handlers.ts';
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
