import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../../../src/parts/panel/parts/yaml.ts';
import fc from '../../../fast-check.ts';

test('a written value can be read back', () => {
  const value = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.string(),
      fc.constantFrom(
        'on',
        'yes',
        '1',
        '2s',
        '10KB',
        '- a',
        'a: b',
        '#x',
        ' ',
        '',
        '2030-06-01',
        '~',
        '*',
        '/a/*',
        "it's",
      ),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie('value'), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;
  fc.assert(
    fc.property(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), value, { minKeys: 1, noNullPrototype: true }),
      (whole) => {
        expect(parse(toYaml(whole))).toEqual(whole);
      },
    ),
  );
});

test.each<[unknown, string]>([
  [{ a: 1, b: 'x', c: [], d: {} }, 'a: 1\nb: x\nc: []\nd: {}\n'],
  [{ a: { b: { c: 1 } } }, 'a: { b: { c: 1 } }\n'],
  [{ a: [1, { b: 2 }] }, 'a: [1, { b: 2 }]\n'],
  [
    { a: { long: 'x'.repeat(40), other: 'y'.repeat(40) } },
    `a:\n  long: ${'x'.repeat(40)}\n  other: ${'y'.repeat(40)}\n`,
  ],
  [{ a: [{ b: 'x'.repeat(40), c: 'y'.repeat(40) }] }, `a:\n  - b: ${'x'.repeat(40)}\n    c: ${'y'.repeat(40)}\n`],
  [{ 'a b': 'true', c: '10KB', d: '-x' }, '"a b": "true"\nc: 10KB\nd: "-x"\n'],
  [{ a: 'No', b: 'x ', c: '-10KB', d: '10KB/s' }, 'a: "No"\nb: "x "\nc: "-10KB"\nd: "10KB/s"\n'],
  [{ a: 'x'.repeat(80), b: [[]] }, `a: ${'x'.repeat(80)}\nb: [[]]\n`],
  [
    { a: ['x'.repeat(40), ['y'.repeat(80), {}]] },
    `a:\n  - ${'x'.repeat(40)}\n  -\n    - ${'y'.repeat(80)}\n    - {}\n`,
  ],
  [{ a: { b: 'x'.repeat(63) } }, `a: { b: ${'x'.repeat(63)} }\n`],
  [{ a: { b: 'x'.repeat(64) } }, `a:\n  b: ${'x'.repeat(64)}\n`],
  [{}, '{}\n'],
  [[], '[]\n'],
  ['x', 'x\n'],
])('a value is written as a person would: %j', (value, expected) => {
  expect(toYaml(value)).toBe(expected);
});
