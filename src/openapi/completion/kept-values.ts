/** How much of a value another one keeps. */
import { isJsonObject, type Json } from '../../core/primitives/json.ts';

export const childOf = (value: Json | undefined, name: string): Json | undefined =>
  value !== undefined && isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The number of scalars of the value that another value has at the same place, also in another type. */
export const countKept = (value: Json, other: Json | undefined): number => {
  if (other === undefined) return 0;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const others = Array.isArray(other) ? (other as readonly Json[]) : [];
    return items.reduce<number>((count, item, index) => count + countKept(item, others[index]), 0);
  }
  if (isJsonObject(value))
    return Object.keys(value).reduce((count, name) => count + countKept(value[name] as Json, childOf(other, name)), 0);
  return String(value) === String(other) ? 1 : 0;
};
