/**
 * The validator knows doubles only. An integer beyond them stands in as the nearest double on its side of the bounds
 * of an int64, so that those bounds hold exactly.
 */
import { isJsonObject, type Json, setProperty } from '../../core/primitives/json.ts';

const limit = 2n ** 63n;

const toDouble = (value: bigint): number => {
  const double = Number(value);
  // Rounding must not carry a number over the bound, in either direction: the doubles beside 2^63 are the ones to take.
  if (double === 2 ** 63 && value < limit) return 2 ** 63 - 1024;
  return double === -(2 ** 63) && value < -limit ? -(2 ** 63) - 2048 : double;
};

/** The same value without bigints; the very same where it holds none. */
export const toDoubles = (value: Json): Json => {
  if (typeof value === 'bigint') return toDouble(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map(toDoubles);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  let changed: Record<string, Json> | undefined;
  for (const name of Object.keys(value)) {
    const before = value[name] as Json;
    const after = toDoubles(before);
    if (after === before) continue;
    changed ??= { ...value };
    setProperty(changed, name, after);
  }
  return changed ?? value;
};
