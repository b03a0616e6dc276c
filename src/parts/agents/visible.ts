/** Texts for agents: a person sees all that a model reads. */
import { isJsonObject, type Json, setProperty } from '../../core/primitives/json.ts';
import { hidden } from '../report/index.ts';

/** The text with the escapes of hidden characters in their place: `\u{e0041}`. */
export const visible = (text: string): string =>
  text.replaceAll(hidden, (character) =>
    '\n\r\t'.includes(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

export const withVisible = (value: Json): Json => {
  if (typeof value === 'string') return visible(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(withVisible);
  if (!isJsonObject(value)) return value;
  const shown: Record<string, Json> = {};
  for (const [name, each] of Object.entries(value)) setProperty(shown, visible(name), withVisible(each));
  return shown;
};

/** Whether a value is nested deeper than so many levels. Needs no stack. */
export const isDeeper = (value: Json, levels: number): boolean => {
  let inside: readonly unknown[] = [value];
  for (let level = 0; level <= levels; level++) {
    inside = inside.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (inside.length === 0) return false;
  }
  return true;
};
