/** Flags of which each caller has a value of their own: in items, filters, lists, feeds and counts. */
import { expect, onTestFinished, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';
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

const Artist = fullObject({ id: integer, name: text, followed: boolean, followers_count: integer });
const Release = fullObject({ id: integer, title: text });

const artists = (set: 'put' | 'post', verb = 'follow', schema: object = Artist) =>
  documentOf(
    'Music',
    {
      '/artists': {
        get: operation(listOf(ref('Artist')), { parameters: [inQuery('followed', boolean)] }),
        post: operation(ref('Artist'), { takes: object({ name: text }), status: 201 }),
      },
      '/artists/{id}': { parameters: [inPath('id')], get: operation(ref('Artist')), delete: operation(undefined) },
      [`/artists/{id}/${verb}`]: {
        parameters: [inPath('id')],
        [set]: operation(ref('Artist')),
        delete: operation(undefined),
      },
      '/artists/{id}/releases': {
        parameters: [inPath('id')],
        get: operation(listOf(ref('Release'))),
        post: operation(ref('Release'), { takes: object({ title: text }), status: 201 }),
      },
      '/me/following': { get: operation(listOf(ref('Artist'))) },
      '/me/releases': { get: { ...operation(listOf(ref('Release'))), summary: 'Releases of artists that you follow' } },
    },
    { Artist: schema, Release },
    { security: [{ token: [] }] },
  );

const things = (name: string, verb: string, flag: string, description: string) =>
  documentOf(
    'Things',
    {
      [`/${name}`]: {
        get: operation(listOf(ref('Thing'))),
        post: operation(ref('Thing'), { takes: object({ name: text }), status: 201 }),
      },
      [`/${name}/{id}`]: { get: operation(ref('Thing')) },
      [`/${name}/{id}/${verb}`]: { put: operation(ref('Thing'), { description }) },
    },
    { Thing: fullObject({ id: integer, name: text, [flag]: boolean }) },
    { security: [{ token: [] }] },
  );

const serve = async (document: ReturnType<typeof artists>) => {
  const components = {
    ...(document.components as object),
    securitySchemes: { token: { type: 'http', scheme: 'bearer' }, basic: { type: 'http', scheme: 'basic' } },
  };
  const vivarium = await createVivarium({ document: { ...document, components }, scenario: {} });
  onTestFinished(() => vivarium.close());
  const worldOf = (name: string) => {
    const world = vivarium.world(name);
    const as = (caller: string) => async (method: string, path: string, body?: object) => {
      const response = await world.fetch(path, {
        method,
        headers: { authorization: `Bearer ${caller}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      const sent = await response.text();
      return sent === '' ? response.status : JSON.parse(sent);
    };
    return { world, ann: as('ann'), bob: as('bob') };
  };
  return { vivarium, worldOf, ...worldOf('test') };
};

const namesOf = (items: readonly { name?: string; title?: string }[]) => items.map(({ name, title }) => name ?? title);

test.each(['put', 'post'] as const)('each caller follows alone, by %s', async (method) => {
  const { ann, bob } = await serve(artists(method));
  const { id } = await ann('POST', '/artists', { name: 'Ada' });
  expect(await ann(method.toUpperCase(), `/artists/${id}/follow`)).toMatchObject({
    followed: true,
    followers_count: 1,
  });
  expect(await ann('GET', `/artists/${id}`)).toMatchObject({ followed: true });
  expect(await bob('GET', `/artists/${id}`)).toMatchObject({ followed: false, followers_count: 1 });
  for (const _ of [1, 2])
    expect(await bob(method.toUpperCase(), `/artists/${id}/follow`)).toMatchObject({
      followed: true,
      followers_count: 2,
    });
  await ann('DELETE', `/artists/${id}/follow`);
  expect(await ann('GET', `/artists/${id}`)).toMatchObject({ followed: false, followers_count: 1 });
  expect(await bob('GET', `/artists/${id}`)).toMatchObject({ followed: true, followers_count: 1 });
});

test('filters, lists of the caller and feeds show what this caller follows', async () => {
  const { ann, bob } = await serve(artists('put'));
  for (const name of ['Ada', 'Bix']) {
    const { id } = await ann('POST', '/artists', { name });
    await ann('POST', `/artists/${id}/releases`, { title: `${name} one` });
  }
  await ann('PUT', '/artists/1/follow');
  await bob('PUT', '/artists/2/follow');
  for (const path of ['/artists?followed=true', '/me/following']) {
    expect(namesOf(await ann('GET', path))).toEqual(['Ada']);
    expect(namesOf(await bob('GET', path))).toEqual(['Bix']);
  }
  expect(namesOf(await ann('GET', '/me/releases'))).toEqual(['Ada one']);
  expect(namesOf(await bob('GET', '/me/releases'))).toEqual(['Bix one']);
});

test('what is placed holds for all, until a caller says otherwise', async () => {
  const { world, ann, bob } = await serve(artists('put'));
  world.collection('artists').put({ id: 4, name: 'Ada', followed: true, followers_count: 3 });
  await ann('DELETE', '/artists/4/follow');
  expect(await ann('GET', '/artists/4')).toMatchObject({ followed: false, followers_count: 2 });
  expect(await bob('GET', '/artists/4')).toMatchObject({ followed: true });
});

test('a saved world and a world from it know who follows, and show no credential', async () => {
  const { worldOf, world, ann } = await serve(artists('put'));
  await ann('POST', '/artists', { name: 'Ada' });
  expect(world.save().resume).not.toHaveProperty('flags');
  await ann('PUT', '/artists/1/follow');
  const saved = world.save();
  expect(JSON.stringify(saved)).not.toContain('ann');
  const other = worldOf('other');
  other.world.start({ inline: saved });
  expect(await other.ann('GET', '/artists/1')).toMatchObject({ followed: true });
  expect(await other.bob('GET', '/artists/1')).toMatchObject({ followed: false });
  world.reset();
  expect(world.save().resume).not.toHaveProperty('flags');
});

test('nobody follows an item that replaces a deleted one', async () => {
  const { world, ann } = await serve(artists('put'));
  await ann('POST', '/artists', { name: 'Ada' });
  await ann('PUT', '/artists/1/follow');
  await ann('DELETE', '/artists/1');
  expect(await ann('GET', '/me/following')).toEqual([]);
  world.collection('artists').put({ id: 1, name: 'Bix', followed: false, followers_count: 0 });
  expect(await ann('GET', '/artists/1')).toMatchObject({ followed: false });
});

test('nobody follows an item that the control API has deleted or replaced', async () => {
  const { world, ann } = await serve(artists('put'));
  await ann('POST', '/artists', { name: 'Ada' });
  const place = () => world.collection('artists').put({ id: 1, name: 'Bix', followed: false, followers_count: 0 });
  for (const forget of [
    () => world.collection('artists').delete(1),
    () => world.collection('artists').replace([{ id: 2, name: 'Cyd', followed: false, followers_count: 0 }]),
  ]) {
    await ann('PUT', '/artists/1/follow');
    expect(await ann('GET', '/artists/1')).toMatchObject({ followed: true });
    forget();
    place();
    expect(await ann('GET', '/artists/1')).toMatchObject({ followed: false });
  }
});

test('a caller is the same one with each password', async () => {
  const document = artists('put');
  const { world, ann } = await serve({ ...document, security: [{ token: [] }, { basic: [] }] });
  await ann('POST', '/artists', { name: 'Ada' });
  const isFollowed = async (user: string, method: string, path: string): Promise<boolean> => {
    const response = await world.fetch(path, { method, headers: { authorization: `Basic ${btoa(user)}` } });
    return ((await response.json()) as { followed: boolean }).followed;
  };
  await isFollowed('ann:one', 'PUT', '/artists/1/follow');
  expect(await isFollowed('ann:two', 'GET', '/artists/1')).toBe(true);
  expect(await isFollowed('bob:one', 'GET', '/artists/1')).toBe(false);
});

test.each([
  ['artists', 'block', 'blocked', ''],
  ['users', 'block', 'blocked', 'Blocks a user (administrators only).'],
  ['users', 'block', 'blocked', 'A blocked user can no longer log in.'],
  ['monitors', 'mute', 'muted', ''],
  ['participants', 'mute', 'muted', 'Mutes a participant of the call.'],
  ['contacts', 'subscribe', 'subscribed', 'Subscribes a contact to the newsletter.'],
])('%s have one value for all of what %s sets: %s %s', async (name, verb, flag, description) => {
  const { ann, bob } = await serve(things(name, verb, flag, description));
  await ann('POST', `/${name}`, { name: 'Ada' });
  await ann('PUT', `/${name}/1/${verb}`);
  expect(await bob('GET', `/${name}/1`)).toMatchObject({ [flag]: true });
});

test.each([
  ['users', 'block', 'blocked', 'Blocks a user for the caller, who has to be logged in.'],
  ['users', 'mute', 'muted', ''],
  ['conversations', 'mute', 'is_muted', ''],
  ['channels', 'subscribe', 'subscribed', ''],
])('%s have a value for each caller of what %s sets: %s', async (name, verb, flag, description) => {
  const { ann, bob } = await serve(things(name, verb, flag, description));
  await ann('POST', `/${name}`, { name: 'Ada' });
  await ann('PUT', `/${name}/1/${verb}`);
  expect(await ann('GET', `/${name}/1`)).toMatchObject({ [flag]: true });
  expect(await bob('GET', `/${name}/1`)).toMatchObject({ [flag]: false });
});

test('what is created at the path of a list of the caller is in it', async () => {
  const Entry = fullObject({ id: integer, title: text, watched: boolean });
  const paths = {
    '/me/watchlist': {
      get: operation(listOf(ref('Entry'))),
      post: operation(ref('Entry'), { takes: object({ title: text }), status: 201 }),
    },
    '/me/watchlist/{id}': { patch: operation(ref('Entry'), { takes: object({ watched: boolean }) }) },
  };
  const { ann } = await serve(documentOf('Films', paths, { Entry }, { security: [{ token: [] }] }));
  await ann('POST', '/me/watchlist', { title: 'Metropolis' });
  expect(await ann('GET', '/me/watchlist')).toMatchObject([{ title: 'Metropolis', watched: false }]);
});

test('an operation that only confirms is of its caller, too', async () => {
  const document = artists('put');
  const path = (document.paths as Record<string, Record<string, object>>)['/artists/{id}/follow'];
  Object.assign(path as object, { put: operation(fullObject({ ok: boolean })) });
  const { ann, bob } = await serve(document);
  const { id } = await ann('POST', '/artists', { name: 'Ada' });
  expect(await ann('PUT', `/artists/${id}/follow`)).toEqual({ ok: true });
  expect(await ann('GET', `/artists/${id}`)).toMatchObject({ followed: true });
  expect(await bob('GET', `/artists/${id}`)).toMatchObject({ followed: false });
});

test('who renames what they follow goes on following it, and nobody else does', async () => {
  const Board = fullObject({ slug: text, title: text, starred: boolean });
  const one = [inPath('slug', text)];
  const { ann, bob } = await serve(
    documentOf(
      'Boards',
      {
        '/boards': {
          get: operation(listOf(ref('Board'))),
          post: operation(ref('Board'), { takes: object({ slug: text, title: text }), status: 201 }),
        },
        '/boards/{slug}': {
          parameters: one,
          get: operation(ref('Board')),
          patch: operation(ref('Board'), { takes: object({ slug: text, title: text }) }),
        },
        '/boards/{slug}/star': { parameters: one, put: operation(ref('Board')), delete: operation(undefined) },
      },
      { Board },
      { security: [{ token: [] }] },
    ),
  );
  await ann('POST', '/boards', { slug: 'a', title: 'A' });
  await ann('PUT', '/boards/a/star');
  await ann('PATCH', '/boards/a', { slug: 'b' });
  expect(await ann('GET', '/boards/b')).toMatchObject({ slug: 'b', starred: true });
  expect(await bob('GET', '/boards/b')).toMatchObject({ slug: 'b', starred: false });
});
