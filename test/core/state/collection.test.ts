import { expect, test } from 'vitest';
import { itemsWith } from '../../../src/core/state/collection.ts';
import { collectionOf } from '../helpers.ts';
import { notesState } from '../notes.ts';

test('only indexed properties can be searched', () => {
  const notes = collectionOf(notesState(), 'notes');
  expect(() => itemsWith(notes, 'title', 'x')).toThrow('"title" of "notes" is not indexed');
});
