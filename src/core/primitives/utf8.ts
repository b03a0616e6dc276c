/** Texts and their bytes. */

/** UTF-8 length; most bodies are ASCII, which a scan finds out faster than an encoder counts. */
export const utf8Length = (text: string): number => {
  let length = text.length;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    if (code < 0x800) length++;
    else if (code >= 0xd800 && code <= 0xdbff && isLowSurrogate(text.charCodeAt(at + 1))) {
      length += 2;
      at++;
    } else length += 2;
  }
  return length;
};

const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
