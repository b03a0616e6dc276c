/** The published types of exchanges and faults as the library and the control API show them. */
import type { Difference, ExchangeFilter, FiredFault, Violation } from '../core/exchange.ts';
import type { FaultEffect, FaultOn, FaultWhen, JsonObject, JsonValue } from './scenario-document.ts';

export type { Difference as UpstreamDifference, ExchangeFilter, FiredFault, Violation };

/** A request or a response in the journal. Credentials are redacted unless `showCredentials` is set. */
export interface MessageView {
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON value of a JSON body, else its text; absent without a body. A large body is cut. */
  readonly body?: JsonValue;
  /** Present if the body is not text: `body` is base64 then. */
  readonly bodyEncoding?: 'base64';
  /** Present if only the beginning of the body was kept. */
  readonly bodyTruncated?: true;
  /** The size in bytes of a body that was cut, or that an upstream sent and nobody kept. */
  readonly bodyBytes?: number;
}

/** One request with every decision about it. */
export interface ExchangeView {
  /** The number of the exchange in its world, from 1. */
  readonly id: number;
  /** The name of the world. */
  readonly world: string;
  /** World time, ISO 8601. */
  readonly at: string;
  /** Real time from the request to the end of the response, in milliseconds. */
  readonly durationMs: number;
  /** Null if no operation matched. */
  readonly operation: string | null;
  readonly method: string;
  /** The path as sent, without the world's prefix. */
  readonly path: string;
  /** The query as sent, without `?`. */
  readonly query: string;
  /** The status that was decided, even if the response was lost. */
  readonly status: number;
  /** Who responded: the real service, the simulation, or a mock that a guard judges. */
  readonly origin: 'upstream' | 'simulation' | 'mock';
  /** The milliseconds until the response of the real service; absent if the simulation responded. */
  readonly upstreamMs?: number;
  /** Where the real service responded otherwise than the simulation; absent if they were not compared. */
  readonly differences?: readonly Difference[];
  readonly violations: readonly Violation[];
  readonly faults: readonly FiredFault[];
  readonly request: MessageView;
  readonly response: MessageView;
  /** The decisions that led to the response, in their order. */
  readonly why: readonly string[];
}

/** A fault as lists show it, with the properties of its effect. It can be passed to `world.fault()` again. */
export interface FaultView extends FaultEffect {
  readonly name: string;
  readonly description: string;
  readonly group: 'status' | 'time' | 'transport' | 'contract' | 'extreme' | 'token' | 'lifecycle' | 'rate' | 'webhook';
  readonly enabled: boolean;
  readonly builtIn: boolean;
  /** Absent: every request. */
  readonly on?: FaultOn;
  /** Absent: always. */
  readonly when?: FaultWhen;
  /** The number of responses that it shaped. */
  readonly fired: number;
}

/** The differences of one kind at one place of an operation's responses. */
export interface DriftView extends Difference {
  readonly operation: string;
  readonly count: number;
  /** The world and the number of the exchange of the latest occurrence. */
  readonly world: string;
  readonly exchange: number;
}

/** An item that differs from the start of the world. */
export interface DifferenceView {
  /** The name of the collection. */
  readonly collection: string;
  /** The item's id; of a nested item, the ids of its parents and its own. */
  readonly id: JsonValue;
  /** Null: the item was added. */
  readonly before: JsonObject | null;
  /** Null: the item was deleted. */
  readonly after: JsonObject | null;
}

/** The parts of the interface that the requests to a world exercised, since the world was opened. */
export interface CoverageView {
  /** Distinguishes this world from others when reports are merged. */
  readonly run: string;
  /** One for each operation of the document. */
  readonly items: readonly OperationCoverageView[];
  /** The number of operations. */
  readonly total: number;
  /** Requests that matched no operation, by status. */
  readonly unmatched: Readonly<Record<string, number>>;
  /** What was sent to receivers. Absent: the document has no webhooks and callbacks. */
  readonly webhooks?: readonly {
    /** The name of a webhook or a callback. */
    readonly webhook: string;
    readonly sent: number;
    /** What receivers answered: the counts by documented status. */
    readonly statuses: Readonly<Record<string, number>>;
    readonly undocumented: Readonly<Record<string, number>>;
  }[];
}

/** The uses of one operation. A count of 0 means documented, and never used. */
export interface OperationCoverageView {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly requests: number;
  /** The calls with an accepted credential. */
  readonly calls: number;
  /** The counts by documented status: `200`, `4XX`, `default`. */
  readonly statuses: Readonly<Record<string, number>>;
  /** The counts by status that the document does not have. */
  readonly undocumented: Readonly<Record<string, number>>;
  /** The parameters by location and name: `query.limit`. */
  readonly parameters: Readonly<Record<string, number>>;
  /** The values by parameter and enum value. */
  readonly values: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** The counts by fault that shaped a response. */
  readonly faults: Readonly<Record<string, number>>;
  /** The counts by parameter of the query that the document does not have. */
  readonly unknownParameters: Readonly<Record<string, number>>;
  /** The documented statuses, parameters and values that no request used. */
  readonly unseen: readonly string[];
}

/** A webhook or a callback, and what became of it. */
export interface WebhookView {
  /** Also its `webhook-id`. */
  readonly id: string;
  readonly webhook: string;
  readonly url: string;
  readonly state: 'waiting' | 'sent' | 'failed' | 'dropped';
  /** World time of the next attempt; null: there is none. */
  readonly due: string | null;
  readonly attempts: readonly {
    readonly at: string;
    /** Null: there was no response. */
    readonly status: number | null;
    readonly error: string | null;
    readonly durationMs: number;
    /** Where the response of the receiver breaks the interface. Absent: nowhere. */
    readonly violations?: readonly string[];
  }[];
  readonly body: unknown;
  /** The number of the exchange that caused it; null: none did. */
  readonly cause: number | null;
}
