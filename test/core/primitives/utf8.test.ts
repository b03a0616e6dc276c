import { expect, test } from 'vitest';
import { utf8Length } from '../../../src/core/primitives/utf8.ts';

/** The ends of the ranges with one to four bytes, and surrogates with and without a partner. */
const texts = [
  ...['', 'a', '\u007f', '\u0080', '\u07ff', '\u0800', '\uffff', '\u{10000}', '\u{10ffff}', 'a\u00e9\u20ac\u{1f600}'],
  ...[
    '\ud800',
    '\udbff',
    '\udc00',
    '\udfff',
    '\ud800a',
    '\udc00\ud800',
    '\ud800\ud800\udc00',
    '\udbff\udfff',
    '\ud7ff',
  ],
  ...['\ud800\udbff', '\ud800\ue000', '\ue000', '\u20ac\udc00', '\ud7ff\udc00', '\udc00\udc00', '\ue000\udc00'],
];

test.each(texts)('the length of %j is that of its UTF-8 bytes', (text) => {
  expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
});
