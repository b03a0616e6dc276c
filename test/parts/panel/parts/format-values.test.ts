import { describe, expect, test } from 'vitest';
import {
  formatDateTime,
  formatDayTime,
  formatDistance,
  formatDuration,
  formatLongDate,
  formatTime,
  plural,
  toLocalInput,
} from '../../../../src/parts/panel/parts/format-values.ts';
import { containsWords } from '../../../../src/parts/panel/state/contains-words.ts';

test.each([
  [0, '0.0 ms'],
  [9.94, '9.9 ms'],
  [9.95, '10 ms'],
  [999.4, '999 ms'],
  [999.5, '1.00 s'],
  [9994, '9.99 s'],
  [9995, '10.0 s'],
  [59_999, '60.0 s'],
  [60_000, '60 s'],
])('%d milliseconds are shown as %s', (ms, expected) => {
  expect(formatDuration(ms)).toBe(expected);
});

test.each([
  [0, 'second', 0],
  [-1000, 'second', -1],
  [59_000, 'second', 59],
  [-60_000, 'minute', -1],
  [2 * 3_600_000, 'hour', 2],
  [-3 * 86_400_000, 'day', -3],
  [2 * 2_629_800_000, 'month', 2],
  [4 * 31_557_600_000, 'year', 4],
] as const)('a distance of %d ms is in the largest unit that it fills', (ms, unit, count) => {
  expect(formatDistance(ms)).toBe(new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }).format(count, unit));
});

test('a local time has the digits that the input expects', () => {
  const time = new Date(2030, 5, 1, 2, 3, 4).getTime();
  expect(toLocalInput(time)).toBe('2030-06-01T02:03:04');
  expect(toLocalInput(new Date(987, 10, 12, 13, 14, 15).getTime())).toBe('0987-11-12T13:14:15');
});

test('a time is shown with what its place needs', () => {
  const date = new Date(2030, 5, 1, 2, 3, 4, 567);
  const time = date.getTime();
  expect(formatTime(date.toISOString())).toMatch(/^02\D03\D04\D567$/);
  for (const shown of [formatDateTime(time), formatDateTime(date.toISOString())])
    expect([/2030/.test(shown), /2\D03\D04/.test(shown)]).toEqual([true, true]);
  expect(formatLongDate(time)).toContain(new Intl.DateTimeFormat(undefined, { weekday: 'long' }).format(date));
  expect(formatDayTime(time)).toMatch(/^0?2\D03\D04/);
});

test('one is not plural', () => {
  expect([0, 1, 2].map((count) => plural(count, 'world'))).toEqual(['0 worlds', '1 world', '2 worlds']);
  expect(plural(2, 'reply', 'replies')).toBe('2 replies');
});

describe('a search', () => {
  test.each([
    ['', true],
    ['order READ', true],
    ['order gone', false],
  ])('for "%s" finds all words in any order: %s', (search, expected) => {
    expect(containsWords(['readOrder', 5, undefined], search)).toBe(expected);
  });
});
