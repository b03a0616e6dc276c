import { beforeEach, expect, test, vi } from 'vitest';
import { listeners, openPage, page } from '../fake-browser.ts';

openPage('#/alice/faults?group=slow');
const { goTo, linkTo, linkToWorld, route, setQuery, view, worldName } = await import(
  '../../../../src/parts/panel/state/view-route.ts'
);
const { prefixOf } = await import('../../../../src/parts/panel/state/address.ts');
const { baseUrlsOf, service } = await import('../../../../src/parts/panel/state/current-world.ts');

const go = (hash: string): void => {
  goTo(hash);
  listeners.get('hashchange')?.({});
};

beforeEach(() => go('#/default/worlds'));

test('the route is that of the address, at first and when it changes', () => {
  go('#/alice/faults?group=slow');
  expect([worldName.value, view.value, route.value.query.get('group')]).toEqual(['alice', 'faults', 'slow']);
  go('#/bob/data/pets/7');
  expect([worldName.value, view.value, route.value.rest]).toEqual(['bob', 'data', ['pets', '7']]);
  expect(page.location.hash).toBe('#/bob/data/pets/7');
});

test('a link leads back to the filter that its view had last', () => {
  go('#/alice/traffic?status=4xx');
  go('#/alice/clock');
  expect(linkTo('traffic')).toBe('#/alice/traffic?status=4xx');
  expect(linkTo('traffic', [3], new URLSearchParams())).toBe('#/alice/traffic/3');
  expect(linkTo('interface')).toBe('#/alice/interface');
  expect(linkToWorld('bob', 'traffic')).toBe('#/bob/traffic?status=4xx');
});

test('parameters of the address are changed in place', () => {
  go('#/alice/traffic?status=4xx&text=a');
  page.history.replaceState.mockClear();
  setQuery({ status: undefined, text: 'b', operation: 'list' });
  expect(page.history.replaceState.mock.calls).toEqual([[null, '', '#/alice/traffic?text=b&operation=list']]);
  expect(route.value.query.toString()).toBe('text=b&operation=list');
  go('#/alice/clock');
  expect(linkTo('traffic')).toBe('#/alice/traffic?text=b&operation=list');
});

test('a browser that limits changes of the address stops nothing', () => {
  go('#/alice/traffic');
  page.history.replaceState.mockImplementationOnce(() => {
    throw new Error('too often');
  });
  setQuery({ text: 'b' });
  expect(route.value.query.get('text')).toBe('b');
  vi.restoreAllMocks();
});

test('a base URL selects the world', () => {
  expect(['default', 'alice'].map(prefixOf)).toEqual(['', '/~alice']);
  service.value = undefined;
  expect(baseUrlsOf('default')).toEqual([{ name: '', url: 'http://127.0.0.1' }]);
  service.value = { basePath: '/v1' } as never;
  expect(baseUrlsOf('alice')).toEqual([{ name: '', url: 'http://127.0.0.1/~alice/v1' }]);
  const services = [
    { name: 'shop', basePath: '/shop' },
    { name: 'users', basePath: '/users' },
  ];
  service.value = { basePath: '/shop', services } as never;
  expect(baseUrlsOf('default')).toEqual([
    { name: 'shop', url: 'http://127.0.0.1/shop' },
    { name: 'users', url: 'http://127.0.0.1/users' },
  ]);
});
