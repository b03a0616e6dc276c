/** Properties of generated items that refer by their name to items of other collections. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { StepBudget } from '../../../src/core/primitives/step-budget.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import { places } from '../../../src/parts/locale/index.ts';
import { createReferences } from '../../../src/scenario/data/referring-items.ts';
import { type Answer, servePaths } from '../../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';
import { collection, collectionsOf, parent } from '../nested-stub.ts';

const users = collection('users', { idType: 'string' });
const parts = collection('parts', { idType: 'integer' });
const orders = collection('orders', { idType: 'integer', parents: [parent('shop', { property: 'shopId' })] });
const items: Readonly<Record<string, readonly JsonObject[]>> = {
  users: [{ id: 'u-1' }, { id: 'u-2' }, { name: 'without an id' }],
  parts: [{ id: 7 }, { id: 9223372036854775807n }],
  shops: [{ id: 's-1' }],
  levels: [{ id: 3 }],
};

const events = collection('events', { idProperty: undefined, idType: 'string' });
const referencesOf = (...specs: readonly CollectionSpec[]) =>
  createReferences(
    collectionsOf(...specs, collection('shops', { idType: 'string' }), collection('levels'), events),
    ({ name }) => items[name] ?? [],
    1,
  );

const steps = (): StepBudget => new StepBudget(1000);
const setIn = (item: JsonObject, from: CollectionSpec = orders): JsonObject =>
  referencesOf(users, parts, orders).set(from, item, steps());

const userIds = ['u-1', 'u-2'];

describe('a generated property refers to an item', () => {
  test('but the name with that of its own id to none', () => {
    const people = collection('user', { idProperty: 'name', idType: 'string' });
    const all = [
      { name: 'Ada', username: 'ada' },
      { name: 'Ben', username: 'ben' },
    ];
    const { set } = createReferences(collectionsOf(people), () => all, 1);
    expect(set(people, { name: 'Ben', username: 'ben' }, steps()).username).toBe('ben');
  });

  test.each(['userId', 'user_id', 'userID', 'user-id'])('by the name %s', (name) => {
    expect(userIds).toContain(setIn({ id: 1, [name]: 'x' })[name]);
  });

  test('by a name with the id before it', () => {
    expect(userIds).toContain(setIn({ id: 1, id_user: 'x' }).id_user);
    expect(userIds).toContain(setIn({ id: 1, idUser: 'x' }).idUser);
    expect(setIn({ id: 1, iduser: 'x' }).iduser).toBe('x');
  });

  test.each([
    ['conductores', 'conductorId'],
    ['viagens', 'viagem_id'],
    ['kategorie', 'kategoriaId'],
    ['klienci', 'klientId'],
    ['anmeldungen', 'anmeldungId'],
    ['transacoes', 'transacaoId'],
  ])('of %s by the name %s', (name, property) => {
    const all = collectionsOf(orders, collection(name, { idType: 'integer' }), collection('arty'));
    const { set } = createReferences(all, (target) => (target.name === name ? [{ id: 7 }] : []), 1);
    expect(set(orders, { id: 1, [property]: 12, artId: 5 }, steps())).toEqual({ id: 1, [property]: 7, artId: 5 });
  });

  test('by its path, where the property has a path', () => {
    const users = collection('users', { idType: 'string', path: () => ['/api/users/', 0] });
    const { set } = referencesOf(users, orders);
    const {
      user,
      users: all,
      other,
    } = set(orders, { id: 1, user: '/x', users: ['https://example.com/'], other: '/x' }, steps());
    const paths = ['/api/users/u-1', '/api/users/u-2'];
    expect([paths.includes(user as string), paths.includes((all as string[])[0] as string), other]).toEqual([
      true,
      true,
      '/x',
    ]);
  });

  test('by the name of its collection alone, where ids are numbers or UUIDs', () => {
    expect([7, 9223372036854775807n]).toContain(setIn({ id: 1, part: 12 }).part);
    expect([7, 9223372036854775807n]).toContain(setIn({ id: 1, part: 12n }).part);
    expect(setIn({ id: 1, user: 'x' }).user).toBe('x');
    const uuid = '0b4f8f6e-9a53-4a0e-8f0b-0c6f3f6d2a11';
    expect(userIds).toContain(setIn({ id: 1, user: uuid }).user);
    expect(setIn({ id: 1, part: uuid, user: 12 })).toEqual({ id: 1, part: uuid, user: 12 });
  });

  test('by the name of its collection before a number, in lower case too, and before the word item', () => {
    expect([7, 9223372036854775807n]).toContain(setIn({ id: 1, part_2: 12 }).part_2);
    expect([7, 9223372036854775807n]).toContain(setIn({ id: 1, partItemId: 12 }).partItemId);
    expect([7, 9223372036854775807n]).toContain(setIn({ id: 1, partid: 12 }).partid);
    expect(setIn({ id: 1, paid: 12 }).paid).toBe(12);
  });

  test('and an object in an object in it is a stored one, in what both have', () => {
    const given = { id: 1, lines: [{ users: [{ id: 'x', name: 'y', role: 'z' }] }] };
    const named: JsonObject = { id: 'u-1', name: 'Ada' };
    const { set } = createReferences(collectionsOf(users, orders), ({ name }) => (name === 'users' ? [named] : []), 1);
    expect(set(orders, given, steps()).lines).toEqual([{ users: [{ id: 'u-1', name: 'Ada', role: 'z' }] }]);
  });

  test('and the objects of one list are different ones', () => {
    const all = ['a', 'b', 'c'].map((id): JsonObject => ({ id }));
    const { set } = createReferences(collectionsOf(users, orders), ({ name }) => (name === 'users' ? all : []), 1);
    const { detail } = set(orders, { id: 1, detail: { users: [{ id: 'x' }, { id: 'x' }, { id: 'x' }] } }, steps());
    expect((detail as { users: JsonObject[] }).users).toEqual(expect.arrayContaining(all));
  });

  test('and the data of a relationship are those of a stored one', () => {
    const shop = { data: { type: 'shops', id: 'x' } };
    const given = { id: 1, relationships: { shop, users: { data: [{ id: 'x' }] }, other: { data: { id: 'x' } } } };
    const { relationships } = setIn(given) as { relationships: JsonObject };
    expect(relationships).toMatchObject({ shop: { data: { type: 'shops', id: 's-1' } }, other: { data: { id: 'x' } } });
    expect(userIds.map((id) => ({ data: [{ id }] }))).toContainEqual(relationships.users);
  });

  test('and an object beside the id of its item is that item', () => {
    const all = ['a', 'b', 'c', 'd', 'e'].map((id): JsonObject => ({ id, name: id.toUpperCase() }));
    const { set } = createReferences(collectionsOf(users, orders), ({ name }) => (name === 'users' ? all : []), 1);
    const { line } = set(orders, { id: 1, line: { userId: 'x', user: { id: 'x', name: 'x' } } }, steps());
    const { userId, user } = line as { userId: string; user: JsonObject };
    expect(user).toEqual({ id: userId, name: userId.toUpperCase() });
  });

  test('and its parent, an object too, is an item before it', () => {
    const parents = [{ id: 1 }, { id: 2 }];
    const { set } = createReferences(collectionsOf(parts), () => parents, 1);
    expect(set(parts, { id: 2, parent: { id: 2 } }, steps())).toEqual({ id: 2, parent: { id: 1 } });
    expect(set(parts, { id: 1, parent: { id: 1 } }, steps())).toEqual({ id: 1 });
  });

  test('and a text beside it has the value of the item with its name, also of the parent', () => {
    const ada = { id: 'u-1', name: 'Ada', email: 'ada@a.test', user_key: 'k', age: 7 };
    const below = collection('tasks', { parents: [parent('userId')], parentCollection: 'users' });
    const { set } = createReferences(
      collectionsOf(users, orders, below),
      ({ name }) => (name === 'users' ? [ada] : []),
      1,
    );
    const texts = {
      userName: 'x',
      user_email: 'x',
      user_key: 'x',
      user_age: 'x',
      user_city: 'x',
      shopname: 'x',
      name: 'x',
    };
    const filled = { ...texts, userName: 'Ada', user_email: 'ada@a.test', user_key: 'k' };
    expect(set(orders, { id: 1, userId: 'x', ...texts }, steps())).toEqual({ id: 1, userId: 'u-1', ...filled });
    expect(set(orders, { id: 1, ...texts }, steps())).toEqual({ id: 1, ...texts });
    const $parent = { userId: 'u-1' };
    expect(set(below, { $parent, id: 1, ...texts }, steps())).toEqual({ $parent, id: 1, ...filled });
    expect(set(below, { $parent: { userId: 'u-2' }, id: 1, ...texts }, steps())).toMatchObject(texts);
  });

  test('of which as many are valid as the schema allows, or none where it may be null', () => {
    const isWrong = ({ userId, user_id }: JsonObject) => userId !== 'x' && user_id !== 'x';
    const strict = {
      ...orders,
      check: (value: Json) => (isWrong(value as JsonObject) ? [{ pointer: '', rule: 'const', message: 'x' }] : []),
    };
    expect(setIn({ id: 1, userId: 'x', user_id: 'x' }, strict)).toMatchObject({ user_id: 'x' });
    const nullable = {
      ...parts,
      check: (value: Json) =>
        (value as JsonObject).parent_id === undefined ? [{ pointer: '', rule: 'required', message: 'x' }] : [],
    };
    const { set } = createReferences(collectionsOf(nullable), () => [{ id: 1 }], 1);
    expect(set(nullable, { id: 1, parent_id: 1 }, steps())).toEqual({ id: 1, parent_id: null });
  });

  test.each(['assigned_to', 'createdBy', 'owner', 'reviewerId'])('as a person by the name %s', (name) => {
    const people = collection('users', { idType: 'integer' });
    const { set } = createReferences(collectionsOf(people, orders), () => [{ id: 7 }], 1);
    expect(set(orders, { id: 1, [name]: 12 }, steps())).toEqual({ id: 1, [name]: 7 });
  });

  test('by the name of its collection and of the id there', () => {
    const shops = collection('shops', { idType: 'string', idProperty: 'code' });
    const { set } = createReferences(collectionsOf(shops, orders), () => [{ code: 's-1' }], 1);
    const given = { id: 1, shopCode: 'x', oldShopCode: 'x', code: 'x' };
    expect(set(orders, given, steps())).toEqual({ ...given, shopCode: 's-1' });
  });

  test('in an object in it by the name of the item itself, as this item', () => {
    const people = collection('people', { localName: 'owners', idType: 'integer' });
    const { set } = createReferences(collectionsOf(people), () => [{ id: 6 }, { id: 7 }], 1);
    const given = { id: 7, toys: [{ ownerId: 12, oldOwnerId: 12 }], ownerId: 12 };
    expect(set(people, given, steps())).toEqual({ id: 7, toys: [{ ownerId: 7, oldOwnerId: 6 }], ownerId: 6 });
  });

  test('by the last word of its collection, if no other collection has it', () => {
    const lists = collection('TodoLists', { idType: 'integer' });
    const given = { id: 1, listId: 12 };
    const setBeside = (...others: readonly CollectionSpec[]) =>
      createReferences(collectionsOf(lists, orders, ...others), () => [{ id: 7 }], 1).set(orders, given, steps());
    expect(setBeside()).toEqual({ id: 1, listId: 7 });
    expect(setBeside(collection('WaitingLists', { idType: 'integer' }))).toEqual(given);
  });

  test('in an object in it, down to the third', () => {
    const inner = { userId: 'x', d: { userId: 'x' } };
    const { a } = setIn({ id: 1, a: { b: { c: inner } } }) as { a: { b: { c: typeof inner } } };
    expect(userIds).toContain(a.b.c.userId);
    expect(a.b.c.d.userId).toBe('x');
  });

  test('with an equal choice for an equal seed, and different ones for different items', () => {
    const chosen = (id: number): Json | undefined => setIn({ id, userId: 'x' }).userId;
    expect(chosen(1)).toBe(chosen(1));
    expect(new Set(Array.from({ length: 20 }, (_, id) => chosen(id)))).toEqual(new Set(userIds));
  });
});

describe('a generated order', () => {
  const products = collection('products', { idType: 'string' });
  const groups = collection('groups', { idType: 'string', idProperty: '_id' });
  const stored: Readonly<Record<string, readonly JsonObject[]>> = {
    products: [{ id: 'p-1', name: 'Lamp', price: 7 }],
    groups: [{ _id: 'g-1', name: 'Home' }],
  };
  const { set } = createReferences(collectionsOf(products, groups, orders), ({ name }) => stored[name] ?? [], 1);

  test('has products in its list, with what they have, and beside them what is its own', () => {
    const line = { id: 'x', name: 'y', quantity: 3 };
    const shown = [{ id: 'p-1', name: 'Lamp', quantity: 3 }];
    expect(set(orders, { id: 1, orderProducts: [line] }, steps()).orderProducts).toEqual(shown);
    expect(set(orders, { id: 1, lines: [line] }, steps()).lines).toEqual([line]);
  });

  test('names a product by its name, and by its id where ids are those of MongoDB', () => {
    const order = { id: 1, product: 'x', group: 'y', sideProduct: 'z', products: 'list' };
    expect(set(orders, order, steps())).toEqual({ ...order, product: 'Lamp', group: 'g-1' });
  });

  test.each(['part_reference', 'partRef', 'part_fk'])('refers to a number by the name %s', (name) => {
    expect(setIn({ id: 1, [name]: 12 })[name]).not.toBe(12);
  });
});

describe('a generated property is left', () => {
  test.each<[string, JsonObject]>([
    ['with a value of another type than the ids', { userId: 5 }],
    ['with a text where ids are numbers', { partId: 'x' }],
    ['as the id of its own item', { id: 8 }],
    ['as the id of its parent', { shopId: 'x' }],
    ['below $parent', { $parent: { userId: 'x' } }],
    ['with the name of a measure', { level: 5 }],
    ['without a collection of its name', { animalId: 'x' }],
    ['without a name before the id', { Id: 'x' }],
    ['if it is an object or a list of them, which are put into it whole', { user: { id: 'x' }, users: [{ id: 'x' }] }],
    ['with a name that goes on after the id', { user_idea: 'x', userIds2: 'x' }],
    ['with the name of items without an id', { eventId: 'x' }],
  ])('%s', (_what, item) => {
    expect(setIn(item)).toEqual(item);
  });

  test('where its collection has no items', () => {
    const empty = createReferences(collectionsOf(users, orders), () => [], 1);
    const lines = [{ user: { id: 'x' } }];
    expect(empty.set(orders, { userId: 'x', lines }, steps())).toEqual({ userId: 'x', lines });
  });

  test('where two collections have its name, or the one is a singleton', () => {
    const twice = referencesOf(users, collection('old.users', { localName: 'old.users', idType: 'string' }), orders);
    expect(twice.set(orders, { userId: 'x' }, steps())).toEqual({ userId: 'x' });
    const alone = referencesOf(collection('user', { kind: 'singleton', idType: 'string' }), orders);
    expect(alone.set(orders, { userId: 'x' }, steps())).toEqual({ userId: 'x' });
  });

  test('where the item would not match its schema', () => {
    const strict = {
      ...orders,
      check: (value: Json) =>
        (value as JsonObject).userId === 'x' ? [] : [{ pointer: '/userId', rule: 'const', message: 'must be x' }],
    };
    expect(setIn({ userId: 'x' }, strict)).toEqual({ userId: 'x' });
  });

  test('once the budget is spent', () => {
    const item = { id: 1, userId: 'x', user_id: 'x' };
    expect(referencesOf(users, orders).set(orders, item, new StepBudget(0))).toEqual(item);
  });
});

test('a collection of the own service comes before those of others', () => {
  const own = collection('a.users', { service: 'a', localName: 'users', idType: 'string' });
  const other = collection('b.users', { service: 'b', localName: 'users', idType: 'string' });
  const from = collection('b.orders', { service: 'b', localName: 'orders', properties: new Set(['id', 'userId']) });
  const far = collection('c.orders', { service: 'c', localName: 'orders', properties: new Set(['userId']) });
  const references = createReferences(collectionsOf(own, other, from, far), ({ name }) => [{ id: name }], 1);
  expect(references.set(from, { userId: 'x' }, steps())).toEqual({ userId: 'b.users' });
  expect(references.set(far, { userId: 'x' }, steps())).toEqual({ userId: 'a.users' });
  expect(references.nameOf(from, other)).toBe('userId');
  expect(references.nameOf(from, own)).toBeUndefined();
});

const operationsOn = (path: string, schema: string) => ({
  [path]: { get: operation(listOf(ref(schema))), post: operation(ref(schema), { takes: ref(schema) }) },
  [`${path}/{id}`]: {
    parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
    get: operation(ref(schema)),
  },
});

const required = (properties: object) => object(properties, Object.keys(properties));

const schemas = {
  User: required({ id: integer, user_name: text, email: { type: 'string', format: 'email' } }),
  Part: required({ id: integer, name: text }),
  SupplierPart: required({ id: integer, sku: text }),
  Order: required({
    id: integer,
    assigned_user_id: integer,
    created_by: integer,
    user_id: integer,
    user_email: text,
    part: integer,
    part_name: text,
    parts: integer,
    assigned_user_ids: listOf(integer),
    lines: listOf(required({ partId: integer, note: required({ authorId: integer }) })),
  }),
  Category: object({ id: integer, name: text, parent_id: integer }, ['id', 'name']),
};

const paths = {
  ...operationsOn('/users', 'User'),
  ...operationsOn('/parts', 'Part'),
  ...operationsOn('/users/parts', 'SupplierPart'),
  ...operationsOn('/orders', 'Order'),
  ...operationsOn('/categories', 'Category'),
};

const lists = async () => {
  const { get } = await servePaths(paths, schemas, 'default');
  const found: Record<string, Answer['body']> = {};
  for (const name of ['users', 'parts', 'orders', 'categories']) found[name] = (await get(`/${name}`)).body;
  return found as Record<'users' | 'parts' | 'orders' | 'categories', Answer['body']>;
};

describe('in a served document', () => {
  test('a property whose name ends in a collection, or names a person, has the id of an item in it', async () => {
    const { users, orders } = await lists();
    const ids = users.map(({ id }: { id: number }) => id);
    for (const order of orders) {
      for (const name of ['assigned_user_id', 'created_by', 'user_id']) expect(ids).toContain(order[name]);
      for (const { note } of order.lines) expect(ids).toContain(note.authorId);
    }
  });

  test('the parts of an address stay those of one place, also beside collections of them', async () => {
    const named = (name: string) => [name, object({ id: integer, name: text }, ['id', 'name'])] as const;
    const address = object({ city: text, state: text, country: text }, ['city', 'state', 'country']);
    const shop = object({ id: integer, address }, ['id', 'address']);
    const { get } = await servePaths(
      {
        ...operationsOn('/shops', 'Shop'),
        ...operationsOn('/countries', 'Country'),
        ...operationsOn('/states', 'State'),
      },
      { Shop: shop, ...Object.fromEntries([named('Country'), named('State')]) },
      'default',
    );
    const known = new Map(places.map((place) => [place.city, place]));
    for (const one of (await get('/shops')).body) {
      const { region, country } = known.get(one.address.city) ?? {};
      expect(one.address).toEqual({ city: one.address.city, state: region, country });
    }
  });

  test('a text beside an id has the value of the item with the id', async () => {
    const { users, parts, orders } = await lists();
    for (const order of orders) {
      expect(order.user_email).toBe(users.find(({ id }: { id: number }) => id === order.user_id).email);
      expect(order.part_name).toBe(parts.find(({ id }: { id: number }) => id === order.part).name);
    }
  });
});

describe('who and what an item shows is listed', () => {
  const listed = (name: string) => ({ get: operation(listOf(ref(name))) });
  const read = (name: string) => ({
    parameters: [{ name: 'id', in: 'path', required: true, schema: integer }],
    get: operation(ref(name)),
  });
  const full = (properties: object) => object(properties, Object.keys(properties));
  const brief = full({ id: integer, name: text });
  const number = { type: 'number' };
  const line = full({ id: integer, title: text, price: number, quantity: integer, total: number });
  const bought = full({
    product_id: integer,
    product_name: text,
    quantity: integer,
    unit_price: number,
    line_total: number,
  });
  const schemas = {
    User: full({ id: integer, username: text, full_name: text, email: text }),
    Project: full({
      ...{ id: integer, owner_id: integer, owner: brief, owner_name: text, created_by_id: integer, created_by: text },
      ...{ members: listOf(brief), comments: listOf(full({ text, author: brief })) },
    }),
    Product: full({ id: integer, title: text, price: number }),
    Cart: full({ id: integer, products: listOf(line), total: number, total_quantity: integer }),
    Order: full({ id: integer, items: listOf(bought), subtotal: number, total: number }),
  };
  const serve = () =>
    servePaths(
      Object.fromEntries(
        Object.keys(schemas).flatMap((name) => {
          const path = `/${name.toLowerCase()}s`;
          return [
            [path, listed(name)],
            [`${path}/{id}`, read(name)],
          ];
        }),
      ),
      schemas,
    );

  test('an owner, members and authors in another form are users, and have their names', async () => {
    const client = await serve();
    const all = (await client.send('GET', '/users')).body as readonly JsonObject[];
    const nameOf = (id: unknown): unknown => all.find((user) => user.id === id)?.full_name;
    for (const project of (await client.send('GET', '/projects')).body as readonly JsonObject[]) {
      const { owner, members, comments } = project as unknown as {
        readonly owner: JsonObject;
        readonly members: readonly JsonObject[];
        readonly comments: readonly { readonly author: JsonObject }[];
      };
      expect(project).toMatchObject({ owner_id: owner.id, owner_name: owner.name });
      expect(project.created_by).toBe(nameOf(project.created_by_id));
      for (const person of [owner, ...members, ...comments.map(({ author }) => author)]) {
        expect(nameOf(person.id)).toBeDefined();
        expect(person.name).toBe(nameOf(person.id));
      }
    }
  });

  test('lines have the products and their prices, and the total follows', async () => {
    const client = await serve();
    const all = (await client.send('GET', '/products')).body as readonly JsonObject[];
    const priceOf = (id: unknown): unknown => all.find((product) => product.id === id)?.price;
    type Line = Readonly<
      Record<'id' | 'product_id' | 'price' | 'unit_price' | 'quantity' | 'total' | 'line_total', number>
    >;
    const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);
    for (const cart of (await client.send('GET', '/carts')).body as readonly JsonObject[]) {
      const lines = cart.products as unknown as readonly Line[];
      for (const one of lines) expect(one.price).toBe(priceOf(one.id));
      expect(cart.total).toBeCloseTo(sum(lines.map((one) => one.price * one.quantity)), 1);
      expect(cart.total_quantity).toBe(sum(lines.map((one) => one.quantity)));
    }
    for (const order of (await client.send('GET', '/orders')).body as readonly JsonObject[]) {
      const lines = order.items as unknown as readonly Line[];
      for (const one of lines) {
        expect(one.unit_price).toBe(priceOf(one.product_id));
        expect(one.line_total).toBeCloseTo(one.unit_price * one.quantity, 2);
      }
      if (lines.length > 0) expect(order.subtotal).toBeCloseTo(sum(lines.map((one) => one.line_total)), 1);
    }
  });
});
