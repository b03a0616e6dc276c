/** Which operations on a path and on the path of its items make a collection, and why others do not. */
import { describe, expect, test } from 'vitest';
import { inPath, inQuery, integer, listOf, object, operation, ref, text } from '../../../short-document.ts';
import { operationOf } from '../../documents.ts';
import { servePaths } from '../served.ts';
import { bindingOf, boundIn, collection, itemBindingOf, nothing, saving, serviceFor, things } from '../small.ts';

const other = object({ x: text, y: text, z: text, u: text, v: text, w: text, t: text });
type Operations = Readonly<Record<string, object>>;
const serviceOf = (collection: Operations, item: Operations = {}) =>
  serviceFor({ '/things': collection, '/things/{thingId}': item });
const reading = { get: operation(ref('Thing')) };
const adding = saving(ref('Thing'), { status: 201 });
const changing = saving(ref('Thing'));

/** `action reason` of each operation. */
const reasonsIn = (service: ReturnType<typeof serviceFor>): Readonly<Record<string, string>> =>
  Object.fromEntries(service.operations.map((one) => [one.name, `${one.binding?.action ?? '-'}: ${one.reason}`]));

const sureOf = (service: ReturnType<typeof serviceFor>) => service.operations.map(({ confidence }) => confidence);
const differs = '-: Returns something other than an item of /things.';

describe('a collection is', () => {
  test.each<[string, Operations, Operations, readonly string[]]>([
    ['a list and a reading', { get: operation(things) }, reading, ['list', 'read']],
    ['a list and a deletion', { get: operation(things) }, { delete: nothing }, ['list', 'delete']],
    ['a list and a change', { get: operation(things) }, { patch: changing }, ['list', 'update']],
    ['a creation and a reading', { post: adding }, reading, ['create', 'read']],
    ['a creation and a replacement', { post: adding }, { put: changing }, ['create', 'replace']],
    ['no creation alone', { post: adding }, {}, ['-']],
    ['no reading alone', {}, reading, ['-']],
    ['one for each id, if nothing lists or creates them', {}, { ...reading, patch: changing }, ['read', 'update']],
    ['one for each id until it is deleted', {}, { ...reading, delete: nothing }, ['read', 'delete']],
    ['a reading and a replacement that adds items', {}, { ...reading, put: changing }, ['read', 'replace']],
    ['no replacement alone, although it adds items', {}, { put: changing }, ['-']],
  ])('%s', (_name, collection, item, actions) => {
    expect(serviceOf(collection, item).operations.map(({ binding }) => binding?.action ?? '-')).toEqual(actions);
  });

  test('bound with the reasons', () => {
    const inData = { get: operation(object({ data: things })), post: adding };
    const service = serviceOf(inData, { ...reading, delete: nothing });
    expect(reasonsIn(service)).toEqual({
      'GET /things': 'list: Returns a list in "data" with the items of /things/{thingId}.',
      'POST /things': 'create: Takes an object, and documents 201 for the new item of /things.',
      'GET /things/{thingId}': 'read: Refers to one item of /things by its id.',
      'DELETE /things/{thingId}': 'delete: Refers to one item of /things by its id.',
    });
    const deep = serviceFor({
      '/a/{x}/things': { get: operation(object({ data: object({ items: things }) })), post: adding },
      '/a/{x}/things/{id}': reading,
    });
    expect(reasonsIn(deep)).toMatchObject({
      'GET /a/{x}/things': 'list: Returns a list in "data.items" with the items of /a/{x}/things/{id}.',
      'GET /a/{x}/things/{id}': 'read: Refers to one item of /a/{…}/things by its id.',
    });
  });

  test('certain if the list and the reading have a similar schema', () => {
    const listing = (item: object) => serviceOf({ get: operation(listOf(item)), post: adding }, reading);
    const different = object({ id: integer, a: text, b: text, c: text, d: text });
    expect(sureOf(listing(ref('Thing')))).toEqual(['high', 'high', 'high']);
    expect(sureOf(listing(different))).toEqual(['medium', 'medium', 'medium']);
    expect(sureOf(serviceOf({ get: operation(things) }, { delete: nothing }))).toEqual(['high', 'high']);
  });
});

test('the operations on an item are less certain than its list if the id is guessed', () => {
  const item = object({ code: text, name: text, label: text });
  const confidencesWith = (parameter: string) =>
    serviceFor({
      '/things': { get: operation(listOf(item)) },
      [`/things/{${parameter}}`]: { parameters: [inPath(parameter, text)], get: operation(item) },
    }).operations.map(({ binding, confidence }) => `${binding?.action} ${confidence}`);
  expect(confidencesWith('name')).toEqual(['list high', 'read high']);
  expect(confidencesWith('x')).toEqual(['list high', 'read medium']);
});

test('a POST without a list and without items is not compared with a collection', () => {
  const post = operation(ref('Thing'), { takes: text, mediaType: 'text/plain' });
  const service = serviceFor({ '/things': { post } });
  expect(operationOf(service, 'POST /things').reason).toMatch(/no recognised operation reads what it changes/);
});

test('collections with the same name have as many segments before it as make it unique', () => {
  const service = serviceFor({
    '/api/v1/a/things': { get: operation(things), post: adding },
    '/api/v1/b/things': { get: operation(things), post: adding },
  });
  expect([...service.collections.keys()]).toEqual(['a.things', 'b.things']);
});

describe('an operation on an item', () => {
  const itemOf = (item: Operations, collection: Operations = { get: operation(things) }) =>
    reasonsIn(serviceOf(collection, { ...reading, ...item }));
  const at = '/things/{thingId}';

  const whole = { takes: ref('Thing') };
  const taking = (takes: object, mediaType = 'application/json') => operation(ref('Thing'), { takes, mediaType });
  const reads = 'read: Refers to one item of /things by its id.';

  test.each<[string, string, object, string | RegExp]>([
    ['reads it if it returns an object', 'get', operation(text), '-: Does not return a JSON object.'],
    ['reads it if it returns nothing', 'get', nothing, reads],
    ['reads it if nothing is said of its response', 'get', operation({}), reads],
    ['does not change it if it returns another item', 'put', operation(other, whole), differs],
    ['does not change it if it returns a list', 'patch', operation(listOf(other), whole), differs],
    ['changes it if it returns a confirmation', 'put', operation(object({ ok: text }), whole), /^replace:/],
    ['changes it if it returns a text', 'put', operation(text, whole), /^replace:/],
    ['changes it if it returns nothing', 'put', operation(undefined, whole), /^replace:/],
    ['changes it if nothing is said of its response', 'put', operation({}, whole), /^replace:/],
    ['does not change it if it takes a list', 'put', taking(listOf(text)), '-: Does not take an object.'],
    ['does not change it if it takes a text', 'put', taking(text, 'text/plain'), '-: Takes neither JSON nor a form.'],
    [
      'does not change it if its body refers to nothing, which is named',
      'put',
      taking(ref('Gone')),
      '-: The schema of its body cannot be read: "#/components/schemas/Gone" does not exist.',
    ],
  ])('%s', (_what, method, own, reason) => {
    expect(itemOf({ [method]: own, delete: nothing })[`${method.toUpperCase()} ${at}`]).toMatch(reason);
  });

  test('is none with another method', () => {
    expect(itemOf({ options: nothing })[`OPTIONS ${at}`] ?? '-').toMatch(/^-/);
  });

  test('is an update if it is a PUT that requires nothing that a creation requires', () => {
    const partial = object({ name: text, kind: text });
    const actionOf = (put: object, collection?: Operations) =>
      itemOf({ put: taking(put) }, collection)[`PUT ${at}`]?.split(':')[0];
    expect(actionOf(partial)).toBe('update');
    expect(actionOf(object({ name: text }, ['name']))).toBe('replace');
    expect(actionOf(partial, { get: operation(things), post: adding })).toBe('update');
    const other = object({ name: text, kind: text, userId: integer });
    expect(actionOf(partial, collection(ref('Thing'), { takes: other }))).toBe('update');
    expect(actionOf(partial, collection(ref('Thing'), { takes: partial }))).toBe('replace');
    expect(actionOf(object({ other: text }, ['other']))).toBe('update');
  });

  test('is a replacement if it is a POST without properties that may be the only way to add an item', () => {
    const post = (rest: Parameters<typeof operation>[1] = {}, collection: Operations = { get: operation(things) }) => {
      const service = serviceOf(collection, { ...reading, post: operation(ref('Thing'), rest) });
      const { action, upsert } = itemBindingOf(service, `POST ${at}`);
      return `${action} ${upsert}`;
    };
    expect(post()).toBe('replace true');
    expect(post({ takes: ref('Thing') })).toBe('update true');
    expect(post({ parameters: [inQuery('kind')] })).toBe('update true');
    expect(post({ parameters: [inQuery('mood')] })).toBe('replace true');
    expect(post({}, { get: operation(things), post: adding })).toBe('update false');
  });

  test('never adds an item if it is a PATCH', () => {
    const service = serviceOf({ get: operation(things) }, { ...reading, patch: changing, put: changing });
    expect(itemBindingOf(service, `PATCH ${at}`).upsert).toBe(false);
    expect(itemBindingOf(service, `PUT ${at}`).upsert).toBe(true);
  });
});

test('a PUT by a number adds no item of those that are known by a name', () => {
  const Person = object({ id: integer, login: text, mail: text }, ['id', 'login']);
  const named = [{ ...inPath('login'), schema: text }];
  const service = serviceFor({
    '/people': { get: operation(listOf(Person)) },
    '/people/{login}': { parameters: named, get: operation(Person) },
    '/people/{person}': {
      parameters: [{ ...inPath('person'), schema: integer }],
      put: operation(object({ ok: { type: 'boolean' } }), { takes: object({ mail: text }) }),
    },
  });
  expect(itemBindingOf(service, 'PUT /people/{person}')).toMatchObject({ action: 'update', upsert: false });
});

describe('a POST on a collection', () => {
  const more = object({ id: integer, name: text, kind: text, userId: integer, extra: text, more: text, most: text });
  const taking = (properties: object) => operation(undefined, { takes: object(properties) });

  test.each<[string, object, string | RegExp]>([
    ['takes and returns an item', adding, /^create/],
    ['takes a property of an item', taking({ Name: text }), /^create/],
    ['returns an item', operation(ref('Thing')), /^create/],
    ['returns an item with more properties', operation(more, { takes: object({ x: text }) }), /^create/],
    ['takes any object', operation(undefined, { takes: { type: 'object' } }), /^create/],
    ['takes and returns nothing', nothing, /^-/],
    ['takes something else', taking({ x: text }), '-: Its body has no property of the items of /things.'],
    ['returns something else', operation(other, { takes: ref('Thing') }), differs],
    ['takes a list', operation(ref('Thing'), { takes: listOf(ref('Thing')) }), '-: Does not take an object.'],
    ['documents no success', { responses: { 400: { description: '' } } }, '-: Documents no success response.'],
  ])('that %s', (_what, post, reason) => {
    expect(reasonsIn(serviceOf({ get: operation(things), post }, reading))['POST /things']).toMatch(reason);
  });
});

describe('items that cannot be identified', () => {
  const Note = object({ title: text, body: text, date: text });
  const [list, read] = [operation(listOf(Note)), operation(Note)];
  test('are in no collection, with the reason', () => {
    const service = serviceFor({
      '/notes': { get: list },
      '/notes/{x}': { parameters: [inPath('x', text)], get: read },
    });
    const reason = '-: The items listed by /notes have no property that identifies them.';
    expect(reasonsIn(service)).toEqual({ 'GET /notes': reason, 'GET /notes/{x}': reason });
  });

  test('are in no collection either if they are created', () => {
    const created = serviceFor({ '/notes': { post: saving(Note, { status: 201 }) }, '/notes/{x}': { get: read } });
    const reason = '-: The id of the items of /notes/{x} cannot be determined.';
    expect(reasonsIn(created)).toEqual({ 'POST /notes': reason, 'GET /notes/{x}': reason });
  });

  test('are identified by the path if a PUT adds them', () => {
    const put = serviceFor({ '/notes/{x}': { get: read, put: saving(Note, { status: 201 }) } });
    expect(boundIn(put)).toEqual({ 'GET /notes/{x}': 'notes.read', 'PUT /notes/{x}': 'notes.replace' });
  });
});

describe('the schema of the items is', () => {
  const detail = object({ id: integer, name: text, more: text });
  const list = { get: operation(things) };
  const usual = ['id', 'name', 'kind', 'userId'];
  const idless = object({ title: text, body: text });

  test.each<[string, Operations, Operations, readonly string[]]>([
    ['that of the reading', list, { get: operation(detail) }, ['id', 'name', 'more']],
    ['that of the list if the reading has no id', list, { get: operation(idless) }, usual],
    ['that of the list if the reading has no properties', list, { get: operation({ type: 'object' }) }, usual],
    [
      'that of a write if nothing else shows an id',
      { post: operation(object({ ok: text }), { takes: ref('Thing') }) },
      { put: saving(detail), delete: nothing },
      ['id', 'name', 'more'],
    ],
  ])('%s', (_what, collection, item, properties) => {
    expect([...(serviceOf(collection, item).collections.get('things')?.properties ?? [])]).toEqual(properties);
  });
});

describe('a write on the collection itself', () => {
  const writing = (method: 'put' | 'patch', takes: object, answer: object | undefined = ref('Thing')) =>
    serviceOf({ get: operation(things), [method]: operation(answer, { takes }) }, reading);

  test('changes the item with the id in its body', () => {
    const service = writing('put', ref('Thing'));
    expect(bindingOf(service, 'PUT /things')).toMatchObject({ action: 'replace', key: 'body' });
    const reason = 'Takes a whole item, including its id.';
    expect(operationOf(service, 'PUT /things')).toMatchObject({ confidence: 'medium', reason });
    const silent = writing('patch', ref('Thing'), undefined);
    expect(bindingOf(silent, 'PATCH /things')).toMatchObject({ action: 'update', key: 'body' });
  });

  test('changes none if a client cannot send the id', () => {
    const item = object({ id: { ...integer, readOnly: true }, name: text, kind: text }, ['id', 'name']);
    const service = serviceOf({ get: operation(listOf(item)), put: saving(item) }, { get: operation(item) });
    const reason = 'Its body cannot name an item: "id" is readOnly.';
    expect(operationOf(service, 'PUT /things')).toMatchObject({ binding: undefined, reason });
  });

  test('creates one without an id, if it returns the new one', () => {
    const service = writing('put', object({ name: text, kind: text, userId: integer }));
    expect(boundIn(service)['PUT /things']).toBe('things.create');
  });

  test('changes none without an id, with another schema, or with another response', () => {
    expect(boundIn(writing('patch', object({ name: text, kind: text, userId: integer })))['PATCH /things']).toBe('-');
    expect(boundIn(writing('put', object({ id: integer, x: text, y: text, z: text })))['PUT /things']).toBe('-');
    expect(boundIn(writing('put', ref('Thing'), other))['PUT /things']).toBe('-');
  });
});

describe('the items of a collection', () => {
  const named = (item: object) =>
    serviceOf(
      { get: operation(object({ items: listOf(item) })), post: saving(item, { status: 201 }) },
      { get: operation(item), delete: operation(object({ code: integer, status: text, kind: text })) },
    );

  test('are not what a deletion or another write returns', () => {
    const silent = object({ title: text, text });
    expect(named(silent).collections.get('things')).toMatchObject({ idProperty: undefined, aliases: [] });
    const acknowledgement = object({ code: integer, message: text });
    const job = object({ id: integer, state: text, progress: text });
    for (const answer of [acknowledgement, job]) {
      const put = operation(answer, { takes: silent });
      const { collections } = serviceOf(collection(silent, { status: 201 }), { get: operation(silent), put });
      expect(collections.get('things')).toMatchObject({ idProperty: undefined });
    }
    const post = operation(undefined, { takes: ref('Thing'), status: 201 });
    const removed = serviceOf({ post }, { delete: operation(ref('Thing')) });
    expect(Object.values(boundIn(removed))).toEqual(['-', '-']);
  });
});

describe('a path that ends in a parameter', () => {
  const repository = object({ name: text, owner: text, size: integer });

  test('is a collection if it returns a list and has its items below it', () => {
    const service = (list: object) =>
      boundIn(
        serviceFor({
          '/repositories/{owner}': { get: operation(list), post: saving(repository) },
          '/repositories/{owner}/{name}': { get: operation(repository), delete: nothing },
        }),
      );
    expect(service(listOf(repository))).toMatchObject({
      'GET /repositories/{owner}': 'repositories.list',
      'GET /repositories/{owner}/{name}': 'repositories.read',
    });
    expect(service(object({ data: listOf(repository) }))).toMatchObject({
      'GET /repositories/{owner}': 'repositories.list',
      'POST /repositories/{owner}': 'repositories.create',
      'DELETE /repositories/{owner}/{name}': 'repositories.delete',
    });
    expect(service(object({ data: listOf(other) }))['GET /repositories/{owner}']).not.toBe('repositories.list');
  });
});

test('an item with lists and totals beside it is one item', async () => {
  const beside = object({
    thing: ref('Thing'),
    people: listOf(object({ id: integer })),
    meta: object({ total: integer }),
  });
  const paths = { '/things': collection(ref('Thing')), '/things/{id}': { get: operation(beside), delete: nothing } };
  const { get, send } = await servePaths(paths, {}, { data: { things: [{ id: 1, name: 'A' }] } });
  expect((await get('/things/1')).body.thing).toEqual({ id: 1, name: 'A' });
  await send('DELETE', '/things/1');
  expect((await get('/things/1')).status).toBe(404);
});

test.each([
  ['Create or replace a sign', 200],
  ['Replace a sign', 404],
])('a PUT that is alone creates what is not there where it says so: %s', async (summary, status) => {
  const Sign = object({ code: text, url: text }, ['code', 'url']);
  const missing = { 404: { description: 'None.' } };
  const put = operation(Sign, { takes: object({ url: text }, ['url']) }) as { responses: object };
  const { get, send } = await servePaths({
    '/signs': { get: operation(listOf(Sign)) },
    '/signs/{code}': {
      parameters: [inPath('code', text)],
      get: operation(Sign),
      put: { ...put, summary, responses: { ...put.responses, ...missing } },
    },
  });
  expect((await send('PUT', '/signs/a', { url: 'b' })).status).toBe(status);
  expect((await get('/signs')).body).toHaveLength(status === 200 ? 1 : 0);
});

test.each([
  ['an object', { type: 'object' }, {}],
  ['an object with what it may have', { type: 'object', additionalProperties: text }, { id: 1, name: 'A' }],
])('of a deletion that returns %s, nothing is shown that it does not say', async (_, schema, expected) => {
  const paths = {
    '/things': collection(ref('Thing')),
    '/things/{id}': { get: operation(ref('Thing')), delete: operation(schema) },
  };
  const { send } = await servePaths(paths, {}, { data: { things: [{ id: 1, name: 'A' }] } });
  expect(Object.keys((await send('DELETE', '/things/1')).body)).toEqual(Object.keys(expected));
});
