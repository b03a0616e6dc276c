/** Operations that write an item: the properties that it takes from a request, and those that are rejected. */

import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { RequestMapping } from '../../../src/core/service/binding.ts';
import type { CollectionSpec } from '../../../src/core/service/collection-facts.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { Rules, State } from '../../../src/core/state/state.ts';
import { listOf as arrayOf, boolean, integer, object, text } from '../../short-document.ts';
import { answer, bindService, createOf, inPath, inQuery, itemOf, json, plainSent, specOf, worldOf } from '../bound.ts';
import { type Decided, itemsOf, now, requestOf, take } from '../helpers.ts';
import { notesService, notesState, notes as storedNotes } from '../notes.ts';

const rest = { done: boolean, tags: arrayOf(text), author: object({ name: text }) };
const note: JsonObject = object({ id: integer, text: { ...text, minLength: 2 }, ...rest }, ['id', 'text']);
const open: JsonObject = { type: 'object', additionalProperties: true };
const anyBody = {
  content: {
    ...json(open),
    'application/merge-patch+json': { schema: open },
    'application/json-patch+json': { schema: arrayOf(open) },
  },
};
const answers = { 200: answer(note), 404: {}, 409: {}, 422: {} };
const put = (operationId: string): JsonObject => ({ operationId, requestBody: anyBody, responses: answers });

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
  '/notes/{id}': { put: put('replace'), patch: put('update') },
  '/notes/{id}/finish': { post: put('finish') },
  '/notes/{id}/reopen': { post: put('reopen') },
  '/labels/{id}': { parameters: [inPath('id'), inQuery('text')], put: put('label') },
  '/pins/{id}': { post: { operationId: 'pin', responses: answers } },
  '/bulks/{id}': {
    patch: { operationId: 'patchBulk', requestBody: { content: json(arrayOf(open)) }, responses: answers },
  },
  '/lists/{id}': {
    patch: { operationId: 'patchList', requestBody: { content: json(arrayOf(open)) }, responses: answers },
  },
};

const wrapped: RequestMapping = {
  path: ['note'],
  names: new Map(Object.entries({ content: 'text', done: 'done' })),
  isOpen: false,
  inner: undefined,
  strip: undefined,
  parameters: [{ parameter: 0, property: 'done' }],
  isPatchList: false,
};

const timeIn = (name: string) => ({ name, form: 'date-time' }) as const;

const serviceWith = (
  sent: RequestMapping,
  rest: { readonly upsert?: boolean } = {},
  spec: Partial<CollectionSpec> = {},
): Promise<Service> =>
  bindService(paths, (checkOf, completeOf) => {
    const notes = specOf('notes', {
      // The schema of the item is that of the response.
      check: checkOf('replace'),
      complete: completeOf('replace'),
      generate: () => ({ id: 0, text: 'generated' }),
      required: ['id', 'text'],
      timestamps: { created: [timeIn('createdAt')], updated: [timeIn('updatedAt')] },
      ...spec,
    });
    const undone = { path: ['done'], to: { type: 'value', value: false } } as const;
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
        reopen: itemOf('act', notes, { mapping: inPathOnly, effects: [undone] }),
        pin: itemOf('update', notes, { mapping: inPathOnly, upsert: true }),
        patchBulk: itemOf('update', notes, { mapping: plainSent }),
        patchList: itemOf('update', notes, { mapping: { ...plainSent, isPatchList: true } }),
      },
    };
  });

const plain = await serviceWith(plainSent);
const narrow = await serviceWith(wrapped);

const first = { id: 1, text: 'one', done: true, secret: 's', createdAt: 'once', updatedAt: 'then' };
const notes: readonly JsonObject[] = [first];
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
    expect(created.body).toMatchObject({ done: false, text: expect.any(String) });
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
    const { stored } = send('PUT', '/notes/1', { text: 'two' });
    expect(stored).toEqual({ id: 1, text: 'two', createdAt: 'once', updatedAt: time });
  });

  test('may set properties in the query', () => {
    const state = stateOf(narrow);
    const named = sendTo(narrow, state, 'PUT', '/labels/1?text=two', { of: { note: { done: false } } });
    expect(named.body).toMatchObject({ id: 1, text: 'two', done: false, secret: 's' });
    const unnamed = sendTo(narrow, state, 'PUT', '/labels/1', {});
    expect(unnamed.body).toMatchObject({ id: 1, text: 'two', secret: 's' });
    expect(unnamed.body).not.toHaveProperty('done');
  });

  test('keeps required properties that the request omits', () => {
    expect(send('PUT', '/notes/1', {}).stored).toMatchObject({ id: 1, text: 'one' });
  });

  test('finds its item by the id that is sent', () => {
    expect(send('PUT', '/notes', { id: 1, text: 'two' }).stored).toMatchObject({ id: 1, text: 'two' });
    const unknown = send('PUT', '/notes', { id: 9, text: 'two' });
    expect(messageOf(unknown)).toMatchObject({ message: 'There is no item 9 in notes.' });
    const nameless = send('PUT', '/notes', { text: 'two' });
    expect([nameless.status, messageOf(nameless)]).toMatchObject([422, { message: 'body.id is required' }]);
  });
});

describe('an update', () => {
  test('merges the request into the item', () => {
    const { stored } = send('PATCH', '/notes/1', { text: 'two', author: { name: 'a' } });
    expect(stored).toEqual({ ...notes[0], text: 'two', author: { name: 'a' }, updatedAt: time });
  });

  test('keeps the earlier values of properties that the item does not accept, and applies the others', () => {
    const { status, stored } = send('PATCH', '/notes/1', { text: 'x', done: false });
    expect([status, stored]).toEqual([200, { ...notes[0], done: false, updatedAt: time }]);
    const renamed = sendTo(narrow, stateOf(narrow), 'PATCH', '/notes/1', { note: { content: 'x', done: false } });
    expect(renamed.body).toEqual({ ...notes[0], done: false, updatedAt: time });
  });

  test('converts values of another type', () => {
    expect(send('PATCH', '/notes/1', { tags: ['a', 1] }).stored).toMatchObject({ tags: ['a', '1'] });
  });

  test('keeps the earlier values in a world that only reports', () => {
    const state = stateOf(plain, { requests: 'report' });
    const decided = sendTo(plain, state, 'PATCH', '/notes/1', { text: 'x', done: false });
    expect(decided.status).toBe(200);
    expect(decided.body).toEqual({ ...notes[0], done: false, updatedAt: time });
  });

  test('replaces what an item should not have had', () => {
    const state = worldOf(plain, { notes: [{ id: 1, text: 'x' }] });
    const body = { id: 1, done: true, text: expect.stringMatching(/../) };
    expect(sendTo(plain, state, 'PATCH', '/notes/1', { done: true })).toMatchObject({ status: 200, body });
  });

  test('as a merge patch removes null properties and merges objects', () => {
    const type = 'application/merge-patch+json; charset=utf-8';
    const { stored } = send('PATCH', '/notes/1', { done: null, author: { name: 'a', gone: null } }, type);
    const { done: _removed, ...kept } = first;
    expect(stored).toEqual({ ...kept, author: { name: 'a' }, updatedAt: time });
    const refused = send('PATCH', '/notes/1', { text: null }, type);
    expect([refused.status, messageOf(refused)]).toMatchObject([422, { message: 'body.text is required' }]);
  });

  test('as a merge patch is completed in a world that only reports', () => {
    const state = stateOf(plain, { requests: 'report' });
    const decided = sendTo(plain, state, 'PATCH', '/notes/1', { text: null }, 'application/merge-patch+json');
    expect([decided.status, decided.body]).toMatchObject([200, { text: expect.any(String) }]);
  });

  test('as a merge patch is not rejected because of existing problems', () => {
    const type = 'application/merge-patch+json';
    const patch = (body: JsonObject) => {
      const state = worldOf(plain, { notes: [{ id: 1, text: 'x', tags: [1] }] });
      const decided = sendTo(plain, state, 'PATCH', '/notes/1', body, type);
      return [decided.status, messageOf(decided)];
    };
    expect(patch({ done: true })[0]).toBe(200);
    const message = expect.stringMatching(/^body\.text must have at least 2 characters/);
    expect(patch({ text: 'y' })).toMatchObject([422, { message }]);
    expect(patch({ text: 'fine', tags: [2] })).toMatchObject([422, { message: 'body.tags[0] must be a string' }]);
    expect(patch({ author: { name: 5 } })).toMatchObject([422, { message: 'body.author.name must be a string' }]);
  });

  test('that is JSON replaces objects', () => {
    const state = worldOf(plain, { notes: [{ id: 1, text: 'one', author: { name: 'a', age: 1 } }] });
    const { body } = sendTo(plain, state, 'PATCH', '/notes/1', { author: { name: 'b' } });
    expect(body).toMatchObject({ author: { name: 'b' } });
    expect((body as JsonObject).author).not.toHaveProperty('age');
  });

  test('has no defaults of the scenario, a replacement has', () => {
    const rules = { defaults: new Map([['notes', { mood: 'good' }]]) };
    const moodAfter = (method: string) =>
      (sendTo(plain, stateOf(plain, rules), method, '/notes/1', { text: 'two' }).body as JsonObject).mood;
    expect([moodAfter('PATCH'), moodAfter('PUT')]).toEqual([undefined, 'good']);
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

  test('is no JSON patch if the document describes another list', () => {
    expect(send('PATCH', '/bulks/1', [{ op: 'remove', path: '/done' }]).stored).toHaveProperty('done');
  });
});

test('a replacement is never a JSON patch', () => {
  const operations = [{ op: 'remove', path: '/text' }];
  const { status, stored } = send('PUT', '/notes/1', operations, 'application/json-patch+json');
  expect([status, stored]).toMatchObject([200, { id: 1, text: 'one' }]);
});

test('a missing item is created by PUT if that is allowed, with the id of the path', async () => {
  const service = await serviceWith(plainSent, { upsert: true });
  const state = stateOf(service);
  expect(sendTo(service, state, 'PUT', '/notes/5', { text: 'five' }).body).toMatchObject({ id: 5, text: 'five' });
  const patched = sendTo(service, state, 'PATCH', '/notes/6', { done: null }, 'application/merge-patch+json');
  expect(patched.body).toEqual({ id: 6, text: expect.any(String), createdAt: time, updatedAt: time });
  expect(sendTo(service, state, 'PATCH', '/notes/7', [], 'application/json-patch+json').status).toBe(404);
  expect(sendTo(plain, stateOf(), 'PUT', '/notes/5', { text: 'five' }).status).toBe(404);
});

test('an item that is created by PUT has the id of the path in the object with its id, unless the request has one', async () => {
  const service = await serviceWith(
    plainSent,
    { upsert: true },
    { idProperty: undefined, aliases: ['meta.id'], indexed: ['meta.id'] },
  );
  const state = worldOf(service, {});
  const put = (path: string, body: JsonObject) => sendTo(service, state, 'PUT', path, { id: 0, text: 'five', ...body });
  expect(put('/notes/5', {}).body).toMatchObject({ text: 'five', meta: { id: '5' } });
  expect(put('/notes/6', { meta: { id: 'six', a: 1 } }).body).toMatchObject({ meta: { id: 'six', a: 1 } });
});

test('a replacement keeps the other ids of the item, also in an object', async () => {
  const service = await serviceWith(plainSent, {}, { aliases: ['slug', 'meta.id'], indexed: ['slug', 'meta.id'] });
  const item = { id: 1, text: 'one', slug: 'first', meta: { id: 9 }, done: true };
  const state = worldOf(service, { notes: [item] });
  const { body } = sendTo(service, state, 'PUT', '/notes/1', { text: 'two' });
  expect(body).toMatchObject({ id: 1, text: 'two', slug: 'first', meta: { id: 9 } });
  expect(body).not.toHaveProperty('done');
});

test('an item that is put by its path gets the id of the path, and repeated PUTs do not duplicate it', () => {
  const state = stateOf();
  const post = () => take(plain, state, requestOf('POST', '/pins/5'));
  const whole = { id: 5, text: expect.any(String), createdAt: time, updatedAt: time };
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

  test('keeps the earlier values of properties that the item does not accept', () => {
    const { status, stored } = send('POST', '/notes/1/finish', { text: 'x', done: false });
    expect([status, stored]).toEqual([200, { ...notes[0], done: false, updatedAt: time }]);
  });

  test('with stated effects takes the other properties from the request', async () => {
    const effects = [{ path: ['done'], to: { type: 'value', value: false } }] as const;
    const service = await bindService(paths, () => {
      const spec = specOf('notes');
      return { specs: [spec], bindings: { finish: itemOf('act', spec, { effects, areEffectsStated: true }) } };
    });
    const decided = sendTo(service, stateOf(service), 'POST', '/notes/1/finish', { done: true, text: 'new' });
    expect(decided.body).toMatchObject({ id: 1, done: false, text: 'new' });
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

test('a patch whose result breaks a rule of the whole item is rejected', async () => {
  const service = await bindService(paths, () => {
    const check = (value: Json) =>
      Object.keys(value as JsonObject).length < 8
        ? []
        : [{ pointer: '', rule: 'maxProperties', message: 'must have at most 7 properties' }];
    const spec = specOf('notes', { check });
    return { specs: [spec], bindings: { update: itemOf('update', spec) } };
  });
  const patch = (body: JsonObject) =>
    sendTo(service, stateOf(service), 'PATCH', '/notes/1', body, 'application/merge-patch+json');
  expect(patch({ extra: 1 }).status).toBe(200);
  const refused = patch({ extra: 1, more: 2 });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(messageOf(refused)).toMatchObject({ type: 'refused', message: 'body must have at most 7 properties' });
});
