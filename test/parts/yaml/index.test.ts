/** What is read line by line is what the parser for all of YAML reads. */
import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import type { Json } from '../../../src/core/primitives/json.ts';
import { readPlainYaml } from '../../../src/parts/yaml/index.ts';
import fc from '../../fast-check.ts';

const read = (text: string): Json => load(text) as Json;

const noParser = (text: string): never => {
  throw new Error(`this is not read line by line: ${text}`);
};

test.each([
  ['keys and texts', 'openapi: v3\ninfo:\n  title: A b, c (d)\n  url: https://a.b/c?d=e#f\n'],
  ['lists beside and below their keys', 'a:\n- b\n- c\nd:\n  - e\n  - f: x1\n    g: h\n  -\n    i: j\n'],
  ['lists in lists', '- - a\n  - b\n-\n  - c\n'],
  ['values below their keys', 'a:\n  b c\nd:\n\n    "e"\n'],
  ['quotes', `'200': "a: b"\n"x y": 'c # d'\ne: ''\n`],
  ['comments and empty lines', '---\n# a\na: # b\n\n  # c\n  d: e\n    # f\n\ng:\n'],
  ['keys that look like something else', '200: a\ntrue: b\n/p/{id}: c\n$ref: d\n__proto__: e\nx y : f\n'],
  ['no line end', 'a: b\nc:\n  - d'],
])('%s need no other parser', (_name, text) => {
  expect(readPlainYaml(text.replace(/\n *# f/, ''), noParser)).toEqual(read(text));
});

test.each([
  ['texts of several lines', 'a: b\n  c\n\n  d\ne: "f\n  g"\nh: i # j\n'],
  ['block texts', 'a: |\n  b: c\n   # d\n\ne: >-\n  f\n  g\n\n    h\ni: |+\n  j\n\n'],
  ['brackets', 'a: [b, {c: d}]\ne: {\n  f: [],\n  }\ng: []\nh:\n  {i: j}\nk:\n  l\n  m\n'],
  ['escapes', `a: "b\\n\\u0063"\nd: 'e''f'\ng: "h\\ \n  i"\n`],
  ['what is no text', 'a: 1\nb: -1.50\nc: true\nd: null\ne: ~\nf: 0x1F\ng: .inf\nh: +2\ni: Null\n'],
])('%s are read by the other parser, and the rest line by line', (_name, text) => {
  const given: string[] = [];
  const value = readPlainYaml(`before: x\n${text}after: y\n`, (part) => {
    given.push(part);
    return read(part);
  });
  expect(value).toEqual(read(`before: x\n${text}after: y\n`));
  expect(given.join('')).not.toMatch(/before|after/);
});

test.each([
  ...[
    'a: *b\n',
    'a: &b c\n',
    'a: !b c\n',
    '? a\n: b\n',
    '<<: {a: b}\n',
    'a: 1\na: 2\n',
    'a: b\n--- \nc: d\n',
    '... a: b\n',
  ],
  ...[
    'a: b: c\n',
    `a: 'b': c\n`,
    'a:\tb\n',
    'a: b\r\n',
    'a: |2\n   b\n',
    '- a\nb: c\n',
    'a:\n    b: c\n  d: e\n',
    'a: "b\n',
  ],
  ...[
    'null: a\n',
    '-1: a\n',
    'a #b: c\n',
    '',
    '# a\n',
    'a\n',
    'a: b\n c: d\n',
    `a: b\n${'- '.repeat(200)}c\n`,
    'a: \ud800\n',
  ],
])('%j is left to the other parser', (text) => {
  expect(readPlainYaml(text, read)).toBeUndefined();
});

const keys =
  `a b k 'q' "d" 200 x-y $ref /p a\u00a0b c\u2028d null true 1 <<  "e\\x41" 'i''s' ? - .f a#b __proto__ -1 +x @x ...`.split(
    ' ',
  );
const values = [
  ...`a d\u00a0e it's 200 1.5 true null ~ -5 - ? a:b a#b #c "q" 's' 'it''s' "a\\n" "open 'open | > |- >+ |2 [1] [ ] {a:1} { & *x !t << @a \` %`.split(
    ' ',
  ),
  ...[
    'a: b',
    ': x',
    'x:',
    'x :',
    '- 5',
    'a #b',
    '"q" # c',
    '{a: 1}: 2',
    '"a": b',
    'x  y ',
    '- - a',
    '-   a: b',
    '&x y',
    '...',
    '---',
    '.5',
    '+1',
    '=',
    '',
  ],
];
const lines = fc.array(
  fc.tuple(
    fc.nat({ max: 3 }),
    fc.constantFrom('', '', '- '),
    fc.option(fc.constantFrom(...keys), { nil: undefined }),
    fc.constantFrom(...values),
  ),
  { minLength: 1, maxLength: 6 },
);

test('of any text, it reads the same or nothing', () => {
  let plain = 0;
  fc.assert(
    fc.property(lines, fc.constantFrom('\n', '', '\n\n'), (parts, end) => {
      const text =
        parts
          .map(
            ([depth, dash, key, value]) => `${'  '.repeat(depth)}${dash}${key === undefined ? '' : `${key}: `}${value}`,
          )
          .join('\n') + end;
      const found = readPlainYaml(text, read);
      if (found === undefined) return;
      plain++;
      expect(found).toEqual(read(text));
    }),
    { numRuns: 5000 },
  );
  expect(plain).toBeGreaterThan(200);
});
