import { expect, test } from 'vitest';
import { inPath, inQuery, integer, jsonBody, listOf, object, ref, text } from '../../short-document.ts';
import { serviceOf } from '../documents.ts';

const Thing = object({ id: integer, name: text, kind: text, tags: listOf(text) }, ['id', 'name']);
const NewThing = object({ name: text, kind: text }, ['name']);
const json = (schema: object) => ({ description: '', content: jsonBody(schema) });
const body = (schema: object) => ({ content: jsonBody(schema) });
const id = inPath('thingId');
const query = (name: string, schema: object = text) => inQuery(name, schema);

const list = (schema: object, parameters: object[] = []) => ({
  operationId: 'list',
  parameters,
  responses: { 200: json(listOf(schema)) },
});
const create = (response: object = { 201: json(ref('Thing')) }) => ({
  operationId: 'create',
  requestBody: body(ref('NewThing')),
  responses: response,
});
const read = (schema: object = ref('Thing')) => ({
  operationId: 'read',
  parameters: [id],
  responses: { 200: json(schema) },
});
const bound = (paths: object, more: object = {}) => {
  const service = serviceOf(paths, { schemas: { Thing, NewThing, ...more } });
  return service.operations.map(({ name, binding }) => `${name}:${binding?.action ?? '-'}`).join(' ');
};

const numbers = object({ x: { type: 'number' } });

test.each([
  [
    'paths with trailing slashes',
    { '/things/': { get: list(ref('Thing')) }, '/things/{thingId}/': { get: read() } },
    'list:list read:read',
  ],
  ['items in place', { '/things': { get: list(Thing), post: create() } }, 'list:list create:create'],
  [
    'items without an id and without an item path',
    { '/things': { get: list(numbers), post: create({ 201: json(numbers) }) } },
    'list:list create:create',
  ],
  ['no list of strings', { '/things': { get: list(text) }, '/things/{thingId}': { get: read() } }, 'list:- read:-'],
  [
    'no list of something else',
    {
      '/things': { get: list(object({ a: {}, b: {}, c: {} })) },
      '/things/{thingId}': { get: read(object({ x: {}, y: {}, z: {} })) },
    },
    'list:- read:-',
  ],
  [
    'no procedures at one address',
    {
      '/#Action=ListThings': { get: list(ref('Thing')), post: { responses: { 200: json(listOf(ref('Thing'))) } } },
      '/#Action=CreateThing': { post: create() },
    },
    'list:- POST /:- create:-',
  ],
])('what is bound: %s', (_name, paths, expected) => {
  expect(bound(paths)).toBe(expected);
});

test('a list alone is named after its items, and after what tells it apart from others', () => {
  const listed = (schema: string) => ({ get: { responses: { 200: json(listOf(ref(schema))) } } });
  const named = (paths: object) =>
    [
      ...serviceOf(paths, {
        schemas: { Pet: Thing, RoomToCleanDto: { ...Thing, title: 'other' }, Room: NewThing },
      }).collections.keys(),
    ].sort();
  expect(named({ '/pet/findByTags': listed('Pet') })).toEqual(['pet']);
  expect(named({ '/api/rooms/to-clean': listed('RoomToCleanDto') })).toEqual(['rooms']);
  const others = { '/api/rooms': listed('Room') };
  expect(named({ '/api/rooms/to-clean': listed('RoomToCleanDto'), ...others })).toEqual(['rooms', 'rooms-to-clean']);
});

test('a list below another is named after it, if its last segment is no plural', () => {
  const listed = (schema: string, parameters: object[] = []) => ({ get: list(ref(schema), parameters) });
  const Stay = { ...Thing, properties: { ...Thing.properties, customerName: text } };
  const service = serviceOf(
    {
      '/rooms': listed('Thing'),
      '/rooms/free/customer': listed('Stay', [query('customerId', integer)]),
      '/rooms/free/guests': listed('Guest'),
    },
    { schemas: { Thing, Stay, Guest: { ...Thing, properties: { id: integer, guest: text } } } },
  );
  expect([...service.collections.keys()].sort()).toEqual(['guests', 'rooms', 'rooms-free-customer']);
  // The id of a customer is not that of a room.
  expect(service.operations[1]?.binding).toMatchObject({ action: 'list', filters: [] });
});

test('a list of something of one item has the name of its last segment, plural or not', () => {
  const listed = (schema: string) => ({ get: list(ref(schema)) });
  const Team = { ...Thing, properties: { ...Thing.properties, members: integer } };
  const paths = { '/rooms': listed('Thing'), '/rooms/{roomId}/owner_team': { parameters: [id], ...listed('Team') } };
  const service = serviceOf(paths, { schemas: { Thing, Team } });
  expect([...service.collections.keys()].sort()).toEqual(['owner_team', 'rooms']);
});

test('the path of the root is shown in reasons', () => {
  const paths = {
    '/': { get: list(ref('Thing')), post: { requestBody: body(ref('Thing')), responses: { 201: json(ref('Thing')) } } },
    '/{thingId}': { parameters: [id], get: { responses: { 200: json(ref('Thing')) } } },
  };
  const reasons = serviceOf(paths, { schemas: { Thing } }).operations.map(({ reason }) => reason);
  expect(reasons).toEqual([
    expect.any(String),
    expect.stringMatching(/new item of \/\.$/),
    expect.stringContaining('one item of / by'),
  ]);
});
