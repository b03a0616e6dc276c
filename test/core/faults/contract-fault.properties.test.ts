import { expect, test } from 'vitest';
import {
  type BodyKind,
  type BrokenBody,
  breakContract,
  type NotApplicable,
} from '../../../src/core/faults/contract-fault.ts';
import { contractKinds } from '../../../src/core/faults/effects.ts';
import { isJsonObject, type Json, stringifyJson } from '../../../src/core/primitives/json.ts';
import fc from '../../fast-check.ts';
import { deepFreeze, now } from '../helpers.ts';
import { arbitraryPlainSchema, arbitrarySchema } from './arbitrary-schemas.ts';
import { changed, type Finding, type Judged, judgedContent, mediaType, outsideOf, placesOf } from './judged-answers.ts';

const kinds = contractKinds.filter((kind) => kind !== 'wrong-content-type') as readonly BodyKind[];

const breakWith = (kind: BodyKind, value: Json, { content }: Judged, seed: number): BrokenBody | NotApplicable =>
  breakContract(kind, { mediaType, value }, [content], seed);

/** Generated values that the judge accepts too. */
const valuesOf = ({ content, judge }: Judged, seed: number): readonly Json[] =>
  [seed, seed + 1]
    .map((own) => deepFreeze(content.generate({ seed: own, now })))
    .filter((value) => judge(value).length === 0);

const isUnion = ({ keyword }: Finding): boolean => keyword === 'oneOf' || keyword === 'anyOf';

/** The judge must find the declared violation, and no other except those of other alternatives. */
const expectDeclared = (findings: readonly Finding[], { pointer }: BrokenBody): void => {
  const union = findings.filter(isUnion).toSorted((one, other) => one.pointer.length - other.pointer.length)[0];
  if (union === undefined) expect(findings.map((finding) => finding.pointer)).toEqual(findings.map(() => pointer));
  else {
    expect(findings.some((finding) => finding.pointer === pointer)).toBe(true);
    expect(findings.every((finding) => finding.pointer.startsWith(union.pointer))).toBe(true);
    expect(pointer.startsWith(union.pointer)).toBe(true);
  }
};

test('a contract fault violates the contract at the reported location only', { timeout: 120_000 }, async () => {
  const met = new Map<BodyKind, number>();
  await fc.assert(
    fc.asyncProperty(arbitrarySchema, fc.nat(1e6), async (schema, seed) => {
      const judged = await judgedContent(schema);
      for (const value of valuesOf(judged, seed)) {
        for (const kind of kinds) {
          const broken = breakWith(kind, value, judged, seed);
          expect(breakWith(kind, value, judged, seed)).toEqual(broken);
          if (broken.type === 'not-applicable') continue;
          met.set(kind, (met.get(kind) ?? 0) + 1);
          const { pointer, before, after } = broken;
          expect(placesOf(value).get(pointer)).toEqual(before);
          expect(placesOf(broken.value).get(pointer)).toEqual(after);
          expect(broken.value).not.toEqual(value);
          expect(outsideOf(broken.value, pointer)).toEqual(outsideOf(value, pointer));
          const findings = judged.judge(broken.value);
          if (kind !== 'extra-property') expect(findings).not.toEqual([]);
          if (findings.length > 0) expectDeclared(findings, broken);
        }
      }
    }),
    { numRuns: 50 },
  );
  for (const kind of kinds) expect(met.get(kind) ?? 0, kind).toBeGreaterThan(10);
});

/** The violation of each kind, tried at every location without the schema. */
const attempts: Readonly<Record<BodyKind, (before: Json, isProperty: boolean) => readonly (Json | undefined)[]>> = {
  'missing-required': (_before, isProperty) => (isProperty ? [undefined] : []),
  'wrong-type': () => ['text', 12345, true, {}, []],
  'null-value': () => [null],
  'unknown-enum': (before) =>
    typeof before === 'string' ? ['nowhere listed'] : typeof before === 'number' ? [4711] : [],
  'extra-property': () => [],
  'out-of-range': (before) => (typeof before === 'number' ? [2 ** 64, -(2 ** 64), 700, -700] : []),
  'bad-format': (before) => (typeof before === 'string' ? ['not one', '!'] : []),
};

const meant: Readonly<Record<BodyKind, RegExp>> = {
  'missing-required': /^required$/,
  'wrong-type': /^type$/,
  'null-value': /^type$/,
  'unknown-enum': /^enum$/,
  'extra-property': /^additionalProperties$/,
  'out-of-range': /^(minimum|maximum|exclusiveMinimum|exclusiveMaximum|format)$/,
  'bad-format': /^(format|pattern)$/,
};

/** An unused name: a property whose type is declared is not undeclared. */
const takesAnother = (value: Json, pointer: string, judge: Judged['judge']): boolean =>
  ['never', 4711, null, {}].every((after) =>
    judge(changed(value, `${pointer}/heardOf`, after)).every(({ keyword }) => meant['extra-property'].test(keyword)),
  );

const hasRoom = (kind: BodyKind, value: Json, { judge }: Judged): boolean => {
  const places = placesOf(value);
  return [...places].some(([pointer, before]) => {
    if (kind === 'extra-property') return isJsonObject(before) && takesAnother(value, pointer, judge);
    const isProperty = pointer !== '' && isJsonObject(places.get(pointer.slice(0, pointer.lastIndexOf('/'))));
    return attempts[kind](before, isProperty).some((after) => {
      const findings = judge(changed(value, pointer, after));
      return findings.length === 1 && findings[0]?.pointer === pointer && meant[kind].test(findings[0].keyword);
    });
  });
};

test('a contract fault finds a violation if trial and error finds one', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(arbitraryPlainSchema, arbitrarySchema), fc.nat(1e6), async (schema, seed) => {
      const judged = await judgedContent(schema);
      for (const value of valuesOf(judged, seed)) {
        for (const kind of kinds) {
          const found = breakWith(kind, value, judged, seed);
          if (found.type === 'not-applicable')
            expect([kind, stringifyJson(value), hasRoom(kind, value, judged)]).toEqual([
              kind,
              stringifyJson(value),
              false,
            ]);
        }
      }
    }),
    { numRuns: 20 },
  );
});
