import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSourceText, parsePlainYaml, parseScenarioText } from '../../../src/scenario/file/parse-file.ts';
import fc from '../../fast-check.ts';

/** A directive makes a text one that is not plain. */
const parseOtherwise = (text: string): unknown =>
  parseScenarioText(createSourceText(`%YAML 1.2\n---\n${text}`, 's.yaml'));

const words = (list: string) => list.split(' ');

const fragments = [
  ...[
    'a',
    'b: ',
    'c:',
    '- ',
    '-',
    ' ',
    '  ',
    '\n',
    '\n  ',
    '\n    ',
    '\n- ',
    '\n  - ',
    '\n\n',
    '- - 1',
    '- a: 1\n  b: 2',
  ],
  ...['"', "'", '"x y"', "'it''s'", '"q": 1', "'s': 2", '"a":1', '\\n', '\\', '\\u0041', '\\\n', 'a#b', '#', ' # c'],
  ...['[', ']', '{', '}', ', ', ',', ':', ': ', '{ a: 1, b: [2, 3] }', '[a, b]', '{a}', '[a: 1]', '{a: }', '{"a":1}'],
  ...[...words('| > |- >- |+ |2 >1-'), '- |\n   text\n  more', 'a: >\n  folded\n  text\n\n  more', 'z: |2\n   x'],
  ...words('1 0 -1 1.5 1e3 0x1f 0o7 .5 1. -.inf .nan +1 -0 007 1_000 2020-01-01'),
  ...['9007199254740993', '9007199254740993.0', 'true', 'True', 'null', '~', 'Null', 'yes', 'on', '1: 2', 'null: 1'],
  ...[...words('@ % ! & * *a ? --- ... <<'), ...['`', '&a ', '!!str ', '? ', '\n---\n', '<<: ', '__proto__: 1']],
  ...[
    'x y',
    'http://a',
    'a:b',
    'constructor: 2',
    'é',
    '😀',
    '\t',
    '\r\n',
    '\u2028',
    '\u00a0',
    '\ud800',
    'text\n  over lines',
  ],
];

describe('both parsers read plain YAML alike', () => {
  const texts = fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));
  /** A scenario is an object. Only there does the other parser make integers of the texts. */
  const objects = fc
    .oneof(
      texts.map((text) => `a: 1\n${text}`),
      texts.map((text) => `- ${text}`),
      texts,
    )
    .filter((text) => !text.startsWith('{') && typeof parsePlainYaml(text) === 'object');

  test('of any text that one of them takes for plain', () => {
    fc.assert(
      fc.property(objects, (text) => {
        expect(parsePlainYaml(text)).toStrictEqual(parseOtherwise(text) ?? null);
      }),
      { numRuns: 500 },
    );
  });

  test.each(readdirSync('scenarios').filter((name) => name.endsWith('.yaml')))('scenarios/%s is plain', (name) => {
    const text = readFileSync(`scenarios/${name}`, 'utf8');
    const value = parsePlainYaml(text);
    expect(value).toBeDefined();
    expect(value).toStrictEqual(parseOtherwise(text));
  });

  test('what it reads', () => {
    const text = [
      '# A comment',
      'data:',
      '  pets:',
      '    - { id: 1, name: Tom & Jerry, at: 2030-01-01, on: yes, price: 9.50 }',
      '    - id: 9007199254740991',
      '      "first name": "Note: a\\n[b] \\u00e9"',
      "      'it''s': ''",
      '      text: >-',
      '        over',
      '        lines',
      '      nothing: ~',
      '      __proto__: 1',
    ].join('\n');
    expect(parsePlainYaml(text)).toStrictEqual(parseOtherwise(text));
    expect(parsePlainYaml(text.replaceAll('\n', '\r\n'))).toStrictEqual(parsePlainYaml(text));
    expect(parsePlainYaml(text)).toMatchObject({ data: { pets: [{ name: 'Tom & Jerry', price: 9.5 }, {}] } });
  });
});

describe('the other parser decides', () => {
  test.each([
    ['a directive', '%YAML 1.1\n---\na: 1'],
    ['a second document', 'a: 1\n---\nb: 2'],
    ['an anchor', 'a: &a 1'],
    ['an alias', 'a: [b, *c]'],
    ['a tag', 'a: !!str 1'],
    ['a merge', '<<: { b: 1 }'],
    ['an explicit key', '? a\n: 1'],
    ['a key that is no text', '1: 2'],
    ['a repeated key', 'a: 1\na: 2'],
    ['an integer that a double cannot hold', 'a: 9007199254740993'],
    ['a number with an exponent', 'a: 1e3'],
    ['a number in another base', 'a: 0x10'],
    ['zeros before a number', 'a: 007'],
    ['infinity', 'a: .inf'],
    ['a tab', 'a:\t1'],
    ['a line that ends with CR', 'a: 1\rb: 2'],
    ['a character that is no text', 'a: \u0085'],
    ['a stated indentation', 'a: |2\n   b'],
    ['empty lines that are kept', 'a: |+\n  b\n\n'],
    ['a key behind a flow collection', '- { a: 1 }b: 2'],
    ['a key behind a text in quotes', '- "x y"c: 2'],
    ['values that are nested deep', `${'['.repeat(70)}${']'.repeat(70)}`],
    ['no YAML', 'a: [1'],
  ])('%s is not plain', (_what, text) => {
    expect(parsePlainYaml(text)).toBeUndefined();
  });

  test.each([
    ['texts in quotes that do not end', '- "\\"- '],
    ['doubled quotes', "''"],
    ['brackets that end', ']a'],
    ['opening brackets', '['],
    ['spaces', ' '],
    ['colons', 'a:a'],
    ['dashes', '- '],
  ])('%s are told apart in linear time', (_what, part) => {
    const time = (length: number): number => {
      const text = `a: '${part.repeat(length)}`;
      const start = process.cpuUsage().user;
      parsePlainYaml(text);
      return process.cpuUsage().user - start;
    };
    time(20_000);
    // Quadratic time would be 400 times as much.
    expect(time(400_000)).toBeLessThan(60 * Math.max(time(20_000), 5000));
  });
});
