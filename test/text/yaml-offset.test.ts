import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import type { JsonPath } from '../../src/core/primitives/json.ts';
import { createYamlOffsets, offsetOfError } from '../../src/text/yaml-offset.ts';

const text = `base: &base
  shared: 1
paths:
  /a: { get: 2 }
list:
  - first
  - { name: second }
merged:
  <<: *base
  own: 3
again: *base
"quoted": 'x'
block: |
  words
empty:
flow: { a, "b": [] }
several:
  <<: [*base, { more: 4 }]
itself: &itself [*itself]
odd: { <<: *itself }
below: [
  { a: 1 },
]
last: 1
`;
const offsetAt = createYamlOffsets(text);

describe('the location of', () => {
  const at = (path: JsonPath, what: 'key' | 'value'): string =>
    text.slice(offsetAt(path, what)).split('\n', 1)[0] ?? '';

  test.each<[JsonPath, string, string]>([
    [['paths', '/a', 'get'], 'get: 2 }', '2 }'],
    [['list', 0], 'first', 'first'],
    [['list', '1', 'name'], 'name: second }', 'second }'],
    [['merged', 'shared'], 'shared: 1', '1'],
    [['again', 'shared'], 'shared: 1', '1'],
    [['merged', 'own'], 'own: 3', '3'],
    [['quoted'], '"quoted": \'x\'', "'x'"],
    [['block'], 'block: |', '|'],
    [['empty'], 'empty:', ''],
    [['flow', 'a'], 'a, "b": [] }', ', "b": [] }'],
    [['flow', 'b'], '"b": [] }', '[] }'],
    [['several', 'more'], 'more: 4 }]', '4 }]'],
    [['below', 0, 'a'], 'a: 1 },', '1 },'],
    [['last'], 'last: 1', '1'],
    [['itself', 0, 0], '*itself]', '*itself]'],
  ])('%j, by its key and by its value', (path, key, value) => {
    expect([at(path, 'key'), at(path, 'value')]).toEqual([key, value]);
  });

  test.each<[JsonPath, string]>([
    [['paths', '/a', 'put', 'x'], '/a: { get: 2 }'],
    [['list', 5], 'list:'],
    [['missing'], 'base: &base'],
    [[], 'base: &base'],
  ])('%j, which does not exist, is that of its nearest parent', (path, key) => {
    expect(at(path, 'key')).toBe(key);
  });
});

test.each([
  ['a line that is indented too far, after comments', 'a: 1\n\n# x\n# y\n  b: 2\n', 'b: 2'],
  ['the same with the ends of lines of Windows', 'a: 1\r\n\r\n# x\r\n  b: 2\r\n', 'b: 2'],
  ['a map that is not closed', 'a: { b\n\n# c\nd: {}\n', 'd: {}'],
])('an error is seen at the wrong text: %s', (_name, wrong, at) => {
  const [error] = parseDocument(wrong, { prettyErrors: false }).errors;
  expect(wrong.slice(offsetOfError(wrong, error?.pos[0] as number)).startsWith(at)).toBe(true);
});

test('an error at the end of a text stays there', () => {
  expect(offsetOfError('a: [\n', 5)).toBe(5);
  expect(offsetOfError('a: [\n\n# b\n', 4)).toBe(4);
});
