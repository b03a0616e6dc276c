import { expect, test } from 'vitest';
import { trimLongLists } from '../../../../src/parts/check/lint/lint.ts';

test('the end of a long list of objects is removed, at any depth; texts stay', () => {
  const texts = Array.from({ length: 6000 }, (_, at) => `text-${at}`);
  const objects = (): object[] => Array.from({ length: 6000 }, (_, at) => ({ at }));
  const document = { enum: texts, tags: objects(), below: [{ prefixItems: objects() }] };
  trimLongLists(document);
  expect(document.enum).toHaveLength(6000);
  expect(document.tags).toEqual(objects().slice(0, 5000));
  expect(document.below[0]?.prefixItems).toHaveLength(5000);
});

test('the schemas that the engine does not use are removed', () => {
  const document = { allOf: Array.from({ length: 3000 }, (_, at) => ({ at })), anyOf: [{}] };
  trimLongLists(document);
  expect(document.allOf).toHaveLength(2000);
  expect(document.anyOf).toHaveLength(1);
});
