import { describe, expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import type { JsonPath } from '../../src/core/primitives/json-path.ts';
import { offsetAt } from '../../src/text/yaml-offset.ts';

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
`;
const document = parseDocument(text, { merge: true });

describe('the location of', () => {
  const at = (path: JsonPath, what: 'key' | 'value'): string =>
    text.slice(offsetAt(document, path, what)).split('\n', 1)[0] ?? '';

  test.each<[JsonPath, string, string]>([
    [['paths', '/a', 'get'], 'get: 2 }', '2 }'],
    [['list', 0], 'first', 'first'],
    [['list', '1', 'name'], 'name: second }', 'second }'],
    [['merged', 'shared'], 'shared: 1', '1'],
    [['again', 'shared'], 'shared: 1', '1'],
    [['merged', 'own'], 'own: 3', '3'],
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
