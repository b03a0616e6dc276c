/** What a path reaches: parents that no collection holds, alternatives to ids, ids of our own. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { valuesOf } from '../../../src/core/primitives/sorted-map.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { Item } from '../../../src/core/state/collection.ts';
import { defaultDocument } from '../../../src/scenario/data/default-scenario.ts';
import { integer, jsonBody, listOf, object, operation, ref, text } from '../../short-document.ts';
import { collectionOf, documentOf, readyService, requestOf, stateOf, take } from '../helpers.ts';

const Issue = object({ id: integer, title: text, owner: text }, ['id', 'title', 'owner']);
const Note = object({ id: integer, body: text }, ['id', 'body']);
const Team = object({ id: integer, name: text, slug: text }, ['id', 'name']);
const Member = object({ id: integer, name: text, teamId: integer }, ['id', 'name', 'teamId']);
const Card = object({ title: text }, ['title']);
const Level = object({ id: { type: 'string', enum: ['low', 'mid', 'high'] }, label: text }, ['id', 'label']);

type Operations = Readonly<Record<string, object>>;

type Data = Readonly<Record<string, readonly JsonObject[]>>;

const load = async (paths: Readonly<Record<string, Operations>>, schema: object = text, data?: Data) => {
  const declared = Object.entries(paths).map(([path, operations]) => {
    const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name);
    return [path, { parameters: names.map((name) => ({ name, in: 'path', required: true, schema })), ...operations }];
  });
  const schemas = { Issue, Note, Team, Member, Card, Level };
  const document = documentOf(Object.fromEntries(declared), { components: { schemas } } as JsonObject);
  return openWorld(await readyService(document), data);
};

const openWorld = (service: Service, data?: Data) => {
  const state = stateOf(service, data === undefined ? defaultDocument(service) : { data });
  const send = (method: string, target: string, body?: Json) =>
    take(service, state, requestOf(method, target, body === undefined ? {} : { body }));
  return Object.assign(send, { state });
};

const manyOf = (name: string, takes: object): Operations => ({
  get: operation(listOf(ref(name))),
  post: operation(ref(name), { status: 201, takes }),
});
const oneOf = (name: string, takes: object): Operations => ({
  get: operation(ref(name)),
  patch: operation(ref(name), { takes }),
  delete: operation(undefined),
});

/** The paths of a list and of its items. */
const crud = (path: string, item: string, name: string, takes: object): Readonly<Record<string, Operations>> => ({
  [path]: manyOf(name, takes),
  [`${path}/${item}`]: oneOf(name, takes),
});

describe('items at a path without their parents', () => {
  const notes = manyOf('Note', object({ body: text }));
  const note = oneOf('Note', object({ body: text }));

  test('are found below any parent, changed and deleted there', async () => {
    const teams = crud('/teams', '{id}', 'Team', object({ name: text }));
    const data = { teams: [{ id: 1 }, { id: 2 }], notes: [{ $parent: { id: 1 }, id: 5, body: 'x' }] };
    const send = await load({ ...teams, '/teams/{id}/notes': notes, '/notes/{noteId}': note }, integer, data);
    expect(send('POST', '/teams/2/notes', { body: 'y' }).body).toEqual({ id: 6, body: 'y' });
    expect(send('GET', '/notes/5').body).toEqual({ id: 5, body: 'x' });
    expect(send('PATCH', '/notes/6', { body: 'z' }).body).toEqual({ id: 6, body: 'z' });
    expect(send('GET', '/teams/2/notes').body).toEqual([{ id: 6, body: 'z' }]);
    expect(send('DELETE', '/notes/6').status).toBe(204);
    expect(send('GET', '/teams/2/notes').body).toEqual([]);
    const gone = send('GET', '/notes/6');
    expect([gone.status, gone.exchange.steps.at(-1)]).toMatchObject([404, { message: 'There is no item 6 in notes.' }]);
    const long = send('GET', `/notes/${'6'.repeat(300)}`);
    expect(long.status).toBe(404);
    expect(JSON.stringify([long.body, long.exchange.steps]).length).toBeLessThan(2000);
  });

  test('are found only below the parents that the path has', async () => {
    const paths = { '/repos/{owner}/{repo}/issues/{issue}/notes': notes, '/repos/{owner}/{repo}/notes/{noteId}': note };
    const below = { $parent: { owner: 'o', repo: 'r', issue: '1' }, id: 5, body: 'x' };
    const send = await load(paths, text, { notes: [below, { id: 6, body: 'everywhere' }] });
    expect(send('GET', '/repos/o/r/notes/5').body).toEqual({ id: 5, body: 'x' });
    expect(send('GET', '/repos/o/other/notes/5').status).toBe(404);
    expect(send('GET', '/repos/a/b/notes/6').body).toEqual({ id: 6, body: 'everywhere' });
  });

  test('are where the Location of a created one leads', async () => {
    const created = { description: '', headers: { Location: { schema: text } }, content: jsonBody(ref('Note')) };
    const post = { ...notes.post, responses: { 201: created } };
    const paths = { '/teams/{id}/notes': { ...notes, post }, '/notes/{noteId}': note };
    const send = await load(paths, integer, { notes: [] });
    expect(send('POST', '/teams/3/notes', { body: 'y' }).header('Location')).toBe('/notes/1');
  });
});

describe('items with their id in their metadata', () => {
  const Pod = object({ kind: text, metadata: object({ name: text, labels: object({}) }) });
  const open = (data?: Data) =>
    load(
      {
        '/pods': { get: operation(listOf(Pod)), post: operation(Pod, { takes: Pod, status: 201 }) },
        '/pods/{name}': { get: operation(Pod), patch: operation(Pod, { takes: Pod }), delete: operation(undefined) },
        ...crud('/pods/{name}/notes', '{note}', 'Note', object({ body: text })),
      },
      text,
      data,
    );

  test('are found, changed and deleted by it, and are parents', async () => {
    const send = await open({ pods: [] });
    expect(send('POST', '/pods', { metadata: { name: 'web' } }).body).toEqual({ metadata: { name: 'web' } });
    expect(send('GET', '/pods/web').body).toEqual({ metadata: { name: 'web' } });
    expect(send('PATCH', '/pods/web', { kind: 'x' }).body).toEqual({ kind: 'x', metadata: { name: 'web' } });
    expect(send('POST', '/pods/web/notes', { body: 'y' }).status).toBe(201);
    expect(send('DELETE', '/pods/web').status).toBe(204);
    expect(send('GET', '/pods/web').status).toBe(404);
  });

  test('have one, generated or created without', async () => {
    const send = await open();
    const pods = send('GET', '/pods').body as readonly { readonly metadata: { readonly name: string } }[];
    expect(pods.length).toBeGreaterThan(0);
    for (const { metadata } of pods)
      expect(send('GET', `/pods/${encodeURIComponent(metadata.name)}`).body).toMatchObject({ metadata });
    const { metadata } = send('POST', '/pods', { kind: 'x' }).body as { readonly metadata: JsonObject };
    expect(metadata.name).toBeTypeOf('string');
  });
});

describe('items whose parents are in no collection', () => {
  const issues = '/repos/{owner}/{repo}/issues';
  const open = (data?: Data) =>
    load(
      {
        ...crud(issues, '{id}', 'Issue', object({ title: text })),
        ...crud(`${issues}/{id}/notes`, '{note}', 'Note', object({ body: text })),
      },
      text,
      data,
    );

  test('are present under every parent, with the parent of the path', async () => {
    const send = await open();
    for (const repo of ['ann/a', 'ben/*']) {
      const [owner] = repo.split('/');
      const list = send('GET', `/repos/${repo}/issues`).body as readonly JsonObject[];
      expect(list.map((issue) => issue.owner)).toEqual([owner, owner, owner]);
      expect(send('GET', `/repos/${repo}/issues/2`).body).toEqual(list[1]);
    }
  });

  test('keep their own parent where the schema rejects that of the path', async () => {
    const send = await load(crud('/teams/{teamId}/members', '{id}', 'Member', object({ name: text })));
    const list = send('GET', '/teams/one/members').body as readonly JsonObject[];
    expect(list).toHaveLength(3);
    for (const { teamId } of list) expect(teamId).toEqual(expect.any(Number));
    expect(send('GET', '/teams/7/members').body).toMatchObject(list.map(({ id }) => ({ id, teamId: 7 })));
  });

  test('are changed and deleted for every parent', async () => {
    const send = await open();
    const changed = send('PATCH', '/repos/ann/a/issues/2', { title: 'new' });
    expect(changed.body).toEqual({ id: 2, title: 'new', owner: 'ann' });
    expect(send('GET', '/repos/ben/b/issues/2').body).toEqual({ id: 2, title: 'new', owner: 'ben' });
    expect(send('DELETE', '/repos/ben/b/issues/2').status).toBe(204);
    expect(send('GET', '/repos/ann/a/issues/2').status).toBe(404);
    expect(send('GET', '/repos/ann/a/issues').body).toHaveLength(2);
  });

  test('that a client creates are only under its own parent', async () => {
    const send = await open();
    expect(send('POST', '/repos/ann/a/issues', { title: 'mine' }).body).toEqual({ id: 4, title: 'mine', owner: 'ann' });
    // In the order of their creation, also those of another parent.
    expect(send('GET', '/repos/ann/a/issues').body).toMatchObject([{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]);
    expect(send('GET', '/repos/ann/a/issues/4').status).toBe(200);
    expect(send('GET', '/repos/ben/a/issues/4').status).toBe(404);
    expect(send('GET', '/repos/ben/a/issues').body).toHaveLength(3);
  });

  test('have the items below them', async () => {
    const send = await open();
    expect(send('GET', '/repos/ann/a/issues/2/notes').body).toHaveLength(3);
    const { body } = send('POST', '/repos/ann/a/issues/2/notes', { body: 'x' });
    const { id } = body as { id: number };
    expect(send('GET', `/repos/ben/b/issues/2/notes/${id}`).body).toEqual(body);
    expect(send('DELETE', '/repos/ann/a/issues/2').status).toBe(204);
    expect(send('GET', `/repos/ben/b/issues/2/notes/${id}`).status).toBe(404);
    send('POST', '/repos/ann/a/issues', { title: 'mine' });
    expect(send('GET', '/repos/ann/a/issues/4/notes').body).toEqual([]);
  });

  test('may have items that are only below one parent', async () => {
    const note = { $parent: { owner: 'ann', repo: 'a', id: 2 }, id: 1, body: 'x' };
    const send = await open({ issues: [{ id: 2, title: 'all' }], notes: [note] });
    expect(send('GET', '/repos/ann/a/issues/2/notes').body).toEqual([{ id: 1, body: 'x' }]);
    expect(send('GET', '/repos/ben/b/issues/2/notes').body).toEqual([]);
  });

  test('keep their ids from new items, if there is none above the highest', async () => {
    const own = { $parent: { owner: 'ann', repo: 'a' }, id: Number.MAX_SAFE_INTEGER, title: 'last' };
    const send = await open({ issues: [{ id: 1, title: 'all' }, { id: 2, title: 'all' }, own] });
    expect(send('POST', '/repos/ann/a/issues', { title: 'mine' }).body).toMatchObject({ id: 3 });
  });
});

test('an item has the id of its parent, whatever the path has', async () => {
  const send = await load({
    ...crud('/teams', '{team_id_or_slug}', 'Team', object({ name: text, slug: text })),
    ...crud('/teams/{team_id_or_slug}/members', '{id}', 'Member', object({ name: text })),
  });
  const { id } = send('POST', '/teams', { name: 'Red', slug: 'red' }).body as JsonObject;
  expect(send('POST', '/teams/red/members', { name: 'x' }).body).toMatchObject({ teamId: id });
});

test('a path with an id or another property finds the item by both, and the items below it', async () => {
  const send = await load({
    ...crud('/teams', '{team_id_or_slug}', 'Team', object({ name: text, slug: text })),
    ...crud('/teams/{team_id_or_slug}/notes', '{id}', 'Note', object({ body: text })),
  });
  const { body: team } = send('POST', '/teams', { name: 'Red', slug: 'red' });
  expect(send('GET', '/teams/red').body).toEqual(team);
  expect(send('GET', '/teams/6').body).toEqual(team);
  const { body: first } = send('POST', '/teams/red/notes', { body: 'x' });
  expect(send('GET', '/teams/6/notes').body).toEqual([first]);
  expect(send('PATCH', '/teams/red', { slug: 'blue' }).status).toBe(200);
  expect(send('GET', '/teams/red').status).toBe(404);
  expect(send('DELETE', '/teams/blue').status).toBe(204);
  expect(send('GET', '/teams/6').status).toBe(404);
});

test.each([
  ['a number', integer, /^6$/],
  ['a text that the path accepts', { type: 'string', pattern: '^[a-f]{4}$' }, /^[a-f]{4}$/],
])('an item without an id has a key of its own: %s', async (_name, schema, expected) => {
  const send = await load(crud('/cards', '{card}', 'Card', object({ title: text })), schema);
  expect(send('POST', '/cards', { title: 'mine' }).status).toBe(201);
  expect(send('GET', '/cards').body).toHaveLength(6);
  const { key } = [...valuesOf(collectionOf(send.state, 'cards').items)].at(-1) as Item;
  expect(key).toMatch(expected);
  expect(send('GET', `/cards/${key}`).body).toEqual({ title: 'mine' });
  expect(send('DELETE', `/cards/${key}`).status).toBe(204);
  expect(send('GET', `/cards/${key}`).status).toBe(404);
});

test('one of the ids that the document lists is free; if all are in use, a creation is a conflict', async () => {
  const send = await load(crud('/levels', '{id}', 'Level', object({ label: text })));
  expect(send('GET', '/levels').body).toMatchObject([{ id: 'low' }, { id: 'mid' }]);
  expect(send('POST', '/levels', { label: 'x' }).body).toEqual({ id: 'high', label: 'x' });
  const detail = 'All ids that the document allows for levels are in use.';
  expect(send('POST', '/levels', { label: 'y' })).toMatchObject({ status: 409, body: { detail } });
  expect(send('DELETE', '/levels/mid').status).toBe(204);
  expect(send('POST', '/levels', { label: 'y' }).body).toEqual({ id: 'mid', label: 'y' });
});

test('another property than the id finds the item only below the parents in the path', async () => {
  const send = await load({
    ...crud('/cards', '{card}', 'Card', object({ title: text })),
    ...crud('/cards/{card}/teams', '{team_id_or_slug}', 'Team', object({ name: text, slug: text })),
  });
  const { body: first } = send('POST', '/cards/1/teams', { name: 'Red', slug: 'red' });
  expect(send('GET', '/cards/1/teams/red').body).toEqual(first);
  expect(send('GET', '/cards/2/teams/red').status).toBe(404);
});

test('an action at a flat path whose items have a key of our own finds none, and does not fail', async () => {
  const send = await load({
    '/spaces/{spaceId}/cards': { get: operation(listOf(ref('Card'))), post: operation(ref('Card'), { takes: Card }) },
    '/spaces/{spaceId}/cards/{cardId}': { get: operation(ref('Card')), put: operation(ref('Card'), { takes: Card }) },
    '/spaces/cards/{cardId}/pin': { put: operation(undefined) },
  });
  expect(send('PUT', '/spaces/cards/one/pin').status).toBe(404);
});
