import { beforeEach, expect, test, vi } from 'vitest';
import type { WorldInfo } from '../../../../src/parts/panel/api/panel-client.ts';
import { FakeEventSource, openPage, server, takeCalls, takePaths } from '../fake-browser.ts';

openPage();
const actions = await import('../../../../src/parts/panel/state/current-world.ts');
const { notice } = await import('../../../../src/parts/panel/state/notice.ts');
const { route } = await import('../../../../src/parts/panel/state/view-route.ts');
const { entries, addHistory, isPaused, pause } = await import('../../../../src/parts/panel/state/traffic.ts');
const { faults, loadFaults, world } = await import('../../../../src/parts/panel/state/current-world.ts');

const fault = (name: string, enabled = false) => ({ name, enabled }) as never;
const shown = () => faults.value.map(({ name, enabled }) => `${name}${enabled ? ' on' : ''}`);
const refuse = () => Response.json({ detail: 'No.' }, { status: 409 });

beforeEach(() => {
  takeCalls();
  FakeEventSource.opened.length = 0;
  notice.value = undefined;
  route.value = { ...route.value, world: 'a b' };
  faults.value = [fault('slow'), fault('odd')];
  server.answer = ({ method }) => (method === 'GET' ? { items: [fault('slow')] } : fault('slow', true));
});

test('a fault that is put replaces the one with its name, or is the first', async () => {
  expect(await actions.putFault('slow', { enabled: true })).toEqual({ name: 'slow', enabled: true });
  expect([shown(), takePaths()]).toEqual([['slow on', 'odd'], ['PUT /worlds/a%20b/faults/slow {"enabled":true}']]);
  server.answer = () => fault('new/one', true);
  await actions.putFault('new/one', { status: 503 });
  expect([shown(), takePaths()]).toEqual([
    ['new/one on', 'slow on', 'odd'],
    ['PUT /worlds/a%20b/faults/new%2Fone {"status":503}'],
  ]);
});

test('a switch moves at once, and back if the server rejects it', async () => {
  const switched = actions.switchFault('odd', true);
  expect(shown()).toEqual(['slow', 'odd on']);
  await switched;
  expect([shown(), takePaths()]).toEqual([['slow', 'odd on'], ['PUT /worlds/a%20b/faults/odd {"enabled":true}']]);
  server.answer = ({ method }) => (method === 'GET' ? { items: [fault('slow'), fault('odd', true)] } : refuse());
  await actions.switchFault('odd', false);
  expect([shown(), notice.value?.text]).toEqual([['slow', 'odd on'], 'No.']);
});

test('switches are as the server listed them if it does not respond', async () => {
  await loadFaults();
  server.answer = () => {
    throw new TypeError('fetch failed');
  };
  await Promise.all([actions.switchFault('slow', true), actions.switchFault('slow', false)]);
  await Promise.all([actions.switchFault('slow', true), actions.switchAllOff(), actions.switchFault('slow', true)]);
  expect(shown()).toEqual(['slow']);
});

test('all faults are switched off at once, and are as before if the server rejects it', async () => {
  faults.value = [fault('slow', true), fault('odd', true)];
  const off = actions.switchAllOff();
  expect(shown()).toEqual(['slow', 'odd']);
  await off;
  expect([takePaths(), notice.value]).toEqual([
    ['DELETE /worlds/a%20b/faults'],
    { isError: false, text: 'All faults are off.' },
  ]);
  server.answer = ({ method }) => (method === 'GET' ? { items: [fault('slow', true)] } : refuse());
  await actions.switchAllOff();
  expect([shown(), notice.value]).toEqual([['slow on'], { isError: true, text: 'No.' }]);
});

test('a fault that is deleted is gone', async () => {
  await actions.deleteFault('odd');
  expect([takePaths(), shown()]).toEqual([['DELETE /worlds/a%20b/faults/odd', 'GET /worlds/a%20b/faults'], ['slow']]);
});

test('a list that is cleared is empty, and goes on', async () => {
  addHistory([{ id: 1, arrived: 0, faults: [], violations: [] } as never]);
  pause();
  expect(await actions.clearTraffic()).toBe(true);
  expect([takePaths(), entries.value, isPaused.value]).toEqual([['DELETE /worlds/a%20b/exchanges'], [], false]);
});

test.each([
  ['reset', () => actions.resetWorld(), 'POST /worlds/a%20b/reset', 'The world is as it was at its start.'],
  ['started again', () => actions.startFrom('busy'), 'PUT /worlds/a%20b {"scenario":"busy"}', 'a b starts from busy.'],
])('a world that is %s is entered again, unless the server rejects it', async (_what, act, path, text) => {
  server.answer = () => ({ name: 'a b', items: [], clock: { now: '2030-01-01T00:00:00Z', frozen: false } });
  await act();
  expect([takePaths()[0], notice.value?.text, FakeEventSource.opened]).toEqual([
    path,
    text,
    ['/_vivarium/api/worlds/a%20b/events'],
  ]);
  server.answer = refuse;
  await act();
  expect([notice.value?.text, FakeEventSource.opened.length]).toEqual(['No.', 1]);
});

test('a clock is shown as frozen at once, and runs again if the server rejects it', async () => {
  const running = { name: 'a b', clock: { now: '2030-01-01T00:00:00Z', frozen: false } } as unknown as WorldInfo;
  world.value = running;
  const frozen = actions.freezeClock(true);
  expect(world.value?.clock).toEqual({ now: '2030-01-01T00:00:00Z', frozen: true });
  await frozen;
  expect([world.value?.clock.frozen, takePaths()]).toEqual([true, ['PUT /worlds/a%20b/clock {"frozen":true}']]);
  world.value = running;
  server.answer = refuse;
  await actions.freezeClock(true);
  expect(world.value).toBe(running);
  world.value = undefined;
  await actions.freezeClock(true);
  expect(world.value).toBeUndefined();
});

test('a time that the server rejects is told', async () => {
  expect(await actions.setClock({ advance: '2h' })).toBe(true);
  expect(takePaths()).toEqual(['PUT /worlds/a%20b/clock {"advance":"2h"}']);
  server.answer = refuse;
  expect(await actions.setClock({ advance: 'x' })).toBe(false);
  await vi.waitFor(() => expect(notice.value?.text).toBe('No.'));
});
