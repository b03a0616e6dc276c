/** One session as eight tools export it: what each adds, leaves out, and writes in its own way. */
import { base, type Call, calls } from './books.ts';

interface Header {
  readonly name: string;
  readonly value: string;
}

const header = (name: string, value: string): Header => ({ name, value });
const origin = 'https://shop.example';

const textOf = ({ body }: Call): string => (body === undefined ? '' : JSON.stringify(body));
const typeOf = ({ body, image }: Call): string =>
  image !== undefined ? 'image/png' : body === undefined ? 'x-unknown' : 'application/json; charset=utf-8';
const sentOf = ({ sent, form }: Call): string | undefined =>
  form ?? (sent === undefined ? undefined : JSON.stringify(sent));
const sentTypeOf = ({ form }: Call): string =>
  form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';

const entryOf = (call: Call, index: number) => {
  const { method, path, status, image, location } = call;
  const sent = sentOf(call);
  const [, query = ''] = path.split('?');
  return {
    startedDateTime: `2030-01-01T10:00:${String(index).padStart(2, '0')}.120Z`,
    time: 31.5 + index,
    request: {
      method,
      url: `${base}${path}`,
      httpVersion: 'HTTP/1.1',
      cookies: [] as object[],
      headers: [
        header('Accept', 'application/json'),
        header('Authorization', 'Bearer planted-token'),
        ...(sent === undefined ? [] : [header('Content-Type', sentTypeOf(call))]),
      ],
      queryString: [...new URLSearchParams(query)].map(([name, value]) => ({ name, value })),
      headersSize: -1,
      bodySize: sent?.length ?? 0,
      ...(sent !== undefined && { postData: { mimeType: sentTypeOf(call), text: sent } as object }),
    },
    response: {
      status,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      cookies: [] as object[],
      headers: [
        ...(typeOf(call) === 'x-unknown' ? [] : [header('Content-Type', typeOf(call))]),
        ...(location === undefined ? [] : [header('Location', location)]),
      ],
      content: {
        size: textOf(call).length,
        mimeType: typeOf(call),
        ...(image === undefined ? { text: textOf(call) } : { text: image, encoding: 'base64' }),
      } as object,
      redirectURL: location ?? '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { blocked: 1, dns: -1, connect: -1, ssl: -1, send: 0.2, wait: 29, receive: 1.3 },
  };
};

type Entry = ReturnType<typeof entryOf>;

/** An entry of another kind than those of the session. */
const other = (url: string, status: number, request: object = {}, response: object = {}) => {
  const entry = entryOf({ method: 'GET', path: '/', status }, 40);
  return {
    ...entry,
    request: { ...entry.request, url, headers: [], ...request },
    response: { ...entry.response, ...response },
  };
};

const preflight = other(`${base}/books`, 204, {
  method: 'OPTIONS',
  headers: [header('access-control-request-method', 'POST'), header('origin', origin)],
});
const notModified = other(`${base}/books/1`, 304);
const analytics = other('https://metrics.example/collect?v=2', 204, { method: 'POST' });
const page = other(`${origin}/`, 200, {}, { content: { size: 15, mimeType: 'text/html', text: '<!doctype html>' } });
const tunnel = other('https://staging.books.example', 200, { method: 'CONNECT', url: 'staging.books.example:443' });

const log = (creator: object, entries: readonly object[], more: object = {}) => ({
  log: { version: '1.2', creator, entries, ...more },
});

const session = (change: (entry: Entry, call: Call) => object): readonly object[] =>
  calls.map((call, index) => change(entryOf(call, index), call));

const pseudo = (path: string): readonly Header[] => [
  header(':authority', 'staging.books.example'),
  header(':path', path),
];

export interface HarFile {
  readonly name: string;
  readonly har: object;
  /** The entries that are left out without loss. */
  readonly left: number;
}

export const hars: readonly HarFile[] = [
  {
    name: 'Chrome',
    left: 5,
    har: log(
      { name: 'WebInspector', version: '537.36' },
      [
        { ...page, _resourceType: 'document', pageref: 'page_1' },
        { ...preflight, _resourceType: 'preflight', _initiator: { type: 'preflight' } },
        ...session((entry, { path }) => ({
          _connectionId: '193',
          _initiator: { type: 'script', stack: { callFrames: [] } },
          _priority: 'High',
          _resourceType: 'fetch',
          ...entry,
          request: { ...entry.request, httpVersion: 'http/2.0', headers: [...pseudo(path), ...entry.request.headers] },
          response: {
            ...entry.response,
            headers: [...entry.response.headers, header('content-encoding', 'br'), header('content-length', '3')],
            _transferSize: 341,
            _error: null,
            _fetchedViaServiceWorker: false,
          },
          serverIPAddress: '192.0.2.7',
          connection: '443',
          pageref: 'page_1',
          timings: { ...entry.timings, _blocked_queueing: 0.9, _workerStart: -1 },
        })),
        { ...notModified, _fromCache: 'disk' },
        { ...other(`${base}/books/1`, 0, {}, { _error: 'net::ERR_ABORTED', statusText: '' }), _resourceType: 'xhr' },
        { ...analytics, _resourceType: 'ping' },
      ],
      {
        pages: [
          { startedDateTime: '2030-01-01T10:00:00.000Z', id: 'page_1', title: origin, pageTimings: { onLoad: 210 } },
        ],
      },
    ),
  },
  {
    name: 'Firefox',
    left: 3,
    har: log(
      { name: 'Firefox', version: '128.0' },
      [
        preflight,
        ...session((entry, call) => ({
          ...entry,
          request: {
            ...entry.request,
            httpVersion: 'HTTP/2',
            ...(sentOf(call) !== undefined && {
              // Firefox writes the fields of a form, and leaves the text of others beside an empty list.
              postData: {
                mimeType: sentTypeOf(call),
                params: [...new URLSearchParams(call.form ?? '')].map(([name, value]) => ({ name, value })),
                text: call.form === undefined ? sentOf(call) : '',
              },
            }),
          },
          cache: { afterRequest: null },
          _securityState: 'secure',
          pageref: 'page_1',
          comment: '',
        })),
        { ...other(`${base}/books`, 0), _securityState: 'insecure' },
        analytics,
      ],
      { browser: { name: 'Firefox', version: '128.0' }, pages: [{ id: 'page_1', title: 'Shop', pageTimings: {} }] },
    ),
  },
  {
    name: 'Safari',
    left: 2,
    har: log({ name: 'WebKit Web Inspector', version: '1.0' }, [
      ...session((entry, call) => ({
        pageref: 'page_0',
        ...entry,
        time: entry.time / 1000,
        _fetchType: 'Network Load',
        _priority: 'high',
        response: {
          ...entry.response,
          content: { ...entry.response.content, compression: call.body === undefined ? undefined : 120 },
          _transferSize: 512,
        },
      })),
      { ...notModified, _fetchType: 'Memory Cache' },
      analytics,
    ]),
  },
  {
    name: 'Playwright',
    left: 1,
    har: log(
      { name: 'Playwright', version: '1.55.0' },
      [
        ...session((entry, call) => ({
          ...entry,
          request: {
            ...entry.request,
            ...(sentOf(call) !== undefined && {
              postData: { mimeType: sentTypeOf(call), text: sentOf(call), params: [] },
            }),
          },
          // It saves every body as base64 that is not text.
          response: { ...entry.response, _transferSize: -1, httpVersion: 'HTTP/2.0' },
          pageref: 'page@7a1',
          _frameref: 'frame@7a1',
          _monotonicTime: 91_243.5,
          serverIPAddress: '[2001:db8::1]',
          _serverPort: 443,
          _securityDetails: { protocol: 'TLS 1.3', subjectName: 'staging.books.example' },
          _wasAborted: false,
        })),
        analytics,
      ],
      { browser: { name: 'chromium', version: '139.0' }, pages: [] },
    ),
  },
  {
    name: 'mitmproxy',
    left: 3,
    har: log({ name: 'mitmproxy', version: '10.2.4', comment: '' }, [
      preflight,
      ...session((entry, { body }) => ({
        ...entry,
        // It saves compressed bodies decoded, and some of them as base64.
        response: {
          ...entry.response,
          ...(body !== undefined && {
            content: {
              size: 1,
              compression: 90,
              mimeType: 'application/json',
              text: Buffer.from(JSON.stringify(body)).toString('base64'),
              encoding: 'base64',
            },
          }),
          headers: [...entry.response.headers, header('transfer-encoding', 'chunked')],
        },
        serverIPAddress: '192.0.2.7',
        timings: { connect: 12, ssl: 30, send: 1, receive: 2, wait: 9 },
        cache: {},
      })),
      notModified,
      analytics,
    ]),
  },
  {
    name: 'Charles',
    left: 2,
    har: log({ name: 'Charles Proxy', version: '4.6.6' }, [
      tunnel,
      ...session((entry) => ({
        ...entry,
        request: { ...entry.request, cookies: [{ name: 'sid', value: 'planted-cookie' }] },
        response: { ...entry.response, cookies: [{ name: 'sid', value: 'planted-cookie', httpOnly: true }] },
        connection: '17',
        serverIPAddress: '192.0.2.7',
        comment: 'in scope',
      })),
      analytics,
    ]),
  },
  {
    name: 'Fiddler',
    left: 2,
    har: log({ name: 'Fiddler', version: '5.0.2', comment: 'https://example.com' }, [
      { ...tunnel, comment: '[#1]' },
      ...session((entry) => ({ ...entry, comment: '[#12]', connection: 'ClientPort:5123;EgressPort:5124' })),
      { ...preflight, comment: '[#40]' },
    ]),
  },
  {
    name: 'a proxy that saves only what the format demands',
    left: 0,
    har: log(
      {},
      session(({ request, response }) => ({
        startedDateTime: '2030-01-01T10:00:00.000Z',
        request: {
          method: request.method,
          url: request.url,
          headers: request.headers,
          ...('postData' in request && { postData: request.postData }),
        },
        response: { status: response.status, headers: response.headers, content: response.content },
      })),
    ),
  },
];
