import { expect, test } from 'vitest';
import { type EndedWorker, Restarts } from '../../../../src/parts/store/workers/supervise.ts';

const ended = (more: Partial<EndedWorker> = {}): EndedWorker => ({
  pid: 7,
  code: null,
  signal: 'SIGKILL',
  hasServed: true,
  lastedMs: 1000,
  serving: 1,
  ...more,
});

test('another worker starts soon, and later each time that one dies soon', () => {
  const restarts = new Restarts();
  expect(restarts.after(ended()).message).toBe('A worker (process 7) ended by SIGKILL. Another one starts in 100ms.');
  const delays = Array.from({ length: 8 }, () => restarts.after(ended()).delayMs);
  expect(delays).toEqual([200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]);
  expect(restarts.after(ended({ lastedMs: 10_000 })).delayMs).toBe(100);
});

test('the server stops if no worker is left, and five in a row end at their start', () => {
  const restarts = new Restarts();
  const atStart = ended({ hasServed: false, signal: null, code: 2, serving: 0 });
  for (let count = 1; count < 5; count++) expect(restarts.after(atStart).delayMs).toBeGreaterThan(0);
  expect(restarts.after(atStart)).toEqual({
    message: 'A worker (process 7) ended with exit code 2 before it served. So did the 4 before it: the server stops.',
    delayMs: undefined,
  });
});

test('as long as a worker serves, or one has served meanwhile, the server continues', () => {
  const restarts = new Restarts();
  for (let count = 0; count < 9; count++)
    expect(restarts.after(ended({ hasServed: false, serving: 1 })).delayMs).toBeDefined();
  expect(restarts.after(ended({ serving: 0 })).delayMs).toBeDefined();
  expect(restarts.after(ended({ hasServed: false, serving: 0 })).delayMs).toBeDefined();
});
