/** For each list of words by which names are understood: two documents of different authors that need it, or why one is enough. */
import { declared, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { type Need, needed } from './needed.ts';
import { collection, nothing, pathsOf, saving, things } from './small.ts';

const readme = '@readme/oas-examples';
const control = 'control.yaml';
const galaxy = '@scalar/galaxy/3.1.json';
const depot = 'own/depot.yaml';
const helpdesk = 'own/helpdesk.yaml';
const gin = 'styles/gin-crates.yaml';
const django = 'styles/django-catalog.yaml';

const outside = (who: string): string => `${who}, and not part of this project.`;
const base = pathsOf('GET /things, POST /things, GET /things/{thingId}');
const User = object({ id: integer, handle: text, email: text }, ['id', 'email']);
const users = { '/users': collection(User), '/users/{id}': { parameters: [inPath('id')], get: operation(User) } };
const Form = object({ id: integer, fields: listOf(text) }, ['id']);
const Day = object({ entity_id: text, name: text }, ['entity_id']);
const Pod = object({ metadata: object({ name: text }, ['name']), spec: object({ image: text }) }, ['metadata']);
const Pet = object({ id: integer, keeper: ref('ThingSummary') }, ['id']);
const job = object({ jobId: text, status: text }, ['jobId']);
const jobs = { '/jobs/{jobId}': { parameters: [inPath('jobId', text)], get: operation(job) } };
const started = operation(object({ jobId: text }), { takes: object({ format: text }) });

const paged = (...names: readonly string[]) => operation(things, { parameters: names.map((name) => inQuery(name)) });
const Comment = object({ id: integer, text, subject_id: integer }, ['id']);
const comments = { '/comments': collection(Comment), '/comments/{id}': { get: operation(Comment), delete: nothing } };

export const neededWords: Readonly<Record<string, Need>> = {
  sizes: { documents: ['own/catalog.yaml', depot] },
  offsets: { documents: [depot, 'styles/drf-tasks.yaml'] },
  textNumbers: {
    documents: [],
    reason: outside('Documents of frameworks without types declare them so'),
    like: { ...base, '/things': { get: paged('limit', 'offset'), post: saving(ref('Thing')) } },
  },
  maybeNumbers: {
    documents: [],
    reason: outside('Documents of frameworks without types declare them so'),
    like: { ...base, '/things': { get: paged('page', 'size'), post: saving(ref('Thing')) } },
  },
  pages: { documents: ['own/catalog.yaml', 'styles/apiplatform-reviews.yaml'] },
  pageContainers: { documents: [depot, 'styles/laravel-customers.yaml'] },
  searches: { documents: [django, 'styles/gin-accounts.yaml'] },
  selections: {
    documents: [],
    reason:
      'As a filter, what chooses the properties that are shown would leave out each item that has a list of that name.',
    like: { '/forms': { get: operation(listOf(Form), { parameters: [inQuery('fields')] }), post: saving(Form) } },
  },
  lists: { documents: ['styles/language-models.yaml', control] },
  wrappers: { documents: [helpdesk, gin] },
  aboutResponse: { documents: [helpdesk, gin] },
  counts: {
    documents: [],
    reason: outside('A count beside another number is that of documents that others have written'),
    like: { ...base, '/things/count': { get: operation(object({ size: integer, n: integer })) } },
  },
  generalIds: {
    documents: [],
    reason: 'An id that says so is no less one where it also has a name.',
    like: {
      '/days': collection(Day),
      '/days/{id}': { parameters: [inPath('id', text)], get: operation(Day), delete: nothing },
    },
  },
  possibleIds: { documents: [control, `${readme}/3.1/json/readme.json`] },
  textIds: {
    documents: [],
    reason: outside('Registries of packages read a user by name, and change one by number'),
    like: {
      '/users': collection(User),
      '/users/{user}': {
        get: operation(User, { parameters: [inPath('user', text)] }),
        put: saving(User, { parameters: [inPath('user', integer)] }),
      },
    },
  },
  identities: {
    documents: [depot],
    like: {
      '/pods': collection(Pod),
      '/pods/{name}': { parameters: [inPath('name', text)], get: operation(Pod), delete: nothing },
    },
  },
  besideName: {
    documents: [],
    reason: 'Most documents of .NET and Java have schemas with such names; here, others say what is meant.',
    like: { ...base, '/pets': collection(Pet), '/pets/{id}': { parameters: [inPath('id')], get: operation(Pet) } },
  },
  copies: {
    documents: [],
    reason: outside('Resend makes another template so'),
    like: { ...base, '/things/{thingId}/copy': { parameters: [inPath('thingId')], post: operation(ref('Thing')) } },
  },
  many: { documents: ['own/mailer.yaml', django] },
  whole: {
    documents: [],
    reason: 'Some of the items and all of them are no less different where one document says it.',
    like: { ...base, '/things/all': { delete: nothing } },
  },
  listing: {
    documents: [`${readme}/3.0/json/readme-legacy.json`],
    like: { ...base, '/filter': { get: operation(object({ names: listOf(text), id: text })) } },
  },
  besideNouns: {
    documents: ['styles/swashbuckle-rooms.yaml'],
    like: {
      '/getAllThings': { get: operation(things) },
      '/getThing/{thingId}': { parameters: [inPath('thingId')], get: operation(ref('Thing')) },
    },
  },
  gluedVerbs: {
    documents: [],
    reason: outside('Handlers of small services have such paths'),
    like: declared(pathsOf('GET /allthings, POST /addthing, GET /getthing/{id}, DELETE /deletething/{id}')),
  },
  subjects: {
    documents: [],
    reason: outside('Trackers and file stores comment on anything'),
    like: { ...base, ...comments, '/things/{thingId}/comments': { get: operation(listOf(Comment)) } },
  },
  audiences: {
    documents: [],
    reason: outside('Six of fifty teams have paths of admins'),
    like: declared(pathsOf('GET /public/things, GET /public/things/{id}, POST /staff/things, PUT /staff/things/{id}')),
  },
  users: {
    documents: [],
    reason: outside('Conduit and Redmine register users'),
    like: needed.registration?.like ?? {},
  },
  people: {
    documents: [],
    reason: outside('A team writes paths so'),
    like: declared(pathsOf('GET /users/me/things, POST /users/me/things, GET /things/{id}, PUT /things/{id}')),
  },
  callers: {
    documents: [],
    reason: outside('Teams write paths so'),
    like: declared(pathsOf('GET /me/things, POST /me/things, GET /things/{id}, PUT /things/{id}')),
  },
  currentItems: { documents: [galaxy], like: { ...users, '/users/me': { get: operation(User) } } },
  ownAccounts: {
    documents: [],
    reason: outside('Conduit and Redmine show it so'),
    like: { ...users, '/profile': { get: operation(User) } },
  },
  profiles: {
    documents: [],
    reason: 'A user stays when a profile is deleted, in each document.',
    like: { ...users, '/profile': { get: operation(User), delete: nothing } },
  },
  jobs: {
    documents: [],
    reason: outside('InvenTree has jobs'),
    like: { ...jobs, '/exports': { post: started } },
  },
  stages: { documents: [], reason: outside('InvenTree has jobs'), like: { ...jobs, '/exports': { post: started } } },
  changes: {
    documents: [],
    reason: 'What goes on would begin anew, and there would be two.',
    like: { ...jobs, '/exports': { post: started }, '/exports/cancel': { post: started } },
  },
  starts: {
    documents: [],
    reason: outside('The words are those of the paths of generators'),
    like: { ...jobs, '/pictures/generate': { post: started } },
  },
};
