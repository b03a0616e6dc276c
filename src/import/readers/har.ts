/** HTTP Archives (HAR 1.2), as browsers, proxies and test tools export them. */
import { decodeBase64 } from '../../core/primitives/base64.ts';
import { getProperty, isJsonObject, type JsonObject } from '../../core/primitives/json.ts';
import { type KeyTree, keysWith, type Ledger, type SeenPlace } from '../recording/ledger.ts';
import { headerIn, type Seen, type SeenBody, type SeenHeaders, withoutCoding } from '../recording/recording.ts';
import type { ImportSource } from '../recording/source.ts';
import type { Format } from './format.ts';
import { formBody, multipartBody } from './forms.ts';
import { listAt, numberAt, objectAt, textAt } from './values.ts';

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
    postData: { mimeType: 'carried', text: 'carried', params: 'carried', comment: describes, '_*': ofTool },
  },
  response: {
    ...keysWith('carried', 'status headers'),
    ...keysWith(describes, 'statusText httpVersion headersSize bodySize comment'),
    ...keysWith(inHeaders, 'cookies redirectURL'),
    '_*': ofTool,
    content: {
      ...keysWith('carried', 'text mimeType encoding'),
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

const key = 'log.entries[]';

export const har: Format = {
  marks: '"log" with "entries" (HAR 1.2)',
  recognises: (value) => Array.isArray(getProperty(objectAt(value, 'log'), 'entries')),
  read: (sources, ledger) => ({ seen: sources.flatMap((source) => readHar(source, ledger)) }),
};

const readHar = (source: ImportSource, ledger: Ledger): readonly Seen[] => {
  const log = objectAt(source.value, 'log');
  ledger.tally(log, logKeys, 'log', { source, path: ['log'] });
  for (const name of Object.keys(source.value as JsonObject))
    if (name !== 'log') ledger.leave(name, describes, { source, path: [name] });
  const exchanges: Seen[] = [];
  for (const [index, entry] of listAt(log, 'entries').entries()) {
    const place = { source, path: ['log', 'entries', index] };
    const seen = isJsonObject(entry) ? readEntry(entry, place, ledger) : undefined;
    if (!isJsonObject(entry)) ledger.lose(key, 'this is not an entry', place);
    if (seen !== undefined) exchanges.push(seen);
  }
  return exchanges;
};

const readEntry = (entry: JsonObject, place: SeenPlace, ledger: Ledger): Seen | undefined => {
  const request = objectAt(entry, 'request');
  const response = objectAt(entry, 'response');
  const method = textAt(request, 'method')?.toUpperCase() ?? '';
  const url = URL.parse(textAt(request, 'url') ?? '');
  const headers = headersOf(request);
  const status = numberAt(response, 'status') ?? 0;
  const skipped = whySkipped({ method, url, headers, status, entry });
  if (skipped !== undefined) {
    ledger.leave(key, skipped, place);
    return undefined;
  }
  const lost = whyLost({ method, url, status, response });
  if (lost !== undefined || url === null) {
    ledger.lose(key, lost ?? 'the URL of the request cannot be read', place);
    return undefined;
  }
  const responseHeaders = headersOf(response);
  const ms = numberAt(entry, 'time');
  return {
    key,
    place,
    keys: entryKeys,
    method,
    origin: url.origin,
    path: url.pathname,
    query: url.search.slice(1),
    headers,
    body: requestBodyOf(objectAt(request, 'postData'), headers),
    response: {
      status,
      headers: withoutCoding(responseHeaders),
      body: responseBodyOf(objectAt(response, 'content'), responseHeaders),
      ...(ms !== undefined && ms > 0 && { ms }),
    },
  };
};

interface EntryParts {
  readonly method: string;
  readonly url: URL | null;
  readonly status: number;
}

const whySkipped = ({
  method,
  url,
  headers,
  status,
  entry,
}: EntryParts & { readonly headers: SeenHeaders; readonly entry: JsonObject }): string | undefined => {
  if (method === 'OPTIONS' && headerIn(headers, 'access-control-request-method') !== undefined)
    return 'a CORS preflight, which every start answers';
  if (method === 'CONNECT') return 'a tunnel of a proxy';
  if (url !== null && !/^(?:https?|wss?):$/.test(url.protocol)) return 'a request to another host';
  if (status === 304) return 'a 304, which repeats an earlier response';
  if (status === 0 || (status < 200 && status !== 101)) return 'an aborted request';
  return getProperty(objectAt(entry, 'response'), '_error') === undefined || status >= 200
    ? undefined
    : 'an aborted request';
};

const whyLost = ({
  method,
  url,
  status,
  response,
}: EntryParts & { readonly response: JsonObject }): string | undefined => {
  if (url === null) return 'the URL of the request cannot be read';
  if (!/^[A-Z]{1,20}$/.test(method)) return 'the method of the request cannot be read';
  if (status === 101 || /^wss?:$/.test(url.protocol)) return 'a WebSocket, which is not simulated';
  if (status > 599 || !Number.isInteger(status)) return 'the status of the response cannot be read';
  const content = objectAt(response, 'content');
  const text = textAt(content, 'text');
  if (text === undefined && (numberAt(content, 'size') ?? 0) > 0 && method !== 'HEAD')
    return 'the body of the response was not saved: export the archive with its content';
  if (textAt(content, 'encoding') === 'base64' && decodeBase64(text ?? '') === undefined)
    return 'the body of the response is not base64';
  return undefined;
};

const headersOf = (message: JsonObject): SeenHeaders =>
  listAt(message, 'headers').flatMap((header) => {
    const name = textAt(header, 'name')?.toLowerCase() ?? '';
    const value = textAt(header, 'value');
    // Others are those of HTTP/2: `:path`.
    return value !== undefined && /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? [[name, value] as const] : [];
  });

const requestBodyOf = (data: JsonObject, headers: SeenHeaders): SeenBody | undefined => {
  const type = headerIn(headers, 'content-type') ?? textAt(data, 'mimeType');
  const text = textAt(data, 'text');
  if (text !== undefined && text !== '') return { text, isBase64: false, type };
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

const responseBodyOf = (content: JsonObject, headers: SeenHeaders): SeenBody | undefined => {
  const text = textAt(content, 'text');
  if (text === undefined || text === '') return undefined;
  const mimeType = textAt(content, 'mimeType');
  const type = headerIn(headers, 'content-type') ?? (mimeType === 'x-unknown' ? undefined : mimeType);
  return { text, isBase64: textAt(content, 'encoding') === 'base64', type };
};
