/** The responses of the control API, as documented in `spec/control.yaml`. */
import type { Json, JsonObject } from './json.ts';

export interface List<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface ServiceInfo {
  readonly title: string;
  readonly version: string;
  readonly basePath: string;
  readonly operations: readonly OperationInfo[];
  /** Present where the server serves several documents. */
  readonly services?: readonly ServiceName[];
}

export interface ServiceName {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly basePath: string;
}

export interface OperationInfo {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  readonly sunset: string | null;
  readonly stability: string | null;
  readonly collection: string | null;
  readonly action: string | null;
  readonly reason: string;
  /** The name of its service, where there are several. */
  readonly service?: string;
}

export interface SampleRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
}

export interface ScenarioSummary {
  readonly name: string;
  readonly description: string | null;
}

export interface ClockState {
  readonly now: string;
  readonly frozen: boolean;
}

export interface WorldInfo {
  readonly name: string;
  readonly scenario: string | null;
  readonly seed: number;
  readonly collections: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
  readonly removed: readonly string[];
  readonly exchanges: number;
  readonly clock: ClockState;
}

export interface Difference {
  readonly collection: string;
  readonly id: Json;
  readonly before: JsonObject | null;
  readonly after: JsonObject | null;
}

export interface FaultOn {
  readonly operation?: string | readonly string[];
  readonly method?: string | readonly string[];
  readonly path?: string | readonly string[];
  readonly query?: JsonObject;
  readonly header?: JsonObject;
  readonly body?: Json;
  readonly service?: string | readonly string[];
}

export interface Fault {
  readonly name: string;
  readonly description: string;
  readonly group: string;
  readonly enabled: boolean;
  readonly builtIn: boolean;
  readonly on?: FaultOn;
  readonly when?: JsonObject;
  readonly fired: number;
  /** The effect. */
  readonly status?: number;
  readonly headers?: JsonObject;
  readonly body?: Json;
  readonly example?: string;
  readonly work?: string;
  readonly latency?: Json;
  readonly bandwidth?: string;
  readonly dribble?: Json;
  readonly transport?: string;
  readonly contract?: string;
  readonly at?: string;
  readonly extreme?: string;
}

export interface CollectionInfo {
  readonly name: string;
  /** The name of its service, where there are several. */
  readonly service?: string;
  readonly kind: 'list' | 'singleton';
  /** The property that identifies an item; null if there is none. */
  readonly id: string | null;
  /** The properties that the schema of its items declares. */
  readonly properties: readonly string[];
  readonly required: readonly string[];
  /** The names under `$parent`, outermost first. */
  readonly parents: readonly string[];
  /** The collection of the innermost parent. */
  readonly parent: string | null;
}

export interface Violation {
  readonly side: 'request' | 'response';
  readonly in: string;
  readonly pointer: string;
  readonly rule: string;
  readonly message: string;
}

export interface AppliedFault {
  readonly name: string;
  readonly effect: string;
  readonly pointer?: string;
}

/** What a world does with the real service. */
export interface UpstreamInfo {
  readonly url: string | null;
  readonly forward: 'all' | 'unknown' | 'none' | readonly string[];
  readonly record: boolean;
  readonly compare: boolean;
}

/** With several services, by their names. */
export type Upstreams = UpstreamInfo | Readonly<Record<string, UpstreamInfo>>;

export interface ExchangeSummary {
  readonly id: number;
  readonly world: string;
  readonly at: string;
  readonly durationMs: number;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly status: number;
  readonly origin: 'upstream' | 'simulation';
  readonly upstreamMs?: number;
  readonly violations: readonly Violation[];
  readonly faults: readonly AppliedFault[];
}

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly bodyEncoding?: 'base64';
  readonly bodyTruncated?: true;
  readonly bodyBytes?: number;
}

export interface Exchange extends ExchangeSummary {
  readonly request: Message;
  readonly response: Message;
  readonly why: readonly string[];
}

/** A response that is not sent yet. */
export interface HeldResponse {
  readonly exchange: number;
  readonly operation: string | null;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly faults: readonly AppliedFault[];
  /** The world time at which it is sent; null if it is never sent. */
  readonly due: string | null;
}

type Counts = Readonly<Record<string, number>>;

export interface OperationCoverage {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly requests: number;
  readonly statuses: Counts;
  readonly undocumented: Counts;
  readonly parameters: Counts;
  readonly values: Readonly<Record<string, Counts>>;
  readonly faults: Counts;
  readonly unknownParameters: Counts;
  readonly unseen: readonly string[];
}

export interface Coverage {
  readonly items: readonly OperationCoverage[];
  readonly total: number;
  readonly unmatched: Counts;
}
