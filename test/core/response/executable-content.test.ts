import { describe, expect, test } from 'vitest';
import { errorBody, isExecutable, withoutForeignMarkup } from '../../../src/core/response/executable-content.ts';
import type { ErrorShape } from '../../../src/core/service/service.ts';

const attack = `<img src="x" onerror='alert(1)'> & more`;

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

describe('an error body', () => {
  const textIn = (mediaType: string): ErrorShape => ({
    mediaType,
    body: ({ message, status }) => `<p>${status}: ${message ?? 'unknown'}</p>`,
  });

  test('that a browser executes has an escaped message and the markup of the document', () => {
    expect(errorBody(textIn('text/html'), { message: attack, status: 404 })).toBe(
      '<p>404: &lt;img src=&quot;x&quot; onerror=&#39;alert(1)&#39;&gt; &amp; more</p>',
    );
  });

  test('of another media type has the message as it is', () => {
    expect(errorBody(textIn('text/plain'), { message: attack, status: 404 })).toBe(`<p>404: ${attack}</p>`);
  });

  test('without a message has the markup of the document', () => {
    expect(errorBody(textIn('text/html'), { message: undefined, status: 500 })).toBe('<p>500: unknown</p>');
  });

  test('that is an object is not escaped, but its JSON text is', () => {
    const shape: ErrorShape = { mediaType: 'text/html', body: ({ message = '' }) => ({ message }) };
    const value = errorBody(shape, { message: attack, status: 404 });
    expect(value).toEqual({ message: attack });
    expect(withoutForeignMarkup(JSON.stringify(value), value, 'text/html')).not.toContain('<');
  });
});

test.each([
  ['text of the document', '<b>', '<b>', 'text/html', '<b>'],
  ['XML', '<?xml version="1.0"?><a/>', { a: 1 }, 'application/xml', '<?xml version="1.0"?><a/>'],
  ['JSON that no browser executes', '{"a":"<b>"}', { a: '<b>' }, 'application/json', '{"a":"<b>"}'],
  ['JSON that a browser executes', '{"a":"<b>"}', { a: '<b>' }, 'text/html', '{"a":"\\u003cb>"}'],
])('the markup of %s: %s', (_name, text, value, mediaType, expected) => {
  expect(withoutForeignMarkup(text, value, mediaType)).toBe(expected);
});
