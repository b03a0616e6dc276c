/** Base64 (RFC 4648) with functions that both browsers and Node provide. */

/** `String.fromCharCode` takes one argument per byte; engines limit the number of arguments of a call. */
const chunkBytes = 8192;

export const encodeBase64 = (bytes: Uint8Array): string => {
  let binary = '';
  for (let offset = 0; offset < bytes.length; offset += chunkBytes)
    binary += String.fromCharCode(...bytes.subarray(offset, offset + chunkBytes));
  return btoa(binary);
};

/** Returns undefined if the text is not valid base64. */
export const decodeBase64 = (text: string): Uint8Array | undefined => {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
};

/** The alphabet for URLs, without padding (RFC 4648, section 5), of a text in UTF-8. */
export const encodeBase64Url = (text: string): string =>
  encodeBase64(new TextEncoder().encode(text)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

export const decodeBase64Url = (text: string): string | undefined => {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = decodeBase64(plain.padEnd(Math.ceil(plain.length / 4) * 4, '='));
  return bytes && new TextDecoder().decode(bytes);
};
