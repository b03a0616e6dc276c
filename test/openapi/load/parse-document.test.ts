/** js-yaml reads documents, and the package `yaml` scenarios; both must read the same. */
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json, JsonObject } from '../../../src/core/primitives/json.ts';
import { settleScalars } from '../../../src/openapi/document/written-scalars.ts';
import { parseText } from '../../../src/openapi/load/parse-document.ts';

/** The value without a schema that wants a text. */
const read = (text: string): Json => {
  const value = parseText(text);
  settleScalars(value as JsonObject);
  return value;
};

/** Values of `yaml`, whose integers are exact, with numbers for the safe ones. */
const asJson = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(asJson);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asJson(each)]));
};

test.each([
  'a: 2030-12-05\nb: 2030-12-05T12:00:00Z\n',
  'a: 0o17\nb: 0x1f\nc: 1e3\nd: 017\ne: +1\nf: 1_000\ng: 1.50\nh: -0\n',
  'a: yes\nb: no\nc: on\nd: Off\ne: True\nf: ~\ng: NULL\nh:\n',
  'a: 9223372036854775807\nb: -9223372036854775808\nc: 9007199254740991\nd: 12345678901234567890.5\n',
  '200: a\ntrue: b\n1.5: c\n',
  'a: &base { x: 1, y: [1, 2] }\nb: { <<: *base, x: 2 }\nc: *base\nd:\n  <<: [*base, { z: 3 }]\n',
  "a: |\n  one\n\n  two\nb: >-\n  three\n  four\nc: \"five\n  six\"\nd: 'it''s'\n",
  'a: "\\u00e9\\n\\x41"\nb: é 😀\n',
  '"a": {b: [1, 2,], c: {}}\n? d\n: e\n',
  'a: [one, "two"] # comment\n# another\nb: http://example.com/#x\nc: a:b\n',
  '{ openapi: 3.1.0, info: { title: T } }\n',
  'a: { __proto__: { b: 1 }, constructor: 2 }\n',
  '- a\n-   - b\n    - c\n-\n  d: 1\n',
])('%j', (text) => {
  expect(read(text)).toEqual(asJson(parse(text, { merge: true, intAsBigInt: /\d{16}/.test(text) })));
});

test.each([
  ['on the column of the key', 'a: [\n  1\n]\nb:\n  c: {\n    d: [\n    ]\n  }\n', { a: [1], b: { c: { d: [] } } }],
  ['on that of an item', 'a:\n  - b: {\n      c: 1\n    }\n  - [\n    1\n  ]\n', { a: [{ b: { c: 1 } }, [1]] }],
  ['behind comments', 'a: [\n  "1 # 2", # 3]\n\n  # 4\n]\n', { a: ['1 # 2'] }],
  ['with other line ends', 'a: {\r\n  b: 1\r\n}\r\n', { a: { b: 1 } }],
  [
    'below a block text',
    'a: |\n  {\n  }\nb:\n- >-\n  [\n  ]\n- c: |\n    [\n    ]\n  d: [\n  ]\n',
    { a: '{\n}\n', b: ['[ ]', { c: '[\n]\n', d: [] }] },
  ],
])('brackets may end %s', (_name, text, expected) => {
  expect(read(text)).toEqual(expected);
});

test('many merged keys are read', () => {
  const items = Array.from({ length: 3000 }, (_, index) => `  b${index}: { <<: *a }\n`);
  expect(read(`a: &a { c: 1, d: 2, e: 3, f: 4 }\nb:\n${items.join('')}`)).toHaveProperty('b.b2999.f', 4);
});

test.each([
  ['a tag of one’s own', 'a: !mine 1\nb: !Sub [x]\nc: !If { d: 1 }\n', { a: '1', b: ['x'], c: { d: 1 } }],
  ['a date with its tag', 'a: !!timestamp 2030-12-05\n', { a: '2030-12-05' }],
  ['a text and a number with their tags', 'a: !!str 1\nb: !!float 1\n', { a: '1', b: 1 }],
  ['YAML 1.1 with its directive', '%YAML 1.1\n---\na: yes\n', { a: 'yes' }],
  ['nothing', '# nothing\n', null],
])('%s is read', (_name, text, expected) => {
  expect(parseText(text)).toEqual(expected);
});

test.each([
  ['a key that is a list', '? [a]\n: 1\n', / complex keys/],
  ['a second document', 'a: 1\n---\nb: 1\n', / second document/],
])('%s is an error', (_name, text, message) => {
  expect(() => parseText(text)).toThrow(message);
});

test('integers are exact in every notation', () => {
  const text =
    'a: 9007199254740993.0\nb: 9.007199254740993e15\nc: +9007199254740993\nd: 0x20000000000001\ne: 1.5\nf: .inf\n';
  const exact = 9007199254740993n;
  expect(read(text)).toEqual({
    a: exact,
    b: exact,
    c: exact,
    d: exact,
    e: 1.5,
    f: Number.POSITIVE_INFINITY,
  });
});

test.each([
  'a: &x {b: 1}\nc: *x\n',
  'a:\n  &x\n  b: 1\nc: *x\n',
  '{a: &x {b: 1},c: *x}',
  '{"a":&x {b: 1},"c":*x}',
  '[&x {b: 1},*x]',
  '- &x {b: 1}\n- *x\n',
  '? a\n: &x {b: 1}\n? c\n: *x\n',
])('what aliases share is copied: %j', (text) => {
  const [first, second] = Object.values(parseText(text) as JsonObject);
  expect(first).toEqual({ b: 1 });
  expect(second).toEqual(first);
  expect(second).not.toBe(first);
});

test('the expansion of aliases is limited', () => {
  const lines = ['a: &a [x, x, x, x, x, x, x, x, x, x]'];
  for (const [at, name] of [...'bcdefghi'].entries())
    lines.push(`${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[at]}`).join(', ')}]`);
  expect(() => parseText(lines.join('\n'))).toThrow(/alias/i);
});
