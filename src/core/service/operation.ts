/** One compiled operation: its parameters, bodies, responses and security. */

import type { RequestHeaders } from '../http/http.ts';
import type { Json } from '../primitives/json.ts';
import type { Binding } from './binding.ts';
import type { Check, Generate, Problem } from './check.ts';
import type { SchemaFactsOf } from './schema-facts.ts';

export interface Operation {
  /** The operationId, else `GET /things/{id}`. */
  readonly name: string;
  /** Upper case. */
  readonly method: string;
  /** The template, below the base path: `/orders/{orderId}`. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Milliseconds since the epoch from which the operation is gone; from `x-sunset`. */
  readonly sunset: number | undefined;
  /** Milliseconds since the epoch; from `x-deprecated-at`. */
  readonly deprecatedAt: number | undefined;
  /** Names and values in turn: what every answer says of the two times above. */
  readonly lifecycleHeaders: readonly string[];
  /** The template of the operation that `x-successor` names; its parameters are among those of `path`. */
  readonly successorPath: string | undefined;
  /** From `x-stability`. */
  readonly stability: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: BodySpec | undefined;
  /** Alternatives, any of which is enough; each a list of schemes that must all be met. No alternative: open to all. */
  readonly security: readonly (readonly SecurityScheme[])[];
  /** Keys as documented: `200`, `4XX`, `default`. */
  readonly responses: ReadonlyMap<string, ResponseSpec>;
  /** The first documented success that fits the action; undefined answers 501. */
  readonly success: { readonly status: number; readonly response: ResponseSpec } | undefined;
  readonly binding: Binding | undefined;
  /** How sure the binding is: stated by the document, by a rule that hardly errs, or by likeness; undefined where unbound. */
  readonly confidence: 'stated' | 'high' | 'medium' | undefined;
  /** One short sentence: why it is bound as it is, or why it is not. */
  readonly reason: string;
}

/** The raw values of a request that parameters are decoded from. */
export interface ParameterSource {
  /** By template name; percent-encoded as sent. */
  readonly path: ReadonlyMap<string, string>;
  readonly query: URLSearchParams | undefined;
  /** As sent, without the `?`. */
  readonly rawQuery: string;
  readonly headers: RequestHeaders;
}

/** Undefined: not sent. */
export type DecodedParameter = { readonly value: Json } | { readonly problem: Problem } | undefined;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly default: Json | undefined;
  readonly decode: (source: ParameterSource) => DecodedParameter;
  readonly check: Check;
  /** For a number out of its bounds, the nearest one inside; used where a world only reports violations. */
  readonly clamp: (value: Json) => Json;
  /** The values that its schema lists, of a list those of its items; undefined where it lists none. */
  readonly values: readonly Json[] | undefined;
  /** The documented example, else a generated value. */
  readonly generate: Generate;
  /** As it is sent: in the path one segment, in the query with its name, in a header or a cookie the value. */
  readonly write: (value: Json) => string;
}

export interface BodySpec {
  readonly required: boolean;
  readonly contents: readonly BodyContent[];
}

export type DecodedBody = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string };

export interface BodyContent {
  /** As documented: `application/json`, `text/*`. */
  readonly mediaType: string;
  /** Takes a text as ASCII. A multipart body is told its Content-Type, which names what stands between its parts. */
  readonly decode: (body: string | Uint8Array, contentType?: string) => DecodedBody;
  readonly check: Check;
  /** Without what the schema does not take: undeclared members of a schema that is not opened explicitly, readOnly ones. */
  readonly accepted: (value: Json) => Json;
  /** True where only an object can be valid. */
  readonly wantsObject: boolean;
  /** The documented example, else a generated value. */
  readonly generate: Generate;
  /** As it is sent. */
  readonly write: (value: Json) => string;
}

export interface ResponseSpec {
  readonly description: string;
  readonly contents: readonly Content[];
  readonly headers: readonly ResponseHeader[];
}

export interface ResponseHeader {
  readonly name: string;
  readonly required: boolean;
  readonly check: Check;
  readonly generate: Generate;
}

/** A value as it is sent. */
export type WriteBody = (value: Json) => string | Uint8Array;

export interface Content {
  /** Concrete: a range (`image/*`) stands here as the type that is answered for it. */
  readonly mediaType: string;
  /** As documented. */
  readonly range: string;
  readonly check: Check;
  /** The documented example, else generated from the schema. Bytes are values in base64. */
  readonly generate: Generate;
  /** Undefined: as JSON, or as the text that the value is. */
  readonly write: WriteBody | undefined;
  /** By name; the document's single `example` is not among them. */
  readonly examples: ReadonlyMap<string, Json>;
  /** The first documented example. */
  readonly example: Json | undefined;
  /** What the schema says about each place of a body; undefined where it is no JSON. */
  readonly factsOf: SchemaFactsOf | undefined;
}

/** `challenge`: what `WWW-Authenticate` says of it. */
export type SecurityScheme =
  /** Bearer, OAuth 2 and OpenID Connect: what counts is the token. */
  | { readonly type: 'bearer'; readonly challenge: string }
  | { readonly type: 'basic'; readonly challenge: string }
  | {
      readonly type: 'api-key';
      readonly challenge: string;
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string;
    };

/** The document's response for a status: the status itself, else its range (`4XX`), else `default`. */
export const responseFor = (operation: Operation, status: number): ResponseSpec | undefined =>
  operation.responses.get(String(status)) ??
  operation.responses.get(`${Math.floor(status / 100)}XX`) ??
  operation.responses.get('default');

/** Whether the document names the status, or its range; `default` names none. */
export const isDocumented = (operation: Operation, status: number): boolean =>
  operation.responses.has(String(status)) || operation.responses.has(`${Math.floor(status / 100)}XX`);

/** The operation's own parameters at their positions: decoded, checked and defaulted; undefined where absent. */
export type ParameterValues = readonly (Json | undefined)[];
