/** Decodes arrays and objects that are one text with separators. */
import { decodePercent } from '../../core/http/http.ts';
import type { Problem } from '../../core/service/check.ts';
import type { DecodedParameter, Parameter, ParameterSource } from '../../core/service/operation.ts';
import { decodeItems, decodeProperties, duplicateParameter, type Shape } from './parameter-shape.ts';
import { sentTexts } from './raw-parameter.ts';

export interface Separated {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly style: string;
  readonly explode: boolean;
}

/** A space and a pipe are not allowed in a URL, so their encoded forms separate too. */
const separators: Readonly<Record<string, RegExp>> = {
  spaceDelimited: / |\+|%20/,
  pipeDelimited: /\||%7c/i,
  label: /\./,
  matrix: /;/,
};

export const separatedDecoder = (
  { name, in: location, style, explode }: Separated,
  shape: Exclude<Shape, { readonly type: 'scalar' }>,
): ((source: ParameterSource) => DecodedParameter) => {
  const separator = (style === 'label' || style === 'matrix') && !explode ? /,/ : (separators[style] ?? /,/);
  const prefix = style === 'matrix' && explode ? ';' : prefixOf(style, name);
  // Separators are not encoded; encoded characters belong to the values. Headers are not percent-encoded.
  const decode =
    location === 'header'
      ? (text: string): string => text.trim()
      : location === 'query'
        ? (text: string): string => decodePercent(text.replaceAll('+', ' '))
        : decodePercent;
  return (source) => {
    const [text, ...others] = sentTexts(source, name, location);
    if (text === undefined) return undefined;
    if (others.length > 0) return duplicateParameter;
    if (!text.startsWith(prefix)) return { problem: withoutPrefix(prefix) };
    const remaining = text.slice(prefix.length);
    const values = remaining === '' ? [] : splitEncodedCommas(remaining.split(separator), shape);
    if (shape.type === 'object') return decodeProperties(pairsOf(values, explode, decode), shape);
    const itemTexts =
      style === 'matrix' && explode ? values.map((value) => value.slice(value.indexOf('=') + 1)) : values;
    return decodeItems(itemTexts.map(decode), shape.item);
  };
};

/** Most clients encode every comma. An encoded comma separates too if no value can contain a comma. */
const splitEncodedCommas = (
  values: readonly string[],
  shape: Exclude<Shape, { readonly type: 'scalar' }>,
): readonly string[] => {
  const separates = shape.type === 'array' ? !shape.holdsCommas : values.length === 1;
  return separates ? values.flatMap((value) => value.split(/%2c/i)) : values;
};

export const prefixOf = (style: string, name: string): string =>
  style === 'label' ? '.' : style === 'matrix' ? `;${name}=` : '';

export const withoutPrefix = (prefix: string): Problem => ({
  pointer: '',
  rule: 'syntax',
  message: `must start with "${prefix}"`,
});

/** `k=v,k=v` if exploded, else `k,v,k,v`. */
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
    for (let index = 0; index < values.length; index += 2)
      pairs.push([decode(values[index] as string), [decode(values[index + 1] ?? '')]]);
  return pairs;
};
