import { expect, test } from 'vitest';
import { budgetForItems } from '../../../src/core/primitives/step-budget.ts';
import { freeKey, hiddenId, replaceEnding } from '../../../src/scenario/data/generate-items.ts';
import { collection } from '../nested-stub.ts';

const context = { seed: 1, now: 0, budget: budgetForItems(1, 1) };

test('no number and no text is used twice', () => {
  const used = new Set<string>();
  for (let count = 0; count < 50; count++) {
    for (const id of [
      hiddenId(collection('events', { idProperty: undefined }), 1, used, context),
      // The same seed for all of them.
      freeKey('order', 1, used),
      freeKey('9b2f1c1e-0000-4000-8000-000000000000', 1, used),
      freeKey(undefined, 1, used),
    ]) {
      expect(used.has(id)).toBe(false);
      used.add(id);
    }
  }
});

test('a free key has the form of the id', () => {
  const none = new Set<string>();
  expect(freeKey('9b2f1c1e-0000-4000-8000-000000000000', 1, none)).toMatch(
    /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/,
  );
  expect(freeKey('order', 1, none)).toMatch(/^order-[\da-f]{5}$/);
  expect(freeKey(undefined, 1, none)).toMatch(/^item-[\da-f]{5}$/);
  expect(freeKey('order', 2, none)).not.toBe(freeKey('order', 1, none));
});

test('an item without an id has a number, or a text if the path accepts no number', () => {
  const textOnly = { idProperty: undefined, acceptsId: (id: unknown) => /^[a-z]+$/.test(String(id)) };
  const spec = collection('events', { ...textOnly, generateId: () => 'abc' });
  expect(hiddenId(spec, 1, new Set(), context)).toBe('abc');
  expect(hiddenId(spec, 1, new Set(['abc']), context)).toBe('1');
  expect(hiddenId(collection('events', textOnly), 4, new Set(['4', '5']), context)).toBe('6');
  expect(hiddenId(collection('events', { generateId: () => 'abc' }), 4, new Set(), context)).toBe('4');
  expect(hiddenId({ ...spec, generateId: () => ({}) }, 4, new Set(), context)).toBe('4');
});

test('the last letters and digits of an id are replaced by others of their kind', () => {
  const ending = (id: string) => replaceEnding(id, 3);
  expect(ending('ord_01h1s5Z6')).toMatch(/^ord_\d\d[a-f]\d[a-f]\d[A-F]\d$/);
  expect(ending('ord_01h1s5Z6')).not.toBe('ord_01h1s5Z6');
  expect(ending('1234567890')).toMatch(/^12\d{8}$/);
  expect(ending('12-')).toBe('12-');
  expect(replaceEnding('aaaaaaaa', 3)).not.toBe(replaceEnding('aaaaaaaa', 4));
});
