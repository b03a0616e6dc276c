/** The faults of a world, as they are listed. */

import { describe, expect, test } from 'vitest';
import type { LoginScheme } from '../../../src/core/service/login-facts.ts';
import { findFault, listFaults } from '../../../src/world/control/faults.ts';
import { worldOf } from './support.ts';

describe('faults', () => {
  test('are those of the world, then the built-in ones that it has not changed', () => {
    const world = worldOf({ faults: [{ use: 'slow' }, { name: 'mine', status: 503 }] });
    const listed = listFaults(world);
    const names = listed.map(({ fault }) => fault.name);
    expect(names.slice(0, 2)).toEqual(['slow', 'mine']);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('unauthorized');
    expect(listed.filter(({ enabled }) => enabled).map(({ fault }) => fault.name)).toEqual(['slow', 'mine']);
    expect(listed.some(({ fault }) => fault.effect.type === 'token')).toBe(false);
    const withLogin = listFaults(worldOf({}, { logins: [{} as LoginScheme] }));
    expect(withLogin.some(({ fault }) => fault.effect.type === 'token')).toBe(true);
  });

  test('are found by their names', () => {
    const world = worldOf({ faults: [{ name: 'mine', status: 503 }, { use: 'slow' }] });
    const found = (name: string) => {
      const entry = findFault(world, name);
      return entry && [entry.fault.name, entry.enabled];
    };
    expect(['mine', 'slow', 'unauthorized', 'other'].map(found)).toEqual([
      ['mine', true],
      ['slow', true],
      ['unauthorized', false],
      undefined,
    ]);
  });
});
