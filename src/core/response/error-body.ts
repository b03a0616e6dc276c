import { isJsonObject, type Json } from '../primitives/json.ts';
import type { ErrorContent, ErrorShape } from '../service/service.ts';
import { escapeMarkup, isExecutable } from './executable-content.ts';

/** An error body, with the world time `now`, if there is a world. If a browser would execute it, the message is escaped, because it may quote the request. */
export const errorBody = ({ mediaType, body }: ErrorShape, error: ErrorContent, now?: number): Json => {
  const value = now === undefined ? body(error) : dated(body(error), now);
  if (typeof value !== 'string' || error.message === undefined || !isExecutable(mediaType)) return value;
  return body({ ...error, message: escapeMarkup(error.message) });
};

/** The time in a body that was made before there was one. */
const undated = '1970-01-01T00:00:00Z';

const dated = (body: Json, now: number): Json => {
  if (!isJsonObject(body)) return body;
  const names = Object.keys(body).filter((name) => body[name] === undated);
  const time = new Date(now).toISOString();
  return names.length === 0 ? body : { ...body, ...Object.fromEntries(names.map((name) => [name, time])) };
};
