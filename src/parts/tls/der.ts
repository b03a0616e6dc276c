/** Writes ASN.1 values in DER (ITU-T X.690): as much as a certificate needs. */

/** A value with its tag and its length. */
const encode = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
};

/** Up to 127 in one byte; longer ones with the number of their bytes first. */
const lengthOf = (length: number): readonly number[] => {
  if (length < 0x80) return [length];
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
};

export const sequence = (...values: readonly Uint8Array[]): Buffer => encode(0x30, ...values);
export const set = (...values: readonly Uint8Array[]): Buffer => encode(0x31, ...values);
export const octetString = (bytes: Uint8Array): Buffer => encode(0x04, bytes);
export const utf8String = (text: string): Buffer => encode(0x0c, Buffer.from(text));

/** An unsigned number. */
export const integer = (bytes: Uint8Array): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  // A first bit of 1 would make it negative.
  return encode(0x02, ...((digits[0] as number) >= 0x80 ? [Buffer.of(0)] : []), digits);
};

/** Encodes a bit string of whole bytes. */
export const bitString = (bytes: Uint8Array): Buffer => encode(0x03, Buffer.of(0), bytes);

/** `1.2.840.10045.4.3.2` */
export const objectIdentifier = (id: string): Buffer => {
  const [first = 0, second = 0, ...others] = id.split('.').map(Number);
  return encode(0x06, Buffer.from([first * 40 + second, ...others.flatMap(baseOf128)]));
};

/** Seven bits a byte; every byte but the last has its first bit set. */
const baseOf128 = (value: number): readonly number[] => {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
};

/** A time of the years 1950 to 2049, in milliseconds since the epoch. */
export const utcTime = (time: number): Buffer =>
  encode(0x17, Buffer.from(`${new Date(time).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`));

/** A value with a tag of its context. */
export const tagged = (tag: number, content: Uint8Array): Buffer => encode(0x80 | tag, content);

/** A value with a tag of its context that contains other values. */
export const taggedValues = (tag: number, ...content: readonly Uint8Array[]): Buffer => encode(0xa0 | tag, ...content);
