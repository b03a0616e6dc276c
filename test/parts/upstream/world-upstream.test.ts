/** The upstreams of a world. */
import { describe, expect, test } from 'vitest';
import { chooseUpstreams, noUpstream, viewUpstreams } from '../../../src/parts/upstream/world-upstream.ts';
import { listServices } from '../../../src/world/control/list-services.ts';
import { choice, service, upstream, worldOf } from '../../world/control/support.ts';

describe('upstreams', () => {
  test('are shown with what holds for them, and chosen by service', () => {
    const world = worldOf({}, { upstream });
    expect(viewUpstreams(world)).toEqual({ url: upstream.url, ...choice });
    chooseUpstreams(world, new Map([[service.name, { forward: 'unknown' as const, record: false }]]));
    expect(viewUpstreams(world)).toMatchObject({ forward: 'unknown', record: false });
    expect(viewUpstreams(worldOf())).toEqual({ url: null, forward: 'none', record: false, compare: false });
  });

  test('of several services are shown by their names', () => {
    const users = { ...service, name: 'users' };
    const world = worldOf({}, { services: [{ ...service, name: 'shop', upstream }, users] });
    expect(viewUpstreams(world)).toEqual({
      shop: { url: upstream.url, ...choice },
      users: { url: null, forward: 'none', record: false, compare: false },
    });
    expect(noUpstream(world, ['users', 'more'])).toContain('for users, more.');
    expect(noUpstream(worldOf(), ['users'])).toContain('--upstream');
    expect(listServices(world.decisions.service, 'http://x').map(({ name, url }) => [name, url])).toEqual([
      ['shop', 'http://x/v1'],
      ['users', 'http://x/v1'],
    ]);
  });
});
