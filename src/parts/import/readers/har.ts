/** HTTP Archives (HAR 1.2), as browsers, proxies and test tools export them. */

import { dirname, resolve } from 'node:path';
import { isJsonType, isToken } from '../../../core/http/http.ts';
import { decodeBase64 } from '../../../core/primitives/base64.ts';
import { getProperty, isJsonObject, type JsonObject } from '../../../core/primitives/json.ts';
import {
  bytesOf,
  headerIn,
  jsonOf,
  type KeyTree,
  keysWith,
  type Seen,
  type SeenBody,
  type SeenHeaders,
  type SeenPlace,
  withoutCoding,
} from '../recording.ts';
import {
  bodyFiles,
  type Format,
  formBody,
  listAt,
  multipartBody,
  numberAt,
  objectAt,
  type ReadBodyFile,
  textAt,
} from './format.ts';

const describes = 'describes the recording, not the service';
const ofTool = 'a field of the tool';
const inHeaders = 'repeats a header';

const entryKeys: KeyTree = {
  ...keysWith(describes, 'startedDateTime pageref connection serverIPAddress cache timings comment'),
  time: 'carried',
  ...keysWith(ofTool, 'resourceType _*'),
  request: {
    ...keysWith('carried', 'method url headers'),
    ...keysWith(describes, 'httpVersion headersSize bodySize comment'),
    queryString: 'repeats the URL',
    cookies: inHeaders,
    '_*': ofTool,
    postData: { ...keysWith('carried', 'mimeType text params _file'), comment: describes, '_*': ofTool },
  },
  response: {
    ...keysWith('carried', 'status headers'),
    ...keysWith(describes, 'statusText httpVersion headersSize bodySize comment'),
    ...keysWith(inHeaders, 'cookies redirectURL'),
    '_*': ofTool,
    content: {
      ...keysWith('carried', 'text mimeType encoding _file'),
      ...keysWith(describes, 'size compression comment'),
      '_*': ofTool,
    },
  },
};

const logKeys: KeyTree = {
  ...keysWith(describes, 'version creator browser pages comment'),
  entries: 'decided',
  '_*': ofTool,
};

export const har: Format = {
  marks: '"log" with "entries" (HAR 1.2)',
  recognises: (value) => Array.isArray(getProperty(objectAt(value, 'log'), 'entries')),
  read: async (places) => {
    const filesOf = archiveFiles();
    const found: Seen[] = [];
    for (const whole of places) {
      const { name, value } = whole.source;
      const log = objectAt(value, 'log');
      whole.below('log').tally(log, logKeys);
      for (const key of Object.keys(value as JsonObject)) if (key !== 'log') whole.leave(describes, key);
      for (const [index, entry] of listAt(log, 'entries').entries()) {
        const place = whole.below('log', 'entries', index);
        const seen = isJsonObject(entry) ? await readEntry(entry, place, filesOf(name)) : undefined;
        if (!isJsonObject(entry)) place.lose('this is not an entry');
        if (seen !== undefined) found.push(seen);
      }
    }
    return [{ seen: found }];
  },
};

const readEntry = async (entry: JsonObject, place: SeenPlace, readFile: ReadBodyFile): Promise<Seen | undefined> => {
  const read = await readHarEntry(entry, readFile);
  if (read.type === 'skipped') {
    place.leave(read.reason);
    return undefined;
  }
  const lose = (reason: string): undefined => place.lose(reason) as undefined;
  if (read.type !== 'exchange') return lose(read.reason);
  if (read.lacks.response) return lose('the body of the response was not saved: export the archive with its content');
  const { method, url, headers, sent, status, responseHeaders, received, ms } = read;
  return {
    ...{ place, keys: entryKeys, method, headers, body: sent },
    origin: url.origin,
    path: url.pathname,
    query: url.search.slice(1),
    response: {
      status,
      headers: withoutCoding(responseHeaders),
      body: received,
      ...(ms !== undefined && ms > 0 && { ms }),
    },
  };
};

interface HarExchange {
  readonly type: 'exchange';
  /** Upper case. */
  readonly method: string;
  readonly url: URL;
  readonly headers: SeenHeaders;
  readonly sent: SeenBody | undefined;
  readonly status: number;
  readonly responseHeaders: SeenHeaders;
  readonly received: SeenBody | undefined;
  /** Whether a message had a body that the archive lacks, or has in part: browsers do not keep all of them. */
  readonly lacks: { readonly request: boolean; readonly response: boolean };
  readonly ms: number | undefined;
}

/** An entry as it was read. Without an exchange, it has the reason: there is nothing to read (`skipped`), it is a WebSocket, or it cannot be read (`lost`). */
type HarEntry = HarExchange | { readonly type: 'skipped' | 'websocket' | 'lost'; readonly reason: string };

/** Reads the bodies that Playwright writes to files beside archives. */
const archiveFiles = (): ((archive: string) => ReadBodyFile) =>
  bodyFiles((archive) => ({ path: dirname(resolve(archive)), name: 'folder of the archive' }));

/** Reads the entries of one archive, for others than `import`. */
export const archiveReader = (file: string): ((entry: JsonObject) => Promise<HarEntry>) => {
  const readFile = archiveFiles()(file);
  return (entry) => readHarEntry(entry, readFile);
};

export const readHarEntry = async (entry: JsonObject, readFile: ReadBodyFile): Promise<HarEntry> => {
  const request = objectAt(entry, 'request');
  const response = objectAt(entry, 'response');
  const method = textAt(request, 'method')?.toUpperCase() ?? '';
  const url = URL.parse(textAt(request, 'url') ?? '');
  const headers = headersOf(request);
  const status = numberAt(response, 'status') ?? 0;
  const skipped = whySkipped(method, url, headers, status, getProperty(response, '_error') !== undefined);
  if (skipped !== undefined) return { type: 'skipped', reason: skipped };
  const lost = (reason: string): HarEntry => ({ type: 'lost', reason });
  if (url === null) return lost('the URL of the request cannot be read');
  if (!/^[A-Z]{1,20}$/.test(method)) return lost('the method of the request cannot be read');
  if (status === 101 || /^wss?:$/.test(url.protocol))
    return { type: 'websocket', reason: 'a WebSocket, which is not simulated' };
  if (status > 599 || !Number.isInteger(status)) return lost('the status of the response cannot be read');
  const responseHeaders = headersOf(response);
  const postData = objectAt(request, 'postData');
  const sentContent = await contentOf(postData, readFile);
  if (typeof sentContent === 'string') return lost(`the body of the request cannot be read: ${sentContent}`);
  const content = objectAt(response, 'content');
  const receivedContent = await contentOf(content, readFile);
  if (typeof receivedContent === 'string') return lost(`the body of the response cannot be read: ${receivedContent}`);
  const sent = requestBodyOf(postData, sentContent, headers);
  const received = responseBodyOf(content, receivedContent, responseHeaders);
  return {
    type: 'exchange',
    ...{ method, url, headers, sent, status, responseHeaders, received },
    lacks: {
      request: sent === undefined && sentBody(request, headers),
      response: received === undefined ? hadBody(method, status, content) : isCut(content, received),
    },
    ms: numberAt(entry, 'time'),
  };
};

/** Whether a request without its body had one. */
const sentBody = (request: JsonObject, headers: SeenHeaders): boolean => {
  const size = numberAt(request, 'bodySize') ?? 0;
  const isTyped = headerIn(headers, 'content-type') !== undefined;
  return size > 0 || Number(headerIn(headers, 'content-length') ?? 0) > 0 || (size < 0 && isTyped);
};

/** Whether the end is missing, as browsers cut large bodies. */
const isCut = (content: JsonObject, received: SeenBody) =>
  (numberAt(content, 'size') ?? 0) > bytesOf(received).length &&
  isJsonType(received.type ?? '') &&
  jsonOf(received) === undefined;

const whySkipped = (
  method: string,
  url: URL | null,
  headers: SeenHeaders,
  status: number,
  hasFailed: boolean,
): string | undefined => {
  if (method === 'OPTIONS' && headerIn(headers, 'access-control-request-method') !== undefined)
    return 'a CORS preflight, which every start answers';
  if (method === 'CONNECT') return 'a tunnel of a proxy';
  if (url !== null && !/^(?:https?|wss?):$/.test(url.protocol)) return 'a request to another host';
  if (status === 304) return 'a 304, which repeats an earlier response';
  const isAborted = status === 0 || (status < 200 && (status !== 101 || hasFailed));
  return isAborted ? 'an aborted request' : undefined;
};

type Content = Omit<SeenBody, 'type'>;

/** Returns undefined if there is none. A text is the reason why it cannot be read. Playwright writes bodies to files beside the archive. */
const contentOf = async (message: JsonObject, readFile: ReadBodyFile): Promise<Content | string | undefined> => {
  const text = textAt(message, 'text') ?? '';
  const file = textAt(message, '_file');
  if (text === '') return file === undefined ? undefined : readFile(file);
  const isBase64 = textAt(message, 'encoding') === 'base64';
  return isBase64 && decodeBase64(text) === undefined ? 'this is not base64' : { text, isBase64 };
};

/** Whether there was a body, also if the archive leaves it out. */
const hadBody = (method: string, status: number, content: JsonObject): boolean => {
  const size = numberAt(content, 'size') ?? 0;
  // Playwright writes the size -1, and the type `x-unknown` for a response without a body.
  const isUnmeasured = size < 0 && (textAt(content, 'mimeType') ?? 'x-unknown') !== 'x-unknown';
  const isPossible = method !== 'HEAD' && status !== 204 && status !== 205 && textAt(content, 'text') === undefined;
  return (size > 0 || isUnmeasured) && isPossible;
};

const headersOf = (message: JsonObject): SeenHeaders =>
  listAt(message, 'headers').flatMap((header) => {
    const name = textAt(header, 'name')?.toLowerCase() ?? '';
    const value = textAt(header, 'value');
    // Others are those of HTTP/2: `:path`.
    return value !== undefined && isToken(name) ? [[name, value] as const] : [];
  });

const requestBodyOf = (data: JsonObject, sent: Content | undefined, headers: SeenHeaders): SeenBody | undefined => {
  const type = headerIn(headers, 'content-type') ?? textAt(data, 'mimeType');
  if (sent !== undefined) return { ...sent, type };
  const params = listAt(data, 'params');
  if (params.length === 0) return undefined;
  const fields = params.map((param) => ({
    name: textAt(param, 'name') ?? '',
    value: textAt(param, 'value') ?? '',
    fileName: textAt(param, 'fileName'),
    type: textAt(param, 'contentType'),
  }));
  return /multipart/i.test(type ?? '') ? multipartBody(fields) : formBody(fields);
};

const responseBodyOf = (
  content: JsonObject,
  received: Content | undefined,
  headers: SeenHeaders,
): SeenBody | undefined => {
  if (received === undefined) return undefined;
  const mimeType = textAt(content, 'mimeType');
  const type = headerIn(headers, 'content-type') ?? (mimeType === 'x-unknown' ? undefined : mimeType);
  return { ...received, type };
};
