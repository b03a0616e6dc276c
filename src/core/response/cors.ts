/** CORS headers and preflight responses of the simulated service. */

import { allowOf, type HttpRequest, type HttpResponse, headerOf, type RequestHeaders } from '../http/http.ts';
import { type RoutedRequest, routeRequest, type Service } from '../service/service.ts';
import { nosniffHeaders } from './executable-content.ts';

const ownHeaders = (
  'Accept-Ranges Allow Content-Range Date Deprecation ETag Idempotent-Replayed Link Preference-Applied ' +
  'RateLimit-Limit RateLimit-Remaining RateLimit-Reset Retry-After Sunset Vivarium-Exchange ' +
  'Vivarium-Origin Vivarium-Violations Vivarium-World WWW-Authenticate'
).split(' ');

/** The value of `Access-Control-Expose-Headers`: for requests with credentials, `*` would have no effect. */
export const exposedHeaders = (documented: readonly string[]): string =>
  [...new Set([...ownHeaders, ...documented])].join(', ');

export const corsHeaders = (headers: RequestHeaders, exposed: string): readonly string[] => {
  const origin = headerOf(headers, 'origin');
  if (origin === undefined) return anyOrigin;
  return [
    'Vary',
    'Origin',
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Expose-Headers',
    exposed,
  ];
};

/** `Vary` is sent even without an origin, because the response for a request with an origin differs. */
const anyOrigin: readonly string[] = ['Vary', 'Origin'];

export const isPreflight = (request: HttpRequest): boolean =>
  request.method === 'OPTIONS' &&
  headerOf(request.headers, 'origin') !== undefined &&
  headerOf(request.headers, 'access-control-request-method') !== undefined;

/** The response to a preflight (Fetch, section 4.8). It does not involve a world, so no fault fires and nothing is journaled. */
export const preflight = (service: Service, request: HttpRequest): HttpResponse => {
  const origin = headerOf(request.headers, 'origin') as string;
  const requestedMethod = headerOf(request.headers, 'access-control-request-method') as string;
  const requestedHeaders = headerOf(request.headers, 'access-control-request-headers');
  // No operation has an empty method, so the match contains all methods of the path.
  const route = routeRequest(service, '', request.path, () => false);
  // A browser goes to the page of the login; a script must not.
  if (route.match.type === 'other-method' && route.match.operations[0]?.endpoint === 'authorize') return noContent([]);
  const headers = [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Allow-Methods',
    allowedMethods(route, requestedMethod).join(', '),
    'Vary',
    'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'Access-Control-Max-Age',
    '5',
  ];
  if (requestedHeaders !== undefined) headers.push('Access-Control-Allow-Headers', requestedHeaders);
  if (headerOf(request.headers, 'access-control-request-private-network') === 'true') {
    headers.push('Access-Control-Allow-Private-Network', 'true');
  }
  return noContent(headers);
};

const noContent = (headers: readonly string[]): HttpResponse => ({
  status: 204,
  headers: [...headers, 'Content-Length', '0', ...nosniffHeaders],
  body: undefined,
});

/** For an unknown path the method is allowed, so that the page sees the 404 instead of a network error. */
const allowedMethods = ({ match, service: part }: RoutedRequest, requested: string): readonly string[] => {
  const documented = match.type === 'other-method' ? allowOf(match.methods) : [];
  // An upstream may know other methods than the document.
  const more = part.upstream === undefined || documented.includes(requested) ? [] : [requested];
  return documented.length === 0 ? [requested] : [...documented, ...more];
};
