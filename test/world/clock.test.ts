import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Clock, type ClockChange, startStopwatch } from '../../src/world/clock.ts';

const real = Date.UTC(2026, 0, 1);
const start = Date.UTC(2030, 5, 1);

beforeEach(() => {
  vi.useFakeTimers({ now: real, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const set = (clock: Clock, change: ClockChange): void => {
  clock.adjust(change);
  clock.releaseDue();
};
const pass = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

test('elapsed milliseconds have three digits', () => {
  const times = [5, 6.123_456_7].map((milliseconds): [number, number] => [0, milliseconds * 1e6]);
  const hrtime = vi.spyOn(process, 'hrtime').mockImplementation(() => times.shift() as [number, number]);
  expect(startStopwatch()()).toBe(1.123);
  hrtime.mockRestore();
});

describe('a clock', () => {
  test('without a start is real time', () => {
    const clock = new Clock({ at: undefined, frozen: false });
    expect([clock.now(), clock.isReal, clock.frozen]).toEqual([real, true, false]);
    pass(1500);
    expect(clock.now()).toBe(real + 1500);
  });

  test('with a start runs on from there', () => {
    const clock = new Clock({ at: start, frozen: false });
    expect([clock.now(), clock.isReal, clock.frozen]).toEqual([start, false, false]);
    pass(1500);
    expect(clock.now()).toBe(start + 1500);
  });

  test('that is frozen does not advance', () => {
    const clock = new Clock({ at: start, frozen: true });
    pass(1500);
    expect([clock.now(), clock.isReal, clock.frozen]).toEqual([start, false, true]);
    const here = new Clock({ at: undefined, frozen: true });
    pass(1500);
    expect([here.now(), here.isReal]).toEqual([real + 1500, false]);
  });

  test('can be set, running or frozen, forward or back', () => {
    const clock = new Clock({ at: undefined, frozen: false });
    set(clock, { now: start });
    pass(10);
    expect([clock.now(), clock.frozen]).toEqual([start + 10, false]);
    set(clock, { now: 0, frozen: true });
    pass(10);
    expect([clock.now(), clock.frozen]).toEqual([0, true]);
    set(clock, { now: start });
    expect([clock.now(), clock.frozen]).toEqual([start, true]);
  });

  test('that is frozen and released continues from its time', () => {
    const clock = new Clock({ at: start, frozen: false });
    pass(100);
    set(clock, { frozen: true });
    pass(5000);
    expect(clock.now()).toBe(start + 100);
    set(clock, { frozen: false });
    pass(50);
    expect(clock.now()).toBe(start + 150);
  });

  test('starts over as it started', () => {
    const clock = new Clock({ at: start, frozen: true });
    set(clock, { now: 0, frozen: false });
    clock.restart({ at: start, frozen: true });
    pass(10);
    expect([clock.now(), clock.frozen]).toEqual([start, true]);
    clock.restart({ at: undefined, frozen: false });
    expect(clock.isReal).toBe(true);
  });
});

describe('a delayed callback', () => {
  const held = (clock: Clock, delayMs: number) => {
    const release = vi.fn();
    return { release, cancel: clock.hold(delayMs, release) };
  };

  test('is released when its real time has passed, not before, and once', () => {
    const { release } = held(new Clock({ at: undefined, frozen: false }), 250);
    pass(249);
    expect(release).not.toHaveBeenCalled();
    pass(1);
    expect(release).toHaveBeenCalledOnce();
    pass(10_000);
    expect(release).toHaveBeenCalledOnce();
  });

  test('is released by real time on a frozen clock, too', () => {
    const { release } = held(new Clock({ at: start, frozen: true }), 250);
    pass(250);
    expect(release).toHaveBeenCalledOnce();
  });

  test('is released at once when the clock is moved to its end or past it, and no second time', () => {
    for (const frozen of [true, false]) {
      const clock = new Clock({ at: start, frozen });
      const { release } = held(clock, 7_200_000);
      set(clock, { now: start + 7_199_999 });
      expect(release).not.toHaveBeenCalled();
      set(clock, { now: start + 7_200_000 });
      expect(release).toHaveBeenCalledOnce();
      pass(7_200_000);
      expect(release).toHaveBeenCalledOnce();
      expect(vi.getTimerCount()).toBe(0);
    }
  });

  test('is released alone: later ones are still delayed', () => {
    const clock = new Clock({ at: start, frozen: true });
    const [one, other] = [held(clock, 1000), held(clock, 2000)];
    set(clock, { now: start + 1500 });
    expect(one.release).toHaveBeenCalledOnce();
    expect(other.release).not.toHaveBeenCalled();
  });

  test('is not released any earlier or later by a clock that is moved back, stopped or let go', () => {
    const clock = new Clock({ at: start, frozen: false });
    const { release } = held(clock, 1000);
    set(clock, { now: start - 1_000_000 });
    set(clock, { frozen: true });
    set(clock, { frozen: false });
    expect(release).not.toHaveBeenCalled();
    pass(1000);
    expect(release).toHaveBeenCalledOnce();
  });

  test('whose time is already here is released at once, and none of the timers that a test mocks is needed', async () => {
    const release = vi.fn();
    const clock = new Clock({ at: start, frozen: true });
    clock.hold(1000, release, start);
    clock.hold(0, release, start + 1000);
    clock.hold(1000, () => release('given up'), start)();
    expect(release).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(release.mock.calls).toEqual([[], []]));
    expect(vi.getTimerCount()).toBe(0);
  });

  test('that is given up leaves the others of its owner', () => {
    const clock = new Clock({ at: start, frozen: true });
    const owner = {};
    const cancel = clock.hold(1000, () => {}, undefined, owner);
    clock.hold(2000, () => {}, undefined, owner);
    cancel();
    expect(clock.dueOf(owner)).toBe(start + 2000);
  });

  test('can be given up', () => {
    const clock = new Clock({ at: start, frozen: true });
    const { release, cancel } = held(clock, 1000);
    cancel();
    cancel();
    expect(vi.getTimerCount()).toBe(0);
    set(clock, { now: start + 5000 });
    pass(5000);
    expect(release).not.toHaveBeenCalled();
  });

  test('can hold something else back when it is released', () => {
    const clock = new Clock({ at: start, frozen: true });
    const second = vi.fn();
    clock.hold(1000, () => clock.hold(1000, second));
    set(clock, { now: start + 1000 });
    expect(second).not.toHaveBeenCalled();
    set(clock, { now: start + 2000 });
    expect(second).toHaveBeenCalledOnce();
  });

  test('is released in the order of the times, also if the callback before it added or cancelled it', () => {
    const clock = new Clock({ at: start, frozen: true });
    const released: string[] = [];
    const add = (name: string, ms: number, then?: () => void): (() => void) =>
      clock.hold(
        ms,
        () => {
          released.push(name);
          then?.();
        },
        start + ms,
      );
    const cancelled = add('cancelled', 3000);
    add('last', 4000);
    add('first', 1000, () => {
      cancelled();
      add('second', 2000);
      add('later', 6000);
    });
    add('also first', 1000);
    set(clock, { now: start + 5000 });
    expect(released).toEqual(['first', 'also first', 'second', 'last']);
  });

  test('may set the clock', () => {
    const clock = new Clock({ at: start, frozen: true });
    const released: number[] = [];
    const add = (ms: number, then?: () => void): (() => void) =>
      clock.hold(
        ms,
        () => {
          released.push(ms);
          then?.();
        },
        start + ms,
      );
    add(1000, () => {
      add(4000);
      set(clock, { now: start + 2000 });
    });
    add(1500, () => add(3000));
    set(clock, { now: start + 5000 });
    expect(released).toEqual([1000, 1500, 3000, 4000]);
  });

  test('is found and released by its owner, with those that it adds', () => {
    const clock = new Clock({ at: start, frozen: true });
    const [owner, other] = [{}, {}];
    const released: string[] = [];
    clock.hold(1000, () => clock.hold(2000, () => released.push('owner'), undefined, owner), undefined, owner);
    const cancel = clock.hold(5000, () => released.push('other'), undefined, other);
    expect([clock.dueOf(owner), clock.dueOf(other), clock.dueOf({})]).toEqual([start + 1000, start + 5000, undefined]);
    clock.release(owner);
    expect(released).toEqual(['owner']);
    cancel();
    expect([clock.dueOf(owner), clock.dueOf(other)]).toEqual([undefined, undefined]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is not released at once by a delay beyond the limit of timers', () => {
    const clock = new Clock({ at: start, frozen: true });
    const { release } = held(clock, 40 * 86_400_000);
    pass(86_400_000);
    expect(release).not.toHaveBeenCalled();
    set(clock, { now: start + 40 * 86_400_000 });
    expect(release).toHaveBeenCalledOnce();
  });
});
