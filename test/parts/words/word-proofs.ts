/** For each list of words, a document in which one of its words matters: the paths, or what is read from them. */

import { effectsOfVerb } from '../../../src/openapi/resources/describe/unbound-operation.ts';
import { participlesOf } from '../../../src/parts/effects/action-verbs.ts';
import { collection, nothing, pathsOf, saving, things } from '../../openapi/resources/small.ts';
import {
  boolean,
  declared,
  documentOf,
  inPath,
  inQuery,
  integer,
  listOf,
  object,
  operation,
  ref,
  text,
} from '../../short-document.ts';
import type { allLists } from './atoms.ts';
import { readProofs } from './read-proofs.ts';

/** The name in plain form gives the paths of a document, or the whole of it. */
type Proof = (word: string) => object;

const date = { type: 'string', format: 'date' };
const time = { type: 'string', format: 'date-time' };
const Thing = ref('Thing');
const item = { parameters: [inPath('thingId')], get: operation(Thing), delete: nothing };
const base = { '/things': collection(Thing), '/things/{thingId}': item };
const itemPath = (path: object) => ({ parameters: [inPath('thingId')], ...path });

/** A list of things with these parameters. */
const asked = (...parameters: readonly object[]) => ({
  ...base,
  '/things': { get: operation(things, { parameters }), post: saving(Thing) },
});
const query =
  (schema: object, ...others: readonly object[]): Proof =>
  (word) =>
    asked(inQuery(word, schema), ...others);

/** Items with this property, as `things`. */
const having = (properties: object, ...parameters: readonly object[]) => {
  const Item = object({ id: integer, ...properties }, ['id']);
  const list = { get: operation(listOf(Item), { parameters }), post: saving(Item) };
  return { '/things': list, '/things/{id}': { parameters: [inPath('id')], get: operation(Item), patch: saving(Item) } };
};

/** A list with this beside it. */
const showing = (beside: object, ...parameters: readonly object[]) => ({
  ...base,
  '/things': { get: operation(object({ things, ...beside }), { parameters }), post: saving(Thing) },
});
const beside =
  (schema: object, ...parameters: readonly object[]): Proof =>
  (word) =>
    showing({ [word]: schema }, ...parameters);
const link: Proof = (word) => showing({ [`${word}_url`]: text }, inQuery('page', integer));

const header: Proof = (word) => {
  const get = operation(things, { parameters: [inQuery('page', integer)] });
  const responses = {
    200: { ...(get.responses as Record<number, object>)[200], headers: { [word]: { schema: text } } },
  };
  return { ...base, '/things': { get: { ...get, responses }, post: saving(Thing) } };
};

const settings = object({ theme: text, size: integer });

/** One thing, in an object with another name. */
const onlyBeside =
  (schema: object): Proof =>
  (word) => ({
    '/settings': { get: operation(object({ stuff: settings, [word]: schema })), put: saving(settings) },
  });

const sorted: Proof = () => having({ name: text, date_added: time, updated_at: time }, inQuery('sort'));
const inOrder: Proof = (word) => asked(inQuery(word, { type: 'string', enum: ['asc', 'desc'] }), inQuery('sort'));

const User = object({ id: integer, name: text, email: text }, ['id', 'email']);
const users = { '/users': collection(User), '/users/{id}': { parameters: [inPath('id')], get: operation(User) } };
const credentials = object({ email: text, password: text });
const token = object({ token: text });
const me = { '/users/me': { get: operation(User) } };

const person: Proof = (word) => {
  const Person = object({ id: integer, [word]: text, email: text }, ['id', 'email']);
  const Note = object({ id: integer, author: text, authorName: text }, ['id']);
  return {
    ...{ '/users': collection(Person), '/users/{id}': { parameters: [inPath('id')], get: operation(Person) } },
    ...{ '/users/me': { get: operation(Person) }, '/notes': collection(Note) },
    '/notes/{id}': { parameters: [inPath('id')], get: operation(Note) },
  };
};

const job = object({ jobId: text, status: text }, ['jobId']);
const started = operation(object({ jobId: text }), { takes: object({ format: text }) });
const jobs = { '/jobs/{jobId}': { parameters: [inPath('jobId', text)], get: operation(job) } };

const securitySchemes = { key: { type: 'http', scheme: 'bearer' } };
const guarded = (paths: object) =>
  documentOf('Things', paths, {}, { security: [{ key: [] }], components: { securitySchemes } });

const verb =
  (method: string, ending = '', short = ''): Proof =>
  (word) => ({
    ...pathsOf(`GET /things, POST /things, GET /things/{id}${short}`),
    ...declared(pathsOf(`${method} /things/${word}${ending}`)),
  });

/** `/addthing`, with the method of the verb. */
const glued: Proof = (word) => {
  const [effect = 'read'] = effectsOfVerb(word) ?? [];
  const path = `/${word}thing`;
  const short = {
    ...{ list: `GET ${path}`, read: `GET ${path}/{id}`, create: `POST ${path}`, save: `POST ${path}` },
    ...{ update: `PUT ${path}/{id}`, delete: `DELETE ${path}/{id}`, act: `POST ${path}` },
  };
  return declared(pathsOf(`GET /things, GET /things/{id}, ${short[effect]}`));
};

const Referring = (name: string) => object({ id: integer, keeper: ref(name) }, ['id']);

/** A thing with these properties, and this action on it, which takes nothing or this. */
const acted = (action: string, properties: object, takes?: object) => {
  const Item = object({ id: integer, ...properties }, ['id']);
  return {
    '/things': collection(Item),
    '/things/{id}': { parameters: [inPath('id')], get: operation(Item) },
    [`/things/{id}/${action}`]: { parameters: [inPath('id')], post: operation(Item, { takes }) },
  };
};
const flagged = (action: string, ...names: readonly string[]) =>
  acted(action, Object.fromEntries(names.map((name) => [name, boolean])));
const stateOf = (...values: readonly string[]) => ({ status: { type: 'string', enum: values } });

/** `close-open` as two words. */
const pair =
  (pathsFor: (verb: string, other: string) => object): Proof =>
  (word) => {
    const [verb = '', other = ''] = word.split('-');
    return pathsFor(verb, other);
  };

/** A number of stars beside the flag. */
const starred = (counter: string) => acted('star', { starred: boolean, [counter]: integer });
const moved = (action: string, held: string, sent: string) =>
  acted(action, { [held]: { type: 'number' } }, object({ [sent]: { type: 'number' } }));

/** What a path below a list tells of its items. */
const measured = (name: string, type: object = integer, path = 'stats') => ({
  '/rows': collection(object({ id: integer, name: text, price: { type: 'number' } }, ['id'])),
  [`/rows/${path}`]: { get: operation(object({ [name]: type, other: text })) },
});

/** A job whose status has these values. */
const lasting = (...values: readonly string[]) => {
  const Job = object({ id: integer, ...stateOf(...values) }, ['id', 'status']);
  const post = operation(Job, { takes: object({ format: text }), status: 202 });
  return {
    '/jobs': { get: operation(listOf(Job)), post },
    '/jobs/{id}': { parameters: [inPath('id')], get: operation(Job) },
  };
};

/** An action on things that are called so. */
const thingsOf = (word: string, action: string, properties: object, answer?: object) => {
  const noun = `/${word}${/(s|x|ch|sh)$/.test(word) ? 'es' : 's'}`;
  const Item = object({ id: integer, ...properties }, ['id']);
  return {
    [noun]: collection(Item),
    [`${noun}/{id}`]: { parameters: [inPath('id')], get: operation(Item) },
    [`${noun}/{id}/${action}`]: { parameters: [inPath('id')], post: operation(answer ?? Item) },
  };
};

/** Where somebody without a credential comes in. */
const entrance =
  (ending: string, takes: object): Proof =>
  (word) =>
    guarded({ ...users, [`/auth/${word}${ending}`]: { post: operation(token, { takes }) } });

const compared: Proof = (word) => having({ price: integer }, inQuery(`price_${word}`, integer));

const Writer = object({ id: integer, email: text, following: boolean }, ['id', 'email', 'following']);
const Note = object({ id: integer, author: Writer }, ['id', 'author']);
const followed = {
  '/users': collection(Writer),
  '/users/{id}': { parameters: [inPath('id')], get: operation(Writer) },
  '/users/{id}/follow': { parameters: [inPath('id')], post: operation(Writer) },
  '/notes': collection(Note),
  '/notes/{id}': { parameters: [inPath('id')], get: operation(Note) },
};

/** Items with this property, which no client sends. */
const made = (properties: object) => {
  const Item = object({ id: integer, ...properties }, ['id']);
  const post = operation(Item, { takes: object({ note: text }) });
  return {
    '/things': { get: operation(listOf(Item)), post },
    '/things/{id}': { parameters: [inPath('id')], get: operation(Item) },
  };
};

/** Items with these as their tags. */
const noted = (tags: object) => {
  const Note = object({ id: integer, title: text, tags }, ['id', 'title']);
  return {
    '/notes': collection(Note),
    '/notes/{id}': { parameters: [inPath('id')], get: operation(Note), put: saving(Note) },
  };
};
const tagging = (sent: object) => ({
  ...noted(listOf(text)),
  '/notes/{id}/tags': {
    parameters: [inPath('id')],
    post: operation(undefined, { takes: object(sent as Record<string, object>) }),
  },
});
const deleting = (sent: object) => ({
  delete: operation(undefined, { takes: object(sent as Record<string, object>) }),
});

export const proofs: Readonly<Record<keyof typeof allLists, Proof>> = {
  ...readProofs,
  worldwideIds: (word) => made({ [word]: text }),
  newIds: (word) => {
    const Tag = object({ [word]: integer, name: text });
    const post = operation(Tag, { takes: Tag });
    return { ...noted(listOf(Tag)), '/notes/{id}/tags': { parameters: [inPath('id')], post } };
  },
  givenNames: (word) => ({ ...noted(listOf(object({ [word]: text }))), '/tags': { get: operation(listOf(text)) } }),
  thingKeys: (word) => {
    const Note = object({ [word]: text, body: text }, [word]);
    const takenBy = (name: string) => {
      const takes = object({ [name]: text, body: text });
      return { get: operation(listOf(Note)), post: operation(Note, { takes }) };
    };
    return { '/notes': takenBy('login'), '/memos': takenBy('handle') };
  },
  idEnds: (word) => ({
    ...base,
    '/things': { ...collection(Thing), ...deleting({ [`thing${word}`]: listOf(integer), others: listOf(integer) }) },
  }),
  namingEnds: (word) => tagging({ [`tag_${word}`]: text, more: text }),
  elements: (word) => tagging({ [word]: text }),
  listEnds: (word) => ({ ...noted(listOf(text)), [`/tag_${word}`]: { get: operation(listOf(text)) } }),
  besideIdParameters: (word) => {
    const parameters = [inQuery('id', integer, { required: true }), inQuery(`my_${word}`, text, { required: true })];
    return { ...base, '/things/get': { get: operation(Thing, { parameters }) } };
  },
  numbered: (word) => {
    const One = object({ id: text, [word]: integer }, ['id', word]);
    return {
      [`/${word}s`]: collection(One),
      [`/${word}s/{${word}}`]: { parameters: [inPath(word)], get: operation(One) },
    };
  },
  ownNumbers: (word) => {
    const Own = object({ id: integer, [word]: integer }, ['id', word]);
    const owns = {
      parameters: [inPath('thingId')],
      get: operation(listOf(Own)),
      post: operation(Own, { takes: object({ note: text }) }),
    };
    return {
      ...base,
      '/things/{thingId}/owns': owns,
      '/owns/{id}': { parameters: [inPath('id')], get: operation(Own) },
    };
  },
  joinedNames: (word) => made({ full_name: text, [word]: text, owner: object({ login: text }) }),
  ownAddresses: (word) => having({ [word]: text }),
  lastOnes: (word) => {
    const One = object({ id: integer, body: text, thing_id: integer }, ['id', 'body', 'thing_id']);
    const own = { parameters: [inPath('id')], get: operation(listOf(One)), post: saving(One) };
    const one = { parameters: [inPath('id')], get: operation(One) };
    return { ...made({ [`${word}_note`]: One }), '/things/{id}/notes': own, '/notes/{id}': one };
  },
  ones: (word) => ({ ...base, [`/things/${word}`]: { get: operation(ref('Thing')) } }),
  noOrder: (word) => asked(inQuery('order', { type: 'string', enum: ['asc', 'desc', word] }), inQuery('sort')),
  exclusiveIds: (word) => {
    const name = word === 'exclusive' ? 'exclusive_start_key' : `${word}_id`;
    return asked(inQuery(name, text, { description: 'Starts with this one, inclusive.' }), inQuery('limit', integer));
  },
  negatedByIn: (word) => {
    const Own = object({ id: integer, [word]: boolean }, ['id']);
    const list = operation(listOf(ref('Own')));
    const paths = { '/owns': { get: list, post: saving(ref('Own')) }, [`/owns/in${word}`]: { get: list } };
    return documentOf('Things', paths, { Own });
  },
  consents: (word) => ({
    ...base,
    '/things/{thingId}': { ...item, put: operation(undefined, { takes: object({ [word]: boolean }) }) },
  }),
  maybeConfirmations: (word) => ({
    ...base,
    '/things/{thingId}': { ...item, delete: operation(object({ id: integer, [word]: text })) },
  }),
  saidOfItems: (word) => {
    const sent = { [word]: text, data: object({ id: text, colour: text }) };
    const Note = object({ id: text, ...sent }, ['id']);
    const note = { parameters: [inPath('id', text)], get: operation(ref('Note')) };
    const paths = {
      '/notes': { post: operation(ref('Note'), { takes: object(sent), status: 201 }) },
      '/notes/{id}': note,
    };
    return documentOf('Things', paths, { Note });
  },
  news: (word) => {
    const Plant = object({ id: integer, kind: text }, ['id', 'kind']);
    const plants = operation(listOf(ref('Plant')));
    const news = { ...plants, description: `Lists the plants of things that you ${word}.` };
    const paths = {
      ...made({ name: text, [`${word}ed`]: boolean }),
      ...{ '/things/{id}/plants': { parameters: [inPath('id')], get: plants }, '/me/news': { get: news } },
    };
    return documentOf('Things', paths, { Plant });
  },
  sizes: query(integer),
  offsets: query(integer),
  maybeNumbers: (word) => having({ [word]: text }, inQuery(word)),
  pages: query(integer),
  pageContainers: onlyBeside(object({ x: text })),
  linkContainers: onlyBeside(object({ x: text })),
  links: (word) => showing({ [`next_${word}`]: text }, inQuery('page', integer)),
  lastIds: (word) => showing({ [word]: integer }, inQuery('after_id', integer), inQuery('limit', integer)),
  firstIds: (word) => showing({ [word]: integer }, inQuery('after_id', integer), inQuery('limit', integer)),
  searchVerbs: (word) => {
    const found = { parameters: [inPath('sought', text)], get: operation(things) };
    return { ...base, [`/things/${word}/{sought}`]: found };
  },
  cursors: query(text),
  cursorsBefore: query(text, inQuery('after'), inQuery('limit', integer)),
  cursorWords: (word) => showing({ [`next_${word}`]: text }, inQuery('cursor'), inQuery('limit', integer)),
  idCursors: query(integer, inQuery('limit', integer)),
  firstItems: (word) =>
    asked(inQuery(word, text, { description: 'The items starting with this ID.' }), inQuery('limit', integer)),
  totals: beside(integer),
  shownCounts: beside(integer),
  shownPages: beside(integer),
  shownSizes: beside(integer),
  pageTotals: beside(integer),
  shownOffsets: beside(integer),
  nextPages: beside(integer),
  previousPages: beside(integer),
  nextOffsets: beside(integer),
  previousOffsets: beside(integer),
  lastFlags: beside(boolean),
  firstFlags: beside(boolean),
  emptyFlags: beside(boolean),
  moreFlags: beside(boolean),
  earlierFlags: beside(boolean),
  nextLinks: link,
  previousLinks: link,
  firstLinks: link,
  lastLinks: link,
  selfLinks: (word) => showing({ links: object({ [word]: text }) }, inQuery('page', integer)),
  nextCursors: beside(text, inQuery('marker'), inQuery('limit', integer)),
  previousCursors: beside(text, inQuery('cursor'), inQuery('limit', integer)),
  firstCursors: beside(text, inQuery('cursor'), inQuery('limit', integer)),
  lastCursors: beside(text, inQuery('cursor'), inQuery('limit', integer)),
  linkHeaders: header,
  totalHeaders: header,
  pageTotalHeaders: header,
  pageHeaders: header,
  sizeHeaders: header,
  nextPageHeaders: header,
  previousPageHeaders: header,
  offsetHeaders: header,
  sorts: query(text),
  directions: inOrder,
  directionFlags: query(boolean),
  latest: sorted,
  oldest: sorted,
  byCreation: sorted,
  byUpdate: sorted,
  byName: sorted,
  byVersion: () => having({ name: text, version: text }, inQuery('sort')),
  fieldLists: query(text),
  vagueFieldLists: (word) => asked(inQuery(word, text, { description: 'The properties to return, with commas.' })),
  excludedFields: query(text),
  vagueExclusions: (word) => asked(inQuery(word, text, { description: 'The fields to leave out.' })),
  searches: query(text),
  filterObjects: (word) => ({
    ...base,
    '/things/search': { post: operation(things, { takes: object({ [word]: object({ kind: text }) }) }) },
  }),
  labelStarts: query(text),
  firstDates: (word) => having({ held: date }, inQuery(word, date)),
  lastDates: (word) => having({ held: date }, inQuery(word, date)),
  selections: (word) => having({ [word]: listOf(text) }, inQuery(word)),
  lists: (word) => ({
    ...base,
    '/things': { get: operation(object({ [word]: things, others: things })), post: saving(Thing) },
  }),
  wrappers: (word) => ({
    ...base,
    '/things/{thingId}': { ...item, get: operation(object({ stuff: Thing, [word]: Thing })) },
  }),
  aboutResponse: onlyBeside(text),
  confirmations: (word) => ({
    ...base,
    '/things/{thingId}': { ...item, delete: operation(object({ id: integer, [word]: text, message: text })) },
  }),
  counts: (word) => ({ ...base, '/things/count': { get: operation(object({ [word]: integer, n: integer })) } }),
  generalIds: (word) => {
    const Day = object({ [word]: text, name: text }, [word]);
    const day = { parameters: [inPath('id', text)], get: operation(Day), delete: nothing };
    return { '/days': collection(Day), '/days/{id}': day };
  },
  possibleIds: (word) => {
    const Day = object({ [word]: text, note: text }, [word]);
    const day = (name: string) => ({ parameters: [inPath(name, text)], get: operation(Day), delete: nothing });
    return {
      ...{ '/days': collection(Day), '/days/{day}': day('day') },
      ...{ '/nights': collection(Day), '/nights/{id}': day('id') },
    };
  },
  textIds: (word) => {
    const Person = object({ id: integer, [word]: text }, ['id']);
    const get = operation(Person, { parameters: [inPath('user', text)] });
    const put = saving(Person, { parameters: [inPath('user', integer)] });
    return { '/users': collection(Person), '/users/{user}': { get, put } };
  },
  identities: (word) => {
    const Pod = object({ [word]: object({ name: text }, ['name']), spec: object({ image: text }) }, [word]);
    const pod = { parameters: [inPath('name', text)], get: operation(Pod), delete: nothing };
    return { '/pods': collection(Pod), '/pods/{name}': pod };
  },
  besideName: (word) => {
    const name = `Thing${word[0]?.toUpperCase()}${word.slice(1)}`;
    const paths = {
      ...base,
      '/logs': collection(Referring(name)),
      '/logs/{id}': { parameters: [inPath('id')], get: operation(Referring(name)) },
    };
    const Whole = object({ id: integer, name: text, kind: text, size: integer }, ['id']);
    return documentOf('Things', paths, { Thing: Whole, [name]: object({ id: integer, name: text }) });
  },
  subjects: (word) => {
    const Comment = object({ id: integer, text, [`${word}_id`]: integer }, ['id']);
    const comment = { parameters: [inPath('id')], get: operation(Comment), delete: nothing };
    const own = { parameters: [inPath('thingId')], get: operation(listOf(Comment)) };
    return {
      ...base,
      ...{ '/comments': collection(Comment), '/comments/{id}': comment, '/things/{thingId}/comments': own },
    };
  },
  created: (word) => having({ [word]: time }),
  updated: (word) => having({ [word]: time }),
  listVerbs: verb('GET'),
  listOrReadVerbs: verb('GET'),
  readOrListVerbs: verb('GET'),
  readVerbs: verb('GET', '/{id}'),
  createVerbs: verb('POST'),
  actOrCreateVerbs: (word) => ({
    ...declared(pathsOf('GET /things, GET /things/{id}')),
    [`/things/${word}`]: { post: operation(Thing, { takes: object({ name: text, kind: text }), status: 201 }) },
  }),
  saveVerbs: verb('POST'),
  updateVerbs: verb('PUT', '/{id}'),
  deleteVerbs: verb('DELETE', '/{id}'),
  gluedVerbs: glued,
  copies: (word) => ({ ...base, [`/things/{thingId}/${word}`]: itemPath({ post: operation(Thing) }) }),
  many: (word) => ({
    ...base,
    [`/things/create-${word}`]: { post: operation(things, { takes: listOf(object({ name: text, kind: text })) }) },
  }),
  clearing: (word) => ({ ...base, [`/things/${word}`]: { post: nothing } }),
  besideNouns: (word) => ({
    [`/get${word[0]?.toUpperCase()}${word.slice(1)}Things`]: { get: operation(things) },
    '/getThing/{thingId}': { parameters: [inPath('thingId')], get: operation(Thing) },
  }),
  audiences: (word) => {
    const other = word === 'staff' ? 'public' : 'staff';
    const read = `GET /${word}/things, GET /${word}/things/{id}`;
    return declared(pathsOf(`${read}, POST /${other}/things, PUT /${other}/things/{id}`));
  },
  users: (word) => ({
    [`/${word}s`]: collection(User),
    [`/${word}s/{id}`]: { parameters: [inPath('id')], get: operation(User) },
    '/auth/register': { post: operation(token, { takes: credentials }) },
  }),
  people: (word) =>
    declared(pathsOf(`GET /${word}/me/things, POST /${word}/me/things, GET /things/{id}, PUT /things/{id}`)),
  callers: (word) => declared(pathsOf(`GET /${word}/things, POST /${word}/things, GET /things/{id}, PUT /things/{id}`)),
  currentItems: (word) => ({ ...users, [`/users/${word}`]: { get: operation(User) } }),
  ownAccounts: (word) => ({ ...users, [`/${word}`]: { get: operation(User) } }),
  profiles: (word) => ({ ...users, [`/${word}`]: { get: operation(User), delete: nothing } }),
  wholeNames: person,
  partNames: (word) => {
    const other = word === 'firstname' ? 'lastname' : 'firstname';
    const Person = object({ id: integer, [word]: text, [other]: text, email: text }, ['id']);
    return { '/users': collection(Person), '/users/{id}': { parameters: [inPath('id')], get: operation(Person) } };
  },
  loginNames: person,
  addressNames: (word) => {
    const Person = object({ id: integer, [word]: text, about: text }, ['id', word]);
    return { '/users': collection(Person), '/users/{id}': { parameters: [inPath('id')], get: operation(Person) } };
  },
  makers: (word) => {
    const Note = object({ id: integer, [`${word}_id`]: integer }, ['id']);
    const note = { parameters: [inPath('id')], get: operation(Note) };
    return { ...users, ...me, '/notes': collection(Note), '/notes/{id}': note };
  },
  secrets: (word) => guarded({ '/auth': { post: operation(token, { takes: object({ [word]: text }) }) } }),
  issued: (word) => {
    const issued = { allOf: [Thing, object({ [word]: text })] };
    return { ...base, '/things': { get: operation(things), post: operation(issued, { takes: Thing, status: 201 }) } };
  },
  tokens: (word) => ({
    ...users,
    ...me,
    '/auth/login': { post: operation(object({ [word]: text }), { takes: credentials }) },
  }),
  logins: (word) => ({
    ...users,
    [`/${word}`]: { post: operation(User, { takes: object({ email: text, x: text }) }) },
  }),
  tokenPaths: (word) => ({
    ...users,
    [`/${word}`]: { post: operation(User, { takes: object({ email: text, x: text }) }) },
  }),
  jobs: (word) => {
    const read = operation(object({ thingId: text, status: text }, ['thingId']));
    const post = operation(object({ thingId: text }), { takes: object({ format: text }) });
    return { '/things/{thingId}': { parameters: [inPath('thingId', text)], get: read }, [`/${word}s`]: { post } };
  },
  stages: (word) => ({
    '/exports': { post: started },
    [`/jobs/{jobId}/${word}`]: { parameters: [inPath('jobId', text)], get: operation(object({ status: text })) },
  }),
  changes: (word) => ({ ...jobs, '/exports': { post: started }, [`/exports/${word}`]: { post: started } }),
  starts: (word) => ({ ...jobs, [`/pictures/${word}`]: { post: started } }),
  registrations: (word) => ({
    ...users,
    [`/auth/${word}`]: { post: operation(token, { takes: credentials }) },
  }),
  refreshes: entrance('', object({ refreshToken: text })),
  recoveries: entrance('-password', object({ email: text })),
  besideCredentials: (word) => ({
    ...users,
    ...me,
    '/auth/local': { post: operation(token, { takes: object({ email: text, password: text, [word]: text }) }) },
  }),
  staff: (word) => ({
    ...declared(pathsOf(`GET /${word}/things, GET /${word}/things/{id}, POST /public/things, PUT /public/things/{id}`)),
  }),
  prepositions: (word) => {
    const name = `Thing_${word}_owner`;
    const paths = { [`/things/${word}_owner`]: { get: operation(listOf(ref(name))) } };
    return documentOf('Things', paths, { [name]: object({ id: integer, title: text }) });
  },
  bases: (word) => declared(pathsOf(`GET /${word}/list, GET /${word}/get/{id}, POST /${word}/create`)),
  states: (word) => acted('close', { [word]: { type: 'string', enum: ['open', 'closed'] } }),
  phases: (word) => ({
    '/exports': { post: started },
    [`/jobs/{jobId}/${word}`]: { parameters: [inPath('jobId', text)], get: operation(object({ status: text })) },
  }),
  waiting: (word) => lasting(word, 'running', 'done'),
  working: (word) => lasting('queued', 'cancelling', word, 'done'),
  done: (word) => lasting('queued', 'running', word),
  failed: (word) => lasting('queued', 'running', 'done', word),
  marks: (word) => flagged(`${word}-read`, 'read'),
  reverts: pair((verb, other) => flagged(verb, [...participlesOf(other)].at(-1) ?? '')),
  transitions: (word) => {
    const { '/things': list, '/things/{id}': one } = having({ state: { enum: ['open', 'closed'] } });
    const patch = operation(undefined, { takes: object({ [`state_${word}`]: { enum: ['close', 'reopen'] } }) });
    return { '/things': list, '/things/{id}': { ...one, patch } };
  },
  participles: pair((verb, other) => acted(verb, { [`${other}At`]: time })),
  settling: (word) => acted(word, { status: text }),
  statesAfter: pair((verb) => acted(verb, { status: text })),
  otherStates: pair((verb, other) => acted(verb, stateOf('x', other))),
  otherFlags: pair((verb, other) => flagged(verb, other)),
  counted: pair((verb, other) => acted(verb, { [`${other}s`]: integer })),
  flagStarts: (word) => flagged('star', `${word}starred`),
  flagEnds: (word) => flagged('star', `starred${word}`),
  timeStarts: (word) => acted('publish', { [`${word}published`]: time }),
  timeEnds: (word) => acted('publish', { [`published${word}`]: time }),
  countStarts: (word) => starred(`${word}stars`),
  countEnds: (word) => starred(`stars${word}`),
  countSides: (word) => starred(`stars${word}`),
  answers: (word) => thingsOf('invitation', word, { email: text }, object({ message: text })),
  invitations: (word) => thingsOf(word, 'accept', { email: text }, object({ message: text })),
  adding: (word) => moved(word, 'balance', 'amount'),
  taking: (word) => moved(word, 'balance', 'amount'),
  held: (word) => moved('deposit', word, 'sum'),
  adjusting: (word) => moved(word, 'balance', 'delta'),
  deltas: (word) => moved('adjust', 'balance', word),
  statistics: (word) => measured('total_price', integer, word),
  sums: (word) => measured(`${word}_price`),
  averages: (word) => measured(`${word}_price`),
  perKind: (word) => measured(`${word}_name`, { type: 'object', additionalProperties: integer }),
  assigned: (word) => {
    const Row = object({ id: integer, assigneeId: text, title: text }, ['id']);
    const at = { parameters: [inPath('id', text)] };
    return {
      '/rows': collection(Row),
      '/rows/{id}': { parameters: [inPath('id', integer)], get: operation(Row) },
      [`/${word}s`]: { get: operation(listOf(object({ id: text, name: text }))) },
      [`/${word}s/{id}/rows`]: { ...at, get: operation(listOf(Row)) },
    };
  },
  amounts: (word) => moved('deposit', 'balance', word),
  talks: (word) => thingsOf(word, 'mute', { muted: boolean }),
  subscribed: (word) => thingsOf(word, 'subscribe', { subscribed: boolean }),
  receivers: (word) => {
    const Sent = object({ id: integer, author: ref('User'), [word]: text }, ['id', 'author']);
    return guarded({ ...users, ...me, '/notes': collection(Sent), '/me/notes': { get: operation(listOf(Sent)) } });
  },
  feeds: (word) => guarded({ ...followed, [`/${word}`]: { get: operation(listOf(Note)) } }),
  streams: (word) => {
    const stream = {
      responses: { 200: { description: 'Events.', content: { 'text/event-stream': { schema: text } } } },
    };
    return {
      ...base,
      [`/things/{thingId}/${word}`]: { parameters: [inPath('thingId')], get: stream },
    };
  },
  popular: (word) => having({ name: text, [word]: integer }, inQuery('sort', text, { description: `name ${word}` })),
  filterStarts: (word) => having({ kind: text }, inQuery(`${word}_kind`)),
  filterEnds: (word) => having({ kind: text }, inQuery(`kind[${word}]`)),
  atLeast: compared,
  more: compared,
  atMost: compared,
  less: compared,
  containing: (word) => having({ title: text }, inQuery(`title_${word}`)),
  starting: (word) => having({ title: text }, inQuery(`title_${word}`)),
  differing: (word) => having({ kind: text }, inQuery(`kind_${word}`)),
  including: (word) => having({ archived: boolean }, inQuery(`${word}_archived`, boolean)),
  days: (word) => having({ held: date }, inQuery(word, date)),
  dates: (word) => having({ held: date, [word]: date }, inQuery('since', date)),
  beginnings: (word) => having({ held: date, [word]: date }, inQuery('since', date)),
  happened: (word) => having({ [`${word}_on`]: date, held: date }, inQuery('since', date)),
  edited: (word) => having({ [word]: time }),
  stored: (word) => ({
    '/papers': {
      get: operation(things),
      post: operation(Thing, { takes: object({ file: text }), mediaType: 'multipart/form-data' }),
    },
    '/papers/{thingId}': item,
    [`/${word}s/{id}`]: {
      parameters: [inPath('id')],
      get: { responses: { 200: { description: '', content: { 'image/png': {} } } } },
    },
  }),
  lastTimes: (word) => having({ [`${word}_held`]: date, held: date }, inQuery('since', date)),
};

/** Whether what is returned is not compiled: it was read already. */
export const isRead = (name: string): boolean => name in readProofs;
