/** The upstreams of a world. */
import { describe, expect, test } from 'vitest';
import type { Service } from '../../../src/core/service/service.ts';
import type { UpstreamChoice } from '../../../src/core/service/upstream.ts';
import type { ScenarioDocument } from '../../../src/scenario/document/schema.ts';
import { listServices } from '../../../src/world/control/list-services.ts';
import { chooseUpstreams, noUpstream, viewUpstreams } from '../../../src/world/control/upstream.ts';
import { World } from '../../../src/world/world.ts';
import { loadAnimalStore, startOf } from '../../core/helpers.ts';

const service = await loadAnimalStore();

const worldOf = (document: ScenarioDocument = {}, over: Partial<Service> = {}): World =>
  new World('test', { ...service, ...over }, startOf(service, document), 100);

const choice: UpstreamChoice = { forward: 'all', record: true, compare: false };
const upstream = { url: 'https://staging.example.com', origin: 'https://staging.example.com', base: '', choice };

describe('upstreams', () => {
  test('are shown with what holds for them, and chosen by service', () => {
    const world = worldOf({}, { upstream });
    expect(viewUpstreams(world)).toEqual({
      url: 'https://staging.example.com',
      forward: 'all',
      record: true,
      compare: false,
    });
    chooseUpstreams(world, new Map([[service.name, { forward: 'unknown' as const, record: false }]]));
    expect(viewUpstreams(world)).toMatchObject({ forward: 'unknown', record: false });
    expect(viewUpstreams(worldOf())).toEqual({ url: null, forward: 'none', record: false, compare: false });
  });

  test('of several services are shown by their names', () => {
    const parts = [
      { ...service, name: 'shop', upstream },
      { ...service, name: 'users' },
    ];
    const world = worldOf({}, { parts });
    expect(viewUpstreams(world)).toEqual({
      shop: { url: 'https://staging.example.com', forward: 'all', record: true, compare: false },
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
