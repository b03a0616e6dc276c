import { expect, test } from 'vitest';
import type { JsonPath } from '../../src/core/primitives/json.ts';
import { createJsonOffsets, scanJson } from '../../src/text/json-text.ts';
import { createYamlOffsets } from '../../src/text/yaml-offset.ts';
import fc from '../fast-check.ts';

const pathsIn = (value: unknown): readonly JsonPath[] => {
  if (typeof value !== 'object' || value === null) return [[]];
  const below = Object.entries(value).flatMap(([name, child]) => pathsIn(child).map((path) => [name, ...path]));
  return [[], ...below];
};

test('a path has the offset that the YAML parser finds', () => {
  const spaces = fc.constantFrom('', ' ', '\t', '    ');
  fc.assert(
    fc.property(fc.jsonValue(), spaces, (value, space) => {
      const text = `${space}${JSON.stringify(value, null, space)}\n`;
      const offsetAt = createYamlOffsets(text.trimStart());
      const offset = createJsonOffsets(text);
      for (const at of ['key', 'value'] as const)
        for (const path of pathsIn(value))
          expect(offset(path, at) - (text.length - text.trimStart().length)).toBe(offsetAt(path, at));
    }),
    { numRuns: 500 },
  );
});

const text = '{ "a" : [ 1, {"b\\"]}": "}\\\\" } ,null], "é\\u0061": true, "a/b": -1.5e3 }';
const at = createJsonOffsets(text);

test.each([
  [[], 0],
  [['a'], text.indexOf('"a"')],
  [['a', '0'], text.indexOf('1')],
  [['a', 1, 'b"]}'], text.indexOf('"b')],
  [['a', '2'], text.indexOf('null')],
  [['éa'], text.indexOf('"é')],
  [['a/b'], text.indexOf('"a/b"')],
])('the path %j is at %i', (path, offset) => {
  expect(at(path)).toBe(offset);
});

test('of a path that does not exist, the last existing part is located', () => {
  expect(at(['a', '1', 'none', 'x'])).toBe(text.indexOf('{"b'));
  expect(at(['a', '01'])).toBe(text.indexOf('"a"'));
  expect(at(['a', '-'])).toBe(text.indexOf('"a"'));
  expect(at(['éa', 'length'])).toBe(text.indexOf('"é'));
  expect(createJsonOffsets('[]')(['0'])).toBe(0);
});

test('of a repeated name, the last value is located', () => {
  expect(createJsonOffsets('{"a":1,"a":{"b":2}}')(['a', 'b'])).toBe(12);
});

test('a value may be nested deeply, and the text may be a scalar', () => {
  const depth = 20_000;
  const deep = `{"a":${'['.repeat(depth)}${']'.repeat(depth)},"b":1}`;
  expect(createJsonOffsets(deep)(['b'])).toBe(deep.indexOf('"b"'));
  expect(createJsonOffsets(' 12')(['a'])).toBe(1);
});

test('a text that JSON.parse accepts has no findings', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2), (text, space) => {
      expect(scanJson(JSON.stringify(JSON.parse(text), undefined, space))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('JSON.parse rejects a text if and only if it has a finding', () => {
  const pieces = fc.array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-',
      '0',
      '.5',
      'e3',
      'true',
      'nul',
      ' ',
      '\\',
      '"',
      '\n',
    ),
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      let valid = true;
      try {
        JSON.parse(text);
      } catch {
        valid = false;
      }
      expect(scanJson(text).filter(({ message }) => !message.endsWith('is duplicated')).length === 0).toBe(valid);
    }),
    { numRuns: 700 },
  );
});

test('a duplicate key and a syntax error are located, also behind escapes', () => {
  expect(scanJson('{"a": 1, "\\u0061": [{"b": 1, "b": 2}]}')).toEqual([
    { offset: 9, message: 'the key "a" is duplicated' },
    { offset: 29, message: 'the key "b" is duplicated' },
  ]);
  expect(scanJson('{"a": [1 2]}')).toEqual([
    { offset: 9, message: 'this is not valid JSON: expected "," or "]", not "2"' },
  ]);
  expect(scanJson(`${'['.repeat(101)}`)).toEqual([
    { offset: 100, message: 'the values are nested deeper than 100 levels' },
  ]);
});
