import { expect, test } from 'vitest';
import type { NotApplicable } from '../../../src/core/faults/contract-fault.ts';
import { type ExtremeKind, extremeKinds } from '../../../src/core/faults/effects.ts';
import { applyExtreme, type ExtremeBody } from '../../../src/core/faults/extreme.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../src/core/primitives/json.ts';
import fc from '../../fast-check.ts';
import { deepFreeze, now } from '../helpers.ts';
import { arbitraryPlainSchema, arbitrarySchema } from './arbitrary-schemas.ts';
import { changed, type Judged, judgedContent, mediaType, placesOf } from './judged-answers.ts';

const stretch = (kind: ExtremeKind, value: Json, { content }: Judged, seed: number): ExtremeBody | NotApplicable =>
  applyExtreme(kind, { mediaType, value }, [content], seed);

const valuesOf = ({ content, judge }: Judged, seed: number): readonly Json[] =>
  [seed, seed + 1]
    .map((own) => deepFreeze(content.generate({ seed: own, now })))
    .filter((value) => judge(value).length === 0);

const isScalar = (value: Json): boolean => typeof value !== 'object' || value === null;
const isNumber = (value: Json): boolean => typeof value === 'number' || typeof value === 'bigint';

/** The locations whose string, number, ... differs. */
const changesIn = (before: Json, after: Json): readonly (readonly [pointer: string, before: Json, after: Json])[] => {
  const places = placesOf(before);
  return [...placesOf(after)].flatMap(([pointer, found]) => {
    const old = places.get(pointer);
    return old !== undefined && isScalar(found) && stringifyJson(old) !== stringifyJson(found)
      ? [[pointer, old, found] as const]
      : [];
  });
};

const lengthOf = (text: Json): number => [...(text as string)].length;

const expectExtreme = (kind: ExtremeKind, before: Json, after: Json, seed: number): void => {
  const changes = changesIn(before, after);
  const [old, made] = [[...placesOf(before).keys()], [...placesOf(after).keys()]];
  if (kind === 'minimal' || kind === 'empty-list') {
    expect(changes).toEqual([]);
    expect(made.length).toBeLessThan(old.length);
    expect(made.filter((pointer) => !old.includes(pointer))).toEqual([]);
    return;
  }
  expect(made).toEqual(old);
  expect(changes.length, `${seed}`).toBeGreaterThan(0);
  for (const [, one, other] of changes) {
    if (kind === 'boundary') expect([isNumber(one), isNumber(other)]).toEqual([true, true]);
    else expect(lengthOf(other)).toBeGreaterThan(lengthOf(one));
  }
};

test('an extreme response is valid and matches its name', { timeout: 120_000 }, async () => {
  const met = new Map<ExtremeKind, number>();
  await fc.assert(
    fc.asyncProperty(arbitrarySchema, fc.nat(1e6), async (schema, seed) => {
      const judged = await judgedContent(schema);
      for (const value of valuesOf(judged, seed)) {
        for (const kind of extremeKinds) {
          const stretched = stretch(kind, value, judged, seed);
          expect(stretch(kind, value, judged, seed)).toEqual(stretched);
          if (stretched.type === 'not-applicable') continue;
          met.set(kind, (met.get(kind) ?? 0) + 1);
          expect(judged.judge(stretched.value)).toEqual([]);
          expectExtreme(kind, value, stretched.value, seed);
        }
      }
    }),
    { numRuns: 70 },
  );
  for (const kind of extremeKinds) expect(met.get(kind) ?? 0, kind).toBeGreaterThan(10);
});

/** The value after the extreme; the same value if it does not apply. */
const stretchedOf = (kind: ExtremeKind, value: Json, judged: Judged, seed: number): Json => {
  const stretched = stretch(kind, value, judged, seed);
  return stretched.type === 'not-applicable' ? value : stretched.value;
};

test('no valid value is more extreme', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(arbitraryPlainSchema, fc.nat(1e6), async (schema, seed) => {
      const judged = await judgedContent(schema);
      const fits = (value: Json): boolean => judged.judge(value).length === 0;
      for (const value of valuesOf(judged, seed)) {
        const least = placesOf(stretchedOf('minimal', value, judged, seed));
        for (const pointer of least.keys()) {
          const isProperty =
            pointer !== '' && isJsonObject(least.get(pointer.slice(0, pointer.lastIndexOf('/'))) as Json);
          if (isProperty) expect([pointer, fits(changed(least.get('') as Json, pointer))]).toEqual([pointer, false]);
        }
        const bounded = stretchedOf('boundary', value, judged, seed);
        for (const [pointer, , after] of changesIn(value, bounded)) {
          const next = [1, -1].map((by) => (typeof after === 'bigint' ? after + BigInt(by) : (after as number) + by));
          expect(next.every((other) => fits(changed(bounded, pointer, other)))).toBe(false);
        }
        if (Array.isArray(value) && value.length > 0 && fits([]))
          expect(stretchedOf('empty-list', value, judged, seed)).toEqual([]);
      }
    }),
    { numRuns: 20 },
  );
});
