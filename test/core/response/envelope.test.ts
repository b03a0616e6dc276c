/** Envelopes of an item or a list for which the document has several alternatives. */

import { beforeAll, describe, expect, test } from 'vitest';
import { type Json, type JsonObject, setAt } from '../../../src/core/primitives/json.ts';
import type { RequestContext } from '../../../src/core/request/request-context.ts';
import { embedInEnvelope } from '../../../src/core/response/envelope.ts';
import type { Content } from '../../../src/core/service/operation.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { State } from '../../../src/core/state/state.ts';
import {
  answer,
  bindService,
  createOf,
  itemOf,
  json,
  listOf,
  plainList,
  plainView,
  specOf,
  worldOf,
} from '../bound.ts';
import { decide, requestOf } from '../helpers.ts';

const thing: JsonObject = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const closed = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const links: JsonObject = { type: 'object', required: ['kind'], properties: { kind: { const: 'links' } } };
const things: JsonObject = { type: 'array', items: thing };
const branches = [closed({ thing, links }), closed({ things, links, total: { type: 'integer' } })];
const exampleOf = (example: JsonObject): JsonObject => ({
  description: '',
  content: { 'application/json': { schema: { oneOf: branches }, example } },
});
const get = (operationId: string, response: JsonObject): JsonObject => ({ operationId, responses: { 200: response } });
const paths: JsonObject = {
  '/things': {
    get: get('list', answer({ anyOf: branches })),
    post: {
      operationId: 'create',
      requestBody: { content: json(thing) },
      responses: { 201: answer({ oneOf: branches }) },
    },
  },
  '/things/{id}': { get: get('read', exampleOf({ things: [], links: { kind: 'links' }, total: 0 })) },
  '/things/{id}/alone': { get: get('alone', answer(closed({ thing, note: { type: 'string' } }, []))) },
  '/things/{id}/tagged': {
    get: get('tagged', answer({ oneOf: [closed({ data: things, many: { const: true } }), closed({ data: thing })] })),
  },
};

let service: Service;
beforeAll(async () => {
  service = await bindService(paths, () => {
    const spec = specOf('things');
    const at = (...names: readonly string[]) => ({ view: { ...plainView, path: names } });
    return {
      specs: [spec],
      bindings: {
        list: listOf(spec, {
          view: {
            ...plainList,
            path: ['things'],
            facts: [{ path: ['total'], fact: 'total', whenMissing: 'absent', linkProperties: [] }],
          },
        }),
        create: createOf(spec, at('thing')),
        read: itemOf('read', spec, at('thing')),
        alone: itemOf('read', spec, at('thing')),
        tagged: itemOf('read', spec, at('data')),
      },
    };
  });
});

const seeds = Array.from({ length: 20 }, (_, seed) => seed);
const stateOf = (seed: number): State => ({ ...worldOf(service, { things: [{ id: 1 }] }), seed });
const ask = (seed: number, method: string, target: string, body?: JsonObject) => {
  const decided = decide(service, stateOf(seed), requestOf(method, target, body === undefined ? {} : { body }));
  return { body: decided.body, violations: decided.exchange.violations };
};

describe('an envelope that is one of several', () => {
  test.each(seeds)('holds the item that was created, with seed %i', (seed) => {
    const created = ask(seed, 'POST', '/things', { id: 9 });
    expect(created).toEqual({ body: { thing: { id: 9 }, links: { kind: 'links' } }, violations: [] });
  });

  test.each(seeds)('has the list and its true metadata, with seed %i', (seed) => {
    const listed = ask(seed, 'GET', '/things');
    expect(listed).toEqual({ body: { things: [{ id: 1 }], links: { kind: 'links' }, total: 1 }, violations: [] });
  });

  test.each(seeds)('is distinguished from another one with the same name by its contents, with seed %i', (seed) => {
    expect(ask(seed, 'GET', '/things/1/tagged')).toEqual({ body: { data: { id: 1 } }, violations: [] });
  });

  test('is the remaining part of an example of another alternative', () => {
    const read = ask(1, 'GET', '/things/1');
    expect(read).toEqual({ body: { thing: { id: 1 }, links: { kind: 'links' } }, violations: [] });
  });
});

test('an envelope with an optional item is the same each time', () => {
  for (const seed of seeds) {
    const first = ask(seed, 'GET', '/things/1/alone');
    expect(first).toMatchObject({ body: { thing: { id: 1 } }, violations: [] });
    expect(ask(seed, 'GET', '/things/1/alone')).toEqual(first);
  }
});

const context = {
  state: { seed: 1 },
  operationName: 'x',
  request: { path: '/', query: '' },
  now: 0,
} as unknown as RequestContext;

/** The item `{ id: 1 }` and the fact `total: 1` in an envelope that is generated and then completed as given. */
const embed = (generated: JsonObject, completed: Json, isValid: (body: JsonObject) => boolean): Json => {
  const content = {
    generate: () => generated,
    complete: () => completed,
    check: (body: Json) => (isValid(body as JsonObject) ? [] : [{ pointer: '', rule: 'oneOf', message: 'must fit' }]),
  } as unknown as Content;
  const item = { id: 1 };
  const put = (body: Json): Json => setAt(setAt(body, ['total'], 1), ['item'], item);
  const { value, problems } = embedInEnvelope(context, content, {
    path: ['item'],
    value: item,
    put,
    inputs: undefined,
  });
  expect(problems).toHaveLength(isValid(value as JsonObject) ? 0 : 1);
  return value;
};
const known = { total: 1, item: { id: 1 } };

test.each<[string, JsonObject, Json, (body: JsonObject) => boolean, Json]>([
  ['as it is generated if that is valid', { a: 1 }, { a: 2 }, () => true, { a: 1, ...known }],
  ['as it is completed otherwise', { a: 1 }, { a: 2 }, ({ a }) => a === 2, { a: 2, ...known }],
  ['without a fact that makes it invalid', {}, { b: 2 }, ({ total }) => total === undefined, { b: 2, item: { id: 1 } }],
  [
    'as it is generated if a fact would be wrong',
    { a: 1 },
    { total: 9 },
    ({ total }) => total === 9,
    { a: 1, ...known },
  ],
  ['as it is generated if nothing is valid', { a: 1 }, { a: 2 }, () => false, { a: 1, ...known }],
])('an envelope is %s', (_name, generated, completed, isValid, expected) => {
  expect(embed(generated, completed, isValid)).toEqual(expected);
});
