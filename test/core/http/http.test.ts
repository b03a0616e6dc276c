import { expect, test } from 'vitest';
import { httpDate } from '../../../src/core/http/http.ts';
import fc from '../../fast-check.ts';

test('a date in a header equals toUTCString, at any time', () => {
  const anyTime = fc.oneof(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: -8.64e15, max: 8.64e15 }));
  fc.assert(
    fc.property(anyTime, (time) => {
      expect(httpDate(time)).toBe(new Date(time).toUTCString());
    }),
    { numRuns: 500 },
  );
});
