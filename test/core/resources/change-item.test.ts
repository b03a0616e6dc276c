/** Operations that write an item: what of a request becomes its own, and what it must not become. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { RequestMapping } from '../../../src/core/service/binding.ts';
import type { Check } from '../../../src/core/service/check.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { Rules, State } from '../../../src/core/state/state.ts';
import { answer, bindService, createOf, inPath, inQuery, itemOf, json, plainSent, specOf, worldOf } from '../bound.ts';
import { type Decided, itemsOf, now, requestOf, take } from '../helpers.ts';

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
  at: ['note'],
  names: new Map([
    ['content', 'text'],
    ['done', 'done'],
  ]),
  isOpen: false,
  mayDiffer: new Set(),
  parameters: [{ parameter: 0, property: 'done' }],
  isPatchList: false,
};

const serviceWith = (
  sent: RequestMapping,
  { check, ...rest }: { readonly upsert?: boolean; readonly check?: Check } = {},
): Promise<Service> =>
  bindService(paths, () => {
    const notes = specOf('notes', {
      // The check of the item's own schema is what the document compiles for an answer of it.
      check: check ?? ((value) => checkNote(value)),
      generate: () => ({ id: 0, text: 'generated' }),
      required: ['id', 'text'],
      stamps: { created: ['createdAt'], updated: ['updatedAt'] },
    });
    const inPathOnly = { ...sent, parameters: [] };
    return {
      specs: [notes],
      bindings: {
        create: createOf(notes, { sent }),
        putByBody: itemOf('replace', notes, { key: 'body', sent: inPathOnly }),
        replace: itemOf('replace', notes, { sent: inPathOnly, ...rest }),
        update: itemOf('update', notes, { sent: inPathOnly, ...rest }),
        label: itemOf('replace', notes, {
          sent: { ...wrapped, at: ['of', 'note'], parameters: [{ parameter: 1, property: 'text' }] },
        }),
        finish: itemOf('act', notes, { sent: inPathOnly }),
        reopen: itemOf('act', notes, { sent: inPathOnly, sets: { done: false } }),
        pin: itemOf('update', notes, { sent: inPathOnly, upsert: true }),
        patchList: itemOf('update', notes, { sent: { ...plainSent, isPatchList: true } }),
      },
    };
  });

let checkNote: (value: Json) => readonly { pointer: string; rule: string; message: string }[];
let plain: Service;
let narrow: Service;
/** Whose notes are wrong as a whole as soon as they say something new. */
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

describe('what is sent', () => {
  test('is taken from where it stands, under the names that the item has, and nothing else of it', () => {
    const state = stateOf(narrow);
    const body = { note: { content: 'new', other: 1, id: 77 }, content: 'no' };
    const created = sendTo(narrow, state, 'POST', '/notes?done=true', body);
    expect(created.body).toEqual({ id: 2, text: 'new', done: true, createdAt: time, updatedAt: time });
  });

  test('says more than the query does', () => {
    const created = sendTo(narrow, stateOf(narrow), 'POST', '/notes?done=true', { note: { done: false } });
    expect(created.body).toMatchObject({ done: false, text: 'generated' });
  });

  test('gets the time of the world where nobody says one', () => {
    const created = sendTo(plain, stateOf(), 'POST', '/notes', { text: 'new', createdAt: 'said' });
    expect(created.body).toMatchObject({ createdAt: 'said', updatedAt: time });
  });
});

describe('a replacement', () => {
  test('removes what could have been said and was not, and keeps what is not to be said', () => {
    const replaced = sendTo(narrow, stateOf(narrow), 'PUT', '/notes/1', { note: { content: 'two' } });
    expect(replaced.body).toEqual({ id: 1, text: 'two', secret: 's', createdAt: 'once', updatedAt: time });
    expect(send('PUT', '/notes/1', { text: 'two' }).stored).toEqual({
      id: 1,
      text: 'two',
      createdAt: 'once',
      updatedAt: time,
    });
  });

  test('may say members in the query', () => {
    const state = stateOf(narrow);
    const named = sendTo(narrow, state, 'PUT', '/labels/1?text=two', { of: { note: { done: false } } });
    expect(named.body).toMatchObject({ id: 1, text: 'two', done: false, secret: 's' });
    const unnamed = sendTo(narrow, state, 'PUT', '/labels/1', {});
    expect(unnamed.body).toMatchObject({ id: 1, text: 'generated', secret: 's' });
    expect(unnamed.body).not.toHaveProperty('done');
  });

  test('is made whole where something required is missing', () => {
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
  test('lays what is sent over the item', () => {
    const { stored } = send('PATCH', '/notes/1', { text: 'two', author: { name: 'a' } });
    expect(stored).toEqual({ ...notes[0], text: 'two', author: { name: 'a' }, updatedAt: time });
  });

  test('that would leave an invalid item is refused by name, and nothing is changed', () => {
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

  test('is refused under the name that the request gives the member', () => {
    const decided = sendTo(narrow, stateOf(narrow), 'PATCH', '/notes/1', { note: { content: 'x' } });
    expect(messageOf(decided)).toMatchObject({ message: expect.stringContaining('body.note.content ') });
  });

  test('is done without what is wrong in a world that only reports', () => {
    const state = stateOf(plain, { requests: 'report' });
    const decided = sendTo(plain, state, 'PATCH', '/notes/1', { text: 'x', done: false, tags: 1 });
    expect(decided.status).toBe(200);
    expect(decided.body).toEqual({ ...notes[0], done: false, updatedAt: time });
  });

  test('is not done in a world that only reports where the item as a whole would be wrong', () => {
    const state = stateOf(closed, { requests: 'report' });
    expect(sendTo(closed, state, 'PATCH', '/notes/1', { text: 'two' }).status).toBe(200);
    expect(itemsOf(state, 'notes')[0]).toMatchObject({ text: 'one' });
  });

  test('is refused where the item as a whole would be wrong', () => {
    const decided = sendTo(closed, stateOf(closed), 'PATCH', '/notes/1', { text: 'two' });
    expect([decided.status, messageOf(decided)]).toMatchObject([422, { message: 'body is closed' }]);
  });

  test('does not suffer from what was wrong before', () => {
    const state = worldOf(plain, { notes: [{ id: 1, text: 'x' }] });
    expect(sendTo(plain, state, 'PATCH', '/notes/1', { done: true }).status).toBe(200);
    expect(sendTo(plain, state, 'PATCH', '/notes/1', { text: 'y' }).status).toBe(422);
  });

  test('as a merge patch removes what is null and goes into objects', () => {
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
    [{ op: 'test', path: '/text', value: 'two' }, 409, 'body[0].path /text is not what is tested for'],
    [{ op: 'remove', path: '/none' }, 422, 'body[0].path /none is not there'],
    [{ op: 'remove', path: '/text' }, 422, 'body.text is required'],
    [{ op: 'add', path: '', value: [] }, 422, 'body must leave an object'],
    [{ op: 'add', path: '/text', value: 5 }, 422, 'body.text must be a string'],
  ])('as a JSON patch is refused for %j', (operation, status, message) => {
    const decided = send('PATCH', '/notes/1', [operation], 'application/json-patch+json');
    expect([decided.status, messageOf(decided)]).toMatchObject([status, { message }]);
    expect(decided.stored).toEqual(notes[0]);
  });

  test('is a JSON patch too where the document describes one under another media type', () => {
    expect(send('PATCH', '/lists/1', [{ op: 'remove', path: '/done' }]).stored).not.toHaveProperty('done');
  });
});

test('what is not there is put where that is allowed, with the id of the path', async () => {
  const service = await serviceWith(plainSent, { upsert: true });
  const state = stateOf(service);
  expect(sendTo(service, state, 'PUT', '/notes/5', { text: 'five' }).body).toMatchObject({ id: 5, text: 'five' });
  const patched = sendTo(service, state, 'PATCH', '/notes/6', { done: null }, 'application/merge-patch+json');
  expect(patched.body).toEqual({ id: 6, text: 'generated', createdAt: time, updatedAt: time });
  expect(sendTo(service, state, 'PATCH', '/notes/7', [], 'application/json-patch+json').status).toBe(404);
  expect(sendTo(plain, stateOf(), 'PUT', '/notes/5', { text: 'five' }).status).toBe(404);
});

test('what is put by its path alone gets the id of the path, and is there once however often it is put', () => {
  const state = stateOf();
  const post = () => take(plain, state, requestOf('POST', '/pins/5'));
  const whole = { id: 5, text: 'generated', createdAt: time, updatedAt: time };
  expect(post()).toMatchObject({ status: 200, body: whole });
  expect(post()).toMatchObject({ status: 200, body: whole });
  expect(itemsOf(state, 'notes')).toEqual([...notes, whole]);
});

describe('an action', () => {
  test('takes in what the item has, and leaves the rest', () => {
    expect(send('POST', '/notes/1/finish', { done: false, reason: 'late' }).stored).toEqual({
      ...notes[0],
      done: false,
      updatedAt: time,
    });
  });

  test('without anything of the item changes nothing', () => {
    const decided = send('POST', '/notes/1/finish', { reason: 'late' });
    expect(decided.body).toEqual(notes[0]);
    expect(decided.changes.map(({ type }) => type)).toEqual(['call']);
    expect(messageOf(decided)).toMatchObject({ type: 'acted', action: 'act', key: '1' });
  });

  test('whose name says what the item then is makes it so, unless the request says otherwise', () => {
    expect(send('POST', '/notes/1/reopen', {}).stored).toEqual({ ...notes[0], done: false, updatedAt: time });
    expect(send('POST', '/notes/1/reopen', { text: 'again' }).stored).toMatchObject({ text: 'again', done: false });
    expect(send('POST', '/notes/1/reopen', { done: true }).stored).toMatchObject({ done: true });
  });

  test('wants the item to be there', () => {
    expect(send('POST', '/notes/9/finish', {}).status).toBe(404);
  });
});
