/** The changes that the name of an action implies. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { applyEffects, droppedEffects } from '../../../src/core/resources/apply-effects.ts';
import type { PropertyEffect, SentValue } from '../../../src/core/service/binding.ts';

const now = Date.parse('2030-06-01T00:00:00Z');
const nothingSent = { body: undefined, parameters: [] };
const favorite = (isSet: boolean): readonly PropertyEffect[] => [
  { path: ['favorited'], to: { type: 'value', value: isSet } },
  { path: ['count'], to: { type: 'add', amount: isSet ? 1 : -1, minimum: 0, changed: ['favorited'] } },
];
const add = (amount: number, minimum?: number): readonly PropertyEffect[] => [
  { path: ['count'], to: { type: 'add', amount, minimum, changed: undefined } },
];

describe('a counter', () => {
  test('follows its flag, whatever the order of the actions, and never falls below 0', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.nat(3), fc.array(fc.boolean()), (favorited, count, actions) => {
        const model = { favorited, count };
        let item: JsonObject = { favorited, count };
        for (const isSet of actions) {
          if (model.favorited !== isSet) model.count = Math.max(0, model.count + (isSet ? 1 : -1));
          model.favorited = isSet;
          item = applyEffects(item, favorite(isSet), now, nothingSent);
          expect(item).toEqual(model);
        }
      }),
    );
  });

  test('without a flag changes each time', () => {
    expect(applyEffects({ count: 2 }, add(1), now, nothingSent)).toEqual({ count: 3 });
    expect(applyEffects({ count: 0 }, add(-1, 0), now, nothingSent)).toEqual({ count: 0 });
    expect(applyEffects({ count: 0 }, add(-1), now, nothingSent)).toEqual({ count: -1 });
  });

  test('counts from 0 if it is missing, exactly, and only numbers', () => {
    expect(applyEffects({}, add(1), now, nothingSent)).toEqual({ count: 1 });
    expect(applyEffects({ count: null }, add(1), now, nothingSent)).toEqual({ count: 1 });
    expect(applyEffects({ count: 'many' }, add(1), now, nothingSent)).toEqual({ count: 'many' });
    expect(applyEffects({ count: 9_007_199_254_740_993n }, add(1), now, nothingSent)).toEqual({
      count: 9_007_199_254_740_994n,
    });
  });
});

test.each<[Json, Json, 1 | -1, Json]>([
  [9_007_199_254_740_993n, 2, 1, 9_007_199_254_740_995n],
  [9_007_199_254_740_993n, 9_007_199_254_740_990, -1, 3],
  [1_234_567_890_123_456, 3, 1, 1_234_567_890_123_459],
  [9_007_199_254_740_991, 2, 1, 9_007_199_254_740_993n],
  [0.1, 0.2, 1, 0.3],
  [1e300, 1, -1, 1e300],
])('%s with %s moved by it (%i) is %s', (count, amount, sign, expected) => {
  const moved: PropertyEffect = { path: ['count'], to: { type: 'add-sent', from: { body: ['amount'] }, sign } };
  expect(applyEffects({ count }, [moved], now, { body: { amount }, parameters: [] })).toEqual({ count: expected });
});

test('a time is world time, and undefined removes a property', () => {
  const at: PropertyEffect = { path: ['meta', 'publishedAt'], to: { type: 'time', form: 'date-time' } };
  expect(applyEffects({ meta: { a: 1 } }, [at], now, nothingSent)).toEqual({
    meta: { a: 1, publishedAt: '2030-06-01T00:00:00.000Z' },
  });
  const removal: PropertyEffect = { path: ['meta', 'publishedAt'], to: { type: 'value', value: undefined } };
  expect(applyEffects({ meta: { publishedAt: 'x' } }, [removal], now, nothingSent)).toEqual({ meta: {} });
});

test('an item that already has the values is returned unchanged', () => {
  const item = { favorited: true, count: 4 };
  expect(applyEffects(item, favorite(true), now, nothingSent)).toBe(item);
});

test('an effect is dropped if the stored item has another value', () => {
  const [flag, count] = favorite(true) as [PropertyEffect, PropertyEffect];
  const wanted = { favorited: true, count: 3 };
  expect(droppedEffects(wanted, { favorited: true, count: 2 }, [flag, count])).toEqual([count]);
  expect(droppedEffects(wanted, { favorited: true, count: 3 }, [flag, count])).toEqual([]);
});

describe('a value of the request', () => {
  const owner = (from: SentValue): PropertyEffect => ({ path: ['owner'], to: { type: 'sent', from } });

  test('is set from a parameter or from the body', () => {
    const input = { body: { user: { name: 'ada' } }, parameters: ['x', 'bob'] };
    expect(applyEffects({ owner: 'x' }, [owner({ parameter: 1 })], now, input)).toEqual({ owner: 'bob' });
    expect(applyEffects({ owner: 'x' }, [owner({ body: ['user', 'name'] })], now, input)).toEqual({ owner: 'ada' });
  });

  test('is itself the body, or in an object that is sent in place of it', () => {
    const from = { body: [], inObject: 'labels' };
    const effects: PropertyEffect[] = [{ path: ['labels'], to: { type: 'sent', from } }];
    for (const body of [['b'], { labels: ['b'] }])
      expect(applyEffects({ labels: ['a'] }, effects, now, { body, parameters: [] })).toEqual({ labels: ['b'] });
    const before = { labels: ['a'] };
    expect(applyEffects(before, effects, now, { body: {}, parameters: [] })).toBe(before);
  });

  test('changes nothing if the request does not have it', () => {
    const before = { owner: 'x' };
    const effects = [owner({ parameter: 0 }), owner({ body: ['user'] })];
    expect(applyEffects(before, effects, now, nothingSent)).toBe(before);
    expect(applyEffects(before, effects, now, { body: {}, parameters: [] })).toBe(before);
  });
});
