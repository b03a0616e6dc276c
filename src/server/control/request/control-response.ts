/** Responses of the control API as data, and the function that sends them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { problemDetails, problemMediaType } from '../../../core/http/problem-details.ts';
import type { ConfigProblem } from '../../../core/primitives/config-error.ts';
import { formatProblem } from '../../../core/primitives/config-error.ts';
import { didYouMean } from '../../../core/primitives/did-you-mean.ts';
import { type Json, stringifyJson } from '../../../core/primitives/json.ts';
import { pointerTo } from '../../../core/primitives/json-path.ts';
import { areFirst, type ScenarioProblem } from '../../../scenario/document/document-path.ts';
import { nextTurn, startTurn } from '../../../world/turns.ts';

export interface ControlResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined: no body. */
  readonly content:
    | { readonly mediaType: string; readonly value: Json }
    | { readonly mediaType: string; readonly text: string }
    | { readonly mediaType: string; readonly bytes: Uint8Array }
    | { readonly mediaType: string; readonly stream: Stream }
    | { readonly mediaType: string; readonly pieces: Iterable<string> }
    | undefined;
}

/** Writes events until the stream ends. The status line and the headers have already been written. */
export type Stream = (response: ServerResponse) => void;

export const ok = (value: Json, status: 200 | 201 = 200): ControlResponse => ({
  status,
  headers: {},
  content: { mediaType: 'application/json', value },
});

export const okText = (mediaType: string, text: string, headers: ControlResponse['headers'] = {}): ControlResponse => ({
  status: 200,
  headers,
  content: { mediaType, text },
});

export const okBytes = (
  mediaType: string,
  bytes: Uint8Array,
  headers: ControlResponse['headers'],
): ControlResponse => ({
  status: 200,
  headers,
  content: { mediaType, bytes },
});

export const okStream = (mediaType: string, stream: Stream): ControlResponse => ({
  status: 200,
  headers: {},
  content: { mediaType, stream },
});

/** A text of any length: other requests have their turn between its pieces. */
export const okPieces = (
  mediaType: string,
  pieces: Iterable<string>,
  headers: ControlResponse['headers'],
): ControlResponse => ({
  status: 200,
  headers,
  content: { mediaType, pieces },
});

/** `total`: the number of items before `limit` and `offset`. */
export const okList = (items: readonly Json[], total = items.length): ControlResponse => ok({ items, total });

export const noContent: ControlResponse = { status: 204, headers: {}, content: undefined };

/** Problem details (RFC 9457). `detail` states the failure and the remedy. */
export const problem = (status: number, detail: string, headers: ControlResponse['headers'] = {}): ControlResponse => ({
  status,
  headers,
  content: {
    mediaType: problemMediaType,
    value: problemDetails(status, detail),
  },
});

/** `No fault is named "slwo". Did you mean "slow"?` */
export const unknownName = (kind: string, name: string, known: Iterable<string>, otherwise?: string): ControlResponse =>
  problem(404, sentences(`No ${kind} is named ${quote(name)}`, didYouMean(name, known) ?? otherwise));

export const ambiguousName = (kind: string, name: string, names: readonly string[]): ControlResponse =>
  problem(404, sentences(`Several services have the ${kind} ${quote(name)}`, `Write ${names.join(' or ')}.`));

/** The problems of the input, each with its remedy. */
export const badRequest = (problems: readonly Pick<ConfigProblem, 'message' | 'hint'>[]): ControlResponse =>
  problem(400, describeAll(problems));

const describeAll = (problems: readonly Pick<ConfigProblem, 'message' | 'hint'>[]): string => {
  const shown = problems.slice(0, maxProblems).map(({ message, hint }) => sentences(message, hint));
  const more = problems.length - shown.length;
  const count = areFirst(problems) ? 'Many' : more;
  return [...shown, ...(more > 0 ? [`${count} more problems are not shown.`] : [])].join(' ');
};

/** As `badRequest`, with the pointer of each problem in the body, for forms (RFC 9457, section 3.2). */
export const badItem = (problems: readonly ScenarioProblem[]): ControlResponse => ({
  status: 400,
  headers: {},
  content: {
    mediaType: problemMediaType,
    value: {
      ...problemDetails(400, describeAll(problems)),
      problems: problems.slice(0, maxProblems).map(({ path, message, hint }) => ({
        pointer: pointerTo(path),
        message: sentences(message, hint),
      })),
    },
  },
});

/** The problems of a scenario with their locations, without code frames. */
export const describeProblems = (problems: readonly ConfigProblem[]): string =>
  problems
    .slice(0, maxProblems)
    .map((found) => formatProblem({ ...found, frame: undefined }))
    .join('\n');

const maxProblems = 20;

/** A name from the input, in quotes and cut to 80 characters. */
export const quote = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}...` : name);

const sentences = (message: string, hint: string | undefined): string =>
  [message, hint]
    .filter((part) => part !== undefined)
    .map((part) => (/[.?!]$/.test(part) ? part : `${part}.`))
    .join(' ');

/** No caching, no MIME sniffing, no embedding in other sites. */
const commonHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

export const send = (
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, content }: ControlResponse,
): void | Promise<void> => {
  if (content !== undefined && ('stream' in content || 'pieces' in content)) {
    response.writeHead(status, { ...commonHeaders, 'Content-Type': content.mediaType, ...headers });
    if (request.method === 'HEAD') response.end();
    else if ('stream' in content) content.stream(response);
    else return sendPieces(response, content.pieces);
    return;
  }
  const body = content && bodyOf(request, content);
  response.writeHead(status, {
    ...commonHeaders,
    ...(content !== undefined && {
      'Content-Type': content.mediaType,
      'Content-Length': Buffer.byteLength(body as string | Uint8Array),
    }),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};

/** At the speed of the client, and no longer than its connection exists. */
const sendPieces = async (response: ServerResponse, pieces: Iterable<string>): Promise<void> => {
  let isTurnOver = startTurn();
  for (const piece of pieces) {
    if (response.destroyed) return;
    // A fast client takes it at once, without a turn of the event loop.
    if (!response.write(piece)) await drained(response);
    if (!isTurnOver()) continue;
    await nextTurn();
    isTurnOver = startTurn();
  }
  response.end();
};

const drained = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      response.off('drain', end).off('close', end);
      resolve();
    };
    response.on('drain', end).on('close', end);
  });

type Body = Exclude<
  ControlResponse['content'],
  undefined | { readonly stream: Stream } | { readonly pieces: Iterable<string> }
>;

const bodyOf = (request: IncomingMessage, content: Body): string | Uint8Array => {
  if ('text' in content) return content.text;
  return 'bytes' in content ? content.bytes : stringifyJson(content.value, indentFor(request));
};

/** JSON is indented for a browser, where a person reads it. */
const indentFor = (request: IncomingMessage): number => (request.headers.accept?.includes('text/html') ? 2 : 0);
