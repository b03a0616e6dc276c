/** One service as eight collections of Postman: by hand, with folders, with variables, made from a document, and exported in other ways. */
import { base, type Call, calls } from './books.ts';

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const own = calls.filter(({ image }) => image === undefined);

const nameOf = ({ method, path }: Call): string => `${method} ${path}`;

interface Style {
  /** The URL of a path. */
  readonly url: (call: Call) => unknown;
  readonly header?: readonly object[];
  /** Of a request. */
  readonly more?: object;
}

const pair = (key: string, value: string) => ({ key, value });

const bodyOf = ({ sent, form }: Call): object | undefined => {
  if (form !== undefined)
    return {
      mode: 'urlencoded',
      urlencoded: [...new URLSearchParams(form)].map(([key, value]) => ({ key, value, type: 'text' })),
    };
  if (sent === undefined) return undefined;
  return { mode: 'raw', raw: JSON.stringify(sent, undefined, 4), options: { raw: { language: 'json' } } };
};

const requestOf = (call: Call, { url, header = [], more = {} }: Style): object => ({
  method: call.method,
  header,
  ...(bodyOf(call) !== undefined && { body: bodyOf(call) }),
  url: url(call),
  ...more,
});

const exampleOf = (call: Call, style: Style): object => ({
  id: 'a8f1',
  name: `${call.status}`,
  originalRequest: requestOf(call, style),
  status: 'OK',
  code: call.status,
  _postman_previewlanguage: call.body === undefined ? 'plain' : 'json',
  header: [
    ...(call.body === undefined ? [] : [pair('Content-Type', 'application/json')]),
    ...(call.location === undefined ? [] : [pair('Location', call.location)]),
  ],
  cookie: [],
  body: call.body === undefined ? '' : JSON.stringify(call.body),
});

const itemOf = (call: Call, style: Style): object => ({
  name: nameOf(call),
  request: requestOf(call, style),
  response: [exampleOf(call, style)],
});

const itemsOf = (style: Style, list: readonly Call[] = own): readonly object[] =>
  list.map((call) => itemOf(call, style));

const text: Style = { url: ({ path }) => `${base}${path}` };

/** As Postman splits a URL. */
const splitUrl =
  (host: readonly string[], protocol?: string, first: readonly string[] = []) =>
  ({ path }: Call) => {
    const [address = '', query] = path.split('?');
    return {
      raw: `${protocol === undefined ? '' : `${protocol}://`}${host.join('.')}/${[...first, address.slice(1)].join('/')}`,
      ...(protocol !== undefined && { protocol }),
      host,
      path: [...first, ...address.slice(1).split('/')],
      ...(query !== undefined && { query: [...new URLSearchParams(query)].map(([key, value]) => pair(key, value)) }),
    };
  };

const split: Style = { url: splitUrl(['staging', 'books', 'example'], 'https', ['api']) };
const variable: Style = { url: splitUrl(['{{baseUrl}}']) };

/** The ids of books as variables of the path. */
const withPathVariables: Style = {
  url: (call) => {
    const url = splitUrl(['{{baseUrl}}'])(call);
    const id = /^\/books\/(\w+)/.exec(call.path)?.[1];
    return id === undefined
      ? url
      : { ...url, path: ['books', ':id'], variable: [{ id: 'f1', ...pair('id', id), description: 'which book' }] };
  },
};

const collection = (item: readonly object[], more: object = {}) => ({
  info: { _postman_id: '7d9e', name: 'Books', description: 'All of them', schema },
  item,
  ...more,
});

export interface CollectionFile {
  readonly name: string;
  /** Texts by the names of the files. */
  readonly files: Readonly<Record<string, object>>;
  /** The keys that are not carried over. */
  readonly lost: readonly string[];
}

const one = (name: string, file: object, lost: readonly string[] = []): CollectionFile => ({
  name,
  files: { 'Books.postman_collection.json': file },
  lost,
});

const [first, ...rest] = itemsOf(variable);

export const collections: readonly CollectionFile[] = [
  one('with URLs as texts', collection(itemsOf(text))),
  one(
    'with folders in folders, and auth that they inherit',
    collection(
      [
        {
          name: 'Books',
          description: 'Read and write',
          item: [{ name: 'Nested', item: itemsOf(split, own.slice(0, 6)) }],
        },
        { name: 'Rest', auth: { type: 'noauth' }, item: itemsOf(split, own.slice(6)) },
      ],
      { auth: { type: 'bearer', bearer: [{ ...pair('token', '{{token}}'), type: 'string' }] } },
    ),
  ),
  one(
    'with variables of the collection and of a folder',
    collection([{ name: 'All', variable: [pair('stage', 'staging')], item: itemsOf(variable) }], {
      variable: [
        pair('host', '{{stage}}.books.example'),
        pair('stage', 'live'),
        pair('baseUrl', 'https://{{host}}/api'),
      ],
    }),
  ),
  one('whose base URL is in an environment that is not given', collection(itemsOf(withPathVariables))),
  {
    name: 'with an environment',
    files: {
      'Books.postman_collection.json': collection(itemsOf(variable)),
      'staging.postman_environment.json': {
        id: '1',
        name: 'staging',
        values: [
          { ...pair('baseUrl', base), type: 'default', enabled: true },
          { ...pair('baseUrl', 'https://wrong.example'), enabled: false },
        ],
        _postman_variable_scope: 'environment',
      },
    },
    lost: [],
  },
  one(
    'with scripts, tests and parts that are switched off',
    collection(
      [
        {
          ...first,
          event: [{ listen: 'test', script: { type: 'text/javascript', exec: ["pm.test('ok', () => {});"] } }],
        },
        ...rest,
        {
          name: 'never saved',
          event: [{ listen: 'prerequest', script: { type: 'text/javascript', exec: [''] } }],
          request: {
            method: 'GET',
            header: [{ ...pair('X-Debug', '1'), disabled: true }],
            url: {
              ...splitUrl(['{{baseUrl}}'])(own[1] as Call),
              query: [pair('limit', '{{limit}}'), { ...pair('page', '2'), disabled: true }],
            },
          },
          response: [],
        },
      ],
      {
        event: [{ listen: 'prerequest', script: { exec: ['console.log(1)'] } }],
        variable: [{ ...pair('baseUrl', base), type: 'string' }],
        protocolProfileBehavior: {},
      },
    ),
    ['event[]', 'item[].event[]', 'item[].request.url.query[]'],
  ),
  one(
    'made from a document',
    collection(
      own.map((call) => ({
        id: '5b1c',
        ...itemOf(call, {
          ...withPathVariables,
          header: [pair('Accept', 'application/json')],
          more: {
            description: { content: `Calls ${nameOf(call)}`, type: 'text/plain' },
            auth: {
              type: 'apikey',
              apikey: [pair('key', 'X-API-Key'), pair('value', '{{apiKey}}'), pair('in', 'header')],
            },
          },
        }),
        protocolProfileBehavior: { disableBodyPruning: true },
      })),
      { variable: [pair('baseUrl', `${base}/`)] },
    ),
  ),
  one("as Postman's own interface returns it", {
    collection: collection(itemsOf(split), {
      auth: { type: 'basic', basic: [pair('username', 'ada'), pair('password', 'planted')] },
    }),
  }),
];

/** What their saved examples show. */
export const saved = own;
