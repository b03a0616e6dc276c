/** Responses of the control API as data, and the function that sends them. */

import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { problemDetails, problemMediaType } from '../../../core/http/problem-details.ts';
import { type ConfigProblem, formatProblem } from '../../../core/primitives/config-error.ts';
import { didYouMean, suggest } from '../../../core/primitives/did-you-mean.ts';
import { type Json, pointerTo, stringifyJson } from '../../../core/primitives/json.ts';
import { formatCount, maxShownRows, quoteName, toSentences } from '../../../core/primitives/units.ts';
import { areFirst, type ScenarioProblem } from '../../../scenario/document/document-path.ts';
import { pieceLength } from '../../../scenario/file/in-pieces.ts';
import { startTurn } from '../../../world/turn.ts';
import { nextTurn } from '../../../world/turns.ts';
import { drained } from '../../edge/deliver.ts';

export interface ControlResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Returns undefined for no body. */
  readonly content: (Content & { readonly mediaType: string }) | undefined;
}

type Content =
  | { readonly value: Json }
  | { readonly text: string }
  | { readonly bytes: Uint8Array }
  | { readonly stream: Stream }
  /** The body has any length: other requests have their turn between its parts. */
  | { readonly write: WriteParts };

/** Writes events until the stream ends. The status line and the headers have already been written. */
type Stream = (response: ServerResponse) => void;

/** Writes a text of any length, part by part. `indent`: that of JSON, in spaces. */
type WriteParts = (indent: number) => Iterable<string>;

export const respond = (
  mediaType: string,
  content: Content,
  headers: ControlResponse['headers'] = {},
  status = 200,
): ControlResponse => ({ status, headers, content: { mediaType, ...content } });

export const ok = (value: Json, status: 200 | 201 = 200): ControlResponse =>
  respond('application/json', { value }, {}, status);

/** A list of any length. `total`: the number of items before `limit` and `offset`; undefined: the number of `items`. */
export const okItems = (items: Iterable<Json>, total?: number, headers?: ControlResponse['headers']): ControlResponse =>
  respond('application/json', { write: (indent) => listParts(items, total, indent) }, headers);

export const noContent: ControlResponse = { status: 204, headers: {}, content: undefined };

/** Problem details (RFC 9457). `detail` states the failure and the remedy. */
export const problem = (status: number, detail: string, headers?: ControlResponse['headers']): ControlResponse =>
  respond(problemMediaType, { value: problemDetails(status, detail) }, headers, status);

/** The method does not exist on the path. */
export const notAllowed = (method: string, path: string, allowed: readonly string[]): ControlResponse => {
  const allow = allowed.join(', ');
  return problem(405, `${method} is not allowed on ${quoteName(path)}. Allowed: ${allow}.`, { Allow: allow });
};

export const redirectTo = (location: string, headers: ControlResponse['headers'] = {}): ControlResponse => ({
  status: 303,
  headers: { Location: location, ...headers },
  content: undefined,
});

/** `No fault is named "slwo". Did you mean "slow"?` `otherwise`: the remedy if no known name is similar; by default, it lists them. */
export const unknownName = (
  kind: string,
  name: string,
  known: Iterable<string>,
  otherwise?: string,
): ControlResponse => {
  const remedy = otherwise === undefined ? suggest(name, `${kind}s`, known) : (didYouMean(name, known) ?? otherwise);
  return problem(404, toSentences(`No ${kind} is named ${quoteName(name)}`, remedy));
};

export const ambiguousName = (kind: string, name: string, names: readonly string[]): ControlResponse =>
  problem(404, toSentences(`Several services have the ${kind} ${quoteName(name)}`, `Write ${names.join(' or ')}.`));

/** The problems of the input, each with its remedy. */
export const badRequest = (problems: readonly Pick<ConfigProblem, 'message' | 'hint'>[]): ControlResponse =>
  problem(400, describeAll(problems));

const describeAll = (problems: readonly Pick<ConfigProblem, 'message' | 'hint'>[]): string => {
  const shown = problems.slice(0, maxShownRows).map(({ message, hint }) => toSentences(message, hint));
  const more = problems.length - shown.length;
  const rest = areFirst(problems) ? 'many more problems' : formatCount(more, 'more problem');
  return [...shown, ...(more > 0 ? [`Not shown: ${rest}.`] : [])].join(' ');
};

/** Responds as `badRequest`, with the pointer of each problem in the body, for forms (RFC 9457, section 3.2). */
export const badItem = (problems: readonly ScenarioProblem[]): ControlResponse => {
  const listed = problems
    .slice(0, maxShownRows)
    .map(({ path, message, hint }) => ({ pointer: pointerTo(path), message: toSentences(message, hint) }));
  const value = { ...problemDetails(400, describeAll(problems)), problems: listed };
  return respond(problemMediaType, { value }, {}, 400);
};

/** The problems of a scenario with their locations, without code frames. */
export const describeProblems = (problems: readonly ConfigProblem[]): string =>
  problems
    .slice(0, maxShownRows)
    .map((found) => formatProblem({ ...found, frame: undefined }))
    .join('\n');

/** No caching, no MIME sniffing, no embedding in other sites. */
const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const sendControlResponse = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, content }: ControlResponse,
): void | Promise<void> => {
  const start = (more?: OutgoingHttpHeaders): void => {
    const type = content && { 'Content-Type': content.mediaType };
    response.writeHead(status, { ...commonHeaders, ...type, ...more, ...headers });
  };
  const isHead = request.method === 'HEAD';
  if (content === undefined) {
    start();
    response.end();
  } else if ('stream' in content) {
    start();
    if (isHead) response.end();
    else content.stream(response);
  } else if ('write' in content) return sendParts(response, content.write(indentFor(request)), isHead, start);
  else {
    const body = bodyOf(request, content);
    start({ 'Content-Length': Buffer.byteLength(body) });
    response.end(isHead ? undefined : body);
  }
};

type Body = Exclude<Content, { readonly stream: Stream } | { readonly write: WriteParts }>;

const bodyOf = (request: IncomingMessage, content: Body): string | Uint8Array => {
  if ('text' in content) return content.text;
  return 'bytes' in content ? content.bytes : stringifyJson(content.value, indentFor(request));
};

/** JSON is indented for a browser, where a person reads it. */
const indentFor = (request: IncomingMessage): number => (request.headers.accept?.includes('text/html') ? 2 : 0);

/**
 * Sends parts at the speed of the client, and no longer than its connection exists. `start` writes the status line and the headers: with the
 * length of a text that fits into one piece.
 */
export const sendParts = async (
  response: ServerResponse,
  parts: Iterable<string>,
  isHead: boolean,
  start: (headers?: OutgoingHttpHeaders) => void,
): Promise<void> => {
  let piece = '';
  let isTurnOver = startTurn();
  for (const part of parts) {
    piece += part;
    if (piece.length >= pieceLength) {
      if (!response.headersSent) start();
      if (isHead) break;
      // A fast client takes it at once, without a turn of the event loop.
      if (!response.write(piece)) await drained(response);
      piece = '';
    }
    if (isTurnOver()) {
      await nextTurn();
      isTurnOver = startTurn();
    }
    if (response.destroyed) return;
  }
  if (!response.headersSent) start({ 'Content-Length': Buffer.byteLength(piece) });
  response.end(isHead ? undefined : piece);
};

/** The JSON of `{ items, total }`. `total`: by default the number of items. */
export function* listParts(items: Iterable<Json>, total: number | undefined, indent: number): Generator<string> {
  const newLine = (depth: number): string => (indent === 0 ? '' : `\n${' '.repeat(indent * depth)}`);
  const colon = indent === 0 ? ':' : ': ';
  yield `{${newLine(1)}"items"${colon}[`;
  let separator = newLine(2);
  let count = 0;
  for (const item of items) {
    const text = stringifyJson(item, indent);
    // A text in JSON contains no line breaks: they are between values.
    yield separator + (indent === 0 ? text : text.replaceAll('\n', newLine(2)));
    separator = `,${newLine(2)}`;
    count++;
  }
  yield `${count === 0 ? '' : newLine(1)}],${newLine(1)}"total"${colon}${total ?? count}${newLine(0)}}`;
}
