/** Cursors of ours: a place among the items of a list, as a text that says nothing to a client. */
import { type Json, parseJson, stringifyJson } from './json.ts';
import { readPlace, type SortPlace } from './sort.ts';

export interface Cursor {
  readonly place: SortPlace;
  /** Whether the page ends before the place instead of beginning after it. */
  readonly isBefore: boolean;
}

export const writeCursor = ({ place, isBefore }: Cursor): string => {
  const json = stringifyJson([isBefore ? 'before' : 'after', place.order, place.keys as unknown as Json]);
  const bytes = new TextEncoder().encode(json);
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
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

const decodeBase64Url = (text: string): string | undefined => {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
};
