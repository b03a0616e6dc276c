import type { Json } from '../primitives/json.ts';
import type { ErrorContent, ErrorShape } from '../service/service.ts';
import { escapeMarkup, isExecutable } from './executable-content.ts';

/** An error body. If a browser would execute it, the message is escaped, because it may quote the request. */
export const errorBody = ({ mediaType, body }: ErrorShape, error: ErrorContent): Json => {
  const value = body(error);
  if (typeof value !== 'string' || error.message === undefined || !isExecutable(mediaType)) return value;
  return body({ ...error, message: escapeMarkup(error.message) });
};
