import { describe, expect, test } from 'vitest';
import { documentOf, inPath, listOf, named, object, ref, text } from '../../../short-document.ts';
import { expectProblem, type Loose, startForTest, type TestServer, useWorlds } from '../control-server.ts';

let server: TestServer;
let world = '';
let path = '';
useWorlds('data', (started, name) => {
  server = started;
  world = name;
  path = `/worlds/${world}/collections/pets`;
});

const luna = { id: 1, name: 'Luna', categoryId: 1, status: 'available' };
const ids = async (query: string): Promise<readonly unknown[]> =>
  (await server.api('GET', `${path}?${query}`)).body.items.map((item: Loose) => item.id);

test('the collections are listed with the numbers of their items', async () => {
  const { body } = await server.api('GET', `/worlds/${world}/collections`);
  expect(body).toEqual({ items: [{ name: 'pets', total: 24 }], total: 1 });
});

test('an unknown collection gets 404 with a suggestion', async () => {
  const pest = `/worlds/${world}/collections/pest`;
  const ofItem = ['GET', 'PUT', 'DELETE'].map((method) => [method, `${pest}/1`] as const);
  const ofList = ['GET', 'POST', 'PUT', 'DELETE'].map((method) => [method, pest] as const);
  for (const [method, below] of [...ofList, ...ofItem]) {
    const answer = await server.api(method, below, method === 'PUT' ? [] : undefined);
    expectProblem(answer, 404, 'No collection is named "pest". Did you mean "pets"?');
  }
});

describe('a list', () => {
  test('has all items in creation order', async () => {
    const { body } = await server.api('GET', path);
    expect(body.total).toBe(24);
    expect(body.items.map((item: Loose) => item.id)).toEqual(Array.from({ length: 24 }, (_, at) => at + 1));
    expect(body.items[0]).toEqual(luna);
  });

  test('is limited by limit and offset, and the total counts all items', async () => {
    const { body } = await server.api('GET', `${path}?limit=2&offset=3`);
    expect(body).toMatchObject({ items: [{ id: 4 }, { id: 5 }], total: 24 });
    expect((await server.api('GET', `${path}?limit=0`)).body).toEqual({ items: [], total: 24 });
    expect((await server.api('GET', `${path}?offset=23`)).body.items).toHaveLength(1);
    expect((await server.api('GET', `${path}?offset=100`)).body).toEqual({ items: [], total: 24 });
  });

  test('is sorted by a property in either direction, items without it last', async () => {
    await server.api('PUT', path, [
      { id: 1, name: 'Otto', categoryId: 2, status: 'sold' },
      { id: 2, name: 'Biscuit', categoryId: 10 },
      { id: 3, name: 'Luna', categoryId: 9, status: 'available' },
    ]);
    expect(await ids('sort=name')).toEqual([2, 3, 1]);
    expect(await ids('sort=-name')).toEqual([1, 3, 2]);
    expect(await ids('sort=categoryId')).toEqual([1, 3, 2]);
    expect(await ids('sort=status')).toEqual([3, 1, 2]);
    expect(await ids('sort=-status')).toEqual([1, 3, 2]);
    expect(await ids('sort=-id&limit=1&offset=1')).toEqual([2]);
  });

  test('is searched in all values, case-insensitively', async () => {
    expect((await server.api('GET', `${path}?q=LUNA`)).body).toEqual({ items: [luna], total: 1 });
    expect((await server.api('GET', `${path}?q=pending&limit=1`)).body).toMatchObject({ items: [{ id: 2 }], total: 5 });
    expect((await server.api('GET', `${path}?q=categoryId`)).body.total).toBe(0);
    expect((await server.api('GET', `${path}?q=`)).body.total).toBe(24);
  });

  test.each([
    ['limit=-1', 'limit must be a whole number, 0 or more, not "-1"'],
    ['limit=ten', 'limit must be a whole number'],
    ['limit=', 'limit must be a whole number'],
    ['limit=1.5', 'limit must be a whole number'],
    ['offset=-1', 'offset must be a whole number'],
    ['sort=', 'sort must be the name of a property'],
    ['sort=nmae', 'sort: items of pets have no property "nmae". Did you mean "name"?'],
    ['sort=-constructor', 'Known: name, categoryId, status, id.'],
    ['limt=1', 'unknown query parameter "limt". Did you mean "limit"?'],
    ['limit=1&limit=2', 'The query parameter limit is given twice.'],
    ['__proto__=1', 'unknown query parameter "__proto__"'],
  ])('rejects ?%s', async (query, detail) => {
    expectProblem(await server.api('GET', `${path}?${query}`), 400, expect.stringContaining(detail));
  });
});

describe('PUT of a collection', () => {
  test('replaces its items, also for the service', async () => {
    const rex = { id: 7, name: 'Rex', categoryId: 1 };
    const items = [rex, { id: 3, name: 'Kiwi', categoryId: 4, status: 'sold' }];
    expect((await server.api('PUT', path, items)).body).toEqual({ items, total: 2 });
    expect((await server.call('GET', `/~${world}/v1/pets`)).body).toEqual(items);
    expect((await server.call('POST', `/~${world}/v1/pets`, { name: 'Next', categoryId: 1 })).body.id).toBe(25);
  });

  test.each([
    [{}, 'The body must be a list of items.'],
    [[7], 'must be a map'],
    [[{ ...luna, categoryId: 'one' }], '[0].categoryId must be'],
    [[luna, { id: 2, categoryId: 1 }], '[1].name is required'],
    [[{ ...luna, status: 'lost' }], '[0].status must be'],
    [[{ name: 'Luna', categoryId: 1 }], '[0].id'],
    [[luna, { ...luna, name: 'Other' }], '[1].id is "1", which is also the id of [0]'],
  ])('rejects %j, and changes nothing', async (body, detail) => {
    expectProblem(await server.api('PUT', path, body), 400, expect.stringContaining(detail));
    expect((await server.api('GET', path)).body.total).toBe(24);
  });

  test.each([
    [21, 'Not shown: 1 more problem.'],
    [50, 'Not shown: 30 more problems.'],
    [100, 'Not shown: 80 more problems.'],
    [2000, 'Not shown: many more problems.'],
  ])('of %d problems, shows twenty', async (count, rest) => {
    const items = Array.from({ length: count }, (_, id) => ({ id, name: 1, categoryId: 1 }));
    const { body } = await server.api('PUT', path, items);
    expect(body.detail.slice(-rest.length - 1)).toBe(` ${rest}`);
  });
});

test('DELETE of a collection deletes its items, not the collection', async () => {
  expect((await server.api('DELETE', path)).status).toBe(204);
  expect((await server.api('GET', path)).body).toEqual({ items: [], total: 0 });
  expect((await server.call('GET', `/~${world}/v1/pets`)).body).toEqual([]);
});

describe('an item', () => {
  test('is read, replaced and deleted', async () => {
    expect((await server.api('GET', `${path}/1`)).body).toEqual(luna);
    const { status, body } = await server.api('PUT', `${path}/1`, { name: 'Luna II', categoryId: 2 });
    expect({ status, body }).toEqual({ status: 200, body: { id: 1, name: 'Luna II', categoryId: 2 } });
    expect((await server.call('GET', `/~${world}/v1/pets/1`)).body).toEqual(body);
    expect((await server.api('GET', `${path}?limit=1`)).body.items[0].name).toBe('Luna II');
    expect((await server.api('DELETE', `${path}/1`)).status).toBe(204);
    expect((await server.api('GET', `${path}/1`)).status).toBe(404);
    expect((await server.call('GET', `/~${world}/v1/pets/1`)).status).toBe(404);
  });

  test('is added with 201 and the id of the path', async () => {
    const { status, body } = await server.api('PUT', `${path}/99`, { name: 'Maple', categoryId: 3 });
    expect({ status, body }).toEqual({ status: 201, body: { id: 99, name: 'Maple', categoryId: 3 } });
    expect((await server.call('GET', `/~${world}/v1/pets/99`)).body).toEqual(body);
  });

  test('that does not exist gets 404', async () => {
    for (const method of ['GET', 'DELETE']) {
      expectProblem(await server.api(method, `${path}/4711`), 404, 'No item of pets has the id "4711".');
    }
  });

  test.each([
    ['1', { ...luna, id: 2 }, 'id is "2" in the body and "1" in the path'],
    ['1', { ...luna, categoryId: null }, 'categoryId must be'],
    ['1', { id: 1 }, 'name is required'],
    ['abc', { name: 'Maple', categoryId: 3 }, 'id must be'],
    ['007', { name: 'Maple', categoryId: 3 }, 'id must be'],
    ['1', [luna], 'The body must be an item'],
    ['9223372036854775808', { name: 'Maple', categoryId: 3 }, 'id must be'],
  ])('/%s rejects %j', async (id, body, detail) => {
    expectProblem(await server.api('PUT', `${path}/${id}`, body), 400, expect.stringContaining(detail));
    expect((await server.api('GET', path)).body.total).toBe(24);
  });

  test('keeps every digit of a 64-bit integer, in the path and the body', async () => {
    const text = '{"id":9223372036854775807,"name":"Max","categoryId":9007199254740993}';
    const put = await server.api('PUT', `${path}/9223372036854775807`, text);
    expect({ status: put.status, text: put.text }).toEqual({ status: 201, text });
    expect((await server.api('GET', `${path}/9223372036854775807`)).text).toBe(text);
    const second = await server.api('PUT', `${path}/9223372036854775806`, '{"name":"Max","categoryId":1}');
    expect(second.text).toContain('"id":9223372036854775806');
    expect(await ids('sort=-id&limit=2')).toEqual([9223372036854775807n, 9223372036854775806n]);
  });
});

describe('with string ids', () => {
  const document = documentOf(
    'Notes',
    {
      '/notes': { get: named('listNotes', listOf(ref('Note'))) },
      '/notes/{id}': { get: named('getNote', ref('Note'), { parameters: [inPath('id', text)] }) },
    },
    { Note: object({ id: text, text }, ['id', 'text']) },
  );

  const texts = ['constructor', '__proto__', 'a/b', '🦎', '7', 'x'.repeat(300), 'a b,c%'];
  test.each(texts)('the id %s is put, read and deleted', async (id) => {
    const own = await startForTest({ document, scenario: {} });
    const item = `/worlds/default/collections/notes/${encodeURIComponent(id)}`;
    expect(await own.api('PUT', item, { text: 'hello' })).toMatchObject({ status: 201, body: { id, text: 'hello' } });
    expect((await own.api('GET', item)).body).toEqual({ id, text: 'hello' });
    expect((await own.call('GET', `/notes/${encodeURIComponent(id)}`)).body).toEqual({ id, text: 'hello' });
    expect((await own.api('DELETE', item)).status).toBe(204);
    expect((await own.api('GET', item)).status).toBe(404);
  });

  test('a property named __proto__ is an ordinary property', async () => {
    const own = await startForTest({ document, scenario: {} });
    const text = '{"id":"1","text":"x","__proto__":{"a":1}}';
    expect((await own.api('PUT', '/worlds/default/collections/notes/1', text)).text).toBe(text);
    const second = await own.api('PUT', '/worlds/default/collections/notes/2', '{"text":"x","__proto__":1}');
    expect(second.text).toBe('{"id":"2","text":"x","__proto__":1}');
  });
});

describe('an added item', () => {
  const pets = '/worlds/default/collections/pets';

  test('gets the next id, and is otherwise unchanged', async () => {
    await server.api('PUT', '/worlds/adding');
    const add = (item: unknown) => server.api('POST', '/worlds/adding/collections/pets', item);
    const maple = { name: 'Maple', categoryId: 3 };
    expect(await add(maple)).toMatchObject({ status: 201, body: { id: 25, ...maple } });
    expect((await add({ id: 40, name: 'Forty', categoryId: 3 })).body.id).toBe(40);
    expect((await add({ name: 'Next', categoryId: 3 })).body).toEqual({ id: 41, name: 'Next', categoryId: 3 });
    const { body } = await server.call('GET', '/~adding/v1/pets?limit=100');
    expect(body.slice(-3).map((item: Loose) => item.id)).toEqual([25, 40, 41]);
  });

  test('with an existing id is rejected, and nothing changes', async () => {
    const answer = await server.api('POST', pets, { id: 1, name: 'Other', categoryId: 1 });
    expectProblem(answer, 409, 'An item of pets has the id "1" already. Use PUT to replace it.');
    expect((await server.api('GET', `${pets}/1`)).body.name).toBe('Luna');
  });

  test.each([
    [{ name: 'Maple' }, 'categoryId is required'],
    [{ id: 'x', name: 'Maple', categoryId: 3 }, 'id must be an integer'],
    [[{ name: 'Maple', categoryId: 3 }], 'The body must be an item: a JSON object.'],
    [7, 'The body must be an item: a JSON object.'],
  ])('%j is rejected', async (item, detail) => {
    expectProblem(await server.api('POST', pets, item), 400, expect.stringContaining(detail));
  });
});

describe('items of several collections at once', () => {
  const path = '/worlds/several/collections';
  const item = { name: 'Maple', categoryId: 3, status: 'sold' };

  test('are added, or replace those with the same ids, and the others stay', async () => {
    const { status, body } = await server.api('POST', path, { pets: [{ ...item, id: 1 }, item, item] });
    expect(status).toBe(200);
    expect(body.pets.map(({ id }: { id: number }) => id)).toEqual([1, 25, 26]);
    expect((await server.api('GET', path)).body.items).toEqual([{ name: 'pets', total: 26 }]);
    expect((await server.api('GET', `${path}/pets/1`)).body.name).toBe('Maple');
  });

  test.each([
    [{ pets: [item, { name: 'Kim', categoryId: 'one' }, 7] }, 400, 'pets: item 2: categoryId'],
    [{ pets: [item, 7] }, 400, 'pets: item 2: it must be a JSON object'],
    [{ pets: item }, 400, 'pets must be a list of items'],
    [[item], 400, 'the body must be an object with lists of items'],
    [{ pets: [item], cats: [] }, 404, 'No collection is named "cats". The collections are pets.'],
  ])('%j: none is added', async (sent, status, detail) => {
    const before = (await server.api('GET', path)).body;
    expectProblem(await server.api('POST', path, sent), status, expect.stringContaining(detail));
    expect((await server.api('GET', path)).body).toEqual(before);
  });
});
