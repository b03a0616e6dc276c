/** The example of a list, where the schema wants an object with a list in it. */
import { expect, test } from 'vitest';
import { integer, listOf, object, ref, text } from '../../short-document.ts';
import { now, operationOf, readyServiceOf } from '../documents.ts';
import { servePaths } from '../resources/served.ts';
import { collection } from '../resources/small.ts';

const pet = object({ id: integer, name: text }, ['id', 'name']);
const pets = [
  { id: 1, name: 'Ada' },
  { id: 2, name: 'Bo' },
];

const generated = async (schema: object, shown: object = { example: pets }): Promise<unknown> => {
  const content = { 'application/json': { schema, ...shown } };
  const service = await readyServiceOf({
    '/a': { get: { operationId: 'a', responses: { 200: { description: 'ok', content } } } },
  });
  return operationOf(service, 'a').responses.get('200')?.contents[0]?.generate({ seed: 1, now });
};

test.each<[string, object, object]>([
  ['its only list', object({ data: listOf(pet) }, ['data']), { data: pets }],
  ['a list in an object', object({ result: object({ items: listOf(pet) }) }), { result: { items: pets } }],
  ['the list with its names', object({ errors: listOf(text), pets: listOf(pet) }), { pets }],
  ['a list in a part', { allOf: [object({ data: listOf(pet) })] }, { data: pets }],
  ['a list as it is', listOf(pet), pets],
])('it goes to %s', async (_place, schema, expected) => {
  expect(await generated(schema)).toEqual(expected);
});

test('what else the schema requires is added', async () => {
  expect(await generated(object({ data: listOf(pet), total: integer }, ['data', 'total']))).toEqual({
    data: pets,
    total: expect.any(Number),
  });
});

test('a list in a text goes there too', async () => {
  const page = object({ data: object({ items: listOf(pet) }) });
  expect(await generated(page, { example: JSON.stringify(pets) })).toEqual({ data: { items: pets } });
});

test.each<[string, unknown, object, unknown]>([
  ['a text', 'BKK', listOf(text), ['BKK']],
  ['texts', 'id,name', listOf(text), ['id', 'name']],
  ['a sentence', 'First, this', listOf(text), ['First, this']],
  ['numbers in a text', '1,2', listOf(integer), [1, 2]],
  ['an object', pets[0], listOf(pet), [pets[0]]],
  ['a list of such objects', pets, pet, pets[0]],
  ['a list of objects that have others in them', pets, object({ id: integer, name: text, owner: pet }), pets[0]],
  ['a list of objects that have lists', pets, object({ id: integer, name: text, toys: listOf(text) }), pets[0]],
])('%s as the example of something else is read as it is meant', async (_kind, example, schema, expected) => {
  expect(await generated(object({ it: { ...schema, example } }, ['it']), {})).toEqual({ it: expected });
  expect(await generated(schema, { example })).toEqual(expected);
});

test('an empty text is no item of a list', async () => {
  const tags = { ...listOf(text), default: '' };
  const takes = object({ name: text, tags });
  const Pet = object({ id: integer, name: text, tags }, ['id', 'name', 'tags']);
  const { send } = await servePaths({ '/pets': collection(Pet, { takes, status: 201 }) });
  expect((await send('POST', '/pets', { name: 'Ada' })).body).toEqual({ id: 1, name: 'Ada', tags: [] });
});

test('the search for a place ends, however many there are', async () => {
  const wide = object(Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, ref('Wide')])));
  const content = { 'application/json': { schema: ref('Wide'), example: [{}] } };
  const service = await readyServiceOf(
    { '/a': { get: { operationId: 'a', responses: { 200: { description: 'ok', content } } } } },
    { schemas: { Wide: wide } },
  );
  expect(operationOf(service, 'a').responses.get('200')?.contents[0]?.generate({ seed: 1, now })).toEqual({});
});
