/** JSON of the control API: integers keep every digit, also beyond 2^53. */
import type { Json } from '../../../core/primitives/json.ts';

export {
  escapePointer,
  isJsonObject as isObject,
  type Json,
  type JsonObject,
  unescapePointer,
} from '../../../core/primitives/json.ts';

type Reviver = (key: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** A text without a long run of digits needs no reviver, which is slow. */
export const parseJson = (text: string): unknown =>
  /\d{16}/.test(text) ? JSON.parse(text, keepDigits as (key: string, value: unknown) => unknown) : JSON.parse(text);

const keepDigits: Reviver = (_key, value, context) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
    ? BigInt(context?.source as string)
    : value;

/** Returns undefined for a text that is not JSON. */
export const tryParse = (text: string): Json | undefined => {
  try {
    return parseJson(text) as Json;
  } catch {
    return undefined;
  }
};

/**
 * Browsers before 2025 do not have it. They send a long integer as text, and the server's error explains the expected type.
 */
const { rawJSON } = JSON as unknown as { readonly rawJSON?: (text: string) => unknown };

export const writeJson = (value: unknown, indent?: number): string =>
  JSON.stringify(
    value,
    (_key, value) => (typeof value === 'bigint' ? (rawJSON?.(String(value)) ?? String(value)) : value),
    indent,
  );
