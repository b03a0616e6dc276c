import { effect } from '@preact/signals';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { frames, openPage, page } from '../fake-browser.ts';

openPage();
const traffic = await import('../../../../src/parts/panel/state/traffic.ts');
const { route } = await import('../../../../src/parts/panel/state/view-route.ts');
const { capacity } = await import('../../../../src/parts/panel/state/shown-journal.ts');

const rest = { status: 200, faults: [], violations: [], durationMs: 1 };
const exchange = (id: number) => ({ id, method: id % 2 === 0 ? 'GET' : 'POST', path: `/${id}`, ...rest }) as never;
const arrive = (...ids: readonly number[]): void => {
  for (const id of ids) traffic.enqueue(exchange(id));
};
const frame = (): void => {
  for (const run of frames.splice(0)) run();
};
const idsOf = (entries: readonly { readonly id: number }[]) => entries.map(({ id }) => id);
const shownIds = () => idsOf(traffic.shown.value);

beforeEach(() => {
  frame();
  traffic.forget();
  route.value = { ...route.value, query: new URLSearchParams() };
});

test('exchanges are shown with the next frame, all at once, the newest first', () => {
  const batches: (readonly number[])[] = [];
  const stop = effect(() => void batches.push(idsOf(traffic.arrived.value)));
  arrive(1, 2, 3);
  expect([idsOf(traffic.entries.value), frames.length]).toEqual([[], 1]);
  frame();
  expect([idsOf(traffic.entries.value), traffic.newestId()]).toEqual([[1, 2, 3], 3]);
  expect(shownIds()).toEqual([3, 2, 1]);
  arrive(4);
  expect(frames).toHaveLength(1);
  frame();
  expect(batches.slice(1)).toEqual([[1, 2, 3], [4]]);
  stop();
  expect(traffic.entries.value.at(-1)?.arrived).toBeGreaterThan(0);
});

test('a hidden page has no frames', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  page.document.hidden = true;
  arrive(1);
  vi.advanceTimersByTime(999);
  expect([traffic.entries.value.length, frames.length]).toEqual([0, 0]);
  vi.advanceTimersByTime(1);
  expect(traffic.entries.value).toHaveLength(1);
  page.document.hidden = false;
  vi.useRealTimers();
});

test('what waits for a frame is bounded, and so is the list', () => {
  for (let id = 1; id <= 2 * capacity; id++) arrive(id);
  expect(traffic.entries.value).toHaveLength(0);
  arrive(2 * capacity + 1);
  const counts = () => [traffic.entries.value.length, traffic.newestId(), traffic.dropped.value];
  expect(counts()).toEqual([capacity, 2 * capacity + 1, capacity + 1]);
  traffic.forget();
  expect(counts()).toEqual([0, 0, 0]);
});

test('earlier exchanges take their places', () => {
  arrive(5);
  frame();
  traffic.addHistory([2, 4, 5].map((id) => ({ ...(exchange(id) as object), arrived: undefined }) as never));
  expect(idsOf(traffic.entries.value)).toEqual([2, 4, 5]);
});

describe('a list that is paused', () => {
  test('shows what it had, and how many came since', () => {
    arrive(1, 2);
    frame();
    expect([traffic.isPaused.value, traffic.waiting.value]).toEqual([false, 0]);
    traffic.pause();
    arrive(3, 4, 5);
    frame();
    expect([traffic.isPaused.value, traffic.waiting.value, shownIds()]).toEqual([true, 3, [2, 1]]);
    traffic.resume();
    expect([traffic.isPaused.value, traffic.waiting.value, shownIds()]).toEqual([false, 0, [5, 4, 3, 2, 1]]);
  });

  test('may be empty, and goes on after a reset', () => {
    traffic.pause();
    arrive(1);
    frame();
    expect([traffic.waiting.value, shownIds()]).toEqual([1, []]);
    traffic.forget();
    expect([traffic.isPaused.value, traffic.waiting.value]).toEqual([false, 0]);
  });
});

test('the list is filtered by the address', () => {
  arrive(1, 2, 3);
  frame();
  route.value = { ...route.value, query: new URLSearchParams('text=/2') };
  expect(traffic.shown.value.length).toBeLessThan(3);
});

test('another run of the world clears the list, the first one does not', () => {
  arrive(1);
  frame();
  expect([traffic.enterEpoch('a'), traffic.enterEpoch('a'), traffic.knownEpoch()]).toEqual([false, false, 'a']);
  expect(traffic.entries.value).toHaveLength(1);
  arrive(2);
  expect([traffic.enterEpoch('b'), traffic.knownEpoch()]).toEqual([true, 'b']);
  frame();
  expect(traffic.entries.value).toHaveLength(0);
  traffic.forget();
  expect(traffic.knownEpoch()).toBeUndefined();
});
