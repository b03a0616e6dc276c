/** For each pattern of sentences, what is read of a text that it matches: a document with the text, or what a function says of it. */

import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { asSuccess } from '../../../src/core/response/body-memo.ts';
import type { Binding } from '../../../src/core/service/binding.ts';
import { compileService } from '../../../src/openapi/compile.ts';
import { confirms, isDefaultSuccess } from '../../../src/openapi/operations/responses.ts';
import { isFeedOf, ownFlagsOf } from '../../../src/parts/flags/index.ts';
import { exampleIn, listedIn, meaningIn, saysCount } from '../../../src/parts/sayings/described-texts.ts';
import { type phrases, wordLists } from '../../../src/parts/words/index.ts';
import { saving, Thing, things } from '../../openapi/resources/small.ts';
import {
  boolean,
  documentOf,
  inPath,
  inQuery,
  integer,
  listOf,
  object,
  operation,
  type Rest,
  ref,
  text,
} from '../../short-document.ts';
import { draft, seen } from '../import/draft/drafted.ts';
import { showing } from './read-proofs.ts';

/** A document, or what is read; `asked`: a word for an order. */
type Proof = (said: string) => { readonly document: JsonObject; readonly asked?: string } | { readonly value: unknown };

const time = { type: 'string', format: 'date-time' };
/** Items that have what a description of their order may say, and what it names. */
const said = Object.fromEntries(
  ['value', 'order', 'sort', 'sorting', 'is', 'to', 'by', 'of', 'things', 'staff'].map((name) => [name, text]),
);
const Item = object({ id: integer, name: text, downloads: integer, created_at: time, ...said }, ['id', 'created_at']);

/** A list of items that asks for this. */
const listing = (rest: Rest, asked?: string) => ({
  document: documentOf('Items', { '/items': { get: operation(listOf(Item), rest), post: saving(Item) } }, {}),
  ...(asked !== undefined && { asked }),
});
const asking =
  (name: string, before = '', after = '', ...others: readonly object[]): Proof =>
  (said) =>
    listing({ parameters: [inQuery(name, integer, { description: before + said + after }), ...others] });
const cursor =
  (after = ''): Proof =>
  (said) =>
    listing({ parameters: [inQuery('cursor', text, { description: said + after }), inQuery('limit', integer)] });
const saying =
  (before = '', after = ''): Proof =>
  (said) =>
    listing({ description: before + said + after });
const sorting =
  (before = '', after = ''): Proof =>
  (said) =>
    listing({ parameters: [inQuery('sort', text, { description: before + said + after })] }, 'downloads');
const older =
  (before = ''): Proof =>
  (said) => {
    const parameters = [
      inQuery('after_id', integer),
      inQuery('before_id', integer, { description: before + said }),
      inQuery('limit', integer),
    ];
    return listing({ description: 'Newest first.', parameters });
  };

const response = (said: string, mediaType: string) => {
  const content = { mediaType };
  const one = { spec: { description: said, contents: [content] } };
  return {
    value: isDefaultSuccess(
      new Map([
        ['default', one],
        ['400', { spec: { description: '', contents: [] } }],
      ]) as never,
    ),
  };
};
const chosen =
  (before: string): Proof =>
  (said) =>
    listing({ parameters: [inQuery('attributes', text, { description: before + said })] });
const meaning: Proof = (said) => ({ value: meaningIn(said) });
const recorded = (target: string, headers: readonly (readonly [string, string])[] = []) => ({
  value: draft(...[1, 2, 3].map((id) => seen(target, 200, [{ id, name: 'x' }], { headers: headers as never }))),
});

/** Texts that a pattern does not spell out. */
export const furtherTexts: Partial<Readonly<Record<keyof typeof phrases, readonly string[]>>> = {
  confirmation: ['an item deleted', 'the item deleted', 'returns it deleted', 'if it is deleted'],
  usualOrder: ['defaults to staff; more'],
  sizeOfPages: ['1.30 per page'],
  directions: ['by a -staff'],
  exampleAtEnd: ['A name, example: Ada'],
  urls: ['the big public url', 'a big public url', 'an own public url'],
  wordList: [
    ...['one of: aa, bb, cc', 'allowed values: aa, bb, cc', 'possible values: aa, bb, cc', 'values: aa, bb, cc'],
    ...['aa, bb, cc', 'aa or bb or cc', 'aa, bb, or cc', 'aa|bb|cc'],
  ],
};

export const phraseProofs: Readonly<Record<keyof typeof phrases, Proof>> = {
  failure: (said) => response(said, 'application/pdf'),
  success: (said) => response(said, 'application/json'),
  confirmation: (said) => ({ value: confirms(said, false) }),
  login: (said) => ({ value: confirms(`${said} was started`, true) }),
  invalidInput: (said) => {
    const schema = object({ [said.replaceAll('"', '')]: text });
    const invalid = { description: 'x', content: { 'application/json': { schema } } };
    const post = { ...operation(undefined), responses: { 400: { description: 'x' }, 422: invalid } };
    const [own] = compileService(documentOf('Items', { '/a': { post } }, {})).operations;
    return { value: own?.invalidStatus };
  },
  ofLogin: (said) => {
    const binding = { action: 'create', view: { token: {} }, collection: { idProperty: 'id' } };
    return { value: showing(binding, { [said]: 'x' }, { id: 7, [said]: 'y' }) };
  },
  succeeded: (said) => ({ value: asSuccess({ status: said }, () => [], 200, ['data']) }),
  outcome: (said) => {
    const binding = { action: 'act', effects: [{ path: ['state'] }], view: {} };
    return { value: showing(binding, { state: said }, { state: 'open' }) };
  },
  ofPage: (said) => {
    const list = object({ things, count: { ...integer, description: said } });
    const get = operation(list, { parameters: [inQuery('page', integer)] });
    return { document: documentOf('Things', { '/things': { get, post: saving(ref('Thing')) } }, { Thing }) };
  },
  latestFirst: saying('In order: '),
  oldestFirst: saying('In order: '),
  order: saying('Desc, '),
  possible: saying('', ' newest first'),
  usualOrder: sorting(),
  sortedBy: saying('', ' name'),
  directions: sorting('', ' downloads'),
  usualSize: asking('limit', '', '', inQuery('page', integer)),
  sizeOfPages: (said) => listing({ description: said, parameters: [inQuery('page', integer)] }),
  ofLimits: (said) => listing({ description: `${said} 3 items per page`, parameters: [inQuery('page', integer)] }),
  position: asking('to', '', '', inQuery('from', integer)),
  lastOfPage: asking('to', 'item ', '', inQuery('from', integer)),
  olderThanId: older(),
  ofPages: older('before this id '),
  ids: (said) => listing({ parameters: [inQuery('from', text, { description: said }), inQuery('limit', integer)] }),
  exclusive: cursor(' inclusive'),
  inclusive: cursor(),
  fromZero: asking('page'),
  replacesAll: (said) => {
    const put = operation(things, { takes: things, description: said });
    const paths = {
      '/things': { get: operation(things), post: saving(ref('Thing')), put },
      '/things/{id}': { parameters: [inPath('id')], get: operation(ref('Thing')) },
    };
    return { document: documentOf('Things', paths, { Thing }) };
  },
  unshown: (said) => {
    const post = {
      ...operation(undefined, { takes: object({ title: text, [said]: text }) }),
      responses: { 200: { description: 'Fine.' } },
    };
    return {
      document: documentOf('Todos', { '/todos': { get: { responses: { 200: { description: 'Fine.' } } }, post } }, {}),
    };
  },
  fields: chosen('To return: '),
  returned: chosen('The fields to '),
  ofNews: (said) => ({
    value: wordLists.news.all.map((verb) => isFeedOf(verb, { operation: { path: '/x' }, description: said } as never)),
  }),
  ofCaller: (said) => {
    const Own = object({ id: integer, watching: boolean }, ['id', 'watching']);
    const get = operation(listOf(Own), { parameters: [inQuery('watched', text, { description: said })] });
    const post = saving(object({ note: text }));
    return {
      document: documentOf(
        'Owns',
        { '/owns': { get, post }, '/owns/{id}': { parameters: [inPath('id')], get: operation(Own) } },
        {},
      ),
    };
  },
  keptOut: (said) => {
    const effects = [{ path: ['blocked'], to: { type: 'value', value: true } }];
    const binding = { action: 'act', effects, collection: { localName: 'users', parents: [] } } as unknown as Binding;
    return { value: ownFlagsOf({ path: '/users/{id}/block', tags: [], name: 'block' }, binding, said) };
  },
  wordList: (said) => ({ value: listedIn(said) }),
  introduction: (said) => ({ value: listedIn(`${said} "a", "b"`) }),
  codeList: (said) => ({ value: listedIn(`Possible values${said}`) }),
  exampleAtEnd: (said) => ({ value: exampleIn(said) }),
  oneExample: (said) => ({ value: exampleIn(said) }),
  exampleInBrackets: (said) => ({ value: exampleIn(said) }),
  numberOf: (said) => ({ value: saysCount(said) }),
  ownHeaders: (said) => recorded('GET /things', [[said, 'a']]),
  trackers: (said) => recorded(`GET /things?${said}=1`),
  plumbing: (said) => recorded('GET /things', [[said, 'a']]),
  regions: meaning,
  countries3: meaning,
  countries: meaning,
  currencies: meaning,
  languages: meaning,
  phones: meaning,
  colors: meaning,
  timeZones: meaning,
  timestamps: meaning,
  urls: meaning,
};
