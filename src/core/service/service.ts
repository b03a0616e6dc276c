/**
 * A Service: a compiled OpenAPI document, or several of them combined (combine.ts). `openapi/` creates it, `simulate` reads it,
 * and it never changes.
 */

import type { HttpRequest } from '../http/http.ts';
import type { ConfigProblemCode } from '../primitives/config-error.ts';
import type { Json, JsonObject } from '../primitives/json.ts';
import type { CollectionSpec } from './collection-facts.ts';
import type { Handlers } from './handler.ts';
import type { LoginScheme } from './login-facts.ts';
import type { Content, Operation } from './operation.ts';
import type { Matcher } from './router.ts';
import type { JsonType } from './schema-facts.ts';
import type { DeclaredSecrets } from './secret-facts.ts';
import type { Upstream } from './upstream.ts';
import type { CallbackSpec, WebhookSpec } from './webhook.ts';

export interface Service {
  /** Its name among the services of a server: a file name up to its first dot, or a key of the configuration. */
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly document: JsonObject;
  /** From the document's servers, without a trailing slash (`/v1`, or empty for the root). Messages show the first. */
  readonly basePaths: readonly string[];
  /** Further base paths, in which `{}` is any text: variables of servers without an enum. */
  readonly baseTemplates?: readonly string[] | undefined;
  readonly operations: readonly Operation[];
  readonly matcher: Matcher;
  readonly collections: ReadonlyMap<string, CollectionSpec>;
  /** The headers that CORS exposes: `exposedHeaders` of core/response/cors.ts with the document's response headers. */
  readonly exposedHeaders: string;
  /**
   * The error body for a status at an operation; undefined: for a request that matches no operation. If several media types
   * are documented, the `Accept` header of the request selects one.
   */
  readonly errorFor: (operation: Operation | undefined, status: number, request?: HttpRequest) => ErrorShape;
  /** The secrets that the document declares for an operation; undefined: those of all operations. */
  readonly secretsOf: (operation: string | undefined) => DeclaredSecrets;
  /** The schemas of the document's components. Compiled when they are first asked for. */
  readonly schemas: () => NamedSchemas;
  /** Parts of the document that are not supported, or that could not be resolved. */
  readonly problems: readonly DocumentProblem[];
  /**
   * Loads the generators, which are heavy. An edge awaits it before its first call of `simulate`; before, no `generate` of
   * this service may be called. `origin`: the server's, for addresses in generated data.
   */
  readonly ready: (origin?: string) => Promise<void>;
  /** Selects the locale of what is generated next. Undefined: the service's own. */
  readonly useLocale?: (locale: string | undefined) => void;
  /** The services of a server with several; empty for a single one. */
  readonly parts: readonly Service[];
  /** The service before its operations and collections got unique names; undefined if none of them changed. */
  readonly original: Service | undefined;
  /** If it is undefined, there are none. */
  readonly handlers?: Handlers | undefined;
  /** The real service; undefined: there is none. Of a part, if there are several services. */
  readonly upstream?: Upstream | undefined;
  /** What it sends by itself. */
  readonly webhooks?: readonly WebhookSpec[] | undefined;
  readonly callbacks?: readonly CallbackSpec[] | undefined;
  /** What parts of the simulation add to its worlds. */
  readonly attached?: readonly ServicePart[] | undefined;
  /** For requests that ask in the words of another tool. */
  readonly asked?: AskedService | undefined;
  /** Its own items, as `data` of a scenario. Undefined: they are generated. */
  readonly data?: Readonly<Record<string, JsonObject | readonly JsonObject[]>> | undefined;
  /** The security schemes by which users log in. */
  readonly logins: readonly LoginScheme[];
}

export interface AskedService {
  /** The request as it is to be understood. */
  readonly read: (request: HttpRequest) => HttpRequest;
  /** The operation of this name in its document, without examples. */
  readonly bare: (operation: string) => Operation | undefined;
}

/** A part of the simulation; of a state, it is more (`PartStateKind`). */
export interface ServicePart {
  /** Also the name of what is saved, in `resume` of a scenario. */
  readonly name: string;
  /** Operations of its own, beside those of the documents. */
  readonly routed?: Service | undefined;
}

export interface NamedSchemas {
  readonly names: readonly string[];
  /** Finds a schema as JSON, on one side of an exchange; undefined: there is none of this name. */
  readonly find: (name: string, side: 'request' | 'response') => Content | undefined;
}

/** A part that the engine does not use as it is written, a reference that leads nowhere, or a wrong `x-vivarium`. */
export type DocumentProblemCode = Extract<
  ConfigProblemCode,
  'VIV_DOCUMENT_PART_UNUSABLE' | 'VIV_REFERENCE_UNRESOLVED' | 'VIV_X_VIVARIUM_INVALID'
>;

export interface DocumentProblem {
  readonly code: DocumentProblemCode;
  /** JSON Pointer into the document. */
  readonly pointer: string;
  readonly message: string;
}

/** A place in a request that breaks the interface. */
export interface Mistake {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** JSON Pointer; of a parameter, it starts with the name. */
  readonly pointer: string;
  /** Without the name of the property: `is required`. */
  readonly text: string;
  /** The rule that is violated, and what it demands, as those of a `Problem`. */
  readonly rule: string;
  readonly limit?: Json | undefined;
  /** The type of the value, as it was sent. Undefined: there is none. */
  readonly type: JsonType | undefined;
}

/** The media type and the body of an error response. */
export interface ErrorShape {
  readonly mediaType: string;
  readonly body: (error: ErrorContent) => Json;
}

export interface ErrorContent {
  /** If it is undefined, it means the meaning of the status. */
  readonly message: string | undefined;
  readonly status: number;
  /** Listed one by one where the error has a place for that. Default: only the message states them. */
  readonly mistakes?: readonly Mistake[] | undefined;
  /** A generated body. A body without a documented example takes the properties from it that do not describe the error. */
  readonly generated?: Json;
  /** An example of the document: sent as it is, with the actual status. */
  readonly example?: Json;
}
