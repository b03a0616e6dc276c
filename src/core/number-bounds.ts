/** The last numbers that a schema allows and the first that it does not, with every digit. */
import { allowsType, type Facts } from './facts.ts';

export type Numeric = number | bigint;
export type End = 'low' | 'high';

export interface Bound {
  /** The last number allowed, as far as this bound goes. */
  readonly last: Numeric;
  /** Not allowed by it, the nearest first. */
  readonly beyond: readonly Numeric[];
}

const int64 = 2n ** 63n;
const formats: ReadonlyMap<string, Readonly<Record<End, Bound>>> = new Map([
  [
    'int32',
    {
      low: { last: -(2 ** 31), beyond: [-(2 ** 31) - 1] },
      high: { last: 2 ** 31 - 1, beyond: [2 ** 31] },
    },
  ],
  [
    'int64',
    {
      low: { last: -int64, beyond: [-int64 - 1n] },
      high: { last: int64 - 1n, beyond: [int64] },
    },
  ],
]);

/** Decimal fractions are not exact in binary: the 15 digits that are sure have no tail. */
const tidy = (value: number): number => Number(value.toPrecision(15));

/** This near to an open bound of a number that has no step. */
const nudge = 1e-6;

/** The bounds at one end: the schema's own, and the format's. */
export const boundsAt = (facts: Facts, end: End): readonly Bound[] => {
  const own = end === 'high' ? facts.high : facts.low;
  const byFormat = formats.get(facts.format ?? '')?.[end];
  return [...(Number.isFinite(own) ? [schemaBound(facts, end)] : []), ...(byFormat === undefined ? [] : [byFormat])];
};

/** The last number that every bound at this end allows; undefined where there is none. */
export const lastAt = (facts: Facts, end: End): Numeric | undefined => {
  const [first, ...others] = boundsAt(facts, end).map(({ last }) => last);
  if (first === undefined) return undefined;
  const last = others.reduce((one, other) => (one < other === (end === 'high') ? one : other), first);
  // A bound of 9223372036854775807 was read as the double below it.
  return typeof last === 'bigint' && last >= int64 - 1024n ? int64 - 1n : last;
};

const isWhole = (facts: Facts): boolean => !allowsType(facts, 'number') || formats.has(facts.format ?? '');

const schemaBound = (facts: Facts, end: End): Bound => {
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
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return BigInt(sign) * BigInt(steps) * BigInt(step);
};
