/** Encodes parameters in the styles of OpenAPI. The inverse of decode-style.ts. */
import { encodePercent } from '../../core/http/http.ts';
import { isJsonObject, type Json, plainText, stringifyJson } from '../../core/primitives/json.ts';
import type { Parameter } from '../../core/service/operation.ts';

interface WrittenParameter {
  readonly name: string;
  readonly in: Parameter['in'];
  readonly style: string;
  readonly explode: boolean;
  /** Whether reserved characters of URLs are sent without encoding. */
  readonly allowReserved: boolean;
}

type Write = (value: Json) => string;

/** The encoded text: one segment of a path, pairs of a query (`a=1&a=2`), or the value of a header or a cookie. */
export const styleWriter =
  ({ name, in: location, style, explode, allowReserved }: WrittenParameter): Write =>
  (value) => {
    const escapeText = allowReserved && location === 'query' ? encodeReserved : encodePercent;
    const encode = location === 'header' ? plainText : (item: Json): string => escapeText(plainText(item));
    const key = encodePercent(name);
    switch (style) {
      case 'deepObject':
        return writePairs(bracketPairs(name, value), encode);
      case 'label':
        return `.${join(value, encode, explode ? '.' : ',', explode ? '=' : undefined)}`;
      case 'matrix':
        return writeMatrix(value, key, encode, explode);
      default: {
        const separator = separators[style] ?? ',';
        // Each item is a separate cookie.
        if (location === 'cookie' && explode && Array.isArray(value)) return value.map(encode).join(`; ${name}=`);
        if (location !== 'query') return join(value, encode, separator, explode ? '=' : undefined);
        if (isNested(value)) return writeNested(name, value, explode, encode);
        if (!explode || (typeof value !== 'object' && value !== null))
          return `${key}=${join(value, encode, separator)}`;
        return isJsonObject(value)
          ? join(value, encode, '&', '=')
          : itemsOf(value)
              .map((item) => `${key}=${encode(item)}`)
              .join('&');
      }
    }
  };

/** Leaves the reserved characters that do not end a value: RFC 3986, section 2.2. */
const encodeReserved = (text: string) =>
  encodePercent(text).replace(/%(3A|2F|3F|40|21|24|27|28|29|2A|2C|3B)/gi, decodeURIComponent);

const writePairs = (pairs: readonly Pair[], encode: Write) =>
  pairs.map(([path, item]) => `${encodePercent(path)}=${encode(item)}`).join('&');

/** The properties of an exploded object have no common name. */
const writeNested = (name: string, value: Json, explode: boolean, encode: Write): string =>
  isJsonObject(value) && explode
    ? Object.entries(value)
        .map(([property, item]) =>
          writePairs(
            isScalarList(item) ? item.map((each) => [property, each] as const) : bracketPairs(property, item),
            encode,
          ),
        )
        .filter((text) => text !== '')
        .join('&')
    : writePairs(bracketPairs(name, value), encode);

export const jsonWriter =
  (name: string, location: Parameter['in']): Write =>
  (value) => {
    const text = stringifyJson(value);
    if (location === 'header') return text;
    return `${location === 'query' ? `${encodePercent(name)}=` : ''}${encodePercent(text)}`;
  };

const separators: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

const writeMatrix = (value: Json, key: string, encode: Write, explode: boolean): string => {
  if (!explode) return `;${key}=${join(value, encode, ',')}`;
  return isJsonObject(value)
    ? `;${join(value, encode, ';', '=')}`
    : itemsOf(value)
        .map((item) => `;${key}=${encode(item)}`)
        .join('');
};

/** `a,b`; an object as `k,v,k,v`, or exploded as `k=v,k=v`. */
const join = (value: Json, encode: Write, separator: string, assignment = separator): string =>
  isJsonObject(value)
    ? Object.entries(value)
        .map(([name, item]) => `${encode(name)}${assignment}${encode(item)}`)
        .join(separator)
    : itemsOf(value).map(encode).join(separator);

const itemsOf = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);

export type Pair = readonly [name: string, value: Json];

/** `a[]=1` for a list of scalars, `a[0][b]=1` for a list of objects. An empty object is kept as a value; an empty list has no field. */
export const bracketPairs = (name: string, value: Json): readonly Pair[] => {
  if (isScalarList(value)) return value.map((item) => [`${name}[]`, item]);
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => bracketPairs(`${name}[${index}]`, item));
  const properties = isJsonObject(value) ? Object.entries(value) : [];
  if (properties.length === 0) return [[name, value]];
  return properties.flatMap(([property, child]) => bracketPairs(`${name}[${property}]`, child));
};

const isScalar = (value: Json) => typeof value !== 'object' || value === null;

export const isScalarList = (value: Json): value is readonly Json[] => Array.isArray(value) && value.every(isScalar);

/** Whether a list or an object contains lists or objects, which the styles of OpenAPI cannot express. */
const isNested = (value: Json) => typeof value === 'object' && value !== null && !Object.values(value).every(isScalar);
