import { expect, test } from 'vitest';
import { sentProperties } from '../../src/verify/stored-values.ts';
import {
  boolean,
  integer,
  itemBindingOf,
  object,
  operation,
  ref,
  serviceFor,
  text,
} from '../openapi/resources/small.ts';

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
