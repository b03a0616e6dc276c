/** The parts of a multipart body (RFC 7578, RFC 2046 section 5.1), read at once: what decides about a request never waits. */
import { decodePercent } from '../../core/http/http.ts';

export interface MultipartPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly mediaType: string | undefined;
  readonly bytes: Uint8Array;
}

export type Parts =
  | { readonly ok: true; readonly parts: readonly MultipartPart[] }
  | { readonly ok: false; readonly reason: string };

/** More parts than any form has, and longer heads than any part has. */
const maxParts = 1000;
const maxHeadLength = 16_384;

const bytewise = new TextDecoder('latin1');
const utf8 = new TextDecoder();

export const parseMultipart = (bytes: Uint8Array, contentType: string): Parts => {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return broken('its Content-Type names no boundary');
  // One character for each byte, so that a place in the text is a place in the bytes.
  const text = bytewise.decode(bytes);
  const delimiter = `\r\n--${boundary}`;
  let at = text.startsWith(delimiter.slice(2)) ? delimiter.length - 2 : after(text, delimiter, 0);
  const parts: MultipartPart[] = [];
  while (at >= 0 && !text.startsWith('--', at)) {
    if (parts.length === maxParts) return broken(`it has more than ${maxParts} parts`);
    const line = text.indexOf('\r\n', at);
    // A part without a head has its blank line all the same.
    const body = line < 0 ? -1 : after(text, '\r\n\r\n', line);
    const next = body < 0 ? -1 : text.indexOf(delimiter, body - 2);
    if (next < 0) return broken('a part of it has no end');
    if (body - line > maxHeadLength) return broken('the head of a part is too long');
    const part = partOf(utf8.decode(bytes.subarray(line + 2, body - 2)), bytes.subarray(body, Math.max(body, next)));
    if (part === undefined) return broken('a part of it has no name');
    parts.push(part);
    at = next + delimiter.length;
  }
  return at < 0 ? broken('its boundary does not occur') : { ok: true, parts };
};

const broken = (what: string): Parts => ({ ok: false, reason: `is not valid multipart/form-data: ${what}` });

const after = (text: string, wanted: string, from: number): number => {
  const found = text.indexOf(wanted, from);
  return found < 0 ? -1 : found + wanted.length;
};

const partOf = (head: string, bytes: Uint8Array): MultipartPart | undefined => {
  const headers = new Map(
    head.split('\r\n').map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(colon, 0)).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const name = parameterOf(disposition, 'name');
  if (name === undefined) return undefined;
  return { name, fileName: parameterOf(disposition, 'filename'), mediaType: headers.get('content-type'), bytes };
};

/** Browsers write a quote, and what would end a line, percent-encoded; others with a backslash. */
const parameterOf = (disposition: string, name: string): string | undefined => {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:\\\\.|[^"\\\\])*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? [];
  return quoted === undefined ? plain : decodePercent(quoted.replace(/\\(["\\])/g, '$1'));
};
