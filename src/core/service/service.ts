/** A Service: a compiled OpenAPI document, or several of them combined (combine.ts). `openapi/` creates it, `simulate` reads it, and it never changes. */

import { type HttpRequest, pathBelowBase } from '../http/http.ts';
import type { ConfigProblemCode } from '../primitives/config-error.ts';
import type { Json, JsonObject } from '../primitives/json.ts';
import type { JsonType, Problem } from './check.ts';
import type { CollectionSpec } from './collection-facts.ts';
import type { Handlers } from './handler.ts';
import type { LoginScheme } from './login-facts.ts';
import type { Content, Operation } from './operation.ts';
import { type IsGone, type Match, type Matcher, matchedStep, matchGone, matchOperation } from './router.ts';
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
  /** The error body for a status, in the media type that the request accepts. Without an operation: for a request that matches none. */
  readonly errorFor: (operation: Operation | undefined, status: number, request?: HttpRequest) => ErrorShape;
  /** The secrets that the document declares for an operation; undefined: those of all operations. */
  readonly secretsOf: (operation: string | undefined) => DeclaredSecrets;
  /** The schemas of the document's components. Compiled when they are first asked for. */
  readonly schemas: () => NamedSchemas;
  /** Parts of the document that are not supported, or that could not be resolved. */
  readonly problems: readonly DocumentProblem[];
  /** Loads the generators. It is awaited before the first `simulate` and `generate`. `origin`: the server's, for addresses in generated data. */
  readonly ready: (origin?: string) => Promise<void>;
  /** Selects the locale of what is generated next. Undefined: the service's own. */
  readonly useLocale?: (locale: string | undefined) => void;
  /** The services of a server with several; empty for a single one. */
  readonly services: readonly Service[];
  /** The service before its operations and collections got unique names; undefined if none of them changed. */
  readonly original: Service | undefined;
  readonly handlers?: Handlers | undefined;
  /** The real service; undefined: there is none. If there are several services, each of `services` may have one. */
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
  readonly logins: readonly LoginScheme[];
}

export interface AskedService {
  /** The request as it is to be understood. */
  readonly read: (request: HttpRequest) => HttpRequest;
  /** The operation of this name in its document, without examples. */
  readonly bare: (operation: string) => Operation | undefined;
}

/** A part of the simulation; one with a state is a `PartStateKind`, too. */
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

/** A place in a request that breaks the interface. The pointer of a parameter starts with its name. */
export interface Mistake extends Problem {
  readonly in: 'path' | 'query' | 'header' | 'cookie' | 'body';
  /** The type of the value, as it was sent. Undefined: there is none. */
  readonly type: JsonType | undefined;
}

export interface ErrorShape {
  readonly mediaType: string;
  readonly body: (error: ErrorContent) => Json;
}

export interface ErrorContent {
  /** The default is the meaning of the status. */
  readonly message: string | undefined;
  readonly status: number;
  /** Listed one by one where the error has a place for that. Default: only the message states them. */
  readonly mistakes?: readonly Mistake[] | undefined;
  /** A generated body. A body without a documented example takes the properties from it that do not describe the error. */
  readonly generated?: Json;
  /** An example of the document: sent as it is, with the actual status. */
  readonly example?: Json;
}

export interface RoutedRequest {
  /** The service that decides the response. For an unknown path: the one with the longest base path above it, else the first. */
  readonly service: Service;
  /** The base path and the path below it; undefined if the path is below no base path of any service. */
  readonly apiPath: ApiPath | undefined;
  readonly match: Match;
}

interface ApiPath {
  readonly base: string;
  readonly path: string;
}

type RouteOf<Type extends Match['type']> = RoutedRequest & { readonly match: Extract<Match, { readonly type: Type }> };

const noMatch: Match = { type: 'none' };

/** Operations for which `isGone` is true do not match. The endpoints of the login come before templated paths of the documents. */
export const routeRequest = (service: Service, method: string, path: string, isGone: IsGone): RoutedRequest => {
  const routed = routedOf(service);
  if (routed === undefined) return routeToDocuments(service, method, path, isGone);
  const own = routeWithin(routed, method, path, isGone);
  if (own.match.type === 'none') return routeToDocuments(service, method, path, isGone);
  const documented = routeToDocuments(service, method, path, isGone);
  return hasLiteral(documented.match) ? documented : withAnyMethod(own, method);
};

/** Whether an operation of the documents has the path, with or without parameters. */
export const isDocumentedPath = (service: Service, path: string): boolean =>
  routeToDocuments(service, '', path, () => false).match.type !== 'none';

/** The endpoint itself rejects other methods: such a request is no call of something unknown. */
const withAnyMethod = (route: RoutedRequest, method: string): RoutedRequest => {
  const [operation] = route.match.type === 'other-method' ? route.match.operations : [];
  if (operation === undefined || method === '' || method === 'OPTIONS') return route;
  const match = { type: 'operation', operation, step: matchedStep(operation), path: new Map(), others: [] } as const;
  return { ...route, match };
};

const hasLiteral = (match: Match) => {
  if (match.type === 'none') return false;
  const operations = match.type === 'operation' ? [match.operation] : match.operations;
  return operations.some(({ path }) => !path.includes('{'));
};

const routeToDocuments = (service: Service, method: string, path: string, isGone: IsGone): RoutedRequest => {
  if (service.services.length === 0) return routeWithin(service, method, path, isGone);
  const routes = service.services.map((part) => routeWithin(part, method, path, isGone));
  const matched = routes.filter(isMatched);
  if (matched.length > 0) return matched.reduce((best, route) => (isMoreSpecific(route, best, method) ? route : best));
  const [first, ...rest] = routes.filter(hasOtherMethods);
  if (first !== undefined) return rest.reduce(joinMethods, first);
  const removed = routes.filter(({ service: part, apiPath }) => goneAt(part, method, apiPath) !== undefined);
  return (removed.length > 0 ? removed : routes).reduce((best, route) =>
    baseLength(route) > baseLength(best) ? route : best,
  );
};

/** The removed operation that would match if removed operations counted. */
export const goneAt = (service: Service, method: string, apiPath: ApiPath | undefined): Operation | undefined =>
  apiPath === undefined ? undefined : matchGone(service.matcher, method, apiPath.path);

export const isBelowBase = (service: Service, path: string): boolean =>
  servicesOf(service).some((part) => pathBelowBase(part, path) !== undefined);

/** The operations of a part, which no document has. Undefined: there are none. */
export const routedOf = ({ attached = [] }: Pick<Service, 'attached'>): Service | undefined =>
  attached.find(({ routed }) => routed !== undefined)?.routed;

export const isEndpointPath = (service: Service, path: string): boolean => {
  const routed = routedOf(service);
  return routed !== undefined && matchOperation(routed.matcher, '', path, () => false).type !== 'none';
};

/** The service whose error format a request gets that no operation handles. */
export const serviceAt = (service: Service, path: string): Service =>
  service.services.length === 0 ? service : routeRequest(service, '', path, () => false).service;

export const servicesOf = (service: Service): readonly Service[] =>
  service.services.length === 0 ? [service] : service.services;

const routeWithin = (service: Service, method: string, path: string, isGone: IsGone): RoutedRequest => {
  const below = (bases: Parameters<typeof pathBelowBase>[0]): RoutedRequest => {
    const apiPath = pathBelowBase(bases, path);
    const match = apiPath === undefined ? noMatch : matchOperation(service.matcher, method, apiPath.path, isGone);
    return { service, apiPath, match };
  };
  const own = below(service);
  const { baseTemplates = [] } = service;
  if (own.match.type !== 'none' || baseTemplates.length === 0) return own;
  const other = below({ basePaths: [], baseTemplates });
  return other.match.type === 'none' ? own : other;
};

type Matched = RouteOf<'operation'> & { readonly apiPath: ApiPath };

const isMatched = (route: RoutedRequest): route is Matched => route.match.type === 'operation';

const hasOtherMethods = (route: RoutedRequest): route is RouteOf<'other-method'> => route.match.type === 'other-method';

const baseLength = ({ apiPath }: RoutedRequest): number => (apiPath === undefined ? -1 : apiPath.base.length);

/** Joins the methods that several services have at one path. */
const joinMethods = (left: RouteOf<'other-method'>, right: RouteOf<'other-method'>): RouteOf<'other-method'> => ({
  ...(baseLength(right) > baseLength(left) ? right : left),
  match: {
    type: 'other-method',
    methods: [...new Set([...left.match.methods, ...right.match.methods])],
    operations: [...left.match.operations, ...right.match.operations],
  },
});

/** Whether a match comes before another one: literal segments before parameters (`/users/me` before `/users/{id}`), then GET before HEAD. */
const isMoreSpecific = (route: Matched, best: Matched, method: string) => {
  const [left, right] = [templateOf(route), templateOf(best)];
  for (const [index, segment] of left.entries()) {
    // Both have the segments of the request.
    const order = literalLength(segment) - literalLength(right[index] as string);
    if (order !== 0) return order > 0;
  }
  return route.match.operation.method === method && best.match.operation.method !== method;
};

const templateOf = ({ apiPath, match }: Matched): readonly string[] =>
  `${apiPath.base}${match.operation.path.replace(/\/$/, '')}`.split('/');

/** A segment without a parameter is the most specific, whatever its length. */
const literalLength = (segment: string): number =>
  segment.includes('{') ? segment.replaceAll(/\{[^{}]*\}/g, '').length : Number.MAX_SAFE_INTEGER;

/** An address without a path, or with the world of a Vivarium only, is completed with the base path of the document. */
export const baseUrlOf = ({ origin, pathname }: URL, { basePaths }: Service): string => {
  const path = pathname.replace(/\/+$/, '');
  return /^(?:\/~[^/]+)?$/.test(path) ? `${origin}${path}${basePaths[0] ?? ''}` : `${origin}${path}`;
};
