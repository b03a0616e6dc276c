import { describe, expect, test } from 'vitest';
import { readCursor, readOrderCursor, writeCursor, writeOrderCursor } from '../../../src/core/resources/page.ts';

const position = { order: 7, keys: [] };

describe('a cursor', () => {
  test.each([false, true])('is read as it was written, before the position: %s', (isBefore) => {
    expect(readCursor(writeCursor({ position, isBefore }), 0)).toEqual({ position, isBefore });
  });

  test('has the URL-safe alphabet, without padding', () => {
    const texts = Array.from({ length: 200 }, (_, order) =>
      writeCursor({ position: { order, keys: [] }, isBefore: order % 2 === 0 }),
    );
    for (const text of texts) expect(text).toMatch(/^[\w-]+$/);
    expect(texts.map((text) => readCursor(text, 0)?.position.order)).toEqual(texts.map((_, order) => order));
  });

  test('of a text with any characters is read as it was written', () => {
    const keys = ['>>>???~~~', '\u00fb\u00ff\u00fe', 'ÿÿÿ¿¿¿'].map((text) => ['text', text] as const);
    const cursor = { position: { order: 7, keys }, isBefore: false };
    expect(writeCursor(cursor)).toMatch(/-.*_|_.*-/);
    expect(readCursor(writeCursor(cursor), 3)).toEqual(cursor);
  });

  test.each([
    ['of an unknown side', '["beside",7,[]]'],
    ['without a side', '[7,[]]'],
    ['that is no list', '{"side":"after"}'],
    ['that is no JSON', '["after",7'],
  ])('%s is rejected', (_name, json) => {
    expect(readCursor(btoa(json).replaceAll('=', ''), 0)).toBeUndefined();
  });

  test('with other characters is rejected', () => {
    const text = writeCursor({ position, isBefore: false });
    for (const other of [`${text}=`, ` ${text}`, `${text}\n`, '', '+', '/'])
      expect(readCursor(other, 0)).toBeUndefined();
  });
});

test.each([
  [0, false],
  [0, true],
  [7, false],
  [7, true],
])('a number as a cursor is read as it was written: item %i, before it: %s', (order, isBefore) => {
  const written = writeOrderCursor(order, isBefore);
  expect(written).toBeGreaterThan(0);
  expect(readOrderCursor(String(written))).toEqual({ order, isBefore });
});
