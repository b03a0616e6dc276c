import { expect, test } from 'vitest';
import { inPieces, pieceLength } from '../../../src/scenario/file/in-pieces.ts';

test('parts are joined to pieces of a length that is written at once', () => {
  const half = 'x'.repeat(pieceLength / 2);
  expect([...inPieces(['a', half, 'b', half, 'c', 'd'])]).toEqual([`a${half}b${half}`, 'cd']);
  expect([...inPieces([half, half, 'a'])]).toEqual([half + half, 'a']);
  expect([...inPieces([half, half])]).toEqual([half + half]);
  expect([...inPieces([])]).toEqual([]);
});
