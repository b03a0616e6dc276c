/** Cursors: an encoded position in a list, or the number of an item where the document requires a number. */
import { decodeBase64, encodeBase64 } from '../primitives/base64.ts';
import { type Json, parseJson, stringifyJson } from '../primitives/json.ts';
import { readPosition, type SortPosition } from './sort.ts';

export interface Cursor {
  readonly position: SortPosition;
  /** Whether the page ends before the position instead of beginning after it. */
  readonly isBefore: boolean;
}

export const writeCursor = ({ position, isBefore }: Cursor): string => {
  const json = stringifyJson([isBefore ? 'before' : 'after', position.order, position.keys as unknown as Json]);
  return encodeBase64(new TextEncoder().encode(json)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

/** Returns undefined if the text is not an encoded cursor, or if it belongs to a list with another number of sort terms. */
export const readCursor = (text: string, terms: number): Cursor | undefined => {
  const json = decodeBase64Url(text);
  const parsed = json === undefined ? undefined : parseJson(json);
  if (parsed === undefined || !parsed.ok || !Array.isArray(parsed.value)) return undefined;
  const [side, order, keys] = parsed.value as readonly Json[];
  const position = readPosition(keys, order, terms);
  if (position === undefined || (side !== 'before' && side !== 'after')) return undefined;
  return { position, isBefore: side === 'before' };
};

/** The URL-safe alphabet of RFC 4648, section 5, without padding. */
const decodeBase64Url = (text: string): string | undefined => {
  if (!/^[\w-]+$/.test(text)) return undefined;
  const padded = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .padEnd(Math.ceil(text.length / 4) * 4, '=');
  const bytes = decodeBase64(padded);
  return bytes && new TextDecoder().decode(bytes);
};

/** Even: the page after the item; odd: the page before it. Not 0, with which clients request the first page. */
export const writeOrderCursor = (order: number, isBefore: boolean): number => 2 * (order + 1) + (isBefore ? 1 : 0);

/** Returns undefined if it is not the number of an item. */
export const readOrderCursor = (text: string): (Pick<SortPosition, 'order'> & Pick<Cursor, 'isBefore'>) | undefined => {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) return undefined;
  const order = Math.floor(number / 2) - 1;
  return { order, isBefore: number % 2 === 1 };
};
