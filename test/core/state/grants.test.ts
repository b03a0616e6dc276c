import { expect, test } from 'vitest';
import { maxGrants, RememberedGrants } from '../../../src/core/state/grants.ts';

test('what was used and revoked is remembered apart', () => {
  const grants = new RememberedGrants({ used: ['a'] });
  grants.add({ type: 'revoked', id: 'b' });
  expect([grants.isUsed('a'), grants.isUsed('b'), grants.isRevoked('a'), grants.isRevoked('b')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('the oldest are forgotten, and one that comes again is not the oldest', () => {
  const grants = new RememberedGrants();
  for (let id = 0; id < maxGrants; id++) grants.add({ type: 'used', id: `${id}` });
  grants.add({ type: 'used', id: '0' });
  grants.add({ type: 'used', id: 'last' });
  expect([grants.isUsed('0'), grants.isUsed('1'), grants.isUsed('last')]).toEqual([true, false, true]);
  expect(grants.list().used).toHaveLength(maxGrants);
});

test('a copy is independent', () => {
  const grants = new RememberedGrants({ generation: 'g' });
  const copy = grants.copy();
  grants.add({ type: 'used', id: 'a' });
  grants.add({ type: 'generation', id: 'h' });
  expect([copy.generation, copy.isUsed('a')]).toEqual(['g', false]);
});
