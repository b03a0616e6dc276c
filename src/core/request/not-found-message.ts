/** What to say of a request that matches no operation: where the API is, and which operation was probably meant. */
import { type HttpRequest, headerOf } from '../http/http.ts';
import { nearest } from '../primitives/did-you-mean.ts';
import type { Service } from '../service/service.ts';

/** `path` is below the base path, or undefined where the request was below none. */
export const noOperationMessage = (service: Service, request: HttpRequest, path: string | undefined): string => {
  const host = headerOf(request.headers, 'host');
  const base = `${request.pathPrefix}${service.basePaths[0]}`;
  // HEAD is answered as GET, to the letter: its Content-Length is that of the same body.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const asked = `${method} ${request.pathPrefix}${request.path}`.slice(0, maxShown);
  const suggestion = nearestOperation(service, method, path ?? request.path);
  const sentences = [`There is no operation ${asked}.`];
  if (path === undefined)
    sentences.push(`The API is at ${host === undefined ? '' : `http://${host}`}${base === '' ? '/' : base}.`);
  if (suggestion !== undefined) sentences.push(`Did you mean ${suggestion.method} ${base}${suggestion.path}?`);
  return sentences.join(' ');
};

const nearestOperation = (
  service: Service,
  method: string,
  path: string,
): { readonly method: string; readonly path: string } | undefined => {
  const segments = path.split('/');
  const candidates = new Map<string, { readonly method: string; readonly path: string }>();
  for (const operation of service.operations) {
    // A parameter takes whatever stands in its place, so that only the literal segments are compared.
    const filled = operation.path
      .split('/')
      .map((segment, at) => (segment.includes('{') ? (segments[at] ?? segment) : segment))
      .join('/');
    const candidate = { method: operation.method, path: filled.slice(0, maxShown) };
    candidates.set(`${candidate.method} ${candidate.path}`, candidate);
  }
  const found = nearest(`${method} ${path}`, candidates.keys());
  return found === undefined ? undefined : candidates.get(found);
};

/** A message is for a person: a path of a kilobyte in it helps nobody. */
const maxShown = 200;
