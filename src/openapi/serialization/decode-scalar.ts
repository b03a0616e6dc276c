/** Decodes text from a URL, a header or a form to a value of the schema's type. */
import { exactNumber, type Json, maxIntegerDigits, parseJson } from '../../core/primitives/json.ts';
import type { JsonType, Problem } from '../../core/service/check.ts';
import { typesInWords } from '../validation/check-messages.ts';

export type Decoded = { readonly value: Json } | { readonly problem: Problem };

export type DecodeText = (text: string) => Decoded;

const integer = /^-?\d+$/;
const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/**
 * Decodes the text to the most specific type that it matches, else to a string if strings are allowed. If only objects or
 * lists are allowed, the text is parsed as JSON: OpenAPI does not define a style for nested objects and lists.
 */
export const textDecoder = (types: ReadonlySet<JsonType> | undefined): DecodeText => {
  if (types === undefined) return (text) => ({ value: text });
  const limit = [...types].filter((type) => type !== 'null');
  const problem: Problem = { pointer: '', rule: 'type', message: `must be ${typesInWords(limit)}`, limit };
  return (text) => {
    if (types.has('integer') && integer.test(text)) return { value: exactInteger(text) };
    if (types.has('number') && number.test(text)) {
      const value = integer.test(text) ? exactInteger(text) : exactNumber(text);
      if (typeof value === 'bigint' || Number.isFinite(value)) return { value };
    }
    if (types.has('boolean') && (text === 'true' || text === 'false')) return { value: text === 'true' };
    if (types.has('string')) return { value: text };
    const parsed = isStructured(types) && /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
    if (parsed?.ok) return { value: parsed.value };
    return types.has('null') && (text === '' || text === 'null') ? { value: null } : { problem };
  };
};

/** Whether a value may be an object or a list. */
export const isStructured = (types: ReadonlySet<JsonType> | undefined): boolean =>
  types !== undefined && (types.has('object') || types.has('array'));

const exactInteger = (text: string): number | bigint => {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return text.length > maxIntegerDigits ? (value < 0 ? -Number.MAX_VALUE : Number.MAX_VALUE) : BigInt(text);
};
