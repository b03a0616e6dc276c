import { expect, test } from 'vitest';
import { listOf, object, operation, ref, text } from '../../../short-document.ts';
import { boundIn, itemBindingOf, serviceFor, things } from '../small.ts';

const isPatchList = (takes: object): boolean => {
  const service = serviceFor({
    '/things': { get: operation(things) },
    '/things/{id}': { get: operation(ref('Thing')), patch: operation(ref('Thing'), { takes }) },
  });
  return (
    boundIn(service)['PATCH /things/{id}'] === 'things.update' &&
    itemBindingOf(service, 'PATCH /things/{id}').mapping.isPatchList
  );
};

test('a list of objects with an op and a path is a JSON Patch', () => {
  expect(isPatchList(listOf(object({ op: text, path: text, value: {} })))).toBe(true);
  expect(isPatchList({ allOf: [listOf({ anyOf: [object({ op: text }), object({ path: text })] })] })).toBe(true);
});

test.each<[string, object]>([
  ['one object', { ...object({ op: text, path: text }), items: object({ op: text, path: text }) }],
  ['a list without a schema of its items', { type: 'array' }],
  ['a list of objects with an op only', listOf(object({ op: text }))],
  ['a list of objects with a path only', listOf(object({ path: text }))],
  ['a list of texts', listOf(text)],
])('%s is not a JSON Patch', (_name, takes) => {
  expect(isPatchList(takes)).toBe(false);
});
