import { describe, expect, test } from 'vitest';
import { type Answer, servePaths } from '../../openapi/resources/served.ts';
import { integer, listOf, object, operation, ref, text } from '../../short-document.ts';

const inPath = (name: string) => ({ name, in: 'path', required: true, schema: integer });
const collection = (path: string, schema: string) => ({
  [path]: { get: operation(listOf(ref(schema))), post: operation(ref(schema), { takes: ref(schema) }) },
  [`${path}/{id}`]: { parameters: [inPath('id')], get: operation(ref(schema)) },
});

const schemas = {
  Owner: object({ id: integer, name: text, pets: listOf(ref('Pet')) }, ['id', 'name', 'pets']),
  Pet: object({ id: integer, name: text, type: ref('PetType'), ownerId: integer }, ['id', 'name', 'type', 'ownerId']),
  PetType: object({ id: integer, name: text }, ['id', 'name']),
  Order: object(
    {
      ...{ id: integer, petId: integer, pet: ref('Pet'), categoryId: integer },
      category: object({ id: integer, name: text }, ['id', 'name']),
    },
    ['id', 'petId', 'pet', 'category', 'categoryId'],
  ),
  Visit: { ...object({ id: integer, petId: integer }, ['id', 'petId']), example: { id: 4, petId: 7777 } },
  Node: object({ id: integer, name: text, parent: ref('Node') }, ['id', 'name']),
  Line: object({ id: integer, pet: integer, order: integer }, ['id', 'pet', 'order']),
};

const paths = {
  ...collection('/owners', 'Owner'),
  ...collection('/pets', 'Pet'),
  ...collection('/pettypes', 'PetType'),
  ...collection('/orders', 'Order'),
  ...collection('/nodes', 'Node'),
  ...collection('/lines', 'Line'),
  ...collection('/visits', 'Visit'),
};

describe('an object in a generated item', () => {
  const lists = async (order: readonly string[]) => {
    const { get } = await servePaths(paths, schemas, 'default');
    const found: Record<string, readonly Answer['body'][]> = {};
    for (const name of order) found[name] = (await get(`/${name}`)).body;
    return found;
  };
  const names = ['owners', 'pets', 'pettypes', 'orders', 'nodes', 'lines'];

  test('is a stored item, and those in it are too', async () => {
    const { owners = [], pets = [], pettypes = [] } = await lists(names);
    for (const pet of pets) expect(pettypes).toContainEqual(pet.type);
    for (const owner of owners) expect(owner.pets).toEqual(pets.filter(({ ownerId }) => ownerId === owner.id));
    expect(owners.flatMap((owner) => owner.pets)).toHaveLength(pets.length);
  });

  test('is that of the id beside it', async () => {
    const { orders = [], pets = [] } = await lists(names);
    for (const { petId, pet } of orders) expect(pet).toEqual(pets.find(({ id }) => id === petId));
  });

  test('has an id of a few, if its collection is not known', async () => {
    const { orders = [] } = await lists(names);
    const ids = new Set(orders.map(({ category }) => category.id));
    expect(ids).toEqual(new Set(Array.from(ids, (_, at) => at + 1)));
    const byId = new Map(orders.map(({ category }) => [category.id, category.name]));
    for (const { category, categoryId } of orders)
      expect([category.id <= orders.length, byId.get(category.id), categoryId]).toEqual([
        ...[true, category.name, category.id],
      ]);
  });

  test('has an id that another with its properties has only as the same one', async () => {
    const person = object({ id: integer, email: text }, ['id', 'email']);
    const Report = object({ id: integer, author: person, reviewer: person }, ['id', 'author', 'reviewer']);
    const { get } = await servePaths(collection('/reports', 'Report'), { Report }, 'default');
    const reports: readonly Answer['body'][] = (await get('/reports')).body;
    const shown = reports.flatMap(({ author, reviewer }) => [author, reviewer]);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(new Set(shown.map(({ email }) => email)).size);
  });

  test('is never the item itself, nor one that has it', async () => {
    const { nodes = [] } = await lists(names);
    const below = nodes.filter(({ parent }) => parent !== undefined);
    expect(below.length).toBeGreaterThan(1);
    for (const { id, parent } of below) expect(nodes.find((node) => node.id === parent.id)?.id).toBeLessThan(id);
  });

  test('that is named parent leaves the item below the parent in its path', async () => {
    const below = { parameters: [inPath('hotelId')] };
    const code = object({ id: integer, parent: object({ id: integer, name: text }, ['id']) }, ['id', 'parent']);
    const { get } = await servePaths(
      {
        ...collection('/hotels', 'Hotel'),
        '/hotels/{hotelId}/codes': { ...below, get: operation(listOf(ref('Code'))) },
        '/hotels/{hotelId}/codes/{id}': {
          parameters: [...below.parameters, inPath('id')],
          get: operation(ref('Code')),
        },
      },
      { Hotel: object({ id: integer, name: text }, ['id']), Code: code },
      'default',
    );
    const lists = await Promise.all([1, 2, 3].map(async (id) => (await get(`/hotels/${id}/codes`)).body));
    expect(lists.flat()).not.toHaveLength(0);
    for (const [index, codes] of lists.entries())
      for (const { id } of codes) expect((await get(`/hotels/${index + 1}/codes/${id}`)).status).toBe(200);
  });

  test('of an example of the document stays as it is', async () => {
    const { visits = [], pets = [] } = await lists(['visits', 'pets']);
    expect(visits).toContainEqual({ id: 4, petId: 7777 });
    const ids = [7777, ...pets.map(({ id }) => id)];
    for (const { petId } of visits) expect(ids).toContain(petId);
  });

  test('does not depend on the order of requests', async () => {
    expect(await lists(names.toReversed())).toEqual(await lists(names));
  });
});

test('a number with the name of a collection is an id in it', async () => {
  const { get } = await servePaths(paths, schemas, 'default');
  const ids = (await get('/pets')).body.map(({ id }: { id: number }) => id);
  for (const { pet } of (await get('/lines')).body) expect(ids).toContain(pet);
});

test('an object that a generated item wraps, as in Strapi, is one of the stored items', async () => {
  const attributes = (properties: object) =>
    object({ id: integer, attributes: object(properties, Object.keys(properties)) }, ['id', 'attributes']);
  const data = (schema: object) => object({ data: schema }, ['data']);
  const { get } = await servePaths(
    { ...collection('/writers', 'Writer'), ...collection('/essays', 'Essay') },
    {
      Writer: attributes({ name: text }),
      Essay: attributes({ title: text, writer: data(ref('Writer')), readers: data(listOf(ref('Writer'))) }),
    },
    'default',
  );
  const writers = (await get('/writers')).body;
  const essays: readonly Answer['body'][] = (await get('/essays')).body;
  expect(essays.length).toBeGreaterThan(0);
  for (const { attributes } of essays)
    for (const writer of [attributes.writer.data, ...attributes.readers.data]) expect(writers).toContainEqual(writer);
});
