/** The redaction of bodies that are broken: the whole formats are in `test/hostile/secrets.ts`. */
import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../../src/core/exchange.ts';
import { contentOf } from '../../../src/core/http/http.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { createRedactFor } from '../../../src/world/evidence/redact.ts';

const service = compileService({
  openapi: '3.1.0',
  info: { title: '', version: '' },
  paths: {
    '/a': {
      post: {
        operationId: 'a',
        requestBody: {
          content: { 'application/json': { schema: { properties: { pin: { type: 'string', writeOnly: true } } } } },
        },
        responses: {},
      },
    },
  },
});

const secret = 'ABCDEFGH';

/** A body as it is shown. */
const shown = (text: string, type: string): string => {
  const exchange: Exchange = {
    id: 1,
    world: 'default',
    at: 0,
    durationMs: 0,
    operation: 'a',
    request: {
      method: 'POST',
      path: '/a',
      query: '',
      headers: { 'content-type': type },
      body: { type: 'text', text },
      pathPrefix: '',
    },
    response: { status: 200, headers: [], body: undefined },
    violations: [],
    faults: [],
    steps: [],
  };
  return contentOf(createRedactFor()(service)(exchange).request.body) as string;
};

const bodies: readonly [what: string, type: string, text: string][] = [
  [
    'JSON',
    'application/json',
    `{"a":1,"pin":"${secret}","b":{"c":[1,{"token":"${secret}"}]},"list":["x"],"password":["${secret}",{"z":"${secret}"}]}`,
  ],
  ['JSON on lines', 'application/json', `{\n  "a": 1,\n  "pin": "${secret}",\n  "b": [ { "token": "${secret}" } ]\n}`],
  ['a form', 'application/x-www-form-urlencoded', `a=1&pin=${secret}&user%5Bpassword%5D=${secret}&c=2`],
  [
    'a multipart body',
    'multipart/form-data; boundary=b',
    `--b\r\nContent-Disposition: form-data; name="pin"\r\n\r\n${secret}\r\n--b--\r\n`,
  ],
  ['XML', 'application/xml', `<a><b>1</b><pin x="1">${secret}</pin><token>${secret}</token></a>`],
  ['a table', 'text/csv', `name,pin,c\r\nx,${secret},1\r\ny,"${secret}",2\r\n`],
];

describe.each(bodies)('%s', (_, type, text) => {
  test('shows everything but its secrets', () => {
    expect(text).toContain(secret);
    const result = shown(text, type);
    expect(result).toContain('[redacted]');
    expect(result).not.toContain(secret);
  });

  test('that is cut anywhere shows not even a part of a secret', () => {
    for (let end = 0; end <= text.length; end++) expect(shown(text.slice(0, end), type)).not.toContain('ABC');
  });
});

test('a body that cannot be parsed is shown whole as redacted if it has the name of a secret', () => {
  for (const [, type, text] of bodies.filter(([what]) => what !== 'a table')) {
    const utf16 = [...text].join('\0');
    expect([`{"x": ${text}`, utf16].map((broken) => shown(broken, 'application/json'))).toEqual(
      Array(2).fill('[redacted]'),
    );
    expect(shown(utf16, type)).toBe('[redacted]');
  }
  expect(shown('{"name": "a', 'application/json')).toBe('{"name": "a');
});

test.each([
  [`{"a":1,"pin":"${secret}","pin":null}`, '{"a":1,"pin":null}'],
  [`{"pin":{"x":["${secret}"]},"a":1,"pin":null}`, '{"pin":null,"a":1}'],
  [`{"a":{"pin":${secret.length},"b":"${secret}","token":"${secret}"},"a":2}`, '{"a":2}'],
])('a property that is there twice: %s', (text, expected) => {
  expect(shown(text, 'application/json')).toBe(expected);
});

test.each([
  ['as it was sent', '{ "a": 1, "b": null, "a": 2 }', '{ "a": 1, "b": null, "a": 2 }'],
  ['as its value if a text may hide one', '{ "a": "the password: lost" }', '{"a":"the password: lost"}'],
])('JSON without secrets is shown %s', (_, text, expected) => {
  expect(shown(text, 'application/json')).toBe(expected);
});

test('a body of a response is redacted by its content type, which a value of another header does not change', () => {
  const response = {
    status: 200,
    headers: ['X-A', 'content-type', 'Content-Type', 'text/csv'],
    body: `token,name\n${secret},x`,
  };
  const exchange = { id: 1, world: 'w', at: 0, durationMs: 0, operation: 'a', violations: [], faults: [], steps: [] };
  const request = {
    method: 'POST',
    path: '/a',
    query: '',
    headers: {},
    body: { type: 'none' },
    pathPrefix: '',
  } as const;
  const { body } = createRedactFor()(service)({ ...exchange, request, response }).response;
  expect(body).toBe('token,name\n[redacted],x');
});
