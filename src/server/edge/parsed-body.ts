/** A body that another middleware of the app has read: written again as its client sent it, as far as the parser kept it. */
import type { IncomingHttpHeaders } from 'node:http';
import { essenceOf, isJsonType } from '../../core/http/media-type.ts';
import { type Json, parseJson, stringifyJson } from '../../core/primitives/json.ts';

/** @throws Error if it cannot be written. */
export const writeParsedBody = (body: unknown, headers: IncomingHttpHeaders): Uint8Array | string => {
  if (body instanceof Uint8Array) return body;
  const type = headers['content-type'] ?? '';
  if (typeof body === 'string' && !(isJsonType(type) && isJsonString(body, headers))) return body;
  const essence = essenceOf(type);
  if (essence === 'application/x-www-form-urlencoded') return new URLSearchParams([...fieldsOf(body, '')]).toString();
  // The files are not in the body.
  if (essence.startsWith('multipart/')) throw unwritable('is multipart');
  return writeJson(body);
};

/** Whether the text is the value of a JSON text (`strict: false`), and not a JSON text that nobody has parsed. */
const isJsonString = (text: string, headers: IncomingHttpHeaders): boolean => {
  const { 'content-length': length, 'content-encoding': encoding } = headers;
  const isMeasured = length !== undefined && encoding === undefined;
  return isMeasured ? Buffer.byteLength(text) !== Number(length) : !parseJson(text).ok;
};

const writeJson = (body: unknown): string => {
  let reason = 'is not JSON';
  try {
    const text: string | undefined = stringifyJson(body as Json);
    if (text !== undefined) return text;
  } catch (error) {
    reason = `cannot be written as JSON: ${(error as Error).message}`;
  }
  throw unwritable(reason);
};

const unwritable = (reason: string): Error =>
  new Error(`Another middleware has read the body, and it ${reason}. Mount Vivarium before that middleware.`);

/** `a=1&a=2&b[c]=3`: lists repeat the name, and objects name their properties in brackets. */
function* fieldsOf(value: unknown, name: string): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) yield [name, String(value)];
  else if (Array.isArray(value))
    for (const [index, item] of value.entries())
      yield* fieldsOf(item, typeof item === 'object' ? `${name}[${index}]` : name);
  else for (const [key, part] of Object.entries(value)) yield* fieldsOf(part, name === '' ? key : `${name}[${key}]`);
}
