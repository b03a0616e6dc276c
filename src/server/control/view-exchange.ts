/** Exchanges as the control API shows them. */
import { type Exchange, explainStep } from '../../core/exchange.ts';
import { type HttpRequest, type HttpResponse, headerOf } from '../../core/http.ts';
import { type Json, type JsonObject, parseJson, setMember } from '../../core/json.ts';
import type { Redactor } from './redact.ts';

/** As lists show it. */
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
  request: viewRequest(exchange.request, redact),
  response: viewResponse(exchange.response, redact),
  why: exchange.steps.map(explainStep),
});

const viewRequest = ({ headers, body }: HttpRequest, redact: Redactor): JsonObject => {
  const names = Object.keys(headers).filter((name) => headers[name] !== undefined);
  const pairs = names.map((name) => [name, headerOf(headers, name) as string] as const);
  const bytes = body.type === 'bytes' ? body.bytes : undefined;
  return viewMessage(pairs, bytes, redact);
};

const viewResponse = ({ headers, body }: HttpResponse, redact: Redactor): JsonObject => {
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1] as string] as const] : [],
  );
  return viewMessage(pairs, body, redact);
};

const viewMessage = (
  pairs: readonly (readonly [string, string])[],
  body: string | Uint8Array | undefined,
  redact: Redactor,
): JsonObject => {
  const headers: Record<string, Json> = {};
  for (const [name, value] of pairs) {
    const before = Object.hasOwn(headers, name) ? `${String(headers[name])}, ` : '';
    setMember(headers, name, before + redact.header(name, value));
  }
  const type = pairs.find(([name]) => name === 'content-type')?.[1];
  return body === undefined || body.length === 0 ? { headers } : { headers, body: viewBody(body, type) };
};

/** The JSON value of what calls itself JSON, or nothing at all; else the text, as far as it is one. */
const viewBody = (body: string | Uint8Array, contentType: string | undefined): Json => {
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  if (contentType !== undefined && !/[/+]json\b/i.test(contentType)) return text;
  const parsed = parseJson(text);
  return parsed.ok ? parsed.value : text;
};
