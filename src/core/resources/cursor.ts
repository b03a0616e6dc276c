/** Cursors of ours: a place among the items of a list, as a text that says nothing to a client. */
import { decodeBase64, encodeBase64 } from '../primitives/base64.ts';
import { type Json, parseJson, stringifyJson } from '../primitives/json.ts';
import { readPlace, type SortPlace } from './sort.ts';

export interface Cursor {
  readonly place: SortPlace;
  /** Whether the page ends before the place instead of beginning after it. */
  readonly isBefore: boolean;
}

export const writeCursor = ({ place, isBefore }: Cursor): string => {
  const json = stringifyJson([isBefore ? 'before' : 'after', place.order, place.keys as unknown as Json]);
  return encodeBase64(new TextEncoder().encode(json)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
};

/** Undefined where the text is no cursor of ours, or one of a list that is sorted by so many other terms. */
export const readCursor = (text: string, terms: number): Cursor | undefined => {
  const json = decodeBase64Url(text);
  const parsed = json === undefined ? undefined : parseJson(json);
  if (parsed === undefined || !parsed.ok || !Array.isArray(parsed.value)) return undefined;
  const [side, order, keys] = parsed.value as readonly Json[];
  const place = readPlace(keys, order, terms);
  if (place === undefined || (side !== 'before' && side !== 'after')) return undefined;
  return { place, isBefore: side === 'before' };
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
