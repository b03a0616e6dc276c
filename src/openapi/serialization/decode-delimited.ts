/** Arrays and objects that are one text with separators in it. */
import { decodePercent } from '../../core/http/http.ts';
import type { Problem } from '../../core/service/check.ts';
import type { DecodedParameter, Parameter, ParameterSource } from '../../core/service/operation.ts';
import { decodeItems, decodeProperties, givenTwice, type Shape } from './parameter-shape.ts';
import { sentTexts } from './raw-parameter.ts';

export interface Separated {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly style: string;
  readonly explode: boolean;
}

/** A blank and a pipe cannot stand in a URL as they are: encoded they separate too. */
const separators: Readonly<Record<string, RegExp>> = {
  spaceDelimited: / |\+|%20/,
  pipeDelimited: /\||%7c/i,
  label: /\./,
  matrix: /;/,
};

export const separatedDecoder = (
  { name, in: where, style, explode }: Separated,
  shape: Exclude<Shape, { readonly type: 'scalar' }>,
): ((source: ParameterSource) => DecodedParameter) => {
  const separator = (style === 'label' || style === 'matrix') && !explode ? /,/ : (separators[style] ?? /,/);
  const prefix = style === 'matrix' && explode ? ';' : prefixOf(style, name);
  // Separators stand as they are, and what is encoded belongs to the values; a header is not encoded at all.
  const decode =
    where === 'header'
      ? (text: string): string => text.trim()
      : where === 'query'
        ? (text: string): string => decodePercent(text.replaceAll('+', ' '))
        : decodePercent;
  return (source) => {
    const [text, ...others] = sentTexts(source, name, where);
    if (text === undefined) return undefined;
    if (others.length > 0) return givenTwice;
    if (!text.startsWith(prefix)) return { problem: withoutPrefix(prefix) };
    const rest = text.slice(prefix.length);
    const values = rest === '' ? [] : mended(rest.split(separator), shape);
    if (shape.type === 'object') return decodeProperties(pairsOf(values, explode, decode), shape);
    const own = style === 'matrix' && explode ? values.map((value) => value.slice(value.indexOf('=') + 1)) : values;
    return decodeItems(own.map(decode), shape.item);
  };
};

/** Most clients encode every comma: where none can belong to a value, an encoded one separates too. */
const mended = (values: readonly string[], shape: Exclude<Shape, { readonly type: 'scalar' }>): readonly string[] => {
  const isMistaken = shape.type === 'array' ? !shape.holdsCommas : values.length === 1;
  return isMistaken ? values.flatMap((value) => value.split(/%2c/i)) : values;
};

export const prefixOf = (style: string, name: string): string =>
  style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : '';

export const withoutPrefix = (prefix: string): Problem => ({
  pointer: '',
  rule: 'syntax',
  message: `must start with "${prefix}"`,
});

/** `k=v,k=v` where exploded, else `k,v,k,v`. */
const pairsOf = (
  values: readonly string[],
  explode: boolean,
  decode: (text: string) => string,
): readonly (readonly [string, readonly string[]])[] => {
  const pairs: (readonly [string, readonly string[]])[] = [];
  if (explode) {
    for (const value of values) {
      const equals = value.indexOf('=');
      pairs.push([
        decode(equals < 0 ? value : value.slice(0, equals)),
        [equals < 0 ? '' : decode(value.slice(equals + 1))],
      ]);
    }
  } else
    for (let at = 0; at < values.length; at += 2)
      pairs.push([decode(values[at] as string), [decode(values[at + 1] ?? '')]]);
  return pairs;
};
