/** From a draft to the response: media type, body text, and the headers that every answer carries. */

import type { Violation } from '../exchange.ts';
import { encodePercent, type HttpRequest, type HttpResponse, httpDate } from '../http/http.ts';
import { isJsonType } from '../http/media-type.ts';
import { type Json, stringifyJson } from '../primitives/json.ts';
import { utf8Length } from '../primitives/utf8.ts';
import type { Problem } from '../service/check.ts';
import type { Operation, WriteBody } from '../service/operation.ts';
import type { Service } from '../service/service.ts';
import { corsHeaders } from './cors.ts';
import { isExecutable, nosniffHeaders, sandboxHeaders, withoutForeignMarkup } from './executable-content.ts';

/** An answer while it is being decided. */
export interface ResponseDraft {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Undefined: no body. */
  readonly body: DraftBody | undefined;
}

export interface DraftBody {
  readonly mediaType: string;
  readonly value: Json;
  /** What is known already of how the value is written; undefined: nothing. */
  readonly written: Written | undefined;
  /** Undefined: as JSON, or as the text that the value is. */
  readonly write?: WriteBody | undefined;
}

export interface Written {
  /** JSON. */
  readonly text: string;
  /** Of the text, in UTF-8. */
  readonly byteLength: number;
  /** Where the value breaks the schema of the operation's success; undefined where that was not looked at. */
  readonly problems: readonly Problem[] | undefined;
}

export interface ResponseContext {
  readonly request: HttpRequest;
  readonly operation: Operation | undefined;
  readonly base: string;
  readonly path: ReadonlyMap<string, string>;
  readonly world: string;
  readonly exchange: number;
  readonly now: number;
  readonly applied: readonly string[];
  readonly violations: readonly Violation[];
}

export const respond = (service: Service, draft: ResponseDraft, answered: ResponseContext): HttpResponse => {
  const { request, operation, violations, applied } = answered;
  const headers: string[] = [];
  const body = draft.body === undefined ? undefined : writeBody(draft.body);
  const length = body === draft.body?.written?.text ? draft.body?.written?.byteLength : undefined;
  if (draft.body !== undefined) headers.push('Content-Type', draft.body.mediaType);
  if (draft.status !== 204 && draft.status !== 304)
    headers.push('Content-Length', String(length ?? lengthOf(body ?? '')));
  headers.push('Date', httpDate(answered.now));
  if (operation !== undefined) headers.push(...operation.lifecycleHeaders);
  if (operation?.successorPath !== undefined) headers.push(...successorLink(operation.successorPath, answered));
  headers.push('Vivarium-World', answered.world, 'Vivarium-Exchange', String(answered.exchange));
  const broken = violations.length === 0 ? 0 : violations.filter(({ side }) => side === 'request').length;
  if (broken > 0) headers.push('Vivarium-Violations', String(broken));
  if (applied.length > 0) headers.push('Preference-Applied', applied.join(', '));
  headers.push(...nosniffHeaders, ...corsHeaders(request.headers, service.exposedHeaders));
  const all = draft.headers.length === 0 ? headers : layOver(headers, draft.headers);
  return {
    status: draft.status,
    headers: isExecutable(contentTypeOf(all)) ? [...all, ...sandboxHeaders] : all,
    body: request.method === 'HEAD' ? undefined : body,
  };
};

/** Another length would break the connection for the next response; sniffing would undo the sandbox. */
const reserved: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding', 'x-content-type-options']);

/** A document, or the headers of a fault, may name another type than the body's own. */
const contentTypeOf = (headers: readonly string[]): string => {
  for (let index = 0; index < headers.length; index += 2)
    if ((headers[index] as string).toLowerCase() === 'content-type') return headers[index + 1] as string;
  return '';
};

/** What the draft says takes the place of what every answer says. */
const layOver = (headers: readonly string[], drafted: readonly string[]): readonly string[] => {
  const laid = withoutNames(drafted, reserved);
  const names = new Set(laid.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
  return [...withoutNames(headers, names), ...laid];
};

const withoutNames = (headers: readonly string[], names: ReadonlySet<string>): readonly string[] =>
  headers.filter((_, at) => !names.has((headers[at - (at % 2)] as string).toLowerCase()));

/** The body as it is sent. */
const writeBody = ({ mediaType, value, written, write }: DraftBody): string | Uint8Array => {
  const body = written?.text ?? write?.(value) ?? textOf(mediaType, value);
  return typeof body === 'string' ? withoutForeignMarkup(body, value, mediaType) : body;
};

const textOf = (mediaType: string, value: Json): string =>
  typeof value === 'string' && !isJsonType(mediaType) ? value : stringifyJson(value);

/** The same, to be sent under another media type too. */
export const writtenOnce = (body: DraftBody): Pick<DraftBody, 'written' | 'write'> => {
  const sent = writeBody(body);
  return typeof sent === 'string'
    ? { written: { text: sent, byteLength: utf8Length(sent), problems: undefined } }
    : { written: undefined, write: () => sent };
};

const lengthOf = (body: string | Uint8Array): number => (typeof body === 'string' ? utf8Length(body) : body.length);

/** Deprecation (RFC 9745) and Sunset (RFC 8594), as they stand on every answer of an operation; both in milliseconds. */
export const lifecycleHeaders = (deprecatedAt: number | undefined, sunset: number | undefined): readonly string[] => [
  ...(deprecatedAt === undefined ? [] : ['Deprecation', `@${Math.floor(deprecatedAt / 1000)}`]),
  ...(sunset === undefined ? [] : ['Sunset', new Date(sunset).toUTCString()]),
];

/** The link to the successor (RFC 5829), with the world's prefix. */
const successorLink = (successorPath: string, { request, base, path }: ResponseContext): readonly string[] => {
  const filled = successorPath.replace(/\{([^{}]+)\}/g, (_, name: string) => path.get(name) as string);
  const target = filled.replace(/[^\x21-\x7e]+/g, encodePercent);
  return ['Link', `<${request.pathPrefix}${base}${target}>; rel="successor-version"`];
};
