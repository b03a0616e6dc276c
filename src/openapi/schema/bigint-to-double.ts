/** Converts a bound of a schema to a double, for callers that do not need the exact value. */

const limit = 2n ** 63n;

/** The nearest double. If the number fits into an int64, so does the double. */
export const toDouble = (value: number | bigint): number => {
  if (typeof value === 'number') return value;
  const double = Number(value);
  if (double === 2 ** 63 && value < limit) return 2 ** 63 - 1024;
  return double === -(2 ** 63) && value < -limit ? -(2 ** 63) - 2048 : double;
};
