import { isJsonObject, type Json, stringifyJson } from './json.ts';
import { mix, toHex } from './seeded-random.ts';

/** 128 bits of a text, in 32 hexadecimal digits: four sums that multiply differently (FNV-1a), each mixed with another one at the end. */
export const fingerprint = (text: string): string => {
  let [first, second, third, fourth] = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x5bd1e995);
    third = Math.imul(third ^ code, 0x27d4eb2f);
    fourth = Math.imul(fourth ^ code, 0x165667b1);
  }
  const sums = [first ^ (second >>> 13), second ^ (third >>> 11), third ^ (fourth >>> 15), fourth ^ (first >>> 16)];
  return sums.map((sum) => toHex(mix(sum + text.length))).join('');
};

/** JSON text in which the properties of objects are in the order of their names: equal values have equal texts. */
export const canonicalJson = (value: Json): string => stringifyJson(sorted(value));

const sorted = (value: Json): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name] as Json)]),
  );
};
