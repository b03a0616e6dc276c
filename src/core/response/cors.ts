/** Cross-origin access to the service: part of what is simulated, since a browser meets it first. */

import { type HttpRequest, type HttpResponse, headerOf, type RequestHeaders } from '../http/http.ts';
import { allowOf, pathBelowBase } from '../http/path.ts';
import { matchOperation } from '../service/router.ts';
import type { Service } from '../service/service.ts';
import { nosniffHeaders } from './executable-content.ts';

const ownHeaders = [
  'Allow',
  'Date',
  'Deprecation',
  'Link',
  'Preference-Applied',
  'Retry-After',
  'Sunset',
  'Vivarium-Exchange',
  'Vivarium-Violations',
  'Vivarium-World',
  'WWW-Authenticate',
];

/** The value of `Access-Control-Expose-Headers`, with the response headers that a document declares; `*` would not count for requests with credentials. */
export const exposedHeaders = (documented: readonly string[]): string =>
  [...new Set([...ownHeaders, ...documented])].join(', ');

/** The headers that let the page that asked read the answer. */
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

/** What is answered depends on the origin also when none was sent: a cache must know. */
const anyOrigin: readonly string[] = ['Vary', 'Origin'];

export const isPreflight = (request: HttpRequest): boolean =>
  request.method === 'OPTIONS' &&
  headerOf(request.headers, 'origin') !== undefined &&
  headerOf(request.headers, 'access-control-request-method') !== undefined;

/** Answers a preflight (Fetch, section 4.8): no world is looked at, no fault fires, nothing is remembered. */
export const preflight = (service: Service, request: HttpRequest): HttpResponse => {
  const origin = headerOf(request.headers, 'origin') as string;
  const wanted = headerOf(request.headers, 'access-control-request-method') as string;
  const asked = headerOf(request.headers, 'access-control-request-headers');
  const allowed = allowedMethods(service, request.path);
  const headers = [
    'Access-Control-Allow-Origin',
    origin,
    'Access-Control-Allow-Credentials',
    'true',
    'Access-Control-Allow-Methods',
    // A path that nothing matches lets the request through, so that the page sees the 404 and not a network error.
    (allowed.length === 0 ? [wanted] : allowed).join(', '),
    'Vary',
    'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    'Access-Control-Max-Age',
    '5',
  ];
  if (asked !== undefined) headers.push('Access-Control-Allow-Headers', asked);
  if (headerOf(request.headers, 'access-control-request-private-network') === 'true') {
    headers.push('Access-Control-Allow-Private-Network', 'true');
  }
  headers.push('Content-Length', '0', ...nosniffHeaders);
  return { status: 204, headers, body: undefined };
};

const allowedMethods = (service: Service, path: string): readonly string[] => {
  const place = pathBelowBase(service, path);
  if (place === undefined) return [];
  // No document has a method without a name: what is found are all those that the path has.
  const match = matchOperation(service.matcher, '', place.path, () => false);
  return match.type === 'other-method' ? allowOf(match.methods) : [];
};
