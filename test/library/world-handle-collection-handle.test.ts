/** The data of a world, read and written in code. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type ConfigError, createVivarium, type VivariumWorld } from '../../src/index.ts';
import { documentOf, inPath, integer, listOf, object, operation, text } from '../short-document.ts';

const vivarium = await createVivarium();
const world = vivarium.world('data');
beforeEach(() => world.reset());

const pets = world.collection('pets');
const maple = { name: 'Maple', categoryId: 3 };
const first = { id: 1, ...maple };

const messageOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as ConfigError).message;
  }
  throw new Error('nothing was thrown');
};

test('items and get show what the service serves', async () => {
  expect(pets.items()).toHaveLength(24);
  expect(pets.get(25)).toBeUndefined();
  const response = await world.fetch('/v1/pets/24', { headers: { authorization: 'Bearer demo' } });
  expect(pets.get(24)).toEqual(await response.json());
  expect(pets.get('24')).toEqual(pets.get(24));
});

test('put adds an item with the next id, and replaces the item with its id', () => {
  expect(pets.put(maple)).toEqual({ id: 25, ...maple });
  expect(pets.put({ id: 25, ...maple, name: 'Oak' })).toEqual({ id: 25, ...maple, name: 'Oak' });
  expect(pets.items()).toHaveLength(25);
  expect(pets.get(25)?.name).toBe('Oak');
});

test('replace replaces all items', () => {
  expect(pets.replace([{ id: 7, ...maple }])).toEqual([{ id: 7, ...maple }]);
  expect(pets.items()).toEqual([{ id: 7, ...maple }]);
});

test('delete reports whether there was an item', () => {
  expect([pets.delete(1), pets.delete(1), pets.get(1)]).toEqual([true, false, undefined]);
});

test('an int64 keeps every digit', () => {
  pets.put({ id: 9223372036854775807n, ...maple });
  expect(pets.get(9223372036854775807n)).toEqual({ id: 9223372036854775807n, ...maple });
  expect(pets.get('9223372036854775807')).toBeDefined();
});

test('items are copies in both directions', () => {
  const item = { id: 30, ...maple };
  const stored = pets.put(item);
  item.name = 'changed';
  Object.assign(stored, { name: 'changed' });
  Object.assign(pets.get(30) as object, { name: 'changed' });
  expect(pets.get(30)).toEqual({ id: 30, ...maple });
});

test('a property that is undefined is omitted, and a date is written as JSON writes it', () => {
  expect(pets.put({ ...maple, status: undefined as never })).toEqual({ id: 25, ...maple });
});

describe('input is checked against the document', () => {
  test.each<[string, () => unknown, string]>([
    ['a missing property', () => pets.put({ id: 1 }), 'name is required'],
    ['a wrong type', () => pets.put({ ...maple, name: 7 }), 'name must be'],
    ['no object', () => pets.put('Maple' as never), 'the item of pets must be an object'],
    ['a value that JSON does not have', () => pets.put({ ...maple, name: (() => {}) as never }), 'name is required'],
    ['a wrong item of a list', () => pets.replace([{ id: 1, ...maple }, { id: 2 }]), '[1].name is required'],
    ['a duplicate id', () => pets.replace([first, first]), 'also the id of [0]'],
    ['an unknown collection', () => world.collection('pest'), 'unknown collection "pest". Did you mean "pets"?'],
    [
      'a name far from all',
      () => world.collection('__proto__'),
      'unknown collection "__proto__". The collections are pets',
    ],
    ['no list', () => pets.replace('Maple' as never), 'the items of pets must be a list'],
    ['a parent that does not exist', () => world.collection('pets', { shopId: 1 }), '"shopId" is not a parent of pets'],
    ['an id that is none', () => pets.get({} as never), 'the id of pets must be a number or a text, not {}'],
    ['null as an id', () => pets.get(null as never), 'the id of pets is missing'],
    ['no id', () => pets.get(), 'the id of pets is missing'],
  ])('%s', (_name, act, message) => {
    expect(messageOf(act)).toContain(message);
    expect(pets.items()).toHaveLength(24);
  });

  test('a value that contains itself', () => {
    const loop: Record<string, unknown> = { ...maple };
    loop.self = loop;
    expect(messageOf(() => pets.put(loop as never))).toContain('cannot be written as JSON');
  });
});

describe('a nested collection', () => {
  const schema = object({ id: integer, text }, ['id', 'text']);
  const document = documentOf('Blog', {
    '/posts': { get: operation(listOf(schema)) },
    '/posts/{postId}': { get: operation(schema), delete: operation(undefined) },
    '/posts/{postId}/comments': { get: operation(listOf(schema)) },
    '/posts/{postId}/comments/{id}': { parameters: [inPath('postId'), inPath('id')], get: operation(schema) },
  });
  const openBlog = async (): Promise<VivariumWorld> => {
    const posts = ['a', 'b'].map((text, index) => ({ id: index + 1, text }));
    const blog = await createVivarium({ document, scenario: { data: { posts } } });
    return blog.world();
  };

  test('is read and written below its parents', async () => {
    const blog = await openBlog();
    const first = blog.collection('comments', { postId: 1 });
    const second = blog.collection('comments', { postId: '2' });
    expect(first.put({ text: 'x' })).toEqual({ $parent: { postId: 1 }, id: 1, text: 'x' });
    second.put({ id: 5, text: 'y' });
    second.put({ id: 6, text: 'z' });
    expect(blog.collection('comments').items()).toHaveLength(3);
    expect(second.items().map(({ id }) => id)).toEqual([5, 6]);
    expect([first.get(5), second.get(5)?.text]).toEqual([undefined, 'y']);
    expect(second.replace([{ id: 8, text: 'w' }]).map(({ id }) => id)).toEqual([8]);
    expect(first.items()).toHaveLength(1);
    expect([first.delete(8), second.delete(8)]).toEqual([false, true]);
    expect(second.put({ $parent: { postId: 1 }, id: 9, text: 'v' } as never)).toMatchObject({ $parent: { postId: 1 } });
    expect(blog.collection('posts', {}).items()).toHaveLength(2);
    expect(messageOf(() => blog.collection('comments', { blogId: 1 } as never))).toBe(
      '"blogId" is not a parent of comments. Its parents are postId.',
    );
    expect(messageOf(() => blog.collection('comments').get(1))).toContain("world.collection('comments', { postId })");
    expect(messageOf(() => blog.collection('comments', {}))).toContain('the parent "postId" of comments is missing');
  });

  test('loses its items with their parent', async () => {
    const blog = await openBlog();
    blog.collection('comments', { postId: 1 }).put({ text: 'x' });
    blog.collection('posts').delete(1);
    expect(blog.collection('comments').items()).toEqual([]);
  });
});

test('a writeOnly property of an item is kept in the data, and no response of the service shows it', async () => {
  const User = object({ id: integer, password: { ...text, writeOnly: true } }, ['id', 'password']);
  const login = await createVivarium({
    document: documentOf('Users', {
      '/users': { get: operation(listOf(User)) },
      '/users/{id}': { get: operation(User, { parameters: [inPath('id')] }) },
    }),
    scenario: { data: { users: [{ id: 1, password: 'hush' }] } },
  });
  const there = login.world('there');
  expect(there.collection('users').items()).toEqual([{ id: 1, password: 'hush' }]);
  expect(await (await there.fetch('/users/1')).json()).toEqual({ id: 1 });
  expect(await (await there.fetch('/users')).json()).toEqual([{ id: 1 }]);
  there.assertNoViolations();
});

test('what each id has can be read and deleted, and its deletion is a difference', async () => {
  const payment = object({ id: text, amount: integer }, ['id', 'amount']);
  const document = documentOf('Payments', {
    '/payments/{id}': {
      parameters: [inPath('id', text)],
      get: operation(payment),
      delete: operation(undefined),
    },
  });
  const payments = await createVivarium({ document });
  const own = payments.world('own');
  const response = await own.fetch('/payments/a');
  const item = own.collection('payments', { id: 'a' });
  const before = item.get();
  expect(before).toEqual({ $parent: { id: 'a' }, ...((await response.json()) as object) });
  expect([item.delete(), item.delete(), item.get()]).toEqual([true, false, undefined]);
  expect((await own.fetch('/payments/a')).status).toBe(404);
  expect(own.diff()).toEqual([{ collection: 'payments', id: 'a', before, after: null }]);
  await payments.close();
});
