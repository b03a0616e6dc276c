/** Converts a Node request to plain data. */
import { isAscii } from 'node:buffer';
import type { Request, Response } from 'express';
import express from 'express';
import { type HttpRequest, noBody, type RequestBody } from '../../core/http/http.ts';
import type { WorldChoice } from './select-world.ts';

/** Path and query as sent, also of an absolute target (`GET http://host/path`, RFC 9112 section 3.2.2). */
export const splitTarget = (target: string): { readonly path: string; readonly query: string } => {
  const local = target.startsWith('/') ? target : target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  const mark = local.indexOf('?');
  const path = mark < 0 ? local : local.slice(0, mark);
  return { path: path === '' ? '/' : path, query: mark < 0 ? '' : local.slice(mark + 1) };
};

export const toHttpRequest = (request: Request, world: WorldChoice, query: string, body: RequestBody): HttpRequest => ({
  method: request.method,
  path: world.path,
  query,
  headers: request.headers,
  body,
  pathPrefix: request.baseUrl + world.prefix,
  isEncrypted: 'encrypted' in request.socket,
});

/** Reads a body, decompressed, up to the limit. Calls `done` with undefined if the client disconnects before the end. */
export type BodyReader = (request: Request, response: Response, done: (body: RequestBody | undefined) => void) => void;

/** The properties of body-parser's errors. */
interface ReadError {
  readonly type?: string;
  readonly message: string;
}

export const createBodyReader = (maxBodyBytes: number): BodyReader => {
  const readEncoded = express.raw({ type: () => true, limit: maxBodyBytes });
  return (request, response, done) => {
    const parsed: unknown = request.body;
    // Another middleware has read the stream; the result is in `body`.
    if (request.readableEnded) done(toBody(parsed));
    else if (request.headers['content-encoding'] === undefined) readPlain(request, maxBodyBytes, done);
    else {
      readEncoded(request, response, (error?: unknown) => {
        done(error === undefined ? toBody(request.body as unknown) : bodyOfError(error as ReadError, maxBodyBytes));
      });
    }
  };
};

/**
 * Nearly every body takes this path. body-parser would take a fifth of the time of a creation, so only encoded bodies use
 * it.
 */
const readPlain = (request: Request, limitBytes: number, done: (body: RequestBody | undefined) => void): void => {
  const chunks: Buffer[] = [];
  let size = 0;
  let isDone = false;
  const finish = (body: RequestBody | undefined): void => {
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
  request.once('end', () => finish(toBody(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))));
  request.once('error', () => finish(undefined));
};

export const hasBody = (request: Request): boolean => {
  const { headers } = request;
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  );
};

/** A body, also one that another middleware of the app has already parsed. */
const toBody = (body: unknown): RequestBody => {
  if (body === undefined) return noBody;
  const bytes = body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
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
