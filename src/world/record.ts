/** What of an exchange is kept: bodies are cut, and its size is estimated by lengths alone. */

import type { Exchange } from '../core/exchange.ts';
import type { HttpResponse, RequestBody, Transport } from '../core/http.ts';
import { utf8Length } from '../core/text.ts';

/** Of each body so many bytes are kept. */
const maxRecordedBytes = 64_000;

/** The exchange as the journal keeps it: the very same where nothing of it is cut and its answer was not lost. */
export const recordOf = (exchange: Exchange, transport: Transport | undefined): Exchange => {
  const { request, response } = exchange;
  const requestBytes = sizeOfBody(bytesOf(request.body));
  const responseBytes = sizeOfBody(response.body);
  if (requestBytes <= maxRecordedBytes && responseBytes <= maxRecordedBytes)
    return transport === undefined ? exchange : { ...exchange, transport };
  return {
    ...exchange,
    ...(transport !== undefined && { transport }),
    request: { ...request, body: cutRequest(request.body, requestBytes) },
    response: { ...response, body: cutResponse(response.body, responseBytes) },
    fullBytes: {
      ...(requestBytes > maxRecordedBytes && { request: requestBytes }),
      ...(responseBytes > maxRecordedBytes && { response: responseBytes }),
    },
  };
};

const bytesOf = (body: RequestBody): Uint8Array | undefined => (body.type === 'bytes' ? body.bytes : undefined);

/** Exact where it decides whether a body is cut; a short text is not looked at. */
const sizeOfBody = (body: HttpResponse['body']): number => {
  if (typeof body !== 'string') return body?.length ?? 0;
  // A character is at most three bytes of UTF-8 (two of them, a surrogate pair, are four).
  return body.length * 3 <= maxRecordedBytes ? body.length : utf8Length(body);
};

const cutRequest = (body: RequestBody, size: number): RequestBody =>
  body.type === 'bytes' && size > maxRecordedBytes ? { type: 'bytes', bytes: cutBytes(body.bytes) } : body;

const cutResponse = (body: HttpResponse['body'], size: number): HttpResponse['body'] => {
  if (size <= maxRecordedBytes) return body;
  if (typeof body !== 'string') return body && cutBytes(body);
  // Copied, since a part of a string keeps the whole of it in memory; only whole characters are written.
  const bytes = new Uint8Array(maxRecordedBytes);
  return bytes.subarray(0, new TextEncoder().encodeInto(body, bytes).written);
};

/** A copy, without the beginning of a character that would be cut in two. */
const cutBytes = (bytes: Uint8Array): Uint8Array => {
  let end = maxRecordedBytes;
  // At most three bytes of UTF-8 follow the first of a character, each 10xxxxxx.
  while (end > maxRecordedBytes - 3 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return bytes.slice(0, end);
};

/** What an exchange takes beside its texts: objects, numbers, references. Measured over requests of several kinds. */
const baseBytes = 700;
const violationBytes = 300;
const stepBytes = 150;

/** About what an exchange takes in memory. Told from lengths: nothing is written out for it. */
export const estimateBytes = ({ request, response, violations, steps }: Exchange): number => {
  let bytes = baseBytes + request.path.length + request.query.length + stepBytes * steps.length;
  for (const name in request.headers) bytes += name.length + lengthOf(request.headers[name]);
  for (const text of response.headers) bytes += text.length;
  bytes += (bytesOf(request.body)?.length ?? 0) + (response.body?.length ?? 0);
  for (const { message, pointer } of violations) bytes += violationBytes + message.length + pointer.length;
  for (const step of steps) if (step.type === 'refused') bytes += step.message.length;
  return bytes;
};

const lengthOf = (value: string | readonly string[] | undefined): number =>
  typeof value === 'string' || value === undefined
    ? (value?.length ?? 0)
    : value.reduce((sum, text) => sum + text.length, 0);
