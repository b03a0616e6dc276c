/** Handlers: functions of the user that decide the responses of operations. The published types are in library/handlers.ts. */
import type { Json, JsonObject } from '../primitives/json.ts';
import type { Operation, Parameter } from './operation.ts';

export type Handlers = ReadonlyMap<Operation, Handler>;

/** The result is checked: it may be anything. */
export type Handler = (context: HandlerContext) => unknown;

/** Every value is frozen. */
export interface HandlerContext {
  readonly request: HandlerRequest;
  /** The decoded and checked body; undefined for a request without a body. */
  readonly body: Json | undefined;
  /** Decoded, with defaults; by their documented names. */
  readonly parameters: Readonly<Record<Parameter['in'], JsonObject>>;
  /** The accepted credential; undefined if the operation requires none and the request has none. */
  readonly credential: Credential | undefined;
  /** The item that the operation is about; undefined if there is none. */
  readonly item: JsonObject | undefined;
  /** `parents`: their ids, by the names that `$parent` has in a scenario. */
  readonly collection: (name: string, parents?: unknown) => HandlerCollection;
  /** World time in milliseconds since the epoch. */
  readonly now: number;
  /** A seeded number from 0 up to 1. */
  readonly random: () => number;
  /** Does the work that the simulation would do without the handler. */
  readonly next: (over?: unknown) => NextResponse;
  /** Sends a webhook once the request has taken effect. The arguments are checked. */
  readonly send: (name: unknown, options?: unknown) => void;
}

export interface HandlerRequest {
  /** In upper case. */
  readonly method: string;
  /** The path as sent, without the world's prefix and the query: `/v1/orders/7`. */
  readonly path: string;
  /** The query as sent, without the `?`. */
  readonly query: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Credential {
  /** The name of the security scheme in the document. */
  readonly scheme: string;
  /** The token, the API key, or `user:password`. */
  readonly value: string;
  /** The claims of a token that this server issued. */
  readonly claims?: JsonObject | undefined;
}

/** The items of a collection, or those below the given parents. The arguments are checked: they may be anything. */
export interface HandlerCollection {
  readonly get: (id?: unknown) => JsonObject | undefined;
  readonly find: (part: unknown) => JsonObject | undefined;
  readonly items: (part?: unknown) => JsonObject[];
  readonly put: (value: unknown) => JsonObject;
  readonly delete: (id?: unknown) => boolean;
}

export interface NextResponse {
  readonly status: number;
  /** A header that is set several times has a list. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Json | undefined;
}
