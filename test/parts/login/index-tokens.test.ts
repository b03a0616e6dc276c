/** The login of a world, as its part has it. */
import { expect, test } from 'vitest';
import { grantsKind } from '../../../src/parts/login/core/login-types.ts';
import { issueToken, viewLogin } from '../../../src/parts/login/index.ts';
import { worldOf } from '../../world/control/support.ts';

test('is none without a document that declares one', () => {
  expect([viewLogin(worldOf(), 'http://x'), issueToken(worldOf(), {} as never, 'http://x')]).toEqual([
    undefined,
    undefined,
  ]);
});

test('is asked with the state and the time of the world', () => {
  const issue = (...asked: unknown[]) => ({ asked });
  const view = (...asked: unknown[]) => ({ asked });
  const clock = { at: '2030-01-01T00:00:00Z', frozen: true };
  const world = worldOf({ clock }, { attached: [{ ...grantsKind, issue, view } as never] });
  const { state } = world.decisions;
  const order = { sub: 'ada' };
  expect(issueToken(world, order, 'http://x')).toEqual({ asked: [order, state, Date.UTC(2030, 0, 1), 'http://x'] });
  expect(viewLogin(world, 'http://x')).toEqual({ asked: [state, 'http://x'] });
});
