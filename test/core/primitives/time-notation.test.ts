import { expect, test } from 'vitest';
import { isDateText, maybeEpoch, timeLike } from '../../../src/core/primitives/time-notation.ts';

const time = Date.parse('2030-06-01T23:04:05.678Z');

test.each([
  ['2024-01-15', '2030-06-01'],
  ['2024-01-15T10:00:00Z', '2030-06-01T23:04:05Z'],
  ['2024-01-15T10:00:00.000000Z', '2030-06-01T23:04:05.678000Z'],
  ['2024-01-15t10:00:00.1z', '2030-06-01t23:04:05.6z'],
  ['2024-01-15 10:00:00', '2030-06-01 23:04:05'],
  ['2024-01-15 10:00', '2030-06-01 23:04'],
  ['2024-01-15T10:00Z', '2030-06-01T23:04Z'],
  ['2024-01-15T10:00:00+02:00', '2030-06-02T01:04:05+02:00'],
  ['2024-01-15T10:00:00-0230', '2030-06-01T20:34:05-0230'],
  ['2024-01-15 10:00:00.123456+00', '2030-06-01 23:04:05.678000+00'],
  ['1700000000', '1906585445'],
  ['1700000000000', '1906585445678'],
])('a time like %s is %s', (example, expected) => {
  expect(isDateText(example) || maybeEpoch(example)).toBe(true);
  expect(timeLike(time, example)).toBe(expected);
});

test.each(['', 'string', '10:00', '15/01/2024', '2 days ago', '170000000', '2024-01'])('%j is no time', (example) => {
  expect(isDateText(example) || maybeEpoch(example)).toBe(false);
});
