/** The changes that are proposed at one location, before the schema's own check judges them. */
import { describe, expect, test } from 'vitest';
import { type BodyKind, breakagesOf } from '../../../src/core/faults/contract-fault.ts';
import type { Json } from '../../../src/core/primitives/json.ts';
import type { SchemaFacts } from '../../../src/core/service/check.ts';

/** The facts of a schema without any rule. */
const anything: SchemaFacts = {
  types: undefined,
  values: undefined,
  format: undefined,
  low: Number.NEGATIVE_INFINITY,
  lowOpen: false,
  high: Number.POSITIVE_INFINITY,
  highOpen: false,
  step: undefined,
  minLength: 0,
  maxLength: Number.POSITIVE_INFINITY,
  minItems: 0,
  maxItems: Number.POSITIVE_INFINITY,
  minProperties: 0,
  required: new Set(),
  patterns: [],
  declares: false,
  declarationOf: () => 'open',
  child: () => anything,
};

const propose = (kind: BodyKind, value: Json, rules: Partial<SchemaFacts> = {}, seed = 1) => {
  const facts = { ...anything, ...rules };
  return breakagesOf(kind, { parent: undefined, token: undefined, value, facts }, seed);
};
const valuesOf = (...given: Parameters<typeof propose>): readonly (Json | undefined)[] =>
  propose(...given).breakages.map(({ after }) => after);

describe('a wrong type', () => {
  test.each<[Json, Json]>([
    [5, '5'],
    [true, 'true'],
    [null, 'null'],
    ['17', 17],
    ['-17', -17],
    ['x17', 12345],
    ['1234567890123456', 12345],
    [[1], {}],
    [{ a: 1 }, []],
  ])('of %j is %j first', (value, first) => {
    const type =
      value === null
        ? 'null'
        : Array.isArray(value)
          ? 'array'
          : typeof value === 'string'
            ? 'string'
            : typeof value === 'boolean'
              ? 'boolean'
              : typeof value === 'object'
                ? 'object'
                : 'integer';
    expect(valuesOf('wrong-type', value, { types: new Set([type]) })[0]).toEqual(first);
  });

  test('of an exact integer is its text first', () => {
    expect(valuesOf('wrong-type', 5n, { types: new Set(['integer']) })[0]).toBe('5');
  });

  test('is never the value itself', () => {
    expect(valuesOf('wrong-type', 'a', { types: new Set(['integer']) })).not.toContain('a');
  });

  test('is any type that the schema does not allow', () => {
    const facts = { types: new Set(['string'] as const) };
    const seeds = Array.from({ length: 30 }, (_, seed) => valuesOf('wrong-type', 'a', facts, seed));
    for (const values of seeds) {
      expect(values.toSorted()).toEqual([12345, 12345, true, 0.5, {}, []].toSorted());
      expect(values[0]).toBe(12345);
    }
    expect(new Set(seeds.map((values) => JSON.stringify(values[1]))).size).toBe(5);
    expect(valuesOf('wrong-type', 5, { types: new Set(['integer', 'string']) })).not.toContain('5');
    expect(valuesOf('wrong-type', 5)).toEqual([]);
  });
});

describe('null', () => {
  test('is proposed where it is not allowed', () => {
    expect(valuesOf('null-value', 'a', { types: new Set(['string']) })).toEqual([null]);
    expect(valuesOf('null-value', 'a', { types: new Set(['string', 'null']) })).toEqual([]);
    expect(valuesOf('null-value', null, { types: new Set(['string']) })).toEqual([]);
  });
});

describe('an unknown value', () => {
  test('is a text in the case of the known ones', () => {
    expect(valuesOf('unknown-enum', 'a', { values: ['a', 'B'] })).toEqual(['unknown', 'undocumented', 'unknown-value']);
    const capitals = valuesOf('unknown-enum', 'A', { values: ['A', 'B', 1] });
    expect(capitals).toEqual(['UNKNOWN', 'UNDOCUMENTED', 'UNKNOWN-VALUE']);
  });

  test('is a number beside the known ones, or the other boolean', () => {
    expect(valuesOf('unknown-enum', 2, { values: [1, 2, 5, 'x'] })).toEqual([6, 0]);
    const many = Array.from({ length: 200_000 }, (_, index) => index);
    expect(valuesOf('unknown-enum', 2, { values: many })).toEqual([200_000, -1]);
    expect(valuesOf('unknown-enum', true, { values: [true] })).toEqual([false]);
    expect(valuesOf('unknown-enum', null, { values: [null] })).toEqual([]);
    expect(valuesOf('unknown-enum', 'a')).toEqual([]);
  });
});

describe('an undeclared property', () => {
  const declarationOf = (name: string) => (name === 'extra' ? 'declared' : name === 'x-extra' ? 'typed' : 'closed');

  test('has a name that the object and the schema do not have', () => {
    const { breakages, isPreferred } = propose('extra-property', { unexpected: 1 }, { declarationOf, declares: true });
    expect(breakages.map(({ tokens, before, isViolation }) => [tokens, before, isViolation])).toEqual([
      [['undeclared'], undefined, true],
    ]);
    expect(isPreferred).toBe(true);
  });

  test('is no violation where others are allowed', () => {
    const { breakages, isPreferred } = propose('extra-property', {});
    const names = breakages.map(({ tokens }) => tokens[0]);
    expect(names.toSorted()).toEqual(['extra', 'undeclared', 'unexpected', 'x-extra']);
    expect(breakages.some(({ isViolation }) => isViolation)).toBe(false);
    expect(isPreferred).toBe(false);
    expect(valuesOf('extra-property', [1])).toEqual([]);
  });

  test('has one of several values', () => {
    const seeds = Array.from({ length: 30 }, (_, seed) => valuesOf('extra-property', {}, {}, seed)[0]);
    const values = new Set(seeds.map((value) => JSON.stringify(value)));
    expect(values).toEqual(new Set(['true', '42', '"unexpected"', '{"unexpected":true}']));
  });
});

describe('a value out of range', () => {
  test.each<[string, Partial<SchemaFacts>, readonly string[]]>([
    ['abc', { minLength: 2 }, ['a']],
    ['ab', { minLength: 2 }, ['a']],
    ['a', { minLength: 2 }, []],
    ['abc', { maxLength: 4 }, ['abcab']],
    ['', { maxLength: 2 }, ['xxx']],
    ['👩x', { maxLength: 2 }, ['👩x👩']],
    ['abc', { minLength: 1, maxLength: 3 }, ['', 'abca']],
    ['abc', { minLength: 3, maxLength: 4, patterns: [{ test: () => true }] }, ['ab']],
    ['abc', { maxLength: 10_001 }, []],
    ['abc', {}, []],
  ])('is the text %j with %j: %j', (value, rules, expected) => {
    expect(valuesOf('out-of-range', value, rules)).toEqual(expected);
    expect(propose('out-of-range', value, rules).isPreferred).toBe(false);
  });

  test('is a text up to ten thousand characters', () => {
    expect((valuesOf('out-of-range', 'a', { maxLength: 10_000 })[0] as string).length).toBe(10_001);
  });

  test.each<[readonly Json[], Partial<SchemaFacts>, readonly Json[]]>([
    [[1, 2, 3], { minItems: 2 }, [[1]]],
    [[1, 2], { minItems: 2 }, [[1]]],
    [[1], { minItems: 2 }, []],
    [[1], {}, []],
    [[1, 2], { maxItems: 3 }, [[1, 2, 1, 2]]],
    [[], { maxItems: 3 }, []],
    [[1, 2], { minItems: 1, maxItems: 2 }, [[], [1, 2, 1]]],
    [[1], { maxItems: 1000 }, []],
  ])('is the list %j with %j: %j', (value, rules, expected) => {
    expect(valuesOf('out-of-range', value, rules)).toEqual(expected);
    expect(propose('out-of-range', value, rules).isPreferred).toBe(false);
  });

  test('is a number below or above its bounds, if it has the right type', () => {
    const types = new Set(['integer'] as const);
    const seeds = Array.from({ length: 20 }, (_, seed) =>
      valuesOf('out-of-range', 5, { types, low: 1, high: 9 }, seed),
    );
    expect(new Set(seeds.map(([first]) => (Number(first) < 1 ? 'low' : 'high')))).toEqual(new Set(['low', 'high']));
    expect(propose('out-of-range', 5, { types, low: 1 }).isPreferred).toBe(true);
    expect(valuesOf('out-of-range', 5, { types: new Set(['string']), low: 1 })).toEqual([]);
    expect(valuesOf('out-of-range', true)).toEqual([]);
  });
});

describe('a text in another format', () => {
  test('says which one it should have', () => {
    expect(valuesOf('bad-format', 'abc', { format: 'uuid' })).toEqual(['not a uuid', '?bc', '[', '%']);
    expect(propose('bad-format', 'abc', { format: 'uuid' }).isPreferred).toBe(true);
  });

  test('is short if there is a pattern', () => {
    const patterns = [{ test: () => false }];
    expect(valuesOf('bad-format', 'abc', { patterns })).toEqual(['?', '☃', ' ', '%%']);
    expect(propose('bad-format', 'abc', { patterns }).isPreferred).toBe(false);
    expect(propose('bad-format', 'abc', { patterns, format: 'date' }).isPreferred).toBe(true);
  });

  test('is only proposed for a text with a format or a pattern', () => {
    expect(valuesOf('bad-format', 'abc')).toEqual([]);
    expect(valuesOf('bad-format', 5, { format: 'date' })).toEqual([]);
  });
});

test('a required property is removed, another one is kept', () => {
  const parent = {
    parent: undefined,
    token: undefined,
    value: { a: 1, b: 2 },
    facts: { ...anything, required: new Set(['a']) },
  };
  const at = (token: string) => breakagesOf('missing-required', { parent, token, value: 1, facts: anything }, 1);
  expect(at('a').breakages).toEqual([{ tokens: ['a'], before: 1, after: undefined, isViolation: true }]);
  expect(at('b').breakages).toEqual([]);
  expect(propose('missing-required', { a: 1 }).breakages).toEqual([]);
});
