import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { equivalentMutants } from '../../../scripts/mutation/equivalent-mutants.ts';
import { instrument } from '../../../scripts/mutation/instrument.ts';
import { mutantsOf } from '../../../scripts/mutation/mutants.ts';
import { root } from '../../../scripts/source-map.ts';

/** `original -> replacement` of each mutant. */
const mutationsOf = (source: string): readonly string[] =>
  mutantsOf('a.ts', source).map(({ original, replacement }) => `${original} -> ${replacement}`);

describe('mutants', () => {
  test.each([
    ['x(a < b);', ['a < b -> (a) <= (b)', 'a < b -> (a) >= (b)', 'a < b -> true', 'a < b -> false']],
    ['x(a ?? b);', ['a ?? b -> (a) && (b)']],
    ['if (!a) b();', ['!a -> true', '!a -> false', '!a -> a']],
    ['x(a + 1, "-" + b, i++);', ['a + 1 -> (a) - (1)', '"-" -> \'\'', 'i++ -> i--']],
    ['x({ a: true });', ['{ a: true } -> {}', 'true -> false']],
    ['x([1], []);', ['[1] -> []', "[] -> ['mutated']"]],
    ['x(a?.b.trim());', ['.trim() -> ', '?. -> .']],
    ['x(a?.[b], a?.(b));', ['?. -> ', '?. -> ']],
    ['x((a) => a);', ['a -> undefined']],
    ['x(/^a$/i);', ['/^a$/i -> /a$/i', '/^a$/i -> /^a/i', '/^a$/i -> /^a$/']],
    ['switch (a) { case b: c(); }', ['c(); -> ']],
    ['switch (a) { case b: c(); break; default: a satisfies never; }', ['c(); break; -> ']],
    ['{ a(); b(); }', ['{ a(); b(); } -> {}', 'a(); -> ', 'b(); -> ']],
  ])('of %s', (source, expected) => {
    expect(mutationsOf(source)).toEqual(expected);
  });

  test.each([
    ['text with a space', "x('a message');"],
    ['types', "type A = 'a' | 'b'; const x = y as 'a';"],
    ['names', "import { x } from 'y'; export { x };"],
    ['changes without effect', 'x(() => undefined); switch (a) { default: break; }'],
  ])('are not made of %s', (_what, source) => {
    expect(mutationsOf(source)).toEqual([]);
  });
});

/** The value of the expression with one mutant, or none. */
const evaluate = (expression: string, selected: number | undefined): unknown => {
  const source = `result = ${expression};`;
  const code = instrument(source, mutantsOf('a.js', source), 10);
  const mutation = { reached: (id: number) => id === selected };
  return new Function('globalThis', `let result; ${code} return result;`)({ mutation });
};

describe('an instrumented source', () => {
  const expression = '[1, 2, 3].filter((one) => one > 1 || one < 0).map((one) => { return one?.toFixed(); })';

  test('is the source without a mutant', () => {
    expect(evaluate(expression, undefined)).toEqual(['2', '3']);
  });

  test('is changed by each mutant alone, nested ones too', () => {
    const mutants = mutantsOf('a.js', `result = ${expression};`);
    const results = new Map(
      mutants.map(({ original, replacement }, index) => [
        `${original} -> ${replacement}`,
        evaluate(expression, 10 + index),
      ]),
    );
    expect(results.get('one > 1 -> (one) >= (1)')).toEqual(['1', '2', '3']);
    expect(results.get('one < 0 -> true')).toEqual(['1', '2', '3']);
    expect(results.get('.filter((one) => one > 1 || one < 0) -> ')).toEqual(['1', '2', '3']);
    expect(results.get('[1, 2, 3] -> []')).toEqual([]);
    expect(results.get('{ return one?.toFixed(); } -> {}')).toEqual([undefined, undefined]);
  });

  test('ends a chain of optional properties where the source does', () => {
    expect(evaluate('new Map([[1, [2]]]).get(0)?.find((one) => one > 1)?.toFixed().trim()', undefined)).toBeUndefined();
  });
});

test.each([...Map.groupBy(equivalentMutants, ({ file }) => file)])('%s has its equivalent mutants', (file, known) => {
  const mutants = mutantsOf(file, readFileSync(`${root}${file}`, 'utf8'));
  const has = ({ original, replacement }: (typeof known)[number]): boolean =>
    mutants.some((one) => one.original === original && [undefined, one.replacement].includes(replacement));
  expect(known.filter((one) => !has(one))).toEqual([]);
});
