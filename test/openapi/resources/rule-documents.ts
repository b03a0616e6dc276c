/** Documents that are read otherwise without one of the rules that are no rows of the table. */
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import {
  boolean,
  documentOf,
  fullObject,
  inPath,
  inQuery,
  integer,
  listOf,
  object,
  operation,
  ref,
  text,
} from '../../short-document.ts';
import { collection, nothing, pathsOf, saving, Thing } from './small.ts';

const Note = object({ id: integer, text, author: text }, ['id', 'text']);
const File = object({ id: integer, name: text, size: integer }, ['id']);
const Role = object({ id: text, name: text, email: text, level: integer }, ['name']);
const Project = object({ id: integer, name: text }, ['id', 'name']);
const Issue = object({ id: integer, subject: text, project_id: integer }, ['id']);
const User = object({ id: integer, login: text, name: text }, ['id', 'login']);
const Repo = object({ id: integer, name: text, full_name: text, owner: fullObject({ id: integer, login: text }) }, [
  ...['id', 'name', 'owner'],
]);
const Team = object({ id: integer, name: text, city: text }, ['id', 'name']);
const Match = object({ id: integer, teamId: integer, teamName: text }, ['id']);
const Member = object({ user_id: integer, note: text }, ['user_id']);
const Pack = object({ id: integer, name: text, downloads: integer }, ['id', 'name', 'downloads']);
const Guest = object({ id: integer, email: text, role: text }, ['id', 'email']);
const Keeper = object({ id: integer, login: text, role: text }, ['id', 'login', 'role']);
const Plant = object({ id: integer, kind: text }, ['id', 'kind']);
const Order = object({ id: integer, note: text, likedByMe: boolean, likes: integer }, ['id']);
const Page = object({ content: listOf(ref('Thing')), number: integer, totalElements: integer, totalPages: integer });
const Profile = fullObject({ username: text, bio: text, following: boolean });
const Account = fullObject({ email: text, token: text, username: text, bio: text });
const Article = fullObject({ slug: text, title: text, author: ref('Profile') });
const schemas = {
  ...{ Thing, Note, File, Role, Project, Issue, User, Repo, Team, Match, Member, Pack, Guest, Keeper, Plant },
  ...{ Order, Page, Profile, Account, Article },
};
const ok = operation(object({ ok: boolean }, ['ok']));
const token = object({ token: text });
const like = (paths: object, rest: object = {}): JsonObject =>
  documentOf('Things', paths, schemas, {
    components: { schemas, securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    ...rest,
  });

/** A registry: gardens that are followed, with keepers who are named. */
const gardens = like({
  '/gardens': {
    get: operation(listOf(ref('Team')), { parameters: [inQuery('keeper')] }),
    post: saving(ref('Team'), { status: 201 }),
  },
  '/gardens/{id}': { get: operation(ref('Team')) },
  '/gardens/{id}/keepers': {
    get: operation(fullObject({ users: listOf(ref('Keeper')) })),
    put: operation(object({ ok: boolean }), { takes: fullObject({ keepers: listOf(text) }) }),
    delete: operation(object({ ok: boolean }), { takes: fullObject({ keepers: listOf(text) }) }),
  },
  '/gardens/{id}/plants': { get: operation(fullObject({ plants: listOf(ref('Plant')) })) },
  '/gardens/{id}/follow': { put: ok, delete: ok },
  '/gardens/{id}/following': { get: operation(fullObject({ following: boolean })) },
  '/me/news': {
    get: operation(fullObject({ plants: listOf(ref('Plant')) }), {
      description: 'Lists the plants of the gardens that the caller follows.',
    }),
  },
});

const profile = operation(fullObject({ profile: ref('Profile') }));
const account = operation(fullObject({ user: ref('Account') }));
const named = [inPath('username', text)];
const realWorld = like({
  '/users': {
    post: operation(fullObject({ user: ref('Account') }), {
      takes: fullObject({ user: fullObject({ username: text, email: text, password: text }) }),
    }),
  },
  '/user': { get: account },
  '/profiles/{username}': { parameters: named, get: profile },
  '/profiles/{username}/follow': { parameters: named, post: profile, delete: profile },
});

const users = pathsOf('GET /users, GET /users/{id}, DELETE /users/{id}', 'User');
const projects = pathsOf('GET /projects, POST /projects, GET /projects/{id}, DELETE /projects/{id}', 'Project');
const issues = pathsOf('GET /issues, POST /issues', 'Issue');

/** By the name of the rule. */
export const ruleDocuments: Readonly<Record<string, JsonObject>> = {
  createAround: like({
    '/posts': { get: operation(fullObject({ id: text, code: integer, content: listOf(ref('Note')) })) },
    '/posts/{id}': {
      parameters: [inPath('id')],
      get: operation(fullObject({ id: text, code: integer, content: ref('Note') })),
    },
  }),
  inOrderOfVerbs: like({
    '/things/search': { get: operation(listOf(ref('Thing')), { parameters: [inQuery('name')] }) },
    '/things/list': { get: operation(listOf(ref('Thing')), { parameters: [inQuery('limit', integer)] }) },
    ...pathsOf('POST /things/add'),
  }),
  applyHints: like({
    ...pathsOf('GET /things, GET /things/{id}'),
    '/shelf': { get: { ...operation(listOf(ref('Thing'))), 'x-vivarium': { action: 'none' } } },
  }),
  pathsOfThings: like(pathsOf('GET /things/findByKind')),
  namesOfCaller: like({
    ...users,
    '/login': { post: operation(ref('User'), { takes: object({ login: text, password: text }) }) },
  }),
  effectsOf: like({ '/lamp/enable': { post: operation(fullObject({ id: integer, enabled: boolean })) } }),
  createDoubts: like({
    '/things': {
      get: operation(listOf(ref('Thing'))),
      post: operation(ref('Thing'), { takes: object({ name: text }, ['kind']) }),
    },
  }),
  explained: like({ '/ping': { post: nothing } }),
  withVerbPaths: like(pathsOf('GET /things/list, POST /things/add, GET /things/getById/{id}')),
  withoutAudiences: like(pathsOf('GET /me/things, POST /me/things, GET /things/{id}, DELETE /things/{id}')),
  uploadedToLists: like({
    ...pathsOf('GET /files, GET /files/{id}', 'File'),
    '/files/upload': {
      post: operation(ref('File'), {
        ...{ status: 201, mediaType: 'multipart/form-data' },
        takes: object({ file: { type: 'string', format: 'binary' } }),
      }),
    },
  }),
  createdAtParents: like({
    '/notes/{boatId}': { get: operation(listOf(ref('Note'))), post: saving(ref('Note')) },
    '/notes/{noteId}': { put: saving(ref('Note')), delete: nothing },
  }),
  withExampleBodies: like({
    '/sample': {
      get: {
        responses: {
          200: { description: 'Fine.', content: { 'application/json': { example: { id: 1, name: 'A' } } } },
        },
      },
    },
  }),
  withUnstatedBodies: like({
    '/todos': {
      get: { responses: { 200: { description: 'Fine.' } } },
      post: { responses: { 200: { description: 'Fine.' } } },
    },
  }),
  adoptItems: like(pathsOf('GET /shops/{shop}/things, POST /shops/{shop}/things, GET /things/{id}')),
  adoptOtherIds: like(pathsOf('GET /roles, POST /roles, GET /roles/{id}, GET /roles/by-email/{email}', 'Role')),
  adoptNested: like({
    ...projects,
    ...issues,
    ...pathsOf('GET /projects/{project_id}/issues, POST /projects/{project_id}/issues', 'Issue'),
  }),
  bindPartsOfOne: like({
    '/cart': { get: operation(object({ total: integer, lines: listOf(Team) })) },
    '/cart/lines': { post: operation(undefined, { takes: object({ name: text, city: text }) }) },
  }),
  createBelow: like({
    ...projects,
    ...issues,
    ...pathsOf('GET /issues/{id}, POST /projects/{project_id}/issues', 'Issue'),
  }),
  adoptActions: like({
    ...projects,
    ...pathsOf('GET /projects/{projectId}/issues, GET /projects/{projectId}/issues/{id}', 'Issue'),
    '/issues/{id}/close': { post: nothing },
  }),
  findApart: like(pathsOf('GET /projects/{id}/things, GET /projects/{id}/thing/{thingId}')),
  findOwned: like({
    ...pathsOf('GET /user/repos, POST /user/repos', 'Repo'),
    '/repos/{owner}/{repo}': {
      parameters: [inPath('owner', text), inPath('repo', text)],
      get: operation(ref('Repo')),
      delete: nothing,
    },
  }),
  findPartsListed: like({
    ...pathsOf('GET /notes, GET /notes/{id}', 'Note'),
    '/note_ids': { get: operation(listOf(object({ id: integer }, ['id']))) },
  }),
  findSeveral: like({
    ...pathsOf('GET /notes, GET /notes/{id}', 'Note'),
    '/notes/{id}/uses': {
      get: operation(object({ things: listOf(ref('Thing')), notes: listOf(ref('Note')) }, ['things', 'notes'])),
    },
  }),
  findNamed: gardens,
  findActsOnMany: like({
    ...pathsOf('GET /notes, GET /notes/{id}', 'Note'),
    '/todos': { get: operation(listOf(object({ id: integer, done: { type: 'boolean' } }, ['id', 'done']))) },
    '/todos/mark-as-done': { post: nothing },
  }),
  ownedFilters: gardens,
  bindPersons: gardens,
  findRelations: like({
    ...pathsOf('GET /people, GET /people/{id}', 'User'),
    '/people/{id}/follow': { put: ok },
    '/people/{id}/things': { get: operation(listOf(ref('Thing'))) },
    '/feed': { get: operation(listOf(ref('Thing'))) },
  }),
  bindParts: like({
    ...pathsOf('GET /notes, GET /notes/{id}, PUT /notes/{id}', 'Note'),
    '/notes/{id}/author': { put: operation(undefined, { takes: text }) },
  }),
  findUsers: like({ ...pathsOf('GET /users', 'User'), '/me': { get: operation(ref('User')) } }),
  bindCurrent: like({ ...users, '/profile': { get: operation(ref('User')), patch: saving(ref('User')) } }),
  bindAccounts: like({
    ...users,
    '/register': { post: operation(token, { takes: object({ login: text, password: text }), status: 201 }) },
  }),
  findAccounts: like({
    '/user': { get: operation(ref('User')) },
    '/auth/register': { post: operation(token, { takes: object({ login: text, password: text }) }) },
  }),
  findProfiles: realWorld,
  findSingletons: like({ '/settings': { get: operation(ref('Thing')), put: saving(ref('Thing')) } }),
  findLoneLists: like(pathsOf('GET /things')),
  findReadOnly: like({ '/status': { get: operation(ref('Thing')) } }),
  findReferredKeys: like({
    ...pathsOf('GET /teams, GET /teams/{id}, GET /things, GET /things/{id}'),
    '/clubs': { get: operation(listOf(object({ id: integer, slug: text }, ['id', 'slug']))) },
    '/clubs/{slug}': { parameters: [inPath('slug', text)], get: operation(object({ id: integer, slug: text })) },
    '/games': { get: operation(listOf(object({ id: integer, club_id: integer }, ['id', 'club_id']))) },
    '/games/{id}': { get: operation(object({ id: integer, club_id: integer })) },
  }),
  findSearches: like({
    ...pathsOf('GET /plants, GET /plants/{id}', 'Plant'),
    ...pathsOf('GET /teams, GET /teams/{id}', 'Team'),
    '/search': {
      get: operation(fullObject({ plants: listOf(ref('Plant')), teams: listOf(ref('Team')) }), {
        parameters: [inQuery('q')],
      }),
    },
  }),
  bindSoftDeletions: like(
    {
      ...pathsOf('GET /drafts, POST /drafts, GET /drafts/{id}, DELETE /drafts/{id}', 'Draft'),
      '/drafts/{id}/restore': { parameters: [inPath('id')], post: operation(ref('Draft')) },
    },
    { components: { schemas: { Draft: object({ id: integer, name: text, deleted: boolean }, ['id', 'name']) } } },
  ),
  bindListed: like({
    '/shelves/{id}': { get: operation(object({ id: integer, name: text, plantIds: listOf(integer) }, ['id', 'name'])) },
    '/shelves': {
      get: operation(listOf(object({ id: integer, name: text, plantIds: listOf(integer) }, ['id', 'name']))),
    },
    ...pathsOf('GET /plants, GET /plants/{id}, GET /shelves/{id}/plants', 'Plant'),
  }),
  findOtherKeys: like({
    ...users,
    '/users/{login}/notes': { parameters: [inPath('login', text)], get: operation(listOf(ref('Note'))) },
  }),
  withCounts: like({
    '/orders': { get: operation(listOf(object({ id: integer, lineCount: integer }, ['id']))) },
    ...pathsOf('GET /orders/{id}/lines, POST /orders/{id}/lines', 'Note'),
  }),
  withAddresses: like(pathsOf('GET /pages, POST /pages, GET /pages/{id}', 'Address'), {
    components: { schemas: { Address: object({ id: text, title: text, '@id': text }, ['title']) } },
  }),
  withMakers: like({ ...users, ...pathsOf('GET /notes, POST /notes', 'Note') }),
  withCopies: like({
    ...pathsOf('GET /teams, GET /teams/{id}', 'Team'),
    '/matches': {
      get: operation(listOf(ref('Match'))),
      post: operation(ref('Match'), { takes: object({ teamId: integer }) }),
    },
  }),
  withNumbers: like({
    ...pathsOf('GET /notes, GET /notes/{id}', 'Note'),
    '/notes/{id}/lines': {
      get: operation(listOf(object({ id: integer, number: integer }, ['id', 'number']))),
      post: operation(object({ id: integer, number: integer }), { takes: object({ words: text }), status: 201 }),
    },
  }),
  withJoined: like({
    '/repos': { get: operation(listOf(ref('Repo'))), post: operation(ref('Repo'), { takes: object({ name: text }) }) },
  }),
  withLifecycles: like(pathsOf('GET /things')),
  effectsOfBound: like({
    ...pathsOf('GET /orders, GET /orders/{id}', 'Order'),
    '/orders/{id}/like': { post: operation(ref('Order')) },
  }),
  bindRelations: like({
    ...pathsOf('GET /orders, GET /orders/{id}', 'Order'),
    '/favorites': {
      get: operation(listOf(ref('Order'))),
      post: operation(undefined, { takes: object({ order_id: integer }) }),
    },
  }),
  bindFlags: like({
    ...pathsOf('GET /orders, GET /orders/{id}', 'Order'),
    '/orders/{id}/like': { post: operation(ref('Order')) },
  }),
  tokensOfLogins: like({
    ...users,
    '/register': { post: operation(token, { takes: object({ login: text, password: text }), status: 201 }) },
  }),
  choicesOfFields: like({
    '/things': {
      ...collection(ref('Thing')),
      get: operation(listOf(ref('Thing')), { parameters: [inQuery('fields')] }),
    },
  }),
  withLookups: like({
    '/things': {
      ...collection(ref('Thing')),
      get: operation(listOf(ref('Thing')), { parameters: [inQuery('name__iexact')] }),
    },
  }),
  parentsElsewhere: like({
    ...projects,
    ...pathsOf('GET /projects/{projectId}/issues, POST /projects/{projectId}/issues', 'Issue'),
    ...pathsOf('GET /companies/{id}/issues', 'Issue'),
  }),
  withAssignment: like({
    ...pathsOf('GET /teams, GET /teams/{id}', 'Team'),
    '/teams/{id}/members': { get: operation(listOf(ref('Member'))), post: saving(ref('Member')) },
    '/teams/{id}/members/{user_id}': { put: nothing, delete: nothing },
  }),
  namedInBody: like({
    ...pathsOf('GET /projects, GET /projects/{id}', 'Project'),
    ...pathsOf('GET /issues', 'Issue'),
    '/issues': {
      get: operation(listOf(ref('Issue'))),
      post: saving(ref('Issue'), {
        responses: { 200: { description: '' }, 404: { description: 'Project not found' } },
      }),
    },
  }),
  creationsOfMany: like({
    '/guests': {
      get: operation(listOf(ref('Guest'))),
      post: operation(listOf(ref('Guest')), { takes: fullObject({ emails: listOf(text), role: text }, ['emails']) }),
    },
    ...pathsOf('GET /guests/{id}', 'Guest'),
  }),
  listsBeside: like({
    ...pathsOf('GET /plants', 'Plant'),
    '/teams': { get: operation(fullObject({ teams: listOf(ref('Team')), plants: listOf(ref('Plant')) })) },
    ...pathsOf('GET /teams/{id}', 'Team'),
  }),
  mostFirst: like({
    '/packs': {
      get: operation(listOf(ref('Pack')), {
        parameters: [
          inQuery('sort', { type: 'string', enum: ['name', 'downloads'] }, { description: 'Defaults to `downloads`.' }),
        ],
      }),
    },
  }),
  countedFromZero: like({
    '/things': {
      get: operation(ref('Page'), { parameters: [inQuery('page', integer), inQuery('size', integer)] }),
      post: saving(ref('Thing')),
    },
  }),
  otherTypes: like({
    '/things': {
      get: {
        responses: {
          200: {
            description: 'The things.',
            content: {
              'application/json': { schema: listOf(ref('Thing')) },
              'application/ld+json': { schema: fullObject({ member: listOf(ref('Thing')) }) },
            },
          },
        },
      },
      post: saving(ref('Thing')),
    },
  }),
  bindCallers: like({
    ...users,
    '/me': { get: operation(ref('User')) },
    ...pathsOf('GET /users/{id}/things, POST /users/{id}/things, GET /me/things'),
  }),
  bindValues: like(
    {
      ...pathsOf('GET /articles, POST /articles', 'Tagged'),
      '/tags': { get: operation(fullObject({ tags: listOf(text) })) },
    },
    { components: { schemas: { Tagged: fullObject({ id: integer, tags: listOf(text) }) } } },
  ),
  bindAboutItems: like({
    ...pathsOf('GET /things, GET /things/{id}'),
    '/things/{id}/details': { get: operation(object({ x: text, y: text, z: text })) },
  }),
  openEntrances: like({ '/auth/refresh': { post: operation(token) } }, { security: [{ token: [] }] }),
};
