/**
 * A document and faults with names and values that no header can have. Node throws for each of them when a response is
 * written. Each line with a comment has one problem; the comment is the row's name.
 */

export const document = `
openapi: 3.2.0
info: { title: "Line\\nbreak \\u5bb5", version: "\\n" }
servers: [{ url: "/b\\u00e4se \\u5bb5" }]
security: [{ "na\\nme": [] }, {}]
paths:
  /responses:
    get:
      operationId: "get\\nresponses \\u5bb5"
      tags: ["a\\nb"]
      x-successor: "successor\\n"
      responses:
        '200':
          description: "a\\nb"
          headers:
            X Space: { schema: { type: string } } # a header name with a space
            "X-Line\\r\\nX-Injected: 1": { schema: { type: string } } # a header name with a line break
            "": { schema: { type: string } } # an empty header name
            "X-\\u5bb5": { schema: { type: string } } # a header name beyond ASCII
            "X:Colon": { $ref: '#/components/headers/Good' } # a header name with a colon
            X-Example: { schema: { type: string }, example: "a\\r\\nX-Injected: 1 \\u5bb5" }
            X-Const: { schema: { const: "a\\r\\nX-Injected: 1 \\u5bb5\\u0000" } }
            X-List: { schema: { type: array, items: { enum: ["a\\nb"] } } }
            X-Object: { content: { "application/json\\n": { schema: { const: { "a\\n": "\\u5bb5" } } } } }
          links: { "a\\nb": { operationId: "no\\nne" } }
          content:
            application/json: { schema: { type: object } }
            "application/json\\r\\nX-Injected: 1": { schema: { type: object } } # a media type with a line break
            "application/\\u5bb5+json": { schema: { type: object } } # a media type beyond Latin-1
            "": { schema: { type: object } } # an empty media type
            "  ": { schema: { type: object } } # a media type of spaces
        '404': { $ref: '#/components/responses/Shared' }
  /only:
    get:
      operationId: getOnly
      responses:
        '200':
          description: ''
          content:
            "text/plain\\n": { example: a } # the only media type
        default:
          description: ''
          content:
            "application/problem+json\\u0000": { schema: { type: object } } # the media type of errors
  /requests:
    post:
      operationId: postRequests
      parameters:
        - in: header
          name: X Space # a header parameter with a space
          required: true
          schema: { type: string }
        - in: header
          name: "X\\nLine" # a header parameter with a line break
          required: true
          schema: { type: string }
        - in: cookie
          name: "a=b" # a cookie parameter with an equals sign
          required: true
          schema: { type: string }
        - in: query
          name: "a\\nb \\u5bb5"
          schema: { type: string }
        - in: header
          name: X-Content
          content: { "application/json\\n": { schema: { type: string } } }
      requestBody:
        content:
          "application/json\\n": { schema: { type: object } } # a media type of a request with a line break
          "": { schema: { type: object } } # an empty media type of a request
          application/json: { schema: { type: object } }
          multipart/form-data:
            schema: { type: object, properties: { "a\\r\\n\\"b": { type: string } }, required: ["a\\r\\n\\"b"] }
            encoding: { "a\\r\\n\\"b": { contentType: "text/plain\\r\\nX-Injected: 1", headers: { "X Y": { schema: { const: "a\\n" } } } } }
      responses: { '204': { description: '' } }
  /methods:
    get:
      operationId: getMethods
      responses: { '204': { description: '' } }
    additionalOperations:
      "PURGE IT": # a method with a space
        responses: { '204': { description: '' } }
      "COPY\\nX-Injected": # a method with a line break
        responses: { '204': { description: '' } }
  "/items/\\u5bb5 ä":
    post:
      operationId: postItem
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } }
      responses:
        '201':
          description: ''
          headers: { Location: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } }
  "/items/\\u5bb5 ä/{id}":
    get:
      operationId: getItem
      parameters: [{ in: path, name: id, required: true, schema: { type: string } }]
      responses: { '200': { description: '', content: { application/json: { schema: { $ref: '#/components/schemas/Item' } } } } }
  "/\\u5bb5 successor":
    get:
      operationId: "successor\\n"
      responses: { '204': { description: '' } }
  /keys:
    get:
      operationId: getKeys
      security: [{ inHeader: [] }, { inCookie: [] }, { inQuery: [] }]
      responses: { '204': { description: '' }, '401': { description: '' } }
components:
  headers: { Good: { schema: { type: string } } }
  responses:
    Shared:
      description: ''
      headers:
        "Shared Name": { schema: { type: string } } # a header name of a shared response
  schemas:
    Item: { type: object, required: [id], properties: { id: { type: string }, name: { type: string } } }
  securitySchemes:
    "na\\nme": { type: http, scheme: bearer, bearerFormat: "a\\nb" }
    inHeader:
      type: apiKey
      in: header
      name: "X Key\\n" # an API key in a header that cannot be sent
    inCookie:
      type: apiKey
      in: cookie
      name: "a;b" # an API key in a cookie that cannot be sent
    inQuery: { type: apiKey, in: query, name: "k\\n\\"\\u5bb5" }
`;

/** The headers of a fault: those that are rejected, and those that are sent or omitted safely. */
export const faultHeaders: readonly {
  readonly what: string;
  readonly name: string;
  readonly value: string;
  readonly isRejected: boolean;
}[] = [
  { what: 'a name with a space', name: 'X Y', value: 'a', isRejected: true },
  { what: 'a name with a line break', name: 'X\r\nY', value: 'a', isRejected: true },
  { what: 'an empty name', name: '', value: 'a', isRejected: true },
  { what: 'a name with a colon', name: 'X:', value: 'a', isRejected: true },
  { what: 'a name beyond ASCII', name: 'X-é', value: 'a', isRejected: true },
  { what: 'a value with a line break', name: 'X', value: 'a\r\nY: b', isRejected: true },
  { what: 'a value with NUL', name: 'X', value: 'a\0', isRejected: true },
  { what: 'a value beyond Latin-1', name: 'X', value: '\u5bb5', isRejected: true },
  { what: 'a content type with a line break', name: 'Content-Type', value: 'text/plain\n', isRejected: true },
  { what: 'an empty value', name: 'X', value: '', isRejected: false },
  { what: 'a value of Latin-1', name: 'X', value: 'é\t', isRejected: false },
  { what: 'a trailer', name: 'Trailer', value: 'X', isRejected: false },
  { what: 'a wrong length', name: 'Content-Length', value: '5', isRejected: false },
  { what: 'a length that is not a number', name: 'Content-Length', value: 'x', isRejected: false },
  { what: 'an encoding of the transfer', name: 'Transfer-Encoding', value: 'gzip', isRejected: false },
  { what: 'an upgrade', name: 'Connection', value: 'upgrade', isRejected: false },
  { what: 'a date that is none', name: 'Date', value: 'x', isRejected: false },
];

const item = { type: 'object', required: ['id'], properties: { id: { type: 'string' }, name: { type: 'string' } } };
const text = { schema: { type: 'string' } };
const one = { 'application/json': { schema: item } };
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

/** A service that puts what a client sent into headers: links to pages and items, and to a successor. */
export const echoDocument = {
  openapi: '3.1.0',
  info: { title: 'Echo', version: '1' },
  paths: {
    '/items': {
      get: {
        operationId: 'listItems',
        parameters: ['limit', 'page'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
        responses: {
          200: {
            description: 'A page.',
            headers: { Link: text },
            content: { 'application/json': { schema: { type: 'array', items: item } } },
          },
        },
      },
      post: {
        operationId: 'createItem',
        requestBody: { content: one },
        responses: { 201: { description: 'Created.', headers: { Location: text, Link: text }, content: one } },
      },
    },
    '/items/{id}': {
      get: {
        operationId: 'getItem',
        'x-successor': 'getNext',
        parameters: [id],
        responses: { 200: { description: 'One.', content: one }, 404: { description: 'None.' } },
      },
    },
    '/next/{id}': { get: { operationId: 'getNext', parameters: [id], responses: { 204: { description: 'Empty.' } } } },
  },
};

/** Requests with this character in each part that may return in a header. */
export const requestsWith = (character: string, port: number): Readonly<Record<string, string>> => {
  const request = (line: string, ...headers: readonly string[]): string =>
    [`${line} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Connection: close', ...headers, '', ''].join('\r\n');
  const body = JSON.stringify({ id: `a${character}b` });
  return {
    'the query': request(`GET /items?limit=1&x=a${character}b`),
    'the path': request(`GET /items/a${character}b`),
    'the world in the path': request(`GET /~a${character}b/items?limit=1`),
    'the world in the header': request('GET /items?limit=1', `Vivarium-World: a${character}b`),
    preferences: request('GET /items', `Prefer: example="a${character}b", fault="a${character}b"`),
    Origin: request('GET /items', `Origin: http://a${character}b`),
    'a preflight': request(
      'OPTIONS /items',
      `Origin: http://a${character}b`,
      `Access-Control-Request-Method: G${character}T`,
      `Access-Control-Request-Headers: a${character}b`,
    ),
    Host: request('GET /items?limit=1').replace(/Host: .*/, `Host: a${character}b`),
    'the method': request(`G${character}T /items`),
    'the id of a created item': `${request(
      `POST /items?x=a${character}b`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    )}${body}`,
  };
};
