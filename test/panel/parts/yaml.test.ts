import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { toYaml } from '../../../src/panel/parts/yaml.ts';
import fc from '../../fast-check.ts';

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
