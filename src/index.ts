/** Vivarium as a library: a simulation of the service that an OpenAPI document describes. */
export { ConfigError, type ConfigProblem, type ConfigProblemCode } from './core/primitives/config-error.ts';
export type {
  ListeningVivarium,
  ListenOptions,
  Middleware,
  MiddlewareRequest,
  MiddlewareResponse,
  ServiceDocument,
  Vivarium,
  VivariumOptions,
} from './library/api.ts';
export { createVivarium } from './library/create-vivarium.ts';
export type {
  CoverageView,
  DifferenceView,
  DriftView,
  ExchangeFilter,
  ExchangeView,
  FaultView,
  FiredFault,
  MessageView,
  OperationCoverageView,
  UpstreamDifference,
  Violation,
  WebhookView,
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
  CustomFaults,
  Duration,
  ExtremeKind,
  FaultDefinition,
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
  LoginClient,
  LoginUser,
  RecordedResponse,
  ResumeDocument,
  ScalarMap,
  ScenarioDocument,
  Size,
  Transport,
  UpstreamDocument,
} from './library/scenario-document.ts';
export type {
  AsyncDisposableWorld,
  Fetch,
  IssuedTokens,
  TokenOptions,
  UpstreamView,
  VivariumWorld,
  WorldClock,
  WorldCollection,
  WorldStartOptions,
} from './library/world-api.ts';
export type {
  DrillBaseline,
  DrillCaseResult,
  DrillFindingKind,
  DrillOutcome,
  DrillResult,
  DrillTime,
} from './parts/drill/cases/drill-types.ts';
export { type DrillOptions, drill } from './parts/drill/drill.ts';
export type {
  Guard,
  GuardCoverage,
  GuardedExchange,
  GuardedOperation,
  GuardOptions,
  GuardReportFormat,
  GuardRules,
  GuardViolation,
} from './parts/guard/api.ts';
export { createGuard } from './parts/guard/index.ts';
export type { SampleOptions, Samples } from './parts/samples/api.ts';
export { type Matchers, matchers, type Verdict } from './parts/testing/matchers.ts';
export { withWorld } from './parts/testing/with-world.ts';
export type { Logger } from './world/logger.ts';
