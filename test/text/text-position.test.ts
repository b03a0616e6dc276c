import { expect, test } from 'vitest';
import { createPositions } from '../../src/text/text-position.ts';

test('an offset is a line, a column and the lines around it', () => {
  const positionOf = createPositions('a: 1\nb:\n  c: 2\nd: 3\n');
  expect(positionOf(10)).toEqual({
    line: 3,
    column: 3,
    frame: '  1 | a: 1\n  2 | b:\n> 3 |   c: 2\n    |   ^\n  4 | d: 3',
  });
  expect(positionOf(0)).toMatchObject({ line: 1, column: 1 });
});

test('a long line is cut around the position', () => {
  const { column, frame } = createPositions(`${'x'.repeat(500)}!${'y'.repeat(500)}`)(500);
  expect(column).toBe(501);
  const [line = '', marker = ''] = frame.split('\n');
  expect(line.length).toBeLessThan(140);
  expect(line[marker.indexOf('^')]).toBe('!');
});
