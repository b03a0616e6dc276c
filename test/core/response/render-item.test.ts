/** Items in responses: whole, in an envelope, in part, or only by id. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { setSuccessFlags } from '../../../src/core/response/render-item.ts';
import type { ItemView } from '../../../src/core/service/binding.ts';
import type { Projection } from '../../../src/core/service/collection-facts.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import { applyChanges, type State } from '../../../src/core/state/state.ts';
import {
  listOf as arrayOf,
  boolean,
  fullObject,
  integer,
  named,
  object,
  operation,
  text,
} from '../../short-document.ts';
import {
  answer,
  bindService,
  createOf,
  idsOf,
  itemOf,
  json,
  listOf,
  plainList,
  plainView,
  specOf,
  worldOf,
} from '../bound.ts';
import { type Decided, decide, documentOf, now, readyService, requestOf, stateOf as stateFrom } from '../helpers.ts';
import { askNotes } from '../notes.ts';

const item: JsonObject = object({ id: integer }, ['id']);
const score = { ...integer, minimum: 1, maximum: 900 };
const closed = (schema: object) => ({ ...schema, additionalProperties: false }) as JsonObject;
const summary = closed(object({ id: integer, name: text, score }, ['id', 'score']));
const deep = fullObject({ thing: item, kind: { const: 'one' } });
const wrapped: JsonObject = fullObject({ ok: boolean, deleted: boolean, deep });
const gone: JsonObject = fullObject({ id: integer, deleted: boolean, object: { const: 'thing' } });
const outcome: JsonObject = fullObject({ id: integer, success: boolean });
const typed: JsonObject = fullObject({ id: integer, kind: { const: 'thing' }, ok: boolean });
const enveloped = (id: JsonObject): JsonObject => fullObject({ id, thing: item });

const contents = { ...json(item), 'application/vnd.thing+json': { schema: typed } };
const paths: JsonObject = {
  '/things': {
    get: named('list', arrayOf(summary)),
    post: { operationId: 'create', requestBody: { content: json(item) }, responses: { 201: answer(wrapped) } },
  },
  '/all': { get: named('all', arrayOf(item)) },
  '/things/{id}': { get: named('read', item), delete: named('remove', gone) },
  '/things/{id}/summary': { get: named('summary', summary) },
  '/things/{id}/listed': { get: named('listed', arrayOf(item)) },
  '/things/{id}/any': { get: named('any', {}) },
  '/things/{id}/wrapped': { get: named('wrapped', wrapped) },
  '/things/{id}/same-id': { get: named('sameId', enveloped(integer)) },
  '/things/{id}/other-id': { get: named('otherId', enveloped({ const: 'request' })) },
  '/things/{id}/text-id': { get: named('textId', enveloped({ type: 'string' })) },
  '/settings': { get: named('settings', enveloped(integer)) },
  '/things/{id}/typed': { get: { operationId: 'typed', responses: { 200: { description: '', content: contents } } } },
  '/things/{id}/inside': { get: named('inside', { type: 'string' }) },
  '/things/{id}/outcome': { get: named('outcome', outcome) },
  '/things/{id}/both': { get: named('both', object({ data: arrayOf(summary) })) },
};

let service: Service;
let completed = 0;
beforeAll(async () => {
  service = await bindService(paths, (checkOf, completeOf) => {
    const things = specOf('things');
    const settings = specOf('settings', { kind: 'singleton', idProperty: undefined });
    const projectionOf = (name: string, required: readonly string[], complete = completeOf(name)): Projection => ({
      properties: new Set(required),
      isOpen: false,
      required,
      idProperty: 'id',
      complete,
      check: checkOf(name),
    });
    const ofSummary = projectionOf('summary', ['id', 'score'], (value, context) => {
      completed++;
      return completeOf('summary')(value, context);
    });
    const projection = { ...ofSummary, properties: new Set(['id', 'name', 'score']) };
    const ofGone = projectionOf('remove', ['id', 'deleted', 'object']);
    const failed = (value: unknown) => ({ ...(value as JsonObject), success: false });
    const seen = (view: Partial<ItemView>) => ({ view: { ...plainView, ...view } });
    return {
      specs: [things, settings],
      bindings: {
        list: listOf(things, { view: { ...plainList, projection, checkItem: projection.check } }),
        create: createOf(things, seen({ path: ['deep', 'thing'] })),
        all: listOf(things, { view: { ...plainList, checkItem: checkOf('read') } }),
        read: itemOf('read', things),
        remove: itemOf('delete', things, seen({ projection: ofGone })),
        summary: itemOf('read', things, seen({ projection })),
        listed: itemOf('read', things, seen({ isInList: true })),
        any: itemOf('read', things, seen({ isInList: true })),
        wrapped: itemOf('read', things, seen({ path: ['deep', 'thing'] })),
        sameId: itemOf('read', things, seen({ path: ['thing'] })),
        settings: itemOf('read', settings, { key: undefined, ...seen({ path: ['thing'] }) }),
        textId: itemOf('read', things, seen({ path: ['thing'] })),
        otherId: itemOf('read', things, seen({ path: ['thing'] })),
        outcome: itemOf('read', things, seen({ projection: projectionOf('outcome', ['id', 'success'], failed) })),
        typed: itemOf('read', things),
        inside: itemOf('read', things, seen({ path: ['deep', 'thing'] })),
        both: itemOf('read', things, seen({ path: ['data'], isInList: true, projection })),
      },
    };
  });
});

const things: readonly JsonObject[] = [
  { id: 1, name: 'one', secret: 's' },
  { id: 2, score: 3, secret: 's' },
  { id: 3, name: 5, score: 4 },
];
const stateOf = (seed = 1): State => ({ ...worldOf(service, { things }), seed });
const ask = (state: State, method: string, target: string, body?: Json, at = now): Decided =>
  decide(service, state, requestOf(method, target, body === undefined ? {} : { body }), at);
const bodyOf = (target: string, state = stateOf(), at = now) => ask(state, 'GET', target, undefined, at).body;

describe('an item', () => {
  test('is rendered on its own, in a list, or in an envelope', () => {
    expect(bodyOf('/things/1')).toEqual(things[0]);
    expect(bodyOf('/things/1/listed')).toEqual([things[0]]);
    expect(bodyOf('/things/1/any')).toEqual([things[0]]);
    expect(bodyOf('/things/1/wrapped')).toMatchObject({ ok: true, deep: { kind: 'one', thing: things[0] } });
    expect(bodyOf('/things/2/both')).toEqual({ data: [{ id: 2, score: 3 }] });
  });

  test('is at its path even if the document does not describe the envelope', () => {
    expect(bodyOf('/things/1/inside')).toEqual({ deep: { thing: things[0] } });
  });

  test('shares its id with the envelope, unless that is something else', () => {
    expect(bodyOf('/things/2/same-id')).toEqual({ id: 2, thing: things[1] });
    expect(bodyOf('/things/2/text-id')).toEqual({ id: '2', thing: things[1] });
    expect(bodyOf('/things/2/other-id')).toEqual({ id: 'request', thing: things[1] });
  });

  test('without an id leaves the one of the envelope', () => {
    const state = worldOf(service, { settings: [{ id: 'own' }] });
    expect(bodyOf('/settings', state)).toEqual({ id: expect.any(Number), thing: { id: 'own' } });
  });

  test('that was created is rendered according to the document, and stored unchanged', () => {
    const created = ask(stateOf(), 'POST', '/things', { id: 9 });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ ok: true, deep: { thing: { id: 9 } } });
    expect(created.changes).toContainEqual(expect.objectContaining({ type: 'put', key: '9', value: { id: 9 } }));
    expect(created.exchange.violations).toEqual([]);
  });

  test('keeps its own success property, and a generated one is true', () => {
    const state = worldOf(service, { things: [{ id: 1, success: false }, { id: 2 }] });
    expect(bodyOf('/things/1/outcome', state)).toEqual({ id: 1, success: false });
    expect(bodyOf('/things/2/outcome', state)).toEqual({ id: 2, success: true });
  });

  test('that was deleted is reported by its id', () => {
    for (const seed of [1, 2, 3, 4]) {
      const decided = ask(stateOf(seed), 'DELETE', '/things/2');
      expect(decided.body).toEqual({ id: 2, deleted: true, object: 'thing' });
      expect(decided.exchange.violations).toEqual([]);
    }
  });
});

test('a list reports the problems of each item with its index, also if it was rendered before', () => {
  const state = stateOf();
  applyChanges(state, [{ type: 'put', collection: 'things', key: '2', value: { id: 'two' } }]);
  for (let time = 0; time < 2; time++) {
    const decided = ask(state, 'GET', '/all');
    expect(decided.body).toEqual([things[0], { id: 'two' }, things[2]]);
    expect(decided.exchange.violations).toMatchObject([{ side: 'response', pointer: '/1/id', rule: 'type' }]);
  }
});

describe('a projection', () => {
  test('includes existing properties, and generates missing required ones', () => {
    const [one, two] = bodyOf('/things') as readonly JsonObject[];
    expect(one).toEqual({ id: 1, name: 'one', score: expect.any(Number) });
    expect(two).toEqual({ id: 2, score: 3 });
  });

  test('converts invalid properties, and keeps valid ones', () => {
    expect(bodyOf('/things/3/summary')).toEqual({ id: 3, name: '5', score: 4 });
  });

  test('is the same each time, in a list and alone, and made once', () => {
    const state = stateOf();
    const first = bodyOf('/things', state) as readonly Json[];
    const before = completed;
    expect(bodyOf('/things', state, now + 60_000)).toEqual(first);
    expect([1, 2, 3].map((id) => bodyOf(`/things/${id}/summary`, state))).toEqual(first);
    expect(completed).toBe(before);
    expect(ask(state, 'GET', '/things').exchange.violations).toEqual([]);
  });

  test('follows from the seed, even if two worlds share the item', () => {
    const state = stateOf(1);
    const other: State = { ...state, seed: 3, collections: state.collections.copy() };
    const scores = [state, other, state, other].map((one) => (bodyOf('/things/1/summary', one) as JsonObject).score);
    expect(scores[0]).toBe(scores[2]);
    expect(scores[1]).toBe(scores[3]);
    expect(scores[0]).not.toBe(scores[1]);
  });

  test('shows the item as it is after a change', () => {
    const state = stateOf();
    bodyOf('/things', state);
    applyChanges(state, [{ type: 'put', collection: 'things', key: '2', value: { id: 2, score: 8, name: 'two' } }]);
    expect(bodyOf('/things/2/summary', state)).toEqual({ id: 2, score: 8, name: 'two' });
    expect(idsOf(bodyOf('/things', state))).toEqual([1, 2, 3]);
  });
});

describe('a response about an item', () => {
  test('has the documented type if that is not an object, and the operation is executed', () => {
    const decided = askNotes('DELETE', '/notes/2');
    expect(decided.body).toBe('gone');
    expect(decided.exchange.violations).toEqual([]);
    expect(decided.changes).toContainEqual({ type: 'delete', collection: 'notes', key: '2' });
  });

  test.each([1, 2, 3, 4])('has all that the schema of its media type requires, with seed %i', (seed) => {
    const headers = { accept: 'application/vnd.thing+json' };
    const decided = decide(service, stateOf(seed), requestOf('GET', '/things/2/typed', { headers }));
    expect(decided.body).toEqual({ ...things[1], kind: 'thing', ok: true });
    expect(decided.exchange.violations).toEqual([]);
    expect(bodyOf('/things/2/typed', stateOf(seed))).toEqual(things[1]);
  });

  test('has the properties of the item that match its schema', () => {
    const decided = askNotes('DELETE', '/memos/1');
    expect(decided.body).toEqual({ id: 1, text: 'removed' });
    expect(decided.exchange.violations).toEqual([]);
  });
});

const plainNote: JsonObject = object({ id: integer, text: text }, ['id', 'text']);

const answersDocument = documentOf({
  '/notes': {
    get: named('list', arrayOf(plainNote)),
    post: named('create', closed(item), { status: 201, takes: plainNote }),
  },
  '/notes/{id}': {
    get: named('read', plainNote),
    delete: named('remove', closed(fullObject({ id: integer, deleted: { const: true } }))),
  },
});

test('a response with other properties than the item matches its own schema', async () => {
  const service = await readyService(answersDocument);
  const state = stateFrom(service, { data: { notes: [{ id: 7, text: 'first' }] } });
  const send = (method: string, path: string, body?: JsonObject) => {
    const { reply, changes, exchange } = simulate(service, state, requestOf(method, path, body && { body }), now);
    applyChanges(state, changes);
    expect(exchange.violations).toEqual([]);
    return { status: reply.response.status, body: JSON.parse(String(reply.response.body)) };
  };
  expect(send('POST', '/notes', { id: 9, text: 'second' })).toEqual({ status: 201, body: { id: 9 } });
  expect(send('GET', '/notes/9').body).toEqual({ id: 9, text: 'second' });
  expect(send('DELETE', '/notes/7')).toEqual({ status: 200, body: { id: 7, deleted: true } });
  expect(send('GET', '/notes').body).toEqual([{ id: 9, text: 'second' }]);
});

/** Notes, with this schema of the response to a deletion, or to another method. */
const notesThatAnswer = (done: object, method = 'delete'): Promise<Service> =>
  readyService(
    documentOf({ '/notes': { get: operation(arrayOf(plainNote)) }, '/notes/{id}': { [method]: operation(done) } }),
  );

test.each([
  ['a deleted item has deleted: true, whatever is generated for a boolean', {}, true],
  ['a deleted item has deleted: false if the schema allows only that', { enum: [false] }, false],
])('%s', async (_name, more, deleted) => {
  const done: JsonObject = object({ id: integer, deleted: { type: 'boolean', ...more } }, ['id', 'deleted']);
  const service = await notesThatAnswer(done);
  for (const id of [1, 2, 3, 4, 5, 6]) {
    const state = stateFrom(service, { data: { notes: [{ id, text: 'one' }] } });
    const { reply } = simulate(service, state, requestOf('DELETE', `/notes/${id}`), now);
    expect(JSON.parse(String(reply.response.body))).toEqual({ id, deleted });
  }
});

test.each([
  ['an object that allows other properties', { additionalProperties: true }],
  ['an object that does not', { additionalProperties: false }],
])('a flag of the deletion that is declared, but not required, is true in %s', async (_name, rest) => {
  const flag = { type: 'boolean' };
  const properties = { id: integer, wasDeleted: flag, deleted: flag, removed: { enum: [false] } };
  const done = { type: 'object', properties, ...rest };
  const service = await notesThatAnswer(done);
  const state = stateFrom(service, { data: { notes: [{ id: 7, text: 'one' }] } });
  const { reply } = simulate(service, state, requestOf('DELETE', '/notes/7'), now);
  const body = JSON.parse(String(reply.response.body));
  expect(body).toMatchObject({ id: 7, deleted: true });
  expect(body).not.toHaveProperty('wasDeleted');
});

test.each([
  ['a deletion that may only be false', 'DELETE', { enum: [false] }],
  ['a read', 'GET', { type: 'boolean' }],
])('a flag of the deletion is not added to the response of %s', async (_name, method, flag) => {
  const properties = { id: integer, deleted: flag };
  const service = await notesThatAnswer(object(properties), method.toLowerCase());
  const state = stateFrom(service, { data: { notes: [{ id: 7, text: 'one' }] } });
  const { reply } = simulate(service, state, requestOf(method, '/notes/7'), now);
  expect(JSON.parse(String(reply.response.body))).not.toHaveProperty('deleted', true);
});

describe('a generated flag', () => {
  test.each(['ok', 'success', 'Succeeded', 'successful', 'acknowledged'])('%s is true in every response', (name) => {
    expect(setSuccessFlags({ [name]: false }, 'read')).toEqual({ [name]: true });
    expect(setSuccessFlags({ [name]: false }, 'list')).toEqual({ [name]: true });
    expect(setSuccessFlags({ [name]: false }, 'delete', { [name]: false })).toEqual({ [name]: false });
  });

  test.each(['deleted', 'is_deleted', 'isDeleted', 'removed', 'archived'])('%s is true after a deletion', (name) => {
    expect(setSuccessFlags({ [name]: false }, 'delete')).toEqual({ [name]: true });
    expect(setSuccessFlags({ [name]: false }, 'delete', { [name]: false })).toEqual({ [name]: true });
    expect(setSuccessFlags({ [name]: false }, 'read')).toEqual({ [name]: false });
  });

  test.each(['not_ok', 'ok2', 'unsuccessful', 'undeleted', 'deleted_by', 'wasDeleted'])('%s is another one', (name) => {
    expect(setSuccessFlags({ [name]: false }, 'delete')).toEqual({ [name]: false });
  });

  test('is only changed from false, in an object', () => {
    const body = { ok: 'no', success: 0, deleted: null, acknowledged: true };
    expect(setSuccessFlags(body, 'delete')).toBe(body);
    expect(setSuccessFlags([false], 'read')).toEqual([false]);
    expect(setSuccessFlags({ ok: false, id: 1 }, 'read')).toEqual({ ok: true, id: 1 });
  });
});

test.each([
  ['a flag', { type: 'boolean' }, { id: 1, deleted: true }],
  ['nothing that the flag may be', { type: 'string', format: 'date-time' }, { id: 1 }],
])('a deletion states that it was done if its response declares %s', async (_, deleted, expected) => {
  const thing: JsonObject = { ...item, properties: { id: integer, name: text } };
  const acknowledged: JsonObject = object({ id: integer, deleted });
  const one = { get: operation(thing), delete: operation(acknowledged) };
  const service = await readyService(
    documentOf({ '/things': { get: operation(arrayOf(thing)) }, '/things/{id}': one }),
  );
  const state = stateFrom(service, { data: { things: [{ id: 1 }] } });
  const decided = decide(service, state, requestOf('DELETE', '/things/1'));
  expect([decided.body, decided.exchange.violations]).toEqual([expected, []]);
});

test.each(['text/plain', 'application/json'])(
  'a change that answers with a text says what the document shows as %s',
  async (mediaType) => {
    const note = object({ name: text, amount: integer }, ['name', 'amount']);
    const reply = {
      description: '',
      content: { [mediaType]: { schema: text, examples: { done: { value: 'changed' } } } },
    };
    const update = { operationId: 'update', requestBody: { content: json(note) }, responses: { 200: reply } };
    const stored = { allOf: [note, object({ id: integer }, ['id'])] } as JsonObject;
    const service = await readyService(
      documentOf({
        '/notes': { get: named('notes', arrayOf(stored)) },
        '/notes/{id}': { get: named('note', stored), patch: update },
      }),
    );
    const state = stateFrom(service, { data: { notes: [{ id: 1, name: 'Tea', amount: 1 }] } });
    const sent = requestOf('PATCH', '/notes/1', { body: { name: 'Milk', amount: 2 } });
    const { status, reply: decided } = decide(service, state, sent);
    expect([status, String(decided.response.body).replaceAll('"', '')]).toEqual([200, 'changed']);
  },
);
