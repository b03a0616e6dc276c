/** The last number that a schema allows at each bound, and the first that it does not allow; exact. */
import type { Numeric } from '../primitives/json.ts';
import { allowsType, type SchemaFacts } from '../service/check.ts';

export type End = 'low' | 'high';

interface NumberBound {
  readonly last: Numeric;
  /** Numbers that the schema does not allow, the nearest first. */
  readonly beyond: readonly Numeric[];
}

const formats: ReadonlyMap<string, Readonly<Record<End, bigint>>> = new Map([
  ['int32', { low: -(2n ** 31n), high: 2n ** 31n - 1n }],
  ['int64', { low: -(2n ** 63n), high: 2n ** 63n - 1n }],
]);
/** Bounds are doubles: 9223372036854775807 is read as one above this value. */
const int64AsDouble = 2 ** 63 - 1024;

/** Rounds to 15 digits, which a double represents reliably: decimal fractions are not exact in binary. */
const tidy = (value: number) => Number(value.toPrecision(15));

/** The relative distance from an exclusive bound if there is no `multipleOf`. */
const nudge = 1e-6;

export const boundsAt = (facts: SchemaFacts, end: End): readonly NumberBound[] => {
  const declaredBound = end === 'high' ? facts.high : -facts.low;
  const limit = formats.get(facts.format ?? '')?.[end];
  const isOwn = declaredBound < (facts.format === 'int64' ? int64AsDouble : Number.POSITIVE_INFINITY);
  return [...(isOwn ? [schemaBound(facts, end)] : []), ...(limit === undefined ? [] : [formatBound(limit, facts)])];
};

/** The last number that all bounds at this end allow; undefined without a bound. */
export const lastAt = (facts: SchemaFacts, end: End): Numeric | undefined =>
  boundsAt(facts, end)
    .map(({ last }) => last)
    .toSorted((left, right) => (left < right ? -1 : 1))
    .at(end === 'high' ? 0 : -1);

const formatBound = (limit: bigint, { step = 1 }: SchemaFacts): NumberBound => {
  const sign = limit < 0n ? -1n : 1n;
  const width = Number.isSafeInteger(step) ? BigInt(step) : 1n;
  const last = limit - (limit % width);
  return { last: toNumeric(last), beyond: [toNumeric(last + sign * width)] };
};

const toNumeric = (value: bigint): Numeric => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

const isWhole = (facts: SchemaFacts) => !allowsType(facts, 'number') || formats.has(facts.format ?? '');

const schemaBound = (facts: SchemaFacts, end: End): NumberBound => {
  const { low, high, lowOpen, highOpen } = facts;
  const [bound, isOpen, sign] = end === 'high' ? [high, highOpen, 1] : [low, lowOpen, -1];
  const step = facts.step ?? (isWhole(facts) ? 1 : undefined);
  if (step === undefined) {
    const distance = Math.max(1, Math.abs(bound)) * nudge;
    return { last: isOpen ? tidy(bound - sign * distance) : bound, beyond: [isOpen ? bound : tidy(bound + sign)] };
  }
  const rounded = Number.isInteger(step) ? (value: number) => value : tidy;
  const steps = Math.floor(rounded((sign * bound) / step));
  const isMultiple = rounded(steps * step) === sign * bound;
  const lastSteps = isOpen && isMultiple ? steps - 1 : steps;
  return { last: times(lastSteps, step, sign), beyond: beyondOf(lastSteps, step, sign) };
};

const beyondOf = (steps: number, step: number, sign: number): readonly Numeric[] => {
  const nearest = times(steps + 1, step, sign);
  if (typeof nearest === 'number') return [nearest];
  // Doubles of this size are so far apart that the next integer may equal the bound.
  return [nearest, times(steps + Math.ceil(Math.abs(steps) / 2 ** 40), step, sign)];
};

const times = (steps: number, step: number, sign: number): Numeric => {
  const value = sign * steps * step;
  if (!Number.isInteger(step)) return tidy(value);
  // `|| 0` avoids -0, which is written as 0 but is not identical to it.
  return Number.isSafeInteger(value) ? value || 0 : BigInt(sign) * BigInt(steps) * BigInt(step);
};
