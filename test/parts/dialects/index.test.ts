/** Patterns of other languages: read as they are meant, or not at all. */
import { expect, test } from 'vitest';
import { createPattern } from '../../../src/openapi/pattern/pattern.ts';
import { usablePattern } from '../../../src/parts/dialects/index.ts';
import { contentsOf, now } from '../../openapi/documents.ts';

const isMatch = (pattern: string, text: string): boolean | undefined =>
  createPattern(usablePattern(pattern) ?? '[]')?.test(text);

test.each<[pattern: string, yes: readonly string[], no: readonly string[]]>([
  ['\\A[a-z]+\\z', ['abc'], ['Aabc', 'abc1', '']],
  ['\\A\\d{3}\\Z', ['123'], ['1234', 'A123Z']],
  ['^[[:alpha:]_][[:alnum:]_]*$', ['a1', '_'], ['1a', 'a-']],
  ['^[^[:space:]]+$', ['ab'], ['a b']],
  ['^[[:xdigit:][:punct:]]+$', ['0f!]'], ['g']],
  ['^\\p{IsLatin}+$', ['Łódź'], ['Ω', '1']],
  ['^[\\p{IsCyrillic} -]+$', ['Мир -'], ['abc']],
  ['^\\p{Han}+$', ['漢字'], ['abc']],
  ['^\\pL+$', ['Éa'], ['1']],
  ['^\\p{Alpha}\\p{Digit}$', ['a1'], ['11', 'é1']],
  ['^[\\p{Upper}\\p{Digit}]+$', ['A1'], ['a']],
  ['^\\p{^L}+$', ['12'], ['ab']],
  ['^\\p{InGreek}+$', ['αβ'], ['ab']],
  ['/^[0-9]{3}$/', ['123'], ['/123/', '12']],
  ['/^[a-z]+$/i', ['AbC'], ['A1']],
  ['#^\\d+$#u', ['12'], ['a']],
  ['(?i)^[a-z]{2}$', ['DE', 'de'], ['D1']],
  ['(?-mix:\\A[0-9]+\\z)', ['12'], ['1a', 'A12z']],
  ['^(?i-mx:[a-z]{2})$', ['DE', 'de'], ['D1']],
  ['^(?i)[a-z]{2}$', ['DE'], ['DEF']],
  ['^(?n)([A-Z][a-z]+/[A-Z][a-z]+)$', ['Europe/Paris'], ['Europe']],
  ['^[a-z]++$', ['abc'], ['ab1']],
  ['^(?>a|b)+$', ['ab'], ['c']],
  ["^(?P<y>\\d{4})-(?'m'\\d\\d)$", ['2026-11'], ['2026']],
  ['^\\Qa.b\\E$', ['a.b'], ['axb']],
  ['^\\x{41}+$', ['AA'], ['xx']],
  ['^a(?# of three)b$', ['ab'], ['a']],
  ['^[]a]+$', [']a'], ['b']],
  ['{^\\d+$}', ['12'], ['{12}']],
  ['m/^\\d+$/', ['12'], ['m/12/']],
  ['|^[a-z]+$|', ['ab'], ['12', '']],
  ['^[^]a]+$', ['b'], [']', 'a']],
  ['^[[:^digit:]]+$', ['ab'], ['1']],
  ['^\\p{script=Han}+$', ['漢字'], ['abc']],
  ['^a\\Rb$', ['a\r\nb', 'a\nb'], ['ab']],
  // Escaped twice.
  ['^(\\\\d{4})-(\\\\d{2})$', ['2026-11'], ['\\dddd-\\dd', '26-11']],
  ['^\\\\d+(\\\\.\\\\d+)?$', ['1', '1.5'], ['1x5']],
  ['^[\\\\w-]+$', ['a-1'], ['a b']],
  ['^[a-z.]+@[a-z-]+\\\\.[a-z.]+$', ['a@b.com'], ['a@b\\xcom']],
  // A text in quotes, and a path.
  ['^"(?:[^"\\\\]|\\\\.)*"$', ['"a\\"b"'], ['"a"b"']],
  ['^[^\\\\/]+$', ['a'], ['a\\b']],
])('%s matches %j, and not %j', (pattern, yes, no) => {
  expect(yes.map((text) => [text, isMatch(pattern, text)])).toEqual(yes.map((text) => [text, true]));
  expect(no.map((text) => [text, isMatch(pattern, text)])).toEqual(no.map((text) => [text, false]));
});

test.each([
  ['a class minus another', '^[a-z-[aeiou]]+$'],
  ['an intersection', '^[a-z&&[^b]]+$'],
  ['a reference back', '^(?P<a>x)(?P=a)$'],
  ['a reference back in braces', '^(?<a>x)\\g{a}$'],
  ['a recursion', '^a(?R)?b$'],
  ['free spacing', '(?x) ^ a $'],
  ['a flag in the middle', '^a(?i)b$'],
  ['an unknown property', '^\\p{IsNothing}$'],
  ['a letter that means something elsewhere', '^\\h+$'],
])('%s is not read by accident', (_name, pattern) => {
  expect(usablePattern(pattern)).toBeUndefined();
});

test.each([
  '^[A-Z]{3}-\\d{4}$',
  '^(?<year>\\d{4})\\/(?:0[1-9]|1[0-2])$',
  '^[a-z[]+$',
  '^[^\\]]*$',
  '^a+?b*?c{2,}?$',
  '^\\p{Lu}\\p{L}*$',
  '^/api/.+$',
  '^(?!-)(?<=a)b$',
  '[\\w.-]+@[\\w-]+',
  '^[[:,]+$',
  '^\\++$',
  '^[^]+[a]$',
  '\\u0041\\x41',
  '^[\\\\\\w]+$',
  '^C:\\\\data$',
])('%s stays as it is', (pattern) => {
  expect(usablePattern(pattern)).toBe(pattern);
});

test('a long pattern, and one of brackets that are never closed, are read in time', () => {
  expect(usablePattern(`\\A${'['.repeat(9000)}`)).toBeUndefined();
  expect(usablePattern(`${'a'.repeat(20_000)}\\z`)).toBe(`${'a'.repeat(20_000)}\\z`);
});

test('a pattern that is not read is reported at its place, and one that is read restricts what is generated', async () => {
  const properties = {
    a: { type: 'string', pattern: '\\A[a-f]{3}\\z' },
    b: { type: 'string', pattern: '^[a-z&&[^b]]$' },
  };
  const { response, service } = await contentsOf({ type: 'object', properties, required: ['a', 'b'] });
  expect(response.generate({ seed: 1, now })).toMatchObject({ a: expect.stringMatching(/^[a-f]{3}$/) });
  expect(response.check({ a: 'abc', b: 'anything' })).toEqual([]);
  expect(service.problems.filter(({ pointer }) => pointer.endsWith('/b/pattern'))).not.toEqual([]);
});
