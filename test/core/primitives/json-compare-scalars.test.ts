import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compare, numberOf, timeOf } from '../../../src/core/primitives/json.ts';

const noon = Date.UTC(2030, 0, 2, 12);

describe('a time', () => {
  // In the zone UTC, a time without a zone would be right by accident.
  const { TZ } = process.env;
  beforeAll(() => {
    process.env.TZ = 'Asia/Kathmandu';
  });
  afterAll(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });

  test.each([
    ['2030-01-02', Date.UTC(2030, 0, 2)],
    ['0030-01-02', Date.parse('0030-01-02')],
    ['9030-01-02', Date.UTC(9030, 0, 2)],
    ['2030-01-02T12:00', noon],
    ['2030-01-02t12:00z', noon],
    ['2030-01-02 12:00', noon],
    ['2030-01-02 12:00:00Z', noon],
    ['2030-01-02T12:00:00.5', noon + 500],
    ['2030-01-02T13:00:00+01:00', noon],
    ['2030-01-02T11:00:00-0100', noon],
  ])('%s is read in UTC, unless it has a zone', (text, time) => {
    expect(timeOf(text)).toBe(time);
  });

  test.each([
    ...['', 'x', '/2030-01-02', ':2030-01-02', 'x2030-01-02', '2030-01-02x', '2030-1-2', '2030', '2030-01-02T'],
    ...[
      '2030-01-02X12:00',
      '12030-01-02',
      '2030-01-02T12:00Z+',
      '2030-01-02T12:00:00.',
      '2030-13-45',
      '2030-01-02T25:00',
      ' 2030-01-02',
    ],
  ])('is not in %j', (text) => {
    expect(timeOf(text)).toBeUndefined();
  });
});

describe('a number', () => {
  test.each([
    [5, 5],
    [5n, 5n],
    ['5', 5],
    ['-5.25', -5.25],
    ['9007199254740993', 9007199254740993n],
    ['9007199254740993.5', 9007199254740994],
  ])('%s is exact', (value, number) => {
    expect(numberOf(value)).toBe(number);
  });

  test.each(['', 'x', '5x', 'x5', '5.', '.5', '1e3', '--5', '1'.repeat(41), null, true, undefined])(
    'is not %j',
    (value) => {
      expect(numberOf(value)).toBeUndefined();
    },
  );
});

test('values are compared as Array.prototype.sort expects', () => {
  expect([compare(1, 2), compare(2, 1), compare(2, 2), compare('a', 'b'), compare('b', 'a')]).toEqual([
    -1, 1, 0, -1, 1,
  ]);
});
