/** Converts a draft to the response: media type, body text, and the headers of every response. */

import type { FiredFault, Violation } from '../exchange.ts';
import {
  type HttpResponse,
  httpDate,
  isBodiless,
  isJsonType,
  overrideHeaders,
  rawHeader,
  withoutHeaders,
} from '../http/http.ts';
import { type Json, stringifyJson } from '../primitives/json.ts';
import { utf8Length } from '../primitives/utf8.ts';
import type { RequestContext } from '../request/request-context.ts';
import type { Problem } from '../service/check.ts';
import type { WriteBody } from '../service/operation.ts';
import type { Change } from '../state/state.ts';
import { successorLink } from './addresses.ts';
import { corsHeaders } from './cors.ts';
import { isExecutable, nosniffHeaders, sandboxHeaders, withoutForeignMarkup } from './executable-content.ts';

export interface ResponseDraft {
  readonly status: number;
  /** Names and values alternate. */
  readonly headers: readonly string[];
  readonly body: ResponseBody | undefined;
  /** A page of Vivarium itself, with a policy of its own: it is not sandboxed. */
  readonly isOwnPage?: boolean | undefined;
  /** The body's own headers in an upstream's response. */
  readonly received?: {
    readonly contentType: string | undefined;
    readonly contentLength: string | undefined;
    /** The body is passed on as it arrives. */
    readonly isStreamed: boolean;
  };
}

export interface ResponseBody {
  readonly mediaType: string;
  readonly value: Json;
  readonly written?: Written | undefined;
  /** The problems of the value under the schema of the operation's success; undefined if it was not checked. */
  readonly problems?: readonly Problem[] | undefined;
  /** The default is JSON, or the text itself for a value that is a text. */
  readonly write?: WriteBody | undefined;
}

export interface Written {
  /** JSON. */
  readonly text: string;
  /** The length of the text in UTF-8. */
  readonly byteLength: number;
}

interface Decided {
  readonly exchange: number;
  readonly applied: readonly string[];
  readonly violations: readonly Violation[];
}

/** Adds what names the world and the exchange, and what was found in the request. */
export const pushOwnHeaders = (headers: string[], { state }: RequestContext, decided: Decided): void => {
  const { exchange, applied, violations } = decided;
  headers.push('Vivarium-World', state.name, 'Vivarium-Exchange', String(exchange));
  const requestViolations = violations.length === 0 ? 0 : violations.filter(({ side }) => side === 'request').length;
  if (requestViolations > 0) headers.push('Vivarium-Violations', String(requestViolations));
  if (applied.length > 0) headers.push('Preference-Applied', applied.join(', '));
};

export const respond = (context: RequestContext, draft: ResponseDraft, decided: Decided): HttpResponse => {
  const { service, request, operation, now } = context;
  const headers: string[] = [];
  const body = draft.body === undefined || isBodiless(draft.status) ? undefined : writeBody(draft.body);
  const length = body === draft.body?.written?.text ? draft.body?.written?.byteLength : undefined;
  if (draft.body !== undefined && body !== undefined) headers.push('Content-Type', draft.body.mediaType);
  if (draft.status !== 204 && draft.status !== 304)
    headers.push('Content-Length', String(length ?? lengthOf(body ?? '')));
  headers.push('Date', httpDate(now));
  if (operation !== undefined) headers.push(...operation.lifecycleHeaders);
  if (operation?.successorPath !== undefined) headers.push('Link', successorLink(operation.successorPath, context));
  pushOwnHeaders(headers, context, decided);
  headers.push(...nosniffHeaders);
  // No other page may read the page of the login, or be redirected through it.
  if (operation?.endpoint !== 'authorize') headers.push(...corsHeaders(request.headers, service.exposedHeaders));
  const isPlain = draft.headers.length === 0;
  const all = isPlain ? headers : overrideHeaders(headers, withoutHeaders(draft.headers, reserved));
  // A document, or the headers of a fault, may name another type than the body's own.
  const contentType = isPlain ? (draft.body?.mediaType ?? '') : (rawHeader(all, 'content-type') ?? '');
  return {
    status: draft.status,
    headers: isExecutable(contentType) && draft.isOwnPage !== true ? [...all, ...sandboxHeaders] : all,
    body: request.method === 'HEAD' ? undefined : body,
  };
};

/** Another length breaks the connection, Node rejects a trailer that is never sent, and sniffing undoes the sandbox. */
const reserved: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'trailer',
  'x-content-type-options',
]);

export const writeBody = ({ mediaType, value, written, write }: ResponseBody): string | Uint8Array => {
  const body = written?.text ?? write?.(value) ?? textOf(mediaType, value);
  return typeof body === 'string' ? withoutForeignMarkup(body, value, mediaType) : body;
};

const textOf = (mediaType: string, value: Json): string =>
  typeof value === 'string' && !isJsonType(mediaType) ? value : stringifyJson(value);

/** Fixes the serialized body, so that it does not change with the media type. */
export const writtenOnce = (body: ResponseBody): Pick<ResponseBody, 'written' | 'write'> => {
  const sent = writeBody(body);
  return typeof sent === 'string'
    ? { written: { text: sent, byteLength: utf8Length(sent) } }
    : { written: undefined, write: () => sent };
};

export const lengthOf = (body: string | Uint8Array): number =>
  typeof body === 'string' ? utf8Length(body) : body.length;

/** The headers Deprecation (RFC 9745) and Sunset (RFC 8594) of an operation; both times in milliseconds since the epoch. */
export const lifecycleHeaders = (deprecatedAt: number | undefined, sunset: number | undefined): readonly string[] => [
  ...(deprecatedAt === undefined ? [] : ['Deprecation', `@${Math.floor(deprecatedAt / 1000)}`]),
  ...(sunset === undefined ? [] : ['Sunset', new Date(sunset).toUTCString()]),
];

/** A response that is not written yet, and what comes with it: each step of the simulation returns one. */
export interface ExecutionResult {
  readonly draft: ResponseDraft;
  /** The origin of the draft. A refusal is not checked against the response's schema. */
  readonly origin: 'success' | 'refusal' | 'forced' | 'handler' | 'upstream' | 'mock';
  readonly changes: readonly Change[];
  readonly violations: readonly Violation[];
  /** For `Preference-Applied`. Default: those that were applied before. */
  readonly applied?: readonly string[];
  /** Faults that altered the body. Default: none. */
  readonly fired?: readonly FiredFault[];
}
