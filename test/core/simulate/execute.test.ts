/** Executed operations: the content and the status of their responses. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import type { Service } from '../../../src/core/service/service.ts';
import { addRecorded, anyQuery } from '../../../src/core/state/recorded-response.ts';
import { integer, object, text } from '../../short-document.ts';
import { answer, bindService, createOf, itemOf, json, specOf, worldOf } from '../bound.ts';
import { decide, requestOf, type Sent } from '../helpers.ts';

const note: JsonObject = object({ id: integer, text: text }, ['id']);
const location = { Location: { schema: text } };
const several: JsonObject = {
  description: '',
  content: { ...json(note), 'application/vnd.note+json': { schema: note } },
};

let service: Service;
beforeAll(async () => {
  const requestBody = { content: json({ type: 'object' }) };
  const events = { ...json({ type: 'object' }), 'text/event-stream': { schema: { type: 'object' } } };
  const stored = { 200: answer(note, location), 201: answer(note, location) };
  const paths = {
    '/notes/{id}': {
      get: { operationId: 'read', responses: { 200: several, 406: {} } },
      put: { operationId: 'replace', requestBody, responses: stored },
    },
    '/drafts': {
      post: { operationId: 'draft', requestBody, responses: { 200: answer(note), 201: { description: '' } } },
    },
    '/talks': {
      post: { operationId: 'talk', requestBody, responses: { 200: { description: '', content: events } } },
    },
  };
  service = await bindService(paths, () => {
    const notes = specOf('notes');
    const replace = itemOf('replace', notes, { upsert: true });
    return { specs: [notes], bindings: { read: itemOf('read', notes), replace, draft: createOf(notes) } };
  });
});

const ask = (method: string, path: string, sent?: Sent) =>
  decide(service, worldOf(service, { notes: [{ id: 1, text: 'one' }] }), requestOf(method, path, sent));

describe('the content of an item', () => {
  test.each([
    ['*/*', 200, 'application/json'],
    ['application/json', 200, 'application/json'],
    ['application/vnd.note+json', 200, 'application/vnd.note+json'],
    ['text/plain', 406, 'application/problem+json'],
  ])('for a client that accepts %s', (accept, status, type) => {
    const decided = ask('GET', '/notes/1', { headers: { accept } });
    expect([decided.status, decided.header('Content-Type')]).toEqual([status, type]);
  });
});

test('a creation whose 201 is empty shows the new item with 200', () => {
  const { status, body } = ask('POST', '/drafts', { body: { id: 2, text: 'new' } });
  expect([status, body]).toEqual([200, { id: 2, text: 'new' }]);
});

test.each([
  [2, 201, '/notes/2'],
  [1, 200, undefined],
])('only a request that creates its item is answered with 201 and its Location: item %i', (id, status, expected) => {
  const decided = ask('PUT', `/notes/${id}`, { body: { text: 'new' } });
  expect(decided.status).toBe(status);
  if (expected !== undefined) expect(decided.header('Location')).toBe(expected);
  else expect(decided.header('Location')).not.toBe(`/notes/${id}`);
});

test.each([
  [{}, 'application/json'],
  [{ stream: false }, 'application/json'],
  [{ stream: 'true' }, 'application/json'],
  [{ stream: true }, 'text/event-stream'],
])('a request with the body %o gets %s', (body, type) => {
  expect(ask('POST', '/talks', { body }).header('Content-Type')).toMatch(new RegExp(`^${type}`));
});

test.each([
  [201, { status: 201, headers: { 'Content-Type': 'application/json' }, response: { id: 7 } }, { id: 7 }, true],
  [404, { status: 404 }, { status: 404, detail: 'There is no file at this path.' }, false],
])('an operation without a collection repeats a recorded %i', (status, recorded, body, isTold) => {
  const state = worldOf(service, {});
  addRecorded(state.responses, { operation: 'talk', path: '/talks', query: anyQuery, ...recorded });
  const decided = decide(service, state, requestOf('POST', '/talks'));
  expect(decided).toMatchObject({ status, body });
  expect(decided.exchange.steps.some(({ type }) => type === 'recorded')).toBe(isTold);
});

test('the steps contain the result of the credential check', () => {
  expect(ask('GET', '/notes/1').exchange.steps).toContainEqual({ type: 'credential', result: expect.any(String) });
});

test('the step of a rejection has the key of the item, if it is about one', () => {
  const rejections = (path: string) => ask('GET', path).exchange.steps.filter(({ type }) => type === 'refused');
  expect(rejections('/notes/9')).toEqual([{ type: 'refused', status: 404, message: expect.any(String), key: '9' }]);
  expect(rejections('/unknown')).toEqual([{ type: 'refused', status: 404, message: expect.any(String) }]);
});
