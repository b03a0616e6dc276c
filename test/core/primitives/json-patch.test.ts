/** Patches as documents, against small models of their own. */

import { describe, expect, test } from 'vitest';
import { escapePointer, type Json, type JsonObject } from '../../../src/core/primitives/json.ts';
import { jsonPatch, mergePatch, type Patched } from '../../../src/core/primitives/json-patch.ts';
import fc from '../../fast-check.ts';

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 1, 'a', 2n ** 60n),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', '/', '~', '0', 'constructor'), tie('value'), { maxKeys: 3 }),
  ),
})).value;

const isObject = (one: unknown): one is Record<string, Json> =>
  typeof one === 'object' && one !== null && !Array.isArray(one);
const clone = <Value>(one: Value): Value => structuredClone(one);

describe('a merge patch', () => {
  // The cases of RFC 7396, appendix A.
  test.each<[Json, Json, Json]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'foo' }, null, null],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('of %j by %j gives %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  test('transforms the document into its target, and does not change its input', () => {
    /** The merge patch from one object to another, for objects without nulls. */
    const patchFor = (one: Json, other: Json): Json => {
      if (!isObject(one) || !isObject(other)) return other;
      const removed = Object.keys(one).filter((name) => !Object.hasOwn(other, name));
      return Object.fromEntries([
        ...removed.map((name) => [name, null]),
        ...Object.keys(other).map((name) => [
          name,
          Object.hasOwn(one, name) ? patchFor(one[name] as Json, other[name] as Json) : other[name],
        ]),
      ]);
    };
    const withoutNulls = (one: Json): Json => {
      if (Array.isArray(one)) return one;
      if (!isObject(one)) return one ?? 0;
      return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, withoutNulls(inner)]));
    };
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [from, to] = [{ x: withoutNulls(one) }, { x: withoutNulls(other), y: 1 }];
        const before = clone(from);
        expect(mergePatch(from, patchFor(from, to))).toEqual(to);
        expect(from).toEqual(before);
      }),
      { numRuns: 300 },
    );
  });

  test('with inherited names sets only own properties', () => {
    const patch = JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as Json;
    const merged = mergePatch({}, patch) as JsonObject;
    expect(Object.keys(merged)).toEqual(['__proto__', 'constructor']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

const patch = (target: Json, ...operations: readonly Json[]): Json => {
  const result = jsonPatch(target, operations);
  return result.ok ? result.value : result.message;
};

describe('a JSON patch', () => {
  // In the manner of RFC 6902, appendix A.
  test.each<[Json, JsonObject, Json]>([
    [{ a: 1 }, { op: 'add', path: '/b', value: 2 }, { a: 1, b: 2 }],
    [{ a: 1 }, { op: 'add', path: '/a', value: 2 }, { a: 2 }],
    [{ a: [1, 3] }, { op: 'add', path: '/a/1', value: 2 }, { a: [1, 2, 3] }],
    [{ a: [1] }, { op: 'add', path: '/a/-', value: [2] }, { a: [1, [2]] }],
    [{ a: [1] }, { op: 'add', path: '/a/1', value: 2 }, { a: [1, 2] }],
    [{ a: 1 }, { op: 'add', path: '', value: [] }, []],
    [{ a: 1, b: 2 }, { op: 'remove', path: '/b' }, { a: 1 }],
    [{ a: 1 }, { op: 'remove', path: '' }, null],
    [{ a: [1, 2, 3] }, { op: 'remove', path: '/a/1' }, { a: [1, 3] }],
    [{ a: [1, 2] }, { op: 'replace', path: '/a/0', value: null }, { a: [null, 2] }],
    [{ 'm~n': { 'x/y': 1 } }, { op: 'replace', path: '/m~0n/x~1y', value: 2 }, { 'm~n': { 'x/y': 2 } }],
    [
      { a: { b: 1 }, c: {} },
      { op: 'move', from: '/a/b', path: '/c/d' },
      { a: {}, c: { d: 1 } },
    ],
    [{ a: [1, 2, 3] }, { op: 'move', from: '/a/0', path: '/a/2' }, { a: [2, 3, 1] }],
    [{ a: { b: 1 } }, { op: 'copy', from: '/a', path: '/c' }, { a: { b: 1 }, c: { b: 1 } }],
    [{ a: [1, 2] }, { op: 'copy', from: '/a/0', path: '/a/1' }, { a: [1, 1, 2] }],
    [{ a: 'text' }, { op: 'copy', from: '/a', path: '/b' }, { a: 'text', b: 'text' }],
    [{ a: { b: 1 } }, { op: 'move', from: '/a', path: '' }, { b: 1 }],
    [{ a: { b: 1 } }, { op: 'move', from: '/a', path: '/a' }, { a: { b: 1 } }],
    [{ a: { b: 1 } }, { op: 'move', from: '/a/b', path: '/a' }, { a: 1 }],
    [{ a: 1, b: { c: 2 } }, { op: 'move', from: '/a', path: '/b/d' }, { b: { c: 2, d: 1 } }],
    [{ a: { b: 1, c: { d: 2 } } }, { op: 'move', from: '/a/b', path: '/a/c/e' }, { a: { c: { d: 2, e: 1 } } }],
    [{ a: { b: [1, 'x'] } }, { op: 'test', path: '/a', value: { b: [1, 'x'] } }, { a: { b: [1, 'x'] } }],
    [{ a: null }, { op: 'test', path: '/a', value: null, ignored: 1 }, { a: null }],
  ])('on %j: %j', (target, operation, result) => {
    const before = clone(target);
    expect(patch(target, operation)).toEqual(result);
    expect(target).toEqual(before);
  });

  test.each<[JsonObject, string]>([
    [{ op: 'remove', path: '/x' }, '[0].path /x does not exist'],
    [{ op: 'replace', path: '/x', value: 1 }, '[0].path /x does not exist'],
    [{ op: 'replace', path: '/a/2', value: 1 }, '[0].path /a/2 does not exist'],
    [{ op: 'replace', path: '/a/-', value: 1 }, '[0].path /a/- does not exist'],
    [{ op: 'add', path: '/a/3', value: 1 }, '[0].path /a/3 does not exist'],
    [{ op: 'add', path: '/a/01', value: 1 }, '[0].path /a/01 does not exist'],
    [{ op: 'add', path: '/x/y', value: 1 }, '[0].path /x/y does not exist'],
    [{ op: 'add', path: '/b/c', value: 1 }, '[0].path /b/c does not exist'],
    [{ op: 'add', path: '/c/d', value: 1 }, '[0].path /c/d does not exist'],
    [{ op: 'add', path: '/b' }, '[0].value is required'],
    [{ op: 'add', path: 'b', value: 1 }, '[0].path must be a JSON Pointer'],
    [{ op: 'add', path: '/~2', value: 1 }, '[0].path must be a JSON Pointer'],
    [{ op: 'copy', path: '/d' }, '[0].from must be a JSON Pointer'],
    [{ op: 'move', from: '/x', path: '/d' }, '[0].from /x does not exist'],
    [{ op: 'move', from: '/a', path: '/a/0' }, '[0].from must not be a prefix of path'],
    [{ op: 'test', path: '/b', value: 'other' }, '[0].path /b does not have the tested value'],
    [{ op: 'test', path: '/constructor', value: 1 }, '[0].path /constructor does not have the tested value'],
    [{ op: 'spam', path: '/b' }, '[0].op must be one of add, remove, replace, move, copy, test'],
  ])('rejects %j: %s', (operation, message) => {
    expect(patch({ a: [1, 2], b: 'text', c: null }, operation)).toBe(message);
  });

  test('reports the failing operation, and distinguishes a failed test from an error', () => {
    const failed = jsonPatch({ a: 1 }, [
      { op: 'test', path: '/a', value: 1 },
      { op: 'test', path: '/a', value: 2 },
    ]);
    expect(failed).toEqual({ ok: false, isTest: true, message: '[1].path /a does not have the tested value' });
    const scalar = { op: 'add', path: '', value: 'text' };
    expect(patch({}, scalar, { op: 'add', path: '/a', value: 1 })).toBe('[1].path /a does not exist');
    expect(jsonPatch({}, ['text'])).toEqual({ ok: false, isTest: false, message: '[0] must be an object' });
    expect(jsonPatch({}, [{ op: 'remove', path: '/a' }])).toMatchObject({ ok: false, isTest: false });
  });

  test('equals a simple reference implementation', () => {
    const segments = fc.array(fc.constantFrom('a', 'b', '0', '1', '-', '/', 'constructor'), { maxLength: 3 });
    const operation = fc.record({
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
      path: segments,
      from: segments,
      value,
    });
    const pointer = (tokens: readonly string[]): string => tokens.map((token) => `/${escapePointer(token)}`).join('');
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', '/'), value), operation, (target, one) => {
        const written = { ...one, path: pointer(one.path), from: pointer(one.from) };
        const result = jsonPatch(target, [written]);
        expect(result.ok ? { value: result.value } : undefined).toEqual(model(target, one));
      }),
      { numRuns: 2000 },
    );
    // Most random operations fail, and would fail the whole patch: only those that succeed are applied together.
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b'), value),
        fc.array(operation, { minLength: 4, maxLength: 30 }),
        (target, all) => {
          const before = clone(target);
          let expected: Json = target;
          const succeeding = all.filter((one) => {
            const next = model(expected, one);
            if (next !== undefined) expected = next.value;
            return next !== undefined;
          });
          const written = succeeding.map((one) => ({ ...one, path: pointer(one.path), from: pointer(one.from) }));
          expect(jsonPatch(target, written)).toEqual({ ok: true, value: expected });
          expect(target).toEqual(before);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('of ten thousand operations on one object ends quickly', () => {
    const operations = Array.from({ length: 10_000 }, (_, at) => ({ op: 'add', path: `/a/m${at}`, value: at }));
    const patched = jsonPatch({ a: {} }, operations) as { readonly value: JsonObject };
    expect(Object.keys(patched.value.a as JsonObject)).toHaveLength(10_000);
  });

  test('does not copy the target if it only has tests', () => {
    const target = { a: [1] };
    expect((jsonPatch(target, [{ op: 'test', path: '/a/0', value: 1 }]) as { readonly value: Json }).value).toBe(
      target,
    );
  });

  test('changes one of two copies, and not the other', () => {
    const operations = [
      { op: 'add', path: '/a/b/c', value: 1 },
      { op: 'copy', from: '/a', path: '/d' },
      { op: 'add', path: '/a/b/e', value: 2 },
      { op: 'remove', path: '/d/b/c' },
    ];
    expect(patch({ a: { b: {} } }, ...operations)).toEqual({ a: { b: { c: 1, e: 2 } }, d: { b: {} } });
  });

  test('changes both places of a copied list separately', () => {
    const operations = [
      { op: 'add', path: '/a/0', value: {} },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'add', path: '/a/0/c', value: 1 },
      { op: 'add', path: '/b/-', value: 'text' },
    ];
    expect(patch({ a: [] }, ...operations)).toEqual({ a: [{ c: 1 }], b: [{}, 'text'] });
  });

  test('cannot grow without bounds by copying copies, nor nest without end', () => {
    const doubling = Array.from({ length: 60 }, (_, at) => ({ op: 'copy', from: '', path: `/a${at}` }));
    expect(patch({ a: 1 }, ...doubling)).toMatch(/^\[\d+\] copies too many or too deeply nested values$/);
    const deeper = Array.from({ length: 110 }, (_, at) => ({ op: 'add', path: '/a'.repeat(at + 1), value: {} }));
    expect(jsonPatch({}, deeper)).toMatchObject({
      isTest: false,
      message: expect.stringContaining('nested deeper than 100 levels'),
    });
    expect((jsonPatch({}, deeper.slice(0, 90)) as Patched).ok).toBe(true);
    expect(patch({}, ...deeper, { op: 'copy', from: '/a', path: '/b' })).toBe(
      '[110] copies too many or too deeply nested values',
    );
  });
});

/** The result of one operation, by a change of a copy; undefined if it fails. */
const model = (
  target: Json,
  { op, path, from, value: sent }: { op: string; path: string[]; from: string[]; value: Json },
): { readonly value: Json } | undefined => {
  const holder = { root: clone(target) };
  const ownerOf = (tokens: readonly string[]): { owner: unknown; token: string } | undefined => {
    let owner: unknown = holder;
    let token = 'root';
    for (const next of tokens) {
      if (!has(owner, token)) return undefined;
      owner = (owner as Record<string, unknown>)[token];
      token = next;
    }
    return { owner, token };
  };
  const has = (owner: unknown, token: string): boolean =>
    Array.isArray(owner)
      ? /^\d$/.test(token) && Number(token) < owner.length
      : isObject(owner) && Object.hasOwn(owner, token);
  const read = (tokens: readonly string[]): Json | undefined => {
    const place = ownerOf(tokens);
    return place && has(place.owner, place.token) ? (place.owner as Record<string, Json>)[place.token] : undefined;
  };
  const remove = (tokens: readonly string[]): void => {
    const { owner, token } = ownerOf(tokens) as { owner: Json[] | Record<string, Json>; token: string };
    if (Array.isArray(owner)) owner.splice(Number(token), 1);
    else delete owner[token];
  };
  const add = (tokens: readonly string[], added: Json): boolean => {
    const place = ownerOf(tokens);
    if (place === undefined) return false;
    const { owner, token } = place;
    if (!Array.isArray(owner)) {
      if (!isObject(owner)) return false;
      owner[token] = added;
      return true;
    }
    if (token !== '-' && !(/^\d$/.test(token) && Number(token) <= owner.length)) return false;
    owner.splice(token === '-' ? owner.length : Number(token), 0, added);
    return true;
  };
  const text = (one: Json): string =>
    JSON.stringify(one, (_, inner) =>
      typeof inner === 'bigint'
        ? `${inner}n`
        : isObject(inner)
          ? ['object', ...Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))]
          : inner,
    );
  const found = read(op === 'move' || op === 'copy' ? from : path);
  if (op !== 'add' && found === undefined) return undefined;
  if (op === 'test') return text(found as Json) === text(sent) ? { value: holder.root } : undefined;
  if (op === 'move' && from.length < path.length && from.every((token, at) => token === path[at])) return undefined;
  if (op === 'replace') {
    const { owner, token } = ownerOf(path) as { owner: Record<string, Json>; token: string };
    owner[token] = sent;
  }
  if (op === 'remove' && path.length === 0) return { value: null };
  if (op === 'remove' || op === 'move') remove(op === 'move' ? from : path);
  if (op === 'add' && !add(path, sent)) return undefined;
  if ((op === 'move' || op === 'copy') && !add(path, clone(found as Json))) return undefined;
  return { value: holder.root };
};

test('a patch that shifts the items of a long list for each of its operations is rejected', () => {
  const target = { list: Array.from({ length: 100_000 }, () => 0) };
  const inserted = { op: 'add', path: '/list/0', value: 1 };
  const removed = { op: 'remove', path: '/list/0' };
  const shifting = (count: number) => Array.from({ length: count }, (_, at) => (at % 2 === 0 ? inserted : removed));
  expect(jsonPatch(target, shifting(100)).ok).toBe(true);
  expect(jsonPatch(target, shifting(10_000))).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^\[\d{4}\] shifts too many items of lists$/),
  });
});

test('a message about a patch does not repeat a long path', () => {
  const path = '/a'.repeat(100_000);
  for (const operation of [{ op: 'remove' }, { op: 'test', value: 1 }]) {
    const patched = jsonPatch({}, [{ ...operation, path }]);
    expect(patched.ok || patched.message.length).toBeLessThan(300);
  }
});
