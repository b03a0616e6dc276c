/** A text as a QR code (ISO/IEC 18004): bytes, the lowest level of correction, versions 1 to 20. */

/** The bytes of correction by version: those of correction in each block, and the number of blocks. */
const correctionBytes = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];
const blockCounts = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];

export type Modules = readonly (readonly boolean[])[];

/** The dark modules, by row; undefined if the text is too long. */
export const qrCode = (text: string): Modules | undefined => {
  const bytes = new TextEncoder().encode(text);
  const version = blockCounts.findIndex((_, index) => bytes.length + headBytes(index + 1) <= dataBytes(index + 1)) + 1;
  if (version === 0) return undefined;
  const codewords = interleave(toData(bytes, version), version);
  const candidates = Array.from({ length: 8 }, (_, mask) => draw(codewords, version, mask));
  return candidates.reduce((best, next) => (penaltyOf(next) < penaltyOf(best) ? next : best));
};

/** Mode and length take 12 bits, or 20. */
const headBytes = (version: number): number => (version < 10 ? 2 : 3);

const sizeOf = (version: number): number => 17 + 4 * version;

const alignmentCenters = (version: number): readonly number[] => {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((sizeOf(version) - 13) / (2 * count - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => sizeOf(version) - 7 - step * (count - 2 - index))];
};

/** All bytes that fit beside the patterns. */
const allBytes = (version: number): number => {
  const count = alignmentCenters(version).length;
  const alignment = count === 0 ? 0 : (25 * count - 10) * count - 55;
  return Math.floor(((16 * version + 128) * version + 64 - alignment - (version >= 7 ? 36 : 0)) / 8);
};

const dataBytes = (version: number): number =>
  allBytes(version) - (correctionBytes[version - 1] as number) * (blockCounts[version - 1] as number);

const toData = (bytes: Uint8Array, version: number): readonly number[] => {
  const bits: number[] = [];
  const push = (value: number, length: number): void => {
    for (let at = length - 1; at >= 0; at--) bits.push((value >> at) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  const capacity = dataBytes(version) * 8;
  push(0, Math.min(4, capacity - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < capacity; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((byte, bit) => (byte << 1) | bit, 0),
  );
};

/** A product in the field of 256 elements with the polynomial 0x11d. */
const multiply = (left: number, right: number): number => {
  let product = 0;
  for (let at = 7; at >= 0; at--) product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((right >> at) & 1) * left);
  return product;
};

const divisorOf = (degree: number): readonly number[] => {
  const divisor = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let power = 0; power < degree; power++) {
    for (let at = 0; at < degree; at++) divisor[at] = multiply(divisor[at] as number, root) ^ (divisor[at + 1] ?? 0);
    root = multiply(root, 2);
  }
  return divisor;
};

const correctionOf = (data: readonly number[], divisor: readonly number[]): readonly number[] => {
  const remainder = Array<number>(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ (remainder.shift() as number);
    remainder.push(0);
    for (const [at, coefficient] of divisor.entries())
      remainder[at] = (remainder[at] as number) ^ multiply(coefficient, factor);
  }
  return remainder;
};

/** Long blocks have one byte more than the short ones before them. */
const interleave = (data: readonly number[], version: number): readonly number[] => {
  const count = blockCounts[version - 1] as number;
  const shortLength = Math.floor(data.length / count);
  const divisor = divisorOf(correctionBytes[version - 1] as number);
  let start = 0;
  const blocks = Array.from({ length: count }, (_, index) => {
    const end = start + shortLength + (index < count - (data.length % count) ? 0 : 1);
    const block = data.slice(start, end);
    start = end;
    return { block, correction: correctionOf(block, divisor) };
  });
  const column = (parts: readonly (readonly number[])[]): readonly number[] =>
    Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, at) =>
      parts.flatMap((part) => part[at] ?? []),
    ).flat();
  return [...column(blocks.map(({ block }) => block)), ...column(blocks.map(({ correction }) => correction))];
};

const masks: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_x, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

const draw = (codewords: readonly number[], version: number, mask: number): Modules => {
  const size = sizeOf(version);
  const modules = Array.from({ length: size }, () => Array<boolean | undefined>(size).fill(undefined));
  const set = (x: number, y: number, isDark: boolean): void => {
    if (x >= 0 && y >= 0 && x < size && y < size) (modules[y] as (boolean | undefined)[])[x] = isDark;
  };
  drawPatterns(set, version);
  drawFormat(set, size, mask);
  let bit = 0;
  for (let right = size - 1; right >= 1; right -= 2) {
    // The column of the timing pattern holds no data.
    const column = right <= 6 ? right - 1 : right;
    const isUpwards = ((size - 1 - right) / 2) % 2 === 0;
    for (let step = 0; step < size; step++)
      for (const x of [column, column - 1]) {
        const y = isUpwards ? size - 1 - step : step;
        if (modules[y]?.[x] !== undefined) continue;
        const isSet = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit++;
        set(x, y, isSet !== (masks[mask] as (typeof masks)[number])(x, y));
      }
  }
  return modules as boolean[][];
};

type SetModule = (x: number, y: number, isDark: boolean) => void;

const drawPatterns = (set: SetModule, version: number): void => {
  const size = sizeOf(version);
  for (let at = 0; at < size; at++) {
    set(6, at, at % 2 === 0);
    set(at, 6, at % 2 === 0);
  }
  const centers = alignmentCenters(version);
  for (const [row, y] of centers.entries())
    for (const [column, x] of centers.entries())
      if (!isCorner(row, column, centers.length - 1)) drawSquare(set, x, y, 2, (distance) => distance !== 1);
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawSquare(set, x, y, 4, (distance) => distance !== 2 && distance !== 4);
  if (version >= 7) {
    const bits = (version << 12) | remainderOf(version, 12, 0x1f25);
    for (let at = 0; at < 18; at++) {
      const [far, near] = [size - 11 + (at % 3), Math.floor(at / 3)];
      set(far, near, ((bits >> at) & 1) === 1);
      set(near, far, ((bits >> at) & 1) === 1);
    }
  }
};

/** The finders are there. */
const isCorner = (row: number, column: number, last: number): boolean =>
  (row === 0 && column === 0) || (row === 0 && column === last) || (row === last && column === 0);

const drawSquare = (
  set: SetModule,
  centerX: number,
  centerY: number,
  reach: number,
  isDark: (distance: number) => boolean,
): void => {
  for (let y = -reach; y <= reach; y++)
    for (let x = -reach; x <= reach; x++) set(centerX + x, centerY + y, isDark(Math.max(Math.abs(x), Math.abs(y))));
};

/** The remainder of a division of polynomials over two elements. */
const remainderOf = (value: number, degree: number, divisor: number): number => {
  let remainder = value;
  for (let step = 0; step < degree; step++) remainder = (remainder << 1) ^ ((remainder >> (degree - 1)) * divisor);
  return remainder;
};

/** The level, which is the lowest, and the mask, twice. */
const drawFormat = (set: SetModule, size: number, mask: number): void => {
  const data = (1 << 3) | mask;
  const bits = ((data << 10) | remainderOf(data, 10, 0x537)) ^ 0x5412;
  for (let at = 0; at < 15; at++) {
    const isDark = ((bits >> at) & 1) === 1;
    if (at < 6) set(8, at, isDark);
    else if (at < 8) set(8, at + 1, isDark);
    else if (at === 8) set(7, 8, isDark);
    else set(14 - at, 8, isDark);
    if (at < 8) set(size - 1 - at, 8, isDark);
    else set(8, size - 15 + at, isDark);
  }
  set(8, size - 8, true);
};

/** How hard it is to read: runs, squares, patterns like a finder, and an uneven balance. */
const penaltyOf = (modules: Modules): number => {
  const columns = modules.map((_, x) => modules.map((row) => row[x] as boolean));
  const lines = [...modules, ...columns].map((line) => line.map(Number).join(''));
  let penalty = 0;
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    for (const pattern of ['10111010000', '00001011101'])
      for (let at = line.indexOf(pattern); at >= 0; at = line.indexOf(pattern, at + 1)) penalty += 40;
  }
  for (let y = 1; y < modules.length; y++)
    for (let x = 1; x < modules.length; x++) {
      const [above, row] = [modules[y - 1] as readonly boolean[], modules[y] as readonly boolean[]];
      if (above[x - 1] === above[x] && above[x] === row[x] && row[x] === row[x - 1]) penalty += 3;
    }
  const dark = modules.flat().filter(Boolean).length / modules.length ** 2;
  return penalty + Math.floor(Math.abs(dark - 0.5) * 20) * 10;
};
