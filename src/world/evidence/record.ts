/** What of an exchange is kept: bodies are cut, and its size is estimated by lengths alone. */

import type { Exchange } from '../../core/exchange.ts';
import {
  contentOf,
  type HttpRequest,
  type HttpResponse,
  type RequestBody,
  type Transport,
} from '../../core/http/http.ts';
import { utf8Length } from '../../core/primitives/utf8.ts';

/** Of each body so many bytes are kept. */
const maxRecordedBytes = 64_000;

/**
 * The exchange as the journal keeps it. A copy, made by classes: V8 watches how long the objects of each literal live, and
 * would soon place those that a journal keeps among the old ones at once. There each, though dropped, keeps what it refers
 * to until a full collection, which costs a request a quarter of its time here. What a class makes is not watched. The
 * lists are copied without the room that they had to grow.
 */
export const recordOf = (exchange: Exchange, transport: Transport | undefined): Exchange => {
  const { request, response } = exchange;
  const requestBytes = sizeOfBody(contentOf(request.body));
  const responseBytes = sizeOfBody(response.body);
  if (requestBytes <= maxRecordedBytes && responseBytes <= maxRecordedBytes)
    return new RecordedExchange(exchange, ownRequest(request.body), response.body, transport, undefined);
  return new RecordedExchange(
    exchange,
    cutRequest(request.body, requestBytes),
    cutResponse(response.body, responseBytes),
    transport,
    {
      ...(requestBytes > maxRecordedBytes && { request: requestBytes }),
      ...(responseBytes > maxRecordedBytes && { response: responseBytes }),
    },
  );
};

class RecordedExchange implements Exchange {
  readonly id: number;
  readonly world: string;
  readonly at: number;
  durationMs: number;
  readonly operation: string | undefined;
  readonly request: HttpRequest;
  readonly response: HttpResponse;
  readonly violations: Exchange['violations'];
  readonly faults: Exchange['faults'];
  readonly steps: Exchange['steps'];
  readonly transport: Transport | undefined;
  readonly fullBytes: Exchange['fullBytes'];

  constructor(
    exchange: Exchange,
    requestBody: RequestBody,
    responseBody: HttpResponse['body'],
    transport: Transport | undefined,
    fullBytes: Exchange['fullBytes'],
  ) {
    this.id = exchange.id;
    this.world = exchange.world;
    this.at = exchange.at;
    this.durationMs = exchange.durationMs;
    this.operation = exchange.operation;
    this.request = new RecordedRequest(exchange.request, requestBody);
    this.response = new RecordedResponse(exchange.response, responseBody);
    this.violations = exchange.violations.length === 0 ? nothing : exchange.violations;
    this.faults = exchange.faults;
    this.steps = exchange.steps.slice();
    this.transport = transport;
    this.fullBytes = fullBytes;
  }
}

class RecordedRequest implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: HttpRequest['headers'];
  readonly body: RequestBody;
  readonly pathPrefix: string;

  constructor({ method, path, query, headers, pathPrefix }: HttpRequest, body: RequestBody) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.body = body;
    this.pathPrefix = pathPrefix;
  }
}

class RecordedResponse implements HttpResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: HttpResponse['body'];

  constructor({ status, headers }: HttpResponse, body: HttpResponse['body']) {
    this.status = status;
    this.headers = headers.slice();
    this.body = body;
  }
}

const nothing: readonly never[] = [];

/** Exact where it decides whether a body is cut; a short text is not looked at. */
const sizeOfBody = (body: HttpResponse['body']): number => {
  if (typeof body !== 'string') return body?.length ?? 0;
  // A character is at most three bytes of UTF-8 (two of them, a surrogate pair, are four).
  return body.length * 3 <= maxRecordedBytes ? body.length : utf8Length(body);
};

/** A short body may be a view into the 64 KiB that were read from the socket: the view would keep all of them. */
const ownRequest = (body: RequestBody): RequestBody =>
  body.type === 'bytes' && body.bytes.byteLength < body.bytes.buffer.byteLength
    ? { type: 'bytes', bytes: new Uint8Array(body.bytes) }
    : body;

const cutRequest = (body: RequestBody, size: number): RequestBody => {
  const content = contentOf(body);
  return size > maxRecordedBytes && content !== undefined ? { type: 'bytes', bytes: cut(content) } : ownRequest(body);
};

const cutResponse = (body: HttpResponse['body'], size: number): HttpResponse['body'] =>
  size > maxRecordedBytes && body !== undefined ? cut(body) : body;

const cut = (body: string | Uint8Array): Uint8Array => {
  if (typeof body !== 'string') return cutBytes(body);
  // Copied, since a part of a string keeps the whole of it in memory; only whole characters are written.
  const bytes = new Uint8Array(maxRecordedBytes);
  return bytes.subarray(0, new TextEncoder().encodeInto(body, bytes).written);
};

/** A copy, without the beginning of a character that would be cut in two. */
const cutBytes = (bytes: Uint8Array): Uint8Array => {
  let end = maxRecordedBytes;
  // At most three bytes of UTF-8 follow the first of a character, each 10xxxxxx.
  while (end > maxRecordedBytes - 3 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  // Not `slice`: that of a Buffer is a view, which keeps the whole body.
  return new Uint8Array(bytes.subarray(0, end));
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
  bytes += (contentOf(request.body)?.length ?? 0) + (response.body?.length ?? 0);
  for (const { message, pointer } of violations) bytes += violationBytes + message.length + pointer.length;
  for (const step of steps) if (step.type === 'refused') bytes += step.message.length;
  return bytes;
};

const lengthOf = (value: string | readonly string[] | undefined): number =>
  typeof value === 'string' || value === undefined
    ? (value?.length ?? 0)
    : value.reduce((sum, text) => sum + text.length, 0);
