import { describe, expect, test } from 'vitest';
import {
  formatCount,
  formatDuration,
  formatSize,
  parseDuration,
  parseSize,
  quoteName,
} from '../../../src/core/primitives/units.ts';
import fc from '../../fast-check.ts';

test('a count has the plural of its noun, except for one', () => {
  expect([0, 1, 2, 1n].map((count) => formatCount(count, 'item'))).toEqual(['0 items', '1 item', '2 items', '1 item']);
});

test.each([
  ['city', 'cities'],
  ['key', 'keys'],
  ['cycle', 'cycles'],
])('the plural of %s is %s', (noun, plural) => {
  expect(formatCount(2, noun)).toBe(`2 ${plural}`);
});

describe('a duration', () => {
  test.each([
    ['250ms', 250],
    ['30s', 30_000],
    ['5m', 300_000],
    ['2h', 7_200_000],
    ['7d', 604_800_000],
    ['0.5s', 500],
    ['1.5ms', 2],
    ['0s', 0],
  ])('%s is %i milliseconds', (text, milliseconds) => {
    expect(parseDuration(text)).toBe(milliseconds);
  });

  test.each(['', '5', 's', '-5s', '5 s', '5S', '.5s', '5.s', '1e3s', '5s5s', '5s\n', '0x5s', '5sec', '٣s'])(
    '%j is invalid',
    (text) => {
      expect(parseDuration(text)).toBeUndefined();
    },
  );

  test.each([
    [0, '0ms'],
    [1500, '1500ms'],
    [2000, '2s'],
    [90_000, '90s'],
    [3_600_000, '1h'],
    [86_400_000, '1d'],
  ])('of %i milliseconds is written %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  test('that is written down is read back', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(1, 1000, 60_000, 3_600_000), (count, factor) => {
        const milliseconds = (count % 10_000) * factor;
        expect(parseDuration(formatDuration(milliseconds))).toBe(milliseconds);
      }),
    );
  });
});

describe('a size', () => {
  test.each([
    ['1B', 1],
    ['10KB', 10_000],
    ['2MB', 2_000_000],
    ['1GB', 1_000_000_000],
    ['10KiB', 10_240],
    ['1MiB', 1_048_576],
    ['1GiB', 1_073_741_824],
    ['1.5KB', 1500],
  ])('%s is %i bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  test.each(['', '10', '10kb', '10K', '-1KB', '1 MiB', 'KB', '1e3B', '1KBs'])('%j is invalid', (text) => {
    expect(parseSize(text)).toBeUndefined();
  });

  test.each([
    [10_000, '10KB'],
    [1_048_576, '1MiB'],
    [1536, '1536B'],
    [1_024_000_000, '1024MB'],
    [0, '0B'],
  ])('of %i bytes is written %s', (bytes, text) => {
    expect(formatSize(bytes)).toBe(text);
  });

  test('that is written down is read back', () => {
    fc.assert(
      fc.property(fc.nat(), (bytes) => {
        expect(parseSize(formatSize(bytes))).toBe(bytes);
      }),
    );
  });
});

test('a name of any length is shown in quotes, with 80 characters at most', () => {
  expect(quoteName('a"b')).toBe('"a\\"b"');
  expect(quoteName('x'.repeat(80))).toBe(`"${'x'.repeat(80)}"`);
  expect(quoteName('x'.repeat(81))).toBe(`"${'x'.repeat(80)}..."`);
});
