import { expect, test } from 'vitest';
import {
  grantsFrom,
  grantsKind,
  listGrants,
  maxGrants,
  noGrants,
  viewGrants,
  withGrant,
} from '../../../../src/parts/login/core/login-types.ts';

test('what was used and revoked is remembered apart', () => {
  const { isUsed, isRevoked } = viewGrants(withGrant(grantsFrom({ used: ['a'] }), { type: 'revoked', id: 'b' }));
  expect([isUsed('a'), isUsed('b'), isRevoked('a'), isRevoked('b')]).toEqual([true, false, false, true]);
});

test('the oldest are forgotten, and one that comes again is not the oldest', () => {
  const used = Array.from({ length: maxGrants }, (_, id) => `${id}`);
  const full = withGrant(withGrant(grantsFrom({ used }), { type: 'used', id: '0' }), { type: 'used', id: 'last' });
  const { isUsed } = viewGrants(full);
  expect([isUsed('0'), isUsed('1'), isUsed('last')]).toEqual([true, false, true]);
  expect(listGrants(full).used).toHaveLength(maxGrants);
  expect(listGrants(full).used?.slice(-2)).toEqual(['0', 'last']);
});

test('a value stays as it is when something is added', () => {
  const before = grantsFrom({ generation: 'g' });
  withGrant(withGrant(before, { type: 'used', id: 'a' }), { type: 'generation', id: 'h' });
  expect([before.generation, viewGrants(before).isUsed('a')]).toEqual(['g', false]);
});

test('a session ends when it is revoked', () => {
  const session = { id: 's', sub: 'ada', client: 'spa', since: 0 };
  const begun = withGrant(noGrants, { type: 'session', session });
  expect(viewGrants(begun).sessions()).toEqual([session]);
  expect(viewGrants(withGrant(begun, { type: 'revoked', id: 's' })).sessions()).toEqual([]);
});

test('what is saved is restored, and nothing is saved before somebody logs in', () => {
  const saved = { generation: 'g', used: ['a'], revoked: ['b'], sessions: [] };
  const state = {} as never;
  expect(grantsKind.save(grantsKind.restore(saved, state), state, false)).toEqual(saved);
  expect(grantsKind.save(grantsKind.start(state), state, false)).toBeUndefined();
});
