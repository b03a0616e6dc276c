import { expect, test } from 'vitest';
import { gluedVerbsIn, verbSegmentIn } from '../../../src/parts/paths/verb-paths.ts';

test.each<[string, string, readonly string[]]>([
  ['a noun with a path of its own', 'events newevent deleteevent', ['new event', 'delete event']],
  ['a noun with two verbs', 'addbook deletebook', ['add book', 'delete book']],
  ['a noun in the plural', 'getusers adduser', ['get users', 'add user']],
  ['one verb', 'addbook books-of-the-year', []],
  ['the same verb twice', 'getbook getbooks', []],
  ['other words', 'address news newsletter listings allergies showcase', []],
  ['a noun of two letters', 'addtv tv', []],
  ['separators', 'add-book addBook book', []],
])('verbs are separated from %s', (_case, segments, expected) => {
  const found = gluedVerbsIn(new Set(segments.split(' ')));
  expect([...found.values()].map((words) => words.join(' '))).toEqual(expected);
});

test.each([
  ['/books/getAllOrdersByUser', { word: 'get', nouns: ['orders'], by: 'user', saysAll: true, previous: 'books' }],
  ['/books/{id}/lend', { word: 'lend', nouns: [], by: undefined, isAlone: true, previous: '{id}', after: undefined }],
  ['/lend/{id}', { word: 'lend', after: 'id', previous: '', above: [], stem: '/lend' }],
  ['/users.list', { word: 'list', previous: 'users', isDotted: true, above: ['users'], stem: '/users.list' }],
  ['/add_or_update_book', { word: 'upsert', nouns: ['book'] }],
  ['/a/{b}/{c}', undefined],
  ['/{a}', undefined],
])('the words of %s', (path, expected) => {
  const found = verbSegmentIn(path, new Map());
  if (expected === undefined) expect(found).toBeUndefined();
  else expect(found).toMatchObject(expected);
});
