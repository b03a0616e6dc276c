/** A bound of a schema as a double, for what does not need it exactly. */

const limit = 2n ** 63n;

/** The nearest double that is not beyond the bounds of an int64 where the number itself is not. */
export const toDouble = (value: number | bigint): number => {
  if (typeof value === 'number') return value;
  const double = Number(value);
  if (double === 2 ** 63 && value < limit) return 2 ** 63 - 1024;
  return double === -(2 ** 63) && value < -limit ? -(2 ** 63) - 2048 : double;
};
