/** Text from a URL, a header or a form as the value that a schema asks for. */
import { exactNumber, type Json, parseJson } from '../../core/primitives/json.ts';
import type { Problem } from '../../core/service/check.ts';
import type { TypeName } from '../schema/applicable-schemas.ts';
import { typesInWords } from '../validation/messages.ts';

export type Decoded = { readonly value: Json } | { readonly problem: Problem };

export type DecodeText = (text: string) => Decoded;

const integer = /^-?\d+$/;
const number = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** A longer run of digits only costs time to convert; the same bound as in bodies. */
const maxIntegerDigits = 40;

/**
 * The most particular type that the text fits wins; text that fits none is a string where one is allowed. Where only an
 * object or a list is, the text is JSON: no style of OpenAPI says how they are written inside other values.
 */
export const textDecoder = (types: ReadonlySet<TypeName> | undefined): DecodeText => {
  if (types === undefined) return (text) => ({ value: text });
  const problem: Problem = {
    pointer: '',
    rule: 'type',
    message: `must be ${typesInWords([...types].filter((type) => type !== 'null'))}`,
  };
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
export const isStructured = (types: ReadonlySet<TypeName> | undefined): boolean =>
  types !== undefined && (types.has('object') || types.has('array'));

const exactInteger = (text: string): number | bigint => {
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  return text.length > maxIntegerDigits ? (value < 0 ? -Number.MAX_VALUE : Number.MAX_VALUE) : BigInt(text);
};
