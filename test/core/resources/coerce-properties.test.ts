/** Properties whose form in a request differs from that of the stored item. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { answer, bindService, createOf, inPath, inQuery, itemOf, json, plainSent, specOf, worldOf } from '../bound.ts';
import { itemsOf, requestOf, take } from '../helpers.ts';

const types: Readonly<Record<string, JsonObject>> = {
  list: { type: 'array', items: { type: 'string' } },
  text: { type: 'string' },
  number: { type: 'number' },
  flag: { type: 'boolean' },
  state: { type: 'string', enum: ['on', 'off'] },
  owner: { type: 'object', properties: { name: { type: 'string' } } },
  'a/b': { type: 'integer' },
  due: { type: 'string' },
  place: {
    type: 'object',
    required: ['city'],
    properties: { city: { type: 'string' }, street: { type: 'string' }, more: { type: 'object', required: ['x'] } },
  },
};
const mail: JsonObject = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, ...types },
};
const open = {
  content: { ...json({ type: 'object' }), 'application/merge-patch+json': { schema: { type: 'object' } } },
};
const answers = { 200: answer(mail), 201: answer(mail), 400: {} };

let service: Service;
beforeAll(async () => {
  const paths = {
    '/mails': { post: { operationId: 'create', requestBody: open, responses: answers } },
    '/mails/{id}': {
      parameters: [inPath('id'), inQuery('state')],
      put: { operationId: 'replace', requestBody: open, responses: answers },
      patch: { operationId: 'update', requestBody: open, responses: answers },
    },
    '/mails/{id}/place': {
      parameters: [inPath('id')],
      patch: { operationId: 'move', requestBody: open, responses: answers },
    },
    '/mails/{id}/send': {
      parameters: [inPath('id')],
      post: { operationId: 'send', requestBody: open, responses: answers },
    },
  };
  service = await bindService(paths, (checkOf) => {
    const mails = specOf('mails', {
      check: checkOf('update'),
      generate: () => ({ id: 0, text: 'generated' }),
      required: ['id', 'text'],
    });
    const sent = { ...plainSent, coercible: new Set(Object.keys(types)) };
    const asked = { ...sent, parameters: [{ parameter: 1, property: 'state' }] };
    return {
      specs: [mails],
      bindings: {
        create: createOf(mails, { mapping: sent }),
        replace: itemOf('replace', mails, { mapping: sent, upsert: true }),
        update: itemOf('update', mails, { mapping: { ...asked, coercible: new Set() } }),
        send: itemOf('act', mails, { mapping: sent }),
        move: itemOf('update', mails),
      },
    };
  });
});

const before: JsonObject = { id: 1, text: 'old', list: ['old'], due: 'soon', number: 5 };
const send = (method: string, target: string, body: Json, type = 'application/json') => {
  const state = worldOf(service, { mails: [before] });
  const decided = take(service, state, requestOf(method, target, { body, headers: { 'content-type': type } }));
  return { ...decided, stored: itemsOf(state, 'mails') };
};

describe("a property of another type than the item's", () => {
  test.each<[string, Json, Json]>([
    ['list', 'one', ['one']],
    ['list', 7, ['7']],
    ['list', ['a', 'b'], ['a', 'b']],
    ['text', ['only'], 'only'],
    ['text', [5], '5'],
    ['text', 5, '5'],
    ['text', true, 'true'],
    ['number', '1.5', 1.5],
    ['number', true, 1],
    ['a/b', false, 0],
    ['flag', 'true', true],
    ['flag', 'false', false],
    ['flag', 1, true],
    ['flag', 0, false],
    ['state', ['on'], 'on'],
    ['owner', { name: 'x' }, { name: 'x' }],
  ])('is kept as the same in the type that fits: %s, sent as %j', (name, sent, kept) => {
    const decided = send('POST', '/mails', { text: 'x', [name]: sent });
    expect(decided.status).toBe(201);
    expect(decided.stored[1]).toEqual({ id: 2, text: 'x', [name]: kept });
  });

  test('is exact if it is a number that no float equals', () => {
    const { stored } = send('POST', '/mails', { text: 12345678901234567890n });
    expect(stored[1]).toEqual({ id: 2, text: '12345678901234567890' });
  });

  test.each<[string, Json]>([
    ['list', { a: 1 }],
    ['list', null],
    ['number', '1.50'],
    ['number', ''],
    ['number', 'Infinity'],
    ['number', ['1', '2']],
    ['flag', 2],
    ['state', 'unknown'],
    ['owner', { name: 5 }],
  ])('is omitted if no form is valid: %s, sent as %j', (name, sent) => {
    expect(send('POST', '/mails', { text: 'x', [name]: sent }).stored[1]).toEqual({ id: 2, text: 'x' });
  });

  test('is generated if it is omitted and required', () => {
    expect(send('POST', '/mails', { text: {} }).stored[1]).toEqual({ id: 2, text: 'generated' });
    expect(send('PUT', '/mails/9', { text: {}, list: 'one' }).stored[1]).toEqual({
      id: 9,
      text: 'generated',
      list: ['one'],
    });
  });

  test('is unchanged by an update if it is invalid', () => {
    const decided = send('PUT', '/mails/1', { text: {}, list: 'new', number: {} });
    expect([decided.status, decided.stored]).toEqual([200, [{ id: 1, text: 'old', list: ['new'], number: 5 }]]);
    expect(send('POST', '/mails/1/send', { text: {}, list: 'new' }).stored).toEqual([{ ...before, list: ['new'] }]);
  });

  test('is removed by null if it is optional, and kept if it is required', () => {
    expect(send('PUT', '/mails/1', { due: null, text: null }).stored).toEqual([{ id: 1, text: 'old' }]);
  });
});

describe('an update that matches its own schema', () => {
  const place = { city: 'here', street: 'old' };
  const move = (body: JsonObject, stored: JsonObject = { ...before, place }) => {
    const state = worldOf(service, { mails: [stored] });
    const decided = take(service, state, requestOf('PATCH', '/mails/1/place', { body }));
    return [decided.status, itemsOf(state, 'mails')[0]];
  };

  test('is merged into the object if the item needs the rest', () => {
    expect(move({ place: { street: 'new' } })).toEqual([200, { ...before, place: { city: 'here', street: 'new' } }]);
  });

  test('replaces a complete object', () => {
    expect(move({ place: { city: 'there' } })).toEqual([200, { ...before, place: { city: 'there' } }]);
  });

  test('is removed if it is null and optional, also in an object', () => {
    expect(move({ due: null })).toEqual([200, { id: 1, text: 'old', list: ['old'], number: 5, place }]);
    expect(move({ place: { street: null } })).toEqual([200, { ...before, place: { city: 'here' } }]);
  });

  test('is rejected if that does not help', () => {
    const refused = (body: JsonObject, stored?: JsonObject) => expect(move(body, stored)[0]).toBe(400);
    refused({ text: null });
    refused({ place: { city: null } });
    refused({ place: { more: {} } });
    refused({ place: { street: 'new' } }, before);
    refused({ number: 'x' });
  });
});

test('an invalid property in the query is rejected with the name of the parameter', () => {
  const refused = (target: string, body: Json) => {
    const { status, exchange } = send('PATCH', target, body);
    return [status, exchange.steps.at(-1)];
  };
  const message = expect.stringMatching(/^query\.state must be one of/);
  expect(refused('/mails/1?state=unknown', {})).toMatchObject([400, { message }]);
  const ofBody = expect.stringMatching(/^body\.state must be one of/);
  expect(refused('/mails/1?state=on', { state: 'unknown' })).toMatchObject([400, { message: ofBody }]);
  expect(refused('/mails/1', { state: 'unknown' })).toMatchObject([400, { message: ofBody }]);
});
