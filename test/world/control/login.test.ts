/** Who can log in to a world, and has. */
import { describe, expect, test } from 'vitest';
import { issueToken, viewLogin } from '../../../src/world/control/login.ts';
import { worldOf } from './support.ts';

describe('a login', () => {
  const orders: unknown[] = [];
  const login = {
    scopes: new Set(['read', 'write']),
    addressOf: (base: string, world: string) => `${base}/~${world}/oidc`,
    issue: (...order: unknown[]) => {
      orders.push(order);
      return { access_token: 'x' };
    },
  };
  const clock = { at: '2030-01-01T00:00:00Z', frozen: true };

  test('is none without a document that declares one', () => {
    expect([viewLogin(worldOf(), 'http://x'), issueToken(worldOf(), {} as never, 'http://x')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('issues tokens by the rules, the time and the name of the world', () => {
    const world = worldOf({ clock }, { login: login as never });
    expect(issueToken(world, { sub: 'ada' } as never, 'http://x')).toEqual({ access_token: 'x' });
    expect(orders).toEqual([
      [
        { sub: 'ada' },
        expect.objectContaining({
          world: 'test',
          now: Date.UTC(2030, 0, 1),
          rules: expect.anything(),
          grants: expect.anything(),
        }),
        'http://x',
      ],
    ]);
  });

  test('shows who can log in, and who has, the last one first', () => {
    const world = worldOf({ clock }, { login: login as never });
    const usual = viewLogin(world, 'http://x') as { users: readonly object[] };
    expect(usual).toMatchObject({ issuer: 'http://x/~test/oidc', scopes: ['read', 'write'], sessions: [] });
    expect(usual.users.length).toBeGreaterThan(0);
    const { state } = world.decisions;
    const sessions = [
      { sub: 'ada', client: 'spa', since: 0, other: 1 },
      { sub: 'bo', client: 'app', since: 60, other: 2 },
    ];
    Object.assign(state, {
      grants: { sessions: () => sessions },
      rules: { ...state.rules, login: { users: [{ sub: 'eve' }] } },
    });
    expect(viewLogin(world, 'http://x')).toMatchObject({
      users: [{ sub: 'eve', name: null, email: null, scopes: null }],
      sessions: [
        { sub: 'bo', client: 'app', since: '1970-01-01T00:01:00.000Z' },
        { sub: 'ada', client: 'spa', since: '1970-01-01T00:00:00.000Z' },
      ],
    });
  });
});
