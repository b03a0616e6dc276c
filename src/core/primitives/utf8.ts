/** The length of a text in UTF-8 bytes. Most bodies are ASCII, for which a scan is faster than an encoder. */
export const utf8Length = (text: string): number => {
  let length = text.length;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 0x80) continue;
    if (code < 0x800) length++;
    // The four bytes of a pair are its two units, and two more for the low one. A surrogate without a partner has three.
    else if (!(isHighSurrogate(code) && isLowSurrogate(text.charCodeAt(index + 1)))) length += 2;
  }
  return length;
};

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;
const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff;

const strict = new TextDecoder('utf-8', { fatal: true });
const withMark = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a content; undefined if its bytes are not UTF-8. `keepsMark`: a byte order mark stays a part of it. */
export const strictText = (content: string | Uint8Array, { keepsMark = false } = {}): string | undefined => {
  if (typeof content === 'string') return content;
  try {
    return (keepsMark ? withMark : strict).decode(content);
  } catch {
    return undefined;
  }
};

export const lenientText = (content: string | Uint8Array | undefined): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);
