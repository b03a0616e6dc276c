/** Values written where parameters stand, by the styles of OpenAPI: what `styles.ts` reads, the other way round. */
import { encodePercent } from '../../core/http/http.ts';
import { isJsonObject, type Json, stringifyJson } from '../../core/primitives/json.ts';
import type { Parameter } from '../../core/service/operation.ts';

export interface WrittenParameter {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly style: string;
  readonly explode: boolean;
  /** Whether characters that mean something in a URL are sent as they are. */
  readonly allowReserved: boolean;
}

type Write = (value: Json) => string;

/** A text as it is sent: in a path one segment, in a query with its name (`a=1&a=2`), in a header or a cookie the value. */
export const styleWriter =
  ({ name, in: where, style, explode, allowReserved }: WrittenParameter): Write =>
  (value) => {
    const escapeText = allowReserved && where === 'query' ? encodeReserved : encodePercent;
    const encode = where === 'header' ? textOf : (one: Json): string => escapeText(textOf(one));
    const key = encodePercent(name);
    switch (style) {
      case 'deepObject':
        return deepPairs(name, value)
          .map(([path, one]) => `${encodePercent(path)}=${encode(one)}`)
          .join('&');
      case 'label':
        return `.${join(value, encode, explode ? '.' : ',', explode)}`;
      case 'matrix':
        return writeMatrix(value, key, encode, explode);
      default: {
        const separator = separators[style] ?? ',';
        // Each item is a cookie of its own.
        if (where === 'cookie' && explode && Array.isArray(value)) return value.map(encode).join(`; ${name}=`);
        if (where !== 'query') return join(value, encode, separator, explode);
        if (!explode || (typeof value !== 'object' && value !== null))
          return `${key}=${join(value, encode, separator, false)}`;
        return isJsonObject(value)
          ? join(value, encode, '&', true)
          : elementsOf(value)
              .map((one) => `${key}=${encode(one)}`)
              .join('&');
      }
    }
  };

/** All but what would end the value: RFC 3986, section 2.2. */
const encodeReserved = (text: string): string =>
  encodePercent(text).replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, decodeURIComponent);

/** `filter[a][b]`, with what it is set to. */
const deepPairs = (path: string, value: Json): readonly (readonly [string, Json])[] =>
  isJsonObject(value)
    ? Object.entries(value).flatMap(([name, one]) => deepPairs(`${path}[${name}]`, one))
    : elementsOf(value).map((one) => [path, one]);

/** A value that is JSON wherever it stands. */
export const jsonWriter =
  (name: string, where: Parameter['in']): Write =>
  (value) => {
    const text = stringifyJson(value);
    if (where === 'header') return text;
    return `${where === 'query' ? `${encodePercent(name)}=` : ''}${encodePercent(text)}`;
  };

const separators: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

const writeMatrix = (value: Json, key: string, encode: Write, explode: boolean): string => {
  if (!explode) return `;${key}=${join(value, encode, ',', false)}`;
  return isJsonObject(value)
    ? `;${join(value, encode, ';', true)}`
    : elementsOf(value)
        .map((one) => `;${key}=${encode(one)}`)
        .join('');
};

/** `a,b`; an object as `k,v,k,v`, or as `k=v,k=v` where its members are told apart. */
const join = (value: Json, encode: Write, separator: string, explode: boolean): string =>
  isJsonObject(value)
    ? pairsOf(value)
        .map(([name, one]) => `${encode(name)}${explode ? '=' : separator}${encode(one)}`)
        .join(separator)
    : elementsOf(value).map(encode).join(separator);

const pairsOf = (value: Json): readonly (readonly [string, Json])[] =>
  isJsonObject(value) ? Object.entries(value) : [];

const elementsOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);

/** No style says how objects and lists stand inside other values: as JSON. */
const textOf = (value: Json): string =>
  typeof value === 'object' && value !== null ? stringifyJson(value) : String(value);
