/** The state of the present world: what is loaded, and what its events change. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeEventSource, frames, openPage, server, takeCalls, takePaths } from '../fake-browser.ts';

openPage();
const state = await import('../../../../src/parts/panel/state/current-world.ts');
const traffic = await import('../../../../src/parts/panel/state/traffic.ts');
const { isConnected } = await import('../../../../src/parts/panel/api/panel-client.ts');
const { inOrder } = await import('../../../../src/parts/panel/state/writes.ts');
const { route } = await import('../../../../src/parts/panel/state/view-route.ts');

const now = Date.UTC(2030, 0, 1);
const iso = (ms: number): string => new Date(ms).toISOString();
const infoOf = (name: string, more: object = {}) => ({
  name,
  exchanges: 1,
  clock: { now: iso(now + 60_000), frozen: false },
  ...more,
});
const exchange = (id: number, method = 'GET') => ({
  ...{ id, method, path: `/${id}`, status: 200, faults: [], violations: [], durationMs: 1 },
  at: iso(now + 60_000 + id),
});
/** What the server has, by path; undefined: not found. */
let resources: Record<string, unknown>;

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  frames.length = 0;
  resources = {
    '/service': { title: 'Shop', operations: [] },
    '/worlds': { items: [infoOf('default'), infoOf('other')] },
    '/worlds/default': infoOf('default'),
    '/worlds/default/faults': { items: [{ name: 'slow', enabled: true }] },
    '/worlds/default/exchanges': { items: [exchange(1)] },
  };
  server.answer = ({ path }) => {
    const found = resources[path.split('?')[0] ?? ''];
    if (found instanceof Promise || found instanceof Error) return found;
    if (found === undefined) return Response.json({ detail: 'Not found.' }, { status: 404 });
    return Response.json(found, { headers: { 'Vivarium-Epoch': 'aa' } });
  };
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets everything happen that is under way. */
const settle = async (ms = 0): Promise<void> => {
  await vi.advanceTimersByTimeAsync(ms);
  for (const run of frames.splice(0)) run();
  await vi.advanceTimersByTimeAsync(0);
};
const entered = async (name = 'default'): Promise<void> => {
  route.value = { ...route.value, world: name };
  state.enterAgain();
  await settle();
  FakeEventSource.last.emit('open');
  await settle();
  takeCalls();
};
const ids = () => traffic.entries.value.map(({ id }) => id);

const held = (id: number) => ({ ...exchange(id), exchange: id, due: null });

test('a response that is held back is pending until its exchange ends, also one from before the page was opened', async () => {
  resources['/worlds/default/held'] = { items: [held(1)] };
  await entered();
  FakeEventSource.last.emit('held', 'aa-0', held(2));
  await settle();
  expect(traffic.pending.value.map(({ id, pendingSince }) => [id, pendingSince])).toEqual([
    [1, now + 1],
    [2, expect.any(Number)],
  ]);
  FakeEventSource.last.emit('exchange', 'aa-1', exchange(1));
  await settle();
  expect(traffic.pending.value.map(({ id }) => id)).toEqual([2]);
});

test('an exchange that ends while the pending ones are loaded is not pending', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  resources['/worlds/default/held'] = promise.then(() => Response.json({ items: [held(1)] }));
  await entered();
  FakeEventSource.last.emit('exchange', 'aa-1', exchange(1));
  resolve(undefined);
  await settle();
  expect(traffic.pending.value).toEqual([]);
});

test('the list says how many exchanges it has not', async () => {
  resources['/worlds/default/exchanges'] = { items: [exchange(7)], total: 7 };
  await entered();
  expect(traffic.dropped.value).toBe(6);
});

test('at its start, the panel loads the service, the worlds, and the present one', async () => {
  state.start();
  expect(state.world.value).toBeUndefined();
  await settle();
  expect(takePaths().toSorted()).toEqual([
    'GET /service',
    'GET /worlds',
    'GET /worlds/default',
    'GET /worlds/default/exchanges?limit=5000&since=0',
    'GET /worlds/default/faults',
  ]);
  expect(state.service.value?.title).toBe('Shop');
  expect(state.worlds.value.map(({ name }) => name)).toEqual(['default', 'other']);
  expect([state.world.value?.name, state.isMissing.value, state.clockOffset.value]).toEqual(['default', false, 60_000]);
  expect(state.faults.value.map(({ name }) => name)).toEqual(['slow']);
  expect(traffic.entries.value.map(({ id, arrived }) => [id, arrived])).toEqual([[1, now + 1]]);
  expect(FakeEventSource.last.isClosed).toBe(false);
});

describe('the address names another world', () => {
  test('which is loaded, and the stream of the one before is closed', async () => {
    await entered();
    const before = FakeEventSource.last;
    resources['/worlds/new'] = infoOf('new', { clock: { now: iso(now), frozen: true } });
    resources['/worlds/new/faults'] = { items: [] };
    resources['/worlds/new/exchanges'] = { items: [exchange(7)] };
    const revision = state.revision.value;
    route.value = { ...route.value, world: 'new' };
    expect([state.world.value, state.faults.value, ids()]).toEqual([undefined, [], []]);
    await settle();
    expect([before.isClosed, FakeEventSource.opened.at(-1)]).toEqual([true, '/_vivarium/api/worlds/new/events']);
    expect([state.world.value?.name, ids(), state.revision.value > revision]).toEqual(['new', [7], true]);
    expect(state.worlds.value.map(({ name }) => name)).toContain('new');
    // A clock that does not run says nothing about real time.
    expect(traffic.entries.value[0]?.arrived).toBeUndefined();
    // The stream of the world before is none of the present one's.
    takeCalls();
    before.emit('error');
    expect(takePaths()).toEqual([]);
  });

  test('which is not open', async () => {
    await entered('gone');
    expect([state.isMissing.value, state.world.value, state.faults.value]).toEqual([true, undefined, []]);
    // It may be opened by a request: the stream, which was rejected, is tried again.
    const events = FakeEventSource.last;
    events.readyState = 2;
    events.emit('error');
    await settle(1999);
    expect(FakeEventSource.last).toBe(events);
    resources['/worlds/gone'] = infoOf('gone');
    await settle(1);
    expect(FakeEventSource.last).not.toBe(events);
    expect([state.isMissing.value, state.world.value?.name]).toEqual([false, 'gone']);
  });

  test('while what was loaded of the one before is under way, which is not shown', async () => {
    await entered();
    let answer: (value: unknown) => void = () => {};
    const late = new Promise((resolve) => {
      answer = resolve;
    });
    resources['/worlds/default'] = late;
    resources['/worlds/default/faults'] = late;
    state.enterAgain();
    await settle();
    resources['/worlds/new'] = infoOf('new');
    resources['/worlds/new/faults'] = { items: [] };
    resources['/worlds/new/exchanges'] = { items: [] };
    route.value = { ...route.value, world: 'new' };
    answer({ ...infoOf('default'), items: [{ name: 'late', enabled: true }] });
    await settle();
    expect([state.world.value?.name, state.faults.value]).toEqual(['new', []]);
  });
});

describe('an event', () => {
  test('of an exchange adds it; one that changes data loads the world again, once for many', async () => {
    await entered();
    const { revision } = state;
    const before = revision.value;
    FakeEventSource.last.emit('exchange', 'aa-2', exchange(2));
    await settle();
    expect([ids(), revision.value]).toEqual([[1, 2], before]);
    await settle(10_000);
    expect([takePaths(), revision.value]).toEqual([[], before]);
    for (const id of [3, 4]) FakeEventSource.last.emit('exchange', `aa-${id}`, exchange(id, 'POST'));
    await settle();
    await settle(499);
    expect(revision.value).toBe(before);
    await settle(1);
    expect([takePaths(), revision.value]).toEqual([['GET /worlds/default'], before + 1]);
    FakeEventSource.last.emit('exchange', 'aa-5', exchange(5, 'HEAD'));
    await settle();
    await settle(1000);
    expect(takePaths()).toEqual([]);
  });

  test('of the world shows it, and loads its faults', async () => {
    await entered();
    const before = state.revision.value;
    FakeEventSource.last.emit('world', 'aa-2', infoOf('default', { clock: { now: iso(now + 5000), frozen: false } }));
    expect(state.clockOffset.value).toBe(5000);
    expect(ids()).toEqual([1]);
    await settle(99);
    expect(takePaths()).toEqual([]);
    await settle(1);
    expect([takePaths(), state.revision.value]).toEqual([['GET /worlds/default/faults'], before + 1]);
  });

  test('of the world clears the list if it was cleared', async () => {
    await entered();
    FakeEventSource.last.emit('world', 'aa-2', infoOf('default', { exchanges: 0 }));
    expect(ids()).toEqual([]);
    await settle(100);
  });

  test('of the world does not undo a switch that is under way', async () => {
    await entered();
    let end: () => void = () => {};
    const write = inOrder(
      () =>
        new Promise<void>((resolve) => {
          end = resolve;
        }),
    );
    await settle();
    FakeEventSource.last.emit('world', 'aa-2', infoOf('default', { exchanges: 5 }));
    expect(state.world.value?.exchanges).toBe(1);
    resources['/worlds/default'] = infoOf('default', { exchanges: 9 });
    end();
    await write;
    await settle(100);
    expect(state.world.value?.exchanges).toBe(9);
  });
});

describe('the stream', () => {
  test('connects again after the server was away: all is loaded', async () => {
    await entered();
    isConnected.value = false;
    const before = state.revision.value;
    FakeEventSource.last.emit('open');
    expect(isConnected.value).toBe(true);
    await settle();
    expect(takePaths().toSorted()).toEqual([
      'GET /service',
      'GET /worlds',
      'GET /worlds/default',
      'GET /worlds/default/exchanges?limit=5000&since=1',
      'GET /worlds/default/faults',
      'GET /worlds/default/held',
    ]);
    expect(state.revision.value).toBe(before + 1);
  });

  test('ends: the world is asked for, and the stream is opened again unless the browser does it', async () => {
    await entered();
    const events = FakeEventSource.last;
    events.readyState = FakeEventSource.CONNECTING;
    events.emit('error');
    await settle(5000);
    expect([takePaths(), FakeEventSource.last]).toEqual([['GET /worlds/default'], events]);
    events.readyState = 2;
    events.emit('error');
    await settle(2000);
    expect(FakeEventSource.last).not.toBe(events);
  });
});

test('a failure of the server leaves what is shown', async () => {
  await entered();
  resources['/worlds/default'] = new TypeError('no connection');
  FakeEventSource.last.emit('error');
  await settle();
  expect([state.world.value?.name, state.isMissing.value, isConnected.value]).toEqual(['default', false, false]);
});

test('faults are those of the present world', async () => {
  await entered();
  resources['/worlds/default/faults'] = { items: [{ name: 'odd', enabled: false }] };
  await Promise.all([state.loadFaults(), settle()]);
  expect(state.faults.value.map(({ name }) => name)).toEqual(['odd']);
  expect([state.worldPath('/x'), state.worldPath('', 'a/b')]).toEqual(['/worlds/default/x', '/worlds/a%2Fb']);
});
