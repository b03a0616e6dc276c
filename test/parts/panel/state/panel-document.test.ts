import { beforeEach, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/parts/panel/api/panel-client.ts';
import { openPage, server, takeCalls, takePaths } from '../fake-browser.ts';

openPage();
const { documents, listOf, loadDocument, operationIn, resolve, textOf } = await import(
  '../../../../src/parts/panel/state/panel-document.ts'
);

beforeEach(() => void takeCalls());

test('a document is loaded once, and again after a failure', async () => {
  server.answer = () => new TypeError('no connection');
  await expect(loadDocument()).rejects.toThrow('does not respond');
  await Promise.resolve();
  server.answer = () => ({ openapi: '3.1.0' });
  const [one, other] = await Promise.all([loadDocument(), loadDocument()]);
  expect([one, other === one, documents.value.get('') === one]).toEqual([{ openapi: '3.1.0' }, true, true]);
  await loadDocument('a b');
  expect(takePaths()).toEqual([
    'GET /service/openapi.json',
    'GET /service/openapi.json',
    'GET /services/a%20b/openapi.json',
  ]);
});

describe('a reference', () => {
  const chain = (length: number): JsonObject =>
    Object.fromEntries(
      Array.from({ length: length + 1 }, (_, at) => [
        `s${at}`,
        at === length ? { end: true } : { $ref: `#/s${at + 1}` },
      ]),
    );
  const document = { 'a/b': { 'c~d': { 'e f': { found: true } } }, loop: { $ref: '#/loop' }, list: [1] } as JsonObject;

  test.each([
    ['is followed, with escapes', '#/a~1b/c~0d/e%20f', { found: true }],
    ['to nothing is empty', '#/gone/b', {}],
    ['to an inherited name is empty', '#/constructor', {}],
    ['to another file is empty', 'other.yaml#/a~1b', {}],
    ['to a list is empty', '#/list', {}],
  ])('%s', (_what, $ref, expected) => {
    expect(resolve(document, { $ref })).toEqual(expected);
  });

  test('may lead to another one, up to twenty', () => {
    expect(resolve(chain(19), { $ref: '#/s0' })).toEqual({ end: true });
    expect(resolve(chain(20), { $ref: '#/s0' })).toEqual({ $ref: '#/s20' });
    expect(resolve(document, { $ref: '#/loop' })).toEqual({ $ref: '#/loop' });
    expect([resolve(document, 'text'), resolve(document, undefined), resolve(document, { a: 1 })]).toEqual([
      {},
      {},
      { a: 1 },
    ]);
  });
});

test('an operation has the parameters of its path too', () => {
  const get = { parameters: [{ name: 'b' }], summary: 'It.' };
  const document = { paths: { '/a': { parameters: [{ name: 'a' }], get }, '/b': { get: 1 } } } as unknown as JsonObject;
  const found = (method: string, path: string) => operationIn(document, { method, path });
  expect(found('GET', '/a')).toEqual({ summary: 'It.', parameters: [{ name: 'a' }, { name: 'b' }] });
  expect([found('POST', '/a'), found('GET', '/b'), found('GET', '/c')]).toEqual([{}, {}, {}]);
  expect(operationIn({}, { method: 'GET', path: '/a' })).toEqual({});
  expect([listOf([1]), listOf({}), textOf('a'), textOf(1)]).toEqual([[1], [], 'a', '']);
});
