import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/primitives/json.ts';
import { differences, sentProperties } from '../../../src/parts/verify/known-items.ts';
import { operationOf } from '../../openapi/documents.ts';
import { itemBindingOf, serviceFor } from '../../openapi/resources/small.ts';
import { boolean, integer, object, operation, ref, text } from '../../short-document.ts';

test('a service need not keep an id or a property that is readOnly', () => {
  const Note = object({ id: integer, text, starred: { ...boolean, readOnly: true } }, ['id', 'text', 'starred']);
  const service = serviceFor(
    {
      '/notes': { post: operation(ref('Note'), { takes: ref('Note'), status: 201 }) },
      '/notes/{id}': { get: operation(ref('Note')) },
    },
    { Note },
  );
  const binding = itemBindingOf(service, 'POST /notes');
  expect([...sentProperties(binding, { id: 7, text: 'one', starred: true })]).toEqual([['text', 'one']]);
});

const Thing = object({ id: integer, text, open: boolean }, ['id']);
const thingService = serviceFor(
  {
    '/things': { post: operation(ref('Thing'), { takes: ref('Thing'), status: 201 }) },
    '/things/{id}': { get: operation(ref('Thing')) },
  },
  { Thing },
);

test.each([
  ['a text', 'one', true],
  ['a number', 1, true],
  ['a boolean', false, true],
  ['an empty text, which may be stored as none', '', false],
  ['a time, whose form may change', '2030-01-01T00:00:00Z', false],
  ['a text with a date inside', 'on 2030-01-01', true],
  ['a text with a space before it', ' one', false],
  ['a text with a space after it', 'one ', false],
  ['null', null, false],
  ['a list', [1], false],
])('whether %s must be kept', (_what, value, isKept) => {
  const sent = sentProperties(itemBindingOf(thingService, 'POST /things'), { text: value });
  expect([...sent]).toEqual(isKept ? [['text', value]] : []);
  expect([...sentProperties(itemBindingOf(thingService, 'POST /things'), 'text')]).toEqual([]);
});

test('a difference shows both values, unless the item or the document has no place for the one that was sent', async () => {
  await thingService.ready();
  const shown = { operation: operationOf(thingService, 'GET /things/{id}'), status: 200 };
  const differ = (sent: object, item: JsonObject) =>
    differences(new Map(Object.entries(sent)), { ...shown, body: item, item });
  const long = 'x'.repeat(100);
  expect(differ({ text: 'a', open: true }, { id: 1, text: 'b', open: false })).toEqual([
    'text was sent as "a", and is "b"',
    'open was sent as true, and is false',
  ]);
  expect(differ({ text: long }, { id: 1, text: 'b' })).toEqual([`text was sent as "${'x'.repeat(58)}…, and is "b"`]);
  expect(differ({ text: 'a', open: 'maybe', id: 2 }, { id: 1, open: false })).toEqual(['id was sent as 2, and is 1']);
  const other = { ...shown, status: 404, body: { text: 'b' }, item: { text: 'b' } };
  expect(differences(new Map([['text', 'a']]), other)).toEqual([]);
});
