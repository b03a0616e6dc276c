import { expect, test } from 'vitest';
import { askNotes, violationTexts } from '../notes.ts';

test('a list whose schema has more rules than those of its items is checked as a whole', () => {
  expect(violationTexts(askNotes('GET', '/few'))).toEqual(['response body  minItems']);
  expect(violationTexts(askNotes('GET', '/few', {}, { data: { few: [{ id: 1, text: 'one' }] } }))).toEqual([]);
});
