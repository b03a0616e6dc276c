/** The journal as an HTTP Archive, for the developer tools of browsers: HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/). */

import { STATUS_CODES } from 'node:http';
import { type Exchange, isLost } from '../../core/exchange.ts';
import { contentOf, type HttpRequest, schemeOf, withQuery } from '../../core/http/http.ts';
import { statusText } from '../../core/http/status-text.ts';
import { encodeBase64 } from '../../core/primitives/base64.ts';
import type { Json, JsonObject } from '../../core/primitives/json.ts';
import { strictText, utf8Length } from '../../core/primitives/utf8.ts';
import { onWorld, type Route, respond } from '../../server/control/request/control-call.ts';
import type { Redact } from '../../world/evidence/redact.ts';
import { type Headers, requestHeaders, responseHeaders } from '../../world/evidence/view-exchange.ts';

const getHar = onWorld(({ context }, world) => {
  const redact = context.redactFor(world.decisions.service);
  const log = {
    version: '1.2',
    creator: { name: 'Vivarium', version: context.version },
    comment: `The world "${world.name}" of ${world.decisions.service.title}. Times are world time.`,
  };
  const exchanges = world.journal.after(0);
  const headers = { 'Content-Disposition': `attachment; filename="${world.name}.har"` };
  return respond('application/json', { write: () => harParts(log, exchanges, redact) }, headers);
});

function* harParts(log: JsonObject, exchanges: readonly Exchange[], redact: Redact): Generator<string> {
  let separator = `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`;
  for (const exchange of exchanges) {
    yield separator + JSON.stringify(entryOf(exchange, redact));
    separator = ',';
  }
  yield `${exchanges.length === 0 ? separator : ''}]}}`;
}

/** The HAR value of an unknown size. */
const unknown = -1;

/** The host of a request that has none (HTTP/1.0), or one that is no host. The library has the same. */
const defaultHost = 'vivarium.test';

const httpVersion = 'HTTP/1.1';

const entryOf = (exchange: Exchange, redact: Redact): JsonObject => {
  const shown = redact(exchange);
  return {
    startedDateTime: new Date(exchange.at).toISOString(),
    time: exchange.durationMs,
    request: requestOf(shown.request, requestSizeOf(exchange)),
    response: responseOf(shown, responseSizeOf(exchange)),
    cache: {},
    timings: { send: 0, wait: exchange.durationMs, receive: 0 },
    // HAR 1.2 has no name for them.
    _origin: exchange.upstreamMs === undefined ? 'simulation' : 'upstream',
    ...(exchange.upstreamMs !== undefined && { _upstreamMs: exchange.upstreamMs }),
    ...(shown.differences !== undefined && { _differences: shown.differences.map((one) => ({ ...one })) }),
    comment: describe(shown),
  };
};

/** `bodySize`: as sent. */
const requestOf = (request: HttpRequest, bodySize: number): JsonObject => {
  const headers = requestHeaders(request);
  const body = contentOf(request.body);
  const type = headerIn(headers, 'content-type') ?? '';
  return {
    method: request.method,
    url: urlOf(request, headerIn(headers, 'host') ?? defaultHost),
    httpVersion,
    cookies: cookiesIn(headerIn(headers, 'cookie') ?? ''),
    headers: headers.map(toNameValue),
    queryString: [...new URLSearchParams(request.query)].map(toNameValue),
    headersSize: unknown,
    bodySize,
    ...(body !== undefined && { postData: postDataOf(body, type) }),
  };
};

/** Encodes characters that a URI does not allow (RFC 3986): the client sent them, or they replace a credential. */
const urlOf = (request: HttpRequest, host: string): string => {
  const { pathPrefix, path, query } = request;
  const target = withQuery(`${pathPrefix}${path}`, query);
  const encoded = target.replaceAll(/[^\w\-.~!$&'()*+,;=:@/?%]/gu, encodeURIComponent);
  return `${schemeOf(request)}://${/^[\w.:[\]-]+$/.test(host) ? host : defaultHost}${encoded}`;
};

/** HAR 1.2 has no encoding for request bodies, so a custom property marks base64. */
const postDataOf = (body: string | Uint8Array, mimeType: string): JsonObject => {
  const { text, encoding } = textOf(body);
  return { mimeType, text, ...(encoding !== undefined && { _encoding: encoding, comment: 'text is base64' }) };
};

/** `size`: that of the body as decided. */
const responseOf = (exchange: Exchange, size: number): JsonObject => {
  const { response } = exchange;
  // Browsers export a failed request in the same way: status 0 and nothing else.
  if (isLost(exchange)) return { ...lostResponse, _error: exchange.transport as string };
  const headers = responseHeaders(response);
  const { body } = response;
  return {
    status: response.status,
    statusText: response.status < 400 ? (STATUS_CODES[response.status] ?? '') : statusText(response.status),
    httpVersion,
    cookies: headers.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => setCookieOf(value)),
    headers: headers.map(toNameValue),
    content: {
      size,
      mimeType: headerIn(headers, 'content-type') ?? '',
      ...(body !== undefined && textOf(body)),
    },
    redirectURL: headerIn(headers, 'location') ?? '',
    headersSize: unknown,
    bodySize: size,
  };
};

const lostResponse: JsonObject = {
  status: 0,
  statusText: '',
  httpVersion: '',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: unknown,
  bodySize: unknown,
};

const requestSizeOf = ({ request: { body }, fullBytes }: Exchange): number =>
  fullBytes?.request ?? contentOf(body)?.length ?? 0;

const responseSizeOf = ({ response: { body }, fullBytes, passedOnBytes }: Exchange): number =>
  passedOnBytes ?? fullBytes?.response ?? (typeof body === 'string' ? utf8Length(body) : (body?.length ?? 0));

const describe = (exchange: Exchange): string => {
  const { id, operation, response, faults, violations, transport, fullBytes } = exchange;
  const parts = [`exchange ${id}`, operation === undefined ? 'no operation' : `operation ${operation}`];
  if (faults.length > 0) parts.push(`faults: ${faults.map(({ name }) => name).join(', ')}`);
  if (violations.length > 0) parts.push(`violations: ${violations.map(({ message }) => message).join(', ')}`);
  if (transport === 'truncate') parts.push('the body was truncated');
  else if (transport !== undefined) parts.push(`the response (${response.status}) was lost: ${transport}`);
  if (fullBytes?.request !== undefined) parts.push('only the beginning of the request body was kept');
  if (fullBytes?.response !== undefined) parts.push('only the beginning of the response body was kept');
  return parts.join('; ');
};

const headerIn = (headers: Headers, headerName: string): string | undefined =>
  headers.find(([name]) => name.toLowerCase() === headerName)?.[1];

const toNameValue = ([name, value]: readonly [string, string]): JsonObject => ({ name, value });

const cookiesIn = (header: string): readonly Json[] =>
  header
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => toNameValue(cookieOf(pair)));

const cookieOf = (pair: string): readonly [string, string] => {
  const equals = pair.indexOf('=');
  return equals < 0 ? ['', pair.trim()] : [pair.slice(0, equals).trim(), pair.slice(equals + 1).trim()];
};

const setCookieOf = (header: string): JsonObject => {
  const [pair = '', ...attributes] = header.split(';');
  const values = new Map(attributes.map(cookieOf).map(([name, value]) => [(name || value).toLowerCase(), value]));
  const expires = new Date(values.get('expires') ?? Number.NaN);
  const path = values.get('path');
  const domain = values.get('domain');
  return {
    ...toNameValue(cookieOf(pair)),
    ...(path !== undefined && { path }),
    ...(domain !== undefined && { domain }),
    ...(!Number.isNaN(expires.getTime()) && { expires: expires.toISOString() }),
    httpOnly: values.has('httponly'),
    secure: values.has('secure'),
  };
};

/** A body as text if it is UTF-8, else in base64. */
const textOf = (body: string | Uint8Array): { readonly text: string; readonly encoding?: 'base64' } => {
  const text = strictText(body);
  return text === undefined ? { text: encodeBase64(body as Uint8Array), encoding: 'base64' } : { text };
};

export const harRoutes: readonly Route[] = [{ path: '/worlds/:world/exchanges.har', methods: { GET: getHar } }];
