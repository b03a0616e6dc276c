/** The message for a request that matches no operation: the base URL of the API, and the most similar operation. */
import { type HttpRequest, headerOf } from '../http/http.ts';
import { nearest } from '../primitives/did-you-mean.ts';
import type { Service } from '../service/service.ts';

/** `path` is below the base path, or undefined if the request is not below any base path. */
export const noOperationMessage = (service: Service, request: HttpRequest, path: string | undefined): string => {
  const host = headerOf(request.headers, 'host');
  const base = `${request.pathPrefix}${service.basePaths[0]}`;
  // HEAD gets the message for GET: its Content-Length must be that of the same body.
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const requested = `${method} ${request.pathPrefix}${request.path}`.slice(0, maxPathLength);
  const suggestion = nearestOperation(service, method, path ?? request.path);
  const sentences = [`There is no operation ${requested}.`];
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
    // A parameter matches any segment, so only the literal segments are compared.
    const filled = operation.path
      .split('/')
      .map((segment, index) => (segment.includes('{') ? (segments[index] ?? segment) : segment))
      .join('/');
    const candidate = { method: operation.method, path: filled.slice(0, maxPathLength) };
    candidates.set(`${candidate.method} ${candidate.path}`, candidate);
  }
  const found = nearest(`${method} ${path}`, candidates.keys());
  return found === undefined ? undefined : candidates.get(found);
};

/** Longer paths are cut in the message. */
const maxPathLength = 200;
