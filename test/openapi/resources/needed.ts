/** For each row of the table of roles: documents that are read otherwise without it. `needed-rules.json` names those of others. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { remembered } from '../../../src/core/primitives/lazy.ts';
import { loadDocument } from '../../../src/openapi/load/load.ts';
import { documentOf, inPath, integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { collection, nothing, saving, Thing } from './small.ts';

export interface Need {
  /** Below `test/documents`, `spec` or `node_modules`. */
  readonly documents: readonly string[];
  /** The paths of a document like those that are not part of this project. */
  readonly like?: object;
}

const readme = '@readme/oas-examples';
const galaxy = '@scalar/galaxy/3.1.json';
const hoot = `${readme}/3.0/json/openapi-workshop/hoot.json`;
const train = `${readme}/3.1/json/train-travel.json`;
const control = 'control.yaml';
const both = ['styles/abp-authors.yaml', 'styles/fastapi-notes.yaml'];

const User = object({ id: integer, email: text, name: text }, ['id', 'email']);
const asked = object({ email: text, password: text });
const token = object({ token: text });
const users = { '/users': collection(User), '/users/{id}': { parameters: [inPath('id')], get: operation(User) } };
const base = {
  '/things': collection(ref('Thing')),
  '/things/{thingId}': { parameters: [inPath('thingId')], get: operation(ref('Thing')) },
};
const Note = object({ id: integer, title: text, tags: listOf(text) }, ['id', 'title']);
const noted = { '/notes': collection(Note), '/notes/{id}': { parameters: [inPath('id')], get: operation(Note) } };
const tag = [inPath('id'), inPath('tag', text)];
const tags = '/notes/{id}/tags';

export const needed: Readonly<Record<string, Need>> = {
  list: { documents: both },
  creation: { documents: both },
  'change by the id in the body': { documents: ['styles/mybatis-brands.yaml', 'styles/ruoyi-staff.yaml'] },
  read: { documents: both },
  'deletion of those in the path': {
    documents: ['styles/ruoyi-staff.yaml'],
  },
  deletion: { documents: both },
  replacement: { documents: ['styles/abp-authors.yaml', 'styles/drf-parts.yaml'] },
  change: { documents: ['styles/apiplatform-reviews.yaml', 'styles/fastapi-notes.yaml'] },
  'part of an item': {
    documents: [control],
    like: { ...noted, [tags]: { parameters: [inPath('id')], post: operation(Note, { takes: object({ tag: text }) }) } },
  },
  'element of a part': {
    documents: [],
    like: {
      ...noted,
      [tags]: { parameters: [inPath('id')], post: operation(Note, { takes: object({ tag: text }) }) },
      [`${tags}/{tag}`]: { parameters: tag, delete: nothing },
    },
  },
  'account of the caller': { documents: [galaxy], like: { ...users, '/users/me': { get: operation(User) } } },
  'end of the account of the caller': {
    documents: [],
    like: { ...users, '/users/me': { get: operation(User), delete: nothing } },
  },
  registration: {
    documents: [galaxy],
    like: { ...users, '/auth/register': { post: operation(token, { takes: asked }) } },
  },
  login: {
    documents: [galaxy],
    like: { ...users, '/me': { get: operation(User) }, '/login': { post: operation(token, { takes: asked }) } },
  },
  'start of a job': {
    documents: [],
    like: {
      '/exports': { post: operation(object({ jobId: text }), { takes: object({ format: text }) }) },
      '/jobs/{jobId}': { parameters: [inPath('jobId', text)], get: operation(object({ jobId: text, status: text })) },
    },
  },
  'read of one thing': { documents: ['own/magazine.yaml', control] },
  'write of one thing': { documents: ['own/magazine.yaml', 'own/workshop.yaml'] },
  'deletion of one thing': {
    documents: [control],
    like: { '/settings': { get: operation(Thing), put: saving(Thing), delete: nothing } },
  },
  'list alone': { documents: [train, `${readme}/3.0/json/star-trek.json`] },
  count: {
    documents: [],
    like: { ...base, '/things/count': { get: operation(object({ count: integer })) } },
  },
  export: {
    documents: [],
    like: {
      ...base,
      '/things': collection(ref('Thing')),
      '/things/export': {
        get: { responses: { 200: { description: 'Rows.', content: { 'text/csv': { schema: text } } } } },
      },
    },
  },
  'one of a list': {
    documents: [],
    like: { ...base, '/things': collection(ref('Thing')), '/things/latest': { get: operation(ref('Thing')) } },
  },
  view: { documents: ['styles/django-catalog.yaml', 'own/directory.yaml'] },
  'creation of many': { documents: ['styles/django-catalog.yaml', 'own/mailer.yaml'] },
  'deletion of several items': { documents: ['styles/django-catalog.yaml', 'styles/photo-assets.yaml'] },
  'new order of items': {
    documents: [],
    like: {
      ...base,
      '/things': collection(ref('Thing')),
      '/things/order': { put: operation(undefined, { takes: object({ ids: listOf(integer) }) }) },
    },
  },
  'replacement of a list': {
    documents: [],
    like: {
      ...base,
      '/things/{thingId}/hours': {
        parameters: [inPath('thingId')],
        get: operation(listOf(object({ day: text }))),
        put: operation(undefined, { takes: listOf(object({ day: text })) }),
      },
    },
  },
  'change of several items': {
    documents: [],
    like: {
      ...base,
      '/things': {
        ...collection(ref('Thing')),
        patch: operation(listOf(ref('Thing')), {
          takes: object({ keys: listOf(integer), data: object({ name: text }) }),
        }),
      },
    },
  },
  'deletion or change of all items': { documents: ['styles/spring-lessons.yaml', control] },
  'another read': {
    documents: [`${readme}/3.0/json/readme-legacy.json`],
    like: { ...base, '/things/{thingId}/summary': { parameters: [inPath('thingId')], get: operation(ref('Thing')) } },
  },
  'action that returns the item': { documents: ['styles/language-models.yaml', hoot] },
  'action that returns nothing': { documents: ['own/library.yaml', control] },
  'action that confirms': { documents: ['own/mailer.yaml', train] },
  'read of what nobody writes': { documents: ['own/library.yaml', control] },
};

/** The document with the paths of a need. */
const documentLike = (paths: object): JsonObject =>
  documentOf('Things', paths, { Thing, ThingSummary: object({ id: integer, name: text }, ['id']) });

const { resolve } = createRequire(import.meta.url);

const fileOf = (name: string): string => {
  if (name.startsWith('@')) {
    if (!name.startsWith('@readme')) return resolve(name);
    return resolve('@readme/oas-examples/package.json').replace('@readme/oas-examples/package.json', name);
  }
  const folder = name.includes('/') ? '../../documents/' : '../../../spec/';
  return fileURLToPath(new URL(`${folder}${name}`, import.meta.url));
};

const load = remembered((name: string) => loadDocument(fileOf(name)));

/** The documents of a need. */
export const loadedFor = async ({ documents, like }: Need): Promise<readonly JsonObject[]> => [
  ...(await Promise.all(documents.map(async (one) => (await load(one)).document as JsonObject))),
  ...(like === undefined ? [] : [documentLike(like)]),
];
