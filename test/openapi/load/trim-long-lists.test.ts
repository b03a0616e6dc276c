import { expect, test } from 'vitest';
import { trimLongLists } from '../../../src/openapi/load/trim-long-lists.ts';

test('the end of a long list of objects is removed, at any depth; texts stay', () => {
  const texts = Array.from({ length: 6000 }, (_, at) => `text-${at}`);
  const objects = (): object[] => Array.from({ length: 6000 }, (_, at) => ({ at }));
  const document = { enum: texts, oneOf: objects(), below: [{ prefixItems: objects() }] };
  trimLongLists(document);
  expect(document.enum).toHaveLength(6000);
  expect(document.oneOf).toEqual(objects().slice(0, 5000));
  expect(document.below[0]?.prefixItems).toHaveLength(5000);
});
