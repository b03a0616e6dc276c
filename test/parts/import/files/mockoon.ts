/** Environments as Mockoon saves them (migration 33 and its neighbours), with requests and what Mockoon itself responds to them. */

export interface MockoonCall {
  readonly method: string;
  /** Without the prefix. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  readonly status: number;
  /** JSON, or a text. Undefined: it is not compared. */
  readonly body?: unknown;
  readonly type?: string;
}

export interface MockoonFile {
  readonly name: string;
  readonly environment: object;
  /** Beside it. */
  readonly files?: Readonly<Record<string, string>>;
  /** The keys that are not carried over. */
  readonly lost: readonly string[];
  readonly calls: readonly MockoonCall[];
}

/** `name`: its method and path. */
const call = (name: string, status: number, body?: unknown, more: Partial<MockoonCall> = {}): MockoonCall => {
  const [method = '', path = ''] = name.split(' ');
  return { method, path, status, body, ...more };
};

let ids = 0;
const uuid = (): string => `9d1b7f3e-0000-4000-8000-${String(++ids).padStart(12, '0')}`;

const json = [{ key: 'Content-Type', value: 'application/json' }];
const noHeader = { key: '', value: '' };
const tls = { type: 'CERT', pfxPath: '', certPath: '', keyPath: '', caPath: '', passphrase: '' };

/** A response with all keys. */
const response = (body: unknown, more: object = {}) => ({
  uuid: uuid(),
  body: typeof body === 'string' ? body : JSON.stringify(body, undefined, 2),
  ...{ latency: 0, statusCode: 200, label: '', headers: [], bodyType: 'INLINE', filePath: '', databucketID: '' },
  ...{ sendFileAsBody: false, rules: [], rulesOperator: 'OR', disableTemplating: false, fallbackTo404: false },
  ...{ default: false, crudKey: 'id', callbacks: [] },
  ...more,
});

const rule = (target: string, modifier: string, value: string, more: object = {}) => ({
  ...{ target, modifier, value, invert: false, operator: 'equals' },
  ...more,
});

const bucket = (id: string, name: string, value: unknown) => ({
  ...{ uuid: uuid(), id, name, documentation: '' },
  value: typeof value === 'string' ? value : JSON.stringify(value, undefined, 2),
});

const route = (method: string, endpoint: string, responses: readonly { readonly default: boolean }[], more = {}) => ({
  ...{ uuid: uuid(), type: 'http', documentation: '', method, endpoint },
  responses: responses.some((one) => one.default)
    ? responses
    : responses.map((one, index) => ({ ...one, default: index === 0 })),
  ...{ responseMode: null, streamingMode: null, streamingInterval: 0 },
  ...more,
});

const ofBucket = (databucketID: string, more: object = {}) =>
  response('', { bodyType: 'DATABUCKET', databucketID, ...more });

const ofFile = (filePath: string) => response('', { bodyType: 'FILE', filePath, sendFileAsBody: true });

const crud = (endpoint: string, databucketID: string, ...others: readonly ReturnType<typeof response>[]) => {
  const first = ofBucket(databucketID, { default: true, label: 'Perform CRUD operations' });
  return route('', endpoint, [first, ...others], { type: 'crud' });
};

type Route = ReturnType<typeof route>;

const folder = (name: string, children: readonly { readonly uuid: string; readonly type?: string }[]) => ({
  uuid: uuid(),
  name,
  children: children.map((child) => ({ type: 'children' in child ? 'folder' : 'route', uuid: child.uuid })),
});

/** An environment with all keys. */
const environment = (routes: readonly Route[], more: object = {}) => ({
  ...{ uuid: uuid(), lastMigration: 33, name: 'Library', port: 3001, hostname: '', endpointPrefix: 'v1', latency: 0 },
  ...{ folders: [], routes, rootChildren: routes.map((one) => ({ type: 'route', uuid: one.uuid })) },
  ...{ proxyMode: false, proxyHost: '', proxyRemovePrefix: false, tlsOptions: { enabled: false, ...tls }, cors: true },
  ...{ headers: [...json], proxyReqHeaders: [noHeader], proxyResHeaders: [noHeader], data: [], callbacks: [] },
  ...more,
});

const emma = { id: 1, title: 'Emma', author: 'Austen' };
const ulysses = { id: 2, title: 'Ulysses', author: 'Joyce' };
const [dubliners, dead] = ['Dubliners', 'The Dead'].map((title) => ({ title, author: 'Joyce' }));
const error = (message: string, statusCode: number, more: object = {}) =>
  response({ message }, { statusCode, ...more });

const withCrud = (): MockoonFile => {
  const closed = { rules: [rule('header', 'X-Mode', 'closed')], label: 'Closed' };
  const books = crud('books', 'bk01', error('closed for stocktaking', 503, closed));
  const hours = route('get', 'opening-hours', [ofBucket('hr01', { latency: 5 })]);
  const folders = [folder('Catalogue', [books]), folder('Building', [hours])];
  return {
    name: 'a CRUD route, an object, and folders',
    environment: environment([hours, books], {
      folders,
      rootChildren: folders.map((one) => ({ type: 'folder', uuid: one.uuid })),
      data: [bucket('bk01', 'Books', [emma, ulysses]), bucket('hr01', 'Hours', { from: '09:00', to: '18:00' })],
    }),
    lost: [],
    calls: [
      call('GET /books', 200, [emma, ulysses]),
      call('GET /books/2', 200, ulysses),
      call('GET /books/99', 404),
      call('GET /opening-hours', 200, { from: '09:00', to: '18:00' }),
      call('GET /books', 503, { message: 'closed for stocktaking' }, { headers: { 'x-mode': 'closed' } }),
      call('GET /books/1', 503, { message: 'closed for stocktaking' }, { headers: { 'x-mode': 'closed' } }),
      call('POST /books', 201, { id: 3, ...dubliners }, { sent: dubliners }),
      call('GET /books/3', 200, { id: 3, ...dubliners }),
      call('PUT /books/3', 200, { id: 3, ...dead }, { sent: dead }),
    ],
  };
};

const withRules = (): MockoonFile => ({
  name: 'rules of every target',
  environment: environment([
    route('get', 'books', [
      response([emma], { default: true, label: 'Everything' }),
      response([ulysses], { rules: [rule('query', 'author', 'Joyce')], label: 'By Joyce' }),
      response([], {
        rules: [rule('query', 'author', '^Eliot', { operator: 'regex' }), rule('header', 'X-Empty', 'yes')],
      }),
      error('slow down', 503, {
        rules: [rule('query', 'limit', '100'), rule('header', 'Accept', 'application/json', { operator: 'regex' })],
        rulesOperator: 'AND',
      }),
      response([emma, ulysses], { rules: [rule('cookie', 'session', 's-1')] }),
      response([{ id: 9, title: 'Tagged' }], { rules: [rule('query', 'tag', '', { operator: 'null', invert: true })] }),
    ]),
    route('get', 'books/:bookId', [
      response(emma, { default: true }),
      error('no such book', 404, { rules: [rule('params', 'bookId', '^9', { operator: 'regex' })] }),
    ]),
    route('post', 'books', [
      response({ id: 3, title: 'Created' }, { statusCode: 201, default: true }),
      error('there is one', 409, { rules: [rule('body', 'title', 'Emma')] }),
      error('too long', 422, { rules: [rule('body', '$.pages', '5000')] }),
      error('no tags', 422, { rules: [rule('body', 'meta.tags', '', { operator: 'empty_array' })] }),
      error('once', 503, {
        rules: [rule('request_number', '', '1'), rule('body', 'pages', '7')],
        rulesOperator: 'AND',
      }),
    ]),
    route('all', 'health', [
      response({ status: 'any' }, { default: true }),
      response({ status: 'get' }, { rules: [rule('method', '', 'get')] }),
    ]),
  ]),
  lost: [],
  calls: [
    call('GET /books', 200, [emma]),
    call('GET /books?author=Joyce', 200, [ulysses]),
    call('GET /books?author=Eliot,%20George', 200, []),
    call('GET /books', 200, [], { headers: { 'x-empty': 'yes' } }),
    call('GET /books?limit=100', 503, { message: 'slow down' }, { headers: { accept: 'application/json' } }),
    call('GET /books', 200, [emma, ulysses], { headers: { cookie: 'a=b; session=s-1' } }),
    call('GET /books?tag=x', 200, [{ id: 9, title: 'Tagged' }]),
    call('GET /books/1', 200, emma),
    call('GET /books/91', 404, { message: 'no such book' }),
    call('POST /books', 409, { message: 'there is one' }, { sent: { title: 'Emma' } }),
    call('POST /books', 422, { message: 'too long' }, { sent: { title: 'Long', pages: 5000 } }),
    call('POST /books', 422, { message: 'no tags' }, { sent: { title: 'Bare', meta: { tags: [] } } }),
    call('POST /books', 503, { message: 'once' }, { sent: { title: 'Short', pages: 7 } }),
    call('POST /books', 201, { id: 3, title: 'Created' }, { sent: { title: 'Short', pages: 7 } }),
    call('GET /health', 200, { status: 'get' }),
  ],
});

const onSunday = response({ from: '10:00' }, { rules: [rule('query', 'day', 'sunday')] });

const withModes = (): MockoonFile => ({
  name: 'response modes, numbers of requests, and a route without a default response',
  environment: environment([
    route('get', 'health', [response({ status: 'a' }), response({ status: 'b' }), error('down', 503)], {
      responseMode: 'SEQUENTIAL',
    }),
    route('get', 'opening-hours', [response({ from: '09:00' }, { default: true }), onSunday], {
      responseMode: 'DISABLE_RULES',
    }),
    route('get', 'books/:bookId', [
      response(emma, { default: true }),
      error('not yet', 404, { rules: [rule('request_number', '', '1')] }),
      error('still not', 404, { rules: [rule('request_number', '', '^[23]$', { operator: 'regex' })] }),
    ]),
    route('delete', 'books/:bookId', [error('not 1', 404, { rules: [rule('params', 'bookId', '1')], default: true })], {
      responseMode: 'FALLBACK',
    }),
  ]),
  lost: [],
  calls: [
    ...[200, 200, 503, 200].map((status, index) =>
      call('GET /health', status, status === 503 ? { message: 'down' } : { status: index % 3 === 0 ? 'a' : 'b' }),
    ),
    call('GET /opening-hours?day=sunday', 200, { from: '09:00' }),
    call('GET /books/1', 404, { message: 'not yet' }),
    call('GET /books/1', 404, { message: 'still not' }),
    call('GET /books/1', 404, { message: 'still not' }),
    call('GET /books/1', 200, emma),
    call('DELETE /books/1', 404, { message: 'not 1' }),
  ],
});

const withOrder = (): MockoonFile => {
  const one = route('get', 'books/1', [response({ id: 1, title: 'The first in the order' })]);
  const any = route('get', 'books/:id', [response(ulysses)]);
  const late = route('get', 'books/2', [response(emma)]);
  const orphan = route('get', 'health', [response({ status: 'never' })]);
  const inner = folder('Inner', [one]);
  const outer = folder('Outer', [inner, any]);
  return {
    name: 'nested folders, whose order decides',
    environment: environment([late, any, one, orphan], {
      folders: [outer, inner],
      rootChildren: [
        { type: 'folder', uuid: outer.uuid },
        { type: 'route', uuid: late.uuid },
      ],
    }),
    lost: [],
    calls: [
      call('GET /books/1', 200, { id: 1, title: 'The first in the order' }),
      call('GET /books/2', 200, ulysses),
      call('GET /books/3', 200, ulysses),
    ],
  };
};

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const withId = (id: string) => ({ rules: [rule('params', 'id', id)] });

const withBodies = (): MockoonFile => ({
  name: 'bodies: files, buckets, texts, none',
  environment: environment(
    [
      route('get', 'covers/emma.png', [ofFile('./covers/emma.png')]),
      route('get', 'books', [ofFile('books.json')]),
      route('get', 'books/:id', [
        response("{{data 'Emma'}}", { label: 'From the bucket' }),
        response('{"id": 4, "title": "{{not a template}}"}', { disableTemplating: true, ...withId('4') }),
        response('<book/>', { headers: [{ key: 'Content-Type', value: 'application/xml' }], ...withId('5') }),
        error('gone', 404, { headers: [{ key: 'X-Reason', value: 'lent' }], ...withId('6') }),
      ]),
      route('delete', 'books/:id', [response('', { statusCode: 204 })]),
      route('get', 'health', [response({ status: 'up' })]),
      route('get', 'opening-hours', [
        ofBucket('hr01', { rules: [rule('query', 'day', 'monday')] }),
        response({ from: '10:00', to: '14:00' }, { default: true }),
      ]),
    ],
    { data: [bucket('em01', 'Emma', emma), bucket('hr01', 'Hours', { from: '09:00', to: '18:00' })] },
  ),
  files: { 'covers/emma.png': pixel, 'books.json': JSON.stringify([ulysses]) },
  lost: [],
  calls: [
    call('GET /books', 200, [ulysses]),
    call('GET /books/1', 200, emma),
    call('GET /books/4', 200, { id: 4, title: '{{not a template}}' }),
    call('GET /books/5', 200, '<book/>', { type: 'application/xml' }),
    call('GET /books/6', 404, { message: 'gone' }),
    call('DELETE /books/6', 204),
    call('GET /health', 200, { status: 'up' }),
    call('GET /opening-hours?day=monday', 200, { from: '09:00', to: '18:00' }),
    call('GET /opening-hours', 200, { from: '10:00', to: '14:00' }),
    call('GET /covers/emma.png', 200, undefined, { type: 'image/png' }),
  ],
});

const dynamic = (): MockoonFile => {
  const callback = {
    ...{ uuid: uuid(), id: 'cb01', name: 'Created', documentation: '', method: 'post' },
    ...{ uri: 'https://hooks.example/created', headers: [noHeader], body: '{}', bodyType: 'INLINE' },
    ...{ databucketID: '', filePath: '', sendFileAsBody: true },
  };
  const templateHeader = { key: 'X-Id', value: "{{faker 'string.uuid'}}" };
  const notOld = [rule('query', 'author', 'Eliot'), rule('query', 'old', '1', { invert: true })];
  const anonymous = { rules: [rule('header', 'Authorization', '', { operator: 'null' })], label: 'No credential' };
  return {
    name: 'what cannot be carried over',
    environment: environment(
      [
        route('get', 'books/:id', [
          response('{"id": {{urlParam "id"}}, "title": "{{faker \'lorem.words\'}}"}', { label: 'A template' }),
          error('not for you', 404, anonymous),
          error('not this', 404, { rules: [rule('query', 'x', '1', { invert: true })] }),
          error('global', 404, { rules: [rule('global_var', 'count', '1')] }),
          response({ id: 7, title: 'By its author' }, { rules: notOld, rulesOperator: 'AND' }),
        ]),
        route('post', 'books', [
          response({ id: 3, title: 'Created' }, { statusCode: 201, callbacks: [{ uuid: callback.uuid, latency: 0 }] }),
          error('wrong', 422, { rules: [rule('body', '', 'hr01', { operator: 'valid_json_schema' })] }),
          error('index', 422, { rules: [rule('body', 'items.0.id', '1')] }),
        ]),
        route('get', 'events', [response('')], { type: 'ws', streamingMode: 'UNICAST', streamingInterval: 1000 }),
        route('get', 'unknown', [response({})]),
        route('get', 'health', [response({ status: 'up' }, { headers: [templateHeader] })]),
        crud('books', 'bk01'),
      ],
      {
        proxyMode: true,
        proxyHost: 'https://staging.library.example',
        proxyRemovePrefix: true,
        cors: false,
        tlsOptions: { enabled: true, ...tls },
        data: [bucket('bk01', 'Books', `[{ "id": 1, "title": "{{faker 'lorem.words'}}", "author": "Austen" }]`)],
        callbacks: [callback],
        strange: true,
      },
    ),
    lost: [
      ...['callbacks', 'cors', 'data[]', 'data[].value', 'proxyHost', 'proxyRemovePrefix', 'routes[]'],
      ...['', '.body', '.callbacks', '.headers[]'].map((key) => `routes[].responses[]${key}`),
      ...['', '.modifier', '.operator', '.target'].map((key) => `routes[].responses[].rules[]${key}`),
      ...['strange', 'tlsOptions'],
    ],
    calls: [
      call('GET /books/7?author=Eliot', 200, { id: 7, title: 'By its author' }),
      call('POST /books', 201, { id: 3, title: 'Created' }, { sent: { title: 'New' } }),
      call('GET /health', 200, { status: 'up' }),
    ],
  };
};

const withLatency = (): MockoonFile => ({
  name: 'delays',
  environment: environment(
    [
      route('get', 'health', [response({ status: 'up' }, { latency: 30 })]),
      route('get', 'opening-hours', [
        response({ from: '09:00' }, { default: true }),
        response({ from: 'late' }, { latency: 40, rules: [rule('query', 'day', 'sunday')] }),
      ]),
    ],
    { latency: 10 },
  ),
  lost: [],
  calls: [
    call('GET /health', 200, { status: 'up' }),
    call('GET /opening-hours?day=sunday', 200, { from: 'late' }),
    call('GET /opening-hours', 200, { from: '09:00' }),
  ],
});

/** An export of version 1.10, with what later migrations removed. */
const older = (): MockoonFile => {
  const old = (body: unknown, more: object = {}) => ({
    ...{ uuid: '', body: JSON.stringify(body), latency: 0, statusCode: 200, label: '', headers: [noHeader] },
    ...{ filePath: '', sendFileAsBody: false, rules: [], rulesOperator: 'OR', disableTemplating: false },
    ...more,
  });
  const oldRoute = (method: string, endpoint: string, responses: readonly object[], more: object = {}) => ({
    ...{ uuid: '', documentation: '', method, endpoint, responses },
    ...{ enabled: true, randomResponse: false, sequentialResponse: false },
    ...more,
  });
  const gone = { statusCode: 404, rules: [{ target: 'params', modifier: 'id', value: '^9', isRegex: true }] };
  const item = {
    ...{ uuid: '', lastMigration: 12, name: 'Library', endpointPrefix: 'v1', latency: 0, port: 3000 },
    routes: [
      oldRoute('get', 'health', [old({ status: 1 }), old({ status: 2 })], { sequentialResponse: true }),
      oldRoute('get', 'books', [old([emma])]),
      oldRoute('get', 'books/:id', [old(emma), old({ message: 'gone' }, gone)]),
      oldRoute('delete', 'books/:id', [old({}, { statusCode: 204 })], { enabled: false }),
    ],
    ...{ proxyMode: false, proxyHost: '', https: false, cors: true, headers: [...json] },
    ...{ proxyReqHeaders: [noHeader], proxyResHeaders: [noHeader] },
  };
  return {
    name: 'an export of an older version',
    environment: { source: 'mockoon:1.10.0', data: [{ type: 'environment', item }] },
    lost: [],
    calls: [
      call('GET /health', 200, { status: 1 }),
      call('GET /health', 200, { status: 2 }),
      call('GET /books', 200, [emma]),
      call('GET /books/1', 200, emma),
      call('GET /books/91', 404, { message: 'gone' }),
    ],
  };
};

const withPaths = (): MockoonFile => ({
  name: 'paths with optional parts, expressions and wildcards',
  environment: environment([
    route('get', 'books/:bookId(\\d+)', [response(emma)]),
    route('get', 'opening-hours/:day?', [response({ from: '09:00' })]),
    route('get', 'covers/*', [response('a cover', { headers: [{ key: 'Content-Type', value: 'text/plain' }] })]),
    route('get', '/health(/:part(\\d+))?', [response({ status: 'up' })]),
    route('get', 'books(/7)', [response(ulysses)]),
    route('get', 'books', [response([emma])]),
  ]),
  lost: [],
  calls: [
    call('GET /books/1', 200, emma),
    call('GET /opening-hours', 200, { from: '09:00' }),
    call('GET /covers/emma.png', 200, 'a cover'),
    call('GET /health', 200, { status: 'up' }),
    call('GET /books', 200, [emma]),
  ],
});

export const environments: readonly MockoonFile[] = [
  ...[withCrud(), withRules(), withModes(), withOrder(), withBodies()],
  ...[dynamic(), withLatency(), older(), withPaths()],
];
