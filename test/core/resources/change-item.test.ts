/** Operations that write an item: the properties that it takes from a request, and those that are rejected. */

import { beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { RequestMapping } from '../../../src/core/service/binding.ts';
import type { Check } from '../../../src/core/service/check.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { Rules, State } from '../../../src/core/state/state.ts';
import { answer, bindService, createOf, inPath, inQuery, itemOf, json, plainSent, specOf, worldOf } from '../bound.ts';
import { type Decided, itemsOf, now, requestOf, take } from '../helpers.ts';
import { notesService, notesState, notes as storedNotes } from '../notes.ts';

const note: JsonObject = {
  type: 'object',
  required: ['id', 'text'],
  properties: {
    id: { type: 'integer' },
    text: { type: 'string', minLength: 2 },
    done: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    author: { type: 'object', properties: { name: { type: 'string' } } },
  },
};
const open: JsonObject = { type: 'object', additionalProperties: true };
const anyBody = {
  content: {
    ...json(open),
    'application/merge-patch+json': { schema: open },
    'application/json-patch+json': { schema: { type: 'array', items: open } },
  },
};
const answers = { 200: answer(note), 404: {}, 409: {}, 422: {} };
const put = (operationId: string): JsonObject => ({ operationId, requestBody: anyBody, responses: answers });
const itemPath = (operations: JsonObject): JsonObject => ({ parameters: [inPath('id')], ...operations });

const paths: JsonObject = {
  '/notes': {
    post: {
      operationId: 'create',
      parameters: [inQuery('done', 'boolean')],
      requestBody: anyBody,
      responses: { 201: answer(note), 409: {} },
    },
    put: { operationId: 'putByBody', requestBody: anyBody, responses: answers },
  },
  '/notes/{id}': itemPath({ put: put('replace'), patch: put('update') }),
  '/notes/{id}/finish': itemPath({ post: put('finish') }),
  '/notes/{id}/reopen': itemPath({ post: put('reopen') }),
  '/labels/{id}': {
    parameters: [inPath('id'), inQuery('text')],
    put: put('label'),
  },
  '/pins/{id}': itemPath({ post: { operationId: 'pin', responses: answers } }),
  '/lists/{id}': itemPath({
    patch: {
      operationId: 'patchList',
      requestBody: { content: json({ type: 'array', items: open }) },
      responses: answers,
    },
  }),
};

const wrapped: RequestMapping = {
  path: ['note'],
  names: new Map([
    ['content', 'text'],
    ['done', 'done'],
  ]),
  isOpen: false,
  coercible: new Set(),
  parameters: [{ parameter: 0, property: 'done' }],
  isPatchList: false,
};

const serviceWith = (
  sent: RequestMapping,
  { check, ...rest }: { readonly upsert?: boolean; readonly check?: Check } = {},
): Promise<Service> =>
  bindService(paths, () => {
    const notes = specOf('notes', {
      // The check of the item's schema is the one for its response.
      check: check ?? ((value) => checkNote(value)),
      generate: () => ({ id: 0, text: 'generated' }),
      required: ['id', 'text'],
      timestamps: { created: ['createdAt'], updated: ['updatedAt'] },
    });
    const inPathOnly = { ...sent, parameters: [] };
    return {
      specs: [notes],
      bindings: {
        create: createOf(notes, { mapping: sent }),
        putByBody: itemOf('replace', notes, { key: 'body', mapping: inPathOnly }),
        replace: itemOf('replace', notes, { mapping: inPathOnly, ...rest }),
        update: itemOf('update', notes, { mapping: inPathOnly, ...rest }),
        label: itemOf('replace', notes, {
          mapping: { ...wrapped, path: ['of', 'note'], parameters: [{ parameter: 1, property: 'text' }] },
        }),
        finish: itemOf('act', notes, { mapping: inPathOnly }),
        reopen: itemOf('act', notes, { mapping: inPathOnly, sets: { done: false } }),
        pin: itemOf('update', notes, { mapping: inPathOnly, upsert: true }),
        patchList: itemOf('update', notes, { mapping: { ...plainSent, isPatchList: true } }),
      },
    };
  });

let checkNote: (value: Json) => readonly { pointer: string; rule: string; message: string }[];
let plain: Service;
let narrow: Service;
/** Notes that are invalid as a whole after any change. */
let closed: Service;
beforeAll(async () => {
  const compiled = await bindService(paths, () => ({ specs: [], bindings: {} }));
  const content = compiled.operations.find(({ name }) => name === 'replace')?.success?.response.contents[0];
  checkNote = (value) => content?.check(value) ?? [];
  plain = await serviceWith(plainSent);
  narrow = await serviceWith(wrapped);
  closed = await serviceWith(plainSent, {
    check: (value) =>
      (value as JsonObject).text === 'one' ? [] : [{ pointer: '', rule: 'closed', message: 'is closed' }],
  });
});

const notes: readonly JsonObject[] = [
  { id: 1, text: 'one', done: true, secret: 's', createdAt: 'once', updatedAt: 'then' },
];
const stateOf = (service = plain, rules: Partial<Rules> = {}): State => worldOf(service, { notes }, rules);
const time = new Date(now).toISOString();

const sendTo = (
  service: Service,
  state: State,
  method: string,
  target: string,
  body: Json,
  type = 'application/json',
) => take(service, state, requestOf(method, target, { body, headers: { 'content-type': type } }));
const send = (method: string, target: string, body: Json, type?: string): Decided & { readonly stored: Json } => {
  const state = stateOf();
  const decided = sendTo(plain, state, method, target, body, type);
  return { ...decided, stored: itemsOf(state, 'notes')[0] as Json };
};
const messageOf = ({ exchange }: Decided) => exchange.steps.at(-1);

describe('the item in a request', () => {
  test('is read from its path, with the names of the item, and nothing else', () => {
    const state = stateOf(narrow);
    const body = { note: { content: 'new', other: 1, id: 77 }, content: 'no' };
    const created = sendTo(narrow, state, 'POST', '/notes?done=true', body);
    expect(created.body).toEqual({ id: 2, text: 'new', done: true, createdAt: time, updatedAt: time });
  });

  test('has precedence over the query', () => {
    const created = sendTo(narrow, stateOf(narrow), 'POST', '/notes?done=true', { note: { done: false } });
    expect(created.body).toMatchObject({ done: false, text: 'generated' });
  });

  test('gets world time if the request has no time', () => {
    const created = sendTo(plain, stateOf(), 'POST', '/notes', { text: 'new', createdAt: 'said' });
    expect(created.body).toMatchObject({ createdAt: 'said', updatedAt: time });
  });
});

describe('a replacement', () => {
  test('removes omitted properties, and keeps those that a request cannot set', () => {
    const replaced = sendTo(narrow, stateOf(narrow), 'PUT', '/notes/1', { note: { content: 'two' } });
    expect(replaced.body).toEqual({ id: 1, text: 'two', secret: 's', createdAt: 'once', updatedAt: time });
    expect(send('PUT', '/notes/1', { text: 'two' }).stored).toEqual({
      id: 1,
      text: 'two',
      createdAt: 'once',
      updatedAt: time,
    });
  });

  test('may set properties in the query', () => {
    const state = stateOf(narrow);
    const named = sendTo(narrow, state, 'PUT', '/labels/1?text=two', { of: { note: { done: false } } });
    expect(named.body).toMatchObject({ id: 1, text: 'two', done: false, secret: 's' });
    const unnamed = sendTo(narrow, state, 'PUT', '/labels/1', {});
    expect(unnamed.body).toMatchObject({ id: 1, text: 'generated', secret: 's' });
    expect(unnamed.body).not.toHaveProperty('done');
  });

  test('gets generated values for missing required properties', () => {
    expect(send('PUT', '/notes/1', {}).stored).toMatchObject({ id: 1, text: 'generated' });
  });

  test('finds its item by the id that is sent', () => {
    expect(send('PUT', '/notes', { id: 1, text: 'two' }).stored).toMatchObject({ id: 1, text: 'two' });
    expect(messageOf(send('PUT', '/notes', { id: 9, text: 'two' }))).toMatchObject({
      message: 'There is no item 9 in notes.',
    });
    const nameless = send('PUT', '/notes', { text: 'two' });
    expect([nameless.status, messageOf(nameless)]).toMatchObject([422, { message: 'body.id is required' }]);
  });
});

describe('an update', () => {
  test('merges the request into the item', () => {
    const { stored } = send('PATCH', '/notes/1', { text: 'two', author: { name: 'a' } });
    expect(stored).toEqual({ ...notes[0], text: 'two', author: { name: 'a' }, updatedAt: time });
  });

  test("that results in an invalid item is rejected with the property's name, and nothing is changed", () => {
    for (const [body, message] of [
      [{ text: 'x' }, 'body.text must have at least 2 characters'],
      [{ tags: ['a', 1] }, 'body.tags[1] must be a string'],
    ] as const) {
      const decided = send('PATCH', '/notes/1', body);
      expect(decided.status).toBe(422);
      expect(messageOf(decided)).toMatchObject({ message });
      expect(decided.stored).toEqual(notes[0]);
    }
  });

  test("is rejected with the property's name in the request", () => {
    const decided = sendTo(narrow, stateOf(narrow), 'PATCH', '/notes/1', { note: { content: 'x' } });
    expect(messageOf(decided)).toMatchObject({ message: expect.stringContaining('body.note.content ') });
  });

  test('ignores invalid properties in a world that only reports', () => {
    const state = stateOf(plain, { requests: 'report' });
    const decided = sendTo(plain, state, 'PATCH', '/notes/1', { text: 'x', done: false, tags: 1 });
    expect(decided.status).toBe(200);
    expect(decided.body).toEqual({ ...notes[0], done: false, updatedAt: time });
  });

  test('is not applied in a world that only reports, if the whole item would be invalid', () => {
    const state = stateOf(closed, { requests: 'report' });
    expect(sendTo(closed, state, 'PATCH', '/notes/1', { text: 'two' }).status).toBe(200);
    expect(itemsOf(state, 'notes')[0]).toMatchObject({ text: 'one' });
  });

  test('is rejected if the whole item would be invalid', () => {
    const decided = sendTo(closed, stateOf(closed), 'PATCH', '/notes/1', { text: 'two' });
    expect([decided.status, messageOf(decided)]).toMatchObject([422, { message: 'body is closed' }]);
  });

  test('is not rejected because of existing problems', () => {
    const state = worldOf(plain, { notes: [{ id: 1, text: 'x' }] });
    expect(sendTo(plain, state, 'PATCH', '/notes/1', { done: true }).status).toBe(200);
    expect(sendTo(plain, state, 'PATCH', '/notes/1', { text: 'y' }).status).toBe(422);
  });

  test('as a merge patch removes null properties and merges objects', () => {
    const type = 'application/merge-patch+json; charset=utf-8';
    const { stored } = send('PATCH', '/notes/1', { done: null, author: { name: 'a', gone: null } }, type);
    expect(stored).toEqual({
      id: 1,
      text: 'one',
      secret: 's',
      author: { name: 'a' },
      createdAt: 'once',
      updatedAt: time,
    });
    const refused = send('PATCH', '/notes/1', { text: null }, type);
    expect([refused.status, messageOf(refused)]).toMatchObject([422, { message: 'body.text is required' }]);
  });

  test('as a JSON patch does its operations', () => {
    const type = 'application/json-patch+json';
    const operations = [
      { op: 'test', path: '/text', value: 'one' },
      { op: 'replace', path: '/text', value: 'two' },
      { op: 'remove', path: '/done' },
      { op: 'replace', path: '/id', value: 9 },
    ];
    const { stored } = send('PATCH', '/notes/1', operations, type);
    expect(stored).toEqual({ id: 1, text: 'two', secret: 's', createdAt: 'once', updatedAt: time });
    const said = send('PATCH', '/notes/1', [{ op: 'replace', path: '/updatedAt', value: 'now' }], type);
    expect(said.stored).toMatchObject({ updatedAt: 'now' });
  });

  test.each<[JsonObject, number, string]>([
    [{ op: 'test', path: '/text', value: 'two' }, 409, 'body[0].path /text does not have the tested value'],
    [{ op: 'remove', path: '/none' }, 422, 'body[0].path /none does not exist'],
    [{ op: 'remove', path: '/text' }, 422, 'body.text is required'],
    [{ op: 'add', path: '', value: [] }, 422, 'body must result in an object'],
    [{ op: 'add', path: '/text', value: 5 }, 422, 'body.text must be a string'],
  ])('as a JSON patch is rejected for %j', (operation, status, message) => {
    const decided = send('PATCH', '/notes/1', [operation], 'application/json-patch+json');
    expect([decided.status, messageOf(decided)]).toMatchObject([status, { message }]);
    expect(decided.stored).toEqual(notes[0]);
  });

  test('is a JSON patch too if the document describes one for another media type', () => {
    expect(send('PATCH', '/lists/1', [{ op: 'remove', path: '/done' }]).stored).not.toHaveProperty('done');
  });
});

test('a missing item is created by PUT if that is allowed, with the id of the path', async () => {
  const service = await serviceWith(plainSent, { upsert: true });
  const state = stateOf(service);
  expect(sendTo(service, state, 'PUT', '/notes/5', { text: 'five' }).body).toMatchObject({ id: 5, text: 'five' });
  const patched = sendTo(service, state, 'PATCH', '/notes/6', { done: null }, 'application/merge-patch+json');
  expect(patched.body).toEqual({ id: 6, text: 'generated', createdAt: time, updatedAt: time });
  expect(sendTo(service, state, 'PATCH', '/notes/7', [], 'application/json-patch+json').status).toBe(404);
  expect(sendTo(plain, stateOf(), 'PUT', '/notes/5', { text: 'five' }).status).toBe(404);
});

test('an item that is put by its path gets the id of the path, and repeated PUTs do not duplicate it', () => {
  const state = stateOf();
  const post = () => take(plain, state, requestOf('POST', '/pins/5'));
  const whole = { id: 5, text: 'generated', createdAt: time, updatedAt: time };
  expect(post()).toMatchObject({ status: 200, body: whole });
  expect(post()).toMatchObject({ status: 200, body: whole });
  expect(itemsOf(state, 'notes')).toEqual([...notes, whole]);
});

describe('an action', () => {
  test('merges the properties that the item has, and ignores the rest', () => {
    expect(send('POST', '/notes/1/finish', { done: false, reason: 'late' }).stored).toEqual({
      ...notes[0],
      done: false,
      updatedAt: time,
    });
  });

  test('without properties of the item changes nothing', () => {
    const decided = send('POST', '/notes/1/finish', { reason: 'late' });
    expect(decided.body).toEqual(notes[0]);
    expect(decided.changes.map(({ type }) => type)).toEqual(['call']);
    expect(messageOf(decided)).toMatchObject({ type: 'executed', action: 'act', key: '1' });
  });

  test('whose name implies a state sets it, unless the request sets another one', () => {
    expect(send('POST', '/notes/1/reopen', {}).stored).toEqual({ ...notes[0], done: false, updatedAt: time });
    expect(send('POST', '/notes/1/reopen', { text: 'again' }).stored).toMatchObject({ text: 'again', done: false });
    expect(send('POST', '/notes/1/reopen', { done: true }).stored).toMatchObject({ done: true });
  });

  test('wants the item to be there', () => {
    expect(send('POST', '/notes/9/finish', {}).status).toBe(404);
  });
});

test('a change without a body leaves the item as it is', () => {
  const state = notesState();
  const decided = take(notesService, state, requestOf('PATCH', '/notes/2'));
  expect(decided.status).toBe(200);
  expect(decided.body).toEqual({ id: 2, text: 'second' });
  expect(itemsOf(state, 'notes')).toEqual(storedNotes);
});
