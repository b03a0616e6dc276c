/** The responses of the control API, as documented in `spec/control.yaml`. Those that the library shows too have its types. */

import type { ExchangeView } from '../../../library/exchange-view.ts';
import type { UpstreamView } from '../../../library/world-api.ts';
import type { Json } from './exact-json.ts';

export type {
  CoverageView as Coverage,
  DifferenceView as Difference,
  ExchangeView as Exchange,
  FaultView as Fault,
  MessageView as Message,
  OperationCoverageView as OperationCoverage,
  WebhookView as WebhookRow,
} from '../../../library/exchange-view.ts';
export type { IssuedTokens } from '../../../library/world-api.ts';

export type ExchangeSummary = Omit<ExchangeView, 'request' | 'response' | 'why'>;

export interface List<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

interface ServiceName {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly basePath: string;
}

export interface ServiceInfo extends Omit<ServiceName, 'name'> {
  readonly operations: readonly OperationInfo[];
  /** Whether a document declares a login. */
  readonly login: boolean;
  /** Their names; undefined where the service sends nothing by itself. */
  readonly webhooks?: readonly string[];
  /** Present where the server serves several documents. */
  readonly services?: readonly ServiceName[];
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

/** The upstream of the service; with several services, each by its name. */
export type Upstreams = UpstreamView | Readonly<Record<string, UpstreamView>>;

/** Who can log in to a world, and who is. */
export interface LoginInfo {
  readonly issuer: string;
  readonly scopes: readonly string[];
  readonly users: readonly LoginUser[];
  /** Newest first. */
  readonly sessions: readonly LoginSession[];
}

export interface LoginUser {
  readonly sub: string;
  readonly name: string | null;
  readonly email: string | null;
  /** Null: all. */
  readonly scopes: readonly string[] | null;
}

export interface LoginSession {
  readonly sub: string;
  readonly client: string;
  /** World time. */
  readonly since: string;
}

/** A request that waits for the real service. */
export interface UnansweredRequest extends Pick<ExchangeView, 'at' | 'operation' | 'method' | 'path'> {
  readonly number: number;
  readonly elapsedMs: number;
}

/** A response that is not sent yet. */
export interface HeldResponse extends Pick<ExchangeView, 'at' | 'operation' | 'method' | 'path' | 'status' | 'faults'> {
  readonly exchange: number;
  /** The world time at which it is sent; null if it is never sent. */
  readonly due: string | null;
}

/** An item that goes on by itself. */
export interface ItemUnderway {
  readonly collection: string;
  readonly id: string | number | bigint;
  readonly property: string;
  readonly is: Json;
  readonly next: Json;
  /** Null: only reads lead on. */
  readonly due: string | null;
  /** The reads that are left; null: only time leads on. */
  readonly polls: number | null;
}
