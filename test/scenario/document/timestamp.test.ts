import { expect, test } from 'vitest';
import { formatTimestamp, parseTimestamp } from '../../../src/scenario/document/timestamp.ts';
import fc from '../../fast-check.ts';

test('a date alone means its first moment in UTC', () => {
  expect(parseTimestamp('2030-06-01')).toBe(Date.UTC(2030, 5, 1));
});

test('the last moment of a day and the largest offset are times', () => {
  expect(parseTimestamp('2030-05-31t23:59:59.9999z')).toBe(Date.UTC(2030, 5, 1) - 1);
  expect(parseTimestamp('2030-06-01T23:59:00+23:59')).toBe(Date.UTC(2030, 5, 1));
});

test('an offset is taken into account', () => {
  expect(parseTimestamp('2030-06-01T02:00:00+02:00')).toBe(Date.UTC(2030, 5, 1));
  expect(parseTimestamp('2030-05-31T22:30:00.250-01:30')).toBe(Date.UTC(2030, 5, 1) + 250);
});

test.each([
  '2030-06-01T00:00:00',
  '2030-6-1',
  '2030-02-29',
  '2030-13-01',
  '2030-00-01',
  '2030-06-00',
  '2030-06-31',
  '2030-12-99',
  '2030-06-01T24:00:00Z',
  '2030-06-01T00:60:00Z',
  '2030-06-01T00:00:60Z',
  '2030-06-01T00:00:00+24:00',
  '2030-06-01T00:00:00+00:60',
  'x2030-06-01',
  '2030-06-01x',
  'now',
  '',
  '1e3',
  '2030-06-01T00:00Z',
  '9999-12-31T23:59:59-00:01',
  '0000-01-01T00:00:00+00:01',
])('%j is not a time', (text) => {
  expect(parseTimestamp(text)).toBeUndefined();
});

test('a leap day and the year 0 are days', () => {
  expect(parseTimestamp('2028-02-29')).toBe(Date.UTC(2028, 1, 29));
  expect(parseTimestamp('0000-01-01')).toBe(Date.parse('0000-01-01T00:00:00Z'));
});

test('writing and reading is lossless', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
      expect(parseTimestamp(formatTimestamp(date.getTime()))).toBe(date.getTime());
    }),
  );
});
