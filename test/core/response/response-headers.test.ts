import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { simulate } from '../../../src/core/simulate/simulate.ts';
import { documentOf, now, readyService, requestOf, responseHeaderOf, stateOf } from '../helpers.ts';
import { askNotes, jsonContent } from '../notes.ts';

describe('the headers of a response', () => {
  test('that the document requires are written so that a header can carry them', () => {
    const decided = askNotes('GET', '/labelled');
    expect(decided.header('X-Label')).toBe('f%C3%BCr dich');
    expect(decided.header('X-Left')).toBe('7');
  });

  test('include the deprecation date of the operation, and its successor with the path values', () => {
    const decided = askNotes('GET', '/old/7', { pathPrefix: '/~a' });
    expect(decided.header('Deprecation')).toBe(`@${Date.UTC(2029, 0, 1) / 1000}`);
    expect(decided.header('Link')).toBe('</~a/new/7>; rel="successor-version"');
  });

  test('name no successor whose path needs a value that the request does not have', () => {
    const decided = askNotes('GET', '/older/7');
    expect(decided.status).toBe(200);
    expect(decided.header('Link')).toBeUndefined();
  });
});

const plainNote: JsonObject = {
  type: 'object',
  required: ['id', 'text'],
  properties: { id: { type: 'integer' }, text: { type: 'string' } },
};

test('documented headers are sent, and a created item has a Location', async () => {
  const service = await readyService(
    documentOf({
      '/notes': {
        get: {
          operationId: 'list',
          responses: { 200: { description: '', content: jsonContent({ type: 'array', items: plainNote }) } },
        },
        post: {
          operationId: 'create',
          requestBody: { content: jsonContent(plainNote) },
          responses: {
            201: {
              description: '',
              content: jsonContent(plainNote),
              headers: {
                Location: { required: true, schema: { type: 'string' } },
                'X-Total': { required: true, schema: { type: 'integer', minimum: 3, maximum: 3 } },
                'X-Maybe': { schema: { type: 'string' } },
              },
            },
          },
        },
      },
    }),
  );
  const { response } = simulate(
    service,
    stateOf(service),
    requestOf('POST', '/notes', { body: { id: 5, text: 'x' } }),
    now,
  ).reply;
  expect(responseHeaderOf(response, 'location')).toBe('/notes/5');
  expect(responseHeaderOf(response, 'x-total')).toBe('3');
  expect(responseHeaderOf(response, 'x-maybe')).toEqual(expect.any(String));
});
