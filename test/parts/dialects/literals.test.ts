import { expect, test } from 'vitest';
import { literalIn } from '../../../src/parts/dialects/literals.ts';

test.each([
  [`{'id': 3, 'name': 'Ada', 'active': True, 'nick': None, 'tags': ('a')}`, undefined],
  [`{'id': 3, 'name': 'Ada', 'active': True, 'nick': None}`, { id: 3, name: 'Ada', active: true, nick: null }],
  [`['White House', "it's", 'don\\'t', 'say "so"']`, ['White House', "it's", "don't", 'say "so"']],
  [`{ name: "Vision", $id: [1e5, -2.5], constructor: 'x' }`, { name: 'Vision', $id: [100000, -2.5], constructor: 'x' }],
  ['{\n  "a": "http://b", // the address\n  /* none */ "c": [1, 2,],\n}', { a: 'http://b', c: [1, 2] }],
  ['{"a": "None // of"}', { a: 'None // of' }],
  ['{id}', undefined],
  ['[one, two]', undefined],
  ['"text"', undefined],
  [`{'a': 'b`, undefined],
])('%s', (text, value) => {
  expect(literalIn(text)).toEqual(value);
});

test.each(["'\\", '/*', '"\'', 'a:', ', '])('a long text of %s is read in time', (part) => {
  expect(literalIn(`{${part.repeat(50_000)}`)).toBeUndefined();
});
