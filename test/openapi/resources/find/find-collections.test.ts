/** Which operations on a path and on the path of its items make a collection, and why others do not. */
import { describe, expect, test } from 'vitest';
import { operationOf } from '../../documents.ts';
import {
  bindingOf,
  boundIn,
  inQuery,
  integer,
  itemBindingOf,
  listOf,
  object,
  operation,
  ref,
  serviceFor,
  text,
  things,
} from '../small.ts';

const other = object({ x: text, y: text, z: text, u: text, v: text, w: text, t: text });
type Operations = Readonly<Record<string, object>>;
const serviceOf = (collection: Operations, item: Operations = {}) =>
  serviceFor({ '/things': collection, '/things/{thingId}': item });
const reading = { get: operation(ref('Thing')) };
const adding = operation(ref('Thing'), { takes: ref('Thing'), status: 201 });
const changing = operation(ref('Thing'), { takes: ref('Thing') });

/** `action reason` of each operation. */
const reasonsIn = (service: ReturnType<typeof serviceFor>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    service.operations.map(({ name, binding, reason }) => [name, `${binding?.action ?? '-'}: ${reason}`]),
  );

describe('a collection is', () => {
  test.each<[string, Operations, Operations, readonly string[]]>([
    ['a list and a reading', { get: operation(things) }, reading, ['list', 'read']],
    ['a list and a deletion', { get: operation(things) }, { delete: operation(undefined) }, ['list', 'delete']],
    ['a list and a change', { get: operation(things) }, { patch: changing }, ['list', 'update']],
    ['a creation and a reading', { post: adding }, reading, ['create', 'read']],
    ['a creation and a replacement', { post: adding }, { put: changing }, ['create', 'replace']],
    ['no creation alone', { post: adding }, {}, ['-']],
    ['no reading alone', {}, reading, ['-']],
    ['no reading and a change, if the items are unknown', {}, { ...reading, patch: changing }, ['-', '-']],
    ['a reading and a replacement that adds items', {}, { ...reading, put: changing }, ['read', 'replace']],
    ['no replacement alone, although it adds items', {}, { put: changing }, ['-']],
  ])('%s', (_name, collection, item, actions) => {
    expect(serviceOf(collection, item).operations.map(({ binding }) => binding?.action ?? '-')).toEqual(actions);
  });

  test('bound with the reasons', () => {
    const service = serviceOf(
      { get: operation(object({ data: things })), post: adding },
      { ...reading, delete: operation(undefined) },
    );
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
    const confidenceOf = (listed: object) =>
      serviceOf({ get: operation(listOf(listed)), post: adding }, reading).operations.map(
        ({ confidence }) => confidence,
      );
    expect(confidenceOf(ref('Thing'))).toEqual(['high', 'high', 'high']);
    expect(confidenceOf(object({ id: integer, a: text, b: text, c: text, d: text }))).toEqual([
      'medium',
      'medium',
      'medium',
    ]);
    expect(
      serviceOf({ get: operation(things) }, { delete: operation(undefined) }).operations.map(
        ({ confidence }) => confidence,
      ),
    ).toEqual(['high', 'high']);
  });
});

test('the operations on an item are less certain than its list if the id is guessed', () => {
  const item = object({ code: text, name: text, label: text });
  const confidencesWith = (parameter: string) =>
    serviceFor({
      '/things': { get: operation(listOf(item)) },
      [`/things/{${parameter}}`]: {
        parameters: [{ name: parameter, in: 'path', required: true, schema: text }],
        get: operation(item),
      },
    }).operations.map(({ binding, confidence }) => `${binding?.action} ${confidence}`);
  expect(confidencesWith('name')).toEqual(['list high', 'read high']);
  expect(confidencesWith('x')).toEqual(['list high', 'read medium']);
});

test('a POST without a list and without items is not compared with a collection', () => {
  const service = serviceFor({
    '/things': { post: operation(ref('Thing'), { takes: text, mediaType: 'text/plain' }) },
  });
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

  test('reads it only if it returns an object, or if nothing is said of its response', () => {
    expect(itemOf({ get: operation(text), delete: operation(undefined) })).toMatchObject({
      [`GET ${at}`]: '-: Does not return a JSON object.',
    });
    expect(itemOf({ get: operation(undefined), delete: operation(undefined) })).toMatchObject({
      [`GET ${at}`]: 'read: Refers to one item of /things by its id.',
    });
    expect(itemOf({ get: operation({}) })).toMatchObject({
      [`GET ${at}`]: 'read: Refers to one item of /things by its id.',
    });
  });

  test('changes it only if it returns the item, a confirmation or nothing', () => {
    const reason = '-: Returns something other than an item of /things.';
    expect(itemOf({ put: operation(other, { takes: ref('Thing') }) })).toMatchObject({ [`PUT ${at}`]: reason });
    expect(itemOf({ patch: operation(listOf(other), { takes: ref('Thing') }) })).toMatchObject({
      [`PATCH ${at}`]: reason,
    });
    for (const answer of [object({ ok: text }), text, undefined, {}])
      expect(itemOf({ put: operation(answer, { takes: ref('Thing') }) })[`PUT ${at}`]).toMatch(/^replace:/);
  });

  test('changes it only if it takes an object', () => {
    expect(itemOf({ put: operation(ref('Thing'), { takes: listOf(text) }) })).toMatchObject({
      [`PUT ${at}`]: '-: Does not take an object.',
    });
    expect(itemOf({ put: operation(ref('Thing'), { takes: text, mediaType: 'text/plain' }) })).toMatchObject({
      [`PUT ${at}`]: '-: Takes neither JSON nor a form.',
    });
  });

  test('is none with another method', () => {
    expect(itemOf({ options: operation(undefined) })[`OPTIONS ${at}`] ?? '-').toMatch(/^-/);
  });

  test('is an update if it is a PUT that requires nothing that a creation requires', () => {
    const partial = object({ name: text, kind: text });
    const actionOf = (put: object, collection?: Operations) =>
      itemOf({ put: operation(ref('Thing'), { takes: put }) }, collection)[`PUT ${at}`]?.split(':')[0];
    expect(actionOf(partial)).toBe('update');
    expect(actionOf(object({ name: text }, ['name']))).toBe('replace');
    expect(actionOf(partial, { get: operation(things), post: adding })).toBe('update');
    const other = object({ name: text, kind: text, userId: integer });
    expect(actionOf(partial, { get: operation(things), post: operation(ref('Thing'), { takes: other }) })).toBe(
      'update',
    );
    expect(actionOf(partial, { get: operation(things), post: operation(ref('Thing'), { takes: partial }) })).toBe(
      'replace',
    );
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

describe('a POST on a collection', () => {
  const posting = (post: object, collection: Operations = { get: operation(things) }) =>
    reasonsIn(serviceOf({ ...collection, post }, reading))['POST /things'];

  test('creates an item if it takes or returns one', () => {
    expect(posting(adding)).toMatch(/^create/);
    expect(posting(operation(undefined, { takes: object({ Name: text }) }))).toMatch(/^create/);
    expect(posting(operation(ref('Thing')))).toMatch(/^create/);
    expect(
      posting(
        operation(
          object({ id: integer, name: text, kind: text, userId: integer, extra: text, more: text, most: text }),
          { takes: object({ x: text }) },
        ),
      ),
    ).toMatch(/^create/);
    expect(posting(operation(undefined, { takes: { type: 'object' } }))).toMatch(/^create/);
  });

  test('creates none otherwise', () => {
    expect(posting(operation(undefined))).toMatch(/^-/);
    expect(posting(operation(undefined, { takes: object({ x: text }) }))).toBe(
      '-: Its body has no property of the items of /things.',
    );
    expect(posting(operation(other, { takes: ref('Thing') }))).toBe(
      '-: Returns something other than an item of /things.',
    );
    expect(posting(operation(ref('Thing'), { takes: listOf(ref('Thing')) }))).toBe('-: Does not take an object.');
  });

  test('is not the first of several on the same path', () => {
    expect(posting({ responses: { 400: { description: '' } } })).toBe('-: Documents no success response.');
  });
});

describe('items that cannot be identified', () => {
  const Note = object({ title: text, body: text, date: text });
  const service = serviceFor({
    '/notes': { get: operation(listOf(Note)) },
    '/notes/{x}': { get: operation(Note), delete: operation(undefined) },
  });

  test('are in no collection, with the reason', () => {
    const reason = '-: The items listed by /notes have no property that identifies them.';
    expect(reasonsIn(service)).toEqual({ 'GET /notes': reason, 'GET /notes/{x}': reason, 'DELETE /notes/{x}': reason });
  });

  test('are in no collection either if they are created', () => {
    const created = serviceFor({
      '/notes': { post: operation(Note, { takes: Note, status: 201 }) },
      '/notes/{x}': { get: operation(Note) },
    });
    const reason = '-: The id of the items of /notes/{x} cannot be determined.';
    expect(reasonsIn(created)).toEqual({ 'POST /notes': reason, 'GET /notes/{x}': reason });
  });

  test('are identified by the path if a PUT adds them', () => {
    const put = serviceFor({
      '/notes/{x}': { get: operation(Note), put: operation(Note, { takes: Note, status: 201 }) },
    });
    expect(boundIn(put)).toEqual({ 'GET /notes/{x}': 'notes.read', 'PUT /notes/{x}': 'notes.replace' });
  });
});

describe('the schema of the items is', () => {
  test('the one with an id, of the reading, the list or a write', () => {
    const propertiesOf = (service: ReturnType<typeof serviceFor>) => [
      ...(service.collections.get('things')?.properties ?? []),
    ];
    const detail = object({ id: integer, name: text, more: text });
    expect(propertiesOf(serviceOf({ get: operation(things) }, { get: operation(detail) }))).toEqual([
      'id',
      'name',
      'more',
    ]);
    expect(
      propertiesOf(serviceOf({ get: operation(things) }, { get: operation(object({ title: text, body: text })) })),
    ).toEqual(['id', 'name', 'kind', 'userId']);
    expect(propertiesOf(serviceOf({ get: operation(things) }, { get: operation({ type: 'object' }) }))).toEqual([
      'id',
      'name',
      'kind',
      'userId',
    ]);
    expect(
      propertiesOf(
        serviceOf(
          { post: operation(object({ ok: text }), { takes: ref('Thing') }) },
          { put: operation(detail, { takes: detail }), delete: operation(undefined) },
        ),
      ),
    ).toEqual(['id', 'name', 'more']);
  });
});

describe('a write on the collection itself', () => {
  const writing = (method: 'put' | 'patch', takes: object, answer: object | undefined = ref('Thing')) =>
    serviceOf({ get: operation(things), [method]: operation(answer, { takes }) }, reading);

  test('changes the item with the id in its body', () => {
    const service = writing('put', ref('Thing'));
    expect(bindingOf(service, 'PUT /things')).toMatchObject({ action: 'replace', key: 'body' });
    expect(operationOf(service, 'PUT /things')).toMatchObject({
      confidence: 'medium',
      reason: 'Takes a whole item, including its id.',
    });
    expect(bindingOf(writing('patch', ref('Thing'), undefined), 'PATCH /things')).toMatchObject({
      action: 'update',
      key: 'body',
    });
  });

  test('changes none if a client cannot send the id', () => {
    const item = object({ id: { ...integer, readOnly: true }, name: text, kind: text }, ['id', 'name']);
    const service = serviceFor({
      '/things': { get: operation(listOf(item)), put: operation(item, { takes: item }) },
      '/things/{id}': { get: operation(item) },
    });
    expect(operationOf(service, 'PUT /things')).toMatchObject({
      binding: undefined,
      reason: 'Its body cannot name an item: "id" is readOnly.',
    });
  });

  test('changes none without an id, with another schema, or with another response', () => {
    expect(boundIn(writing('put', object({ name: text, kind: text, userId: integer })))['PUT /things']).toBe('-');
    expect(boundIn(writing('put', object({ id: integer, x: text, y: text, z: text })))['PUT /things']).toBe('-');
    expect(boundIn(writing('put', ref('Thing'), other))['PUT /things']).toBe('-');
  });
});

describe('the items of a collection', () => {
  const inner = object({ kind: text, metadata: object({ name: text, labels: object({}) }) });
  const named = (item: object) =>
    serviceOf(
      { get: operation(object({ items: listOf(item) })), post: operation(item, { takes: item, status: 201 }) },
      { get: operation(item), delete: operation(object({ code: integer, status: text, kind: text })) },
    );

  test('are not what a deletion or another write returns', () => {
    const silent = object({ title: text, text });
    expect(named(silent).collections.get('things')).toMatchObject({ idProperty: undefined, aliases: [] });
    const acknowledged = serviceOf(
      { get: operation(listOf(silent)), post: operation(silent, { takes: silent, status: 201 }) },
      { get: operation(silent), put: operation(object({ code: integer, message: text }), { takes: silent }) },
    );
    expect(acknowledged.collections.get('things')).toMatchObject({ idProperty: undefined });
    const job = object({ id: integer, state: text, progress: text });
    const queued = serviceOf(
      { get: operation(listOf(silent)), post: operation(silent, { takes: silent, status: 201 }) },
      { get: operation(silent), put: operation(job, { takes: silent }) },
    );
    expect(queued.collections.get('things')).toMatchObject({ idProperty: undefined });
    const removed = serviceOf(
      { post: operation(undefined, { takes: ref('Thing'), status: 201 }) },
      { delete: operation(ref('Thing')) },
    );
    expect(Object.values(boundIn(removed))).toEqual(['-', '-']);
  });

  test('are identified by a property of their metadata that has the name of the parameter', () => {
    const service = (parameter: string, item: object) =>
      serviceFor({
        '/things': { get: operation(listOf(item)), post: operation(item, { takes: item, status: 201 }) },
        [`/things/{${parameter}}`]: {
          parameters: [{ name: parameter, in: 'path', required: true, schema: text }],
          get: operation(item),
        },
      });
    const idsOf = (parameter: string, item: object) => {
      const { idProperty, aliases } = service(parameter, item).collections.get('things') ?? {};
      return { idProperty, aliases };
    };
    expect(idsOf('name', inner)).toEqual({ idProperty: undefined, aliases: ['metadata.name'] });
    expect(idsOf('thing_id', object({ sys: object({ id: text }) }))).toEqual({
      idProperty: undefined,
      aliases: ['sys.id'],
    });
    expect(idsOf('other', inner)).toEqual({ idProperty: undefined, aliases: [] });
    expect(idsOf('name', object({ id: text, metadata: object({ name: text }) }))).toEqual({
      idProperty: 'id',
      aliases: [],
    });
    expect(idsOf('id', object({ author: object({ id: text }), text }))).toEqual({
      idProperty: undefined,
      aliases: [],
    });
  });
});

describe('a path that ends in a parameter', () => {
  const repository = object({ name: text, owner: text, size: integer });

  test('is a collection if it returns a list and has its items below it', () => {
    const service = (list: object) =>
      boundIn(
        serviceFor({
          '/repositories/{owner}': { get: operation(list), post: operation(repository, { takes: repository }) },
          '/repositories/{owner}/{name}': { get: operation(repository), delete: operation(undefined) },
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
    expect(service(object({ data: listOf(other) }))).not.toMatchObject({
      'GET /repositories/{owner}': 'repositories.list',
    });
  });
});
