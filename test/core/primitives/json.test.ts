import { describe, expect, test } from 'vitest';
import {
  equalsJson,
  escapePointer,
  exactNumber,
  getMember,
  getProperty,
  isJsonObject,
  type Json,
  jsonLength,
  maxJsonDepth,
  parseJson,
  propertyPath,
  setProperty,
  stringifyJson,
  unescapePointer,
} from '../../../src/core/primitives/json.ts';
import fc from '../../fast-check.ts';

const parsed = (text: string): Json => {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.reason);
  return result.value;
};

test('a member is the property of a name, or the one at a path of names', () => {
  const value = { a: { b: { c: 1 }, d: [2] }, 'a.d': 3 };
  expect(['a.b.c', 'a.d', 'a.b', 'a.x', 'a.b.c.d', 'x.y', 'x'].map((path) => getMember(value, path))).toEqual([
    1,
    3,
    { c: 1 },
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

const reasonOf = (text: string): string => {
  const result = parseJson(text);
  return result.ok ? 'it is valid' : result.reason;
};

describe('integers', () => {
  test('of any int64 and beyond keep every digit, from text to value and back', () => {
    const integer = fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }),
      fc.bigInt({ min: -(10n ** 38n), max: 10n ** 38n }),
    );
    fc.assert(
      fc.property(integer, (value) => {
        const text = `{"a":[${value}],"b":"${value}"}`;
        expect(stringifyJson(parsed(text))).toBe(text);
      }),
    );
  });

  test('are numbers if a double is exact, and bigints otherwise', () => {
    expect(parsed('9007199254740991')).toBe(9007199254740991);
    expect(parsed('9007199254740992')).toBe(9007199254740992n);
    expect(parsed('-9007199254740993')).toBe(-9007199254740993n);
    expect(parsed('9223372036854775807')).toBe(9223372036854775807n);
  });

  test.each(['%', ' %', '\n\t%', '[%]', '[1,%]', '[ -%]', '{"a":%}', '{"a": -%}'])(
    'are exact wherever JSON has a number: %s',
    (place) => {
      const text = place.replace('%', '9007199254740993');
      expect(stringifyJson(parsed(text))).toBe(text.replaceAll(/\s/g, ''));
    },
  );

  test('as text stay text', () => {
    expect(parsed('"9223372036854775807"')).toBe('9223372036854775807');
    expect(parsed('{"9223372036854775807":1}')).toEqual({ '9223372036854775807': 1 });
  });

  test('of absurd length are not exact, because they would only cost time', () => {
    expect(parsed('1'.repeat(40))).toBe(BigInt('1'.repeat(40)));
    expect(parsed('1'.repeat(41))).toBe(Number('1'.repeat(41)));
    expect(parsed('1'.repeat(500_000))).toBe(Number.POSITIVE_INFINITY);
    expect(parsed(`1${'0'.repeat(45)}`)).toBe(1e45);
  });
});

test('a number with a fraction or an exponent is a double, unless it is an integer of more digits than one keeps', () => {
  expect(parsed('1e17')).toBe(1e17);
  expect(parsed('[9007199254740993, 1e17]')).toEqual([9007199254740993n, 1e17]);
  expect(parsed('1.0000000000000000e21')).toBe(1e21);
  expect(parsed('1e400')).toBe(Number.POSITIVE_INFINITY);
  expect(parsed('1.2345678901234567e40')).toBe(Number('1.2345678901234567e40'));
  expect(parsed('9007199254740993.5')).toBe(9007199254740994);
  expect(parsed('0.12345678901234567')).toBe(Number('0.12345678901234567'));
  expect(parsed('9007199254740993.0')).toBe(9007199254740993n);
  expect(parsed('-90071992547409930e-1')).toBe(-9007199254740993n);
  expect(parsed('9.007199254740993e15')).toBe(9007199254740993n);
  expect(parsed('9.223372036854775807E+18')).toBe(9223372036854775807n);
  expect(parsed('12345678901234567e1')).toBe(123456789012345670n);
});

test('a number that is written as no JSON number is a double', () => {
  for (const text of ['12345678901234567.', '.12345678901234567e17', '12345678901234567.5'])
    expect(exactNumber(text)).toBe(Number(text));
});

test('an integer is the same however its number is spelled', () => {
  const integer = fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n });
  fc.assert(
    fc.property(integer, fc.nat(18), (value, places) => {
      const digits = String(value);
      const [whole, fraction] = [digits.slice(0, -places) || '0', places === 0 ? '' : digits.slice(-places)];
      const spelled = fraction === '' ? `${digits}.0` : `${whole}.${fraction.padStart(places, '0')}e${places}`;
      // A double does not lose trailing zeros.
      if (digits.replace(/0+$/, '').length > 16) expect(parsed(spelled)).toBe(value);
    }),
  );
});

test('any JSON value equals the parsed text of it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value);
      expect(stringifyJson(parsed(text))).toBe(text);
    }),
  );
});

test('text that is not JSON is reported, whatever it is', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...'[]{}":,\\ \n\u0000019.eE+-truefalsn😀'), maxLength: 30 }),
      (text) => {
        let isValid = true;
        try {
          JSON.parse(text);
        } catch {
          isValid = false;
        }
        expect(parseJson(text).ok).toBe(isValid);
      },
    ),
  );
  expect(reasonOf('{"name":')).toMatch(/^is not valid JSON/);
  expect(reasonOf('')).toMatch(/^is not valid JSON/);
  expect(reasonOf(`"${'a'.repeat(500)}`)).toMatch(/^is not valid JSON/);
});

describe('nesting', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test('is accepted up to the limit and rejected beyond it', () => {
    expect(parseJson(nested(maxJsonDepth)).ok).toBe(true);
    expect(reasonOf(nested(maxJsonDepth + 1))).toBe('is nested deeper than 100 levels');
    expect(reasonOf(`${'{"a":'.repeat(maxJsonDepth + 1)}1${'}'.repeat(maxJsonDepth + 1)}`)).toContain('deeper');
  });

  test('of a hundred thousand levels is rejected without a stack overflow', () => {
    expect(reasonOf(nested(100_000))).toContain('nested deeper');
    expect(reasonOf('['.repeat(100_000))).toContain('nested deeper');
    expect(reasonOf('{"a":'.repeat(100_000))).toContain('nested deeper');
  });

  test('does not count brackets inside texts, also behind escaped quotes and backslashes', () => {
    const brackets = '['.repeat(500);
    for (const inside of [brackets, `\\"${brackets}`, `\\\\\\"${brackets}`, `${brackets}\\\\`, `\\u0022${brackets}`]) {
      expect(parseJson(`{"a":"${inside}","b":[1]}`).ok).toBe(true);
    }
    // A backslash that is itself escaped does not escape the quote behind it.
    expect(reasonOf(`["\\\\",${nested(200)}]`)).toContain('nested deeper');
  });

  test('counts open brackets: many flat properties have no depth', () => {
    expect(parseJson(`[${Array.from({ length: 500 }, () => '[{}]').join(',')}]`).ok).toBe(true);
  });
});

describe('properties with inherited names', () => {
  test('are ordinary properties, in text and in value', () => {
    const text = '{"__proto__":{"a":9007199254740993},"constructor":1,"toString":null}';
    const value = parsed(text);
    expect(stringifyJson(value)).toBe(text);
    if (!isJsonObject(value)) throw new Error('no object');
    expect(getProperty(value, '__proto__')).toEqual({ a: 9007199254740993n });
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(getProperty(value, 'hasOwnProperty')).toBeUndefined();
    expect(getProperty({}, '__proto__')).toBeUndefined();
  });

  test('can be set', () => {
    const target: Record<string, Json> = {};
    setProperty(target, '__proto__', { polluted: true });
    setProperty(target, 'a', 1);
    setProperty(target, '__proto__', 2);
    expect(stringifyJson(target)).toBe('{"__proto__":2,"a":1}');
    expect(Reflect.set(target, '__proto__', 3)).toBe(true);
    expect(Reflect.deleteProperty(target, '__proto__')).toBe(true);
    expect(stringifyJson(target)).toBe('{"a":1}');
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

test('text can be indented, with exact integers too', () => {
  expect(stringifyJson({ a: [9007199254740993n] }, 2)).toBe('{\n  "a": [\n    9007199254740993\n  ]\n}');
});

describe('two values are equal', () => {
  test('regardless of the order of properties', () => {
    expect(equalsJson({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toBe(true);
    expect(equalsJson({ a: 1 }, { a: 2 })).toBe(false);
    expect(equalsJson({ a: 1 }, { a: 1, b: 2 })).toBe(false);
    expect(equalsJson({ a: 1, b: 2 }, { a: 1, c: 2 })).toBe(false);
    expect(equalsJson([1, 2], [2, 1])).toBe(false);
    expect(equalsJson([1], [1, 2])).toBe(false);
  });

  test('when they are the same number, be it exact or not, and never across types', () => {
    expect(equalsJson(1, 1n)).toBe(true);
    expect(equalsJson(9007199254740993n, 9007199254740993n)).toBe(true);
    expect(equalsJson(9007199254740993n, 9007199254740992)).toBe(false);
    expect(equalsJson(1, '1')).toBe(false);
    expect(equalsJson(0, false)).toBe(false);
    expect(equalsJson(null, {})).toBe(false);
    expect(equalsJson([], {})).toBe(false);
    expect(equalsJson({}, [])).toBe(false);
  });

  test('if and only if their texts with sorted properties are equal', () => {
    const sorted = (value: unknown): unknown =>
      Array.isArray(value)
        ? ['array', ...value.map(sorted)]
        : isJsonObject(value)
          ? Object.entries(value)
              .sort(([one], [other]) => (one < other ? -1 : 1))
              .map(([name, property]) => [name, sorted(property)])
          : value;
    const small = fc.jsonValue({ maxDepth: 2 }).map((value) => value as Json);
    fc.assert(
      fc.property(small, small, (one, other) => {
        expect(equalsJson(one, other)).toBe(JSON.stringify(sorted(one)) === JSON.stringify(sorted(other)));
        expect(equalsJson(one, parsed(JSON.stringify(one)))).toBe(true);
      }),
    );
  });
});

test.each([
  ['', ''],
  ['/items/0/name', '.items[0].name'],
  ['/a~1b/1a/a1', '.a/b.1a.a1'],
])('the pointer %j is written %j', (pointer, path) => {
  expect(propertyPath(pointer)).toBe(path);
});

test('the length of a value is that of its text, with a comma after the last part of each list and object', () => {
  const lengths: readonly (readonly [Json, number])[] = [
    [12.5, 0],
    [9223372036854775807n, 0],
    ['a text', 0],
    [[], 0],
    [[1, 'a', null, [true, []]], 2],
    [{ a: 1, b: { c: [{}, 'x'] } }, 3],
  ];
  for (const [value, commas] of lengths) expect(jsonLength(value)).toBe(stringifyJson(value).length + commas);
});

test('the length of a value is not counted beyond the limit', () => {
  let value: Json = 'x'.repeat(100);
  // Its whole text would have 2 ** 90 texts of it.
  for (let level = 0; level < 90; level++) value = [value, value];
  expect(jsonLength(value, 1000)).toBeGreaterThan(1000);
  expect(jsonLength({ a: value, b: value }, 1000)).toBeLessThan(2000);
});

test('a token of a JSON Pointer survives being escaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') }), (token) => {
      const escaped = escapePointer(token);
      expect(escaped).not.toContain('/');
      expect(unescapePointer(escaped)).toBe(token);
    }),
  );
  expect(escapePointer('a/b~c')).toBe('a~1b~0c');
  expect(unescapePointer('~01')).toBe('~1');
});
