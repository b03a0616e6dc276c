/** What an action changed, in a response that shows something else than the item. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { showEffects } from '../../../src/core/response/show-effects.ts';
import type { Binding } from '../../../src/core/service/binding.ts';
import type { Content } from '../../../src/core/service/operation.ts';

const item = { status: 'approved', likes_count: 3, is_liked: true };
const binding = { effects: Object.keys(item).map((name) => ({ path: [name] })) } as unknown as Binding;

const shown = (value: JsonObject, problems: (value: unknown) => readonly unknown[] = () => []) =>
  showEffects(
    { mediaType: 'application/json', value, written: undefined },
    { binding, item, at: [], content: { check: problems } as unknown as Content },
  ).value;

test('the properties of the same meaning have the values of the item', () => {
  expect(shown({ liked: false, likes: 900, name: 'x' })).toEqual({ liked: true, likes: 3, name: 'x' });
  expect(shown({ status: 'pending' })).toEqual({ status: 'approved' });
});

test.each(['success', 'OK', 'successful', 'failed'])('a status %s is that of the response', (status) => {
  expect(shown({ status, likes: 900 })).toEqual({ status, likes: 3 });
});

test('a value of another type, and one that the schema rejects, stay', () => {
  expect(shown({ liked: 'yes', status: 7 })).toEqual({ liked: 'yes', status: 7 });
  const onlyPending = (value: unknown) => ((value as JsonObject).status === 'pending' ? [] : [{}]);
  expect(shown({ status: 'pending' }, onlyPending)).toEqual({ status: 'pending' });
});
