/** Archives that are built from a few texts in ASCII: ZIP, which office documents are, and tar. As binary text, one character for each byte. */

type Files = readonly (readonly [name: string, text: string])[];

/** A ZIP archive of stored files (APPNOTE.TXT, 4.3), of 1980-01-01. */
export const zipOf = (files: Files): string => {
  let [bodies, directory] = ['', ''];
  for (const [name, text] of files) {
    const about = `\x14\0\0\0\0\0\0\0\x21\0${littleEndian(crcOf(text), 4)}${littleEndian(text.length, 4).repeat(2)}${littleEndian(name.length, 2)}\0\0`;
    directory += `PK\x01\x02\x14\0${about}${'\0'.repeat(10)}${littleEndian(bodies.length, 4)}${name}`;
    bodies += `PK\x03\x04${about}${name}${text}`;
  }
  const count = littleEndian(files.length, 2);
  const end = `PK\x05\x06\0\0\0\0${count}${count}${littleEndian(directory.length, 4)}${littleEndian(bodies.length, 4)}\0\0`;
  return bodies + directory + end;
};

const blockSize = 512;

/** A tar archive of one file (POSIX.1-1988, ustar). */
export const tarOf = (name: string, text: string): string => {
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  const [before, after] = [
    `${name.padEnd(100, '\0')}${octal(0o644, 7)}${octal(0, 7)}${octal(0, 7)}${octal(text.length, 11)}${octal(0, 11)}`,
    `0${'\0'.repeat(100)}ustar\x0000`.padEnd(blockSize - 156, '\0'),
  ];
  const sum = [...before, ...' '.repeat(8), ...after].reduce((total, character) => total + character.charCodeAt(0), 0);
  const body = text.padEnd(Math.ceil(text.length / blockSize) * blockSize, '\0');
  return `${before}${octal(sum, 6)} ${after}${body}${'\0'.repeat(2 * blockSize)}`;
};

export const littleEndian = (value: number, bytes: number): string =>
  Array.from({ length: bytes }, (_, index) => String.fromCharCode((value >>> (8 * index)) & 0xff)).join('');

/** CRC-32 (ISO 3309). */
const crcOf = (text: string): number => {
  let crc = -1;
  for (const character of text) {
    crc ^= character.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
};
