import { expect, test } from 'vitest';
import { createVivarium } from '../../../src/index.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const order = { $ref: '#/components/schemas/Order' };
const document = {
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        responses: { 200: { description: 'All', ...json({ type: 'array', items: order }) } },
      },
      post: {
        operationId: 'createOrder',
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/NewOrder' }) },
        responses: { 201: { description: 'Created', ...json(order) } },
      },
    },
    '/orders/{id}': {
      get: {
        operationId: 'getOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: { description: 'One', ...json(order) },
          404: { description: 'None', ...json({ $ref: '#/components/schemas/Problem' }) },
        },
      },
    },
  },
  components: {
    securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    schemas: {
      Order: {
        type: 'object',
        required: ['id', 'status', 'quantity', 'unitPrice', 'total'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer', readOnly: true },
          status: { enum: ['open', 'paid', 'delivered'] },
          deliveredAt: { type: ['string', 'null'], format: 'date-time' },
          quantity: { type: 'integer', minimum: 1, maximum: 9 },
          unitPrice: { type: 'number', minimum: 1 },
          total: { type: 'number' },
          secret: { type: 'string', writeOnly: true },
          customer: { $ref: '#/components/schemas/Customer' },
        },
      },
      Note: {
        type: 'object',
        properties: {
          note: { type: 'string', maxLength: 12 },
          count: { type: 'integer', minimum: 0, maximum: 3 },
          tags: { type: 'array', items: { type: 'string' } },
        },
      },
      Flag: { type: 'object', properties: { isOn: { type: 'boolean' } } },
      NewOrder: { type: 'object', required: ['quantity'], properties: { quantity: { type: 'integer', minimum: 1 } } },
      Customer: {
        type: 'object',
        required: ['id', 'firstName', 'lastName', 'email'],
        properties: {
          id: { type: 'integer' },
          firstName: { type: 'string' },
          lastName: { type: 'string' },
          email: { type: 'string', format: 'email' },
        },
      },
      Problem: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } },
    },
  },
};

interface Order {
  readonly id: number;
  readonly quantity: number;
  readonly unitPrice: number;
  readonly total: number;
}

const vivarium = await createVivarium({ document });

test('a sample of a schema is valid, and the same each time', () => {
  const first = vivarium.sample<Order>('Order');
  expect(first).toMatchObject({ id: 1 });
  expect(first).not.toHaveProperty('secret');
  expect(vivarium.sample('Order')).toEqual(first);
  expect(vivarium.sample('Order', { seed: 7 })).not.toEqual(first);
});

test('several samples differ in their ids', () => {
  expect(new Set(vivarium.samples<Order>('Order', 5).map(({ id }) => id)).size).toBe(5);
  expect(new Set(vivarium.samples<{ id: number }>('Customer', 5).map(({ id }) => id)).size).toBe(5);
});

test('what depends on a given value follows, and the rest stays', () => {
  const [plain, given] = [vivarium.sample<Order>('Order'), vivarium.sample<Order>('Order', { with: { quantity: 7 } })];
  expect(given).toMatchObject({ id: plain.id, quantity: 7, unitPrice: plain.unitPrice });
  expect(given.total).toBeCloseTo(7 * plain.unitPrice, 2);
  expect(vivarium.sample('Customer', { with: { firstName: 'Ada', lastName: 'Byron' } })).toMatchObject({
    email: 'ada.byron@example.com',
  });
});

test('a given value inside another one is merged', () => {
  expect(vivarium.sample('Customer', { with: { firstName: undefined } })).toEqual(vivarium.sample('Customer'));
  const ofAda = { customer: { firstName: 'Ada', lastName: undefined } };
  expect(vivarium.sample('Order', { with: ofAda })).toEqual(
    vivarium.sample('Order', { with: { customer: { firstName: 'Ada' } } }),
  );
  expect(vivarium.sample('Order', { with: { customer: { firstName: 'Ada' } } })).toMatchObject({
    customer: { firstName: 'Ada', lastName: expect.any(String) },
  });
});

test('a given value that breaks the schema is an error with its place', () => {
  expect(() => vivarium.sample('Order', { with: { status: 'sold' } })).toThrow('(at /status)');
  expect(() => vivarium.sample('Order', { with: { colour: 'red' } })).toThrow('(at /colour)');
});

test('bodies of an operation are those of a world', () => {
  const list = vivarium.sample<readonly Order[]>('listOrders 200');
  expect(list.length).toBeGreaterThan(0);
  expect(vivarium.sample('getOrder 404')).toMatchObject({ message: expect.any(String) });
  expect(vivarium.sample('createOrder request')).toMatchObject({ quantity: expect.any(Number) });
});

test('an extreme is at the edge of the schema', () => {
  expect(Object.keys(vivarium.sample<object>('Order', { extreme: 'minimal' })).toSorted()).toEqual([
    'id',
    'quantity',
    'status',
    'total',
    'unitPrice',
  ]);
  expect(vivarium.sample('listOrders 200', { extreme: 'empty-list' })).toEqual([]);
  // Nothing of it can be left out.
  expect(vivarium.sample('Problem', { extreme: 'minimal' })).toEqual({ message: expect.any(String) });
});

test('an extreme needs nothing of the value that is drawn: what is left out is added, and what is at the edge stays there', () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);
  const notes = seeds.map((seed) => vivarium.sample<{ note: string }>('Note', { seed, extreme: 'longest' }).note);
  expect(new Set(notes.map((note) => [...note].length))).toEqual(new Set([12]));
  const counts = seeds.map((seed) => vivarium.sample<{ count: number }>('Note', { seed, extreme: 'boundary' }).count);
  expect(new Set(counts)).toEqual(new Set([0, 3]));
  const lists = seeds.map((seed) => vivarium.sample<{ tags: string[] }>('Note', { seed, extreme: 'empty-list' }).tags);
  expect(lists).toEqual(seeds.map(() => []));
  expect(() => vivarium.sample('Flag', { extreme: 'longest' })).toThrow('it has no text that may be longer');
});

test('an unknown name is an error that suggests one', () => {
  expect(() => vivarium.sample('Ordr')).toThrow('Did you mean "Order"');
  expect(() => vivarium.sample('listOrder 200')).toThrow('Did you mean "listOrders"');
  expect(() => vivarium.sample('listOrders 418')).toThrow('Those of 200 have one');
  expect(() => vivarium.sample('createOrder')).toThrow('Write createOrder request, createOrder 201.');
  expect(() => vivarium.sample('Order', { sed: 7 } as never)).toThrow('Did you mean "seed"');
});

test('items below others have them, and no two names are equal where the schema allows it', async () => {
  const schemas = {
    Board: {
      type: 'object',
      required: ['id', 'name'],
      properties: { id: { type: 'integer' }, name: { type: 'string', example: 'Plan' } },
    },
    Card: {
      type: 'object',
      required: ['id', 'title'],
      properties: { id: { type: 'integer' }, title: { enum: ['A', 'B'] } },
    },
  };
  const item = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const parameter = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'integer' } });
  const read = (name: string) => ({ responses: { 200: { description: 'One', ...json(item(name)) } } });
  const list = (name: string) => ({
    responses: { 200: { description: 'All', ...json({ type: 'array', items: item(name) }) } },
  });
  const vivarium = await createVivarium({
    document: {
      openapi: '3.1.0',
      info: { title: 'Boards', version: '1' },
      paths: {
        '/boards': { get: list('Board') },
        '/boards/{boardId}': { parameters: [parameter('boardId')], get: read('Board') },
        '/boards/{boardId}/cards': { parameters: [parameter('boardId')], get: list('Card') },
        '/boards/{boardId}/cards/{cardId}': {
          parameters: [parameter('boardId'), parameter('cardId')],
          get: read('Card'),
        },
      },
      components: { schemas },
    },
    scenario: 'empty',
  });
  const cards = vivarium.samples<{ id: number; title: string }>('Card', 30);
  expect(new Set(cards.map(({ id }) => id)).size).toBe(30);
  expect([...new Set(cards.map(({ title }) => title))].sort()).toEqual(['A', 'B']);
  const boards = vivarium.samples<{ name: string }>('Board', 300);
  expect(new Set(boards.map(({ name }) => name)).size).toBe(300);
  await vivarium.close();
});

/** Documented by examples, with large integers and a form. */
const shown = await createVivarium({
  document: {
    openapi: '3.1.0',
    info: { title: 'People', version: '1' },
    paths: {
      '/people': {
        get: {
          operationId: 'listPeople',
          responses: {
            200: {
              description: 'All',
              ...json({ type: 'array', items: { $ref: '#/components/schemas/Person' } }),
            },
          },
        },
        post: {
          operationId: 'addPerson',
          requestBody: {
            content: {
              'application/json': {
                schema: { $ref: '#/components/schemas/NewPerson' },
                example: { firstName: 'John', lastName: 'Low', name: 'John Low', email: 'john@example.com' },
              },
            },
          },
          responses: { 201: { description: 'New', ...json({ $ref: '#/components/schemas/Person' }) } },
        },
      },
      '/people/{id}': {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: {
          operationId: 'getPerson',
          responses: {
            200: {
              description: 'One',
              content: {
                'application/json': {
                  schema: { $ref: '#/components/schemas/Person' },
                  example: { id: 9, firstName: 'John', lastName: 'Low', name: 'John Low', email: 'john@example.com' },
                },
              },
            },
          },
        },
        put: {
          operationId: 'changePerson',
          requestBody: {
            content: {
              'application/x-www-form-urlencoded': {
                schema: { type: 'object', required: ['nick'], properties: { nick: { type: 'string', maxLength: 40 } } },
              },
            },
          },
          responses: { 204: { description: 'Done' } },
        },
      },
      '/text': {
        get: {
          operationId: 'text',
          responses: {
            200: {
              description: 'A text',
              content: { 'text/plain': { schema: { type: 'string' }, example: '{"a":1,"b":2}' } },
            },
          },
        },
      },
      '/amounts': {
        get: {
          operationId: 'amounts',
          responses: {
            200: {
              description: 'Totals',
              ...json({ type: 'object', required: ['a'], additionalProperties: { type: 'integer' } }),
            },
          },
        },
      },
    },
    components: {
      schemas: {
        NewPerson: {
          type: 'object',
          required: ['firstName', 'lastName', 'name', 'email'],
          properties: {
            firstName: { type: 'string', maxLength: 30 },
            lastName: { type: 'string' },
            name: { type: 'string' },
            email: { type: 'string', format: 'email' },
            credit: { type: 'integer', format: 'int64' },
          },
        },
        Person: {
          allOf: [
            { $ref: '#/components/schemas/NewPerson' },
            { type: 'object', required: ['id'], properties: { id: { type: 'integer', format: 'int64' } } },
          ],
        },
        Word: { type: 'string' },
        Label: { type: 'object', required: ['id', 'label'], properties: { id: { type: 'integer', minimum: 5 } } },
      },
    },
  },
  seed: 3,
});

interface Person {
  readonly id: number;
  readonly firstName: string;
  readonly name: string;
  readonly email: string;
}

test('a request has extremes too, and a form is the values of its fields', () => {
  const { firstName } = shown.sample<Person>('addPerson request', { extreme: 'longest' });
  expect([...firstName]).toHaveLength(30);
  const form = shown.sample<{ nick: string }>('changePerson request');
  expect(form).toEqual({ nick: expect.any(String) });
  expect([...shown.sample<{ nick: string }>('changePerson request', { extreme: 'longest' }).nick]).toHaveLength(40);
  expect(shown.sample('changePerson request', { with: { nick: 'ann' } })).toEqual({ nick: 'ann' });
});

test('what depends on a given value follows it, also in an example and in each item of a list', () => {
  const ada = { name: 'Ada Low', email: 'ada.low@example.com' };
  expect(shown.sample('addPerson request', { with: { firstName: 'Ada' } })).toMatchObject(ada);
  const people = shown.sample<readonly Person[]>('listPeople 200', { with: { firstName: 'Ada' } });
  expect(people.length).toBeGreaterThan(1);
  for (const { name, firstName } of people) expect([firstName, name.split(' ')[0]]).toEqual(['Ada', 'Ada']);
  expect(new Set(people.map(({ id }) => id)).size).toBe(people.length);
  expect(() => shown.sample('listPeople 200', { with: { email: 7 } })).toThrow('(at /email)');
  expect(shown.sample('text 200', { with: { a: 3 } })).toEqual({ a: 3, b: 2 });
  expect(() => shown.sample('Word', { with: { a: 3 } })).toThrow(
    'the sample "Word" is not an object, so `with` cannot change it',
  );
  const plain = shown.sample<object>('amounts 200');
  expect(shown.sample('amounts 200', { with: { a: 7 } })).toEqual({ ...plain, a: 7 });
});

test('several bodies of an operation differ in their ids and names, with each option', () => {
  for (const name of ['getPerson 200', 'addPerson 201', 'addPerson request'])
    for (const options of [{}, { extreme: 'longest' }, { extreme: 'minimal' }, { with: { credit: 5 } }] as const) {
      const people = shown.samples<Person>(name, 3, options);
      expect(people[0]).toEqual(shown.sample(name, options));
      expect(new Set(people.map((person) => person.name)).size).toBe(3);
      if (name !== 'addPerson request') expect(new Set(people.map(({ id }) => id)).size).toBe(3);
    }
  const edges = shown.samples<Person>('Person', 3, { extreme: 'boundary' });
  expect(new Set(edges.map(({ id }) => id)).size).toBe(3);
  const labels = shown.samples<{ id: number }>('Label', 20);
  expect(new Set(labels.map(({ id }) => id)).size).toBe(20);
});

test('a large integer is the number that a parsed response has', () => {
  const { id } = shown.sample<Person>('Person', { extreme: 'boundary' });
  expect(Math.abs(id)).toBe(2 ** 63);
  expect(() => JSON.stringify(shown.samples('Person', 2, { extreme: 'boundary' }))).not.toThrow();
});

test('the seed and the locale are those of the start', async () => {
  const [seeded, plain, german] = await Promise.all([
    createVivarium({ document, seed: 7 }),
    createVivarium({ document }),
    createVivarium({ document, scenario: { locale: 'de' } }),
  ]);
  expect(seeded.sample('Customer')).toEqual(plain.sample('Customer', { seed: 7 }));
  expect(german.samples('Customer', 3)).toEqual(plain.samples('Customer', 3, { locale: 'de' }));
  expect(german.samples('Customer', 3)).not.toEqual(plain.samples('Customer', 3));
  await Promise.all([seeded.close(), plain.close(), german.close()]);
});
