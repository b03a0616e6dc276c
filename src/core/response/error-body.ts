import { isJsonObject, type Json } from '../primitives/json.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Operation } from '../service/operation.ts';
import type { ErrorContent, ErrorShape } from '../service/service.ts';
import { escapeMarkup, isExecutable } from './executable-content.ts';
import type { ResponseBody } from './write-response.ts';

/** An error body, for this request to a world. If a browser would execute it, the message, which may quote the request, is escaped. */
export const errorBody = ({ mediaType, body }: ErrorShape, error: ErrorContent, occurred?: Occurred): Json => {
  const value = occurred === undefined ? body(error) : located(body(error), occurred);
  if (typeof value !== 'string' || error.message === undefined || !isExecutable(mediaType)) return value;
  return body({ ...error, message: escapeMarkup(error.message) });
};

export const errorBodyFor = (
  context: RequestContext,
  operation: Operation | undefined,
  error: ErrorContent,
): ResponseBody => {
  const shape = context.service.errorFor(operation, error.status, context.request);
  return { mediaType: shape.mediaType, value: errorBody(shape, error, context) };
};

type Occurred = Pick<RequestContext, 'now' | 'request'>;

/** The time in a body that was made before there was one. */
const undated = '1970-01-01T00:00:00Z';

/** The body with the time and the path of the request: the `instance` of RFC 9457, and the `path` beside the time of Spring. */
const located = (body: Json, { now, request: { path } }: Occurred): Json => {
  if (!isJsonObject(body)) return body;
  const isPath = (name: string) =>
    (name === 'instance' || (name === 'path' && Object.hasOwn(body, 'timestamp'))) &&
    /^(\/|path$)/.test(String(body[name])) &&
    /^[\w./~@:%-]+$/.test(path);
  const changed = Object.keys(body).flatMap((name): (readonly [string, string])[] =>
    body[name] === undated ? [[name, new Date(now).toISOString()]] : isPath(name) ? [[name, path]] : [],
  );
  return changed.length === 0 ? body : { ...body, ...Object.fromEntries(changed) };
};
