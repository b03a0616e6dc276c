/**
 * The validator knows doubles only. An integer beyond them stands in as the nearest double towards zero, so that the
 * largest int64 stays below 2^63 and the first number above it does not.
 */
import { isJsonObject, type Json, setMember } from '../core/json.ts';

const firstAbove = 2n ** 63n;
/** The next double below 2^63. */
const lastDouble = 2 ** 63 - 1024;

const toDouble = (value: bigint): number => {
  if (value >= firstAbove || value < -firstAbove) return Number(value);
  const double = Number(value);
  return double >= 2 ** 63 ? lastDouble : double;
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
    setMember(changed, name, after);
  }
  return changed ?? value;
};
