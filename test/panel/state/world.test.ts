/** The state of the present world against a server that goes away and comes back. */
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

/** What the server has. */
let server: { epoch: string; ids: readonly number[]; faults: readonly string[] };
const exchange = (id: number) => ({ id, method: 'GET', path: `/${id}`, faults: [], violations: [], durationMs: 1 });
const viewOfWorld = () => ({
  name: 'default',
  exchanges: server.ids.length,
  clock: { now: '2030-01-01T00:00:00Z', frozen: true },
});

const answer = (url: URL): unknown => {
  const [resource = ''] = url.pathname.split('/').slice(-1);
  switch (resource) {
    case 'exchanges': {
      const since = Number(url.searchParams.get('since'));
      return { items: server.ids.filter((id) => id > since).map(exchange) };
    }
    case 'faults':
      return { items: server.faults.map((name) => ({ name, enabled: true })) };
    case 'worlds':
      return { items: [viewOfWorld()] };
    case 'service':
      return { title: 'Shop', operations: [] };
    default:
      return viewOfWorld();
  }
};

class FakeEventSource extends EventTarget {
  static last: FakeEventSource;
  readyState = 0;
  constructor() {
    super();
    FakeEventSource.last = this;
  }
  close(): void {}
  /** Connects, or reconnects by itself. */
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  send(type: string, id: number, data: unknown): void {
    const lastEventId = `${server.epoch}-${id}`;
    this.dispatchEvent(Object.assign(new Event(type), { lastEventId, data: JSON.stringify(data) }));
  }
}

const globals = {
  location: { hash: '', pathname: '/_vivarium/', origin: 'http://127.0.0.1' },
  document: { hidden: false },
  addEventListener: () => {},
  requestAnimationFrame: (run: () => void) => queueMicrotask(run),
  EventSource: FakeEventSource,
  fetch: async (path: string) =>
    Response.json(answer(new URL(path, 'http://127.0.0.1')), { headers: { 'Vivarium-Epoch': server.epoch } }),
};
for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
afterAll(() => {
  vi.unstubAllGlobals();
});

const { start, enterAgain, faults } = await import('../../../src/panel/state/world.ts');
const { entries } = await import('../../../src/panel/state/traffic.ts');

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);
const shown = (): readonly number[] => entries.value.map(({ id }) => id);

server = { epoch: 'aaaaaaaa', ids: upTo(50), faults: [] };
start();

beforeEach(async () => {
  server = { epoch: 'aaaaaaaa', ids: upTo(50), faults: [] };
  enterAgain();
  FakeEventSource.last.open();
  await vi.waitFor(() => expect(shown()).toEqual(upTo(50)));
});

test('after a restart of the server the list has its exchanges only, also if nothing arrived before', async () => {
  server = { epoch: 'bbbbbbbb', ids: upTo(10), faults: ['slow'] };
  FakeEventSource.last.open();
  await vi.waitFor(() => expect(shown()).toEqual(upTo(10)));
  expect(faults.value.map(({ name }) => name)).toEqual(['slow']);
  FakeEventSource.last.send('exchange', 11, exchange(11));
  await vi.waitFor(() => expect(shown()).toEqual(upTo(11)));
});

test('an exchange of another epoch takes the place of the list, with those that were missed before it', async () => {
  server = { epoch: 'bbbbbbbb', ids: upTo(3), faults: [] };
  FakeEventSource.last.send('exchange', 3, exchange(3));
  await vi.waitFor(() => expect(shown()).toEqual(upTo(3)));
});

test('a list that was cleared while the server was away is empty', async () => {
  server = { ...server, ids: [] };
  FakeEventSource.last.open();
  await vi.waitFor(() => expect(shown()).toEqual([]));
  server = { ...server, ids: [51] };
  FakeEventSource.last.send('exchange', 51, exchange(51));
  await vi.waitFor(() => expect(shown()).toEqual([51]));
});

test('a list of the epoch before that arrives late does not bring it back', async () => {
  let release: () => void = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { fetch } = globalThis;
  const late = { ...server };
  vi.stubGlobal('fetch', async (path: string) => {
    if (!path.includes('/exchanges')) return fetch(path);
    vi.stubGlobal('fetch', fetch);
    await isReleased;
    return Response.json({ items: late.ids.map(exchange) }, { headers: { 'Vivarium-Epoch': late.epoch } });
  });
  FakeEventSource.last.open();
  server = { epoch: 'bbbbbbbb', ids: upTo(2), faults: [] };
  FakeEventSource.last.send('exchange', 2, exchange(2));
  release();
  await vi.waitFor(() => expect(shown()).toEqual(upTo(2)));
  // Also after everything that was under way.
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown()).toEqual(upTo(2));
});
