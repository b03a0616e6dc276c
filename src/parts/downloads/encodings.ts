/** Bytes as texts: RFC 4648. */

/** Bytes in base64 become a text of at most some characters. */
export type Encode = (base64: string, maxLength: number) => string;

const base64: Encode = (text, maxLength) =>
  text.length > maxLength ? text.slice(0, maxLength - (maxLength % 4)) : text;

/** The encodings by the names of `contentEncoding`, and of the formats of OpenAPI before it. */
const encodings: ReadonlyMap<string, Encode> = new Map<string, Encode>([
  ['base64', base64],
  ['byte', base64],
  [
    'base64url',
    (text, maxLength) => base64(text, maxLength).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
  ],
  [
    'base16',
    (text, maxLength) =>
      [...atob(text)]
        .map((one) => one.charCodeAt(0).toString(16).padStart(2, '0'))
        .slice(0, maxLength / 2)
        .join(''),
  ],
]);

export const encodingOf = (name: string): Encode | undefined => encodings.get(name.toLowerCase());
