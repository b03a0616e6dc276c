/** Requests that each carry one secret, in every place where a client or a server may put one. */

export interface SecretRow {
  /** Where the secret is. */
  readonly place: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Default: UTF-8. */
  readonly encoding?: 'latin1' | 'utf16le';
  /** A fault that the request asks for. */
  readonly fault?: Readonly<Record<string, unknown>>;
  /** Where the secret is found in the exchange if credentials are shown; default: the request. */
  readonly in?: 'query' | 'path' | 'response' | 'why';
}

/** Plain characters, so that no format escapes it. */
export const secretOf = (row: number): string => `PLANTED${row}HERE`;

/** The schemas name their secrets unlike any usual name, so that only the declaration can give them away. */
export const document = `
openapi: 3.1.0
info: { title: Accounts, version: '1' }
servers: [{ url: /v1 }]
security: [{}, { header: [] }, { query: [] }, { cookie: [] }]
paths:
  /accounts:
    get:
      operationId: listAccounts
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: page, in: query, schema: { type: integer } }
        - { name: unlock, in: query, schema: { type: string, format: password } }
        - { name: X-Unlock, in: header, schema: { $ref: '#/components/schemas/Pin' } }
      responses:
        '200':
          description: Accounts.
          headers: { Link: { schema: { type: string } } }
          content:
            application/json:
              schema:
                type: object
                properties:
                  items: { type: array, items: { $ref: '#/components/schemas/Account' } }
                  next: { type: [string, 'null'] }
    post:
      operationId: createAccount
      requestBody:
        required: true
        content:
          application/json: { schema: { $ref: '#/components/schemas/Account' } }
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Account' } }
          multipart/form-data: { schema: { $ref: '#/components/schemas/Account' } }
          text/plain: { schema: { type: string } }
          application/xml: { schema: { $ref: '#/components/schemas/Account' } }
          text/csv: { schema: { type: string } }
          application/jwt: { schema: { $ref: '#/components/schemas/Pin' } }
      responses:
        '201':
          description: Created.
          headers: { Location: { schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } }
        '400': { description: Invalid. }
  /accounts/{id}:
    get:
      operationId: getAccount
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      responses:
        '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } }
        '404': { description: None. }
    patch:
      operationId: patchAccount
      parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
      requestBody: { content: { application/json-patch+json: { schema: { type: array, items: { type: object } } } } }
      responses:
        '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Account' } } } }
  /resets/{token}:
    get:
      operationId: getReset
      parameters: [{ name: token, in: path, required: true, schema: { type: string } }]
      responses: { '200': { description: Found., content: { application/json: { schema: { type: object } } } }, '404': { description: None. } }
  /invitations/{code}/accept/:
    post:
      operationId: acceptInvitation
      parameters: [{ name: code, in: path, required: true, schema: { type: string, format: password } }]
      responses: { '204': { description: Done. } }
  /sessions:
    get:
      operationId: listSessions
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
        - { name: after, in: query, schema: { type: string } }
      responses:
        '200':
          description: Sessions.
          headers: { Link: { schema: { type: string } } }
          content:
            application/json:
              schema:
                type: object
                properties:
                  items: { type: array, items: { $ref: '#/components/schemas/Session' } }
                  next_cursor: { type: [string, 'null'] }
                  next: { type: [string, 'null'] }
    post:
      operationId: createSession
      requestBody:
        content:
          application/json: { schema: { $ref: '#/components/schemas/Session' } }
          application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Session' } }
      responses:
        '201':
          description: Created.
          headers: { Location: { required: true, schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Session' } } }
        '409': { description: Exists. }
  /sessions/{token}:
    get:
      operationId: getSession
      parameters: [{ name: token, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Session' } } } }
  /vaults:
    post:
      operationId: createVault
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Vault' } } } }
      responses:
        '201':
          description: Created.
          headers: { Location: { required: true, schema: { type: string } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Vault' } } }
        '409': { description: Exists. }
  /vaults/{id}:
    get:
      operationId: getVault
      parameters: [{ name: id, in: path, required: true, schema: { type: string, format: password } }]
      responses:
        '200': { description: One., content: { application/json: { schema: { $ref: '#/components/schemas/Vault' } } } }
  /last: { get: { operationId: last, responses: { '204': { description: Done. } } } }
components:
  securitySchemes:
    header: { type: apiKey, in: header, name: X-Team-Key }
    query: { $ref: '#/components/securitySchemes/inQuery' }
    inQuery: { type: apiKey, in: query, name: team key }
    cookie: { type: apiKey, in: cookie, name: team }
  schemas:
    Pin: { type: string, format: password }
    Session: { type: object, properties: { token: { type: string }, name: { type: string } } }
    Vault: { type: object, properties: { id: { $ref: '#/components/schemas/Pin' }, name: { type: string } } }
    Account:
      type: object
      properties:
        id: { type: integer, readOnly: true }
        name: { type: string }
        website: { type: string }
        phrase: { type: string, writeOnly: true }
        pin: { $ref: '#/components/schemas/Pin' }
        answer: { anyOf: [{ $ref: '#/components/schemas/Pin' }, { type: 'null' }] }
        codes: { type: array, items: { $ref: '#/components/schemas/Pin' } }
        vault: { type: object, additionalProperties: { type: string, format: password } }
        profile: { allOf: [{ type: object, properties: { deep: { type: array, items: { $ref: '#/components/schemas/Account' } } } }] }
        sealed: { type: string, writeOnly: true, xml: { name: envelope } }
        password: { type: string }
`;

const typed = (place: string, type: string, body: string): SecretRow => ({
  ...{ place, method: 'POST', path: '/v1/accounts', headers: { 'content-type': type }, body },
});

const form = (place: string, body: string): SecretRow => typed(place, 'application/x-www-form-urlencoded', body);

const json = (place: string, body: string): SecretRow => typed(place, 'application/json', body);

const get = (place: string, headers: Readonly<Record<string, string>>): SecretRow => ({
  ...{ place, method: 'GET', path: '/v1/accounts/1', headers },
});

const inQuery = (place: string, path: string): SecretRow => ({ place, method: 'GET', path, in: 'query' });

const inPath = (place: string, path: string, method = 'GET'): SecretRow => ({ place, method, path, in: 'path' });

const answered = (place: string, response: Readonly<Record<string, unknown>>): SecretRow => ({
  ...get(place, {}),
  fault: { status: 200, ...response },
  in: 'response',
});

const multipart = (...parts: readonly string[]): string =>
  `${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`;

const wrongType = { contract: 'wrong-type' };

const disposed = 'Content-Disposition: form-data; name=';

const inParts = (place: string, body: string, type = 'multipart/form-data; boundary=b'): SecretRow =>
  typed(place, type, body);

/** `SECRET` stands for the secret of the row. */
const templates: readonly SecretRow[] = [
  // Headers
  get('the header Authorization with a scheme', { authorization: 'Bearer SECRET' }),
  get('the header Authorization without a scheme', { authorization: 'SECRET' }),
  get('the header AUTHORIZATION', { AUTHORIZATION: 'Basic SECRET' }),
  get('the header Proxy-Authorization', { 'proxy-authorization': 'Basic SECRET' }),
  get('the header X-API-Key, which is not declared', { 'X-API-Key': 'SECRET' }),
  get('the header x_api_key', { x_api_key: 'SECRET' }),
  get('the header Api-Key', { 'Api-Key': 'SECRET' }),
  get('the header Token', { Token: 'SECRET' }),
  get('the header X-Auth-Token', { 'X-Auth-Token': 'SECRET' }),
  get('a declared API key in a header', { 'x-team-key': 'SECRET' }),
  get('a declared cookie', { cookie: 'team=SECRET' }),
  get('a cookie that is not declared', { cookie: 'a=b; other=SECRET' }),
  { ...get('a header parameter of format password', { 'x-unlock': 'SECRET' }), path: '/v1/accounts' },
  get('user info in Referer', { referer: 'https://ann:SECRET@example.com/a' }),
  get('the query of Referer', { referer: 'https://example.com/?a=1&Access_Token=SECRET,SECRET#top' }),
  get('the fragment of Referer', { referer: 'https://example.com/#access_token=SECRET&a=1' }),
  get('a declared API key in the query of Referer', { referer: '/v1/accounts?team%20key=SECRET' }),
  get('the query of an URL in a header that is not declared', { 'x-return-to': 'https://e.com/?token=SECRET' }),
  get('a preference', { prefer: 'token=SECRET' }),
  get('a list of parameters', { 'x-list': 'a=1, token="SECRET, SECRET", b=2' }),
  get('JSON in a header', { 'x-filter': '{"a":[{"pin":"SECRET"}]}' }),
  // Queries
  inQuery('a declared API key in the query', '/v1/accounts/1?team%20key=SECRET'),
  inQuery('an API key in the query with another case', '/v1/accounts/1?TEAM+Key=SECRET'),
  inQuery('api_key in the query', '/v1/accounts/1?a=1&api_key=SECRET&b=2'),
  inQuery('an escaped name in the query', '/v1/accounts/1?ap%69%5Fkey=SECRET'),
  inQuery('ACCESS_TOKEN in the query', '/v1/accounts/1?ACCESS_TOKEN=SECRET'),
  inQuery('an object in the query', '/v1/accounts/1?user%5BPassword%5D=SECRET'),
  inQuery('an escaped URL in the query', '/v1/accounts/1?to=https%3A%2F%2Fe.com%2F%3Ftoken%3DSECRET'),
  inQuery('JSON in the query', '/v1/accounts/1?filter=%7B%22pin%22%3A%22SECRET%22%7D'),
  inQuery('a query parameter of format password', '/v1/accounts?unlock=SECRET'),
  inQuery('the query of a path that does not exist', '/v1/nothing?password=SECRET'),
  inQuery('an escaped pair in the query', '/v1/nothing?token%3DSECRET'),
  inQuery('a URL escaped twice in the query', '/v1/nothing?to=https%253A%252F%252Fe.com%252F%253Ftoken%253DSECRET'),
  // Paths
  inPath('a path parameter with a usual name', '/v1/resets/SECRET'),
  inPath('a path parameter of format password', '/v1/invitations/SECRET/accept', 'POST'),
  inPath('a secret path with a method that does not exist', '/v1/resets/SECRET', 'DELETE'),
  inPath('a parameter of a segment', '/v1/accounts/1;a=1;Token=SECRET'),
  inPath('a pair as a segment', '/v1/nothing/api_key=SECRET/x'),
  inPath('an escaped query', '/v1/accounts%3Ftoken=SECRET'),
  inPath('an escaped URL with user info', '/v1/nothing/https%3A%2F%2Fann%3ASECRET%40e.com'),
  // Ids of items
  { ...json('an id, in Location', '{"token":"SECRET"}'), path: '/v1/sessions', in: 'response' },
  { ...json('an id, in the reasons', '{"token":"SECRET"}'), path: '/v1/sessions', in: 'why' },
  { ...json('an id that exists', '{"token":"SECRET"}'), path: '/v1/sessions', in: 'why' },
  { ...form('an id that exists, in a form', 'token=SECRET'), path: '/v1/sessions', in: 'response' },
  inQuery('an id as a cursor', '/v1/sessions?after=SECRET'),
  { ...inQuery('an id in a list and its links', '/v1/sessions?limit=1'), in: 'response' },
  { ...json('an id of format password, in Location', '{"id":"SECRET"}'), path: '/v1/vaults', in: 'response' },
  { ...json('an id of format password, in the reasons', '{"id":"SECRET"}'), path: '/v1/vaults', in: 'why' },
  { ...json('an id of format password that exists', '{"id":"SECRET"}'), path: '/v1/vaults', in: 'response' },
  // A message has the start of it.
  { ...inPath('a long id of format password', `/v1/vaults/SECRET${'x'.repeat(300)}`), in: 'response' },
  { ...inPath('a long id, in the reasons', `/v1/vaults/SECRET${'x'.repeat(300)}`), in: 'why' },
  get('an escaped URL in the query of Referer', {
    referer: 'https://a.com/?to=https%3A%2F%2Fe.com%2F%3Ftoken%3DSECRET',
  }),
  get('escaped JSON in the query of Referer', { referer: 'https://example.com/?f=%7B%22pin%22%3A%22SECRET%22%7D' }),
  get('a secret path in Referer', { referer: 'https://example.com/v1/sessions/SECRET?a=1' }),
  json('a secret path in a URL', '{"website":"https://example.com/v1/vaults/SECRET#top"}'),
  json('a secret path in a sentence', '{"name":"See /v1/resets/SECRET, please."}'),
  typed('a secret path in a text', 'text/plain', 'See https://example.com/v1/resets/SECRET.'),
  typed('a secret path in a table', 'text/csv', 'name,page\r\nx,/v1/resets/SECRET\r\n'),
  // Responses
  { ...inQuery('Link and next, written by the server', '/v1/accounts?limit=1&team%20key=SECRET'), in: 'response' },
  answered('a cookie that the service sets', { headers: { 'Set-Cookie': 'session=SECRET; Path=/' } }),
  answered('user info in Location', { status: 303, headers: { Location: 'https://ann:SECRET@example.com/' } }),
  answered('the query of Location', { status: 303, headers: { Location: '/a?code=1&token=SECRET#b' } }),
  answered('a declared property of a response', { body: { name: 'a', profile: { deep: [{ codes: ['SECRET'] }] } } }),
  answered('a usual property of a response', { body: { data: { Access_Token: 'SECRET' } } }),
  answered('a URL in a response', { body: { website: 'https://e.com/?a=b&api_key=SECRET' } }),
  { ...get('a property that a fault alters', {}), path: '/v1/accounts/2', fault: wrongType, in: 'why' },
  // JSON bodies
  json('a writeOnly property', '{"name":"a","phrase":"SECRET"}'),
  json('a property of format password', '{"name":"a","pin":"SECRET"}'),
  json('a property of one of several schemas', '{"name":"a","answer":"SECRET"}'),
  json('a list of passwords', '{"name":"a","codes":["x","SECRET"]}'),
  json('a map of passwords', '{"name":"a","vault":{"any":"SECRET"}}'),
  json('a nested property', '{"profile":{"deep":[{"profile":{"deep":[{"pin":"SECRET"}]}}]}}'),
  json('a usual name in another case', '{"PassWord":"SECRET"}'),
  json('a usual name that is not declared', '{"accessToken":{"value":"SECRET"}}'),
  json('an escaped name', '{"p\\u0069n":"SECRET"}'),
  json('a number', '{"pin":1e400,"token":["SECRET"]}'),
  json('user info in a URL', '{"website":"https://ann:SECRET@example.com"}'),
  json('user info in an escaped URL', '{"website":"https%3A%2F%2Fann%3ASECRET%40example.com"}'),
  json('the query of a URL', '{"website":"https://example.com?x=1&password=SECRET"}'),
  json('JSON in a text', '{"name":"{\\"pin\\":\\"SECRET\\"}"}'),
  json('a query language', '{"name":"mutation { login(password: \\"SECRET\\") { id } }"}'),
  json('a rejected body', '{"name":1,"pin":"SECRET"}'),
  json('a body that breaks off', '{"name":"a","pin":"SECRET'),
  json('a body that breaks off in a list', '{"name":"a","codes":["x","SECRET"'),
  json('JSON without quotes around the value', '{"name":"a","pin":SECRET}'),
  json('JSON without quotes around the name', '{name:"a",pin:"SECRET"}'),
  json('JSON with single quotes', "{'name':'a','pin':'SECRET'}"),
  json('a quote in the value', '{"pin":"SE"SECRET"}'),
  json('a bare value', '{"token" : SECRET, "name": 1}'),
  json('lines of JSON', '{"a":1}\n{"pin":"SECRET"}'),
  json('a body cut in the journal', `{"name":"${'x'.repeat(40)}","pin":"SECRET","profile":"${'y'.repeat(70_000)}"}`),
  json('a form with the type of JSON', 'name=a&password=SECRET,SECRET&b=1'),
  { ...json('a body without a type', '{"pin":"SECRET"}'), headers: {} },
  { ...json('a body of a path that does not exist', '{"pin":"SECRET"}'), path: '/v1/nothing' },
  { ...json('a body of a method that does not exist', '{"phrase":"SECRET"}'), method: 'PUT', path: '/v1/accounts' },
  {
    ...typed('a JSON Patch', 'application/json-patch+json', '[{"op":"add","path":"/pin","value":"SECRET"}]'),
    method: 'PATCH',
    path: '/v1/accounts/1',
  },
  // Other bodies
  form('a form', 'name=a&pin=SECRET&b=1'),
  form('a form with an object', 'profile%5Bpin%5D=SECRET'),
  form('a form with a list', 'codes%5B%5D=x&codes%5B%5D=SECRET'),
  form('a form with spaces', 'password=a b SECRET&b=1'),
  form('JSON with the type of a form', '{"pin":"x=SECRET&SECRET"}'),
  inParts('a multipart body', multipart(`${disposed}"name"\r\n\r\na`, `${disposed}"pin"\r\n\r\nSECRET\r\nSECRET`)),
  inParts(
    'a multipart body with other names beside that of the part',
    multipart(
      'Content-Type: text/plain; name=a\r\nContent-Disposition: form-data; filename="name=b"; name="pin"\r\n\r\nSECRET',
    ),
  ),
  inParts('a multipart body without a boundary', multipart(`${disposed}pin\r\n\r\nSECRET`), 'multipart/form-data'),
  inParts('a multipart body that breaks off', `--b\r\n${disposed}"pin"\r\n\r\nSECRET`),
  inParts(
    'JSON in a multipart body',
    multipart(`${disposed}"profile"\r\nContent-Type: application/json\r\n\r\n{"deep":[{"pin":"SECRET"}]}`),
  ),
  typed('a text', 'text/plain', 'name: a\npassword: SECRET, and SECRET\nb: 1'),
  typed('JSON as text', 'text/plain;charset=UTF-8', '{"pin":"SECRET"}'),
  typed('XML', 'application/xml', '<a><name>x</name><pin>SECRET</pin></a>'),
  typed('XML with another name and a prefix', 'application/xml', '<x:a><x:envelope a="1">SECRET</x:envelope></x:a>'),
  typed('an attribute of XML', 'application/xml', '<a name="x" pin="SECRET"/>'),
  typed('a closing tag in a section of XML', 'application/xml', '<a><pin><![CDATA[</pin>SECRET]]></pin></a>'),
  typed('XML that breaks off', 'application/xml', '<a><pin>SECRET'),
  typed('a table', 'text/csv', 'name,"pin",b\r\nx,"y, SECRET",1\r\n'),
  typed('a body that is a secret as a whole', 'application/jwt', 'SECRET'),
  { ...typed('a body that is not UTF-8', 'application/json', '{"name":"\xff","pin":"SECRET"}'), encoding: 'latin1' },
  {
    ...typed('a body in UTF-16', 'application/json; charset=utf-16', '{"name":"é","pin":"SECRET"}'),
    encoding: 'utf16le',
  },
  { ...form('a form in UTF-16', 'name=a&pin=SECRET&b=1'), encoding: 'utf16le' },
  typed('a type that is not documented', 'application/graphql', 'mutation { login(password: "SECRET") }'),
];

export const secretRows: readonly SecretRow[] = templates.map((row, index) => ({
  ...(JSON.parse(JSON.stringify(row).replaceAll('SECRET', secretOf(index))) as SecretRow),
}));
