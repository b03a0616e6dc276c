/** The message for a request that matches no operation: the base URL of the API, and the most similar operation. */

import { type HttpRequest, headerOf, pathBelowBase, schemeOf } from '../http/http.ts';
import { nearest } from '../primitives/did-you-mean.ts';
import { getOrInsert } from '../primitives/lazy.ts';
import { cutText } from '../primitives/units.ts';
import { isBelowBase, type Service, servicesOf } from '../service/service.ts';

export const noOperationMessage = (served: Service, request: HttpRequest): string => {
  // HEAD gets the message for GET: its Content-Length must be that of the same body.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const requested = cutText(`${method} ${request.pathPrefix}${request.path}`);
  const suggestion = nearestOperation(served, method, request);
  const atBase = servicesAt(served, request);
  const sentences = [`There is no operation ${requested}.`];
  if (!isBelowBase(served, request.path) || atBase.length > 0) sentences.push(addressesOf(served, request));
  const first = firstOperation(atBase, request);
  if (suggestion !== undefined) sentences.push(`Did you mean ${suggestion}?`);
  else if (first !== undefined) sentences.push(`Try ${first}.`);
  return sentences.join(' ');
};

/** The services whose base URL or root a person opens to see what is there. */
const servicesAt = (served: Service, { path }: HttpRequest): readonly Service[] =>
  servicesOf(served).filter((part) => ['', '/'].includes(pathBelowBase(part, path)?.path ?? path));

/** The first that needs nothing but its path. */
const firstOperation = (services: readonly Service[], request: HttpRequest): string | undefined => {
  for (const service of services) {
    const found = service.operations.find(
      ({ method, path, parameters }) =>
        method === 'GET' && !path.includes('{') && parameters.every(({ required }) => !required),
    );
    if (found !== undefined) return cutText(`GET ${baseOf(service, request)}${found.path}`);
  }
  return undefined;
};

const addressesOf = (served: Service, request: HttpRequest): string => {
  const host = headerOf(request.headers, 'host');
  const origin = host === undefined ? '' : `${schemeOf(request)}://${host}`;
  const addresses = servicesOf(served).map((part) => {
    return { name: part.name, address: `${origin}${baseOf(part, request) || '/'}` };
  });
  if (addresses.length === 1) return `The API is at ${addresses[0]?.address}.`;
  const shown = addresses.slice(0, maxAddresses).map(({ name, address }) => `${address} (${name})`);
  const more = addresses.length - shown.length;
  return `The APIs are at ${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`;
};

const baseOf = ({ basePaths }: Service, { pathPrefix }: HttpRequest) => `${pathPrefix}${basePaths[0]}`;

/** The most similar operation, as method and path, of the services with the longest base path above the request. */
const nearestOperation = (served: Service, method: string, request: HttpRequest): string | undefined => {
  const parts = servicesOf(served).map((part) => ({ part, below: pathBelowBase(part, request.path) }));
  const groups = Map.groupBy(parts, ({ below }) => below?.base.length ?? notBelow);
  const isBelow = groups.size > 1 || !groups.has(notBelow);
  for (const [length, group] of [...groups].toSorted(([left], [right]) => right - left)) {
    if (isBelow && length === notBelow) break;
    const path = group[0]?.below?.path ?? request.path;
    const segments = path.split('/');
    const bases = new Map<string, string>();
    for (const { part } of group)
      for (const operation of part.operations)
        getOrInsert(bases, `${operation.method} ${fill(operation.path, segments)}`, () => baseOf(part, request));
    const found = nearest(`${method} ${path}`, bases.keys());
    if (found !== undefined) return found.replace(' ', () => ` ${bases.get(found)}`);
  }
  return undefined;
};

const notBelow = -1;

const isParameter = /^\{[^{}]*\}$/;

/** A parameter matches any segment that is not empty, so only the other segments are compared. */
const fill = (path: string, requested: readonly string[]): string =>
  cutText(
    path
      .split('/')
      .map((segment, index) => (isParameter.test(segment) ? requested[index] || segment : segment))
      .join('/'),
  );

const maxAddresses = 10;
