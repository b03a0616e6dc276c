import { expect, test } from 'vitest';
import { problemDetails, problemMediaType, statusText } from '../../../src/core/http/status-text.ts';

test('an error has the members of RFC 9457', () => {
  expect(problemDetails(404, 'No pet has the id 7.')).toEqual({
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'No pet has the id 7.',
  });
  expect(problemMediaType).toBe('application/problem+json');
});

test('an unknown status has the text of its class', () => {
  const unknown = [499, 599, 299, 400, 500].map(statusText);
  expect(new Set(unknown.slice(0, 3)).size).toBe(3);
  expect(unknown.slice(3)).toEqual(['Bad Request', 'Internal Server Error']);
});
