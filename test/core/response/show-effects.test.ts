/** What an action changed, in a response that shows something else than the item. */
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { showEffects } from '../../../src/core/response/show-effects.ts';
import type { Binding } from '../../../src/core/service/binding.ts';
import type { Content } from '../../../src/core/service/operation.ts';

const item = { status: 'approved', likes_count: 3, is_liked: true };
const effects = Object.keys(item).map((name) => ({ path: [name] }));
const binding = { effects, view: {} } as unknown as Binding;

const shown = (
  value: JsonObject,
  problems: (value: unknown) => readonly unknown[] = () => [],
  about: { binding: Binding; item: JsonObject } = { binding, item },
) =>
  showEffects(
    { mediaType: 'application/json', value, written: undefined },
    { ...about, at: [], content: { check: problems } as unknown as Content },
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

test('a login shows whose token it is, beside its own type and times', () => {
  const user = { id: 7, name: 'zoe', type: 'admin', created_at: '2020-01-01' };
  const login = { effects: [], collection: { idProperty: 'id' }, view: { token: {} } } as unknown as Binding;
  const own = { id: 1, token: 'x.y.z', type: 'bearer', created_at: '2026-01-01' };
  const body = { ...own, user_id: 3, userId: 'a', name: 'ada', role: 'guest' };
  const expected = { ...own, user_id: 7, userId: 'a', name: 'zoe', role: 'guest' };
  expect(shown(body, undefined, { binding: login, item: user })).toEqual(expected);
});
