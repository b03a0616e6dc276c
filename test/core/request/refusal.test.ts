import { describe, expect, test } from 'vitest';
import { type RefusalKind, refusalStatus, refuse } from '../../../src/core/request/refusal.ts';
import { documentOf, operationOf, readyService } from '../helpers.ts';

const operation = (name: string, ...statuses: readonly string[]) => ({
  get: {
    operationId: name,
    responses: Object.fromEntries(statuses.map((status) => [status, { description: 'An answer.' }])),
  },
});
const service = await readyService(
  documentOf({
    '/none': operation('none', '200'),
    '/first': operation('first', '200', '400', '401', '404', '409', '413', '415'),
    '/second': operation('second', '200', '422', '403', '410'),
    '/ranges': operation('ranges', '200', '4XX'),
    '/default': operation('default', '200', 'default'),
  }),
);

const statusAt = (kind: RefusalKind, name: string): number => refusalStatus(kind, operationOf(service, name));

describe('a refusal uses its first documented status, otherwise the first one', () => {
  test.each<[RefusalKind, number, number]>([
    ['body', 400, 422],
    ['media-type', 415, 422],
    ['too-large', 413, 413],
    ['parameter', 400, 422],
    ['path-parameter', 404, 422],
    ['credential', 401, 403],
    ['no-item', 404, 410],
    ['conflict', 409, 409],
    ['not-acceptable', 406, 406],
    ['no-path', 404, 404],
    ['method', 405, 405],
    ['no-success', 501, 501],
  ])('%s', (kind, first, second) => {
    expect(statusAt(kind, 'first')).toBe(first);
    expect(statusAt(kind, 'second')).toBe(second);
    // None of the list is documented, so the first one is used.
    expect(statusAt(kind, 'none')).toBe(first);
    expect(statusAt(kind, 'default')).toBe(first);
    expect(refusalStatus(kind, undefined)).toBe(first);
  });

  test('a range documents each of its statuses', () => {
    expect(statusAt('body', 'ranges')).toBe(400);
    expect(statusAt('too-large', 'ranges')).toBe(413);
    expect(statusAt('no-success', 'ranges')).toBe(501);
  });

  test('later ones of a list are taken as well', async () => {
    const other = await readyService(
      documentOf({
        '/a': { get: { operationId: 'a', responses: { 200: { description: 'Fine.' }, 400: { description: 'No.' } } } },
      }),
    );
    const operation = operationOf(other, 'a');
    const kinds: readonly RefusalKind[] = ['media-type', 'too-large', 'path-parameter', 'conflict'];
    expect(kinds.map((kind) => refusalStatus(kind, operation))).toEqual([400, 400, 400, 400]);
  });
});

test('a removed operation gets 404, or 410 if it documents that, whatever else it documents', () => {
  expect(statusAt('removed', 'first')).toBe(404);
  expect(statusAt('removed', 'second')).toBe(410);
  expect(statusAt('removed', 'ranges')).toBe(410);
  expect(statusAt('removed', 'default')).toBe(404);
  expect(refusalStatus('removed', undefined)).toBe(404);
});

test('a refusal has only the headers that it is given', () => {
  expect(refuse('body', 'No.').headers).toEqual([]);
  expect(refuse('method', 'No.', ['Allow', 'GET']).headers).toEqual(['Allow', 'GET']);
});
