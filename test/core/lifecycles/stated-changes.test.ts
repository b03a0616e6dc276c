import { expect, test } from 'vitest';
import { readChanges } from '../../../src/core/lifecycles/stated-changes.ts';
import type { Json } from '../../../src/core/primitives/json.ts';

const read = (raw: Json) => {
  const reported: [string, string][] = [];
  const changes = readChanges(raw, '/set', (pointer, message) => reported.push([pointer, message]));
  return { changes: changes.map(({ name, to }) => [name, to]), reported };
};

test('a property is set to a value, added to, or taken from the request or the clock', () => {
  const raw = {
    done: true,
    'author.name': { first: 'a' },
    count: { $add: -1 },
    title: { $from: 'body.a.b' },
    at: { $from: 'now' },
    by: { $from: 'path.userId' },
  };
  expect(read(raw)).toEqual({
    changes: [
      ['done', { type: 'value', value: true }],
      ['author.name', { type: 'value', value: { first: 'a' } }],
      ['count', { type: 'add', amount: -1 }],
      ['title', { type: 'from', source: 'body', name: 'a.b' }],
      ['at', { type: 'now' }],
      ['by', { type: 'from', source: 'path', name: 'userId' }],
    ],
    reported: [],
  });
});

test.each<[Json, string, RegExp]>([
  ['x', '/set', /must be a map/],
  [{ a: { $ad: 1 } }, '/set/a/$ad', /unknown key "\$ad"\. Did you mean "\$add"/],
  [{ a: { $set: 1 } }, '/set/a/$set', /Known: \$add, \$from/],
  [{ 'a/b': { $add: 'x' } }, '/set/a~1b/$add', /must be a number/],
  [{ a: { $add: 1, b: 2 } }, '/set/a', /must have no other property beside "\$add"/],
  [{ a: { $from: 'header.x' } }, '/set/a/$from', /must be "now", or body\., path\. or query\. and a name/],
  [{ a: { $from: 'antibody.x' } }, '/set/a/$from', /must be "now"/],
  [{ a: { $from: 7 } }, '/set/a/$from', /must be "now"/],
])('%j is reported', (raw, pointer, message) => {
  expect(read(raw)).toEqual({ changes: [], reported: [[pointer, expect.stringMatching(message)]] });
});
