import { expect, test } from 'vitest';
import { decodeBase64, encodeBase64 } from '../../../src/core/primitives/base64.ts';

test('any number of bytes can be encoded and decoded', () => {
  for (const length of [0, 1, 2, 3, 8191, 8192, 20_000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => at % 256);
    expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(decodeBase64(encodeBase64(bytes))).toEqual(bytes);
  }
});

test.each(['abc', 'ab=c', 'a===', 'ab c', 'ab-_'])('%s is not base64', (text) => {
  expect(decodeBase64(text)).toBeUndefined();
});
