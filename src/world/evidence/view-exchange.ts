/** Exchanges in the format of the control API and the library. */

import { type Exchange, explainStep } from '../../core/exchange.ts';
import { contentOf, type HttpRequest, type HttpResponse, headerOf } from '../../core/http/http.ts';
import { isJsonType } from '../../core/http/media-type.ts';
import { encodeBase64 } from '../../core/primitives/base64.ts';
import { type Json, type JsonObject, parseJson, setProperty } from '../../core/primitives/json.ts';
import type { Redactor } from './redact.ts';

/** The format in lists. */
export const summarizeExchange = (exchange: Exchange, redact: Redactor): JsonObject => ({
  id: exchange.id,
  world: exchange.world,
  at: new Date(exchange.at).toISOString(),
  durationMs: exchange.durationMs,
  operation: exchange.operation ?? null,
  method: exchange.request.method,
  path: exchange.request.path,
  query: redact.query(exchange.request.query),
  status: exchange.response.status,
  violations: exchange.violations.map((violation) => ({ ...violation })),
  faults: exchange.faults.map((fault) => ({ ...fault })),
});

export const viewExchange = (exchange: Exchange, redact: Redactor): JsonObject => ({
  ...summarizeExchange(exchange, redact),
  request: viewRequest(exchange, redact),
  response: viewResponse(exchange, redact),
  why: exchange.steps.map(explainStep),
});

const viewRequest = ({ request, fullBytes }: Exchange, redact: Redactor): JsonObject =>
  viewMessage(requestHeaders(request), contentOf(request.body), fullBytes?.request, redact);

const viewResponse = ({ response, fullBytes }: Exchange, redact: Redactor): JsonObject =>
  viewMessage(
    responseHeaders(response).map(([name, value]) => [name.toLowerCase(), value]),
    response.body,
    fullBytes?.response,
    redact,
  );

export type Headers = readonly (readonly [name: string, value: string])[];

export const requestHeaders = ({ headers }: HttpRequest): Headers =>
  Object.keys(headers).flatMap((name) => {
    const value = headerOf(headers, name);
    return value === undefined ? [] : [[name, value] as const];
  });

export const responseHeaders = ({ headers }: HttpResponse): Headers =>
  headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1] as string] as const] : []));

const viewMessage = (
  pairs: Headers,
  body: string | Uint8Array | undefined,
  fullBytes: number | undefined,
  redact: Redactor,
): JsonObject => {
  const headers: Record<string, Json> = {};
  for (const [name, value] of pairs) {
    const before = Object.hasOwn(headers, name) ? `${String(headers[name])}, ` : '';
    setProperty(headers, name, before + redact.header(name, value));
  }
  const type = pairs.find(([name]) => name === 'content-type')?.[1];
  if (body === undefined || body.length === 0) return { headers };
  const cut = fullBytes === undefined ? {} : { bodyTruncated: true, bodyBytes: fullBytes };
  return { headers, ...viewBody(body, type), ...cut };
};

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The JSON value for a JSON media type or none at all; otherwise the text, or base64 if the body is not text. */
const viewBody = (bytes: string | Uint8Array, contentType: string | undefined): JsonObject => {
  let text: string;
  try {
    text = typeof bytes === 'string' ? bytes : utf8.decode(bytes);
  } catch {
    return { body: encodeBase64(bytes as Uint8Array), bodyEncoding: 'base64' };
  }
  if (contentType !== undefined && !isJsonType(contentType)) return { body: text };
  const parsed = parseJson(text);
  return { body: parsed.ok ? parsed.value : text };
};
