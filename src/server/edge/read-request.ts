/** Converts a Node request to plain data. A body that another middleware has read is written again as its client sent it, as far as the parser kept it. */
import { isAscii } from 'node:buffer';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import { essenceOf, type HttpRequest, isJsonType, noBody, type RequestBody } from '../../core/http/http.ts';
import { type Json, parseJson, stringifyJson } from '../../core/primitives/json.ts';
import { RequestRecord } from '../../world/evidence/exchange-record.ts';
import type { WorldChoice } from './select-world.ts';

/** @throws Error if it cannot be written. */
export const writeParsedBody = (body: unknown, headers: IncomingHttpHeaders): Uint8Array | string => {
  if (body instanceof Uint8Array) return body;
  const type = headers['content-type'] ?? '';
  if (typeof body === 'string' && !(isJsonType(type) && isJsonString(body, headers))) return body;
  const essence = essenceOf(type);
  if (essence === 'application/x-www-form-urlencoded') return new URLSearchParams([...fieldsOf(body, '')]).toString();
  // The files are not in the body.
  if (essence.startsWith('multipart/')) throw unwritable('is multipart');
  return writeJson(body);
};

/** Whether the text is the value of a JSON text (`strict: false`), and not a JSON text that nobody has parsed. */
const isJsonString = (text: string, headers: IncomingHttpHeaders) => {
  const { 'content-length': length, 'content-encoding': encoding } = headers;
  const isMeasured = length !== undefined && encoding === undefined;
  return isMeasured ? Buffer.byteLength(text) !== Number(length) : !parseJson(text).ok;
};

const writeJson = (body: unknown): string => {
  let reason = 'is not JSON';
  try {
    const text: string | undefined = stringifyJson(body as Json);
    if (text !== undefined) return text;
  } catch (error) {
    reason = `cannot be written as JSON: ${(error as Error).message}`;
  }
  throw unwritable(reason);
};

const unwritable = (reason: string): Error =>
  new Error(`Another middleware has read the body, and it ${reason}. Mount Vivarium before that middleware.`);

/** `a=1&a=2&b[c]=3`: lists repeat the name, and objects name their properties in brackets. */
function* fieldsOf(value: unknown, name: string): Generator<[string, string]> {
  if (typeof value !== 'object' || value === null) yield [name, String(value)];
  else if (Array.isArray(value))
    for (const [index, item] of value.entries())
      yield* fieldsOf(item, typeof item === 'object' ? `${name}[${index}]` : name);
  else for (const [key, part] of Object.entries(value)) yield* fieldsOf(part, name === '' ? key : `${name}[${key}]`);
}

/** A request of Node, with what the middleware of an app may have added. */
export interface NodeRequest extends IncomingMessage {
  readonly baseUrl?: string;
  readonly body?: unknown;
}

/** Whether it is a target (RFC 9112, section 3.2): a path, `*`, or an absolute URL of HTTP. */
export const isTarget = (target: string): boolean =>
  target.startsWith('/') || target === '*' || (/^https?:\/\//i.test(target) && URL.canParse(target));

/** Path and query as sent, also of an absolute target (`GET http://host/path`, RFC 9112 section 3.2.2). */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : local.slice(mark + 1) };
};

export const toHttpRequest = (
  request: NodeRequest,
  { path, prefix }: Pick<WorldChoice, 'path' | 'prefix'>,
  query: string,
  body: RequestBody,
): HttpRequest => {
  const { method = '', headers, baseUrl = '', socket } = request;
  const pathPrefix = baseUrl + prefix;
  return new RequestRecord({ method, path, query, headers, pathPrefix, isEncrypted: 'encrypted' in socket }, body);
};

/** Reads a body, decompressed, up to the limit. Calls `done` with undefined if the client disconnects before the end. */
export type BodyReader = (
  request: NodeRequest,
  response: ServerResponse,
  done: (body: RequestBody | undefined) => void,
) => void;

interface ReadError {
  readonly type?: string;
  readonly message: string;
}

export const createBodyReader = (maxBodyBytes: number): BodyReader => {
  const readEncoded = createEncodedReader(maxBodyBytes);
  return (request, response, done) => {
    // Another middleware has read the stream.
    if (request.readableEnded)
      done(request.body === undefined ? noBody : toBody(writeParsedBody(request.body, request.headers)));
    else if (request.headers['content-encoding'] === undefined) readPlain(request, maxBodyBytes, done);
    else readEncoded(request, response, done);
  };
};

/** Loads Express for the first encoded body: most servers never get one. */
const createEncodedReader = (maxBodyBytes: number): BodyReader => {
  let reader: Promise<RequestHandler> | undefined;
  return (request, response, done) => {
    reader ??= import('express').then(({ default: express }) => express.raw({ type: () => true, limit: maxBodyBytes }));
    const read = (handle: RequestHandler) => {
      // The client may have disconnected meanwhile.
      if (request.destroyed) done(undefined);
      else
        handle(request as Request, response as Response, (error?: unknown) => {
          done(error === undefined ? toBody(request.body as Buffer) : bodyOfError(error as ReadError, maxBodyBytes));
        });
    };
    reader.then(read, (error: Error) => done({ type: 'bad-encoding', reason: `cannot be read (${error.message})` }));
  };
};

/**
 * Nearly every body takes this path. body-parser would take a fifth of the time of a creation, so only encoded bodies use
 * it.
 */
const readPlain = (request: NodeRequest, limitBytes: number, done: (body: RequestBody | undefined) => void) => {
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const finish = (body: RequestBody | undefined) => {
    if (isDone) return;
    isDone = true;
    done(body);
  };
  request.on('data', (piece: Buffer | string) => {
    // Another middleware may have called `setEncoding`.
    const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
    size += chunk.length;
    if (size <= limitBytes) chunks.push(chunk);
    // Read and drop the rest: a client that sends the whole body before it reads would never see the response.
    else finish({ type: 'too-large', limitBytes });
  });
  // `on` is cheaper than `once`, and a body ends only once.
  request.on('end', () => finish(toBody(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks))));
  request.on('error', () => finish(undefined));
};

export const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

const toBody = (body: Uint8Array | string): RequestBody => {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  if (bytes.length === 0) return noBody;
  return Buffer.isBuffer(bytes) && isAscii(bytes)
    ? { type: 'text', text: bytes.toString('latin1') }
    : { type: 'bytes', bytes };
};

const bodyOfError = ({ type, message }: ReadError, limitBytes: number): RequestBody | undefined => {
  switch (type) {
    case 'entity.too.large':
      return { type: 'too-large', limitBytes };
    case 'request.aborted':
      return undefined;
    case 'encoding.unsupported':
      return { type: 'bad-encoding', reason: 'must be identity, gzip, deflate, br or zstd' };
    default:
      return { type: 'bad-encoding', reason: `does not fit the body (${message})` };
  }
};
