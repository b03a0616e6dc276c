import { STATUS_CODES } from 'node:http';
import { describe, expect, test } from 'vitest';
import { statusText } from '../../../src/core/http/status-text.ts';

describe('the text of an error status', () => {
  /** Phrases that RFC 9110 renamed or spells differently. 509 is not registered. */
  const different = new Map([
    ['413', 'Content Too Large'],
    ['418', "I'm a teapot"],
    ['422', 'Unprocessable Content'],
    ['509', 'Server Error'],
  ]);

  test.each(Object.entries(STATUS_CODES).filter(([status]) => Number(status) >= 400))('of %s', (status, text) => {
    expect(statusText(Number(status))).toBe(different.get(status) ?? text);
  });

  test('of an unregistered status is the name of its class', () => {
    expect([499, 599, 299].map(statusText)).toEqual(['Client Error', 'Server Error', 'OK']);
  });
});
