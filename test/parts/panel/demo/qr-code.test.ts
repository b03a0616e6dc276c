import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { qrCode } from '../../../../src/parts/panel/demo/qr-code.ts';

const drawn = (text: string): string =>
  (qrCode(text) ?? []).map((row) => row.map((isDark) => (isDark ? '#' : '.')).join('')).join('\n');

// What is expected here was read by a decoder that shares no code with ours.
test('a short text is a code of the first version', () => {
  expect(drawn('http://10.0.0.2/')).toBe(
    [
      '#######..#....#######',
      '#.....#.#..#..#.....#',
      '#.###.#.#.##..#.###.#',
      '#.###.#..#.#..#.###.#',
      '#.###.#.####..#.###.#',
      '#.....#.###...#.....#',
      '#######.#.#.#.#######',
      '........#..##........',
      '##.#..##..#...###.##.',
      '..#.#...##.###..#...#',
      '##....#.#.#.#.#...#.#',
      '.##......##..##.##.##',
      '....###...#.##.#.#...',
      '........#...#..#....#',
      '#######.#####...####.',
      '#.....#..#.###..#..#.',
      '#.###.#...##.#.###.##',
      '#.###.#.#.#.#..##...#',
      '#.###.#...#.#...#.#.#',
      '#.....#.#.##...#.#...',
      '#######.#######....#.',
    ].join('\n'),
  );
});

test('a long text has several blocks of data, and the number of its version', () => {
  const code = drawn(`http://192.168.1.20:4010/_vivarium/#/alice/demo?faults=${'slow,'.repeat(50)}`);
  expect(code.indexOf('\n')).toBe(17 + 4 * 11);
  expect(createHash('sha256').update(code).digest('hex')).toMatch(/^8ef153d15a586f71/);
});

test('a text that no code of this size can hold has none', () => {
  expect(qrCode('x'.repeat(858))).toHaveLength(97);
  expect(qrCode('x'.repeat(859))).toBeUndefined();
});
