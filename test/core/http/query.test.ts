import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseQuery } from '../../../src/core/http/query.ts';

const piece = fc.oneof(
  fc.constantFrom('&', '=', '?', '+', '%', '%20', '%zz', 'a', 'b', 'a[b]', 'é', '😀', '-1'),
  fc.string(),
);

describe('the parameters of a query', () => {
  test('are those of URLSearchParams, for any text', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const expected = new URLSearchParams(text);
        const query = parseQuery(text);
        expect([...query]).toEqual([...expected]);
        expect([...query.entries()]).toEqual([...expected.entries()]);
        expect([...query.keys()]).toEqual([...expected.keys()]);
        for (const name of [...expected.keys(), 'absent', '']) {
          expect(query.get(name)).toBe(expected.get(name));
          expect(query.getAll(name)).toEqual(expected.getAll(name));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test.each([
    [
      'status=sold&limit=5',
      [
        ['status', 'sold'],
        ['limit', '5'],
      ],
    ],
    [
      'a=1=2&&b&=c&',
      [
        ['a', '1=2'],
        ['b', ''],
        ['', 'c'],
      ],
    ],
    ['?a=1', [['a', '1']]],
    ['a?=1', [['a?', '1']]],
    ['a=b+c%20d', [['a', 'b c d']]],
  ])('%s', (text, pairs) => {
    expect([...parseQuery(text)]).toEqual(pairs);
  });

  test('may be very many', () => {
    const query = parseQuery('a&'.repeat(200_000));
    expect(query.getAll('a')).toHaveLength(200_000);
    expect(query.get('b')).toBeNull();
  });
});
