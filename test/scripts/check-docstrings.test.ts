import { expect, test } from 'vitest';
import { withoutSubject } from '../../scripts/check-docstrings.ts';

test.each(['Of', 'Those', 'That', 'By', 'As', 'Undefined', 'It', 'They'])(
  'a docstring that begins with "%s" is found',
  (word) => {
    expect(withoutSubject(`const a = 1;\n/** ${word} one thing. */\nconst b = 2;`)).toEqual([
      { line: 2, start: `${word} one thing. */` },
    ]);
    expect(withoutSubject(`/**\n * ${word} one thing.\n */`)).toHaveLength(1);
  },
);

test.each(['With', 'Without', 'Beside', 'Behind'])(
  'before a declaration, one that begins with "%s" has a main clause',
  (word) => {
    expect(withoutSubject(`/** ${word} one thing. */\nconst a = 1;`)).toHaveLength(1);
    expect(withoutSubject(`/** ${word} one thing, another stays. */\nconst a = 1;`)).toEqual([]);
    expect(withoutSubject(`interface A {\n  /** ${word} one thing. */\n  a: 1;\n}`)).toEqual([]);
  },
);

test('before a declaration, a pronoun is no subject', () => {
  expect(withoutSubject('/** Whether it fits. */\nconst fits = 1;')).toHaveLength(1);
  expect(withoutSubject('/** Whether they fit. */\nexport const fit = 1;')).toHaveLength(1);
  expect(withoutSubject('/** Whether a name fits. */\nconst fits = 1;')).toEqual([]);
  expect(withoutSubject('interface A {\n  /** Whether it fits. */\n  fits: 1;\n}')).toEqual([]);
});

test('before a predicate, a docstring says whether', () => {
  expect(
    withoutSubject('/** The name of nothing. */\nexport const isEmpty = (name: string) => name === "";'),
  ).toHaveLength(1);
  expect(withoutSubject('/** Whether a name is empty. */\nconst isEmpty = (name: string) => name === "";')).toEqual([]);
  expect(
    withoutSubject('/** Returns undefined if nobody knows. */\nconst isEmpty = (name: string) => known.get(name);'),
  ).toEqual([]);
  expect(withoutSubject('/** The issuer. */\nconst issuer = (name: string) => name;')).toEqual([]);
});

test('a docstring with a subject is none of them, and neither is a comment', () => {
  expect(withoutSubject('/** The value of one thing. As sent. */')).toEqual([]);
  expect(withoutSubject('/** Often it is there. */\n// Of one thing.\n/* By name. */')).toEqual([]);
});
