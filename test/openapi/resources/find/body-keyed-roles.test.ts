/** PUT and PATCH on the path of a collection. */
import { describe, expect, test } from 'vitest';
import { integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { operationOf } from '../../documents.ts';
import { servePaths } from '../served.ts';
import { bindingOf, boundIn, collection, itemBindingOf, saving, serviceFor, Thing, thing, things } from '../small.ts';

const withPut = (put: object, method = 'put') =>
  serviceFor({
    '/things': { ...collection(ref('Thing'), { status: 201, takes: object({ name: text }) }), [method]: put },
    '/things/{thingId}': thing,
  });
const readOnlyId = object({ id: { ...integer, readOnly: true }, name: text }, ['id', 'name']);
const reasonOf = (put: object): string => operationOf(withPut(put), 'PUT /things').reason;

describe('a whole item in the body', () => {
  test.each([
    ['put', 'replace'],
    ['patch', 'update'],
  ])('with its id is the item of %s', (method, action) => {
    const service = withPut(saving(ref('Thing')), method);
    const binding = itemBindingOf(service, `${method.toUpperCase()} /things`);
    expect(binding).toMatchObject({ action, key: 'body', collection: { name: 'things' } });
    expect(binding.bulk).toBeUndefined();
    expect(operationOf(service, `${method.toUpperCase()} /things`)).toMatchObject({
      reason: 'Takes a whole item, including its id.',
      confidence: 'medium',
    });
  });

  test.each<[string, object, boolean]>([
    ['no rejection is documented', {}, true],
    ['400 is documented', { 400: { description: '' } }, false],
    ['404 is documented', { 404: { description: '' } }, false],
    ['422 is documented', { 422: { description: '' } }, false],
    ['201 is documented too', { 201: { description: '' }, 404: { description: '' } }, true],
  ])('may be new if %s', (_name, more, upsert) => {
    const put = saving(ref('Thing'));
    const service = withPut({ ...put, responses: { ...put.responses, ...more } });
    expect(bindingOf(service, 'PUT /things')).toMatchObject({ upsert });
  });

  test('is not new with PATCH', () => {
    const service = withPut(saving(ref('Thing')), 'patch');
    expect(bindingOf(service, 'PATCH /things')).toMatchObject({ upsert: false });
  });

  test('without an id, or with an id that a client cannot set, names no item', () => {
    expect(reasonOf(operation(ref('Thing'), { takes: object({ name: text, kind: text, userId: integer }) }))).toBe(
      'Its body names no item: it has no "id".',
    );
    expect(reasonOf(operation(ref('Thing'), { takes: readOnlyId }))).toBe(
      'Its body cannot name an item: "id" is readOnly.',
    );
  });

  test.each<[string, object]>([
    ['takes something else', operation(ref('Thing'), { takes: object({ id: integer, colour: text, size: text }) })],
    ['returns something else', operation(object({ id: integer, colour: text }), { takes: ref('Thing') })],
    ['takes no body', operation(ref('Thing'))],
  ])('is not one if the operation %s', (_name, put) => {
    expect(boundIn(withPut(put))['PUT /things']).toBe('-');
  });
});

describe('a list in the body', () => {
  const parts = (required: readonly string[]) => listOf(object({ id: integer, name: text }, required));

  test.each<[string, string, readonly string[], string]>([
    ['put', 'of whole items', ['id', 'name'], 'replace'],
    ['put', 'of parts', ['id'], 'update'],
    ['patch', 'of whole items', ['id', 'name'], 'update'],
  ])('of %s, %s, changes each item', (method, _items, required, action) => {
    const service = withPut(operation(things, { takes: parts(required) }), method);
    const name = `${method.toUpperCase()} /things`;
    expect(itemBindingOf(service, name)).toMatchObject({ action, key: 'body', bulk: expect.anything() });
    expect(operationOf(service, name)).toMatchObject({
      reason: 'Takes a list of items, each with its id.',
      confidence: 'medium',
    });
  });

  test('needs no response', () => {
    const service = withPut(operation(undefined, { takes: parts(['id']) }));
    expect(boundIn(service)['PUT /things']).toBe('things.update');
  });

  test('may have new ones with PUT, if they need no id', async () => {
    const takes = object({ things: parts(['name']) });
    const client = await servePaths(
      {
        '/things': {
          ...collection(ref('Thing'), { takes: object({ name: text }) }),
          put: operation(things, { takes }),
        },
      },
      { Thing },
    );
    const first = (await client.send('POST', '/things', { name: 'a' })).body as { id: number };
    const sent = [{ id: first.id, name: 'b' }, { name: 'c' }];
    const { status, body } = await client.send('PUT', '/things', { things: sent });
    expect([status, body]).toMatchObject([200, [{ id: first.id, name: 'b' }, { name: 'c' }]]);
    expect((await client.get('/things')).body).toEqual(body);
    expect(await client.send('PUT', '/things', {})).toMatchObject({ status: 200, body: [] });
  });

  test('may have new ones with PUT, if nothing else creates them', () => {
    const put = operation(things, { takes: parts(['id', 'name']) });
    const upsertOf = (service: ReturnType<typeof serviceFor>) => itemBindingOf(service, 'PUT /things').upsert;
    expect(upsertOf(serviceFor({ '/things': { get: operation(things), put } }))).toBe(true);
    expect(upsertOf(withPut(put))).toBe(false);
  });

  test('is what a list has after a PUT of whole items, if nothing else writes it', async () => {
    const put = operation(things, { takes: object({ things: parts(['id', 'name']) }) });
    const remove = { delete: operation(undefined) };
    const idsAfter = async (rest: object): Promise<readonly number[]> => {
      const client = await servePaths({ '/things': { get: operation(things), put, ...rest } }, { Thing });
      const some = [
        { id: 7, name: 'a' },
        { id: 8, name: 'b' },
      ];
      expect((await client.send('PUT', '/things', { things: some })).status).toBe(200);
      await client.send('PUT', '/things', { things: [{ id: 8, name: 'c' }] });
      await client.send('PUT', '/things', {});
      return ((await client.get('/things')).body as { id: number }[]).map(({ id }) => id);
    };
    expect(await idsAfter({})).toEqual([8]);
    const client = await servePaths({ '/things': { get: operation(things), put } }, { Thing });
    for (const ids of [
      [1, 2],
      [3, 2, 1],
      [2, 4, 3],
    ]) {
      const sent = ids.map((id) => ({ id, name: `no. ${id}` }));
      await client.send('PUT', '/things', { things: sent });
      expect((await client.get('/things')).body).toEqual(sent);
    }
    expect(await idsAfter(remove)).toEqual(expect.arrayContaining([7, 8]));
  });

  test('whose items need no id is not bound with PATCH', () => {
    const { reason } = operationOf(withPut(operation(things, { takes: parts(['name']) }), 'patch'), 'PATCH /things');
    expect(reason).toBe('Takes a list whose items need no "id", so they may be new.');
  });

  test('whose items have an id that a client cannot set is not bound', () => {
    expect(reasonOf(operation(things, { takes: listOf(readOnlyId) }))).toBe(
      'Its body cannot name an item: "id" is readOnly.',
    );
  });

  test.each([
    ['an object', object({ count: integer })],
    ['other items', listOf(object({ colour: text, size: integer, shape: text }))],
  ])('is not bound if the response is %s', (_name, answer) => {
    expect(reasonOf(operation(answer, { takes: listOf(Thing) }))).toBe(
      'Takes a list of items, and returns something other than these items.',
    );
  });

  test('of other things is not a list of the items', () => {
    const others = listOf(object({ id: integer, colour: text, size: integer, shape: text }, ['id']));
    expect(boundIn(withPut(operation(things, { takes: others })))['PUT /things']).toBe('-');
  });
});

test.each([
  'Takes a list of things, overwriting the existing ones.',
  'Replaces all things.',
  'Sets the things, removing those that are not in the list.',
])('"%s" is the whole list, also where others are created', async (summary) => {
  const New = object({ id: integer, name: text }, ['name']);
  const { get, send } = await servePaths({
    '/things': {
      ...collection(ref('Thing'), { status: 201, takes: object({ name: text }) }),
      put: operation(things, { takes: listOf(New), summary }),
    },
    '/things/{thingId}': thing,
  });
  await send('POST', '/things', { name: 'old' });
  const { body } = await send('PUT', '/things', [{ name: 'a' }, { name: 'b' }]);
  expect(body.map(({ name }: { readonly name: string }) => name)).toEqual(['a', 'b']);
  expect((await get('/things')).body).toEqual(body);
});

test('a list that is put in place of the one before may have ids that nobody had', async () => {
  const Whole = object({ id: integer, name: text }, ['id', 'name']);
  const { get, send } = await servePaths({
    '/things': {
      ...collection(ref('Thing'), { status: 201, takes: object({ name: text }) }),
      put: operation(things, { takes: listOf(Whole), summary: 'Overwrites the existing things' }),
    },
    '/things/{thingId}': thing,
  });
  await send('POST', '/things', { name: 'old' });
  expect((await send('PUT', '/things', [{ id: 7, name: 'a' }])).status).toBe(200);
  expect((await get('/things')).body).toMatchObject([{ id: 7, name: 'a' }]);
});
