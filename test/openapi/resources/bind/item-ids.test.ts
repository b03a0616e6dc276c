/** The ids of the items of a collection. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../../src/core/primitives/json.ts';
import type { CollectionSpec } from '../../../../src/core/service/collection-facts.ts';
import type { Service } from '../../../../src/core/service/service.ts';
import { inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { servePaths } from '../served.ts';
import { collection, nothing, saving, serviceFor, things } from '../small.ts';

const uuid = { type: 'string', format: 'uuid' };
const code = (pattern: string) => ({ type: 'string', pattern });

interface Shape {
  readonly id: object;
  /** The schema of the path parameter. */
  readonly path: object;
  /** Further operations on the item, before the one that reads it. */
  readonly first?: Readonly<Record<string, object>>;
  /** What the list shows of an item. */
  readonly listed?: object;
}

const serviceWith = ({ id, path, first = {}, listed = ref('Item') }: Shape): Service => {
  const get = operation(ref('Item'), { parameters: [inQuery('id', integer), inPath('id', path)] });
  const list = { get: operation(listOf(listed)), post: saving(ref('Item')) };
  return serviceFor({ '/things': list, '/things/{id}': { ...first, get } }, { Item: object({ id, name: text }) });
};

const collectionWith = (shape: Shape): CollectionSpec => serviceWith(shape).collections.get('things') as CollectionSpec;

describe('an id is accepted', () => {
  test('if the item and the path accept it', () => {
    const { acceptsId } = collectionWith({ id: { ...text, maxLength: 3 }, path: code('^[a-z]+$') });
    expect(acceptsId('abc')).toBe(true);
    expect(acceptsId('abcd')).toBe(false);
    expect(acceptsId('AB')).toBe(false);
  });

  test.each([
    ['an integer', integer, integer],
    ['a text of an integer', text, integer],
    ['an integer in a text of the path', integer, text],
  ])('if it is %s', (_name, id, path) => {
    const { acceptsId } = collectionWith({ id, path });
    expect(acceptsId('type' in id && id.type === 'integer' ? 7 : '7')).toBe(true);
    expect(acceptsId(true)).toBe(false);
  });

  test('by the path: an integer within its bounds', () => {
    const { acceptsId } = collectionWith({ id: integer, path: { ...integer, maximum: 9 } });
    expect(acceptsId(9)).toBe(true);
    expect(acceptsId(10)).toBe(false);
    expect(acceptsId(9007199254740993n)).toBe(false);
  });

  test('if responses of the same type accept it too', () => {
    const listed = object({ id: { ...text, maxLength: 2 }, name: text });
    const alike = collectionWith({ id: text, path: text, listed });
    expect(alike.acceptsId('ab')).toBe(true);
    expect(alike.acceptsId('abc')).toBe(false);
  });

  test('whatever responses of another type accept', () => {
    const other = collectionWith({ id: text, path: text, listed: object({ id: integer, name: text }) });
    expect(other.acceptsId('abc')).toBe(true);
    const listed = object({ id: { type: ['string', 'null'], maxLength: 2 } });
    const wider = collectionWith({ id: text, path: text, listed });
    expect(wider.acceptsId('abc')).toBe(true);
  });

  test('whatever a deletion shows', () => {
    const shown = object({ id: { ...text, maxLength: 2 }, name: text });
    const remove = operation(shown, { parameters: [inPath('id', text)] });
    expect(collectionWith({ id: text, path: text, first: { delete: remove } }).acceptsId('abc')).toBe(true);
  });

  test('in a collection without ids', () => {
    const list = operation(listOf(object({ label: text })), { parameters: [inQuery('page', integer)] });
    const service = serviceFor({ '/rows': { get: list } });
    expect(service.collections.get('rows')).toMatchObject({ idProperty: undefined });
    expect((service.collections.get('rows') as CollectionSpec).acceptsId('x')).toBe(true);
  });
});

test('without a property that is the id, the path decides which keys are accepted, and generates them', () => {
  const Row = object({ label: text, note: text });
  const get = operation(Row, { parameters: [inPath('id', code('^r[0-9]$'))] });
  const service = serviceFor({ '/rows': collection(Row), '/rows/{id}': { get, delete: nothing } });
  const rows = service.collections.get('rows') as CollectionSpec;
  expect([rows.idProperty, rows.acceptsId('r1'), rows.acceptsId('x')]).toEqual([undefined, true, false]);
  expect(rows.generateId).toBeTypeOf('function');
  expect(collectionWith({ id: text, path: text }).generateId).toBeUndefined();
});

test('the values of ids are those that the item lists, else those that the path lists', () => {
  const listed = (...values: readonly string[]) => ({ type: 'string', enum: values });
  expect(collectionWith({ id: listed('a', 'b'), path: text }).idValues).toEqual(['a', 'b']);
  expect(collectionWith({ id: text, path: listed('c') }).idValues).toEqual(['c']);
  expect(collectionWith({ id: listed('a', 'b'), path: listed('a') }).idValues).toEqual(['a', 'b']);
  expect(collectionWith({ id: text, path: text }).idValues).toBeUndefined();
});

describe('the path parameter of an item is', () => {
  const remove = { delete: operation(undefined, { parameters: [inPath('id', code('^d'))] }) };

  test('that of the operation that reads it', () => {
    const { acceptsId } = collectionWith({ id: text, path: code('^r'), first: remove });
    expect(acceptsId('r1')).toBe(true);
    expect(acceptsId('d1')).toBe(false);
    const get = operation(ref('Thing'), { parameters: [inPath('id', code('^r'))], 'x-vivarium': { action: 'read' } });
    const { collections } = serviceFor({ '/things': { get: operation(things) }, '/things/{id}': { ...remove, get } });
    const stated = collections.get('things');
    expect(stated?.check({ id: 1, name: 'a' })).toMatchObject([{ message: expect.stringContaining('^r') }]);
  });

  test('that of another operation, if none reads it', () => {
    const Item = object({ id: text, name: text });
    const service = serviceFor({ '/things': collection(ref('Item')), '/things/{id}': remove }, { Item });
    const { acceptsId } = service.collections.get('things') as CollectionSpec;
    expect(acceptsId('d1')).toBe(true);
    expect(acceptsId('r1')).toBe(false);
  });

  test('not the parent of a nested collection whose items have no path', () => {
    const Item = object({ id: text, name: text });
    const service = serviceFor(
      {
        '/shelves': { get: operation(listOf(object({ id: integer, room: text }))) },
        '/shelves/{shelf}': { get: operation(object({ id: integer, room: text })) },
        '/shelves/{shelf}/things': { ...collection(ref('Item')), put: saving(ref('Item')) },
      },
      { Item },
    );
    const { acceptsId, check } = service.collections.get('things') as CollectionSpec;
    expect(acceptsId('abc')).toBe(true);
    expect(check({ id: 'abc', name: '' })).toEqual([]);
  });
});

describe('an item is checked', () => {
  test('with the problem of its id that the path finds', () => {
    const { check, checkValue } = collectionWith({ id: text, path: code('^[a-z]+$') });
    expect(check({ id: 'abc' })).toEqual([]);
    expect(check({ id: 'A' })).toMatchObject([{ pointer: '/id', rule: 'pattern' }]);
    expect(checkValue({ id: 'A' })).toEqual([]);
  });

  test('for an id even if its schema does not require one', () => {
    const { check, checkValue } = collectionWith({ id: text, path: text });
    expect(check({})).toEqual([{ pointer: '/id', rule: 'required', message: 'is required' }]);
    expect(checkValue({})).toEqual([]);
  });
});

describe('ids that stay free', () => {
  const reservedWith = (takes: object, example: unknown, method = 'post'): readonly string[] | undefined => {
    const write = {
      ...operation(ref('Item')),
      requestBody: { content: { 'application/json': { schema: takes, ...(example !== undefined && { example }) } } },
    };
    const service = serviceFor(
      {
        '/things': { get: operation(listOf(ref('Item'))), ...(method === 'post' && { post: write }) },
        '/things/{id}': { get: operation(ref('Item')), ...(method === 'put' && { put: write }) },
      },
      { Item: object({ id: text, name: text }) },
    );
    return service.collections.get('things')?.reservedIds;
  };

  test('are those in the examples of a creation', () => {
    expect(reservedWith(object({ id: text, name: text }), { id: 'a', name: 'x' })).toEqual(['a']);
    expect(reservedWith(object({ id: { ...text, examples: ['b', 'c'] }, name: text }), undefined)).toEqual(['b', 'c']);
    expect(reservedWith(object({ id: { ...text, example: 'b' }, name: text }), { id: 7 })).toEqual(['7', 'b']);
  });

  test('are none without such an example', () => {
    expect(reservedWith(object({ name: text }), { name: 'x' })).toEqual([]);
    expect(reservedWith(object({ id: text, name: text }), undefined)).toEqual([]);
    expect(reservedWith(object({ id: text, name: text }), 'no object')).toEqual([]);
    expect(reservedWith(object({ id: text, name: text }), { id: 'a', name: 'x' }, 'put')).toEqual([]);
  });
});

describe('generated ids', () => {
  /** The schema of the path restricts generated ids if it accepts only values that the item may have. */
  const generated = async (shape: Shape): Promise<unknown> => {
    const service = serviceWith(shape);
    await service.ready();
    const { generate } = service.collections.get('things') as CollectionSpec;
    return (generate({ seed: 1, now: 0 }) as { readonly id: unknown }).id;
  };

  test('satisfy the path', async () => {
    expect(await generated({ id: text, path: uuid })).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
    const fifty = { ...integer, minimum: 50, maximum: 50 };
    expect(await generated({ id: { type: ['string', 'integer'] }, path: fifty })).toBe(50);
  });

  test('satisfy the item if the path has another type', async () => {
    expect(await generated({ id: { ...integer, minimum: 3, maximum: 3 }, path: text })).toBe(3);
    const path = { type: ['string', 'integer'], pattern: '^x$' };
    expect(await generated({ id: integer, path })).toEqual(expect.any(Number));
  });

  test('satisfy the item if no id satisfies both', async () => {
    expect(await generated({ id: code('^a[0-9]{3}$'), path: code('^b[0-9]{3}$') })).toMatch(/^a\d{3}$/);
  });

  test('satisfy the item if the path accepts none of its numbers', async () => {
    const shape = { id: { ...integer, minimum: 100, maximum: 100 }, path: { ...integer, maximum: 5 } };
    expect(await generated(shape)).toBe(100);
  });
});

describe('the id of a completed item', () => {
  const completed = async (shape: Shape, id: Json): Promise<unknown> => {
    const service = serviceWith(shape);
    await service.ready();
    const { complete } = service.collections.get('things') as CollectionSpec;
    return (complete({ id, name: 'a' }, { seed: 1, now: 0 }) as { readonly id: unknown }).id;
  };

  test('satisfies the path', async () => {
    expect(await completed({ id: text, path: uuid }, 'x')).toMatch(/^[\da-f]{8}-[\da-f-]{27}$/);
  });

  test('is kept if the path accepts other types too', async () => {
    expect(await completed({ id: integer, path: { type: ['string', 'integer'], minimum: 50 } }, 5)).toBe(5);
  });
});

const metadata = object({ name: text, labels: object({ app: text }) });
const Pod = object({ kind: text, metadata, spec: object({ node: text }) });
const podPaths = {
  '/namespaces/{namespace}/pods': {
    parameters: [inPath('namespace', text)],
    get: operation(object({ items: listOf(ref('Pod')) })),
    post: saving(ref('Pod'), { status: 201 }),
  },
  '/namespaces/{namespace}/pods/{name}': {
    parameters: [inPath('namespace', text), inPath('name', text)],
    get: operation(ref('Pod')),
    delete: nothing,
  },
};

test('an item is created once, in each of its parents', async () => {
  const { send, get } = await servePaths(podPaths, { Pod });
  const web = { metadata: { name: 'web' }, spec: { node: 'n1' } };
  expect((await send('POST', '/namespaces/a/pods', web)).status).toBe(201);
  const again = await send('POST', '/namespaces/a/pods', { ...web, spec: { node: 'n2' } });
  expect([again.status, again.body.detail]).toEqual([409, 'body.metadata.name web already exists']);
  expect((await send('POST', '/namespaces/b/pods', web)).status).toBe(201);
  expect((await get('/namespaces/a/pods/web')).body).toEqual(web);
  expect((await send('DELETE', '/namespaces/a/pods/web')).status).toBe(204);
  expect((await get('/namespaces/a/pods/web')).status).toBe(404);
  expect((await send('POST', '/namespaces/a/pods', web)).status).toBe(201);
});

test('an id with the name of the parameter is certain', () => {
  const { operations } = serviceFor(podPaths, { Pod });
  expect(operations.map(({ confidence }) => confidence)).toEqual(['high', 'high', 'high', 'high']);
});

test('an item must have its id, and generated ones have it', async () => {
  const service = serviceFor(podPaths, { Pod });
  await service.ready();
  const { check, generate, generateId, required, exampleIds } = service.collections.get('pods') as CollectionSpec;
  expect(check({ metadata: { name: 'web' } })).toEqual([]);
  expect(check({ kind: 'Pod', metadata: { labels: {} } })).toEqual([
    { pointer: '/metadata/name', rule: 'required', message: 'is required' },
  ]);
  expect(check({ metadata: 7 }).map(({ pointer }) => pointer)).toEqual(['/metadata']);
  expect(check('web').map(({ pointer }) => pointer)).toEqual(['']);
  for (const seed of [1, 2, 3, 4, 5])
    expect(generate({ seed, now: 0 })).toMatchObject({ metadata: { name: expect.any(String) } });
  expect([required, exampleIds, typeof generateId]).toEqual([['metadata'], [], 'function']);
});

test('another property in the path, beside the id, is not an inner id', () => {
  const Thing = object({ id: text, slug: text, name: text });
  const service = serviceFor({
    '/things': { get: operation(listOf(Thing)) },
    '/things/{idOrSlug}': { parameters: [inPath('idOrSlug', text)], get: operation(Thing) },
  });
  const things = service.collections.get('things') as CollectionSpec;
  const required = ['id', 'slug'];
  expect(things).toMatchObject({ idProperty: 'id', aliases: ['slug'], required, generateId: undefined });
  expect(things.check({ id: 'a' })).toEqual([]);
  expect(things.check({ slug: 'a' })).toMatchObject([{ pointer: '/id', rule: 'required' }]);
});

test('an item has the other ids of a path, although most paths have a number', () => {
  const Thing = object({ id: integer, slug: text });
  const at = { parameters: [inPath('pk', integer)] };
  const { collections } = serviceFor({
    '/things': { get: operation(listOf(Thing)) },
    '/things/{pk}': { ...at, put: saving(Thing), delete: nothing },
    '/things/{id_or_slug}': { parameters: [inPath('id_or_slug', text)], get: operation(Thing) },
  });
  expect(collections.get('things')).toMatchObject({ idProperty: 'id', aliases: ['slug'] });
});

describe('items that have several ids', () => {
  const at = (name: string) => ({ parameters: [inPath(name, text)] });
  const created = { status: 201 };

  test('an item is found by its id and by the property with the name of the parameter, and a replacement keeps both', async () => {
    const Realm = object({ id: text, realm: text, label: text });
    const { get, send } = await servePaths(
      {
        '/realms': collection(ref('Realm'), { takes: object({ realm: text, label: text }), ...created }),
        '/realms/{realm}': { ...at('realm'), get: operation(ref('Realm')), put: saving(ref('Realm')) },
      },
      { Realm },
    );
    const { body } = await send('POST', '/realms', { realm: 'acme' });
    for (const id of [body.id, 'acme']) expect((await get(`/realms/${id}`)).body).toEqual(body);
    const replaced = { ...body, label: 'A' };
    expect((await send('PUT', '/realms/acme', { label: 'A' })).body).toEqual(replaced);
    expect((await get('/realms/acme')).body).toEqual(replaced);
  });

  test('an item gets the ids that no client can send, and its id although its path has another one', async () => {
    const Issue = object({ id: text, key: text, fields: object({ title: text }), closed: { type: 'boolean' } });
    const Group = object({ id: text, name: text, size: text });
    const { get, send } = await servePaths(
      {
        '/issues': { post: operation(object({ id: text, key: text }), { takes: object({ fields: {} }), ...created }) },
        '/issues/{issueIdOrKey}': { ...at('issueIdOrKey'), get: operation(ref('Issue')) },
        '/groups': { get: operation(listOf(ref('Group'))) },
        '/groups/{groupName}': { ...at('groupName'), put: saving(ref('Group'), created) },
      },
      { Issue, Group },
    );
    const { body } = await send('POST', '/issues', { fields: { title: 'a' } });
    expect(body).toEqual({ id: expect.any(String), key: expect.any(String) });
    const issue = { ...body, fields: { title: 'a' }, closed: false };
    for (const id of [body.id, body.key]) expect((await get(`/issues/${id}`)).body).toEqual(issue);
    expect((await send('PUT', '/groups/a', {})).body).toEqual({ id: expect.any(String), name: 'a' });
  });

  test('an item about a user is found by the id of the user, and a PUT creates it under this id', async () => {
    const User = object({ id: integer, login: text }, ['id', 'login']);
    const Member = object({ user: ref('User'), role: text }, ['user']);
    const { get, send } = await servePaths(
      {
        '/members': { get: operation(listOf(ref('Member'))) },
        '/members/{user_id}': {
          get: operation(ref('Member')),
          put: operation(ref('Member'), { takes: object({ role: text, user: ref('User') }), ...created }),
          delete: nothing,
        },
      },
      { User, Member },
    );
    const { body } = await send('PUT', '/members/7', { role: 'a' });
    expect(body).toEqual({ role: 'a', user: { id: 7, login: expect.any(String) } });
    expect((await send('PUT', '/members/7', { role: 'b' })).body).toEqual({ ...body, role: 'b' });
    expect((await get('/members')).body).toEqual([{ ...body, role: 'b' }]);
    expect((await get('/members/7')).body).toEqual({ ...body, role: 'b' });
    await send('DELETE', '/members/7');
    expect((await get('/members/7')).status).toBe(404);
  });
});

describe('an id that only the response to a creation shows', () => {
  const state = object({ scope: text, state: text });
  const pathsWith = (item: object, takes: object) => ({
    '/consents': { post: operation(object({ consentId: text }), { takes, status: 201 }), get: operation(listOf(item)) },
    '/consents/{consentId}': { parameters: [inPath('consentId', text)], get: operation(item), delete: nothing },
  });

  test('is the id of the item', async () => {
    const { send, get } = await servePaths(pathsWith(state, object({ scope: text })), {});
    const { body } = await send('POST', '/consents', { scope: 'a' });
    expect(body).toEqual({ consentId: expect.any(String) });
    const path = `/consents/${body.consentId}`;
    const read = await get(path);
    expect(read.body).toMatchObject({ scope: 'a' });
    expect((await get('/consents')).body).toContainEqual(read.body);
    await send('DELETE', path);
    expect((await get(path)).status).toBe(404);
  });

  test.each([
    ['that has the properties sent', state, object({ scope: text }), 'consentId'],
    ['that is created without a body', state, undefined, 'consentId'],
    ['that may have nothing else', { ...state, additionalProperties: false }, object({ scope: text }), undefined],
  ])('of an item %s', (_, item, takes, id) => {
    expect(serviceFor(pathsWith(item, takes as object)).collections.get('consents')?.idProperty).toBe(id);
  });

  test('is none of listed items that have nothing of what was sent', () => {
    const { operations } = serviceFor(pathsWith(state, object({ size: text })));
    expect(operations.find(({ method, path }) => `${method} ${path}` === 'GET /consents')?.binding).toBeUndefined();
  });
});

test.each(['option_id', 'id'])('an item that is one object has its id there, for the path %j', async (parameter) => {
  const Option = object({ option: object({ id: integer, name: text }) });
  const takes = object({ option: object({ name: text }) });
  const { send, get } = await servePaths(
    {
      '/options': collection(ref('Option'), { takes, status: 201 }),
      [`/options/{${parameter}}`]: { get: operation(ref('Option')), delete: nothing },
    },
    { Option },
  );
  const { body } = await send('POST', '/options', { option: { name: 'a' } });
  expect(body).toEqual({ option: { id: expect.any(Number), name: 'a' } });
  expect((await get(`/options/${body.option.id}`)).body).toEqual(body);
  expect((await get('/options')).body).toContainEqual(body);
});

describe('a text is an integer if one of several paths accepts nothing else', () => {
  const typeWith = (id: object, path: object): string | undefined => {
    const at = { parameters: [inPath('id', path)] };
    const service = serviceFor(
      {
        '/things': collection(ref('Item')),
        '/things/{id}': { ...at, get: operation(ref('Item')) },
        '/things/{id}/parts': { parameters: [inPath('id', integer)], ...collection(ref('Thing')) },
      },
      { Item: object({ id, name: text }) },
    );
    return service.collections.get('things')?.idType;
  };

  test.each([
    [text, text, 'integer-text'],
    [uuid, text, 'string'],
    [text, code('^[a-z]+$'), 'string'],
    [{ ...text, example: 'a' }, text, 'string'],
  ])('%j in a path with %j: %s', (id, path, type) => {
    expect(typeWith(id, path)).toBe(type);
  });
});

test('an id is a UUID if a path below its item takes nothing else', async () => {
  const client = await servePaths(
    {
      '/events': { get: operation(listOf(ref('Event'))) },
      '/events/{id}': { parameters: [inPath('id', text)], get: operation(ref('Event')) },
      '/events/{eventId}/rsvp': {
        parameters: [inPath('eventId', uuid)],
        post: operation(object({ eventId: uuid, seats: integer }, ['eventId'])),
      },
    },
    { Event: object({ id: text, title: text }, ['id', 'title']) },
    'default',
  );
  const [{ id }] = (await client.get('/events')).body;
  expect((await client.get(`/events/${id}`)).status).toBe(200);
  expect((await client.send('POST', `/events/${id}/rsvp`)).body.eventId).toBe(id);
});

test('a slug is no number, though the number of the same item is in another path', async () => {
  const Page = object({ id: integer, slug: text, title: text }, ['id', 'slug', 'title']);
  const client = await servePaths(
    {
      '/pages': { get: operation(listOf(ref('Page'))) },
      '/pages/{slug}': { parameters: [inPath('slug', text)], get: operation(ref('Page')) },
      '/pages/{id}': {
        parameters: [inPath('id')],
        put: operation(ref('Page'), { takes: object({ title: text }, ['title']) }),
      },
    },
    { Page },
    'default',
  );
  const [{ id, slug }] = (await client.get('/pages')).body;
  expect(slug).toMatch(/^[a-z]+(-[a-z]+)+/);
  expect((await client.send('PUT', `/pages/${id}`, { title: 'x' })).body).toEqual({ id, slug, title: 'x' });
  expect((await client.get(`/pages/${slug}`)).body.title).toBe('x');
});
