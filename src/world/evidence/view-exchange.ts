/** Exchanges in the format of the control API and the library, without secrets. */

import { type Exchange, explainStep } from '../../core/exchange.ts';
import { contentOf, type HttpRequest, type HttpResponse, headerOf, isJsonType } from '../../core/http/http.ts';
import { encodeBase64 } from '../../core/primitives/base64.ts';
import { type Json, type JsonObject, parseJson, setProperty } from '../../core/primitives/json.ts';
import { strictText } from '../../core/primitives/utf8.ts';
import type { Redact } from './redact.ts';

/** An exchange as lists show it. */
export const summarizeExchange = (exchange: Exchange, redact: Redact): JsonObject => summarize(redact(exchange));

export const viewExchange = (exchange: Exchange, redact: Redact): JsonObject => {
  const shown = redact(exchange);
  return {
    ...summarize(shown),
    request: viewMessage(requestHeaders(shown.request), contentOf(shown.request.body), shown.fullBytes?.request),
    response: viewResponse(shown),
    why: shown.steps.map(explainStep),
  };
};

const summarize = (exchange: Exchange): JsonObject => {
  const { method, path, query } = exchange.request;
  return {
    id: exchange.id,
    world: exchange.world,
    at: new Date(exchange.at).toISOString(),
    durationMs: exchange.durationMs,
    operation: exchange.operation ?? null,
    method,
    path,
    query,
    status: exchange.response.status,
    origin: exchange.origin ?? (exchange.upstreamMs === undefined ? 'simulation' : 'upstream'),
    ...(exchange.upstreamMs !== undefined && { upstreamMs: exchange.upstreamMs }),
    ...(exchange.isProbe === true && { probe: true }),
    ...(exchange.differences !== undefined && {
      differences: exchange.differences.map((difference) => ({ ...difference })),
    }),
    violations: exchange.violations.map((violation) => ({ ...violation })),
    faults: exchange.faults.map((fault) => ({ ...fault })),
  };
};

const viewResponse = ({ response, fullBytes, passedOnBytes }: Exchange): JsonObject => ({
  ...viewMessage(
    responseHeaders(response).map(([name, value]) => [name.toLowerCase(), value]),
    response.body,
    fullBytes?.response,
  ),
  ...(passedOnBytes !== undefined && { bodyBytes: passedOnBytes }),
});

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
): JsonObject => {
  const headers: Record<string, Json> = {};
  for (const [name, value] of pairs) {
    const before = Object.hasOwn(headers, name) ? `${String(headers[name])}, ` : '';
    setProperty(headers, name, before + value);
  }
  const type = pairs.find(([name]) => name === 'content-type')?.[1];
  if (body === undefined || body.length === 0) return { headers };
  const cut = fullBytes === undefined ? {} : { bodyTruncated: true, bodyBytes: fullBytes };
  return { headers, ...viewBody(body, type), ...cut };
};

/** The JSON value for a JSON media type or none at all; otherwise the text, or base64 if the body is not text. */
const viewBody = (bytes: string | Uint8Array, contentType: string | undefined): JsonObject => {
  const text = strictText(bytes);
  if (text === undefined) return { body: encodeBase64(bytes as Uint8Array), bodyEncoding: 'base64' };
  if (contentType !== undefined && !isJsonType(contentType)) return { body: text };
  const parsed = parseJson(text);
  return { body: parsed.ok ? parsed.value : text };
};
