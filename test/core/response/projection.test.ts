/** The representation of one item. `render-item.test.ts` tests it in responses. */
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { project, shareProperties } from '../../../src/core/response/projection.ts';
import type { Projection } from '../../../src/core/service/binding.ts';
import type { Check } from '../../../src/core/service/check.ts';
import { createMemo } from '../../../src/core/state/collection.ts';
import type { State } from '../../../src/core/state/state.ts';

const problemAt = (pointer: string) => ({ pointer, rule: 'type', message: 'is wrong' });
const anything: Check = () => [];
const projectionWith = (rest: Partial<Projection> = {}): Projection => ({
  properties: new Set(['id', 'name', 'score']),
  required: ['id', 'score'],
  generate: ({ now }) => ({ id: 0, name: 'made up', score: now }),
  check: anything,
  ...rest,
});
const stateAt = (startedAt: number): State => ({ seed: 1, startedAt }) as unknown as State;
const stored = (value: JsonObject) => ({ key: '1', value, memo: createMemo() });
const projected = (value: JsonObject, rest: Partial<Projection> = {}): Json =>
  project(stateAt(5), 'things', stored(value), projectionWith(rest)).value;

test.each<[string, JsonObject, JsonObject]>([
  ['the properties of its schema', { id: 4, score: 3, secret: 's' }, { id: 4, score: 3 }],
  ['only the required ones of the missing properties', { id: 4 }, { id: 4, score: 5 }],
  ['all properties', { id: 4, name: 'four', score: 3 }, { id: 4, name: 'four', score: 3 }],
])('a projection has %s', (_name, value, expected) => {
  expect(projected(value)).toEqual(expected);
});

test('a projection of a schema that declares no properties has all of the item', () => {
  expect(projected({ id: 4, other: 1 }, { properties: undefined })).toEqual({ id: 4, other: 1, score: 5 });
});

test('dates in a projection are relative to the start of the world, even if two worlds share the item', () => {
  const item = stored({ id: 4 });
  const projection = projectionWith();
  const scoreAt = (startedAt: number): Json =>
    (project(stateAt(startedAt), 'things', item, projection).value as JsonObject).score as Json;
  expect([5, 6, 5].map(scoreAt)).toEqual([5, 6, 5]);
});

test.each<[string, readonly string[], Json]>([
  ['all common properties if they are valid', [], { id: 4, name: 'four', kind: 'made up' }],
  ['no invalid ones', ['/name/0'], { id: 4, name: 'made up', kind: 'made up' }],
  ['none if the rest is invalid too', ['/name', ''], { id: 0, name: 'made up', kind: 'made up' }],
])('a generated value has %s', (_name, pointers, expected) => {
  const generated = { id: 0, name: 'made up', kind: 'made up' };
  const check: Check = (value) => {
    const { id, name } = value as JsonObject;
    return pointers.filter((pointer) => (pointer === '' ? id === 4 : name === 'four')).map(problemAt);
  };
  expect(shareProperties({ id: 4, name: 'four', other: 1 }, generated, check)).toEqual(expected);
});
