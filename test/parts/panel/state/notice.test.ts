import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openPage } from '../fake-browser.ts';

openPage();
const { ApiError } = await import('../../../../src/parts/panel/api/panel-client.ts');
const { attempt, dismissNotice, messageOf, notice, notify, notifyError } = await import(
  '../../../../src/parts/panel/state/notice.ts'
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  dismissNotice();
  vi.useRealTimers();
});

test('a notice is shown for five seconds, the last one alone, and an error until it is closed', () => {
  notify('first');
  vi.advanceTimersByTime(4000);
  notify('second');
  vi.advanceTimersByTime(4999);
  expect(notice.value).toEqual({ isError: false, text: 'second' });
  vi.advanceTimersByTime(1);
  expect(notice.value).toBeUndefined();
  notify('third');
  notifyError('error');
  vi.advanceTimersByTime(60_000);
  expect(notice.value).toEqual({ isError: true, text: 'error' });
  dismissNotice();
  expect(notice.value).toBeUndefined();
  notify('fourth');
  dismissNotice();
  expect(vi.getTimerCount()).toBe(0);
});

test('an action tells that it is done, if it has something to tell', async () => {
  expect(await attempt(async () => {})).toBe(true);
  expect(notice.value).toBeUndefined();
  expect(await attempt(async () => {}, 'Done.')).toBe(true);
  expect(notice.value).toEqual({ isError: false, text: 'Done.' });
});

test('an action that fails shows why; a bug of the panel is in the console too', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  expect(await attempt(() => Promise.reject(new ApiError(404, 'No.')), 'Done.')).toBe(false);
  expect([notice.value, log.mock.calls]).toEqual([{ isError: true, text: 'No.' }, []]);
  await attempt(() => Promise.reject(new ApiError(0, 'The server does not respond.')));
  vi.advanceTimersByTime(4999);
  expect(notice.value).toEqual({ isError: true, text: 'The server does not respond.' });
  vi.advanceTimersByTime(1);
  expect(notice.value).toBeUndefined();
  const bug = new TypeError('x is undefined');
  expect(await attempt(() => Promise.reject(bug))).toBe(false);
  expect([notice.value?.text, log.mock.calls]).toEqual(['x is undefined', [[bug]]]);
  expect(messageOf('text')).toBe('text');
  log.mockRestore();
});
