/** Parses a multipart body (RFC 7578, RFC 2046 section 5.1). The whole body is in memory, because the core does not wait. */
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

/** Limits for hostile bodies. Real forms stay far below them. */
const maxParts = 1000;
const maxHeadersLength = 16_384;
/** RFC 2046, 5.1.1. The search for a long boundary that nearly occurs takes quadratic time. */
const maxBoundaryLength = 70;

const latin1 = new TextDecoder('latin1');
const utf8 = new TextDecoder();

export const parseMultipart = (bytes: Uint8Array, contentType: string): Parts => {
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return invalid('its Content-Type has no boundary');
  if (boundary.length > maxBoundaryLength)
    return invalid(`its boundary is longer than ${maxBoundaryLength} characters`);
  // One character per byte, so that offsets in the text are offsets in the bytes.
  const text = latin1.decode(bytes);
  const delimiter = `\r\n--${boundary}`;
  let offset = text.startsWith(delimiter.slice(2)) ? delimiter.length - 2 : after(text, delimiter, 0);
  const parts: MultipartPart[] = [];
  while (offset >= 0 && !text.startsWith('--', offset)) {
    if (parts.length === maxParts) return invalid(`it has more than ${maxParts} parts`);
    const lineOffset = text.indexOf('\r\n', offset);
    // A part without headers still has the empty line.
    const bodyOffset = lineOffset < 0 ? -1 : after(text, '\r\n\r\n', lineOffset);
    const nextOffset = bodyOffset < 0 ? -1 : text.indexOf(delimiter, bodyOffset - 2);
    if (nextOffset < 0) return invalid('a part has no end');
    if (bodyOffset - lineOffset > maxHeadersLength) return invalid('the headers of a part are too long');
    const part = partOf(
      utf8.decode(bytes.subarray(lineOffset + 2, bodyOffset - 2)),
      bytes.subarray(bodyOffset, Math.max(bodyOffset, nextOffset)),
    );
    if (part === undefined) return invalid('a part has no name');
    parts.push(part);
    offset = nextOffset + delimiter.length;
  }
  return offset < 0 ? invalid('its boundary does not occur') : { ok: true, parts };
};

const invalid = (reason: string): Parts => ({ ok: false, reason: `is not valid multipart/form-data: ${reason}` });

const after = (text: string, token: string, from: number): number => {
  const found = text.indexOf(token, from);
  return found < 0 ? -1 : found + token.length;
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

/** Browsers percent-encode quotes and line breaks; other clients escape quotes with a backslash. */
const parameterOf = (disposition: string, name: string): string | undefined => {
  const [, quoted, plain] =
    new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:\\\\.|[^"\\\\])*)"|([^\\s;"]+))`, 'i').exec(disposition) ?? [];
  return quoted === undefined ? plain : decodePercent(quoted.replace(/\\(["\\])/g, '$1'));
};
