import { describe, expect, test } from 'vitest';
import { endsInNoun, isSameNoun, lastWord, singularOf, wordsOf } from '../../../src/core/primitives/words.ts';

test.each([
  ['userId', ['user', 'id']],
  ['user_id', ['user', 'id']],
  ['UserID', ['user', 'id']],
  ['id-or-slug', ['id', 'or', 'slug']],
  ['page2Size', ['page2', 'size']],
  ['filter[name]', ['filter', 'name']],
  ['', []],
  ['__', []],
])('the words of %s are %j', (name, words) => {
  expect(wordsOf(name)).toEqual(words);
});

test('the last word of a name without words is the name', () => {
  expect(lastWord('userId')).toBe('id');
  expect(lastWord('Ärger')).toBe('ärger');
  expect(lastWord('Ö')).toBe('ö');
});

test.each([
  ['dagRuns', 'dagrun'],
  ['tags[]', 'tag'],
  ['order_items', 'orderitem'],
  ['data[rows]', 'datarow'],
])('the singular of %s is %s', (name, singular) => {
  expect(singularOf(name)).toBe(singular);
});

describe('two names are the same noun', () => {
  test.each([
    ['pets', 'pet'],
    ['pet', 'pets'],
    ['OrderItems', 'order_item'],
    ['boxes', 'box'],
    ['cities', 'city'],
    ['shelves', 'shelf'],
    ['knives', 'knife'],
    ['quizzes', 'quiz'],
    ['analyses', 'analysis'],
    ['indices', 'index'],
    ['matrices', 'matrix'],
    ['children', 'child'],
    ['criteria', 'criterion'],
  ])('%s and %s', (left, right) => {
    expect(isSameNoun(left, right)).toBe(true);
    expect(isSameNoun(right, left)).toBe(true);
  });

  test.each([
    ['pets', 'users'],
    ['pet', 'carpet'],
    ['as', 'a'],
    ['ids', 'i'],
    ['a', 'on'],
    ['i', 'us'],
    ['cart', 'car'],
    ['models', 'mode'],
  ])('but not %s and %s', (left, right) => {
    expect(isSameNoun(left, right)).toBe(false);
  });
});

test('a name ends in a noun of three or more letters', () => {
  expect(endsInNoun('asset_events', 'events')).toBe(true);
  expect(endsInNoun('assetEvent', 'events')).toBe(true);
  expect(endsInNoun('events', 'event')).toBe(true);
  expect(endsInNoun('events_asset', 'events')).toBe(false);
  expect(endsInNoun('pixels', 'el')).toBe(false);
  expect(endsInNoun('tokens', 'ens')).toBe(false);
});

test.each([
  ['axes', 'axis'],
  ['cities', 'city'],
  ['knives', 'knife'],
  ['quizzes', 'quiz'],
  ['vertices', 'vertex'],
  ['matrices', 'matrix'],
  ['children', 'child'],
  ['criteria', 'criterion'],
])('%s is the plural of %s, in either order', (plural, one) => {
  expect([isSameNoun(plural, one), isSameNoun(one, plural)]).toEqual([true, true]);
});

test.each(['a1', '_a', 'A1', '.'])('a long name of many %s is compared in time that grows with its length', (unit) => {
  const [first = '', last = ''] = unit;
  const begin = performance.now();
  singularOf(`${first.repeat(100_000)}${last}`);
  expect(performance.now() - begin).toBeLessThan(1000);
});
