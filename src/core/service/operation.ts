/** One compiled operation: its parameters, bodies, responses and security. */

import { coversMediaType, type HttpRequest, negotiate, type RequestHeaders } from '../http/http.ts';
import type { Json, JsonPath } from '../primitives/json.ts';
import type { StepBudget } from '../primitives/step-budget.ts';
import type { ActionName, Binding, ListView, Paging, PropertyEffect } from './binding.ts';
import type { Check, Complete, Generate, Problem, SchemaFactsOf } from './check.ts';
import type { EndpointName } from './login-facts.ts';
import type { Named } from './names.ts';

/** An operation. Its name in the document is the operationId, else `GET /things/{id}`. */
export interface Operation extends Named {
  /** Upper case. */
  readonly method: string;
  /** The template, below the base path: `/orders/{orderId}`. */
  readonly path: string;
  /** What tells it from others at its path: names of the query in the key of the path, with their values; undefined: any value. */
  readonly queryConstants?: readonly (readonly [name: string, value: string | undefined])[];
  /** Whether the last parameter of its path takes all segments that follow. */
  readonly takesRest?: true;
  /** JSON Pointer into the document; empty for an endpoint of the issuer. The name of its path may differ from `path`. */
  readonly pointer: string;
  /** The endpoint of the issuer, which is no part of the documents. */
  readonly endpoint?: EndpointName | undefined;
  readonly tags: readonly string[];
  readonly deprecated: boolean;
  /** Milliseconds since the epoch from which the operation is gone; from `x-sunset`. */
  readonly sunset: number | undefined;
  /** The headers for `x-deprecated-at` and `x-sunset`, on every response; names and values alternate. */
  readonly lifecycleHeaders: readonly string[];
  /** The template of the operation that `x-successor` names; its parameters are among those of `path`. */
  readonly successorPath: string | undefined;
  /** From `x-stability`. */
  readonly stability: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly body: BodySpec | undefined;
  /** Alternatives, one of which is enough; each is a list of schemes that are all required. Empty: no credential is required. */
  readonly security: readonly (readonly SecurityScheme[])[];
  /** Keys as documented: `200`, `4XX`, `default`. */
  readonly responses: ReadonlyMap<string, ResponseSpec>;
  /** The status of the response that says that it is for invalid input, beside one that does not. Undefined: no response says so. */
  readonly invalidStatus?: number;
  /** Whether that holds for its path, too: FastAPI reads it before it looks for the item. */
  readonly validatesPath?: boolean;
  /** The responses that the document shows for what it shows as requests. */
  readonly pairedExamples?: readonly PairedExample[];
  /** The first documented success that fits the action; if undefined, the response is 501. */
  readonly success: Success | undefined;
  /** The content that a parameter asks for: `?format=csv`, `/report.{ext}`. */
  readonly asked?: ((values: ParameterValues) => Content | undefined) | undefined;
  readonly binding: Binding | undefined;
  /** Whether it heeds conditions such as `If-Match`, and demands one. Undefined: it does not. */
  readonly condition?: { readonly isRequired: boolean } | undefined;
  /** Whether nothing of its requests is kept, also no file: with `--stateless`, and by `x-vivarium: false`. */
  readonly keepsNothing?: boolean;
  /** How responses without state follow the request; undefined for bound operations. Created on first use. */
  readonly statelessView: (() => StatelessView) | undefined;
  /** The certainty of the binding: `stated` by the document, `high` by a reliable rule, `medium` by similarity; undefined if unbound. */
  readonly confidence: 'stated' | 'high' | 'medium' | undefined;
  /** The reason for the binding, or why there is none; one short sentence. */
  readonly reason: string;
  /** The `x-vivarium` that would give an operation without a binding one; it may return undefined. Determined on first use. */
  readonly correction?: (() => Correction | undefined) | undefined;
  /** The rules that nearly gave it a binding, the nearest first. Determined on first use. */
  readonly nearRules?: (() => readonly NearRule[]) | undefined;
}

export interface NearRule {
  readonly rule: string;
  /** An operation for which it holds. */
  readonly example: string;
  /** If it is undefined, there is none: the operation would begin one. */
  readonly collection: string | undefined;
  readonly missing: string;
}

export interface PairedExample {
  /** The names that the examples of the request and of the response have. */
  readonly name: string;
  readonly status: number;
  /** The values by the index of the parameter; undefined: any value. */
  readonly parameters: ParameterValues;
  readonly body: Json | undefined;
}

interface Success {
  readonly status: number;
  readonly response: ResponseSpec;
  /** The status without a body, unless the request has `Prefer: return=representation`. */
  readonly statusAlone?: number | undefined;
}

/** What `x-vivarium` may state. */
export interface Correction {
  readonly collection: string;
  readonly action: ActionName;
}

export interface ParameterSource {
  /** The path by name in the path template; percent-encoded as sent. */
  readonly path: ReadonlyMap<string, string>;
  readonly query: URLSearchParams | undefined;
  /** The raw query as sent, without the `?`. */
  readonly rawQuery: string;
  readonly headers: RequestHeaders;
}

/** If it is undefined, it is not sent. */
export type DecodedParameter = { readonly value: Json } | { readonly problem: Problem } | undefined;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required: boolean;
  readonly default: Json | undefined;
  readonly decode: (source: ParameterSource) => DecodedParameter;
  readonly check: Check;
  /** Moves a number to the nearest allowed one; used in worlds that only report violations. */
  readonly clamp: (value: Json) => Json;
  /** The enum of its schema, for a list the enum of its items; undefined if there is none. */
  readonly values: readonly Json[] | undefined;
  /** The documented example, else a generated value. */
  readonly generate: Generate;
  /** Serializes a value: in the path one segment, in the query with its name, in a header or a cookie the value. */
  readonly write: (value: Json) => string;
  /** The names of a parameter of the query in a request. Default: its own. */
  readonly queryNames?: () => QueryNames | undefined;
  /** The parts of an object whose properties are query parameters of their own: their names. A request has the object or some of them. */
  readonly parts?: readonly string[] | undefined;
}

/** `bracketed`: also with brackets behind them (`at[x]`). `any`: the parameter is read from the whole query. */
export type QueryNames = { readonly exact: readonly string[]; readonly bracketed: readonly string[] } | 'any';

/** Whether a request that sends the parameters for which `isSent` is true has parts of this one, and so not the whole. */
export const isSentInParts = (
  { parts }: Parameter,
  { parameters }: Pick<Operation, 'parameters'>,
  isSent: (parameter: Parameter, index: number) => boolean,
): boolean =>
  parts !== undefined &&
  parameters.some((other, index) => other.in === 'query' && parts.includes(other.name) && isSent(other, index));

export interface BodySpec {
  readonly required: boolean;
  readonly contents: readonly BodyContent[];
}

/** A file in a form, or a body that is a file as a whole. */
export interface SentFile {
  readonly name: string | undefined;
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  readonly bytes: Uint8Array;
}

/** `problems`: those that the check of the value cannot find. `file`: the first one of a form. */
export type DecodedBody =
  | {
      readonly ok: true;
      readonly value: Json;
      readonly problems?: readonly Problem[] | undefined;
      readonly file?: SentFile | undefined;
    }
  /** `syntax`: the one that the body does not have. */
  | { readonly ok: false; readonly reason: string; readonly syntax?: 'JSON' };

export interface BodyContent {
  /** The media type as documented: `application/json`, `text/*`. */
  readonly mediaType: string;
  /** Expects an ASCII text or bytes. A multipart body needs its Content-Type, which contains the boundary. */
  readonly decode: (body: string | Uint8Array, contentType?: string) => DecodedBody;
  readonly check: Check;
  /** Removes readOnly properties, and undeclared ones unless the schema explicitly allows them. @throws OutOfSteps */
  readonly stripUndeclared: (value: Json, budget?: StepBudget) => Json;
  /** Removes readOnly properties, and nothing else. Undefined: the document has none. */
  readonly stripReadOnly?: ((value: Json) => Json) | undefined;
  readonly requiresObject: boolean;
  /** The documented example, else a generated value. */
  readonly generate: Generate;
  readonly write: (value: Json) => string;
  /** The schema facts for a body; undefined if no schema is applied to it. */
  readonly factsOf?: SchemaFactsOf;
}

export interface ResponseSpec {
  readonly description: string;
  /** JSON first, then in the order of the document. */
  readonly contents: readonly Content[];
  /** The first in the document, if that is not JSON: for a client that accepts none of them. */
  readonly fallback?: Content | undefined;
  readonly headers: readonly ResponseHeader[];
}

export interface ResponseHeader {
  readonly name: string;
  readonly required: boolean;
  readonly check: Check;
  readonly generate: Generate;
}

export type WriteBody = (value: Json) => string | Uint8Array;

export interface Content {
  /** Concrete: for a range (`image/*`), the media type of the response. */
  readonly mediaType: string;
  readonly range: string;
  /** The content in another media type of the range; undefined if it cannot be written. */
  readonly as?: ((mediaType: string) => Content | undefined) | undefined;
  readonly check: Check;
  /** The documented example, else generated from the schema. Bytes are values in base64. */
  readonly generate: Generate;
  readonly complete: Complete;
  /** The default is JSON, or the text itself for a value that is a text. */
  readonly write: WriteBody | undefined;
  /** The named examples, without the document's single `example`. */
  readonly examples: ReadonlyMap<string, Json>;
  /** The first documented example. */
  readonly example: Json | undefined;
  /** Removes writeOnly properties, and nothing else. Undefined: the document has none. */
  readonly stripWriteOnly?: ((value: Json) => Json) | undefined;
  /** The schema facts for a body; undefined if it is not JSON. */
  readonly factsOf: SchemaFactsOf | undefined;
}

export type SecurityScheme = {
  /** The name of the security scheme in the document. */
  readonly scheme: string;
  /** The value of `WWW-Authenticate`. */
  readonly challenge: string;
  readonly scopes?: readonly string[] | undefined;
} & (
  | /** Bearer, OAuth 2 and OpenID Connect: only the token is checked. */ { readonly type: 'bearer' }
  | { readonly type: 'basic' }
  | {
      readonly type: 'api-key';
      readonly in: 'header' | 'query' | 'cookie';
      readonly name: string /** The word before the credential in the header. */;
      readonly word?: string;
    }
);

/** The documented response for a status: that of the status, its range (`4XX`), or `default`. */
export const responseFor = (operation: Pick<Operation, 'responses'>, status: number): ResponseSpec | undefined =>
  operation.responses.get(String(status)) ??
  operation.responses.get(`${Math.floor(status / 100)}XX`) ??
  operation.responses.get('default');

/** What is sent to the client of a request: what it accepts, else the first in the document. */
export const contentFor = (response: ResponseSpec | undefined, request: HttpRequest): Content | undefined =>
  response && (negotiate(response.contents, request) ?? defaultContent(response));

/** The content of a media type: documented itself, or by a range. */
export const contentOfType = (contents: readonly Content[], type: string): Content | undefined => {
  const own = contents.find(({ mediaType }) => mediaType === type);
  const around = own ?? contents.find(({ range }) => coversMediaType(range, type));
  return own ?? around?.as?.(type) ?? around;
};

/** What is sent to a client that accepts no content of the response. */
export const defaultContent = (response: ResponseSpec | undefined): Content | undefined =>
  response?.fallback ?? response?.contents[0];

/** Whether the document has a response for the status or its range; `default` does not count. */
export const isDocumented = (operation: Operation, status: number): boolean =>
  operation.responses.has(String(status)) || operation.responses.has(`${Math.floor(status / 100)}XX`);

/** The values of the operation's parameters by index: decoded, checked and with defaults; undefined if absent. */
export type ParameterValues = readonly (Json | undefined)[];

/** The parts of a request and of a response that belong together, for an operation without state. */
export interface StatelessView {
  /** Removes what no response shows; undefined: there is nothing. */
  readonly strip?: ((value: Json) => Json) | undefined;
  /** The path to the object of the request body whose properties the response reflects. */
  readonly sent: readonly string[];
  /** The path to the list of objects of the request body that a list in the response reflects; undefined: there is none. */
  readonly sentList: readonly string[] | undefined;
  /** The path to the object of the response body that reflects the request. */
  readonly item: readonly string[];
  readonly parameters: readonly ReflectedParameter[];
  /** The changes that the name of an action states. Counters have no earlier value, so they are not among the effects. */
  readonly effects: readonly PropertyEffect[];
  /** If it is undefined, the response is not a list. */
  readonly list: StatelessList | undefined;
}

/** A path parameter whose value properties take. */
export interface ReflectedParameter {
  /** Its index among the parameters of the operation. */
  readonly parameter: number;
  /** The names of the properties, the most likely first. */
  readonly names: readonly string[];
  /** The index of the parameter that stands before it in properties that join both: the `full_name` of a repository. */
  readonly above?: number;
}

export interface StatelessList {
  readonly path: readonly string[];
  /** The parameters that identify what the items belong to. */
  readonly parents: readonly ReflectedParameter[];
  /** If it is undefined, a request cannot select a page. */
  readonly paged:
    | {
        readonly paging: Paging;
        /** The property by which a cursor names an item. */
        readonly idProperty: string;
        readonly view: ListView;
        /** The paths to the properties of the body that the paging refers to, after the parameters of the operation. */
        readonly sent: readonly JsonPath[];
      }
    | undefined;
}
