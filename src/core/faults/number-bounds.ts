/** The last numbers that a schema allows and the first that it does not, with every digit. */
import type { Numeric } from '../primitives/json.ts';
import { allowsType, type SchemaFacts } from '../service/schema-facts.ts';

export type End = 'low' | 'high';

export interface NumberBound {
  /** The last number allowed, as far as this bound goes. */
  readonly last: Numeric;
  /** Not allowed by it, the nearest first. */
  readonly beyond: readonly Numeric[];
}

/** The last integer that a format allows above zero, and below it. */
const formats: ReadonlyMap<string, Readonly<Record<End, bigint>>> = new Map([
  ['int32', { low: -(2n ** 31n), high: 2n ** 31n - 1n }],
  ['int64', { low: -(2n ** 63n), high: 2n ** 63n - 1n }],
]);
/** A bound of 9223372036854775807 is read as the double below it. */
const int64AsDouble = 2 ** 63 - 1024;

/** Decimal fractions are not exact in binary: the 15 digits that are sure have no tail. */
const tidy = (value: number): number => Number(value.toPrecision(15));

/** This near to an open bound of a number that has no step. */
const nudge = 1e-6;

/** The bounds at one end: the schema's own, and the format's. */
export const boundsAt = (facts: SchemaFacts, end: End): readonly NumberBound[] => {
  const own = end === 'high' ? facts.high : -facts.low;
  const limit = formats.get(facts.format ?? '')?.[end];
  const isOwn = own < (facts.format === 'int64' ? int64AsDouble : Number.POSITIVE_INFINITY);
  return [...(isOwn ? [schemaBound(facts, end)] : []), ...(limit === undefined ? [] : [formatBound(limit, facts)])];
};

/** The last number that every bound at this end allows; undefined where there is none. */
export const lastAt = (facts: SchemaFacts, end: End): Numeric | undefined =>
  boundsAt(facts, end)
    .map(({ last }) => last)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .at(end === 'high' ? 0 : -1);

const formatBound = (limit: bigint, { step = 1 }: SchemaFacts): NumberBound => {
  const sign = limit < 0n ? -1n : 1n;
  const width = Number.isSafeInteger(step) ? BigInt(step) : 1n;
  const last = limit - (limit % width);
  return { last: plain(last), beyond: [plain(last + sign * width)] };
};

/** A bigint only where a number would lose digits. */
const plain = (value: bigint): Numeric => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

const isWhole = (facts: SchemaFacts): boolean => !allowsType(facts, 'number') || formats.has(facts.format ?? '');

const schemaBound = (facts: SchemaFacts, end: End): NumberBound => {
  const { low, high, lowOpen, highOpen } = facts;
  const [bound, isOpen, sign] = end === 'high' ? [high, highOpen, 1] : [low, lowOpen, -1];
  const step = facts.step ?? (isWhole(facts) ? 1 : undefined);
  if (step === undefined) {
    const near = Math.max(1, Math.abs(bound)) * nudge;
    return { last: isOpen ? tidy(bound - sign * near) : bound, beyond: [isOpen ? bound : tidy(bound + sign)] };
  }
  const rounded = Number.isInteger(step) ? (value: number) => value : tidy;
  const steps = Math.floor(rounded((sign * bound) / step));
  const isHit = rounded(steps * step) === sign * bound;
  const lastSteps = isOpen && isHit ? steps - 1 : steps;
  return { last: times(lastSteps, step, sign), beyond: beyondOf(lastSteps, step, sign) };
};

const beyondOf = (steps: number, step: number, sign: number): readonly Numeric[] => {
  const near = times(steps + 1, step, sign);
  if (typeof near === 'number') return [near];
  // Doubles this large lie so far apart that the next integer is not told from the bound.
  return [near, times(steps + Math.ceil(Math.abs(steps) / 2 ** 40), step, sign)];
};

const times = (steps: number, step: number, sign: number): Numeric => {
  const value = sign * steps * step;
  if (!Number.isInteger(step)) return tidy(value);
  // Never -0, which is written as 0 but is another number to who compares.
  return Number.isSafeInteger(value) ? value || 0 : BigInt(sign) * BigInt(steps) * BigInt(step);
};
