/** Archives of our own making, written down as tools write them: with their fields, what they leave out, and how they write it. */

const api = 'https://api.example.com/v1';
const started = '2026-01-01T10:00:00.000Z';
const typed = { name: 'content-type', value: 'application/json' };
const asText = (value: unknown): string => JSON.stringify(value);
const asBase64 = (value: unknown): string => Buffer.from(asText(value)).toString('base64');

type Fields = Readonly<Record<string, unknown>>;

interface Style {
  readonly entry: Fields;
  readonly request: Fields;
  readonly response: Fields;
}

/** One exchange, with the fields that the tool has in each of its entries. */
const exchangeIn =
  (style: Style) =>
  (method: string, path: string, status: number, content: Fields, more: Partial<Style> = {}): Fields => ({
    ...style.entry,
    ...more.entry,
    startedDateTime: started,
    time: 12,
    request: {
      ...{ method, url: path.includes(':') ? path : api + path, headers: [], cookies: [], queryString: [] },
      ...style.request,
      ...more.request,
    },
    response: {
      ...{ status, statusText: '', headers: [], cookies: [], redirectURL: '', content },
      ...style.response,
      ...more.response,
    },
    cache: {},
    timings: { blocked: 0, dns: 0, connect: 0, ssl: 0, send: 0, wait: 12, receive: 0 },
  });

const sent = { headers: [typed], bodySize: 14 };
const preflight = { request: { headers: [{ name: 'Access-Control-Request-Method', value: 'POST' }] } };
const nothing = { size: 0, mimeType: 'x-unknown' };

/** Bodies that are not kept have a comment, large ones end early, blocked requests have the status 0. */
const firefox = (note: unknown): Fields => {
  const exchange = exchangeIn({
    entry: { pageref: 'page_1', _securityState: 'secure', serverIPAddress: '192.0.2.1', connection: '443' },
    request: { httpVersion: 'HTTP/2', headersSize: 412, bodySize: 0 },
    response: { httpVersion: 'HTTP/2', headersSize: 310, bodySize: 402 },
  });
  const json = { mimeType: 'application/json; charset=utf-8' };
  const text = asText([note]);
  const omitted = { mimeType: 'application/json', params: [], text: '', comment: 'Request bodies are not included.' };
  const postData = { mimeType: 'application/json', params: [], text: asText({ text: 'Tea' }) };
  const page = { id: 'page_1', pageTimings: { onContentLoad: -1, onLoad: 5 }, startedDateTime: started, title: '/' };
  return {
    ...{
      version: '1.2',
      creator: { name: 'Firefox', version: '140.0' },
      browser: { name: 'Firefox', version: '140.0' },
    },
    pages: [page],
    entries: [
      exchange('GET', '/notes', 200, { ...json, size: text.length, text }),
      exchange('GET', '/notes', 200, { ...json, size: text.length, encoding: 'base64', text: asBase64([note]) }),
      exchange('POST', '/notes', 201, { ...json, size: 9, text: asText(note) }, { request: { ...sent, postData } }),
      exchange(
        ...(['POST', '/notes', 201, { ...json, size: -1, comment: 'Response bodies are not included.' }] as const),
        { request: { ...sent, postData: omitted } },
      ),
      exchange('GET', '/notes', 200, { ...json, size: 2_000_000, text: text.slice(0, 12) }),
      exchange('OPTIONS', '/notes', 200, { mimeType: 'text/plain', size: 0, text: '' }, preflight),
      exchange('DELETE', '/notes/1', 0, { mimeType: '', size: 0, text: '' }, { response: { headersSize: -1 } }),
      exchange('GET', '/notes', 304, { mimeType: 'application/json', size: 0, text: '' }),
      exchange('GET', 'data:image/gif;base64,R0lGODlhAQABAAAAACw=', 200, { mimeType: 'image/gif', size: 11, text: '' }),
    ],
  };
};

/** The pseudo-headers of HTTP/2, evicted bodies, aborted requests, WebSockets, blobs of the page. */
const chrome = (note: unknown): Fields => {
  const pseudo = ['authority', 'method', 'path'].map((name) => ({ name: `:${name}`, value: 'x' }));
  const exchange = exchangeIn({
    entry: {
      ...{ _connectionId: '42', _initiator: { type: 'script', stack: { callFrames: [] } }, _priority: 'High' },
      ...{ _resourceType: 'fetch', connection: '443', pageref: 'page_1', serverIPAddress: '[2001:db8::1]' },
    },
    request: { httpVersion: 'http/2.0', headers: pseudo, headersSize: -1, bodySize: 0 },
    response: {
      ...{ httpVersion: 'http/2.0', headers: [typed], headersSize: -1, bodySize: -1 },
      ...{ _transferSize: 310, _error: null, _fetchedViaServiceWorker: false },
    },
  });
  const json = { mimeType: 'application/json' };
  const aborted = { headers: [], httpVersion: '', _transferSize: 0, _error: 'net::ERR_ABORTED' };
  const postData = { ...json, text: asText({ text: 'Tea' }) };
  const request = { ...sent, headers: [...pseudo, typed], postData };
  return {
    ...{ version: '1.2', creator: { name: 'WebInspector', version: '537.36' } },
    pages: [{ startedDateTime: started, id: 'page_1', title: api, pageTimings: { onContentLoad: 1, onLoad: 2 } }],
    entries: [
      exchange('GET', '/notes?limit=2', 200, { ...json, size: 90, text: asText([note]) }),
      exchange('GET', '/notes', 200, { ...json, size: 90, text: asBase64([note]), encoding: 'base64' }),
      exchange('POST', '/notes', 201, { ...json, size: 80, text: asText(note) }, { request }),
      exchange('GET', '/notes', 200, { ...json, size: 90 }),
      exchange('OPTIONS', '/notes', 204, nothing, { ...preflight, entry: { _resourceType: 'preflight' } }),
      exchange('GET', '/notes', 0, nothing, { response: aborted }),
      exchange('GET', 'wss://api.example.com/v1/live', 101, nothing, { entry: { _webSocketMessages: [] } }),
      exchange('GET', 'blob:https://example.com/0', 200, { ...json, size: 2, text: '{}' }),
      exchange('DELETE', '/notes/1', 204, nothing),
    ],
  };
};

/** Bodies in files beside it, the size -1 and the type `x-unknown` without one, the status -1 without a response. */
const playwright = (note: unknown): Fields => {
  const exchange = exchangeIn({
    entry: {
      ...{ pageref: 'page@1', _frameref: 'frame@1', _monotonicTime: 7769.1, _resourceType: 'fetch' },
      ...{ _wasFulfilled: true, _securityDetails: {} },
    },
    request: { httpVersion: 'HTTP/1.1', headersSize: 408, bodySize: 0 },
    response: { httpVersion: 'HTTP/1.1', headers: [typed], headersSize: 132, bodySize: 90, _transferSize: 222 },
  });
  const json = { mimeType: 'application/json', size: 90 };
  const request = { ...sent, postData: { mimeType: 'application/json', text: asText({ text: 'Tea' }), params: [] } };
  return {
    ...{ version: '1.2', creator: { name: 'Playwright', version: '1.60.0' } },
    ...{ browser: { name: 'chromium', version: '153' }, pages: [] },
    entries: [
      exchange('GET', '/notes', 200, { ...json, compression: 6, text: asText([note]) }),
      exchange('GET', '/notes', 200, { ...json, _file: 'body.json' }),
      exchange('POST', '/notes', 201, { ...json, text: asText(note) }, { request }),
      exchange('GET', '/notes', 200, { size: -1, mimeType: 'application/json' }),
      exchange(
        'GET',
        '/notes',
        -1,
        { size: -1, mimeType: 'x-unknown' },
        { response: { _failureText: 'net::ERR_FAILED' } },
      ),
      exchange(...(['DELETE', '/notes/1', 204, { ...nothing, text: '', encoding: 'base64' }] as const), {
        response: { headers: [], bodySize: -2 },
      }),
    ],
  };
};

/** Tunnels, no types but those of the headers, fields of a form without their text. */
const proxy = (note: unknown): Fields => {
  const exchange = exchangeIn({
    entry: { connection: '17', serverIPAddress: '192.0.2.1' },
    request: { httpVersion: 'HTTP/1.1', headersSize: 210, bodySize: 0 },
    response: {
      httpVersion: 'HTTP/1.1',
      headers: [{ ...typed, name: 'Content-Type' }],
      headersSize: 110,
      _status: 'COMPLETE',
    },
  });
  const request = { ...sent, postData: { mimeType: 'application/json', text: asText({ text: 'Tea' }) } };
  return {
    ...{ version: '1.2', creator: { name: 'A proxy', version: '5.0' } },
    entries: [
      exchange('CONNECT', 'https://api.example.com:443/', 200, nothing),
      exchange('GET', '/notes', 200, { size: 90, mimeType: null, text: asText([note]), compression: 40 }),
      exchange('POST', '/notes', 201, { size: 80, mimeType: null, text: asText(note) }, { request }),
    ],
  };
};

/** The archives as texts, by tool; `mocks`: how many of their responses are ones to judge. The list of notes is in `body.json`. */
export const harStyles: Readonly<
  Record<string, { readonly mocks: number; readonly textFor: (note: unknown) => string }>
> = {
  Firefox: { mocks: 5, textFor: (note) => asText({ log: firefox(note) }) },
  'Chrome DevTools': { mocks: 5, textFor: (note) => asText({ log: chrome(note) }) },
  Playwright: { mocks: 5, textFor: (note) => asText({ log: playwright(note) }) },
  // With a byte order mark, as HAR allows it.
  'a proxy': { mocks: 2, textFor: (note) => `\uFEFF${asText({ log: proxy(note) })}` },
};
