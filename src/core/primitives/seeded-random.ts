/** Random numbers without shared state: each follows from its purpose, so that a single response can be reproduced alone. */
type SeedPart = string | number;

/** A 32-bit seed from the parts that identify a decision (world seed, operation, fault, call number, ...). FNV-1a with a final mix. */
export const seedFrom = (...parts: readonly SeedPart[]): number => {
  let hash = 0x811c9dc5;
  for (const part of parts) {
    const text = String(part);
    for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    // A separator, so that ('ab', 'c') and ('a', 'bc') differ.
    hash = Math.imul(hash ^ 0x1f, 0x01000193);
  }
  return mix(hash);
};

/** The first number in [0, 1) of the sequence that `seed` starts. */
export const randomOf = (seed: number): number => mix(seed + 0x6d2b79f5) / 0x1_0000_0000;

export const mix = (value: number): number => {
  let hash = value;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** A UUID (RFC 9562, version 4) of 32 hexadecimal digits. */
export const asUuid = (digits: string): string =>
  `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-a${digits.slice(17, 20)}-${digits.slice(20, 32)}`;

export const digitsFrom = (...parts: readonly number[]): string =>
  [0, 1, 2, 3].map((part) => toHex(seedFrom(...parts, part))).join('');

/** Eight hexadecimal digits of a number with 32 bits. */
export const toHex = (bits: number): string => bits.toString(16).padStart(8, '0');
