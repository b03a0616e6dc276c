import { expect, test } from 'vitest';
import {
  grantsFrom,
  grantsKind,
  isRevoked,
  isUsed,
  listGrants,
  maxGrants,
  noGrants,
  withGrant,
} from '../../../../src/parts/login/core/login-types.ts';

test('what was used and revoked is remembered apart', () => {
  const grants = withGrant(grantsFrom({ used: ['a'] }), { type: 'revoked', id: 'b' });
  expect(['a', 'b'].map((id) => isUsed(grants, id))).toEqual([true, false]);
  expect(['a', 'b'].map((id) => isRevoked(grants, id))).toEqual([false, true]);
});

test('the oldest are forgotten, and one that comes again is not the oldest', () => {
  const used = Array.from({ length: maxGrants }, (_, id) => `${id}`);
  const full = withGrant(withGrant(grantsFrom({ used }), { type: 'used', id: '0' }), { type: 'used', id: 'last' });
  expect(['0', '1', 'last'].map((id) => isUsed(full, id))).toEqual([true, false, true]);
  expect(listGrants(full).used).toHaveLength(maxGrants);
  expect(listGrants(full).used?.slice(-2)).toEqual(['0', 'last']);
});

test('a value stays as it is when something is added', () => {
  const before = grantsFrom({ generation: 'g' });
  withGrant(withGrant(before, { type: 'used', id: 'a' }), { type: 'generation', id: 'h' });
  expect([before.generation, isUsed(before, 'a')]).toEqual(['g', false]);
});

test('a session ends when it is revoked', () => {
  const session = { id: 's', sub: 'ada', client: 'spa', since: 0 };
  const begun = withGrant(noGrants, { type: 'session', session });
  expect(listGrants(begun).sessions).toEqual([session]);
  expect(listGrants(withGrant(begun, { type: 'revoked', id: 's' })).sessions).toEqual([]);
});

test('what is saved is restored, and nothing is saved before somebody logs in', () => {
  const saved = { generation: 'g', used: ['a'], revoked: ['b'], sessions: [] };
  const state = {} as never;
  expect(grantsKind.save(grantsKind.restore(saved, state), state, false)).toEqual(saved);
  expect(grantsKind.save(grantsKind.start(state), state, false)).toBeUndefined();
});
