/** Envelopes of an item or a list for which the document has several alternatives. */

import { beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject, type Json, type JsonObject } from '../../../src/core/primitives/json.ts';
import { setAt } from '../../../src/core/primitives/json-path.ts';
import type { RequestContext } from '../../../src/core/request/request-context.ts';
import { embedInEnvelope } from '../../../src/core/response/envelope.ts';
import type { Content } from '../../../src/core/service/operation.ts';
import type { Service } from '../../../src/core/service/service.ts';
import type { State } from '../../../src/core/state/state.ts';
import {
  answer,
  bindService,
  createOf,
  inPath,
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
  '/things/{id}': {
    parameters: [inPath('id')],
    get: get('read', exampleOf({ things: [], links: { kind: 'links' }, total: 0 })),
  },
  '/things/{id}/alone': {
    parameters: [inPath('id')],
    get: get('alone', answer(closed({ thing, note: { type: 'string' } }, []))),
  },
  '/things/{id}/tagged': {
    parameters: [inPath('id')],
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

const call = {
  state: { seed: 1 },
  operationName: 'x',
  request: { path: '/', query: '' },
  now: 0,
} as unknown as RequestContext;
const problem = { pointer: '', rule: 'oneOf', message: 'must fit' };

/** The result, and the number of checks. */
const embed = (drawn: readonly Json[], isFit: (body: Json) => boolean, value: Json = { id: 1 }) => {
  let count = 0;
  let checks = 0;
  const content = {
    generate: () => drawn[Math.min(count++, drawn.length - 1)] as Json,
    check: (body: Json) => {
      checks++;
      return isFit(body) ? [] : [problem];
    },
  } as unknown as Content;
  const body = embedInEnvelope(call, content, { path: ['item'], value }, (body) => setAt(body, ['item'], value));
  return { body, checks };
};
const surroundWith = (drawn: readonly Json[], isFit: (body: Json) => boolean): Json => embed(drawn, isFit).body;

test('an envelope that is invalid with the item is generated again', () => {
  const isFit = (body: Json): boolean => isJsonObject(body) && body.kind === 'right';
  const drawn = [{ items: [] }, { other: 1 }, { item: {}, kind: 'wrong' }, { item: {}, kind: 'right' }];
  expect(surroundWith(drawn, isFit)).toEqual({ item: { id: 1 }, kind: 'right' });
});

test.each<[Json, Json, boolean]>([
  [{ id: 1 }, {}, true],
  [{ id: 1 }, [], false],
  [{ id: 1 }, 'text', false],
  [[1], [], true],
  [[1], {}, false],
  [[1], 'text', false],
  ['new', 'text', true],
  ['new', {}, false],
])('an envelope for %j that generates %j for it is used at once: %s', (value, generated, expected) => {
  const drawn = [
    { item: generated, number: 1 },
    { item: value, number: 2 },
  ];
  const isFit = (body: Json): boolean => (body as JsonObject).number === 2;
  expect(embed(drawn, isFit, value).body).toEqual({ item: value, number: expected ? 1 : 2 });
});

test('an envelope without its content is used if it is valid with it, otherwise one that has it', () => {
  const isRight = (body: Json): boolean => (body as JsonObject).kind === 'right';
  const withContent = { item: {}, kind: 'right', number: 3 };
  const drawn = [{ number: 1, kind: 'wrong' }, { number: 2, kind: 'right' }, withContent];
  expect(surroundWith(drawn, () => true)).toEqual({ ...drawn[0], item: { id: 1 } });
  expect(surroundWith(drawn, isRight)).toEqual({ ...withContent, item: { id: 1 } });
  const withText = [{ kind: 'wrong' }, { item: 'generated', kind: 'right' }];
  expect(embed(withText, isRight, 'text').body).toEqual({ item: 'text', kind: 'right' });
});

test('an envelope that is never valid keeps as many of its properties as are valid', () => {
  const isFit = (body: Json): boolean => !Object.hasOwn(body as JsonObject, 'b');
  expect(surroundWith([{ a: 1, b: 2, c: 3 }], isFit)).toEqual({ a: 1, c: 3, item: { id: 1 } });
});

test('an envelope with many properties is not tried with each subset of them', () => {
  const many = Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`name${index}`, index]));
  expect(embed([many], () => false).checks).toBeLessThan(50);
});

test('the first generated envelope is used if none is valid', () => {
  expect(surroundWith([{ items: [] }], () => false)).toEqual({ items: [], item: { id: 1 } });
  expect(surroundWith(['text'], () => false)).toEqual({ item: { id: 1 } });
});
