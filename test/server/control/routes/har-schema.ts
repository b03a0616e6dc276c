/**
 * HAR 1.2 as JSON Schema, from http://www.softwareishard.com/blog/har-12-spec/: other properties must begin with `_`.
 */
const object = (required: object, optional: object = {}): object => ({
  type: 'object',
  required: Object.keys(required),
  properties: { ...required, ...optional, comment: { type: 'string' } },
  patternProperties: { '^_': true },
  additionalProperties: false,
});
const list = (items: object): object => ({ type: 'array', items });

const text = { type: 'string' };
const size = { type: 'integer', minimum: -1 };
const time = { type: 'number', minimum: 0 };
const timeOrNone = { type: 'number', minimum: -1 };
const instant = { type: 'string', format: 'date-time' };

const pair = object({ name: text, value: text });
const cookie = object(
  { name: text, value: text },
  { path: text, domain: text, expires: instant, httpOnly: { type: 'boolean' }, secure: { type: 'boolean' } },
);

const request = object(
  {
    method: text,
    url: { type: 'string', format: 'uri' },
    httpVersion: text,
    cookies: list(cookie),
    headers: list(pair),
    queryString: list(pair),
    headersSize: size,
    bodySize: size,
  },
  { postData: object({ mimeType: text, text }) },
);

const response = object({
  status: { type: 'integer' },
  statusText: text,
  httpVersion: text,
  cookies: list(cookie),
  headers: list(pair),
  content: object({ size: { type: 'integer', minimum: 0 }, mimeType: text }, { text, encoding: { const: 'base64' } }),
  redirectURL: text,
  headersSize: size,
  bodySize: size,
});

const entry = object(
  {
    startedDateTime: instant,
    time,
    request,
    response,
    cache: object({}),
    timings: object(
      { send: time, wait: time, receive: time },
      { blocked: timeOrNone, dns: timeOrNone, connect: timeOrNone, ssl: timeOrNone },
    ),
  },
  { pageref: text, serverIPAddress: text, connection: text },
);

export const harSchema: object = object({
  log: object({ version: { const: '1.2' }, creator: object({ name: text, version: text }), entries: list(entry) }),
});
