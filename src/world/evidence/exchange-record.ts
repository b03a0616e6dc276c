/** Records of exchanges for the journal: bodies are cut, and the size is estimated from lengths. */

import type { Exchange } from '../../core/exchange.ts';
import {
  contentOf,
  type HttpRequest,
  type HttpResponse,
  httpDate,
  type RequestBody,
  type Transport,
} from '../../core/http/http.ts';
import { utf8Length } from '../../core/primitives/utf8.ts';

const maxRecordedBytes = 64_000;

export const exchangeHeader = 'Vivarium-Exchange';

/**
 * The exchange as the journal stores it: a copy made with classes, whose lifetime V8 does not observe. Lists have no spare
 * capacity; headers that `before` has are shared with it.
 */
export const recordOf = (exchange: Exchange, transport: Transport | undefined, before?: Exchange): RecordedExchange => {
  if (exchange instanceof RecordedExchange) return exchange;
  const { request, response } = exchange;
  const requestBytes = sizeOfBody(contentOf(request.body));
  const responseBytes = sizeOfBody(response.body);
  const isCut = requestBytes > maxRecordedBytes || responseBytes > maxRecordedBytes;
  const fullBytes = isCut
    ? {
        ...(requestBytes > maxRecordedBytes && { request: requestBytes }),
        ...(responseBytes > maxRecordedBytes && { response: responseBytes }),
      }
    : exchange.fullBytes;
  const sent = requestRecord(request, ownRequest(request.body, requestBytes), before);
  const answered = new ResponseRecord(response, ownContent(response.body, responseBytes));
  const record = new RecordedExchange(exchange, sent, answered, exchange.steps.slice());
  if (transport !== undefined) record.transport = transport;
  if (fullBytes !== undefined) record.fullBytes = fullBytes;
  return record;
};

/** The record of a request that was repeated, and got the same response. It shares with the one before what is the same. */
export const recordAgain = (before: Exchange, id: number, at: number): RecordedExchange => {
  const record = new RecordedExchange(before, before.request, before.response, before.steps);
  record.id = id;
  record.at = at;
  record.response = new RepeatedResponse(before.response, record);
  return record;
};

/** Sets the value of a header that is there. A value, as that of `Origin`, may be the name of a header. */
export const setHeader = (headers: string[], name: string, value: string): void => {
  for (let at = 0; at < headers.length; at += 2) if (headers[at] === name) headers[at + 1] = value;
};

/** Whether a request for the same target is sent again. */
export const isSameRequest = (request: HttpRequest, before: HttpRequest): boolean =>
  request.method === before.method &&
  request.pathPrefix === before.pathPrefix &&
  request.isEncrypted === before.isEncrypted &&
  // Each request with a body has its own.
  request.body === before.body &&
  haveSameHeaders(request, before);

export class RecordedExchange implements Exchange {
  id: number;
  readonly world: string;
  at: number;
  durationMs: number;
  readonly operation: string | undefined;
  readonly request: HttpRequest;
  response: HttpResponse;
  readonly violations: Exchange['violations'];
  readonly faults: Exchange['faults'];
  readonly steps: Exchange['steps'];
  // Few exchanges have one of these, and an undefined one would take memory too.
  declare readonly origin?: Exchange['origin'];
  declare readonly upstreamMs?: number;
  declare readonly differences?: Exchange['differences'];
  declare transport?: Transport;
  declare readonly isProbe?: boolean;
  declare fullBytes?: Exchange['fullBytes'];
  declare passedOnBytes?: number;

  constructor(exchange: Exchange, request: HttpRequest, response: HttpResponse, steps: Exchange['steps']) {
    this.id = exchange.id;
    this.world = exchange.world;
    this.at = exchange.at;
    this.durationMs = exchange.durationMs;
    this.operation = exchange.operation;
    this.request = request;
    this.response = response;
    this.violations = exchange.violations.length === 0 ? nothing : exchange.violations;
    this.faults = exchange.faults;
    this.steps = steps;
    if (exchange.origin !== undefined) this.origin = exchange.origin;
    if (exchange.upstreamMs !== undefined) this.upstreamMs = exchange.upstreamMs;
    if (exchange.differences !== undefined) this.differences = exchange.differences;
    if (exchange.isProbe !== undefined) this.isProbe = exchange.isProbe;
  }
}

const requestRecord = (request: HttpRequest, body: RequestBody, before: Exchange | undefined): HttpRequest => {
  const record = request instanceof RequestRecord && request.body === body ? request : new RequestRecord(request, body);
  if (before !== undefined && haveSameHeaders(record, before.request)) record.headers = before.request.headers;
  return record;
};

/** Whether the headers are equal, and in the same order. */
const haveSameHeaders = ({ headers }: HttpRequest, before: HttpRequest): boolean => {
  const names = Object.keys(before.headers);
  let count = 0;
  for (const name in headers) if (name !== names[count++] || headers[name] !== before.headers[name]) return false;
  return count === names.length;
};

/** An edge may create it, so that it need not be copied for the record. */
export class RequestRecord implements HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  headers: HttpRequest['headers'];
  readonly body: RequestBody;
  readonly pathPrefix: string;
  readonly isEncrypted: HttpRequest['isEncrypted'];

  constructor({ method, path, query, headers, pathPrefix, isEncrypted }: Omit<HttpRequest, 'body'>, body: RequestBody) {
    this.method = method;
    this.path = path;
    this.query = query;
    this.headers = headers;
    this.body = body;
    this.pathPrefix = pathPrefix;
    this.isEncrypted = isEncrypted;
  }
}

class ResponseRecord implements HttpResponse {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: HttpResponse['body'];

  constructor({ status, headers }: HttpResponse, body: HttpResponse['body']) {
    this.status = status;
    this.headers = headers.slice();
    this.body = body;
  }
}

/** A response like the one before, whose headers are made when they are read. */
class RepeatedResponse implements HttpResponse {
  readonly #before: HttpResponse;
  readonly #exchange: Exchange;

  constructor(before: HttpResponse, exchange: Exchange) {
    this.#before = before;
    this.#exchange = exchange;
  }

  get status(): number {
    return this.#before.status;
  }
  get headers(): readonly string[] {
    const headers = this.#before.headers.slice();
    setHeader(headers, exchangeHeader, String(this.#exchange.id));
    setHeader(headers, 'Date', httpDate(this.#exchange.at));
    return headers;
  }
  get body(): HttpResponse['body'] {
    return this.#before.body;
  }
}

const nothing: readonly never[] = [];

/** Exact if the body may be cut; short texts are not measured. */
const sizeOfBody = (body: HttpResponse['body']): number => {
  if (typeof body !== 'string') return body?.length ?? 0;
  // A UTF-16 unit has at most three bytes in UTF-8 (a surrogate pair has four).
  return body.length * 3 <= maxRecordedBytes ? body.length : utf8Length(body);
};

/** A short body may be a view into the 64 KiB that were read from the socket: the view would keep all of them. */
const ownContent = (body: HttpResponse['body'], size: number): HttpResponse['body'] => {
  if (body !== undefined && size > maxRecordedBytes) return cut(body);
  return typeof body === 'object' && body.byteLength < body.buffer.byteLength ? new Uint8Array(body) : body;
};

const ownRequest = (body: RequestBody, size: number): RequestBody => {
  const content = contentOf(body);
  const own = ownContent(content, size);
  return own === content || typeof own !== 'object' ? body : { type: 'bytes', bytes: own };
};

const cut = (body: string | Uint8Array): Uint8Array => {
  if (typeof body !== 'string') return cutBytes(body);
  // Copied, because a substring keeps the whole string in memory. Only whole characters are kept.
  const bytes = new Uint8Array(maxRecordedBytes);
  return bytes.subarray(0, new TextEncoder().encodeInto(body, bytes).written);
};

/** A copy of the first bytes, as many as are recorded, that does not end in the middle of a character. */
const cutBytes = (bytes: Uint8Array): Uint8Array => {
  let end = maxRecordedBytes;
  // In UTF-8, at most three bytes (10xxxxxx) follow the first byte of a character.
  while (end > maxRecordedBytes - 3 && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  // Not `slice`: that of a Buffer is a view, which keeps the whole body.
  return new Uint8Array(bytes.subarray(0, end));
};

/** The memory of an exchange without its texts: objects, numbers, references. Measured with several kinds of requests. */
const baseBytes = 700;
const violationBytes = 300;
const stepBytes = 150;
/** The estimated size of a difference with its two values, which are short. */
const differenceBytes = 500;

/** An estimate of the memory of an exchange, from lengths only: nothing is serialized. */
export const estimateBytes = ({ request, response, violations, differences, steps }: Exchange): number => {
  let bytes = baseBytes + request.path.length + request.query.length + stepBytes * steps.length;
  for (const name in request.headers) bytes += name.length + lengthOf(request.headers[name]);
  for (const text of response.headers) bytes += text.length;
  bytes += (contentOf(request.body)?.length ?? 0) + (response.body?.length ?? 0);
  for (const { pointer } of differences ?? []) bytes += differenceBytes + pointer.length;
  for (const { message, pointer } of violations) bytes += violationBytes + message.length + pointer.length;
  for (const step of steps) {
    if (step.type === 'parameter') bytes += step.parameter.length;
    if (step.type === 'unknown-parameters') for (const name of step.names) bytes += name.length;
    if (step.type === 'refused') bytes += step.message.length;
    if (step.type === 'handler') bytes += step.failure?.length ?? 0;
  }
  return bytes;
};

const lengthOf = (value: string | readonly string[] | undefined): number =>
  typeof value === 'string' || value === undefined
    ? (value?.length ?? 0)
    : value.reduce((sum, text) => sum + text.length, 0);
