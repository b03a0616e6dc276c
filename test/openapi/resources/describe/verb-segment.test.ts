import { expect, test } from 'vitest';
import { gluedVerbsIn } from '../../../../src/openapi/resources/describe/verb-segment.ts';

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
