/** The representation of one item. `response/render-item.test.ts` tests it in responses. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import type { Projection } from '../../../src/core/service/collection-facts.ts';
import { createMemo } from '../../../src/core/state/item-memo.ts';
import { keepId, project } from '../../../src/core/state/projection.ts';
import type { State } from '../../../src/core/state/state.ts';

const projectionWith = (rest: Partial<Projection> = {}): Projection => ({
  properties: new Set(['id', 'name', 'score']),
  isOpen: false,
  required: ['id', 'score'],
  idProperty: 'id',
  check: () => [],
  complete: (value, { now }) => ({ ...(value as JsonObject), id: 0, score: now }),
  ...rest,
});
const stateAt = (startedAt: number): State => ({ seed: 1, startedAt }) as unknown as State;
const stored = (value: JsonObject) => ({ key: '1', value, memo: createMemo() });
const projected = (value: JsonObject, rest: Partial<Projection> = {}): Json =>
  project(stateAt(5), 'things', stored(value), projectionWith(rest)).value;
const invalid = () => [{ pointer: '', rule: 'type', message: 'is wrong' }];

test.each<[string, JsonObject, Partial<Projection>, JsonObject]>([
  ['the properties of its schema', { id: 4, score: 3, secret: 's' }, {}, { id: 4, score: 3 }],
  ['all properties', { id: 4, name: 'four', score: 3 }, {}, { id: 4, name: 'four', score: 3 }],
  ['the missing required properties', { id: 4, secret: 's' }, {}, { id: 4, score: 5 }],
  ['all properties if its schema declares none', { id: 4, a: 1 }, { isOpen: true }, { id: 4, a: 1, score: 5 }],
  [
    'nothing that no response shows',
    { id: 4, name: 'n', score: 3 },
    { isOpen: true, strip: (value) => ({ ...(value as JsonObject), name: 'hidden' }) },
    { id: 4, name: 'hidden', score: 3 },
  ],
  ['valid properties', { id: 4, score: 3 }, { check: invalid }, { id: 4, score: 5 }],
])('a projection has %s', (_name, value, rest, expected) => {
  expect(projected(value, rest)).toEqual(expected);
});

test('dates in a projection are relative to the start of the world, even if two worlds share the item', () => {
  const item = stored({ id: 4 });
  const projection = projectionWith();
  const scoreAt = (startedAt: number): Json =>
    (project(stateAt(startedAt), 'things', item, projection).value as JsonObject).score as Json;
  expect([5, 6, 5].map(scoreAt)).toEqual([5, 6, 5]);
});

test.each<[string, Json, string | undefined, Json]>([
  ['is that of the item', { id: 9, a: 1 }, 'id', { id: 4, a: 1 }],
  ['may have another type', { id: '4' }, 'id', { id: '4' }],
  ['is not added', { a: 1 }, 'id', { a: 1 }],
  ['may have another name', { id: 9, code: 'x' }, 'code', { id: 9, code: 'c' }],
  ['is kept without an id property', { id: 9 }, undefined, { id: 9 }],
  ['is kept if the item has none', { key: 9 }, 'key', { key: 9 }],
  ['is not in a text', 'text', 'id', 'text'],
])('the id of a completed value %s', (_name, completed, idProperty, expected) => {
  expect(keepId(completed, { id: 4, code: 'c' }, idProperty)).toEqual(expected);
});
