/** Each test of a pattern has the result of the JavaScript engine, and ends. */
import { expect, test } from 'vitest';
import { StepBudget } from '../../../src/core/primitives/step-budget.ts';
import { Automaton, type Units } from '../../../src/openapi/pattern/automaton.ts';
import { createPattern } from '../../../src/openapi/pattern/pattern.ts';
import { compileProgram } from '../../../src/openapi/pattern/pattern-program.ts';
import { parsePattern } from '../../../src/openapi/pattern/syntax.ts';
import fc from '../../fast-check.ts';

const atoms = [
  ...['a', 'b', 'c', '.', '\\d', '\\w', '\\s', '\\W', '\\D', '[ab]', '[^a]', '[a-c\\d]', '[]', '[^]', '[😀a]'],
  ...['\\b', '\\B', '^', '$', '\\p{L}', '\\P{L}', '\\u0061', '\\u{61}', '\\ud83d\\ude00', '\\x62', 'é', '😀'],
  ...['-', '\\-', '\\.', ',', '\\1', '\\2', '\\k<n>', '\\k', '\\0', '\\12', '\\8', '{', '}', ']', '\\c', '\\cA'],
];
const quantifiers = ['*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?', '??', '{0}', '{0,2}?'];
const openings = ['(', '(?:', '(?=', '(?!', '(?<=', '(?<!', '(?<n>', '(?s-i:', '(?m:'];

const sources: fc.Arbitrary<string> = fc.letrec<{ source: string }>((tie) => ({
  source: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...atoms),
    fc.array(tie('source'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.tuple(tie('source'), tie('source')).map(([left, right]) => `(?:${left}|${right})`),
    fc.tuple(fc.constantFrom(...openings), tie('source')).map(([opening, inner]) => `${opening}${inner})`),
    fc.tuple(tie('source'), fc.constantFrom(...quantifiers)).map(([inner, count]) => `(?:${inner})${count}`),
    fc.tuple(fc.constantFrom(...atoms), fc.constantFrom(...quantifiers)).map((parts) => parts.join('')),
  ),
})).source;

const characters = ['a', 'b', 'c', 'A', '1', ' ', 'é', '😀', '-', '.', '\n', '{', '}', '\\', '\ud83d', ',', 'ſ', '\0'];
const texts = fc.array(fc.constantFrom(...characters), { maxLength: 8 }).map((parts) => parts.join(''));

const unitsOf = (text: string, flags: string): Units =>
  flags === 'u'
    ? Uint32Array.from(text, (character) => character.codePointAt(0) as number)
    : Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

/** The engine also finds empty matches within a surrogate pair; ECMA-262, 22.2.7.2 does not. */
const isInsidePair = (text: string, at: number): boolean =>
  /[\ud800-\udbff]/.test(text[at - 1] ?? '') && /[\udc00-\udfff]/.test(text[at] ?? '');

test('any pattern has the result of the JavaScript engine, with each matcher', () => {
  fc.assert(
    fc.property(sources, fc.array(texts, { minLength: 1, maxLength: 6 }), fc.boolean(), (inner, list, isWhole) => {
      const source = isWhole ? `^${inner}$` : inner;
      const pattern = createPattern(source);
      if (pattern === undefined) return;
      const { flags } = pattern;
      const syntax = parsePattern(source, flags);
      const program = compileProgram(syntax, 64);
      for (const text of list) {
        const match = new RegExp(source, flags).exec(text);
        if (match !== null && flags === 'u' && isInsidePair(text, match.index)) continue;
        const budget = new StepBudget(1_000_000);
        const found = [pattern.test(text)];
        if (program !== undefined) found.push(new Automaton(program).test(unitsOf(text, flags), budget));
        expect([source, flags, text, ...new Set(found)]).toEqual([source, flags, text, match !== null]);
      }
    }),
    { numRuns: 1000 },
  );
});

test('the modifiers of a group decide about case', () => {
  expect(createPattern('^(?i:ab)c$')?.test('ABc')).toBe(true);
  expect(createPattern('^(?i:ab)c$')?.test('ABC')).toBe(false);
});

test.each(['(a)\\1', '(?<n>a)\\k<n>', '\\1(a)', '[\\1](a)\\1'])(
  'the back reference of %s is not supported',
  (source) => {
    expect(createPattern(source)).toBeUndefined();
  },
);

test.each(['(a)\\2', 'a\\1', '\\k<n>', '[\\1]'])('%s has no back reference', (source) => {
  expect(createPattern(source)?.test('a')).toBe(new RegExp(source).test('a'));
});
