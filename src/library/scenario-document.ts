/**
 * The published types of scenario documents and faults. What a schema checks is written by hand: an import of Vivarium brings no type of
 * a dependency.
 * `test/library/types.test.ts` keeps them in line with the schemas that check the documents.
 *
 * Times are ISO 8601 texts such as `2030-06-01T00:00:00Z`; a date alone means 00:00:00 UTC.
 */

import type { BuiltInFaultName } from '../core/faults/built-in-faults.ts';
import type { ContractKind, ExtremeKind } from '../core/faults/effects.ts';
import type { Transport } from '../core/http/http.ts';
import type { JsonObject, Json as JsonValue } from '../core/primitives/json.ts';
import type { LoginClient, LoginUser } from '../core/service/login-facts.ts';
import type { RecordedResponse } from '../core/state/recorded-response.ts';
import type { RefusalDocuments } from '../parts/refusals/api.ts';

export type {
  BuiltInFaultName,
  ContractKind,
  ExtremeKind,
  JsonObject,
  JsonValue,
  LoginClient,
  LoginUser,
  RecordedResponse,
  Transport,
};

/** A length of time: `250ms`, `30s`, `5m`, `2h` or `7d`. */
export type Duration = `${number}${'ms' | 's' | 'm' | 'h' | 'd'}`;

/** A number of bytes: `500B`, `10KB` (10,000 bytes) or `1MiB` (1,048,576 bytes). */
export type Size = `${number}${'B' | 'KB' | 'MB' | 'GB' | 'KiB' | 'MiB' | 'GiB'}`;

/**
 * The names of your own faults, such as those of your scenario files, for the compiler. Empty, unless you declare them:
 *
 * @example
 * declare module 'vivarium' {
 *   interface CustomFaults {
 *     'key-expires': true;
 *   }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is merged with the declarations of the user
export interface CustomFaults {}

/** The name of a built-in fault, or of one of {@link CustomFaults}. */
export type FaultName = BuiltInFaultName | Extract<keyof CustomFaults, string>;

/** Header and query values by name. A number or a boolean stands for its text. */
export type ScalarMap = Readonly<Record<string, string | number | boolean | bigint>>;

/** The requests that a fault affects: every given property must match. */
export interface FaultOn {
  /** The name of an operation, or a list of them. `*` stands for anything. */
  readonly operation?: string | readonly string[] | undefined;
  /** The name of one of several services, or a list of them. `*` stands for anything. */
  readonly service?: string | readonly string[] | undefined;
  /** Webhooks and callbacks. Such a fault disturbs no response. */
  readonly webhook?: string | readonly string[] | undefined;
  /** The method, or a list of them. */
  readonly method?: string | readonly string[] | undefined;
  /** The path below the base path, or a list of them: `/orders/*`. `*` stands for anything. */
  readonly path?: string | readonly string[] | undefined;
  /** Query parameters and their values. `*` stands for anything. */
  readonly query?: ScalarMap | undefined;
  /** Request headers and their values. `*` stands for anything. */
  readonly header?: ScalarMap | undefined;
  /** A subset of the JSON body. */
  readonly body?: JsonValue | undefined;
}

/** The choice among the matching requests, on which the fault fires. Default: all of them. */
export interface FaultWhen {
  /** Requests count from this time after the world started, or after the fault was last switched on. */
  readonly from?: Duration | undefined;
  /** Requests count for this long, in world time. */
  readonly for?: Duration | undefined;
  /** The number of requests to skip first. Minimum 0. */
  readonly after?: number | undefined;
  /** Takes every nth request of the rest, instead of all: every nth request. Minimum 1. */
  readonly every?: number | undefined;
  /** Keeps the first n of those taken. Minimum 0. */
  readonly first?: number | undefined;
  /** The probability of firing on each of those kept, from 0 to 1. It follows from the seed. */
  readonly chance?: number | undefined;
}

/** A delay as a duration, between two durations, or log-normal by its median and 99th percentile. */
export type Latency =
  | Duration
  | { readonly min: Duration; readonly max: Duration }
  | { readonly median: Duration; readonly p99: Duration };

/** The effect of a fault: one of its kinds, with the properties that belong to it. `docs/faults.md` describes each. */
export interface FaultEffect {
  /** Responds with this status, 200 to 599, in place of the operation. */
  readonly status?: number | undefined;
  /** Headers of the response. Belongs to `status`. */
  readonly headers?: ScalarMap | undefined;
  /** The body of the response. Belongs to `status`. Default: the document's example for that status, else a generated body. */
  readonly body?: JsonValue | undefined;
  /** The name of one of the examples that the document has for the status, in place of `body`. Belongs to `status`. */
  readonly example?: string | undefined;
  /** Whether the request is processed first. Default: `skipped` with `status`, `done` with `transport`. */
  readonly work?: 'done' | 'skipped' | undefined;
  /** Delays the response. */
  readonly latency?: Latency | undefined;
  /** Sends the body at this many bytes per second. */
  readonly bandwidth?: Size | undefined;
  /** Sends the body in `chunks` (1 to 10,000), the last one after the duration `over`. */
  readonly dribble?: { readonly chunks: number; readonly over: Duration } | undefined;
  /** Loses the response. */
  readonly transport?: Transport | undefined;
  /** Breaks the interface at one place in the response, which follows from the seed. */
  readonly contract?: ContractKind | undefined;
  /** Where: a JSON Pointer into the body such as `/0/name`; `*` stands for any index or name. Belongs to `contract`. */
  readonly at?: string | undefined;
  /** Goes to an end of the range that the interface allows. */
  readonly extreme?: ExtremeKind | undefined;
  /** Issues tokens that no operation accepts. It needs no `on`. */
  readonly token?: 'expired' | 'wrong-audience' | undefined;
  /** Lets what a request creates end with the value for a failure, or stay at the step before its last one. */
  readonly lifecycle?: 'failed' | 'stuck' | undefined;
  /** Responds with 429 above this number of requests in this time, for each credential, and counts down in headers. */
  readonly rate?: { readonly limit: number; readonly per: string } | undefined;
  /** What is wrong with what the service sends by itself. It needs no `on`. */
  readonly webhook?: 'lost' | 'twice' | 'reordered' | 'bad-signature' | 'old-timestamp' | undefined;
}

/** A built-in fault with changes (`use`), or a fault of your own (`name` and one effect). */
export interface FaultObject extends FaultEffect {
  /** The built-in fault to change or to copy. */
  readonly use?: BuiltInFaultName | undefined;
  /** The name of a custom fault, or of a copy of a built-in one. Unique in a scenario. */
  readonly name?: string | undefined;
  /** A sentence for lists. Default: describes the effect. */
  readonly description?: string | undefined;
  /** Whether the fault is on at the start. Default: true. */
  readonly enabled?: boolean | undefined;
  readonly on?: FaultOn | undefined;
  readonly when?: FaultWhen | undefined;
}

/** A fault in a scenario: the name of a built-in fault that is on, or an object. */
export type FaultDocument = BuiltInFaultName | FaultObject;

/**
 * A change of a fault, as `PUT /worlds/{world}/faults/{fault}` takes it. Omitted properties keep their values, null removes a
 * property, and a new effect replaces the old effect with its `headers`, `body` and `work`.
 */
export interface FaultPatch extends Omit<FaultEffect, 'headers' | 'work' | 'example' | 'at'> {
  /** The built-in fault to start from. Default: the present fault of this name, else the built-in one. */
  readonly use?: BuiltInFaultName | undefined;
  /** The name of the fault itself: a fault is not renamed. */
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  /** Default: true. */
  readonly enabled?: boolean | undefined;
  readonly on?: FaultOn | null | undefined;
  readonly when?: FaultWhen | null | undefined;
  readonly headers?: ScalarMap | null | undefined;
  readonly example?: string | null | undefined;
  readonly at?: string | null | undefined;
  readonly work?: 'done' | 'skipped' | null | undefined;
}

/** What defines a fault of a name that the compiler does not know: an effect, a fault to `use`, or `enabled` for one that exists. */
export type FaultDefinition = FaultPatch &
  { [Key in DefiningKey]: { readonly [Given in Key]: NonNullable<FaultPatch[Given]> } }[DefiningKey];

type DefiningKey = 'use' | 'enabled' | Exclude<keyof FaultEffect, 'headers' | 'body' | 'example' | 'work' | 'at'>;

/** World time at the start: a time from which the clock runs, or also whether it is frozen (default: false). */
export type ClockDocument = string | { readonly at: string; readonly frozen?: boolean | undefined };

/** Other data that a world needs to continue as it was. Vivarium writes it; do not write it by hand. */
export type ResumeDocument = JsonObject;

/** Which requests are forwarded to the real service, and what becomes of its responses. */
export interface UpstreamDocument {
  /** `unknown`: those that the simulation cannot serve. Or the names of operations. */
  readonly forward?: 'all' | 'unknown' | 'none' | readonly string[] | undefined;
  /** Whether the responses of the upstream become data of the world. */
  readonly record?: boolean | undefined;
  /** Whether forwarded requests are simulated too, and differences recorded. Compared responses are recorded too. */
  readonly compare?: boolean | undefined;
}

/** Who receives a webhook. */
export interface WebhookReceiver {
  readonly url: string;
  /** With what it is signed. */
  readonly secret?: string | undefined;
  /** Default: as Standard Webhooks. */
  readonly signature?: 'standard' | 'github' | 'stripe' | 'none' | undefined;
}

/** The states that items pass through by themselves, as time goes by. */
export interface LifecycleDocument {
  /** The property with the steps. May be omitted if the items have one enum named `status` or `state`. */
  readonly property?: string | undefined;
  /** In order. A step without `for` and `polls` is the last. */
  readonly steps: readonly {
    /** The value of the property. */
    readonly is: string | number | boolean;
    /** How long, in the world's time: `30s`. */
    readonly for?: string | undefined;
    /** The number of reads of the item. */
    readonly polls?: number | undefined;
    /** What else changes then: values, `{ $add: 1 }` and `{ $from: 'now' }`. */
    readonly set?: JsonObject | undefined;
  }[];
}

/** The start of a world and its faults. Every property may be omitted. `docs/scenarios.md` explains them. */
export interface ScenarioDocument {
  /** A sentence or two for lists. */
  readonly description?: string | undefined;
  /** The address of the JSON Schema of scenario files, for editors. */
  readonly $schema?: string | undefined;
  /** The name of the scenario to start from. Maps merge, lists and values replace. */
  readonly extends?: string | undefined;
  /** Decides generated data, chance and jitter: a safe integer. Default: 1. */
  readonly seed?: number | undefined;
  /** Default: real time. */
  readonly clock?: ClockDocument | undefined;
  /** What worlds do with the real service. It overrides the options. */
  readonly upstream?: UpstreamDocument | undefined;
  /** Whether requests that break the interface are rejected, or served as far as possible and reported. Default: `refuse`. */
  readonly requests?: 'refuse' | 'report' | undefined;
  readonly auth?:
    | {
        /** The accepted credentials. Default: any well-formed credential that is not rejected. */
        readonly keys?: readonly string[] | undefined;
        /** The rejected credentials; `*` stands for anything. Default: `invalid*`, `expired*`, `revoked*`. */
        readonly rejected?: readonly string[] | undefined;
        /** Who can log in, if the document declares a login. Default: `ada`, `grace` and `alan`. */
        readonly users?: readonly LoginUser[] | undefined;
        /** `first`: the first user is logged in without a page, or the one that `login_hint` names. Default: `page`. */
        readonly login?: 'first' | 'page' | undefined;
        /** The only clients that may log users in. Default: any client at a loopback address. */
        readonly clients?: readonly LoginClient[] | undefined;
        /** How long an access token is valid, in the world's time: `15m`. Default: `1h`. */
        readonly lifetime?: string | undefined;
        /** The audiences that the operations accept. Default: any. */
        readonly audience?: string | readonly string[] | undefined;
        /** `issued`: the operations accept only tokens of the issuer, and `keys`. Default: `any`. */
        readonly tokens?: 'any' | 'issued' | undefined;
      }
    | undefined;
  /** Items per collection, checked against the document; a map instead of a list for a singleton. */
  readonly data?: Readonly<Record<string, readonly JsonObject[] | JsonObject>> | undefined;
  /** The number of items to generate per collection after those of `data`: 0 to 1,000,000. */
  readonly generate?: Readonly<Record<string, number>> | undefined;
  /** The locale of names and places in generated data: `pt_BR`. Default: English. */
  readonly locale?: string | undefined;
  /** Whether generated items begin with the document's examples. Default: false. */
  readonly examples?: boolean | undefined;
  /** Properties per collection for new items, where the client omits them. */
  readonly defaults?: Readonly<Record<string, JsonObject>> | undefined;
  /** The receivers by webhook of the document, or `*` for all: who receives it. */
  readonly webhooks?: Readonly<Record<string, readonly WebhookReceiver[]>> | undefined;
  /** The states that the items of collections pass through by themselves. */
  readonly lifecycles?: Readonly<Record<string, readonly LifecycleDocument[]>> | undefined;
  /** What the service itself says where it refuses a request. */
  readonly refusals?: RefusalDocuments | undefined;
  /** In the order in which they are considered. The other built-in faults exist too, and are off. */
  readonly faults?: readonly FaultDocument[] | undefined;
  /** Responses of operations without a collection, recorded from the real service. */
  readonly responses?: readonly RecordedResponse[] | undefined;
  readonly resume?: ResumeDocument | undefined;
}
