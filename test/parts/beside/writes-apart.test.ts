/** Writes that only confirm act: what they set, add, remove and answer is seen where it is read. */
import { expect, test } from 'vitest';
import { servePaths } from '../../openapi/resources/served.ts';
import { saving } from '../../openapi/resources/small.ts';
import { boolean, inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const Shop = object({ id: integer, name: text }, ['id', 'name']);
const Person = object({ id: integer, login: text, phone: text }, ['id', 'login']);
const Keeper = object({ id: integer, login: text, role: text, phone: text }, ['id', 'login', 'role']);
const Offer = object({ id: integer, shop: text, retired: boolean }, ['id', 'retired']);
const Key = object({ id: integer, label: text, created_at: text }, ['id', 'label']);
const Invitation = object({ shop_id: integer, shop_name: text, inviter_id: integer }, ['shop_id', 'shop_name']);
const schemas = { Shop, Person, Keeper, Offer, Key, Invitation };
const ok = object({ ok: { ...boolean, example: true } }, ['ok']);
const confirmed = operation(ok);
const sending = (takes: object) => operation(ok, { takes });
const named = (name: string, schema: object) => object({ [name]: schema }, [name]);

const paths = {
  '/shops': {
    get: operation(listOf(ref('Shop')), { parameters: [inQuery('watching')] }),
    post: saving(ref('Shop'), { status: 201 }),
  },
  '/shops/{id}': { get: operation(ref('Shop')) },
  '/shops/{id}/watch': { put: confirmed, delete: confirmed },
  '/shops/{id}/watching': { get: operation(object({ watching: boolean }, ['watching'])) },
  '/shops/{id}/subscription': {
    get: operation(object({ subscribed: boolean }, ['subscribed'])),
    put: confirmed,
    delete: confirmed,
  },
  '/shops/{id}/keepers': {
    get: operation(named('people', listOf(ref('Keeper')))),
    put: sending(object({ keepers: listOf(text) }, ['keepers'])),
    delete: sending(object({ keepers: listOf(text) }, ['keepers'])),
  },
  '/shops/{id}/members': {
    get: operation(named('people', listOf(ref('Person')))),
    put: sending(object({ logins: listOf(text) }, ['logins'])),
  },
  '/shops/{id}/members/{login}': { parameters: [inPath('login', text)], delete: confirmed },
  '/people': { get: operation(listOf(ref('Person'))) },
  '/people/{login}': { parameters: [inPath('login', text)], get: operation(ref('Person')) },
  '/offers': { get: operation(listOf(ref('Offer'))) },
  '/offers/{id}': { get: operation(ref('Offer')) },
  '/offers/{id}/retire': { delete: { ...confirmed, summary: 'Retire an offer.' } },
  '/offers/{id}/unretire': { put: confirmed },
  '/keys': {
    get: operation(named('keys', listOf(ref('Key')))),
    put: operation(named('key', { allOf: [ref('Key'), object({ secret: text }, ['secret'])] }), {
      takes: named('key', object({ label: text }, ['label'])),
    }),
  },
  '/keys/{id}': { get: operation(named('key', ref('Key'))), delete: operation(object({})) },
  '/invitations': { get: operation(named('invitations', listOf(ref('Invitation')))) },
  '/invitations/{shop_id}': {
    put: operation(named('invitation', object({ shop_id: integer, accepted: boolean }, ['shop_id', 'accepted'])), {
      takes: named('invitation', object({ shop_id: integer, accepted: boolean }, ['accepted'])),
    }),
  },
  '/join-requests': { get: operation(listOf(object({ id: integer, person: text, note: text }, ['id']))) },
  '/join-requests/{id}/decline': { post: operation(undefined, { status: 204 }) },
};

const data = {
  shops: [
    { id: 1, name: 'A' },
    { id: 2, name: 'B' },
  ],
  people: [
    { id: 7, login: 'ann', phone: '123' },
    { id: 8, login: 'bob', phone: '456' },
  ],
  keepers: [{ $parent: { id: 1 }, id: 7, login: 'ann', role: 'x' }],
  offers: [{ id: 1, shop: 'A', retired: false }],
  keys: [],
  invitations: [{ shop_id: 3, shop_name: 'C', inviter_id: 7 }],
  'join-requests': [{ id: 4, person: 'D' }],
};

const serve = () => servePaths(paths, schemas, { data });

test('a flag that a path shows is set and reset by those beside it, and selects', async () => {
  const { get, send, violations } = await serve();
  const watching = async () => (await get('/shops/1/watching')).body;
  expect(await watching()).toEqual({ watching: false });
  expect((await send('PUT', '/shops/1/watch')).body).toEqual({ ok: true });
  expect(await watching()).toEqual({ watching: true });
  expect((await get('/shops/2/watching')).body).toEqual({ watching: false });
  expect((await get('/shops?watching=1')).body).toEqual([{ id: 1, name: 'A' }]);
  expect((await get('/shops?watching=0')).body).toHaveLength(2);
  expect(violations()).toEqual([]);
  await send('DELETE', '/shops/1/watch');
  expect(await watching()).toEqual({ watching: false });
  expect((await get('/shops/9/watching')).status).toBe(404);
});

test('a flag is set and reset at the path that shows it', async () => {
  const { get, send } = await serve();
  await send('PUT', '/shops/1/subscription');
  expect((await get('/shops/1/subscription')).body).toEqual({ subscribed: true });
  await send('DELETE', '/shops/1/subscription');
  expect((await get('/shops/1/subscription')).body).toEqual({ subscribed: false });
});

test('those whose names are sent are added, as they are known, and removed', async () => {
  const { get, send } = await serve();
  const keepers = async () => (await get('/shops/1/keepers')).body.people;
  expect((await send('PUT', '/shops/1/keepers', { keepers: ['bob'] })).body).toEqual({ ok: true });
  expect(await keepers()).toMatchObject([{ login: 'ann' }, { id: 8, login: 'bob', phone: '456' }]);
  await send('DELETE', '/shops/1/keepers', { keepers: ['ann'] });
  expect(await keepers()).toMatchObject([{ login: 'bob' }]);
});

test('those whose names are sent are added where they are removed one by one', async () => {
  const { get, send } = await serve();
  const members = async () => (await get('/shops/1/members')).body.people;
  expect((await send('PUT', '/shops/1/members', { logins: ['bob', 'ann'] })).body).toEqual({ ok: true });
  expect(await members()).toMatchObject([{ id: 8, login: 'bob' }, { login: 'ann' }]);
  await send('DELETE', '/shops/1/members/bob');
  expect(await members()).toMatchObject([{ login: 'ann' }]);
});

test('a DELETE that says that it does what its path says sets the flag', async () => {
  const { get, send } = await serve();
  const isRetired = async () => (await get('/offers/1')).body.retired;
  await send('DELETE', '/offers/1/retire');
  expect(await isRetired()).toBe(true);
  await send('PUT', '/offers/1/unretire');
  expect(await isRetired()).toBe(false);
});

test('a PUT at the path of a list that returns a new item creates it', async () => {
  const { get, send } = await serve();
  const { key } = (await send('PUT', '/keys', { key: { label: 'mine' } })).body;
  expect(key).toMatchObject({ label: 'mine', secret: expect.any(String) });
  expect((await get('/keys')).body.keys).toMatchObject([{ id: key.id, label: 'mine' }]);
  expect((await get(`/keys/${key.id}`)).status).toBe(200);
});

test.each([true, false])('an invitation that is answered with %s is no longer there', async (accepted) => {
  const { get, send } = await serve();
  const answer = () => send('PUT', '/invitations/3', { invitation: { shop_id: 3, accepted } });
  expect(await answer()).toMatchObject({ status: 200, body: { invitation: { shop_id: 3, accepted } } });
  expect((await get('/invitations')).body).toEqual({ invitations: [] });
  expect((await answer()).status).toBe(404);
});

test('a request to join without a state is removed where it is declined', async () => {
  const { get, send } = await serve();
  expect((await send('POST', '/join-requests/4/decline')).status).toBe(204);
  expect((await get('/join-requests')).body).toEqual([]);
});
