import { expect, test } from 'vitest';
import { readKeys } from '../../../src/parts/keys/keypresses.ts';

test.each([
  ['f', [{ type: 'text', text: 'f' }]],
  [' ', [{ type: 'text', text: ' ' }]],
  ['é', [{ type: 'text', text: 'é' }]],
  ['😀', [{ type: 'text', text: '😀' }]],
  ['\u001b[A', [{ type: 'up' }]],
  ['\u001bOB', [{ type: 'down' }]],
  ['\r', [{ type: 'enter' }]],
  ['\u001b', [{ type: 'escape' }]],
  ['\u007f', [{ type: 'backspace' }]],
  ['\u0003', [{ type: 'interrupt' }]],
  // Keys in quick succession.
  ['\rr', [{ type: 'enter' }, { type: 'text', text: 'r' }]],
  ['\u001b[B\u001b[Bx', [{ type: 'down' }, { type: 'down' }, { type: 'text', text: 'x' }]],
  // Pasted text.
  ['quit', [{ type: 'paste', text: 'quit' }]],
  ['curl x\rq\r', [{ type: 'paste', text: 'curl xq' }]],
  // Keys without a meaning: right, F5, Ctrl+A.
  ['\u001b[C', []],
  ['\u001b[15~', []],
  ['\u0001', []],
] as const)('%j is read as %j', (data, keys) => {
  expect(readKeys(data)).toEqual(keys);
});
