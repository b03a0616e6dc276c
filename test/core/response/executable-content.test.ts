import { expect, test } from 'vitest';
import { isExecutable, withoutForeignMarkup } from '../../../src/core/response/executable-content.ts';

test.each([
  ['text/html', true],
  ['TEXT/HTML', true],
  ['text/html; charset=utf-8', true],
  ['application/json, text/html', true],
  ['image/svg+xml', true],
  ['text/xml', true],
  ['text/html x', true],
  ['text/html\t; a=b', true],
  ['image/svg+xml(x)', true],
  ['text/plain, text/html x', true],
  ['application/json', false],
  ['application/xml-dtd', false],
  ['text/html-template', false],
  ['application/text/html', false],
  ['text/plain', false],
  ['text/plain text/html', false],
  ['text/plain; of=text/html', false],
  ['application/html-report', false],
])('a browser executes %s: %s', (mediaType, expected) => {
  expect(isExecutable(mediaType)).toBe(expected);
});

test.each([
  ['text of the document', '<b>', '<b>', 'text/html', '<b>'],
  ['XML', '<?xml version="1.0"?><a/>', { a: 1 }, 'application/xml', '<?xml version="1.0"?><a/>'],
  ['JSON that no browser executes', '{"a":"<b>"}', { a: '<b>' }, 'application/json', '{"a":"<b>"}'],
  ['JSON that a browser executes', '{"a":"<b>"}', { a: '<b>' }, 'text/html', '{"a":"\\u003cb>"}'],
])('the markup of %s: %s', (_name, text, value, mediaType, expected) => {
  expect(withoutForeignMarkup(text, value, mediaType)).toBe(expected);
});
