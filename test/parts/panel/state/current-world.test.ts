/** The state of the present world against a server that goes away and comes back. */
import { beforeEach, expect, test, vi } from 'vitest';
import { type Call, FakeEventSource, frames, openPage, server as page } from '../fake-browser.ts';

/** What the server has. */
let server: { epoch: string; ids: readonly number[]; faults: readonly string[]; now?: string };
const exchange = (id: number) => ({ id, method: 'GET', path: `/${id}`, faults: [], violations: [], durationMs: 1 });
const viewOfWorld = () => ({
  name: 'default',
  exchanges: server.ids.length,
  clock: { now: server.now ?? '2030-01-01T00:00:00Z', frozen: true },
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

openPage();
const answerAll = ({ path }: Call): Response =>
  Response.json(answer(new URL(path, 'http://127.0.0.1')), { headers: { 'Vivarium-Epoch': server.epoch } });
page.answer = answerAll;
const send = (type: string, id: number, data: unknown): void =>
  FakeEventSource.last.emit(type, `${server.epoch}-${id}`, data);

const { start, enterAgain, faults, world } = await import('../../../../src/parts/panel/state/current-world.ts');
const { entries } = await import('../../../../src/parts/panel/state/traffic.ts');

const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);
const shown = (): readonly number[] => {
  for (const run of frames.splice(0)) run();
  return entries.value.map(({ id }) => id);
};

/** A frame comes after everything that was ready before it. */
const showing = (ids: readonly number[]): Promise<void> =>
  vi.waitFor(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    expect(shown()).toEqual(ids);
  });

server = { epoch: 'aaaaaaaa', ids: upTo(50), faults: [] };
start();

beforeEach(async () => {
  page.answer = answerAll;
  server = { epoch: 'aaaaaaaa', ids: upTo(50), faults: [] };
  enterAgain();
  FakeEventSource.last.emit('open');
  await showing(upTo(50));
});

test('what changes between the first load and the start of the stream is shown', async () => {
  enterAgain();
  await showing(upTo(50));
  server = { ...server, faults: ['slow'], now: '2031-01-01T00:00:00Z' };
  FakeEventSource.last.emit('open');
  await vi.waitFor(() => expect(world.value?.clock.now).toBe(server.now));
  expect(faults.value.map(({ name }) => name)).toEqual(['slow']);
});

test('exchanges before the start of the stream are shown, also if later ones arrive before the world is loaded', async () => {
  enterAgain();
  await showing(upTo(50));
  server = { ...server, ids: upTo(53) };
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  page.answer = async (call) => {
    if (call.path.endsWith('/worlds/default')) await isReleased;
    return answerAll(call);
  };
  FakeEventSource.last.emit('open');
  await new Promise((resolve) => setImmediate(resolve));
  send('exchange', 53, exchange(53));
  expect(shown().at(-1)).toBe(53);
  release();
  await showing(upTo(53));
});

test('exchanges before the start of the stream are shown, also if the first list arrives after later ones', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  page.answer = async (call) => {
    const found = answerAll(call);
    if (call.path.includes('/exchanges')) await isReleased;
    return found;
  };
  enterAgain();
  server = { ...server, ids: upTo(53) };
  FakeEventSource.last.emit('open');
  send('exchange', 53, exchange(53));
  expect(shown()).toEqual([53]);
  release();
  await showing(upTo(53));
});

test('after a restart of the server the list has its exchanges only, also if nothing arrived before', async () => {
  server = { epoch: 'bbbbbbbb', ids: upTo(10), faults: ['slow'] };
  FakeEventSource.last.emit('open');
  await showing(upTo(10));
  expect(faults.value.map(({ name }) => name)).toEqual(['slow']);
  send('exchange', 11, exchange(11));
  await showing(upTo(11));
});

test('an exchange of another epoch takes the place of the list, with those that were missed before it', async () => {
  server = { epoch: 'bbbbbbbb', ids: upTo(3), faults: [] };
  send('exchange', 3, exchange(3));
  await showing(upTo(3));
});

test('a list that was cleared while the server was away is empty', async () => {
  server = { ...server, ids: [] };
  FakeEventSource.last.emit('open');
  await showing([]);
  server = { ...server, ids: [51] };
  send('exchange', 51, exchange(51));
  await showing([51]);
});

test('a list of the epoch before that arrives late does not bring it back', async () => {
  let release: () => void = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const late = { ...server };
  const { answer: answerNow } = page;
  page.answer = async (call) => {
    if (!call.path.includes('/exchanges')) return answerNow(call);
    page.answer = answerNow;
    await isReleased;
    return Response.json({ items: late.ids.map(exchange) }, { headers: { 'Vivarium-Epoch': late.epoch } });
  };
  FakeEventSource.last.emit('open');
  server = { epoch: 'bbbbbbbb', ids: upTo(2), faults: [] };
  send('exchange', 2, exchange(2));
  release();
  await showing(upTo(2));
  // Also after everything that was under way.
  await new Promise((resolve) => setImmediate(resolve));
  expect(shown()).toEqual(upTo(2));
});
