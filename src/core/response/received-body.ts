import { isJsonType } from '../http/http.ts';
import { parseJson } from '../primitives/json.ts';
import type { ResponseBody } from './write-response.ts';

/** The body of a response that somebody else sent, byte for byte, until a fault alters it. Undefined: it is empty. */
export const receivedBody = (bytes: Uint8Array, mediaType: string): ResponseBody | undefined => {
  if (bytes.length === 0) return undefined;
  const asReceived = { mediaType, written: undefined, write: () => bytes, problems: [] };
  const text = textOf(bytes);
  if (!isJsonType(mediaType)) return { ...asReceived, value: text ?? '' };
  const parsed = text === undefined ? { ok: false as const, reason: 'is not UTF-8' } : parseJson(text);
  if (!parsed.ok)
    return { ...asReceived, value: '', problems: [{ pointer: '', rule: 'syntax', message: parsed.reason }] };
  return { mediaType, value: parsed.value, written: { text: text as string, byteLength: bytes.length } };
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Returns undefined if it was not UTF-8. */
const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
};
