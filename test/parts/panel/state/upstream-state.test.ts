import { expect, test } from 'vitest';
import type { UpstreamView } from '../../../../src/library/world-api.ts';
import type { OperationInfo } from '../../../../src/parts/panel/api/panel-client.ts';
import {
  isForwarded,
  listUpstreams,
  upstreamOf,
  withForwarded,
} from '../../../../src/parts/panel/state/upstream-state.ts';

const info = (operation: string, service?: string): OperationInfo => ({
  operation,
  method: 'GET',
  path: `/${operation}`,
  tags: [],
  deprecated: false,
  sunset: null,
  stability: null,
  collection: null,
  action: null,
  reason: '',
  ...(service !== undefined && { service }),
});
const upstream = (forward: UpstreamView['forward']): UpstreamView => ({
  url: 'https://staging.example.com',
  forward,
  record: false,
  compare: false,
});
const [a, b, c] = [info('a'), info('b'), info('c')];

test.each([
  ['all', a, false, ['b', 'c']],
  ['none', a, true, ['a']],
  [['a'], a, false, 'none'],
  [['a', 'b'], c, true, 'all'],
  ['unknown', b, true, ['b']],
] as const)('of %j, %j is switched to %j', (forward, one, isOn, expected) => {
  expect(withForwarded(upstream(forward), one, [a, b, c], isOn)).toEqual({ forward: expected });
});

test('of several services, only that of the operation changes', () => {
  const [shop, users] = [info('getOrder', 'shop'), info('getUser', 'users')];
  const upstreams = { shop: upstream('all'), users: { ...upstream('none'), url: null } };
  expect(upstreamOf(upstreams, users)).toBeUndefined();
  const found = upstreamOf(upstreams, shop) as UpstreamView;
  expect(isForwarded(found, shop)).toBe(true);
  expect(withForwarded(upstreams, shop, [shop, users], false)).toEqual({ shop: { forward: 'none' } });
});

test('the upstreams that there are have the names of their services where there are several', () => {
  const none = { ...upstream('none'), url: null };
  expect([listUpstreams(upstream('all')), listUpstreams(none)]).toEqual([
    [{ service: undefined, upstream: upstream('all') }],
    [],
  ]);
  expect(listUpstreams({ shop: upstream('all'), users: none })).toEqual([
    { service: 'shop', upstream: upstream('all') },
  ]);
});
