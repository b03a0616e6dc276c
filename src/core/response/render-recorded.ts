/** Responses that somebody else sent: recorded ones, which are sent again, and those that arrive. */

import { isJsonType } from '../http/http.ts';
import { decodeBase64, encodeBase64 } from '../primitives/base64.ts';
import { type Json, parseJson } from '../primitives/json.ts';
import { strictText } from '../primitives/utf8.ts';
import type { RecordedResponse } from '../state/recorded-response.ts';
import type { ResponseBody, ResponseDraft } from './write-response.ts';

/** The headers are those of the recording: no documented one is added. */
export const renderRecorded = ({ status, headers = {}, response }: RecordedResponse): ResponseDraft => {
  const entries = Object.entries(headers);
  const contentType = entries.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? 'application/json';
  return {
    status,
    headers: entries.flat(),
    body: response === undefined ? undefined : bodyOf(contentType, response),
    received: { contentType, contentLength: undefined, isStreamed: false },
  };
};

const bodyOf = (contentType: string, value: Json): ResponseBody => {
  const mediaType = contentType.split(';', 1)[0] as string;
  const bytes = typeof value === 'string' ? bytesOf(value) : undefined;
  if (bytes === undefined && isJsonType(mediaType)) return { mediaType, value };
  // What is not JSON was not checked when it was recorded either.
  const body = { mediaType, value, problems: [] };
  return bytes === undefined ? body : { ...body, write: () => bytes };
};

const dataUrl = /^data:;base64,/;

const bytesOf = (text: string): Uint8Array | undefined =>
  dataUrl.test(text) ? decodeBase64(text.replace(dataUrl, '')) : undefined;

/** A text as it is, unless it looks like bytes; other bytes as a data URL. */
export const toRecordedText = (bytes: Uint8Array, text: string | undefined): string =>
  text === undefined || dataUrl.test(text) ? `data:;base64,${encodeBase64(bytes)}` : text;

/** The body of a response that somebody else sent, byte for byte, until a fault alters it. Undefined: it is empty. */
export const receivedBody = (bytes: Uint8Array, mediaType: string): ResponseBody | undefined => {
  if (bytes.length === 0) return undefined;
  const asReceived = { mediaType, write: () => bytes, problems: [] };
  const text = strictText(bytes, { keepsMark: true });
  if (!isJsonType(mediaType)) return { ...asReceived, value: text ?? '' };
  const parsed = text === undefined ? { ok: false as const, reason: 'is not UTF-8' } : parseJson(text);
  if (!parsed.ok)
    return { ...asReceived, value: '', problems: [{ pointer: '', rule: 'syntax', message: parsed.reason }] };
  return { mediaType, value: parsed.value, written: { text: text as string, byteLength: bytes.length } };
};
