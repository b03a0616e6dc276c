/** Singletons that exist before any request writes them. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { defaultSingleton } from '../../../src/core/resources/target.ts';
import { createCollection } from '../../../src/core/state/collection.ts';
import { copyState, type State } from '../../../src/core/state/state.ts';
import { scenarioOf } from '../../../src/scenario/file/from-world.ts';
import { specOf } from '../bound.ts';
import { documentOf, itemsOf, now, readyService, requestOf, stateOf, take } from '../helpers.ts';

const settings: JsonObject = {
  type: 'object',
  required: ['theme', 'since'],
  properties: {
    theme: { type: 'string', enum: ['light', 'dark'] },
    since: { type: 'string', format: 'date-time' },
    size: { type: 'integer', minimum: 10, maximum: 20 },
  },
};
const json = (schema: JsonObject, rest: JsonObject = {}): JsonObject => ({ 'application/json': { schema, ...rest } });
const answer = (schema: JsonObject, rest?: JsonObject): JsonObject => ({
  description: '',
  content: json(schema, rest),
});
const single = (rest: JsonObject = {}, example?: JsonObject): JsonObject => ({
  get: { responses: { 200: answer(settings, example && { example }), 404: { description: '' } } },
  put: { requestBody: { content: json(settings) }, responses: { 200: answer(settings), 201: answer(settings) } },
  patch: {
    requestBody: { content: json({ type: 'object', properties: settings.properties as JsonObject }) },
    responses: { 200: answer(settings) },
  },
  ...rest,
});
const user: JsonObject = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const parameters = [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }];
const example = { theme: 'dark', since: '2020-01-01T00:00:00Z' };

const service = await readyService(
  documentOf({
    '/settings': single(),
    '/display': single({}, example),
    '/broken': single({}, { theme: 'none' }),
    '/profile': single({ delete: { responses: { 204: { description: '' } } } }),
    '/users': { get: { responses: { 200: answer({ type: 'array', items: user }) } } },
    '/users/{id}': { parameters, get: { responses: { 200: answer(user) } } },
    '/users/{id}/settings': { parameters, ...single() },
    '/shops/{id}/hours': { parameters, ...single({ delete: { responses: { 204: { description: '' } } } }) },
  }),
);

const send = (state: State, method: string, target: string, body?: Json, at = now) =>
  take(service, state, requestOf(method, target, body === undefined ? {} : { body }), at);

describe('a singleton that no operation deletes', () => {
  test('is there before it is written, the same each time, and not stored', () => {
    const state = stateOf(service);
    const first = send(state, 'GET', '/settings');
    expect([first.status, first.exchange.violations]).toEqual([200, []]);
    expect(send(state, 'GET', '/settings', undefined, now + 1e9).body).toEqual(first.body);
    expect(itemsOf(state, 'settings')).toEqual([]);
  });

  test('can be changed and replaced before it is stored', () => {
    const state = stateOf(service);
    const before = send(state, 'GET', '/settings').body as JsonObject;
    const changed = send(state, 'PATCH', '/settings', { size: 12 });
    expect([changed.status, changed.body]).toEqual([200, { ...before, size: 12 }]);
    expect(send(state, 'GET', '/settings').body).toEqual(changed.body);
    const replaced = send(stateOf(service), 'PUT', '/settings', example);
    expect([replaced.status, replaced.body]).toEqual([200, example]);
  });

  test('is the example of the document if that is valid', () => {
    expect(send(stateOf(service), 'GET', '/display').body).toEqual(example);
    expect(send(stateOf(service), 'GET', '/broken').body).toMatchObject({
      theme: expect.stringMatching(/^(light|dark)$/),
    });
  });

  test("has the scenario's defaults for omitted properties", () => {
    const state = stateOf(service, { defaults: { display: { theme: 'light' } } });
    expect(send(state, 'GET', '/display').body).toEqual({ ...example, theme: 'light' });
  });

  test('exists for each existing parent', () => {
    const state = stateOf(service, { data: { users: [{ id: 1 }, { id: 2 }] } });
    const [one, two, three] = [1, 2, 3].map((id) => send(state, 'GET', `/users/${id}/settings`));
    expect([one?.status, two?.status, three?.status]).toEqual([200, 200, 404]);
    expect(one?.body).not.toEqual(two?.body);
  });
});

test('a singleton that can be deleted is there once it is written', () => {
  const state = stateOf(service);
  expect(send(state, 'GET', '/profile').status).toBe(404);
  expect(send(state, 'PUT', '/profile', example).status).toBe(201);
  expect(send(state, 'GET', '/profile').body).toEqual(example);
  expect(send(state, 'DELETE', '/profile').status).toBe(204);
  expect(send(state, 'GET', '/profile').status).toBe(404);
});

describe('a singleton that the data have under every parent', () => {
  const hours = { theme: 'light', since: '2021-01-01T00:00:00Z' } as const;
  const started = (): State => stateOf(service, { data: { hours } });

  test('is changed only under the parent of the request', () => {
    const state = started();
    expect(send(state, 'PUT', '/shops/1/hours', example).body).toEqual(example);
    expect(send(state, 'PATCH', '/shops/1/hours', { theme: 'light' }).body).toEqual({ ...example, theme: 'light' });
    expect(send(state, 'GET', '/shops/1/hours').body).toEqual({ ...example, theme: 'light' });
    expect(send(state, 'GET', '/shops/2/hours').body).toEqual(hours);
  });

  test('is gone when it is deleted after a change', () => {
    const state = started();
    send(state, 'PUT', '/shops/1/hours', example);
    expect(send(state, 'DELETE', '/shops/1/hours').status).toBe(204);
    const gone = { detail: 'There is no item of hours at this path, because it was deleted.' };
    expect(send(state, 'GET', '/shops/1/hours')).toMatchObject({ status: 404, body: gone });
    expect(send(state, 'DELETE', '/shops/1/hours').status).toBe(404);
  });

  test.each([{ hours }, {}])('is deleted under one parent alone, until it is written again, of %j', (data) => {
    const state = stateOf(service, { data });
    expect(send(state, 'DELETE', '/shops/1/hours').status).toBe(204);
    expect(send(state, 'PATCH', '/shops/1/hours', { theme: 'light' }).status).toBe(404);
    expect(send(state, 'GET', '/shops/2/hours').status).toBe(200);
    expect(send(copyState(state), 'GET', '/shops/1/hours').status).toBe(404);
    expect(
      send(stateOf(service, scenarioOf(service, state, { clock: { at: now, frozen: false } })), 'GET', '/shops/1/hours')
        .status,
    ).toBe(404);
    expect(send(state, 'PUT', '/shops/1/hours', example).body).toEqual(example);
    expect(send(state, 'GET', '/shops/1/hours').body).toEqual(example);
  });
});

test('an example that the check rejects is not used', () => {
  const spec = specOf('settings', {
    kind: 'singleton',
    isAlwaysPresent: true,
    examples: [{ size: 1 }, { size: 2 }],
    check: (value) =>
      (value as JsonObject).size === 2 ? [] : [{ pointer: '/size', rule: 'minimum', message: 'is 2' }],
  });
  expect(defaultSingleton(stateOf(service), createCollection(spec, []), [])?.value).toEqual({ size: 2 });
});
