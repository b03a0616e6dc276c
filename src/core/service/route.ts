/** Routing: which service of a server handles a request, and with which operation. */
import { pathBelowBase } from '../http/http.ts';
import type { Operation } from './operation.ts';
import { type Match, matchedStep, matchGone, matchOperation } from './router.ts';
import type { Service } from './service.ts';

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
export const routeRequest = (
  service: Service,
  method: string,
  path: string,
  isGone: (operation: Operation) => boolean,
): RoutedRequest => {
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
  const { match } = route;
  const [operation] = match.type === 'other-method' ? match.operations : [];
  if (operation === undefined || method === '' || method === 'OPTIONS') return route;
  return {
    ...route,
    match: { type: 'operation', operation, step: matchedStep(operation), path: new Map(), others: [] },
  };
};

const hasLiteral = (match: Match): boolean => {
  if (match.type === 'none') return false;
  const operations = match.type === 'operation' ? [match.operation] : match.operations;
  return operations.some(({ path }) => !path.includes('{'));
};

const routeToDocuments = (
  service: Service,
  method: string,
  path: string,
  isGone: (operation: Operation) => boolean,
): RoutedRequest => {
  if (service.parts.length === 0) return routeWithin(service, method, path, isGone);
  const routes = service.parts.map((part) => routeWithin(part, method, path, isGone));
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

/** Whether a part has an operation at the path. */
export const isEndpointPath = (service: Service, path: string): boolean => {
  const routed = routedOf(service);
  return routed !== undefined && matchOperation(routed.matcher, '', path, () => false).type !== 'none';
};

/** The service whose error format a request gets that no operation handles. */
export const serviceAt = (service: Service, path: string): Service =>
  service.parts.length === 0 ? service : routeRequest(service, '', path, () => false).service;

/** The services of a server, at least one. */
export const servicesOf = (service: Service): readonly Service[] =>
  service.parts.length === 0 ? [service] : service.parts;

const routeWithin = (
  service: Service,
  method: string,
  path: string,
  isGone: (operation: Operation) => boolean,
): RoutedRequest => {
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

/** The path exists in several services, each with other methods. */
const joinMethods = (left: RouteOf<'other-method'>, right: RouteOf<'other-method'>): RouteOf<'other-method'> => ({
  ...(baseLength(right) > baseLength(left) ? right : left),
  match: {
    type: 'other-method',
    methods: [...new Set([...left.match.methods, ...right.match.methods])],
    operations: [...left.match.operations, ...right.match.operations],
  },
});

/**
 * Whether a match comes before another one, as within one document: literal segments come before parameters (`/users/me` before
 * `/users/{id}`), then GET before HEAD.
 */
const isMoreSpecific = (route: Matched, best: Matched, method: string): boolean => {
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
